"""The end of it: what is stored, compared with the ledger of those who played."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.sheet import GIVEN, OPPONENT, PERSON, Sheet
from tests.chaos.company import Company
from tests.chaos.games import Entry, Ledger

TOLERANCE = 5.0
"""Seconds by which a clock may be wrong."""
MACHINE_SECONDS = 10.0
"""So soon after recovery a machine has moved."""


def stored(url: str, tables: list[str]) -> list[Sheet]:
    """The sheets as the database has them."""

    async def load(database: Database) -> list[Sheet]:
        found = [await database.load(table) for table in tables]
        return [sheet for sheet in found if sheet is not None]

    database = Database(url)
    database.open()
    try:
        return asyncio.run(load(database))
    finally:
        database.close()


def compared(
    ledger: Ledger, sheets: list[Sheet], company: Company, machine_seconds: float = MACHINE_SECONDS
) -> dict[str, Any]:
    """The report: figures, and a list of problems that is empty if all is well."""
    problems = [f"table {table} is gone" for table in ledger.tables.keys() - {sheet.table for sheet in sheets}]
    turns = {
        Entry(sheet.table, ply, turn.letter, turn.move): sheet.seat(turn.letter)
        for sheet in sheets
        for ply, turn in enumerate(sheet.turns, start=1)
    }
    counted = Counter(ledger.acknowledged)
    problems += [f"lost: {entry}" for entry in counted if entry not in turns]
    problems += [f"acknowledged twice: {entry}" for entry, count in counted.items() if count > 1]
    of_people = {entry for entry, seat in turns.items() if seat is not None and seat.kind == PERSON}
    problems += [f"nobody made this: {entry}; {_sent_about(ledger, entry)}" for entry in of_people - ledger.sent]
    for sheet in sheets:
        conduct.position_at(sheet, sheet.ply)  # a turn that was there twice would be refused by the rules
    wrong = max((error for sheet in sheets for error in clock_errors(sheet, company)), default=0.0)
    slow = max((wait for sheet in sheets for wait in machine_waits(sheet, company)), default=0.0)
    if wrong > TOLERANCE:
        problems.append(f"a clock is wrong by {wrong:.1f} s")
    if slow > machine_seconds:
        problems.append(f"a machine moved {slow:.1f} s after recovery")
    problems += [f"table {sheet.table} was lost on time" for sheet in sheets if sheet.ended_by == conduct.TIME]
    problems += [told for sheet in sheets if (told := still_waiting(sheet, company, machine_seconds))]
    return {
        "acknowledged": len(ledger.acknowledged), "stored": len(turns), "tables": len(sheets),
        "clock_error_s": round(wrong, 2), "machine_wait_s": round(slow, 2), "refused": ledger.refusals,
        "problems": problems,
    }  # fmt: skip


def _sent_about(ledger: Ledger, entry: Entry) -> str:
    """What was sent at a table around a turn that is not explained."""
    near = [one for one in ledger.sent if one.table == entry.table and abs(one.ply - entry.ply) <= 2]
    return f"sent were {sorted((one.ply, one.seat, one.move) for one in near)}"


def clock_errors(sheet: Sheet, company: Company) -> list[float]:
    """By how much the clock of each seat differs from what its owner used while somebody could move."""
    errors = []
    for seat in sheet.seats:
        if seat.left is None or seat.kind != PERSON:
            continue
        expected, timed = sheet.clock.base / 1000, False
        for before, turn in zip((None, *sheet.turns), sheet.turns, strict=False):
            if turn.letter != seat.letter or turn.made == GIVEN:
                continue
            if timed and before is not None:
                began, made = before.made / 1000, turn.made / 1000
                used = made - began - company.standstill.overlap(began, made)
                expected += sheet.clock.increment / 1000 - max(0.0, used)
            timed = True
        errors.append(abs(expected - seat.left / 1000))
    return errors


def machine_waits(sheet: Sheet, company: Company) -> list[float]:
    """How long opponents took for their turns, from the turn before or from the last recovery."""
    waits = []
    for before, turn in zip(sheet.turns, sheet.turns[1:], strict=False):
        seat = sheet.seat(turn.letter)
        if seat is not None and seat.kind == OPPONENT:
            began, made = before.made / 1000, turn.made / 1000
            waits.append(made - company.trouble.last_before(made, began))
    return waits


def still_waiting(sheet: Sheet, company: Company, machine_seconds: float) -> str:
    """What is wrong at a table at which an opponent has had its turn for longer than it may take; empty if nothing."""
    seat = sheet.seat(sheet.turn)
    if sheet.is_over or seat is None or seat.kind != OPPONENT:
        return ""
    now, began = time.time(), (sheet.turns[-1].made if sheet.turns else sheet.created) / 1000
    waits = now - company.trouble.last_before(now, began)
    told = f"a machine ({seat.spec}) has not moved at table {sheet.table} after {sheet.ply} turns, {waits:.1f} s"
    return told if waits > machine_seconds else ""

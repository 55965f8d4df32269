"""What people agree on at a table, and what they do besides turns: undo, draw, rematch, resigning, sitting down."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tavoliere.apps.web.live.table import LiveTable
from tavoliere.apps.web.live.tables import Tables, replayed
from tavoliere.apps.web.store.rows import Conflict
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import OPPONENT, Sheet

CONTENT = 0.45
"""An opponent agrees to a draw if it expects no more than this."""


class Agreements(Tables):
    """Tables at which people ask each other for something."""

    async def undo(self, live: LiveTable, tokens: Iterable[str], answer: bool) -> None:
        """Take a turn back, ask for it, agree to it or decline it."""
        letters = self._letters(live, tokens)
        if not answer:
            await self._decline(live, letters, "undo", "undo.declined", "undo.none")
            return
        said: list[tuple[str, str]] = []
        mine = letters[0]

        def make(sheet: Sheet) -> Sheet:
            by = sheet.undo_by or next((turn.letter for turn in reversed(sheet.turns) if turn.letter in letters), mine)
            wanted = sheet.undo_by or letters
            target = conduct.check_undo(sheet, wanted)
            agreed = conduct.joined(sheet.undo_agreed, letters, sheet)
            if not conduct.all_agree(agreed, sheet):
                if agreed == sheet.undo_agreed:
                    return sheet
                said.append(("undo.asked", by))
                return replace(sheet, undo_by=by, undo_agreed=agreed)
            said.append(("undo.done" if target < sheet.ply else "undo.reopened", ""))
            return conduct.undone(sheet, target, conduct.position_at(sheet, target), self.now())

        await self.change(live, make)
        for key, letter in said:
            live.say(key, letter)

    async def draw(self, live: LiveTable, tokens: Iterable[str], answer: bool) -> None:
        """Offer a draw, accept it or decline it."""
        letters = self._letters(live, tokens)
        conduct.check_going(live.sheet)
        if not answer:
            await self._decline(live, letters, "draw", "draw.declined", "draw.none")
            return
        said: list[tuple[str, str]] = []

        def make(sheet: Sheet) -> Sheet:
            conduct.check_going(sheet)
            if sheet.empty():
                raise Refusal("draw.empty-seat")
            agreed = conduct.joined(sheet.draw_agreed, letters, sheet)
            if not conduct.all_agree(agreed, sheet):
                if agreed == sheet.draw_agreed:
                    return sheet
                said.append(("draw.agreed" if sheet.draw_agreed else "draw.offered", letters[0]))
                return replace(sheet, draw_agreed=agreed)
            unwilling = [
                seat.letter
                for seat in sheet.seats
                if seat.kind == OPPONENT and live.values.get(seat.letter, 1.0) > CONTENT
            ]
            if unwilling:
                said.append(("draw.declined", unwilling[0]))
                return replace(sheet, draw_agreed="") if sheet.draw_agreed else sheet
            said.append(("draw.accepted", ""))
            return conduct.drawn(sheet, self.now())

        await self.change(live, make)
        for key, letter in said:
            live.say(key, letter)

    async def rematch(self, live: LiveTable, tokens: Iterable[str], answer: bool) -> None:
        """Wish for another game with the seats rotated, agree, or decline."""
        letters = self._letters(live, tokens)
        if not answer:
            await self._decline(live, letters, "rematch", "rematch.declined", "rematch.none")
            return
        said = await asyncio.shield(self._spawn(self._rematch(live, letters)))
        for key, letter in said:
            live.say(key, letter)

    async def _rematch(self, live: LiveTable, letters: str) -> list[tuple[str, str]]:
        async with live.lock:
            sheet = live.sheet
            if sheet.review:
                raise Refusal("table.review")
            if not sheet.is_over:
                raise Refusal("game.going")
            if sheet.rematch is not None:
                return []
            agreed = conduct.joined(sheet.rematch_agreed, letters, sheet)
            if not conduct.all_agree(agreed, sheet):
                if agreed == sheet.rematch_agreed:
                    return []
                await self._store(live, replace(sheet, rematch_agreed=agreed))
                return [("rematch.wished", letters[0])]
            following = conduct.rematch_of(sheet, self.now())
            changes = [(None, following), (sheet, replace(sheet, rematch=following.table, rematch_agreed=agreed))]
            try:
                stored, old = await self.database.save_all(changes)
            except Exception as error:
                await self._reload(live)
                raise Refusal("turn.stale" if isinstance(error, Conflict) else "storage.failed") from error
            new = LiveTable(stored, *await replayed(stored))
            self._keep(new)
            self.metrics.count("tables_total")
            self._look_after(new)
            live.adopt(old, live.before, live.position)
            self._changed(live)
            return [("rematch.agreed", "")]

    async def _decline(self, live: LiveTable, letters: str, what: str, said: str, missing: str) -> None:
        """Turn an offer down, or take one's own back."""
        cleared: dict[str, Any] = {"undo_by": "", "undo_agreed": ""} if what == "undo" else {f"{what}_agreed": ""}

        def make(sheet: Sheet) -> Sheet:
            if not getattr(sheet, f"{what}_agreed") or sheet.rematch is not None:
                raise Refusal(missing)
            return replace(sheet, **cleared)

        await self.change(live, make)
        live.say(said, letters[0])

    async def resign(self, live: LiveTable, tokens: Iterable[str], letter: str) -> None:
        if letter not in self._letters(live, tokens):
            raise Refusal("seat.not-yours")

        def make(sheet: Sheet) -> Sheet:
            conduct.check_going(sheet)
            return conduct.given_up(sheet, letter, conduct.RESIGNATION, self.settings.stand_in_spec(), self.now())

        await self.change(live, make)
        live.say("resigned" if live.sheet.is_over else "resigned.stands-in", letter)

    # Seats

    async def sit_down(self, live: LiveTable, letter: str, name: str) -> str:
        """Take an open seat; the token is told to whoever took it and to nobody else."""
        tokens: list[str] = []

        def make(sheet: Sheet) -> Sheet:
            if sheet.review:
                raise Refusal("table.review")
            after, token = conduct.seated(sheet, letter, name)
            tokens.append(token)
            return after

        await self.change(live, make)
        live.say("seat.sat", letter)
        return tokens[0]

    async def rename(self, live: LiveTable, tokens: Iterable[str], letter: str, name: str) -> None:
        if letter not in self._letters(live, tokens):
            raise Refusal("seat.not-yours")
        await self.change(live, lambda sheet: conduct.renamed(sheet, letter, name))

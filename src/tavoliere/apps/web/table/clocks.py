"""Time at a table: when a clock runs, what is left, when a flag falls. Pure functions of a sheet and a moment.

A player's first turn is not timed, so that nobody loses before having opened the link. Opponents are never timed. Time
during which the server was down is not charged; `storage` sees to that.
"""

from __future__ import annotations

import dataclasses

from tavoliere.apps.web.table.sheet import GIVEN, OPEN, PERSON, Clock, Seat, Sheet

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND
NONE, INCREMENT, DAYS = "none", "increment", "days"


def full(clock: Clock) -> int | None:
    """What a clock shows before the first turn."""
    return {NONE: None, INCREMENT: clock.base, DAYS: clock.days * DAY}[clock.kind]


def is_timed(sheet: Sheet, letter: str) -> bool:
    """Whether a player's next turn is timed."""
    seat = sheet.seat(letter)
    if sheet.clock.kind == NONE or seat is None or seat.kind not in (PERSON, OPEN):
        return False
    return any(turn.letter == letter and turn.made != GIVEN for turn in sheet.turns)


def started(sheet: Sheet, now: int) -> Sheet:
    """The sheet at the beginning of a turn: the clock of the player to move runs if the turn is timed."""
    runs = bool(sheet.turn) and not sheet.is_over and is_timed(sheet, sheet.turn)
    return dataclasses.replace(sheet, since=now if runs else None)


def left(sheet: Sheet, seat: Seat, now: int) -> int | None:
    """What a seat has left, never below zero; None if it has no clock."""
    if seat.left is None or seat.kind not in (PERSON, OPEN):
        return None
    if sheet.turn != seat.letter or sheet.since is None:
        return seat.left
    return max(0, seat.left - max(0, now - sheet.since))


def falls_at(sheet: Sheet) -> int | None:
    """The moment at which the flag of the player to move falls; None if no clock runs."""
    seat = sheet.seat(sheet.turn)
    if sheet.since is None or seat is None or seat.left is None:
        return None
    return sheet.since + seat.left


def has_fallen(sheet: Sheet, now: int) -> bool:
    moment = falls_at(sheet)
    return moment is not None and now >= moment


def stopped(sheet: Sheet, now: int) -> Sheet:
    """The sheet at the end of a turn: the time is charged, the increment given, or the days begin anew."""
    seat = sheet.seat(sheet.turn)
    if seat is None or seat.left is None:
        return sheet
    rest = left(sheet, seat, now) or 0
    if sheet.clock.kind == DAYS:
        rest = sheet.clock.days * DAY
    elif sheet.since is not None:
        rest += sheet.clock.increment
    return dataclasses.replace(sheet.with_seat(dataclasses.replace(seat, left=rest)), since=None)


def paused(sheet: Sheet, now: int) -> Sheet:
    """The sheet when a game ends in the middle of a turn: what was used is gone, nothing is given."""
    seat = sheet.seat(sheet.turn)
    if seat is None or seat.left is None:
        return dataclasses.replace(sheet, since=None)
    return dataclasses.replace(sheet.with_seat(dataclasses.replace(seat, left=left(sheet, seat, now))), since=None)


def reclaimed(sheet: Sheet, ply: int) -> Sheet:
    """The sheet before turns are taken back so that so many are left: nobody keeps the increments of these turns."""
    if sheet.clock.kind != INCREMENT:
        return sheet
    for seat in sheet.seats:
        made = [place for place, turn in enumerate(sheet.turns) if turn.letter == seat.letter and turn.made != GIVEN]
        timed = sum(place >= ply for place in made[1:])
        if seat.left is not None and timed:
            rest = max(SECOND, seat.left - timed * sheet.clock.increment)
            sheet = sheet.with_seat(dataclasses.replace(seat, left=min(seat.left, rest)))
    return sheet

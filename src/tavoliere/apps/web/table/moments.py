"""A table at one moment: what is stored about it, and what follows from that by the rules.

Every change of a table leads from one moment to the next. So a turn is resolved once: where it leads and what it does
go with it until it is shown.
"""

from __future__ import annotations

from typing import NamedTuple

import tavoliere as tv
from tavoliere.apps.web.table import conduct, halves
from tavoliere.apps.web.table.halves import Half
from tavoliere.apps.web.table.sheet import Sheet
from tavoliere.scene import Ending
from tavoliere.scene.events import Event


class Moment(NamedTuple):
    """A sheet, the position at the end of it, what the last turn did, and how the game tells its own end."""

    sheet: Sheet
    position: tv.Position
    events: tuple[Event, ...]
    ending: Ending | None = None


class Arrival(NamedTuple):
    """A position, what the last turn before it did, and how that ended the game."""

    position: tv.Position
    events: tuple[Event, ...] = ()
    ending: Ending | None = None


def moment_of(sheet: Sheet) -> Moment:
    """The moment at which a sheet ends, replayed."""
    return Moment(sheet, *arrived(sheet, sheet.ply))


def arrived(sheet: Sheet, ply: int) -> Arrival:
    """The position after so many turns, and what the last of them did."""
    return arrived_from(conduct.position_at(sheet, max(0, ply - 1)), sheet, ply)


def arrived_from(before: tv.Position, sheet: Sheet, ply: int) -> Arrival:
    """The same from the position before the last turn."""
    if ply == 0:
        return Arrival(before)
    try:
        last = halves.typed(before, sheet.turns[ply - 1].move)
    except ValueError as problem:
        raise conduct.broken(before.game, problem) from problem
    return Arrival(last.position, last.events, last.ending)


def with_turn(moment: Moment, turn: Half, now: int) -> Moment:
    """The moment after a whole turn of the player to move, as it was resolved."""
    assert turn.move is not None
    sheet = conduct.with_turn(moment.sheet, turn.move, turn.position, now)
    return Moment(sheet, turn.position, turn.events, turn.ending)


def with_sheet(moment: Moment, sheet: Sheet) -> Moment:
    """The same position with something else changed on the sheet."""
    return moment if sheet is moment.sheet else moment._replace(sheet=sheet)


def undone(moment: Moment, ply: int, now: int) -> Moment:
    """The moment with turns taken back, so that so many are left."""
    if ply == moment.sheet.ply:
        return moment._replace(sheet=conduct.undone(moment.sheet, ply, moment.position, now))
    there = arrived(moment.sheet, ply)
    return Moment(conduct.undone(moment.sheet, ply, there.position, now), *there)

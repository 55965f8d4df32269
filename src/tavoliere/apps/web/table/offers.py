"""What people ask each other for: undo, draw, rematch. Each is a function from a moment to the next one and to news.

News are a key of the page's texts and the letter of whoever they are about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from tavoliere.apps.web.table import conduct, moments
from tavoliere.apps.web.table.moments import Moment
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import OPPONENT, Sheet

News = tuple[str, str]
Answered = tuple[Moment, News | None]


def undo_wanted(moment: Moment, letters: str, now: int) -> Answered:
    """Take a turn back, ask for it, or agree to it."""
    sheet = moment.sheet
    mine = (turn.letter for turn in reversed(sheet.turns) if turn.letter in letters)
    by = sheet.undo_by or next(mine, letters[0])
    target = conduct.check_undo(sheet, sheet.undo_by or letters)
    agreed = conduct.joined(sheet.undo_agreed, letters, sheet)
    if conduct.all_agree(agreed, sheet):
        said = "undo.done" if target < sheet.ply else "undo.reopened"
        return moments.undone(moment, target, now), (said, "")
    if agreed == sheet.undo_agreed:
        return moment, None
    return moments.with_sheet(moment, replace(sheet, undo_by=by, undo_agreed=agreed)), ("undo.asked", by)


ENOUGH_TURNS = 3
"""So many turns an opponent must have found its game bad before it agrees to a draw."""
CLEARLY_WORSE = 9.0
"""Who expects less has odds so many times worse than at the beginning."""


class Outlook(NamedTuple):
    """What an opponent expects, from 0 to 1, by a search: at the beginning of any game, and at its last turns and now.

    Some games are better for one side from the first turn on, as Tablut is for Black. So nobody takes a draw for that
    alone: the game must have become clearly worse than it was to everybody who took that seat.
    """

    at_first: float
    lately: tuple[float, ...]

    def is_worth_a_draw(self, even: float) -> bool:
        worst = min(even, self.at_first)
        return len(self.lately) > ENOUGH_TURNS and _odds(max(self.lately)) * CLEARLY_WORSE < _odds(worst)


def _odds(chance: float) -> float:
    return chance / max(1.0 - chance, 1e-9)


def is_for_opponents(sheet: Sheet, letter: str) -> bool:
    """Whether a draw that somebody wants now is wanted by all people, so that opponents have to think about it."""
    has_opponents = any(seat.kind == OPPONENT for seat in sheet.seats)
    wanted = conduct.joined(sheet.draw_agreed, letter, sheet)
    return has_opponents and conduct.knows_draws(sheet) and not sheet.empty() and conduct.all_agree(wanted, sheet)


def draw_wanted(moment: Moment, letter: str, outlooks: Mapping[str, Outlook], now: int) -> Answered:
    """Offer a draw or accept it. `outlooks` are those of the opponents that have thought about the position."""
    sheet = moment.sheet
    conduct.check_going(sheet)
    if not conduct.knows_draws(sheet):
        raise Refusal("draw.unknown")
    if sheet.empty():
        raise Refusal("draw.empty-seat")
    agreed = conduct.joined(sheet.draw_agreed, letter, sheet)
    if not conduct.all_agree(agreed, sheet):
        if agreed == sheet.draw_agreed:
            return moment, None
        said = "draw.agreed" if sheet.draw_agreed else "draw.offered"
        return moments.with_sheet(moment, replace(sheet, draw_agreed=agreed)), (said, letter)
    unwilling = _unwilling(sheet, outlooks)
    if unwilling:
        declined = replace(sheet, draw_agreed="") if sheet.draw_agreed else sheet
        return moments.with_sheet(moment, declined), ("draw.declined", unwilling)
    return moments.with_sheet(moment, conduct.drawn(sheet, now)), ("draw.accepted", "")


def _unwilling(sheet: Sheet, outlooks: Mapping[str, Outlook]) -> str:
    """The letter of the first opponent that does not expect clearly less than a draw; empty if there is none."""
    machines = [seat.letter for seat in sheet.seats if seat.kind == OPPONENT]
    even = 1 / len(sheet.seats)
    willing = {letter for letter, outlook in outlooks.items() if outlook.is_worth_a_draw(even)}
    return next((letter for letter in machines if letter not in willing), "")


def rematch_wanted(moment: Moment, letters: str, now: int) -> tuple[Moment, News | None, Sheet | None]:
    """Wish for another game or agree to it; if all do, the sheet of the new table comes with it."""
    sheet = moment.sheet
    if sheet.review:
        raise Refusal("table.review")
    if not sheet.is_over:
        raise Refusal("game.going")
    agreed = conduct.joined(sheet.rematch_agreed, letters, sheet)
    if sheet.rematch is not None:
        return moment, None, None
    if conduct.all_agree(agreed, sheet):
        following = conduct.rematch_of(sheet, now)
        after = replace(sheet, rematch=following.table, rematch_agreed=agreed)
        return moments.with_sheet(moment, after), ("rematch.agreed", ""), following
    if agreed == sheet.rematch_agreed:
        return moment, None, None
    return moments.with_sheet(moment, replace(sheet, rematch_agreed=agreed)), ("rematch.wished", letters[0]), None


def declined(moment: Moment, letters: str, what: str) -> Answered:
    """Turn an offer down, or take one's own back. `what` is undo, draw or rematch."""
    sheet = moment.sheet
    if not getattr(sheet, f"{what}_agreed") or sheet.rematch is not None:
        raise Refusal(NOTHING[what])
    cleared: dict[str, Any] = {f"{what}_agreed": ""} | ({"undo_by": ""} if what == "undo" else {})
    return moments.with_sheet(moment, replace(sheet, **cleared)), (DECLINED[what], letters[0])


NOTHING = {"undo": "undo.none", "draw": "draw.none", "rematch": "rematch.none"}
DECLINED = {"undo": "undo.declined", "draw": "draw.declined", "rematch": "rematch.declined"}

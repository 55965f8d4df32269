"""A table in few words, for a list of games: who plays, whose turn it is or how it ended, when it was last played."""

from __future__ import annotations

from tavoliere.apps.web.show.views import Message, result_view
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.show.wording import opponent_name
from tavoliere.apps.web.table import clocks
from tavoliere.apps.web.table.setup import chosen_game
from tavoliere.apps.web.table.sheet import OPPONENT, Outline, Seat, Sheet


def glance_view(voice: Voice, outline: Outline, yours: str, now: int) -> Message:
    """A table as somebody with these seats sees it in a list; a refusal if its game is no longer there."""
    sheet = outline.sheet
    game = chosen_game(sheet.game, dict(sheet.options))
    nouns = voice.players(game)
    return {
        "table": sheet.table,
        "game": sheet.game,
        "title": voice.title(sheet.game),
        "seats": [_seat(voice, sheet.game, seat, nouns[seat.letter], yours) for seat in sheet.seats],
        "turn": sheet.turn,
        "clock": _clock(sheet),
        "left": _left(sheet, now),
        "result": result_view(voice, game, sheet.result, sheet.reason, sheet.ended_by) if sheet.is_over else None,
        "review": sheet.review,
        "strangers": sheet.listed or (sheet.watchable and not yours),
        "turns": outline.turns,
        "played": outline.played,
    }


def _clock(sheet: Sheet) -> Message:
    base, increment = sheet.clock.base // clocks.SECOND, sheet.clock.increment // clocks.SECOND
    return {"kind": sheet.clock.kind, "base": base, "increment": increment, "days": sheet.clock.days}


def _left(sheet: Sheet, now: int) -> int | None:
    """The time of whoever is to move, in milliseconds; None without a clock, and when the game is over."""
    mover = None if sheet.is_over or sheet.review else sheet.seat(sheet.turn)
    return None if mover is None else clocks.left(sheet, mover, now)


def _seat(voice: Voice, game: str, seat: Seat, noun: Message, yours: str) -> Message:
    return {
        **noun,
        "letter": seat.letter,
        "player": opponent_name(voice, seat.spec, game) if seat.kind == OPPONENT else seat.name,
        "kind": seat.kind,
        "yours": seat.letter in yours,
    }

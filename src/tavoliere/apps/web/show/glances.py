"""A table in few words, for a list of games: who plays, whose turn it is or how it ended, when it was last played."""

from __future__ import annotations

from tavoliere.apps.web.show.views import Message, result_view
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.show.wording import opponent_name
from tavoliere.apps.web.table.setup import chosen_game
from tavoliere.apps.web.table.sheet import OPPONENT, Seat, Sheet


def glance_view(voice: Voice, sheet: Sheet, yours: str) -> Message:
    """A table as somebody with these seats sees it in a list; a refusal if its game is no longer there."""
    game = chosen_game(sheet.game, dict(sheet.options))
    names = {letter: noun["name"] for letter, noun in voice.players(game).items()}
    return {
        "table": sheet.table,
        "title": voice.title(sheet.game),
        "seats": [_seat(voice, sheet.game, seat, names[seat.letter], yours) for seat in sheet.seats],
        "turn": sheet.turn,
        "result": result_view(voice, game, sheet.result, sheet.reason, sheet.ended_by) if sheet.is_over else None,
        "review": sheet.review,
        "turns": sheet.ply,
        "played": max([sheet.created, *(turn.made for turn in sheet.turns[-1:])]),
    }


def _seat(voice: Voice, game: str, seat: Seat, name: str, yours: str) -> Message:
    return {
        "letter": seat.letter,
        "name": name,
        "player": opponent_name(voice, seat.spec, game) if seat.kind == OPPONENT else seat.name,
        "kind": seat.kind,
        "yours": seat.letter in yours,
    }

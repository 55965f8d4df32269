"""What a Pathwayz board looks like."""

from __future__ import annotations

from tavoliere.core.facts import Options
from tavoliere.games.pathwayz.notation import square_name
from tavoliere.games.pathwayz.rules import COLUMNS, FACTS, ROWS, Pathwayz
from tavoliere.scene import Piece, Scene, Seat, Stack

SEATS = tuple(Seat(player.letter, player.name) for player in FACTS.players)


def _piece(state: Pathwayz, square: int) -> Piece:
    letter = "w" if state.white.has(square) else "b"
    if state.permanent.has(square):
        return Piece(letter, "permanent piece", letter.upper())
    return Piece(letter, "piece", letter)


def scene(state: Pathwayz, options: Options) -> Scene:
    occupied = state.white | state.black
    stacks = tuple(Stack(square_name(square), (_piece(state, square),)) for square in occupied)
    return Scene(FACTS.name, COLUMNS, ROWS, SEATS, SEATS[state.turn].letter, stacks=stacks)

"""What a Tablut board looks like."""

from __future__ import annotations

from tavoliere.core.facts import Options
from tavoliere.games.tablut.notation import square_name
from tavoliere.games.tablut.rules import CAMPS, CASTLE, FACTS, SIZE, Tablut
from tavoliere.scene import Cell, Piece, Scene, Seat, Stack

KING, DEFENDER, ATTACKER = Piece("w", "king", "k"), Piece("w", "defender", "w"), Piece("b", "attacker", "b")
CELLS = (
    *(Cell(square_name(square), "camp") for square in CAMPS),
    *(Cell(square_name(square), "castle") for square in CASTLE),
)
SEATS = tuple(Seat(player.letter, player.name) for player in FACTS.players)


def scene(state: Tablut, options: Options) -> Scene:
    white = [(square, KING if square == state.king else DEFENDER) for square in state.white]
    pieces = white + [(square, ATTACKER) for square in state.black]
    stacks = tuple(Stack(square_name(square), (piece,)) for square, piece in pieces)
    return Scene(FACTS.name, SIZE, SIZE, SEATS, SEATS[state.turn].letter, CELLS, stacks)

"""What a Never Alone board looks like."""

from __future__ import annotations

from tavoliere.core.facts import Options
from tavoliere.games.never_alone.notation import square_name
from tavoliere.games.never_alone.rules import FACTS, PIECES, SIZE, NeverAlone, safe
from tavoliere.scene import Piece, Scene, Seat, Stack, Tray

SEATS = tuple(Seat(player.letter, player.name) for player in FACTS.players)


def scene(state: NeverAlone, options: Options) -> Scene:
    red = tuple(Stack(square_name(square), (Piece("r", "piece", "r"),)) for square in state.red)
    black = tuple(Stack(square_name(square), (Piece("b", "piece", "b"),)) for square in state.black)
    trays = tuple(
        Tray(letter, (("piece in hand", PIECES - pieces.count()),))
        for letter, pieces in (("r", state.red), ("b", state.black))
    )
    notes = [f"Points now: Red {safe(state.red).count()}, Black {safe(state.black).count()}"]
    if state.passes:
        notes.append(f"{SEATS[1 - state.turn].name} has just passed")
    return Scene(
        FACTS.name, SIZE, SIZE, SEATS, SEATS[state.turn].letter, stacks=red + black, trays=trays, notes=tuple(notes)
    )

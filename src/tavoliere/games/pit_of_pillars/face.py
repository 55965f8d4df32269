"""What a Pit of Pillars board looks like."""

from __future__ import annotations

from tavoliere.core.facts import Options
from tavoliere.games.pit_of_pillars.notation import square_name, stack_text
from tavoliere.games.pit_of_pillars.rules import BOARD, COMPULSORY, FACTS, FIRST_MAN, PILLAR, SIZE, PitOfPillars
from tavoliere.scene import Cell, Piece, Scene, Seat, Stack, Tray

SEATS = tuple(Seat(player.letter, player.name) for player in FACTS.players)
CORNERS = tuple(Cell(square_name(square), "corner") for square in ~BOARD)


def scene(state: PitOfPillars, options: Options) -> Scene:
    men = [
        Stack(square_name(square), tuple(Piece(letter, "man", letter) for letter in stack_text(state, square)))
        for square in state.men()
    ]
    pillars = [
        Stack(square_name(square), (Piece(letter, "pillar", letter.upper()),))
        for letter, squares in (("w", state.white_pillars), ("r", state.red_pillars))
        for square in squares
    ]
    reserves = (("w", state.white_reserve), ("r", state.red_reserve))
    trays = tuple(Tray(letter, (("man in reserve", count),)) for letter, count in reserves)
    return Scene(
        FACTS.name, SIZE, SIZE, SEATS, SEATS[state.turn].letter, CORNERS, (*men, *pillars), trays=trays,
        notes=_notes(state),
    )  # fmt: skip


def _notes(state: PitOfPillars) -> tuple[str, ...]:
    if state.part in (COMPULSORY, PILLAR):
        return (f"Movement stage, {state.quiet} turns without a capture",)
    if state.part == FIRST_MAN and state.last < 0:
        return ("Entering stage: the first man goes anywhere",)
    if state.part == FIRST_MAN:
        return (f"Entering stage: the first man goes next to {square_name(state.last)}",)
    return ("Entering stage: the second man goes where all neighbours are vacant",)

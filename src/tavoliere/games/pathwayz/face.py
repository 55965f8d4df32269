"""What a Pathwayz board looks like."""

from __future__ import annotations

from tavoliere.author import letter_to_move, seats_of
from tavoliere.core.facts import Options
from tavoliere.games.pathwayz import words
from tavoliere.games.pathwayz.notation import square_name
from tavoliere.games.pathwayz.rules import COLUMNS, FACTS, ROWS, Pathwayz
from tavoliere.scene import Piece, Scene, Stack, Supply, events
from tavoliere.scene.events import Event
from tavoliere.scene.palette import Palette, turn_field
from tavoliere.scene.steps import Steps, cell, tray

SEATS = seats_of(FACTS)
SUPPLIES = tuple(
    supply
    for seat, other in zip(SEATS, reversed(SEATS), strict=True)
    for supply in (
        Supply(seat.letter, "normal", words.PIECE),
        Supply(seat.letter, "permanent", words.PERMANENT, shows=other.letter),
    )
)


def _piece(state: Pathwayz, square: int) -> Piece:
    letter = "w" if state.white.has(square) else "b"
    if state.permanent.has(square):
        return Piece(letter, words.PERMANENT, letter.upper())
    return Piece(letter, words.PIECE, letter)


def scene(state: Pathwayz, options: Options) -> Scene:
    occupied = state.white | state.black
    stacks = tuple(Stack(square_name(square), (_piece(state, square),)) for square in occupied)
    mover = letter_to_move(state, SEATS)
    return Scene(FACTS.name, COLUMNS, ROWS, SEATS, mover, stacks=stacks, supplies=SUPPLIES)


def palette(options: Options) -> Palette:
    normal = tuple(Piece(seat.letter, words.PIECE, seat.letter) for seat in SEATS)
    permanent = tuple(Piece(seat.letter, words.PERMANENT, seat.letter.upper()) for seat in SEATS)
    return Palette(normal + permanent, (turn_field(SEATS),))


def steps(state: Pathwayz, action: int, options: Options) -> Steps:
    kind = "permanent" if action & 1 else "normal"
    return tray(SEATS[state.turn].letter, kind), cell(square_name(action >> 1))


def events_of(state: Pathwayz, action: int, options: Options) -> tuple[Event, ...]:
    after = state.play(action)
    square = action >> 1
    turned = (state.white & after.black) | (state.black & after.white)
    return (
        events.placed(_piece(after, square), square_name(square)),
        *(events.turned(_piece(after, other), square_name(other)) for other in turned),
    )

"""What a Tablut board looks like."""

from __future__ import annotations

from tavoliere.author import letter_to_move, seats_of
from tavoliere.core.facts import Options
from tavoliere.core.said import Said
from tavoliere.games.tablut import words
from tavoliere.games.tablut.notation import square_name
from tavoliere.games.tablut.rules import CAMPS, CASTLE, ESCAPES, FACTS, SIZE, TARGET, Tablut
from tavoliere.scene import Cell, Piece, Scene, Stack, events
from tavoliere.scene.events import Event
from tavoliere.scene.palette import Palette, turn_field
from tavoliere.scene.steps import Steps, cell

KING, DEFENDER = Piece("w", words.KING, "k"), Piece("w", words.DEFENDER, "w")
ATTACKER = Piece("b", words.ATTACKER, "b")
CELLS = (
    *(Cell(square_name(square), words.CAMP) for square in CAMPS),
    *(Cell(square_name(square), words.CASTLE) for square in CASTLE),
    *(Cell(square_name(square), words.ESCAPE) for square in ESCAPES),
)
SEATS = seats_of(FACTS)


def scene(state: Tablut, options: Options) -> Scene:
    white = [(square, KING if square == state.king else DEFENDER) for square in state.white]
    pieces = white + [(square, ATTACKER) for square in state.black]
    stacks = tuple(Stack(square_name(square), (piece,)) for square, piece in pieces)
    return Scene(FACTS.name, SIZE, SIZE, SEATS, letter_to_move(state, SEATS), CELLS, stacks)


def palette(options: Options) -> Palette:
    return Palette((KING, DEFENDER, ATTACKER), (turn_field(SEATS),))


def _piece(state: Tablut, square: int) -> Piece:
    if state.black.has(square):
        return ATTACKER
    return KING if square == state.king else DEFENDER


def steps(state: Tablut, action: int, options: Options) -> Steps:
    return cell(square_name(action >> 4)), cell(square_name(TARGET[action]))


def events_of(state: Tablut, action: int, options: Options) -> tuple[Event, ...]:
    after = state.play(action)
    start, target = action >> 4, TARGET[action]
    told = [events.moved((_piece(state, start),), square_name(start), square_name(target))]
    gone = (state.white | state.black) - (after.white | after.black)
    told += [events.captured((_piece(state, square),), square_name(square)) for square in gone if square != start]
    if start == state.king and ESCAPES.has(target):
        told.append(events.noted(Said("the king stands on the escape {square}", square=square_name(target))))
    return tuple(told)

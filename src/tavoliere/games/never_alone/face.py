"""What a Never Alone board looks like."""

from __future__ import annotations

import dataclasses

from tavoliere.author import letter_to_move, seats_of
from tavoliere.core.facts import Options
from tavoliere.core.said import COMMAS, Pattern, Said, Series
from tavoliere.games.never_alone import words
from tavoliere.games.never_alone.notation import PASSES_FIELD, square_name
from tavoliere.games.never_alone.rules import FACTS, PASS, PIECES, SIZE, NeverAlone, safe
from tavoliere.scene import Button, Entry, Piece, Scene, Stack, Tray, events
from tavoliere.scene.events import Event
from tavoliere.scene.palette import Choice, Field, Palette, Part, turn_field
from tavoliere.scene.steps import Steps, button, cell

IN_HAND = Entry("piece-in-hand", words.PIECE, Pattern("{count} {kind:@count} in hand"))
PASS_BUTTON = Button("pass", Said("pass"))
SEATS = seats_of(FACTS)


def scene(state: NeverAlone, options: Options) -> Scene:
    red = tuple(Stack(square_name(square), (Piece("r", words.PIECE, "r"),)) for square in state.red)
    black = tuple(Stack(square_name(square), (Piece("b", words.PIECE, "b"),)) for square in state.black)
    on_board = (("r", state.red), ("b", state.black))
    trays = tuple(Tray(letter, ((IN_HAND.name, PIECES - pieces.count()),)) for letter, pieces in on_board)
    passed = Said("{player} has just passed", player=SEATS[1 - state.turn].noun)
    return Scene(
        FACTS.name,
        SIZE,
        SIZE,
        tuple(
            dataclasses.replace(seat, points=safe(pieces).count())
            for seat, pieces in zip(SEATS, (state.red, state.black), strict=True)
        ),
        letter_to_move(state, SEATS),
        stacks=red + black,
        trays=trays,
        entries=(IN_HAND,),
        buttons=(PASS_BUTTON,),
        notes=(passed,) if state.passes else (),
    )


def palette(options: Options) -> Palette:
    passed = (Choice("0", Said("the last turn was no pass")), Choice("1", Said("the last turn was a pass")))
    passes = Field("passes", PASSES_FIELD, (Part(PASSES_FIELD, passed),))
    return Palette(tuple(Piece(letter, words.PIECE, letter) for letter in "rb"), (turn_field(SEATS), passes))


def _points(state: NeverAlone) -> Series:
    """The points of both, as they stand."""
    return Series(
        [
            Said("{player} {points}", player=seat.noun, points=safe(pieces).count())
            for seat, pieces in zip(SEATS, (state.red, state.black), strict=True)
        ],
        COMMAS,
    )


def steps(state: NeverAlone, action: int, options: Options) -> Steps:
    return (button(PASS_BUTTON.name),) if action == PASS else (cell(square_name(action)),)


def events_of(state: NeverAlone, action: int, options: Options) -> tuple[Event, ...]:
    mover, opponent = SEATS[state.turn].letter, SEATS[1 - state.turn].letter
    if action == PASS:
        told = [events.passed(mover)]
        if state.passes:
            counted = Said("both have passed and the points are counted: {points}", points=_points(state))
            told.append(events.noted(counted))
        return tuple(told)
    name = square_name(action)
    place = events.placed(Piece(mover, words.PIECE, mover), name, IN_HAND)
    if state.theirs().has(action):
        return events.captured((Piece(opponent, words.PIECE, opponent),), name, IN_HAND), place
    return (place,)

"""What a Never Alone board looks like."""

from __future__ import annotations

from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.games.never_alone.notation import square_name
from tavoliere.games.never_alone.rules import FACTS, PASS, PIECES, SIZE, NeverAlone, safe
from tavoliere.scene import Piece, Scene, Seat, Stack, Tray, events
from tavoliere.scene.events import Event
from tavoliere.scene.steps import Steps, button, cell

IN_HAND = "piece in hand"
SEATS = tuple(Seat(player.letter, player.name) for player in FACTS.players)


def scene(state: NeverAlone, options: Options) -> Scene:
    red = tuple(Stack(square_name(square), (Piece("r", "piece", "r"),)) for square in state.red)
    black = tuple(Stack(square_name(square), (Piece("b", "piece", "b"),)) for square in state.black)
    trays = tuple(
        Tray(letter, ((IN_HAND, PIECES - pieces.count()),)) for letter, pieces in (("r", state.red), ("b", state.black))
    )
    notes = [f"Points now: Red {safe(state.red).count()}, Black {safe(state.black).count()}"]
    if state.passes:
        notes.append(f"{SEATS[1 - state.turn].name} has just passed")
    return Scene(
        FACTS.name,
        SIZE,
        SIZE,
        SEATS,
        SEATS[state.turn].letter if state.winner == ONGOING else "",
        stacks=red + black,
        trays=trays,
        buttons=("pass",),
        notes=tuple(notes),
    )


def steps(state: NeverAlone, action: int, options: Options) -> Steps:
    return (button("pass"),) if action == PASS else (cell(square_name(action)),)


def events_of(state: NeverAlone, action: int, options: Options) -> tuple[Event, ...]:
    mover, opponent = SEATS[state.turn].letter, SEATS[1 - state.turn].letter
    if action == PASS:
        told = [events.passed(mover)]
        if state.passes:
            points = f"Red {safe(state.red).count()}, Black {safe(state.black).count()}"
            told.append(events.noted(f"both have passed and the points are counted: {points}"))
        return tuple(told)
    name = square_name(action)
    place = events.placed(Piece(mover, "piece", mover), name, IN_HAND)
    if state.theirs().has(action):
        return events.captured((Piece(opponent, "piece", opponent),), name, IN_HAND), place
    return (place,)

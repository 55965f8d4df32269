"""What a Pit of Pillars board looks like."""

from __future__ import annotations

from tavoliere.author import letter_to_move, seats_of
from tavoliere.core.facts import Options
from tavoliere.core.said import Pattern, Said
from tavoliere.games.pit_of_pillars import words
from tavoliere.games.pit_of_pillars.notation import (
    LAST_FIELD,
    MOST_MEN,
    QUIET_FIELD,
    RESERVES_FIELD,
    STAGE_FIELD,
    square_name,
    stack_text,
)
from tavoliere.games.pit_of_pillars.rules import (
    BOARD,
    COMPULSORY,
    DONE,
    FACTS,
    FARTHEST,
    FIRST_MAN,
    MOST_QUIET_TURNS,
    MOVE_TARGET,
    MOVES,
    PILLAR,
    PILLAR_MOVES,
    PILLAR_TARGET,
    SIZE,
    PitOfPillars,
)
from tavoliere.scene import Button, Cell, Entry, Piece, Scene, Stack, Supply, Tray, events
from tavoliere.scene.events import Event
from tavoliere.scene.palette import Choice, Field, Palette, Part, number_part, turn_field
from tavoliere.scene.steps import Steps, button, cell, tray

IN_RESERVE = Entry("man-in-reserve", words.MAN, Pattern("{count} {kind:@count} in reserve"), takes_back=True)
DONE_BUTTON = Button("done", Said("done"))
SEATS = seats_of(FACTS)
SUPPLIES = tuple(Supply(seat.letter, "man", words.MAN, IN_RESERVE.name) for seat in SEATS)
CORNERS = tuple(Cell(square_name(square), words.CORNER) for square in ~BOARD)


def scene(state: PitOfPillars, options: Options) -> Scene:
    men = [
        Stack(square_name(square), tuple(Piece(letter, words.MAN, letter) for letter in stack_text(state, square)))
        for square in state.men()
    ]
    pillars = [
        Stack(square_name(square), (Piece(letter, words.PILLAR, letter.upper()),))
        for letter, squares in (("w", state.white_pillars), ("r", state.red_pillars))
        for square in squares
    ]
    reserves = (("w", state.white_reserve), ("r", state.red_reserve))
    trays = tuple(Tray(letter, ((IN_RESERVE.name, count),)) for letter, count in reserves)
    return Scene(
        FACTS.name,
        SIZE,
        SIZE,
        SEATS,
        letter_to_move(state, SEATS),
        CORNERS,
        (*men, *pillars),
        trays=trays,
        supplies=SUPPLIES,
        entries=(IN_RESERVE,),
        buttons=(DONE_BUTTON,),
        notes=_notes(state),
    )


def palette(options: Options) -> Palette:
    stages = (Choice("e", Said("men are entered")), Choice("m", Said("men are moved")))
    last = (Choice("-", Said("none")), *(Choice(square_name(square), square_name(square)) for square in BOARD))
    fields = (
        turn_field(SEATS),
        Field("stage", STAGE_FIELD, (Part(STAGE_FIELD, stages),)),
        Field("reserves", RESERVES_FIELD, tuple(number_part(seat.noun, MOST_MEN) for seat in SEATS), "-"),
        Field("last", LAST_FIELD, (Part(LAST_FIELD, last),)),
        Field("quiet", QUIET_FIELD, (number_part(QUIET_FIELD, MOST_QUIET_TURNS - 1),)),
    )
    men = tuple(Piece(seat.letter, words.MAN, seat.letter) for seat in SEATS)
    pillars = tuple(Piece(seat.letter, words.PILLAR, seat.letter.upper()) for seat in SEATS)
    return Palette(men + pillars, fields, frozenset("wr"), {words.CORNER: "#"})


def _notes(state: PitOfPillars) -> tuple[str, ...]:
    if state.part in (COMPULSORY, PILLAR):
        return (Said("Movement stage, {count} {count:one=turn|many=turns} without a capture", count=state.quiet),)
    if state.part == FIRST_MAN and state.last < 0:
        return (Said("Entering stage: the first man goes anywhere"),)
    if state.part == FIRST_MAN:
        return (Said("Entering stage: the first man goes next to {square}", square=square_name(state.last)),)
    return (Said("Entering stage: the second man goes where all neighbours are vacant"),)


def steps(state: PitOfPillars, action: int, options: Options) -> Steps:
    if action == DONE:
        return (button(DONE_BUTTON.name),)
    if action >= MOVES:
        start, target = _journey(action)
        return cell(square_name(start)), cell(square_name(target))
    if state.part == COMPULSORY:
        return tray(SEATS[state.turn].letter, "man"), cell(square_name(action))
    return (cell(square_name(action)),)


def meant(state: PitOfPillars, steps: Steps, options: Options) -> tuple[str, ...]:
    """What a person wants who chooses a man beside the board when none can be entered from there."""
    if steps[0] != tray(SEATS[state.turn].letter, "man") or state.part not in (COMPULSORY, PILLAR):
        return ()
    return (f"@{steps[1].removeprefix('cell:') if len(steps) > 1 else square_name(BOARD.first())}",)


def _journey(action: int) -> tuple[int, int]:
    if action >= PILLAR_MOVES:
        move = action - PILLAR_MOVES
        return move // (8 * FARTHEST), PILLAR_TARGET[move]
    move = action - MOVES
    return move // (4 * FARTHEST), MOVE_TARGET[move]


def _men(letters: str) -> tuple[Piece, ...]:
    return tuple(Piece(letter, words.MAN, letter) for letter in letters)


def events_of(state: PitOfPillars, action: int, options: Options) -> tuple[Event, ...]:
    mover = SEATS[state.turn].letter
    if action == DONE:
        return ()
    if action >= PILLAR_MOVES:
        start, target = _journey(action)
        return (events.moved((Piece(mover, words.PILLAR, mover.upper()),), square_name(start), square_name(target)),)
    if action >= MOVES:
        start, target = _journey(action)
        men = stack_text(state, start)[-((action - MOVES) % FARTHEST + 1) :]
        return events.moved(_men(men), square_name(start), square_name(target)), *_capture(state, action, target, men)
    if state.part != COMPULSORY:
        return (events.placed(Piece(mover, words.MAN, mover), square_name(action)),)
    entry = events.placed(Piece(mover, words.MAN, mover), square_name(action), IN_RESERVE)
    return entry, *_capture(state, action, action, mover)


def _capture(state: PitOfPillars, action: int, target: int, men: str) -> tuple[Event, ...]:
    """What becomes of the stack that men have come down on."""
    after = state.play(action)
    if not after.pillars().has(target):
        return ()
    mover, name = SEATS[state.turn].letter, square_name(target)
    stack = stack_text(state, target) + men
    own, others = (_men("".join(man for man in stack if (man == mover) == mine)) for mine in (True, False))
    why = Said(
        "{count} men of both colours on a square with room for {room}", count=len(stack), room=state.capacity(target)
    )
    return (
        events.captured(own, name, IN_RESERVE, why),
        events.captured(others, name),
        events.placed(Piece(mover, words.PILLAR, mover.upper()), name),
    )

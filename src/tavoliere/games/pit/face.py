"""What a Pit board looks like."""

from __future__ import annotations

from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.core.said import COMMAS, Pattern, Said, Series
from tavoliere.core.squares import coordinates_of, name_of
from tavoliere.games.pit import words
from tavoliere.games.pit.notation import (
    BARRIERS_FIELD,
    ORDERS,
    RESERVES_FIELD,
    SEATS,
    SIDES,
    barrier_names,
    square_name,
)
from tavoliere.games.pit.rules import BARRIER, DISCONNECTED, ENTER, FACTS, PUT_PAWN, STEP, TOWERS, WIDTH, Pit
from tavoliere.scene import Barrier, Cell, Entry, Piece, Scene, Seat, Stack, Supply, Tray, events
from tavoliere.scene.events import Event
from tavoliere.scene.palette import Choice, Field, Palette, Part, turn_field
from tavoliere.scene.steps import Steps, cell, edge, tray

IN_RESERVE = Entry("tower-in-reserve", words.TOWER, Pattern("{count} {kind:@count} in reserve"), takes_back=True)
IN_HAND = Entry("pawn-in-hand", words.PAWN, Pattern("{count} {kind:@count} in hand"), vanishes=True)
OWNER_OUT = Said("its owner is out")


def scene(state: Pit, options: Options) -> Scene:
    size, order = int(options["size"]), ORDERS[int(options["players"])]
    seats = tuple(
        Seat(letter, SEATS[letter].name, bool(state.playing >> player & 1)) for player, letter in enumerate(order)
    )
    return Scene(
        FACTS.name,
        size,
        size,
        seats,
        order[state.turn] if state.winner == ONGOING else "",
        cells=tuple(Cell(square_name(square), words.HOLE) for square in state.holes),
        stacks=tuple(Stack(square_name(square), (_piece(state, square, order),)) for square in state.pieces()),
        barriers=tuple(_barrier(name) for name in sorted(barrier_names(state, options))),
        trays=tuple(_tray(state, player, letter) for player, letter in enumerate(order) if seats[player].is_in),
        supplies=tuple(Supply(seat.letter, "tower", words.TOWER, IN_RESERVE.name) for seat in seats if seat.is_in),
        entries=(IN_RESERVE, IN_HAND),
        has_edges=True,
        notes=_notes(state),
    )


def palette(options: Options) -> Palette:
    order = ORDERS[int(options["players"])]
    seats = tuple(Seat(letter, SEATS[letter].name) for letter in order)
    towers = tuple(Piece(letter, words.TOWER, letter) for letter in order)
    pawns = tuple(Piece(letter, words.PAWN, letter.upper()) for letter in order)
    reserves = Field("reserves", RESERVES_FIELD, tuple(_in_reserve(seat) for seat in seats), ",")
    barriers = Field("barriers", BARRIERS_FIELD, between=",", sides=("n", "e"))
    return Palette(towers + pawns, (turn_field(seats), reserves, barriers), cells={words.HOLE: "o"})


def _in_reserve(seat: Seat) -> Part:
    """What a player has beside the board: towers, with the pawn where that is in hand; nothing for one who is out."""
    choices = [Choice("", Said("out"))]
    for count in range(TOWERS + 1):
        towers = IN_RESERVE.counted(count)
        choices.append(Choice(f"{seat.letter}{count}", towers))
        choices.append(Choice(f"{seat.letter}{count}+", Series([towers, IN_HAND.counted(1)], COMMAS)))
    return Part(seat.noun, tuple(choices))


def _notes(state: Pit) -> tuple[str, ...]:
    if not state.mid_turn():
        return ()
    return (Said("A barrier is due beside {square}", square=square_name(state.reached)),)


def _piece(state: Pit, square: int, order: str) -> Piece:
    letter = order[state.owner(square)]
    if state.pawns.has(square):
        return Piece(letter, words.PAWN, letter.upper())
    return Piece(letter, words.TOWER, letter)


def _barrier(name: str) -> Barrier:
    column, row = coordinates_of(name[:-1], 26, 99) or (0, 0)
    beyond = (column, row + 1) if name.endswith("n") else (column + 1, row)
    return Barrier(name[:-1], name_of(*beyond))


def _tray(state: Pit, player: int, letter: str) -> Tray:
    towers = (IN_RESERVE.name, state.reserves >> 4 * player & 15)
    return Tray(letter, (towers, (IN_HAND.name, 1)) if state.in_hand >> player & 1 else (towers,))


def steps(state: Pit, action: int, options: Options) -> Steps:
    if action >= BARRIER:
        return (edge(*_side(state, action)),)
    if action >= PUT_PAWN:
        return (cell(square_name(action - PUT_PAWN)),)
    if action >= ENTER:
        letter = ORDERS[int(options["players"])][state.turn]
        return tray(letter, "tower"), cell(square_name(action - ENTER))
    return cell(square_name(state.origin(action))), cell(square_name(action >> 2))


def meant(state: Pit, steps: Steps, options: Options) -> tuple[str, ...]:
    """What a person wants who chooses a side that no barrier can go on, a tower that cannot be entered, or a move."""
    if state.mid_turn():
        sides = {edge(*_side(state, BARRIER + direction)): name for direction, name in enumerate(SIDES)}
        return (sides[steps[0]],) if steps[0] in sides else ()
    if len(steps) > 1 and steps[0].startswith("cell:"):
        return (_move_meant(state, *(step.removeprefix("cell:") for step in steps)),)
    own = tray(ORDERS[int(options["players"])][state.turn], "tower")
    if steps[0] != own:
        return ()
    squares = state.entries() or state.ground
    return (f"@{steps[1].removeprefix('cell:')}" if len(steps) > 1 else f"@{square_name(squares.first())}",)


def _move_meant(state: Pit, start: str, target: str) -> str:
    """A move from square to square: onto an opponent's piece it is a replacement."""
    column, row = coordinates_of(target, WIDTH, WIDTH) or (0, 0)
    square = row * WIDTH + column
    is_hostile = state.pieces().has(square) and not state.pieces_of(state.turn).has(square)
    return f"{start}{'x' if is_hostile else '-'}{target}"


def _side(state: Pit, action: int) -> tuple[str, str]:
    """The two squares that a barrier stands between, the lower or left one first."""
    squares = sorted((state.reached, state.reached + STEP[action - BARRIER]))
    return square_name(squares[0]), square_name(squares[1])


def events_of(state: Pit, action: int, options: Options) -> tuple[Event, ...]:
    order = ORDERS[int(options["players"])]
    after = state.play(action)
    if action >= BARRIER:
        return _barrier_events(state, after, _side(state, action), order)
    letter = order[state.turn]
    if action >= PUT_PAWN:
        return (events.placed(Piece(letter, words.PAWN, letter.upper()), square_name(action - PUT_PAWN), IN_HAND),)
    if action >= ENTER:
        return (events.placed(Piece(letter, words.TOWER, letter), square_name(action - ENTER), IN_RESERVE),)
    return _move_events(state, after, action, order)


def _barrier_events(state: Pit, after: Pit, side: tuple[str, str], order: str) -> tuple[Event, ...]:
    mover = order[state.turn]
    if not after.playing >> state.turn & 1:
        gone = _gone(state, after, order, OWNER_OUT)
        return (
            events.walled(*side),
            events.unwalled(*side, Said("it disconnects the pawns")),
            *gone,
            events.out(mover, FACTS.reasons[DISCONNECTED]),
        )
    return events.walled(*side), *_gone(state, after, order, Said("no path leads from it to a hole"))


def _move_events(state: Pit, after: Pit, action: int, order: str) -> tuple[Event, ...]:
    start, target = state.origin(action), action >> 2
    piece, goal = _piece(state, start, order), square_name(target)
    told: list[Event] = []
    if state.holes.has(target):
        told.append(events.fell(piece, square_name(start), goal))
    else:
        if state.pieces().has(target):
            victim = _piece(state, target, order)
            told.append(events.replaced(victim, goal, IN_RESERVE if victim.kind == words.TOWER else None))
        told.append(events.moved((piece,), square_name(start), goal))
    lost = state.playing & ~after.playing
    if lost:
        reason = Said("pawn in a hole") if state.holes.has(target) else Said("pawn replaced")
        told += [event for event in _gone(state, after, order, OWNER_OUT) if event.square != square_name(start)]
        told.append(events.out(order[lost.bit_length() - 1], reason))
    return tuple(told)


def _gone(state: Pit, after: Pit, order: str, why: str) -> list[Event]:
    """The pieces that have left the board."""
    gone = state.pieces() - after.pieces()
    return [events.removed(_piece(state, square, order), square_name(square), why) for square in gone]

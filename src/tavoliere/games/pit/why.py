"""Why a part of a turn of Pit is not allowed, in the words of the rules."""

from __future__ import annotations

import re

from tavoliere.core.bits import bit128 as bit
from tavoliere.core.errors import Reason, immobility
from tavoliere.core.facts import Options
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.core.squares import coordinates_of
from tavoliere.games.pit import words
from tavoliere.games.pit.notation import GRID, ORDERS, SEATS, SIDES, action_text, square_name
from tavoliere.games.pit.rules import FACTS, NORTH, STEP, WIDTH, Pit

CLAUSES = {
    "pit.board": Said("All squares of a turn are on the board."),
    "pit.first-turn": Said("A player's first turn puts the pawn on the board; no barrier is placed."),
    "pit.pawn-square": Said("The pawn is put on an empty square that is not a hole."),
    "pit.pawn-near-tower": Said("The pawn is not put next to an opponent's tower."),
    "pit.pawn-on-board": Said("A pawn is put on the board in the first turn only."),
    "pit.own-piece": Said("A player moves a piece of the own colour."),
    "pit.line": Said("A piece moves in a straight line along its row or column."),
    "pit.pawn-step": Said("A pawn moves one square."),
    "pit.barrier-in-way": Said("Nothing passes over a barrier."),
    "pit.hole-in-way": Said("Nothing passes over a hole."),
    "pit.piece-in-way": Said("Nothing passes over a piece, and a slide ends on an empty square."),
    "pit.replace-adjacent": Said("A replacement goes to an adjacent square."),
    "pit.replace-target": Said(
        "A replacement goes to a square that holds an opponent's piece, and is written with an x."
    ),
    "pit.priority-replacement": Said("If any replacement is possible, the turn must be a replacement."),
    "pit.priority-hole": Said(
        "If a piece is next to a hole and no replacement is possible, such a piece must enter it."
    ),
    "pit.reserve": Said("A tower enters from the reserve, as long as there is one."),
    "pit.entry-square": Said("A tower enters on an empty square that is not a hole."),
    "pit.sight": Said("An own tower must see the square: same row or column, no hole and no barrier in between."),
    "pit.barrier-rim": Said("A barrier stands between two squares, not on the board's rim."),
    "pit.barrier-hole": Said("A barrier is not placed beside a hole."),
    "pit.barrier-there": Said("A barrier is not placed where one stands."),
    "pit.barrier-due": Said("After a slide, a replacement or an entry a barrier must be placed."),
    "pit.last-pawn": Said("A replacement that leaves only the mover in ends the game, and no barrier is placed."),
    "pit.hole-ends-turn": Said("A piece in a hole ends the turn at once, without a barrier."),
}
NEIGHBOUR_NAMES = (Said("north"), Said("east"), Said("south"), Said("west"))


def refusal(state: Pit, text: str, options: Options) -> Reason:
    if state.reached >= 0:
        return _barrier_refusal(state, text)
    size = int(options["size"])
    names = re.split("[-x]", text.removeprefix("@"))
    for name in names:
        if len(text) > 1 and coordinates_of(name, size, size) is None:
            return Reason("pit.board", Said("a board of {size}x{size} has no square {square}", size=size, square=name))
    squares = [GRID.square(name) or 0 for name in names]
    if state.in_hand >> state.turn & 1:
        return _pawn_refusal(state, text, squares)
    if len(text) == 1:
        return Reason("pit.barrier-due", Said("a barrier follows a move; it is not a turn by itself"))
    if text.startswith("@"):
        return _entry_refusal(state, squares[0]) or priority(state) or _unreachable(text)
    if len(squares) == 1:
        return Reason("pit.pawn-on-board", Said("the pawn is on the board already"))
    is_replacement = "x" in text
    reason = _owner_refusal(state, squares[0], options) or _line_refusal(squares[0], squares[1])
    if reason is None and is_replacement:
        reason = _replacement_refusal(state, squares[0], squares[1])
    elif reason is None:
        reason = _slide_refusal(state, squares[0], squares[1])
    return reason or priority(state) or _unreachable(text)


def incomplete(state: Pit) -> Reason:
    """Why a turn without its barrier is not a turn."""
    sides = Series([SIDES[direction] for direction in range(4) if state.free_sides() >> direction & 1], COMMAS)
    return Reason(
        "pit.barrier-due",
        Said("a barrier must be placed beside {square} ({sides})", square=square_name(state.reached), sides=sides),
    )


def superfluous(state: Pit, text: str) -> Reason:
    """Why nothing may follow a turn that is complete."""
    if state.in_hand >> state.turn & 1:
        return Reason(
            "pit.first-turn", Said("the turn is over after {turn}; no barrier is placed in the first turn", turn=text)
        )
    if "x" in text:
        return Reason("pit.last-pawn", Said("{turn} ends the game, so no barrier is placed", turn=text))
    return Reason("pit.hole-ends-turn", Said("the turn is over after {turn}, and no barrier is placed", turn=text))


def immobile(state: Pit, name: str, options: Options) -> Reason | None:
    """Why no turn begins on a square."""
    if state.reached >= 0:
        return incomplete(state)
    square = GRID.square(name) or 0
    if state.in_hand >> state.turn & 1:
        return _pawn_refusal(state, name, [square])
    reason = _owner_refusal(state, square, options)
    if reason is not None:
        return reason
    obstacles = [_beside(state, square, direction) for direction in range(4) if _has_side(state, square, direction)]
    met = [obstacle for obstacle in obstacles if obstacle is not None]
    if len(met) < len(obstacles):
        return priority(state)
    return immobility(words.PAWN if state.pawns.has(square) else words.TOWER, name, met)


def _beside(state: Pit, square: int, direction: int) -> Reason | None:
    """What keeps a piece from the square next to it, were it not for the priorities."""
    target = square + STEP[direction]
    if state.pieces().has(target) and not state.pieces_of(state.turn).has(target):
        return _replacement_refusal(state, square, target)
    return _slide_refusal(state, square, target)


def _has_side(state: Pit, square: int, direction: int) -> bool:
    """Whether the board goes on in a direction."""
    row, column = divmod(square, WIDTH)
    across, up = ((0, 1), (1, 0), (0, -1), (-1, 0))[direction]
    is_inside = 0 <= row + up < WIDTH and 0 <= column + across < WIDTH
    return is_inside and (state.ground | state.holes).has(square + STEP[direction])


def _unreachable(text: str) -> Reason:
    return Reason("pit.line", Said("{move} is not a move of any piece", move=text))


def _barrier_refusal(state: Pit, text: str) -> Reason:
    if text not in SIDES:
        return Reason("pit.barrier-due", Said("a barrier must be placed now: n, e, s or w"))
    direction = SIDES.index(text)
    square = state.reached
    side, name = NEIGHBOUR_NAMES[direction], square_name(square)
    other = square + STEP[direction]
    if not _has_side(state, square, direction):
        return Reason(
            "pit.barrier-rim", Said("the {side} side of {square} is the rim of the board", side=side, square=name)
        )
    if state.holes.has(other):
        hole = square_name(other)
        told = Said("the {side} side of {square} is beside the hole {hole}", side=side, square=name, hole=hole)
        return Reason("pit.barrier-hole", told)
    return Reason(
        "pit.barrier-there", Said("there is a barrier on the {side} side of {square} already", side=side, square=name)
    )


def _pawn_refusal(state: Pit, text: str, squares: list[int]) -> Reason:
    if len(squares) != 1 or not text[0].isalpha() or len(text) == 1:
        return Reason("pit.first-turn", Said("the first turn puts the pawn on the board, written as a square like d2"))
    square = squares[0]
    if state.holes.has(square):
        return Reason("pit.pawn-square", Said("{square} is a hole", square=text))
    if state.pieces().has(square):
        return Reason("pit.pawn-square", Said("{square} is taken", square=text))
    return Reason("pit.pawn-near-tower", Said("{square} is next to an opponent's tower", square=text))


def _entry_refusal(state: Pit, square: int) -> Reason | None:
    name = square_name(square)
    if state.reserve() == 0:
        return Reason("pit.reserve", Said("there is no tower in the reserve"))
    if state.holes.has(square):
        return Reason("pit.entry-square", Said("{square} is a hole", square=name))
    if state.pieces().has(square):
        return Reason("pit.entry-square", Said("{square} is taken", square=name))
    return _sight_refusal(state, square)


def _sight_refusal(state: Pit, square: int) -> Reason | None:
    """Why no tower of the mover sees a square, if none does: what is before the first in its row or column."""
    name = square_name(square)
    towers = state.pieces_of(state.turn) & state.towers
    hidden = [_hidden(state, tower, square) for tower in towers if _line_refusal(tower, square) is None]
    if not hidden:
        return Reason("pit.sight", Said("no own tower sees {square}: none is in its row or column", square=name))
    if None in hidden:
        return None
    return Reason("pit.sight", Said("no own tower sees {square}: {why}", square=name, why=hidden[0]))


def _hidden(state: Pit, tower: int, square: int) -> Said | None:
    """What keeps a tower from seeing a square of its row or column; None if it sees it."""
    step = _step(tower, square)
    name = square_name(tower)
    for here in range(tower, square, step):
        if _is_closed(state, here, step):
            first, second = square_name(here), square_name(here + step)
            return Said(
                "from {tower} the barrier between {first} and {second} is in between",
                tower=name,
                first=first,
                second=second,
            )
        if here != tower and state.holes.has(here):
            return Said("from {tower} the hole {hole} is in between", tower=name, hole=square_name(here))
    return None


def _owner_refusal(state: Pit, square: int, options: Options) -> Reason | None:
    if state.pieces_of(state.turn).has(square):
        return None
    if not state.pieces().has(square):
        return Reason("pit.own-piece", Said("there is no piece on {square}", square=square_name(square)))
    owner = SEATS[ORDERS[int(options["players"])][state.owner(square)]].name
    told = Said("the piece on {square} is {owner:whose}", square=square_name(square), owner=owner)
    return Reason("pit.own-piece", told)


def _line_refusal(start: int, target: int) -> Reason | None:
    if start == target:
        return Reason("pit.line", Said("a move ends on another square than {square}", square=square_name(start)))
    if start // WIDTH == target // WIDTH or start % WIDTH == target % WIDTH:
        return None
    return Reason(
        "pit.line",
        Said("{start} and {target} are not on one row or column", start=square_name(start), target=square_name(target)),
    )


def _step(start: int, target: int) -> int:
    return (1 if start // WIDTH == target // WIDTH else WIDTH) * (1 if target > start else -1)


def _is_closed(state: Pit, square: int, step: int) -> bool:
    """Whether there is a barrier on the side of a square that a step crosses."""
    open_sides = state.open_north if abs(step) == STEP[NORTH] else state.open_east
    return not open_sides.has(min(square, square + step))


def _barrier_in_way(square: int, step: int) -> Reason:
    closed = Said(
        "the {squares:one=barrier|many=barriers} between {first} and {squares} {squares:one=is|many=are} in the way",
        first=square_name(square),
        squares=Series([square_name(square + step)], COMMAS),
    )
    return Reason("pit.barrier-in-way", closed)


def _replacement_refusal(state: Pit, start: int, target: int) -> Reason | None:
    name = square_name(target)
    step = _step(start, target)
    if state.pieces_of(state.turn).has(target):
        return Reason("pit.replace-target", Said("the piece on {square} is your own", square=name))
    if not state.pieces().has(target):
        return Reason("pit.replace-target", Said("there is no piece on {square} to replace", square=name))
    if start + step != target:
        return Reason(
            "pit.replace-adjacent", Said("{square} is not next to {start}", square=name, start=square_name(start))
        )
    return _barrier_in_way(start, step) if _is_closed(state, start, step) else None


def _slide_refusal(state: Pit, start: int, target: int) -> Reason | None:
    step = _step(start, target)
    if state.pawns.has(start) and start + step != target:
        return Reason("pit.pawn-step", Said("the pawn on {square} moves one square only", square=square_name(start)))
    for here in range(start, target, step):
        if _is_closed(state, here, step):
            return _barrier_in_way(here, step)
        reached = here + step
        if reached != target and state.holes.has(reached):
            return Reason("pit.hole-in-way", Said("the hole {hole} is in the way", hole=square_name(reached)))
        if state.pieces().has(reached):
            return _piece_in_way(state, start, reached, target)
    return None


def _piece_in_way(state: Pit, start: int, reached: int, target: int) -> Reason:
    name = square_name(reached)
    is_enemy = not (bit(reached) & state.pieces_of(state.turn))
    if reached == target and is_enemy and abs(target - start) in (1, WIDTH):
        return Reason(
            "pit.replace-target",
            Said("{square} holds an opponent's piece; replacing it is written with an x", square=name),
        )
    taken = Said(
        "the {squares:one=piece|many=pieces} on {squares} {squares:one=is|many=are} in the way",
        squares=Series([name], COMMAS),
    )
    return Reason("pit.piece-in-way", taken)


def priority(state: Pit) -> Reason | None:
    """A turn that would be fine if another kind did not go first."""
    out = [0] * FACTS.most_actions
    count = state.actions(out)
    texts = [action_text(state, action) for action in out[:count]]
    replacements = [text for text in texts if "x" in text]
    if replacements:
        moves = Series(sorted(replacements), COMMAS)
        return Reason("pit.priority-replacement", Said("a replacement goes first: {moves}", moves=moves))
    into_holes = [text for text in texts if "-" in text and state.holes.has(GRID.square(text.partition("-")[2]) or 0)]
    if into_holes and len(into_holes) == len(texts):
        moves = Series(sorted(into_holes), COMMAS)
        return Reason("pit.priority-hole", Said("a piece next to a hole must enter it: {moves}", moves=moves))
    return None

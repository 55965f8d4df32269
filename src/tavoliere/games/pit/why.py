"""Why a part of a turn of Pit is not allowed, in the words of the rules."""

from __future__ import annotations

import re

from tavoliere.core.bits import bit128 as bit
from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.squares import coordinates_of
from tavoliere.games.pit.notation import ORDERS, SEATS, SIDES, action_text, square_name
from tavoliere.games.pit.rules import FACTS, NORTH, STEP, WIDTH, Pit

CLAUSES = {
    "pit.board": "All squares of a turn are on the board.",
    "pit.first-turn": "A player's first turn puts the pawn on the board; no barrier is placed.",
    "pit.pawn-square": "The pawn is put on an empty square that is not a hole.",
    "pit.pawn-near-tower": "The pawn is not put next to an opponent's tower.",
    "pit.pawn-on-board": "A pawn is put on the board in the first turn only.",
    "pit.own-piece": "A player moves a piece of the own colour.",
    "pit.line": "A piece moves in a straight line along its row or column.",
    "pit.pawn-step": "A pawn moves one square.",
    "pit.barrier-in-way": "Nothing passes over a barrier.",
    "pit.hole-in-way": "Nothing passes over a hole.",
    "pit.piece-in-way": "Nothing passes over a piece, and a slide ends on an empty square.",
    "pit.replace-adjacent": "A replacement goes to an adjacent square.",
    "pit.replace-target": "A replacement goes to a square that holds an opponent's piece, and is written with an x.",
    "pit.priority-replacement": "If any replacement is possible, the turn must be a replacement.",
    "pit.priority-hole": "If a piece is next to a hole and no replacement is possible, such a piece must enter it.",
    "pit.reserve": "A tower enters from the reserve, as long as there is one.",
    "pit.entry-square": "A tower enters on an empty square that is not a hole.",
    "pit.sight": "An own tower must see the square: same row or column, no hole and no barrier in between.",
    "pit.barrier-rim": "A barrier stands between two squares, not on the board's rim.",
    "pit.barrier-hole": "A barrier is not placed beside a hole.",
    "pit.barrier-there": "A barrier is not placed where one stands.",
    "pit.barrier-due": "After a slide, a replacement or an entry a barrier must be placed.",
    "pit.last-pawn": "A replacement that leaves only the mover in ends the game, and no barrier is placed.",
    "pit.hole-ends-turn": "A piece in a hole ends the turn at once, without a barrier.",
}
NEIGHBOUR_NAMES = ("north", "east", "south", "west")


def refusal(state: Pit, text: str, options: Options) -> Reason:
    if state.reached >= 0:
        return _barrier_refusal(state, text)
    size = int(options["size"])
    names = re.split("[-x]", text.removeprefix("@"))
    for name in names:
        if len(text) > 1 and coordinates_of(name, size, size) is None:
            return Reason("pit.board", f"a board of {size}x{size} has no square {name}")
    squares = [_square(name) for name in names]
    if state.in_hand >> state.turn & 1:
        return _pawn_refusal(state, text, squares)
    if len(text) == 1:
        return Reason("pit.barrier-due", "a barrier follows a move; it is not a turn by itself")
    if text.startswith("@"):
        return _entry_refusal(state, squares[0]) or _priority(state) or _unreachable(text)
    if len(squares) == 1:
        return Reason("pit.pawn-on-board", "the pawn is on the board already")
    is_replacement = "x" in text
    reason = _owner_refusal(state, squares[0], options) or _line_refusal(squares[0], squares[1])
    if reason is None and is_replacement:
        reason = _replacement_refusal(state, squares[0], squares[1])
    elif reason is None:
        reason = _slide_refusal(state, squares[0], squares[1])
    return reason or _priority(state) or _unreachable(text)


def incomplete(state: Pit) -> Reason:
    """Why a turn without its barrier is not a turn."""
    sides = ", ".join(SIDES[direction] for direction in range(4) if state.free_sides() >> direction & 1)
    return Reason("pit.barrier-due", f"a barrier must be placed beside {square_name(state.reached)} ({sides})")


def superfluous(state: Pit, text: str) -> Reason:
    """Why nothing may follow a turn that is complete."""
    if state.in_hand >> state.turn & 1:
        return Reason("pit.first-turn", f"the turn is over after {text}; no barrier is placed in the first turn")
    if "x" in text:
        return Reason("pit.last-pawn", f"{text} ends the game, so no barrier is placed")
    return Reason("pit.hole-ends-turn", f"the turn is over after {text}, and no barrier is placed")


def _square(name: str) -> int:
    column, row = coordinates_of(name, WIDTH, WIDTH) or (0, 0)
    return row * WIDTH + column


def _unreachable(text: str) -> Reason:
    return Reason("pit.line", f"{text} is not a move of any piece")


def _barrier_refusal(state: Pit, text: str) -> Reason:
    if text not in SIDES:
        return Reason("pit.barrier-due", "a barrier must be placed now: n, e, s or w")
    direction = SIDES.index(text)
    square = state.reached
    side = f"the {NEIGHBOUR_NAMES[direction]} side of {square_name(square)}"
    row, column = divmod(square, WIDTH)
    across, up = ((0, 1), (1, 0), (0, -1), (-1, 0))[direction]
    other = square + STEP[direction]
    is_inside = 0 <= row + up < WIDTH and 0 <= column + across < WIDTH
    if not is_inside or not (state.ground | state.holes).has(other):
        return Reason("pit.barrier-rim", f"{side} is the rim of the board")
    if state.holes.has(other):
        return Reason("pit.barrier-hole", f"{side} is beside the hole {square_name(other)}")
    return Reason("pit.barrier-there", f"there is a barrier on {side} already")


def _pawn_refusal(state: Pit, text: str, squares: list[int]) -> Reason:
    if len(squares) != 1 or not text[0].isalpha() or len(text) == 1:
        return Reason("pit.first-turn", "the first turn puts the pawn on the board, written as a square like d2")
    square = squares[0]
    if state.holes.has(square):
        return Reason("pit.pawn-square", f"{text} is a hole")
    if state.pieces().has(square):
        return Reason("pit.pawn-square", f"{text} is taken")
    return Reason("pit.pawn-near-tower", f"{text} is next to an opponent's tower")


def _entry_refusal(state: Pit, square: int) -> Reason | None:
    name = square_name(square)
    if state.reserve() == 0:
        return Reason("pit.reserve", "there is no tower in the reserve")
    if state.holes.has(square):
        return Reason("pit.entry-square", f"{name} is a hole")
    if state.pieces().has(square):
        return Reason("pit.entry-square", f"{name} is taken")
    hidden = [_hidden(state, tower, square) for tower in state.pieces_of(state.turn) & state.towers]
    if all(hidden):
        lined = [why for why in hidden if why and "line" not in why]
        return Reason("pit.sight", f"no own tower sees {name}: {(lined or ['none is in its row or column'])[0]}")
    return None


def _hidden(state: Pit, tower: int, square: int) -> str:
    """What keeps a tower from seeing a square; nothing if it sees it."""
    if _line_refusal(tower, square) is not None:
        return "not on one line"
    step = _step(tower, square)
    for here in range(tower, square, step):
        blocked = _closed(state, here, step)
        if blocked:
            return f"from {square_name(tower)} {blocked} is in between"
        if here != tower and state.holes.has(here):
            return f"from {square_name(tower)} the hole {square_name(here)} is in between"
    return ""


def _owner_refusal(state: Pit, square: int, options: Options) -> Reason | None:
    if state.pieces_of(state.turn).has(square):
        return None
    if not state.pieces().has(square):
        return Reason("pit.own-piece", f"there is no piece on {square_name(square)}")
    owner = SEATS[ORDERS[int(options["players"])][state.owner(square)]].name
    return Reason("pit.own-piece", f"the piece on {square_name(square)} is {owner}'s")


def _line_refusal(start: int, target: int) -> Reason | None:
    if start == target:
        return Reason("pit.line", f"a move ends on another square than {square_name(start)}")
    if start // WIDTH == target // WIDTH or start % WIDTH == target % WIDTH:
        return None
    return Reason("pit.line", f"{square_name(start)} and {square_name(target)} are not on one row or column")


def _step(start: int, target: int) -> int:
    return (1 if start // WIDTH == target // WIDTH else WIDTH) * (1 if target > start else -1)


def _closed(state: Pit, square: int, step: int) -> str:
    """A barrier on the side of a square that a step crosses, in words."""
    other = square + step
    lower = min(square, other)
    is_open = state.open_north if abs(step) == STEP[NORTH] else state.open_east
    return "" if is_open.has(lower) else f"the barrier between {square_name(square)} and {square_name(other)}"


def _replacement_refusal(state: Pit, start: int, target: int) -> Reason | None:
    name = square_name(target)
    step = _step(start, target)
    if state.pieces_of(state.turn).has(target):
        return Reason("pit.replace-target", f"the piece on {name} is your own")
    if not state.pieces().has(target):
        return Reason("pit.replace-target", f"there is no piece on {name} to replace")
    if start + step != target:
        return Reason("pit.replace-adjacent", f"{name} is not next to {square_name(start)}")
    barrier = _closed(state, start, step)
    return Reason("pit.barrier-in-way", f"{barrier} is in the way") if barrier else None


def _slide_refusal(state: Pit, start: int, target: int) -> Reason | None:
    step = _step(start, target)
    if state.pawns.has(start) and start + step != target:
        return Reason("pit.pawn-step", f"the pawn on {square_name(start)} moves one square only")
    for here in range(start, target, step):
        barrier = _closed(state, here, step)
        if barrier:
            return Reason("pit.barrier-in-way", f"{barrier} is in the way")
        reached = here + step
        if reached != target and state.holes.has(reached):
            return Reason("pit.hole-in-way", f"the hole {square_name(reached)} is in the way")
        if state.pieces().has(reached):
            return _piece_in_way(state, start, reached, target)
    return None


def _piece_in_way(state: Pit, start: int, reached: int, target: int) -> Reason:
    name = square_name(reached)
    is_enemy = not (bit(reached) & state.pieces_of(state.turn))
    if reached == target and is_enemy and abs(target - start) in (1, WIDTH):
        return Reason("pit.replace-target", f"{name} holds an opponent's piece; replacing it is written with an x")
    return Reason("pit.piece-in-way", f"the piece on {name} is in the way")


def _priority(state: Pit) -> Reason | None:
    """A turn that would be fine if another kind did not go first."""
    out = [0] * FACTS.most_actions
    count = state.actions(out)
    texts = [action_text(state, action) for action in out[:count]]
    replacements = [text for text in texts if "x" in text]
    if replacements:
        return Reason("pit.priority-replacement", f"a replacement goes first: {', '.join(sorted(replacements))}")
    into_holes = [text for text in texts if "-" in text and state.holes.has(_square(text.partition("-")[2]))]
    if into_holes and len(into_holes) == len(texts):
        return Reason("pit.priority-hole", f"a piece next to a hole must enter it: {', '.join(sorted(into_holes))}")
    return None

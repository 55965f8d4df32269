"""What happened in a turn, told from the referee's positions before and after it.

`EVENTS` lists everything that is looked for. A comparison that never meets a rule says nothing about it, so the tests
demand that each of these was met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.oracles import never_alone, pathwayz, pit, pit_of_pillars, tablut

EVENTS: dict[str, tuple[str, ...]] = {
    "never-alone": (
        "placement", "capture", "only captures were legal", "last piece placed", "pass with pieces in hand",
        "pass with no piece in hand", "placement after a pass", "more points", "equal points", "full board counted",
    ),
    "pathwayz": (
        "normal piece", "permanent piece", "pieces turned over", "pieces turned both ways",
        "permanent piece not turned", "chain by its owner", "chain handed over", "both chains at once", "board full",
    ),
    "pit": (
        "pawn put", "tower slides", "pawn slides", "tower enters", "tower enters behind a piece", "tower replaced",
        "pawn replaced", "tower into a hole", "tower into a hole from afar", "pawn into a hole", "tower isolated",
        "towers of several players isolated", "pawns cut off from every hole", "barrier taken back",
        "out by pawn replaced", "out by pawn in a hole", "out by pawns disconnected", "two out in one turn",
        "won by pawn replaced", "won by pawn in a hole", "won by pawns disconnected", "forced to disconnect",
    ),
    "pit-of-pillars": (
        "very first man", "two men entered", "one man ends the entering stage", "stack moves", "stack splits",
        "split uncovers an enemy", "man enters", "man enters on a stack", "stack of both colours stands",
        "stack above four stands", "capture", "capture of more than four", "capture at reduced capacity",
        "captor left without a stack", "pillar moves", "fresh pillar moves", "no stack left", "no legal move",
        "100 turns without a capture", "repetition",
    ),
    "tablut": (
        "capture", "two captured at once", "three captured at once", "captured against the castle",
        "captured against a camp", "attacker captured in a camp", "king helps to capture", "moved safely in between",
        "moved through a camp", "king captured on the castle", "king captured next to the castle",
        "king captured between two attackers", "king captured against a camp", "king escaped", "no legal move",
        "repetition",
    ),
}  # fmt: skip


def events(game: str, before: Any, turn: str, after: Any) -> Iterator[str]:
    """The events of a turn."""
    return _EVENTS_OF[game](before, turn, after)


def _reason(outcome: tuple[dict[str, float], str] | None) -> str | None:
    return None if outcome is None else outcome[1]


# Tablut


def _tablut(before: tablut.Position, turn: str, after: tablut.Position) -> Iterator[str]:
    origin, arrived = turn.split("-")
    moved = {**before.pieces, arrived: before.pieces[origin]}
    del moved[origin]
    taken = [square for square in moved if square not in after.pieces]
    yield from ("capture", "two captured at once", "three captured at once")[: len(taken)]
    for square in taken:
        opposite = _opposite(arrived, square)
        if moved[square] == "k":
            yield _king_captured(square, opposite)
        else:
            yield from _man_captured(moved, square, opposite, arrived)
    if any(_is_between_enemies(moved, arrived, direction) for direction in ("up", "right")):
        yield "moved safely in between"
    if origin in tablut.CAMP_OF and arrived not in tablut.CAMP_OF and _passes_a_camp(origin, arrived):
        yield "moved through a camp"
    reason = _reason(tablut.outcome(after))
    if reason is not None and reason != "king captured":
        yield reason


def _opposite(arrived: str, victim: str) -> str | None:
    direction = next(way for way, square in tablut.BESIDE[arrived].items() if square == victim)
    return tablut.BESIDE[victim][direction]


def _king_captured(square: str, opposite: str | None) -> str:
    if square == tablut.CASTLE:
        return "king captured on the castle"
    if tablut.CASTLE in tablut.SQUARES_NEXT_TO[square]:
        return "king captured next to the castle"
    return f"king captured {'against a camp' if opposite in tablut.CAMP_OF else 'between two attackers'}"


def _man_captured(moved: dict[str, str], square: str, opposite: str | None, arrived: str) -> Iterator[str]:
    anvil = moved.get(opposite or "")
    if square in tablut.CAMP_OF:
        yield "attacker captured in a camp"
    if "k" in (anvil, moved[arrived]):
        yield "king helps to capture"
    if opposite == tablut.CASTLE and anvil is None:
        yield "captured against the castle"
    if opposite in tablut.CAMP_OF and anvil is None:
        yield "captured against a camp"


def _is_between_enemies(pieces: dict[str, str], square: str, direction: str) -> bool:
    back = {"up": "down", "right": "left"}[direction]
    sides = [pieces.get(tablut.BESIDE[square][way] or "") for way in (direction, back)]
    own_is_black = pieces[square] == "b"
    return all(piece is not None and (piece == "b") != own_is_black for piece in sides)


def _passes_a_camp(origin: str, arrived: str) -> bool:
    line = next(line for line in tablut.LINES[origin] if arrived in line)
    return line[0] in tablut.CAMP_OF


# Pathwayz


def _pathwayz(before: pathwayz.Position, turn: str, after: pathwayz.Position) -> Iterator[str]:
    yield "permanent piece" if turn.endswith("*") else "normal piece"
    turned = {(piece, after.pieces[square]) for square, piece in before.pieces.items() if piece != after.pieces[square]}
    if turned:
        yield "pieces turned over"
    if len(turned) == 2:
        yield "pieces turned both ways"
    around = [before.pieces.get(square, "") for square in pathwayz.AROUND[turn[:2]]]
    if turn.endswith("*") and any(piece.isupper() for piece in around):
        yield "permanent piece not turned"
    outcome = pathwayz.outcome(after)
    if outcome is None:
        return
    if outcome[1] == "board full":
        yield "board full"
    elif outcome[0][before.to_move] == 1:
        yield "chain by its owner"
        if _is_blacks_and_whites(after):
            yield "both chains at once"
    else:
        yield "chain handed over"


def _is_blacks_and_whites(position: pathwayz.Position) -> bool:
    """Whether both chains stand: then the one who moved last has won, whoever that is said to be."""
    other = pathwayz.Position(position.pieces, "w" if position.to_move == "b" else "b")
    first, second = pathwayz.outcome(position), pathwayz.outcome(other)
    return first is not None and second is not None and first[0] != second[0]


# Never Alone


def _never_alone(before: never_alone.Position, turn: str, after: never_alone.Position) -> Iterator[str]:
    mover = before.to_move
    on_board = sum(1 for piece in before.pieces.values() if piece == mover)
    if turn == "pass":
        yield f"pass with {'no piece' if on_board == never_alone.PIECES_EACH else 'pieces'} in hand"
    elif turn.startswith("x"):
        yield "capture"
        if all(legal.startswith("x") for legal in never_alone.legal_turns(before)):
            yield "only captures were legal"
    else:
        yield "placement"
        if before.passes:
            yield "placement after a pass"
    if turn != "pass" and on_board + 1 == never_alone.PIECES_EACH:
        yield "last piece placed"
    reason = _reason(never_alone.outcome(after))
    if reason is not None and reason != "capture":
        yield reason
        if len(after.pieces) == len(never_alone.SQUARES):
            yield "full board counted"


# Pit


def _pit(before: pit.Position, turn: str, after: pit.Position) -> Iterator[str]:
    mover = before.to_move
    side = turn[-1] if turn[-1] in pit.SIDES else ""
    way = turn.removesuffix(side)
    yield from _pit_move(before, way)
    gone = [player for player in before.reserves if player not in after.reserves]
    barriers = len(after.barriers) - len(before.barriers)
    if side and not barriers:
        yield "barrier taken back"
        if all(_disconnects(before, legal) for legal in pit.legal_turns(before)):
            yield "forced to disconnect"
    if barriers:
        yield from _pit_isolation(before, after)
    if len(gone) == 2:
        yield "two out in one turn"
    if gone:
        manner = "won" if pit.outcome(after) is not None else "out"
        reasons = ["pawn replaced"] if [player for player in gone if player != mover] else []
        if mover in gone:
            reasons.append("pawns disconnected" if side else "pawn in a hole")
        yield f"{manner} by {reasons[-1]}"


def _pit_move(before: pit.Position, way: str) -> Iterator[str]:
    """What was moved, and how."""
    if before.to_move in before.pawns_in_hand:
        yield "pawn put"
    elif way.startswith("@"):
        yield "tower enters"
        if not _has_free_sight(before, way[1:]):
            yield "tower enters behind a piece"
    elif "x" in way:
        yield f"{_kind(before.pieces[way.split('x')[1]])} replaced"
    else:
        origin, target = way.split("-")
        piece = _kind(before.pieces[origin])
        if target not in before.board.holes:
            yield f"{piece} slides"
            return
        yield f"{piece} into a hole"
        if target not in pit.neighbours(before.board.size)[origin].values():
            yield f"{piece} into a hole from afar"


def _kind(piece: str) -> str:
    return "pawn" if piece.isupper() else "tower"


def _has_free_sight(position: pit.Position, square: str) -> bool:
    """Whether an own tower could have slid to the square."""
    arrivals = [legal.split("-") for legal in pit.slides(position)]
    return any(target == square and position.pieces[origin].islower() for origin, target in arrivals)


def _disconnects(position: pit.Position, turn: str) -> bool:
    return turn[-1] in pit.SIDES and pit.play(position, turn).barriers == position.barriers


def _pit_isolation(before: pit.Position, after: pit.Position) -> Iterator[str]:
    """Towers that were on the board of players who are still in, and are neither there nor in reserve."""

    def towers(position: pit.Position, player: str) -> int:
        return position.reserves[player] + sum(1 for piece in position.pieces.values() if piece == player)

    hit = [player for player in after.reserves if towers(before, player) > towers(after, player)]
    if hit:
        yield "tower isolated"
    if len(hit) > 1:
        yield "towers of several players isolated"
    within_reach = pit.squares_reached(after.board, after.barriers, sorted(after.board.holes))
    if any(piece.isupper() and square not in within_reach for square, piece in after.pieces.items()):
        yield "pawns cut off from every hole"


# Pit of Pillars


def _pit_of_pillars(before: pit_of_pillars.Position, turn: str, after: pit_of_pillars.Position) -> Iterator[str]:
    first, comma, second = turn.partition(",")
    if before.stage == "e":
        yield "two men entered" if comma else "very first man" if not before.men else "one man ends the entering stage"
        return
    between = pit_of_pillars.do_first_part(before, first)
    yield from _compulsory_part(before, first, between)
    if comma:
        yield "pillar moves"
        if between.captured and second.split("-")[0] == _target(first):
            yield "fresh pillar moves"
    reason = _reason(pit_of_pillars.outcome(after))
    if reason is not None:
        yield reason


def _target(first: str) -> str:
    return first.removeprefix("@").split("-")[-1]


def _compulsory_part(before: pit_of_pillars.Position, first: str, between: pit_of_pillars.FirstPart) -> Iterator[str]:
    target, mover = _target(first), before.to_move
    if first.startswith("@"):
        yield "man enters"
        if target in before.men:
            yield "man enters on a stack"
    else:
        yield "stack moves"
        origin = first.split("-")[0]
        if origin in between.men:
            yield "stack splits"
            if between.men[origin][-1] != mover:
                yield "split uncovers an enemy"
    if not between.captured:
        stack = between.men[target]
        if "w" in stack and "r" in stack:
            yield "stack of both colours stands"
        if len(stack) > 4:
            yield "stack above four stands"
        return
    yield "capture"
    distance = 1 if first.startswith("@") else _distance(*first.split("-"))
    height = distance + len(before.men.get(target, ""))
    if height > 4:
        yield "capture of more than four"
    if height <= len(pit_of_pillars.NEIGHBOURS[target]):
        yield "capture at reduced capacity"
    if not pit_of_pillars.controls_a_stack(between.men, mover):
        yield "captor left without a stack"


def _distance(origin: str, target: str) -> int:
    return abs(ord(origin[0]) - ord(target[0])) + abs(int(origin[1]) - int(target[1]))


_EVENTS_OF: dict[str, Callable[[Any, str, Any], Iterator[str]]] = {
    "never-alone": _never_alone,
    "pathwayz": _pathwayz,
    "pit": _pit,
    "pit-of-pillars": _pit_of_pillars,
    "tablut": _tablut,
}

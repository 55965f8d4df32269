"""Counting: how many sequences of whole turns there are. A game that ends earlier counts once."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence

from tavoliere.core.compiled import compiled, rows
from tavoliere.core.game import ONGOING, Actions, State
from tavoliere.core.position import Position

SLICE_DEPTH = 2


@compiled
def count_turns(state: State, depth: int, outs: MutableSequence[Actions], level: int) -> int:
    """The sequences of `depth` whole turns from a state; in the middle of a turn, that turn is the first."""
    if state.winner != ONGOING:
        return 1
    if depth == 0:
        return 1
    out = outs[level]
    count = state.actions(out)
    total = 0
    for place in range(count):
        after = state.play(out[place])
        if after.mid_turn():
            total += count_turns(after, depth, outs, level + 1)
        elif depth == 1:
            total += 1
        else:
            total += count_turns(after, depth - 1, outs, level + 1)
    return total


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` whole turns begin here, repetition not applied.

    >>> import tavoliere as tv
    >>> [tv.perft(tv.game("never-alone").start(), depth) for depth in range(4)]
    [1, 8, 64, 680]
    """
    return sum(count for count, _, _ in perft_steps(position, depth))


def divide(position: Position, depth: int) -> dict[str, int]:
    """The sequences of `depth` whole turns, counted by their first turn."""
    if depth < 1:
        raise ValueError("divide needs a depth of at least 1")
    start = _unrepeated(position)
    return {move: perft(_unrepeated(start.play(move)), depth - 1) for move in start.legal_moves()}


def perft_steps(position: Position, depth: int) -> Iterator[tuple[int, int, int]]:
    """The count in bounded slices: for each, its number of sequences, its place and the number of slices.

    A slice cannot be interrupted, so the first turns are played here and the rest counted in one go.
    """
    if depth < 0:
        raise ValueError("a depth is not negative")
    roots = [_unrepeated(position)]
    outs = rows(depth * position.game.facts.most_actions_a_turn + 1, position.game.facts.most_actions)
    left = depth
    while left > SLICE_DEPTH and len(roots) < 100:
        roots = [after for root in roots for after in _after_one_turn(root)]
        left -= 1
    for place, root in enumerate(roots):
        yield (count_turns(root.state, left, outs, 0) if root.outcome is None else 1), place, len(roots)


def _after_one_turn(position: Position) -> Iterator[Position]:
    """The positions after each whole turn; a finished one stands for itself."""
    if position.outcome is not None:
        yield position
        return
    for action in position.actions():
        after = (
            _unrepeated(position.act(action)) if not position.state.play(action).mid_turn() else position.act(action)
        )
        if after.pending:
            yield from _after_one_turn(after)
        else:
            yield after


def _unrepeated(position: Position) -> Position:
    """The position before the turn, with its history forgotten."""
    return Position._first(position.game, position.before_turn()._state)

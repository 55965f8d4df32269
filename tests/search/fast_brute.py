"""The brute force of `brute.py` in machine code: trying everything again, about a hundred times as fast.

It knows the rules and nothing of the search: no window, no table, no evaluation, no order. `Fast` and `certain` mean
what `Brute` and `certain` mean in `brute.py`, and a test compares them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import MutableSequence
from typing import NamedTuple

import tavoliere as tv
from tavoliere.core.compiled import compiled, row, rows
from tavoliere.core.game import DRAW, ONGOING, Actions, State
from tests.search.brute import END, Bounds, TooManyNodes

MOST_NODES = 1_000_000
USED, LIMIT, KNOWN = range(3)
# Two numbers in one: a lowest and a highest value, or a result and whether nothing could change it.
PLACE = 4096
NOBODY = DRAW + 1


class Paper(NamedTuple):
    """What a brute force writes on."""

    actions: MutableSequence[Actions]  # by ply
    past: Actions  # keys of the game so far, then of the plies; -1 in the middle of a turn
    counts: Actions


@compiled
def ended(after: State, ply: int, repetition: int, paper: Paper) -> int:
    """The winner after an action, `DRAW` after one that repeats a position too often, or `ONGOING`."""
    if repetition == 0 or after.winner != ONGOING:
        return after.winner
    here = paper.counts[KNOWN] + ply
    paper.past[here] = -1
    if after.mid_turn():
        return ONGOING
    key = after.key()
    paper.past[here] = key
    found = 1
    for earlier in range(here):
        if paper.past[earlier] == key:
            found += 1
    return DRAW if found >= repetition else ONGOING


@compiled
def packed_bounds(state: State, me: int, depth: int, ply: int, repetition: int, paper: Paper) -> int:
    """The lowest and the highest value of a state in which the game goes on, after so many actions."""
    actions = paper.actions[ply]
    count = state.actions(actions)
    paper.counts[USED] += count
    is_mine = state.turn == me
    low = high = -END if is_mine else END
    for place in range(count):
        if paper.counts[USED] > paper.counts[LIMIT]:
            break
        after = state.play(actions[place])
        winner = ended(after, ply, repetition, paper)
        if winner == DRAW:
            lowest = highest = 0
        elif winner != ONGOING:
            lowest = highest = END - ply - 1 if winner == me else ply + 1 - END
        elif ply + 1 >= depth:
            lowest, highest = ply + 2 - END, END - ply - 2
        else:
            packed = packed_bounds(after, me, depth, ply + 1, repetition, paper)
            lowest, highest = packed // PLACE - END, packed % PLACE - END
        if is_mine:
            low, high = max(low, lowest), max(high, highest)
        else:
            low, high = min(low, lowest), min(high, highest)
    return (low + END) * PLACE + high + END


@compiled
def packed_certain(state: State, depth: int, ply: int, repetition: int, paper: Paper) -> int:
    """The winner that nobody can prevent, `DRAW` or `NOBODY`, and whether nothing beyond the depth could change it."""
    actions = paper.actions[ply]
    count = state.actions(actions)
    paper.counts[USED] += count
    is_won = is_drawn = is_open = False
    is_complete = is_same = True
    first = NOBODY
    for place in range(count):
        if paper.counts[USED] > paper.counts[LIMIT]:
            break
        after = state.play(actions[place])
        result, complete = ended(after, ply, repetition, paper), 1
        if result == ONGOING:
            packed = NOBODY * 2
            if ply + 1 < depth:
                packed = packed_certain(after, depth, ply + 1, repetition, paper)
            result, complete = packed // 2, packed % 2
        is_won |= result == state.turn
        is_drawn |= result == DRAW
        is_open |= result == NOBODY
        is_complete &= complete == 1
        is_same &= place == 0 or result == first
        first = result
    if is_won:
        return state.turn * 2 + 1
    if is_open:
        return NOBODY * 2 + (1 if is_complete else 0)
    if is_drawn:
        return DRAW * 2 + 1
    return (first if is_same else NOBODY) * 2 + 1


def paper_for(position: tv.Position, depth: int, nodes: int) -> tuple[int, Paper]:
    """The occurrence that draws, 0 for none, and the paper for a search from a position."""
    facts = position.game.facts
    past = position.past_keys() if facts.repetition else []
    paper = Paper(rows(depth + 1, facts.most_actions), row(len(past) + depth + 1), row(3))
    for place, key in enumerate(past):
        paper.past[place] = key
    paper.counts[LIMIT], paper.counts[KNOWN] = nodes, len(past)
    return facts.repetition or 0, paper


@dataclasses.dataclass
class Fast:
    """Tries everything for one player, up to a number of actions and of nodes."""

    me: str
    depth: int
    nodes: int = MOST_NODES

    def bounds(self, position: tv.Position, ply: int = 0) -> Bounds:
        """The lowest and the highest value that the position can have, after so many actions."""
        if position.outcome is not None:
            winner = position.outcome.winner
            value = 0 if winner is None else END - ply if winner == self.me else ply - END
            return value, value
        if ply >= self.depth:
            return ply + 1 - END, END - ply - 1
        repetition, paper = paper_for(position, self.depth, self.nodes)
        # The position is part of its own past: the next key follows it, whatever the ply is called.
        paper.counts[KNOWN] -= ply
        me = position.game.players.index(self.me)
        packed = int(packed_bounds(position.state, me, self.depth, ply, repetition, paper))
        self.nodes -= int(paper.counts[USED])
        if self.nodes < 0:
            raise TooManyNodes
        return packed // PLACE - END, packed % PLACE - END


def certain(position: tv.Position, depth: int, nodes: int = MOST_NODES) -> tuple[str | None, bool]:
    """The winner that nobody can prevent, `draw`, or None; and whether nothing beyond the depth could change that."""
    if position.outcome is not None:
        return position.outcome.winner or "draw", True
    if depth == 0:
        return None, False
    repetition, paper = paper_for(position, depth, nodes)
    packed = int(packed_certain(position.state, depth, 0, repetition, paper))
    if paper.counts[USED] > nodes:
        raise TooManyNodes
    result: str | None = None
    if packed // 2 == DRAW:
        result = "draw"
    elif packed // 2 != NOBODY:
        result = position.game.players[packed // 2]
    return result, packed % 2 == 1


class Solved(NamedTuple):
    """A value for the player to move, the depth that proves it, and how many nodes there are up to that depth."""

    value: int
    depth: int
    nodes: int


def solved(position: tv.Position, most_depth: int, nodes: int = MOST_NODES) -> Solved | None:
    """The value of a position with the least depth that proves it; None if that takes too much."""
    for depth in range(1, most_depth + 1):
        brute = Fast(position.turn, depth, nodes)
        try:
            low, high = brute.bounds(position)
        except TooManyNodes:
            return None
        if low == high:
            return Solved(low, depth, nodes - brute.nodes)
    return None


def after_turn(position: tv.Position, move: str, depth: int, nodes: int = MOST_NODES) -> Bounds:
    """What a whole turn is worth for the player who makes it, counted from before the turn."""
    actions = position.turn_to_actions(move)
    return Fast(position.turn, depth, nodes).bounds(position.play(move), len(actions))

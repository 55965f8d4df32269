"""Games with as little around the search as possible: what the tuner plays by the thousand, and the search that any
game on bare states rests on.

A search here is alpha-beta by a number of nodes, on a desk that whoever asks keeps or clears. In a contest both sides
keep their tables through the game, which ends when a player is certain to win and is drawn when it takes too long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tavoliere.core.game import DRAW, ONGOING, Evaluation, State
from tavoliere.core.position import Position
from tavoliere.search.kernels import alphabeta
from tavoliere.search.kernels.alphabeta import (
    FAR,
    FINISHED,
    INFINITE,
    JUDGED,
    RESTRICTED,
    ROOT_ACTIONS,
    WIN,
    Desk,
    descend,
)
from tavoliere.search.kernels.contest import prepared, repeats, settled

TABLE_ENTRIES = 1 << 14
MOST_DEPTH = 40

# The loops over depths and turns are plain Python: a kernel that calls the recursion does not survive the disk cache.


class Found(NamedTuple):
    """What a search has found: a value for the side to act, and the first actions of its line, one at least."""

    value: int
    line: list[int]


def thought(state: State, judge: Evaluation, players: int, nodes: int, repetition: int, desk: Desk) -> int:
    """What the side to act thinks of a state; the action it chooses is the first of the desk's roots."""
    if prepared(state, nodes, desk) == 1:
        return 0
    return deepened(state, judge, players, repetition, desk, stops_at_proof=True).value


def deepened(
    state: State,
    judge: Evaluation,
    players: int,
    repetition: int,
    desk: Desk,
    *,
    depth: int = MOST_DEPTH,
    longest_line: int = 1,
    stops_at_proof: bool = False,
) -> Found:
    """Search a state whose actions are on the desk deeper and deeper, until the desk's nodes are used up or the result
    is certain. A shorter win than the first one that turns up is looked for unless a proof is all that is wanted.
    """
    counts, value, line = desk.counts, 0, []
    for deep in range(1, depth + 1):
        judged_before = counts[JUDGED]
        found = descend(state, judge, state.turn, players, deep, -INFINITE, INFINITE, 0, repetition, True, desk)
        if settled(desk):
            value = int(found)
            line = [int(desk.line[0][place]) for place in range(min(desk.lengths[0], longest_line))]
        is_certain = abs(value) > FAR and (stops_at_proof or deep >= WIN - abs(value))
        if counts[FINISHED] != 0 or is_certain or counts[JUDGED] == judged_before:
            break
    return Found(value, line or [int(desk.roots[0])])


def restrict(desk: Desk, actions: Sequence[int]) -> None:
    """Leave only some of the actions on a desk that was made ready for a search."""
    counts = desk.counts
    counts[RESTRICTED] = int(len(actions) < counts[ROOT_ACTIONS])
    for place, action in enumerate(actions):
        desk.roots[place] = action
    counts[ROOT_ACTIONS] = len(actions)


def contested(
    position: Position, new: Any, old: Any, seat: int, nodes: int, longest: int, old_nodes: int | None = None
) -> int:
    """Who wins when one seat plays by the new weights and all others by the old; `DRAW` if nobody does. The others have
    as many nodes if nothing is said about theirs.
    """
    facts = position.game.facts
    players = len(position.game.players)
    repetition = facts.repetition or 0
    past = position.past_keys() if repetition else []
    room = [0] * (len(past) + longest)
    limits = nodes, nodes if old_nodes is None else old_nodes
    entries = max(TABLE_ENTRIES, 1 << max(limits).bit_length())
    mine, theirs = (
        alphabeta.new_desk(facts.most_actions, facts.action_count, players, room, entries) for _ in range(2)
    )
    for desk in (mine, theirs):
        alphabeta.set_past(desk, past)
    state = position.state
    for _ in range(longest):
        judge, desk, limit = (new, mine, limits[0]) if state.turn == seat else (old, theirs, limits[1])
        if thought(state, judge, players, limit, repetition, desk) > FAR:
            return int(state.turn)
        state = state.play(int(desk.roots[0]))
        if state.winner != ONGOING:
            return int(state.winner)
        if repetition and not state.mid_turn():
            key = state.key()
            if repeats(key, repetition, mine) or repeats(key, repetition, theirs):
                return DRAW
    return DRAW

"""A whole game between two evaluations with as little around the search as possible: what the tuner plays by the
thousand.

Both sides search with alpha-beta and the same number of nodes for each action. A side keeps its table through the
game. A game ends when a player is certain to win, and is drawn when it takes too long.
"""

from __future__ import annotations

from typing import Any

from tavoliere.core.game import DRAW, ONGOING, Evaluation, State
from tavoliere.core.position import Position
from tavoliere.search.kernels import alphabeta
from tavoliere.search.kernels.alphabeta import FAR, FINISHED, INFINITE, JUDGED, Desk, descend
from tavoliere.search.kernels.contest import prepared, repeats, settled

TABLE_ENTRIES = 1 << 14
MOST_DEPTH = 40

# The loops over depths and turns are plain Python: a kernel that calls the recursion does not survive the disk cache.


def thought(state: State, judge: Evaluation, players: int, nodes: int, repetition: int, desk: Desk) -> int:
    """What the side to act thinks of a state; the action it chooses is the first of the desk's roots."""
    value = 0
    if prepared(state, nodes, desk) == 1:
        return value
    counts = desk.counts
    for depth in range(1, MOST_DEPTH + 1):
        judged_before = counts[JUDGED]
        found = descend(state, judge, state.turn, players, depth, -INFINITE, INFINITE, 0, repetition, True, desk)
        if settled(desk):
            value = int(found)
        if counts[FINISHED] != 0 or abs(value) > FAR or counts[JUDGED] == judged_before:
            break
    return value


def contested(position: Position, new: Any, old: Any, seat: int, nodes: int, longest: int) -> int:
    """Who wins when one seat plays by the new weights and all others by the old; `DRAW` if nobody does."""
    facts = position.game.facts
    players = len(position.game.players)
    repetition = facts.repetition or 0
    past = position.past_keys() if repetition else []
    room = [0] * (len(past) + longest)
    mine, theirs = (
        alphabeta.new_desk(facts.most_actions, facts.action_count, players, room, TABLE_ENTRIES) for _ in range(2)
    )
    for desk in (mine, theirs):
        alphabeta.set_past(desk, past)
    state = position.state
    for _ in range(longest):
        judge, desk = (new, mine) if state.turn == seat else (old, theirs)
        if thought(state, judge, players, nodes, repetition, desk) > FAR:
            return int(state.turn)
        state = state.play(int(desk.roots[0]))
        if state.winner != ONGOING:
            return int(state.winner)
        if repetition and not state.mid_turn():
            key = state.key()
            if repeats(key, repetition, mine) or repeats(key, repetition, theirs):
                return DRAW
    return DRAW

"""Monte Carlo tree search over any game: any number of players, turns of several actions, proven results.

The tree is a set of flat arrays. A node holds a value for every player, so nobody assumes that players alternate or
that there are two. A node whose result is certain is marked as proven, and proofs travel up: a mover with a proven win
has won, one whose actions are all proven gets the best of them. Repetition is seen inside the tree.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from typing import NamedTuple

from tavoliere.core.compiled import compiled, reals, row
from tavoliere.core.game import DRAW, MOST_PLAYERS, ONGOING, Actions, State
from tavoliere.core.rng import Rng, below

UNPROVEN = -1
LONGEST_PATH = 4096
Numbers = Actions


class Tree(NamedTuple):
    """The nodes of a search, by number; the root is node 0 at first and may become another one later."""

    first: Numbers  # the first child, 0 while there is none
    children: Numbers  # how many children there are
    action: Numbers  # the action that leads to the node
    visits: Numbers
    proven: Numbers  # the winner or DRAW where the result is certain, else UNPROVEN
    totals: MutableSequence[float]  # the sum of results, MOST_PLAYERS places a node
    used: Numbers  # one place: how many nodes there are


def new_tree(nodes: int) -> Tree:
    """Room for so many nodes: about 72 bytes each."""
    tree = Tree(
        row(nodes), row(nodes), row(nodes), row(nodes), row(nodes), reals(MOST_PLAYERS * nodes), row(1)
    )  # fmt: skip
    tree.used[0] = 1
    tree.proven[0] = UNPROVEN
    return tree


@compiled
def best_child(tree: Tree, node: int, mover: int, exploration: float) -> int:
    """The child to look at next: a proven win, else one not yet visited, else the one with the highest bound."""
    first = tree.first[node]
    log_visits = math.log(tree.visits[node] + 1.0)
    best = -1.0
    chosen = first
    for child in range(first, first + tree.children[node]):
        proven = tree.proven[child]
        if proven == mover:
            return child
        visits = tree.visits[child]
        if proven != UNPROVEN:
            bound = 0.5 if proven == DRAW else 0.0
        elif visits == 0:
            bound = 1e9
        else:
            bound = tree.totals[MOST_PLAYERS * child + mover] / visits + exploration * math.sqrt(log_visits / visits)
        if bound > best:
            best = bound
            chosen = child
    return chosen


@compiled
def settle(tree: Tree, node: int, mover: int) -> None:
    """Mark a node as proven if its children allow it.

    A child that wins for the mover settles it. Otherwise all children must be proven: then a draw is the best the
    mover has, and a loss is certain only if all lead to the same winner, since nobody can say which of several others
    a losing player will favour.
    """
    first = tree.first[node]
    same = tree.proven[first]
    drawn = False
    complete = True
    for child in range(first, first + tree.children[node]):
        proven = tree.proven[child]
        if proven == mover:
            tree.proven[node] = mover
            return
        if proven == UNPROVEN:
            complete = False
        if proven == DRAW:
            drawn = True
        if proven != same:
            same = UNPROVEN
    if complete:
        tree.proven[node] = DRAW if drawn else same


@compiled
def occurrences(keys: Numbers, count: int, key: int) -> int:
    """How often a key stands among the first ones."""
    found = 0
    for place in range(count):
        if keys[place] == key:
            found += 1
    return found


@compiled
def search(
    root: State, node: int, tree: Tree, simulations: int, exploration: float, longest: int, repetition: int,
    keys: Numbers, known: int, rng: Rng, out: Numbers, path: Numbers, movers: Numbers,
) -> int:  # fmt: skip
    """Simulate games from a node that stands for the root state; returns how many, fewer if the root gets proven.

    A random game is cut after `longest` actions and counts as drawn. `repetition` is the occurrence of a position
    that draws, 0 where none does; `keys` begins with the `known` keys of the game so far and has room for more.
    """
    capacity = len(tree.visits)
    for simulation in range(simulations):
        if tree.proven[node] != UNPROVEN:
            return simulation
        state = root
        here = node
        depth = 0
        path[0] = here
        result = state.winner
        while result == ONGOING and tree.first[here] > 0 and depth < len(path) - 1:
            movers[depth] = state.turn
            here = best_child(tree, here, state.turn, exploration)
            state = state.play(tree.action[here])
            depth += 1
            path[depth] = here
            result = state.winner
            if tree.proven[here] != UNPROVEN:
                result = tree.proven[here]
            elif result == ONGOING and repetition > 0 and not state.mid_turn() and known + depth < len(keys):
                key = state.key()
                keys[known + depth - 1] = key
                if occurrences(keys, known + depth - 1, key) + 1 >= repetition:
                    result = DRAW
            elif repetition > 0 and known + depth < len(keys):
                keys[known + depth - 1] = -1
        if result != ONGOING:
            tree.proven[here] = result
        elif tree.used[0] + len(out) <= capacity and (tree.visits[here] > 0 or here == node) and depth < len(path) - 1:
            expand(state, here, tree, out)
            movers[depth] = state.turn
            here = tree.first[here] + below(rng, tree.children[here])
            state = state.play(tree.action[here])
            depth += 1
            path[depth] = here
            result = state.winner
            if result != ONGOING:
                tree.proven[here] = result
        steps = 0
        while result == ONGOING and steps < longest:
            state = state.play(state.random_action(rng, out))
            result = state.winner
            steps += 1
        for place in range(depth, -1, -1):
            visited = path[place]
            tree.visits[visited] += 1
            if result == DRAW or result == ONGOING:
                for player in range(MOST_PLAYERS):
                    tree.totals[MOST_PLAYERS * visited + player] += 0.5
            else:
                tree.totals[MOST_PLAYERS * visited + result] += 1.0
            if place < depth and tree.proven[path[place + 1]] != UNPROVEN and tree.proven[visited] == UNPROVEN:
                settle(tree, visited, movers[place])
    return simulations


@compiled
def expand(state: State, node: int, tree: Tree, out: Numbers) -> None:
    """Give a node a child for every legal action."""
    count = state.actions(out)
    first = tree.used[0]
    tree.used[0] += count
    tree.first[node] = first
    tree.children[node] = count
    for place in range(count):
        child = first + place
        tree.action[child] = out[place]
        tree.first[child] = 0
        tree.children[child] = 0
        tree.visits[child] = 0
        tree.proven[child] = UNPROVEN
        for player in range(MOST_PLAYERS):
            tree.totals[MOST_PLAYERS * child + player] = 0.0

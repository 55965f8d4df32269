"""Monte Carlo tree search over any game: any number of players, turns of several actions, proven results.

The tree is a set of flat arrays. A node holds a value for every player, so nobody assumes that players alternate or
that there are two. A node whose result is certain is marked as proven, and proofs travel up: a mover with a proven win
has won, one whose actions are all proven gets the best of them. Repetition is seen inside the tree.

A new leaf is judged by a random game to its end, by an evaluation after some random actions, or by the evaluation at
once. With priors, a node that grows looks at each of its actions through the evaluation first.

In the words of the trade this is UCT (UCB1 in trees) with random rollouts, or PUCT where there are priors, with the
MCTS-Solver for any number of players (max^n). A simulation selects, expands, rolls out and backs up.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from typing import NamedTuple

from tavoliere.core.compiled import compiled, reals, row, shorts
from tavoliere.core.game import DRAW, MOST_PLAYERS, ONGOING, Actions, Evaluation, State
from tavoliere.core.rng import Rng, below
from tavoliere.search.kernels.alphabeta import judged

UNPROVEN = -1
LONGEST_PATH = 4096
UNCUT = -1
CERTAIN = 8.0
STOP, DEEPEST = 0, 1
PROOFS = 2
Numbers = Actions
Reals = MutableSequence[float]


class Tree(NamedTuple):
    """The nodes of a search, by number; the root is node 0."""

    first: Numbers  # the first child, 0 while there is none
    children: Numbers  # how many children there are
    action: Numbers  # the action that leads to the node
    visits: Numbers
    proven: Numbers  # the winner or DRAW where the result is certain, else UNPROVEN
    totals: Reals  # the sum of results, as many places a node as there are players
    prior: Reals  # how much a node was expected to be worth looking at; without priors 1 / sqrt(visits), for bounds
    used: Numbers  # one place: how many nodes there are


class Setting(NamedTuple):
    """How to search."""

    exploration: float
    priors: float  # how sharply the evaluation's first look guides the search; 0 for none, and plain bounds
    cut: int  # random actions before the evaluation judges; UNCUT for games to the end
    longest: int  # a random game is cut after so many actions and counts as drawn
    solver: int  # 1 if certain results are used, 2 if nothing but proofs is looked for
    repetition: int  # the occurrence of a position that draws, 0 where none does
    players: int
    reserve: int  # nodes that only the actions of the turn under way may use, however full the tree is


class Scratch(NamedTuple):
    """What a search writes on besides the tree."""

    keys: Numbers  # keys of the game so far, then of the path
    out: Numbers
    path: Numbers
    movers: Numbers
    values: Reals
    counts: Numbers  # STOP, set by another thread; DEEPEST, the longest path so far


def new_tree(nodes: int, players: int) -> Tree:
    """Room for so many nodes: 28 bytes each and 8 more for each player."""
    # A node is written when it comes into being. To clear room for millions first takes longer than a stop may.
    tree = Tree(
        shorts(nodes, blank=False), shorts(nodes, blank=False), shorts(nodes, blank=False), shorts(nodes, blank=False),
        shorts(nodes, blank=False), reals(players * nodes, blank=False), reals(nodes, blank=False), row(1),
    )  # fmt: skip
    tree.used[0] = 1
    tree.first[0] = tree.children[0] = tree.action[0] = tree.visits[0] = 0
    tree.proven[0], tree.prior[0] = UNPROVEN, 0.0
    for player in range(players):
        tree.totals[player] = 0.0
    return tree


def new_scratch(past: list[int], most_actions: int) -> Scratch:
    scratch = Scratch(
        row(len(past) + LONGEST_PATH), row(most_actions), row(LONGEST_PATH), row(LONGEST_PATH), reals(MOST_PLAYERS),
        row(2),
    )  # fmt: skip
    for place, key in enumerate(past):
        scratch.keys[place] = key
    return scratch


@compiled
def best_by_bound(tree: Tree, node: int, mover: int, setting: Setting) -> int:
    """A proven win, else a child not yet visited, else the one with the highest upper bound (UCB1)."""
    first = tree.first[node]
    width = setting.exploration * math.sqrt(math.log(tree.visits[node] + 1.0))
    players = setting.players
    best = -1.0
    chosen = first
    for child in range(first, first + tree.children[node]):
        proven = tree.proven[child]
        spread = tree.prior[child]
        bound = (tree.totals[players * child + mover] * spread + width) * spread
        if proven != UNPROVEN:
            if proven == mover:
                return child
            bound = 1.0 / players if proven == DRAW and setting.solver < PROOFS else 0.0
        elif spread == 0.0:
            return child
        if bound > best:
            best = bound
            chosen = child
    return chosen


@compiled
def best_by_prior(tree: Tree, node: int, mover: int, setting: Setting) -> int:
    """The child with the best mixture of value and prior (PUCT); a new one counts as a little worse than its parent
    (first play urgency).
    """
    first = tree.first[node]
    players = setting.players
    visited = max(1, tree.visits[node])
    width = setting.exploration * math.sqrt(visited)
    fresh = tree.totals[players * node + mover] / visited - 0.1
    best = -1e9
    chosen = first
    for child in range(first, first + tree.children[node]):
        proven = tree.proven[child]
        visits = tree.visits[child]
        if proven != UNPROVEN:
            if proven == mover:
                return child
            bound = 1.0 / players if proven == DRAW and setting.solver < PROOFS else -1.0
        else:
            value = tree.totals[players * child + mover] / visits if visits > 0 else fresh
            bound = value + width * tree.prior[child] / (1.0 + visits)
        if bound > best:
            best = bound
            chosen = child
    return chosen


@compiled
def settle(tree: Tree, node: int, mover: int) -> None:
    """Mark a node as proven if its children allow it (MCTS-Solver).

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
def chances(state: State, judge: Evaluation, players: int, values: Reals) -> None:
    """What each player can expect, by the evaluation."""
    if players == 2:
        values[0] = 1.0 / (1.0 + math.exp(-0.001 * max(-20000, min(20000, judge.balance(state)))))
        values[1] = 1.0 - values[0]
        return
    total = 0.0
    for player in range(players):
        values[player] = math.exp(0.001 * max(-20000, min(20000, judge.strength(state, player))))
        total += values[player]
    for player in range(players):
        values[player] /= total


@compiled
def expand(state: State, judge: Evaluation, node: int, tree: Tree, setting: Setting, out: Numbers) -> None:
    """Give a node a child for every legal action."""
    count = state.actions(out)
    players = setting.players
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
        tree.prior[child] = 0.0
        for player in range(players):
            tree.totals[players * child + player] = 0.0
    if setting.priors > 0.0:
        look_ahead(state, judge, node, tree, setting)


@compiled
def look_ahead(state: State, judge: Evaluation, node: int, tree: Tree, setting: Setting) -> None:
    """Prefer the children that the evaluation likes, and mark the ends of the game among them."""
    first = tree.first[node]
    mover = state.turn
    highest = -1e9
    for child in range(first, first + tree.children[node]):
        after = state.play(tree.action[child])
        if after.winner != ONGOING:
            if setting.solver != 0:
                tree.proven[child] = after.winner
            liking = CERTAIN if after.winner == mover else -CERTAIN if after.winner != DRAW else 0.0
        else:
            liking = 0.001 * (judged(after, judge, mover, setting.players) + judge.promise(state, tree.action[child]))
            liking = max(-CERTAIN, min(CERTAIN, liking))
        tree.prior[child] = liking
        highest = max(highest, liking)
    total = 0.0
    for child in range(first, first + tree.children[node]):
        tree.prior[child] = math.exp(setting.priors * (tree.prior[child] - highest))
        total += tree.prior[child]
    for child in range(first, first + tree.children[node]):
        tree.prior[child] /= total


@compiled
def search(  # noqa: C901 - one loop that a compiler can keep in registers
    root: State, judge: Evaluation, node: int, tree: Tree, simulations: int, setting: Setting, known: int, rng: Rng,
    scratch: Scratch,
) -> int:  # fmt: skip
    """Simulate games from a node that stands for the root state; returns how many.

    They are fewer if the root gets proven, and if somebody sets the stop mark. `known` says how many keys of the game
    so far stand in the scratch row.
    """
    capacity = len(tree.visits)
    players = setting.players
    path, movers, keys = scratch.path, scratch.movers, scratch.keys
    for simulation in range(simulations):
        if tree.proven[node] != UNPROVEN or scratch.counts[STOP] != 0:
            return simulation
        state = root
        here = node
        depth = 0
        path[0] = here
        result = state.winner
        while result == ONGOING and tree.first[here] > 0 and depth < len(path) - 1:
            movers[depth] = state.turn
            if setting.priors > 0.0:
                here = best_by_prior(tree, here, state.turn, setting)
            else:
                here = best_by_bound(tree, here, state.turn, setting)
            state = state.play(tree.action[here])
            depth += 1
            path[depth] = here
            result = state.winner
            if tree.proven[here] != UNPROVEN:
                result = tree.proven[here]
            elif setting.repetition > 0 and known + depth < len(keys):
                keys[known + depth - 1] = -1
                if result == ONGOING and not state.mid_turn():
                    key = state.key()
                    keys[known + depth - 1] = key
                    if occurrences(keys, known + depth - 1, key) + 1 >= setting.repetition:
                        result = DRAW
        if result != ONGOING:
            if setting.solver != 0:
                tree.proven[here] = result
        elif (
            tree.used[0] + len(scratch.out) <= capacity - (0 if here == node else setting.reserve)
            and depth < len(path) - 1
            and (setting.priors > 0.0 or tree.visits[here] > 0 or here == node)
        ):
            expand(state, judge, here, tree, setting, scratch.out)
            movers[depth] = state.turn
            if setting.priors > 0.0:
                if setting.solver != 0:
                    settle(tree, here, state.turn)
                    if tree.proven[here] != UNPROVEN:
                        result = tree.proven[here]
            else:
                here = tree.first[here] + below(rng, tree.children[here])
                state = state.play(tree.action[here])
                depth += 1
                path[depth] = here
                result = state.winner
                if result != ONGOING and setting.solver != 0:
                    tree.proven[here] = result
        steps = 0
        longest = setting.longest if setting.cut == UNCUT else setting.cut
        while result == ONGOING and steps < longest:
            state = state.play(state.random_action(rng, scratch.out))
            result = state.winner
            steps += 1
        if result == ONGOING and setting.cut != UNCUT:
            chances(state, judge, players, scratch.values)
        elif result == DRAW or result == ONGOING:
            for player in range(players):
                scratch.values[player] = 1.0 / players
        else:
            for player in range(players):
                scratch.values[player] = 1.0 if player == result else 0.0
        scratch.counts[DEEPEST] = max(scratch.counts[DEEPEST], depth)
        for place in range(depth, -1, -1):
            visited = path[place]
            tree.visits[visited] += 1
            if setting.priors == 0.0:
                tree.prior[visited] = 1.0 / math.sqrt(tree.visits[visited])
            for player in range(players):
                tree.totals[players * visited + player] += scratch.values[player]
            if (
                setting.solver != 0
                and place < depth
                and tree.proven[path[place + 1]] != UNPROVEN
                and tree.proven[visited] == UNPROVEN
            ):
                settle(tree, visited, movers[place])
    return simulations


@compiled
def path_below(state: State, node: int, tree: Tree, key: int, path: Numbers, length: int) -> int:
    """Write the actions below a node to the first visited one that stands for the position with a key; how many they
    are, or -1.
    """
    first = tree.first[node]
    if first == 0 or length == len(path):
        return -1
    for child in range(first, first + tree.children[node]):
        if tree.visits[child] == 0:
            continue
        path[length] = tree.action[child]
        after = state.play(tree.action[child])
        if after.winner != ONGOING:
            continue
        if not after.mid_turn() and after.full_key() == key:
            return length + 1
        found = path_below(after, child, tree, key, path, length + 1)
        if found >= 0:
            return found
    return -1


@compiled
def transplant(old: Tree, root: int, new: Tree, waiting: Numbers) -> None:
    """Copy a node and all below it to a fresh tree, where it becomes the root."""
    players = len(old.totals) // len(old.visits)
    waiting[0] = root
    copy_node(old, root, new, 0, players)
    here = 0
    new.used[0] = 1
    while here < new.used[0]:
        source = waiting[here]
        if old.first[source] > 0:
            count = old.children[source]
            new.first[here] = new.used[0]
            new.children[here] = count
            for place in range(count):
                target = new.used[0] + place
                waiting[target] = old.first[source] + place
                copy_node(old, old.first[source] + place, new, target, players)
            new.used[0] += count
        here += 1


@compiled
def copy_node(old: Tree, source: int, new: Tree, target: int, players: int) -> None:
    new.first[target] = 0
    new.children[target] = 0
    new.action[target] = old.action[source]
    new.visits[target] = old.visits[source]
    new.proven[target] = old.proven[source]
    new.prior[target] = old.prior[source]
    for player in range(players):
        new.totals[players * target + player] = old.totals[players * source + player]

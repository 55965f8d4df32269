"""Players: whoever chooses turns. One protocol for all of them, so that any can take any seat.

A player is made for a seed and keeps nothing between turns that would change its answers: the same position, seed and
node budget give the same choice, compiled or not.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable
from typing import Protocol

from tavoliere.core.compiled import generator, row
from tavoliere.core.game import DRAW, MOST_PLAYERS, State
from tavoliere.core.position import Position
from tavoliere.search.budget import Budget
from tavoliere.search.mcts import LONGEST_PATH, UNPROVEN, Tree, new_tree, search

SLICE_SECONDS = 0.01
FIRST_SHARE = 0.7
SHOWN_ALTERNATIVES = 5
Clock = Callable[[], float]


@dataclasses.dataclass(frozen=True)
class Alternative:
    """An action that was considered, with the mover's chances and how often it was tried."""

    text: str
    value: float
    visits: int


@dataclasses.dataclass(frozen=True)
class Choice:
    """A whole turn and how it was found."""

    move: str
    values: dict[str, float]
    """What each player can expect, between 0 and 1."""
    nodes: int
    seconds: float
    line: tuple[str, ...]
    """The actions of the principal line, in the game's notation."""
    alternatives: tuple[Alternative, ...] = ()
    proven: str = ""
    """`win`, `loss` or `draw` for the mover if the result is certain."""


class Player(Protocol):
    """Somebody who chooses turns. `stop` may be called from another thread; the answer then comes within a slice."""

    def choose(self, position: Position, budget: Budget) -> Choice:
        """A turn for the position before the turn, which must not be over."""

    def stop(self) -> None:
        """Answer as soon as possible with the best turn so far."""


class RandomPlayer:
    """Plays random actions, all legal ones of each step equally likely."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = generator(seed)

    def choose(self, position: Position, budget: Budget) -> Choice:  # noqa: ARG002 - it needs no time
        root = checked_root(position)
        out = row(root.game.facts.most_actions)
        state = root.state
        actions: list[int] = []
        while not actions or state.mid_turn():
            action = int(state.random_action(self._rng, out))
            actions.append(action)
            state = state.play(action)
        even = dict.fromkeys(root.game.players, 1 / len(root.game.players))
        return Choice(root.actions_to_turn(actions), even, 0, 0.0, ())

    def stop(self) -> None:
        """There is nothing to stop."""


class MctsPlayer:
    """Monte Carlo tree search with random games. Memory is bounded by `tree_nodes`, at about 72 bytes each."""

    def __init__(
        self,
        seed: int = 1,
        exploration: float = 0.7,
        longest: int = 400,
        tree_nodes: int = 1_000_000,
        alternatives: int = SHOWN_ALTERNATIVES,
        clock: Clock = time.perf_counter,
    ) -> None:
        self._seed = seed
        self._exploration = exploration
        self._longest = longest
        self._tree_nodes = tree_nodes
        self._alternatives = alternatives
        self._clock = clock
        self._stopped = threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def choose(self, position: Position, budget: Budget) -> Choice:
        root = checked_root(position)
        self._stopped.clear()
        begun = self._clock()
        tree = new_tree(max(self._tree_nodes, 2 * root.game.facts.most_actions + 2))
        run = _Run(self, root, tree, budget, begun)
        actions: list[int] = []
        state, node = root.state, 0
        while not actions or state.mid_turn():
            run.search(state, node, is_first=not actions)
            node = preferred(tree, node, state.turn)
            actions.append(int(tree.action[node]))
            state = state.play(actions[-1])
        return run.choice(actions)


def checked_root(position: Position) -> Position:
    """The position before the turn; a finished game has no turn to choose."""
    root = position.before_turn()
    if root.outcome is not None:
        raise ValueError(f"the game is over ({root.outcome}), so there is no turn to choose")
    return root


class _Run:
    """One search for one turn: the budget, the history and the scratch rows."""

    def __init__(self, player: MctsPlayer, root: Position, tree: Tree, budget: Budget, begun: float) -> None:
        self.player, self.root, self.tree, self.budget, self.begun = player, root, tree, budget, begun
        self.rng = generator(player._seed)
        self.done = 0
        facts = root.game.facts
        self.repetition = facts.repetition or 0
        past = root.past_keys()
        self.known = len(past)
        self.keys = row(self.known + LONGEST_PATH)
        for place, key in enumerate(past):
            self.keys[place] = key
        self.out, self.path, self.movers = row(facts.most_actions), row(LONGEST_PATH), row(LONGEST_PATH)

    def search(self, state: State, node: int, is_first: bool) -> None:
        """Search in slices until the share of the budget is used, the root is proven, or somebody stops it."""
        share = FIRST_SHARE if is_first and self.root.game.facts.most_actions_a_turn > 1 else 1.0
        size = 64
        while True:
            left = self._left(share)
            if self.done and (left <= 0 or self.player._stopped.is_set()) and self.tree.first[node] > 0:
                return
            wanted = max(1, min(size, left)) if self.tree.first[node] > 0 else 2
            started = self.player._clock()
            made = search(
                state, node, self.tree, wanted, self.player._exploration, self.player._longest,
                self.repetition, self.keys, self.known, self.rng, self.out, self.path, self.movers,
            )  # fmt: skip
            spent = self.player._clock() - started
            self.done += made
            if made < wanted:
                return
            if self.budget.seconds is not None:
                size = 2 * size if spent < SLICE_SECONDS / 2 else max(1, size // 2) if spent > SLICE_SECONDS else size

    def _left(self, share: float) -> int:
        """How many simulations may still be made; time only says some or none."""
        left = 1 << 30
        if self.budget.nodes is not None:
            left = min(left, int(self.budget.nodes * share) - self.done)
        if self.budget.seconds is not None and self.player._clock() - self.begun >= self.budget.seconds * share:
            left = 0
        return min(left, 4096)

    def choice(self, actions: list[int]) -> Choice:
        tree, game = self.tree, self.root.game
        node = child_with(tree, 0, actions[0])
        proven = tree.proven[node]
        mover = self.root.state.turn
        verdict = "" if proven == UNPROVEN else "draw" if proven == DRAW else "win" if proven == mover else "loss"
        return Choice(
            self.root.actions_to_turn(actions),
            {letter: expected(tree, node, player) for player, letter in enumerate(game.players)},
            self.done,
            self.player._clock() - self.begun,
            self._line(),
            self._alternatives(mover),
            verdict,
        )

    def _line(self) -> tuple[str, ...]:
        """The actions that both sides prefer, as far as the tree knows them."""
        texts: list[str] = []
        position, node = self.root, 0
        while self.tree.first[node] > 0 and position.outcome is None and len(texts) < 12:
            node = preferred(self.tree, node, position.state.turn)
            if self.tree.visits[node] == 0:
                break
            action = int(self.tree.action[node])
            texts.append(position.action_to_text(action))
            position = position.act(action)
        return tuple(texts)

    def _alternatives(self, mover: int) -> tuple[Alternative, ...]:
        first, count = self.tree.first[0], self.tree.children[0]
        nodes = sorted(range(first, first + count), key=lambda node: -rank(self.tree, node, mover))
        return tuple(
            Alternative(
                self.root.action_to_text(int(self.tree.action[node])),
                expected(self.tree, node, mover),
                int(self.tree.visits[node]),
            )
            for node in nodes[: self.player._alternatives]
        )


def rank(tree: Tree, node: int, mover: int) -> float:
    """How much a mover prefers a child: a proven win first, a proven loss last, else by visits."""
    proven = tree.proven[node]
    if proven == mover:
        return 1e18
    if proven != UNPROVEN and proven != DRAW:
        return -1.0
    return float(tree.visits[node])


def preferred(tree: Tree, node: int, mover: int) -> int:
    """The child that a mover would choose now."""
    first = int(tree.first[node])
    return max(range(first, first + int(tree.children[node])), key=lambda child: (rank(tree, child, mover), -child))


def child_with(tree: Tree, node: int, action: int) -> int:
    first = int(tree.first[node])
    return next(child for child in range(first, first + int(tree.children[node])) if tree.action[child] == action)


def expected(tree: Tree, node: int, player: int) -> float:
    """What a player can expect in a node, between 0 and 1."""
    proven = tree.proven[node]
    if proven != UNPROVEN:
        return 0.5 if proven == DRAW else float(proven == player)
    visits = int(tree.visits[node])
    return float(tree.totals[MOST_PLAYERS * node + player]) / visits if visits else 0.5

"""Tree search for learners: PUCT over many games at once, with any function from planes to policies and values.

Every round goes down all trees at once and asks the net about all new positions together, so that it always sees a
full batch. Trees are dense arrays, a row for each game. Turns of several actions and any number of players are the same
to it: each node knows whose action it is, and every position has a worth for each player.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from tavoliere.core.facts import MOST_ACTION_COUNT
from tavoliere.core.said import Said
from tavoliere.gym.array import Array
from tavoliere.gym.batch import Batch
from tavoliere.gym.checks import whole
from tavoliere.gym.policy import real_array, refuse_what_is_no_number

Net = Callable[[Array], tuple[Any, Any]]
"""From observations to logits of all actions, and to what the position is worth: to the player to act, from -1 to 1, or
to each player in the order of turns.
"""
NOBODY = -1
SURE = 0.99
"""Somebody who is worth so much where a game has ended has won it."""
FAR = 1000.0
"""Actions that lose are so much behind all others; those that Gumbel's trick has not drawn, half as much."""
LEAST = 1e-30
"""What the net likes least of all is liked so much."""
MOST_SIMULATIONS = 1 << 24


@dataclasses.dataclass(frozen=True)
class Style:
    """How a search looks about. At the root it mixes noise into the policy (Dirichlet), or draws which actions it looks
    at by Gumbel's trick, or does neither.

    >>> Style(simulations=100, noise="gumbel", considered=8).exploration
    1.25
    """

    simulations: int = 50
    exploration: float = 1.25
    noise: str = ""
    """`dirichlet`, `gumbel` or nothing."""
    alpha: float = 0.3
    share: float = 0.25
    """How much of the policy at the root is noise."""
    considered: int = 16
    """How many actions Gumbel's trick looks at; it goes on to others where all of these are known to lose."""

    def __post_init__(self) -> None:
        if self.noise not in ("", "dirichlet", "gumbel"):
            raise ValueError(Said("noise is dirichlet, gumbel or nothing, not {noise}", noise=repr(self.noise)))
        whole(self.simulations, 1, MOST_SIMULATIONS, Said("simulations are"))
        whole(self.considered, 1, MOST_ACTION_COUNT, Said("actions considered are"))
        _real(self.exploration, 0, Said("exploration"))
        _real(self.alpha, LEAST, Said("alpha"))
        if _real(self.share, 0, Said("the share of noise")) > 1:
            raise ValueError(Said("the share of noise is 1 at the most, not {share}", share=self.share))


@dataclasses.dataclass(frozen=True)
class Found:
    """What a search has found out about the games of a batch."""

    visits: Array
    """How often each action was tried."""
    policy: Array
    """The same as shares, without what is known to lose: what a net should learn. Where all that was tried loses, what
    the net says about the rest; where everything loses, the visits."""
    values: Array
    """What each position is worth to each player, from -1 to 1."""
    best: Array
    """The action tried most often; one that is known to win is always it, one that is known to lose never, as long
    as others are left."""


class Search:
    """Searches the games of batches of one size. The same seed, batch and net give the same trees.

    >>> import numpy as np
    >>> import tavoliere as tv
    >>> batch = tv.gym.Batch("never-alone", 4)
    >>> def net(observation):
    ...     return np.zeros((len(observation), 65)), np.zeros(len(observation))
    >>> found = tv.gym.Search(batch, net, tv.gym.Style(simulations=16)).run(batch)
    >>> found.visits.sum(axis=1).tolist(), found.policy.shape, found.values.shape
    ([16, 16, 16, 16], (4, 65), (4, 2))
    """

    def __init__(self, batch: Batch, net: Net, style: Style | None = None, *, seed: int = 1) -> None:
        self.net, self.style = net, style or Style()
        self._scratch = Batch(batch.game, batch.size, dtype=batch.observation.dtype, threads=batch.threads)
        self._chance = np.random.default_rng(seed)
        self._games = np.arange(batch.size)
        self._players = len(batch.game.players)

    def run(self, batch: Batch) -> Found:
        """Search every game of a batch from where it stands. The batch is left as it is."""
        own = self._scratch
        if not isinstance(batch, Batch) or batch.game != own.game or batch.size != own.size:
            raise ValueError(Said("this search is made for {size} games of {game}", size=own.size, game=repr(own.game)))
        tree = _Tree(batch, self.style.simulations + 1)
        logits, worth = self._asked(batch)
        tree.grow(0, batch.states, batch.mask, batch.player, _softmax(logits, batch.mask), worth)
        bonus = self._disturb(tree)
        for simulation in range(1, self.style.simulations + 1):
            self._simulate(tree, simulation, bonus)
        return tree.found()

    def _disturb(self, tree: _Tree) -> Array:
        """Noise at the root; what Gumbel's trick adds to each action there, else nothing."""
        mask, bonus = tree.mask[:, 0], np.zeros(tree.mask[:, 0].shape, np.float32)
        if self.style.noise == "dirichlet":
            noise = np.where(mask, self._chance.gamma(self.style.alpha, size=mask.shape), 0)
            noise /= np.maximum(noise.sum(axis=1, keepdims=True), 1e-9)
            tree.prior[:, 0] = (1 - self.style.share) * tree.prior[:, 0] + self.style.share * noise
        if self.style.noise == "gumbel":
            liked = np.log(np.maximum(tree.prior[:, 0], 1e-9)) + self._chance.gumbel(size=mask.shape)
            liked[~mask] = -np.inf
            rank = np.argsort(np.argsort(-liked, axis=1), axis=1)
            bonus[mask & (rank >= self.style.considered)] = -FAR / 2
        return bonus

    def _simulate(self, tree: _Tree, number: int, bonus: Array) -> None:
        """Go down every tree to a new position or an end, ask the net about all of them, and carry the news up."""
        node = np.zeros(len(self._games), np.int64)
        last, chosen = node.copy(), node.copy()
        path: list[tuple[Array, Array, Array]] = []
        going = np.ones(len(self._games), bool)
        while going.any():
            action = tree.best_action(node, self.style.exploration, bonus)
            path.append((node.copy(), action, going.copy()))
            last, chosen = np.where(going, node, last), np.where(going, action, chosen)
            below = tree.child[self._games, node, action]
            node = np.where(going & (below >= 0), below, node)
            going = going & (below >= 0) & ~tree.ended[self._games, node]
        is_new = tree.child[self._games, last, chosen] < 0
        worth = self._expanded(tree, number, last, chosen, is_new, path)
        tree.carry_up(path, worth)

    def _expanded(self, tree: _Tree, number: int, last: Array, chosen: Array, is_new: Array, path: list[Any]) -> Array:
        """Put the new positions into the trees; what each game has come to is worth this much to each player."""
        scratch = self._scratch
        scratch.place(tree.words[self._games, last])
        scratch.step(chosen)
        is_over = scratch.done | tree.repeats(path, scratch.states)
        logits, worth = self._asked(scratch)
        worth = np.where(is_over[:, None], scratch.rewards, worth)
        prior = _softmax(logits, scratch.mask)
        tree.grow(number, scratch.states, scratch.mask, scratch.player, prior, worth, is_over)
        tree.child[self._games[is_new], last[is_new], chosen[is_new]] = number
        known = tree.child[self._games, last, chosen]
        tree.settle(path, known)
        return tree.worth[self._games, known]

    def _asked(self, batch: Batch) -> tuple[Array, Array]:
        """What the net says, refused if it cannot be: logits, and a worth for each player."""
        answer = self.net(batch.observation)
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            raise ValueError(Said("a net answers with a pair: logits, and what positions are worth"))
        logits, worth = (real_array(part, Said("the net")) for part in answer)
        count, players = batch.size, self._players
        shapes = ((count, players), (count,), (count, 1))
        if logits.shape != batch.mask.shape or worth.shape not in shapes:
            raise ValueError(
                Said(
                    "the net answers with shapes {logits} and {worth}; logits are {wanted}, and values {one} or {each}",
                    logits=logits.shape,
                    worth=worth.shape,
                    wanted=batch.mask.shape,
                    one=shapes[1],
                    each=shapes[0],
                )
            )
        refuse_what_is_no_number(logits, batch.mask)
        if not np.isfinite(worth).all():
            raise ValueError(Said("the net's values hold NaN or infinity, first in row {row}", row=_first_bad(worth)))
        if worth.shape == shapes[0]:
            return logits, np.clip(worth, -1, 1)
        return logits, _shared(np.clip(worth.reshape(count), -1, 1), batch.player, players)


def _shared(own: Array, player: Array, players: int) -> Array:
    """What positions are worth to each player, out of what they are to who acts: all others share the opposite."""
    shared = np.repeat(-own[:, None] / (players - 1), players, axis=1)
    shared[np.arange(len(own)), player] = own
    return shared


def _first_bad(worth: Array) -> int:
    return int(np.flatnonzero(~np.isfinite(worth).reshape(len(worth), -1).all(axis=1))[0])


def _real(value: object, least: float, what: str) -> float:
    """A number of a style that is not below the least."""
    if not isinstance(value, int | float) or not least <= value < float("inf"):
        raise ValueError(Said("{what} is a number from {least} on, not {value}", what=what, least=least, value=value))
    return value


class _Tree:
    """The trees of all games: nodes by number, the root is 0."""

    def __init__(self, batch: Batch, nodes: int) -> None:
        size, actions, players = batch.size, batch.mask.shape[1], len(batch.game.players)
        self.players = players
        self.words = np.zeros((size, nodes, batch.states.shape[1]), np.int64)
        self.mask = np.zeros((size, nodes, actions), bool)
        self.prior = np.zeros((size, nodes, actions), np.float32)
        self.visits = np.zeros((size, nodes, actions), np.int32)
        self.total = np.zeros((size, nodes, actions), np.float32)
        self.child = np.full((size, nodes, actions), NOBODY, np.int32)
        self.mover = np.zeros((size, nodes), np.int64)
        self.ended = np.zeros((size, nodes), bool)
        self.worth = np.zeros((size, nodes, players), np.float32)
        self.win = np.full((size, nodes), NOBODY, np.int64)
        """An action that is known to win for the mover."""
        self.lost = np.zeros((size, nodes, actions), bool)
        """The actions that are known to let somebody else win."""
        self.left = np.zeros((size, nodes), np.int64)
        """How many legal actions are not among them."""
        self.winner = np.full((size, nodes), NOBODY, np.int64)
        """Who wins for certain."""
        self.seen = np.zeros((size, players), np.float32)
        self._games = np.arange(size)
        self._counts_second = batch.game.facts.repetition == 2

    def grow(
        self,
        node: int,
        words: Array,
        mask: Array,
        mover: Array,
        prior: Array,
        worth: Array,
        ended: Array | bool = False,
    ) -> None:
        """Write a node of every tree."""
        self.words[:, node], self.mask[:, node], self.prior[:, node] = words, mask, prior
        self.mover[:, node], self.worth[:, node], self.ended[:, node] = mover, worth, ended
        self.left[:, node] = mask.sum(axis=1)
        self.winner[:, node] = np.where(ended & (worth.max(axis=1) > SURE), worth.argmax(axis=1), NOBODY)

    def best_action(self, node: Array, exploration: float, bonus: Array) -> Array:
        """The action of each game that is worth a try: a win at once, or what is good or little known."""
        games = self._games
        visits, total, prior = (part[games, node] for part in (self.visits, self.total, self.prior))
        here = self.worth[games, node, self.mover[games, node]][:, None]
        expected = np.where(visits > 0, total / np.maximum(visits, 1), np.minimum(here, 0) - 0.1)
        urge = exploration * prior * np.sqrt(1 + visits.sum(axis=1, keepdims=True)) / (1 + visits)
        score = np.where(self.mask[games, node], expected + urge, -np.inf)
        score = np.where((node == 0)[:, None], score + bonus, score)
        score = np.where(self.lost[games, node], score - FAR, score)
        win = self.win[games, node]
        return np.where(win >= 0, win, score.argmax(axis=1))

    def repeats(self, path: list[tuple[Array, Array, Array]], words: Array) -> Array:
        """Whether a position has occurred on its own way down, where that is a draw."""
        found = np.zeros(len(words), bool)
        if self._counts_second:
            for node, _, going in path:
                found |= going & (self.words[self._games, node] == words).all(axis=1)
        return found

    def settle(self, path: list[tuple[Array, Array, Array]], below: Array) -> None:
        """Carry up what is certain: a mover wins who can go where it wins, and loses where all ways lead to losses."""
        winner = self.winner[self._games, below]
        if (winner == NOBODY).all():
            return
        for node, action, going in reversed(path):
            games = np.flatnonzero(going & (winner != NOBODY))
            at, did, who = node[games], action[games], winner[games]
            wins = who == self.mover[games, at]
            self.win[games[wins], at[wins]] = did[wins]
            self._prove(games[wins], at[wins], who[wins])
            news = ~wins & ~self.lost[games, at, did]
            games, at, did, who = games[news], at[news], did[news], who[news]
            self.lost[games, at, did] = True
            self.left[games, at] -= 1
            is_last = (self.left[games, at] == 0) & (self.players == 2)
            self._prove(games[is_last], at[is_last], who[is_last])
            winner = np.where(going, self.winner[self._games, node], winner)

    def _prove(self, games: Array, node: Array, winner: Array) -> None:
        """Remember who wins from some nodes on; what is below them is looked at no more, but for the roots."""
        self.winner[games, node] = winner
        self.worth[games, node] = -1 / (self.players - 1)
        self.worth[games, node, winner] = 1
        self.ended[games, node] = node > 0

    def carry_up(self, path: list[tuple[Array, Array, Array]], worth: Array) -> None:
        """Tell every action on the way what it has led to."""
        for node, action, going in path:
            games, at, did = self._games[going], node[going], action[going]
            self.visits[games, at, did] += 1
            self.total[games, at, did] += worth[games, self.mover[games, at]]
        self.seen += worth

    def found(self) -> Found:
        visits, lost = self.visits[:, 0], self.lost[:, 0]
        good = np.where(lost, 0, visits)
        untried = np.where(self.mask[:, 0] & ~lost, np.maximum(self.prior[:, 0], LEAST), 0)
        shares = np.where(untried.any(axis=1, keepdims=True), untried, visits)
        shares = np.where(good.any(axis=1, keepdims=True), good, shares)
        policy = shares / np.maximum(shares.sum(axis=1, keepdims=True), LEAST)
        best = np.where(self.win[:, 0] >= 0, self.win[:, 0], shares.argmax(axis=1))
        is_sure = (self.winner[:, 0] != NOBODY)[:, None]
        values = np.where(is_sure, self.worth[:, 0], self.seen / max(1, int(visits[0].sum())))
        return Found(visits.copy(), policy.astype(np.float32), values, best)


def _softmax(logits: Array, mask: Array) -> Array:
    """Shares of the legal actions; a game that is over has none."""
    kept = np.where(mask, logits, -np.inf)
    top = np.where(mask.any(axis=1), kept.max(axis=1, initial=-1e30), 0)
    weights = np.where(mask, np.exp(np.minimum(kept - top[:, None], 0)), 0)
    shares: Array = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-30)
    return shares

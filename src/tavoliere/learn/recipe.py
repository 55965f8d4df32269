"""How a judge is trained: all the numbers that decide about the result, in one place."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any

from tavoliere.arena.selfplay import header_of
from tavoliere.core.learnt import Learnt
from tavoliere.core.position import Game
from tavoliere.core.said import Said
from tavoliere.core.sources import digest_of_module
from tavoliere.search.judges import TERMS, learnt_of
from tavoliere.search.selfplay import Conditions
from tavoliere.search.specs import parse_spec

LONGEST = 300
TRIAL_SEEDS = 1_000_003
"""Openings of trials have seeds that many further on, so that no game to learn from begins with one."""


@dataclasses.dataclass(frozen=True)
class Recipe:
    """The same recipe gives the same weights on the same machine with the same versions of everything."""

    game: Game
    games: int = 20_000
    nodes: int = 1000
    """What the players of the games may search for an action."""
    openings: int = 10
    """Games begin with 1 to so many random turns, equally many with each number."""
    slips: float = 0.08
    children: float = 0.25
    """Of so many positions a random next one is looked at as well, which no sound player would let happen."""
    decided: float = 0.1
    """Of positions whose result is certain so many are kept: without any, a judge knows nothing about them."""
    result: float = 0.5
    """How much the result of a game counts for the target of its positions; the rest is what the search thought."""
    trusted_slips: int = 1
    """Where more slips follow, the result says nothing about a position."""
    epochs: int = 8
    batch: int = 4096
    rate: float = 0.003
    held: int = 20
    """One of so many games is held back, to see what training does to positions that it has not seen."""
    seed: int = 1

    def __post_init__(self) -> None:
        if learnt_of(self.game) is None or self.game.ruleset.evaluation is None:
            players = len(self.game.players)
            raise ValueError(
                Said(
                    "{name} does not say how a judge for {players} players could learn",
                    name=self.game.name,
                    players=players,
                )
            )
        if len(self.game.players) != 2:
            raise ValueError(Said("only judges of games for two can be trained so far"))
        if self.games < self.openings:
            raise ValueError(
                Said(
                    "with {games} games there is not one for each of {openings} openings",
                    games=self.games,
                    openings=self.openings,
                )
            )

    @property
    def learnt(self) -> Learnt:
        """How the judge is made."""
        found = learnt_of(self.game)
        assert found is not None
        return found

    def conditions(self) -> list[tuple[Conditions, int]]:
        """How the games are played, by length of opening, each with their number."""
        player = parse_spec(f"alphabeta:nodes={self.nodes},judge={TERMS}")
        share, rest = divmod(self.games, self.openings)
        return [
            (
                Conditions(
                    self.game, (player, player), opening=turns, slips=self.slips, keeps_tables=True, longest=LONGEST,
                    ends_early=True, seed=self.seed,
                ),
                share + (turns <= rest),
            )
            for turns in range(1, self.openings + 1)
        ]  # fmt: skip

    def sampling(self) -> dict[str, Any]:
        """What decides about the samples of a game, besides the game."""
        return {
            "form": self.learnt.form,
            "judge": digest_of_module(self.learnt.judge.__module__),
            **{name: getattr(self, name) for name in ("nodes", "children", "decided", "seed")},
        }

    def training(self) -> dict[str, Any]:
        """All that decides about the weights."""
        names = ("result", "trusted_slips", "epochs", "batch", "rate", "held", "seed")
        played = [[header_of(conditions), count] for conditions, count in self.conditions()]
        return {"games": played, **self.sampling(), **{name: getattr(self, name) for name in names}}


def digest_of(data: Any) -> str:
    """A short name for what something was made from."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]

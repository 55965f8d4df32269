"""The conformance suite: what every game must do, run on any installed game, without a checkout.

>>> from tavoliere.testing import conform
>>> report = conform("never-alone", games=1)
>>> len(report) > 30 and all(result.failure is None for result in report)
True

A broken promise is told with what was expected, the position, the action, and how to see it again. The checks are plain
functions over positions and samples of games; a game's own tests can call them one by one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from tavoliere.core.facts import OptionValue
from tavoliere.core.position import Game
from tavoliere.core.ruleset import Ruleset
from tavoliere.games import ruleset
from tavoliere.testing import board, facts, kernels, lessons, positions, records, refusals, scenes, turns
from tavoliere.testing.checks import ENTERED, Check
from tavoliere.testing.failure import Failure
from tavoliere.testing.sample import Sample

__all__ = ["CHECKS", "Check", "Failure", "NonConforming", "Result", "Sample", "conform", "results", "samples"]

PARTS = tuple(part.__name__ for part in (facts, positions, turns, board, scenes, refusals, records, lessons, kernels))
CHECKS = tuple(sorted(ENTERED, key=lambda check: PARTS.index(check.part)))
"""All checks, the simplest first."""


@dataclasses.dataclass(frozen=True)
class Result:
    """What a check has found out about a game with its options; `failure` is None if the promise is kept."""

    check: Check
    sample: Sample
    failure: Failure | None = None

    @property
    def again(self) -> str:
        """The command that runs this check alone."""
        words = [f"{name}={value}" for name, value in self.sample.game.options.items()]
        quoted = [f"'{word}'" if " " in word else word for word in words]
        numbers = f"--games {self.sample.games} --seed {self.sample.seed} --only {self.check.name}"
        return " ".join(["tavoliere conform", self.sample.game.name, *quoted, numbers])

    def __str__(self) -> str:
        if self.failure is None:
            return f"{self.check.name}: kept"
        return f"{self.check.name}: {self.check.sentence}\n  {self.failure}\n  again: {self.again}"


class NonConforming(AssertionError):  # noqa: N818 - what the game is
    """A game breaks promises; `broken` are the results with their failures."""

    def __init__(self, name: str, broken: Sequence[Result]) -> None:
        self.broken = tuple(broken)
        super().__init__(f"{name} breaks {len(broken)} of the promises of a game:\n" + "\n".join(map(str, broken)))


def conform(
    game: str | Ruleset,
    *,
    games: int = 20,
    seed: int = 1,
    options: Mapping[str, OptionValue] | None = None,
) -> list[Result]:
    """Hold a game to every check, with the given options or else with each of its variants.

    `games` is the number of random games that are looked at. `NonConforming` tells every broken promise.
    """
    found = [result for sample in samples(game, games, seed, options) for result in results(sample)]
    broken = [result for result in found if result.failure is not None]
    if broken:
        raise NonConforming(found[0].sample.game.name, broken)
    return found


def samples(
    game: str | Ruleset, games: int, seed: int, options: Mapping[str, OptionValue] | None = None
) -> list[Sample]:
    """The samples to look at: one for the given options, or one for each variant."""
    rules = ruleset(game) if isinstance(game, str) else game
    chosen = rules.facts.variants if options is None else (dict(options),)
    return [Sample(Game(rules, dict(variant)), games, seed) for variant in chosen]


def results(sample: Sample, checks: Sequence[Check] = CHECKS) -> Iterator[Result]:
    """The result of each check, one after another."""
    for check in checks:
        try:
            check.run(sample)
        except Failure as failure:
            yield Result(check, sample, failure)
        else:
            yield Result(check, sample)

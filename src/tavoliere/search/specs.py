"""Players by text: `mcts:seconds=1`, `alphabeta:nodes=20000`, `level:3`. The same words in every command and seat."""

from __future__ import annotations

import dataclasses
import math
import re

from tavoliere.core.position import Game
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import MOST_DEPTH, MOST_NODES, Budget
from tavoliere.search.greedy import GreedyPlayer
from tavoliere.search.kernels.alphabeta import WHOLE_VIEW
from tavoliere.search.ladder import LEVELS, ladder_of
from tavoliere.search.mcts_player import MctsPlayer, Style
from tavoliere.search.novice import ALL, NovicePlayer
from tavoliere.search.players import Player, RandomPlayer
from tavoliere.search.solve import Solver

FORMS = "level:1 to level:10, champion:seconds=1, alphabeta:seconds=1, mcts:nodes=20000,c=0.7, greedy, random"
DEFAULT_SECONDS = 1.0
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
BUDGET = ("seconds", "nodes", "depth")
SETTINGS: dict[str, tuple[str, ...]] = {
    "random": (),
    "greedy": (),
    "novice": (*BUDGET, "view", "taste", "noise", "share", "eyes"),
    "mcts": (*BUDGET, "c", "cut", "priors", "solver", "threads", "keep", "multi"),
    "alphabeta": (*BUDGET, "view", "noise", "multi"),
    "champion": (*BUDGET, "multi"),
    "solver": BUDGET,
    "level": (),
}
WHOLE_NUMBERS = {
    "nodes",
    "depth",
    "view",
    "taste",
    "noise",
    "share",
    "eyes",
    "cut",
    "solver",
    "threads",
    "keep",
    "multi",
}
LEAST = {"nodes": 1, "depth": 1, "threads": 1, "multi": 1, "view": 1}
MOST = {
    "nodes": MOST_NODES, "depth": MOST_DEPTH, "threads": 64, "multi": 50, "view": WHOLE_VIEW, "cut": 10_000,
    "priors": 100, "c": 100, "taste": 100_000, "noise": 100_000, "share": 100, "eyes": 64,
    "solver": 1, "keep": 1,
}  # fmt: skip
"""The limits of all settings but seconds, which a budget checks."""


@dataclasses.dataclass(frozen=True)
class Spec:
    """A kind of player with its settings; `text` is how it was written."""

    text: str
    kind: str
    settings: tuple[tuple[str, float], ...]
    level: int = 0

    def budget(self) -> Budget:
        """How much the player may think; a level's budget is known once the game is (see `resolved`)."""
        values = dict(self.settings)
        nodes = int(values["nodes"]) if "nodes" in values else None
        depth = int(values["depth"]) if "depth" in values else None
        seconds = values.get("seconds", None if nodes or depth else DEFAULT_SECONDS)
        return Budget(seconds, nodes, depth)

    def resolved(self, game: Game) -> Spec:
        """The player that a level or the champion stands for in a game; any other is itself."""
        if self.kind == "level":
            text = ladder_of(game).levels[self.level - 1].player
            return dataclasses.replace(parse_spec(text).resolved(game), text=self.text)
        if self.kind == "champion":
            best = parse_spec(ladder_of(game).champion)
            settings = {name: value for name, value in best.settings if name not in BUDGET} | dict(self.settings)
            return Spec(self.text, best.kind, tuple(settings.items()))
        return self

    def within(self, budget: Budget) -> Spec:
        """The same player with another budget; one that has no use for a budget stays as it is."""
        if "nodes" not in SETTINGS[self.kind]:
            return self
        limits = dataclasses.asdict(budget).items()
        kept = [(name, value) for name, value in self.settings if name not in BUDGET]
        return dataclasses.replace(
            self, settings=(*kept, *((name, float(value)) for name, value in limits if value is not None))
        )

    def at_a_glance(self, game: Game) -> Spec:
        """The same player with one node to search: it loads all that the player needs, and answers at once."""
        real = self.resolved(game)
        if "nodes" not in SETTINGS[real.kind]:
            return real
        kept = tuple((name, value) for name, value in real.settings if name not in (*BUDGET, "multi"))
        return dataclasses.replace(real, settings=(*kept, ("nodes", 1.0)))

    def player(self, seed: int) -> Player:
        """A player for a seed. Levels and champions depend on the game, so `resolved` comes first."""
        values = dict(self.settings)
        if self.kind == "random":
            return RandomPlayer(seed)
        if self.kind == "greedy":
            return GreedyPlayer(seed)
        if self.kind == "solver":
            return Solver(seed)
        if self.kind == "novice":
            return NovicePlayer(
                seed,
                int(values.get("view", WHOLE_VIEW)),
                int(values.get("taste", 0)),
                int(values.get("noise", 0)),
                int(values.get("share", 100)),
                int(values.get("eyes", ALL)),
            )
        if self.kind == "alphabeta":
            return AlphaBetaPlayer(
                seed,
                alternatives=int(values.get("multi", 1)),
                view=int(values.get("view", WHOLE_VIEW)),
                noise=int(values.get("noise", 0)),
            )
        if self.kind == "mcts":
            style = Style(
                values.get("c", 0.7),
                int(values["cut"]) if "cut" in values else None,
                values.get("priors", 0.0),
                bool(values.get("solver", 1)),
            )
            return MctsPlayer(
                seed,
                style,
                threads=int(values.get("threads", 1)),
                keep=bool(values.get("keep", 0)),
                alternatives=int(values.get("multi", 5)),
            )
        raise ValueError(f"{self.text} depends on the game; ask for `resolved` first")


def parse_spec(text: str) -> Spec:
    """The player that a text names; a `ValueError` shows the forms.

    >>> parse_spec("mcts:nodes=500,c=1.4").budget()
    Budget(seconds=None, nodes=500, depth=None)
    >>> parse_spec("level:11")
    Traceback (most recent call last):
    ...
    ValueError: levels are level:1 to level:10, not 'level:11'
    """
    kind, _, rest = text.partition(":")
    if kind not in SETTINGS:
        raise ValueError(f"there is no player {text!r}; players are written like {FORMS}")
    if kind == "level":
        if rest not in map(str, range(1, LEVELS + 1)):
            raise ValueError(f"levels are level:1 to level:{LEVELS}, not {text!r}")
        return Spec(text, kind, (), int(rest))
    settings: dict[str, float] = {}
    for part in rest.split(",") if rest else []:
        name, _, value = part.partition("=")
        if name not in SETTINGS[kind] or NUMBER.fullmatch(value) is None or name in settings:
            allowed = ", ".join(f"{setting}=NUMBER" for setting in SETTINGS[kind]) or "no settings"
            raise ValueError(f"{part!r} is not a setting of {kind}, which takes {allowed}")
        number = float(value)
        if name in WHOLE_NUMBERS and math.isfinite(number) and not number.is_integer():
            raise ValueError(f"{name} is a whole number, not {value}")
        if name in MOST and not LEAST.get(name, 0) <= number <= MOST[name]:
            raise ValueError(f"{name} is a number from {LEAST.get(name, 0)} to {MOST[name]}, not {value}")
        settings[name] = number
    spec = Spec(text if rest else kind, kind, tuple(settings.items()))
    spec.budget()
    return spec

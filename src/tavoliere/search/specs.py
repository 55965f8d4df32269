"""Players by name: `random`, `mcts:seconds=1`, `mcts:nodes=20000,c=0.7`."""

from __future__ import annotations

import dataclasses
import re

from tavoliere.search.budget import Budget
from tavoliere.search.players import MctsPlayer, Player, RandomPlayer

FORMS = "random, mcts:seconds=1, mcts:nodes=20000,c=0.7"
DEFAULT_SECONDS = 1.0
NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
SETTINGS = {"random": (), "mcts": ("seconds", "nodes", "c")}


@dataclasses.dataclass(frozen=True)
class Spec:
    """A kind of player with its settings; `text` is how it was written."""

    text: str
    kind: str
    settings: tuple[tuple[str, float], ...]

    def budget(self) -> Budget:
        values = dict(self.settings)
        nodes = int(values["nodes"]) if "nodes" in values else None
        seconds = values.get("seconds", None if nodes else DEFAULT_SECONDS)
        return Budget(seconds, nodes)

    def player(self, seed: int) -> Player:
        if self.kind == "random":
            return RandomPlayer(seed)
        return MctsPlayer(seed, dict(self.settings).get("c", 0.7))


def parse_spec(text: str) -> Spec:
    """The player that a text names; a `ValueError` shows the forms."""
    kind, _, rest = text.partition(":")
    if kind not in SETTINGS:
        raise ValueError(f"there is no player {text!r}; players are written like {FORMS}")
    settings = []
    for part in rest.split(",") if rest else []:
        name, _, value = part.partition("=")
        if name not in SETTINGS[kind] or NUMBER.fullmatch(value) is None:
            allowed = ", ".join(f"{setting}=NUMBER" for setting in SETTINGS[kind]) or "no settings"
            raise ValueError(f"{part!r} is not a setting of {kind}, which takes {allowed}")
        settings.append((name, float(value)))
    spec = Spec(text, kind, tuple(settings))
    spec.budget()
    return spec

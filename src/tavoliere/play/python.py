"""Players written in Python by anybody: `python:package.module:thing`, or by a name that a package has registered.

A package registers players as entry points of the group `tavoliere.players`. A thing is anything with
`choose(position, budget)`, a class of such things, or a function from planes to a policy, which the gym lets play. It
runs in the process that asks, so these texts are for command lines; a visitor's text never comes here.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
import time
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from tavoliere.core.errors import IllegalMove
from tavoliere.core.position import Position
from tavoliere.core.said import Said
from tavoliere.play.clock import budget_of
from tavoliere.search.budget import Budget
from tavoliere.search.players import Choice
from tavoliere.search.specs import DEFAULT_SECONDS

GROUP = "tavoliere.players"
WRITTEN = re.compile(r"python(?:\((?P<settings>[^()]*)\))?:(?P<module>[\w.]+):(?P<name>[\w.]+)")
SETTINGS = ("seconds", "nodes", "depth")
POLICY_PLAYER = "tavoliere.gym.policy:PolicyPlayer"
"""What makes a player of a function from planes to a policy; named and not imported, for it is in a higher room."""
UNNAMED: Any = object()
"""What stands where the thing is at the place that the spec names; `None` is a thing, if nobody who can choose."""


@dataclasses.dataclass(frozen=True)
class PythonSpec:
    """A player written in Python, and how much it may think; `text` is how it was written."""

    text: str
    place: str
    settings: tuple[tuple[str, float], ...] = ()
    kind: str = "python"

    def budget(self) -> Budget:
        """How much it may think in each turn."""
        values = dict(self.settings)
        nodes, depth = (int(values[name]) if name in values else None for name in ("nodes", "depth"))
        usual = DEFAULT_SECONDS if nodes is None and depth is None else None
        return budget_of(values.get("seconds", usual), nodes, depth)


def python_spec(text: str) -> PythonSpec | None:
    """The player that a text names, if it names one of this kind; a `ValueError` says what is wrong with it."""
    if not text.startswith(("python:", "python(")):
        found = {point.name: point.value for point in entry_points(group=GROUP)}.get(text)
        return None if found is None else PythonSpec(text, found)
    match = WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(
            Said(
                "a player in Python is written like python:package.module:thing or python(seconds=2):..., not {text}",
                text=repr(text),
            )
        )
    return PythonSpec(text, f"{match['module']}:{match['name']}", tuple(_settings(match["settings"] or "")))


def _settings(text: str) -> list[tuple[str, float]]:
    found = []
    for part in filter(None, text.split(",")):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in SETTINGS or re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,6})?", value) is None or not float(value):
            known = ", ".join(f"{setting}=NUMBER" for setting in SETTINGS)
            raise ValueError(
                Said("{part} is not a limit of a player, which takes {known}", part=repr(part), known=known)
            )
        found.append((name, float(value)))
    return found


class PythonPlayer:
    """Lets a thing choose, and believes nothing that it says: its turn is played before it counts."""

    def __init__(self, spec: PythonSpec, seed: int, thing: Any = UNNAMED) -> None:
        self.spec = spec
        self._thing = player_of(thing_at(spec.place, spec.text) if thing is UNNAMED else thing, seed, spec.text)

    def choose(self, position: Position) -> Choice:
        """A whole turn. A `ValueError` says what the player did instead."""
        root = position.before_turn()
        began = time.perf_counter()
        try:
            answer = self._thing.choose(root, self.spec.budget())
        except Exception as error:
            raise ValueError(Said("{player} fails: {error}", player=self.spec.text, error=repr(error))) from error
        move = getattr(answer, "move", answer)
        try:
            root.play(move)
        except IllegalMove as refusal:
            raise ValueError(Said("{player} plays {refusal}", player=self.spec.text, refusal=str(refusal))) from refusal
        if isinstance(answer, Choice):
            return answer
        even = dict.fromkeys(root.game.players, 1 / len(root.game.players))
        return Choice(root.read_move(move), even, 0, time.perf_counter() - began, (move,))

    def stop(self) -> None:
        """Pass the wish on to a player that understands it."""
        stop = getattr(self._thing, "stop", None)
        if stop is not None:
            stop()


def thing_at(place: str, text: str) -> Any:
    """What stands at a place, written `package.module:thing`."""
    module, _, name = place.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise ValueError(Said("{player} cannot be loaded: {error}", player=text, error=repr(error))) from error
    return found


def checked_place(spec: PythonSpec) -> None:
    """Refuse a player whose place holds nobody who could choose, before anybody begins a game with it."""
    found = thing_at(spec.place, spec.text)
    if not (callable(found) or hasattr(found, "choose")):
        raise ValueError(Said("{player} is nobody who can choose a turn", player=spec.text))


def player_of(found: Any, seed: int, text: str) -> Any:
    """Somebody with `choose`: what was found, one of its class, or a function that is asked for policies."""
    thing: Any = found
    if inspect.isclass(found):
        make_one: Callable[..., Any] = found
        takes_seed = "seed" in inspect.signature(found).parameters
        thing = make_one(seed=seed) if takes_seed else make_one()
    if hasattr(thing, "choose"):
        return thing
    if callable(thing):
        make: Callable[..., Any] = thing_at(POLICY_PLAYER, text)
        return make(thing, seed=seed)
    raise ValueError(Said("{player} is nobody who can choose a turn", player=text))

"""Opponents that a host adds to the levels: `NAME=SPEC`, or `GAME/NAME=SPEC` for one that knows one game only.

SPEC is whatever can take a seat on a command line: one of our players, a thing in Python, a program that speaks UGI. It
comes from the host's command line and stays there: tables know a guest by its name, and what a visitor sends is
compared with the names and never read as a spec. Guests think in search processes, like all opponents.

A guest does not know which table asks. A program gets the position alone, without the turns before it, and is told of a
new game before each turn; a thing in Python is one for all tables whose opponents think in its process and sit in the
same seat. So a guest should keep nothing from turn to turn.
"""

from __future__ import annotations

import collections
import dataclasses
import re
from collections.abc import Sequence

from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.games import games
from tavoliere.play.players import EngineSpec, Players, parse_player
from tavoliere.play.python import PythonSpec
from tavoliere.search.budget import Budget
from tavoliere.search.players import Choice, Player, Watcher
from tavoliere.search.specs import Spec

PREFIX = "guest:"
MOST_KEPT = 4
"""So many programs stay open in a process; visitors choose games and options, and each needs a program of its own."""
AS_LITTLE_AS = "random"
"""The kind of a guest: for a program of somebody else nothing is compiled, as for random play."""
WRITTEN = re.compile(r"(?:(?P<game>[a-z0-9-]+)/)?(?P<name>[^=/\x00-\x1f\x7f-\x9f]{1,40})=(?P<spec>.+)", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class GuestSpec(Spec):
    """A guest at the tables; `argument` is how the host has written it."""

    def budget(self) -> Budget:
        """How much it may think."""
        return parse_player(self.argument).budget()

    def resolved(self, game: Game) -> Spec:
        """The player that one of our own stands for in a game; others are themselves."""
        found = parse_player(self.argument)
        if not isinstance(found, Spec):
            return self
        return dataclasses.replace(found.on_the_ladder(game).resolved(game), text=self.text)

    def player(self, seed: int) -> Player:
        """Somebody who asks the guest."""
        return _Asked(self.argument, seed)


@dataclasses.dataclass(frozen=True)
class Guest:
    """An opponent that a host has added, and the game that it knows; empty if it knows all."""

    name: str
    spec: GuestSpec
    game: str = ""

    @property
    def text(self) -> str:
        """How seats name it."""
        return self.spec.text

    def plays(self, game: str) -> bool:
        """Whether it takes a seat in a game."""
        return self.game in ("", game)


def guest(written: str) -> Guest:
    """The guest that a host has written; a `ValueError` says what is wrong with it.

    >>> guest("never-alone/My net=python:nets:mine").text
    'guest:never-alone/My net'
    """
    match = WRITTEN.fullmatch(written)
    name = match["name"].strip() if match is not None else ""
    if match is None or not name:
        raise ValueError(
            Said(
                "an opponent is written like NAME=SPEC or GAME/NAME=SPEC, with a name of at most 40 characters, not "
                "{text}",
                text=repr(written),
            )
        )
    parse_player(match["spec"])
    game = match["game"] or ""
    if game and game not in games():
        raise ValueError(Said("there is no game {game}", game=repr(game)))
    title = f"{game}/{name}" if game else name
    return Guest(name, GuestSpec(PREFIX + title, AS_LITTLE_AS, argument=match["spec"]), game)


def guests_from(texts: Sequence[str]) -> tuple[Guest, ...]:
    """The guests that a host has written, each name once."""
    found = tuple(guest(text) for text in texts)
    twice = [text for text, count in collections.Counter(one.text for one in found).items() if count > 1]
    if twice:
        raise ValueError(Said("there are two opponents called {name}", name=repr(name_of(twice[0]))))
    return found


def name_of(text: str) -> str:
    """What people call the guest that a seat names."""
    return text.removeprefix(PREFIX).rpartition("/")[2]


class _Asked:
    """A guest in a search process. Things in Python stay there from turn to turn, and the last few programs."""

    def __init__(self, text: str, seed: int) -> None:
        self._text, self._seed = text, seed

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:  # noqa: ARG002 - its own
        """A whole turn."""
        spec = parse_player(self._text)
        assert isinstance(spec, PythonSpec | EngineSpec)
        try:
            choice = HOUSE.choose(spec, position, self._seed)
            HOUSE.close_idle(MOST_KEPT)
        except (OSError, RuntimeError) as problem:
            raise ValueError(str(problem)) from problem
        return choice

    def stop(self) -> None:
        """Pass the wish on."""
        HOUSE.stop()


HOUSE = Players()
"""Whoever has been asked in this process; nothing runs before that."""

"""What a host can choose: where games are kept, who plays, and how much one address may ask for."""

from __future__ import annotations

import dataclasses
import functools
import os
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_data_path

import tavoliere as tv
from tavoliere.apps.web.host.networks import NOT_ANY, Networks
from tavoliere.core.said import Said
from tavoliere.games import ruleset, usable_games
from tavoliere.play.guests import Guest
from tavoliere.search.ladder import ladder_of
from tavoliere.search.specs import Spec, parse_spec, usual_opponent

DATA_VARIABLE = "TAVOLIERE_DATA_DIR"
MOST_LIMIT = 10**9
MOST_NAME = 200
"""Characters of a name that the database takes."""


@dataclasses.dataclass(frozen=True)
class Limits:
    """How much is taken from one address, one connection and one request. Each is tested by reaching it."""

    requests: int = 200
    """Requests at once; they come back at `requests_a_second`."""
    requests_a_second: float = 20.0
    tables: int = 60
    """New tables at once; they come back over an hour."""
    connections: int = 60
    """Sockets that are open at a time."""
    messages: int = 60
    """Messages of one socket at once; they come back at `messages_a_second`."""
    messages_a_second: float = 20.0
    body: int = 64 * 1024
    record: int = 256 * 1024
    record_games: int = 10
    turns: int = 2000
    """Turns of one game, whether played or uploaded."""
    studies: int = 60
    """New studies at once; they come back over an hour."""
    study: int = 2000
    """Turns of a study, those of all its lines counted."""
    streams: int = 6
    """Positions and reviews that are followed live at a time."""
    frame: int = 16 * 1024
    lines: int = 120
    """Connections of any kind that are open at a time, those that say nothing included."""
    reading: float = 0.5
    """Seconds of processor time for taking in what comes over lines; they come back at `reading_a_second`."""
    reading_a_second: float = 0.1
    work: int = 30
    """Seconds of processor time for reading, replaying and drawing; they come back at `work_a_second`."""
    work_a_second: float = 0.5
    name: int = 40
    text: int = 2000
    """Characters of a position text."""


def limits_from(texts: Sequence[str]) -> Limits:
    """The usual limits with some of them set, each written like `tables=500`; a `ValueError` says what is wrong."""
    known = {name: type(usual) for name, usual in dataclasses.asdict(Limits()).items()}
    chosen: dict[str, int | float] = {}
    for written in texts:
        name, _, value = written.partition("=")
        if name not in known:
            raise ValueError(
                Said("there is no limit {name}; the limits are {known}", name=repr(name), known=", ".join(known))
            )
        try:
            chosen[name] = known[name](value)
        except ValueError:
            chosen[name] = 0
        if not 0 < chosen[name] < MOST_LIMIT:
            usual = f"{name}={getattr(Limits, name)}"
            raise ValueError(Said("a limit is written like {usual}, not {text}", usual=usual, text=repr(written)))
        if name == "name" and chosen[name] > MOST_NAME:
            raise ValueError(
                Said("a name has at most {most} characters, so name={most} is the highest limit", most=MOST_NAME)
            )
    return dataclasses.replace(Limits(), **chosen)  # type: ignore[arg-type]


@dataclasses.dataclass(frozen=True)
class Settings:
    """One server."""

    database: str = ""
    """A URL of SQLAlchemy; empty for a file in the user's data directory."""
    workers: int = 1
    opponents: tuple[str, ...] = ()
    """The opponents on offer; empty for the levels."""
    guests: tuple[Guest, ...] = ()
    """Opponents that the host has added to them."""
    hint: str = ""
    stand_in: str = ""
    """Who takes over a seat that a player of a game of three or four gives up; empty for the game's usual opponent."""
    warm: bool = True
    hosts: tuple[str, ...] = ("*",)
    """The names under which the server answers, without ports."""
    heartbeat: float = 1.0
    """Seconds between two signs of life; so exact is the time that nobody is charged for."""
    hello_seconds: float = 10.0
    keep_days: int = 365
    """Days after which a table is deleted if nothing has happened there; 0 keeps all of them."""
    lobby: bool = True
    """Whether strangers find tables here that their makers have opened."""
    texts: Path | None = None
    """A folder with files of languages that are tried out."""
    limits: Limits = Limits()
    networks: Networks = NOT_ANY
    """Networks whose addresses may take more."""

    def database_url(self) -> str:
        return self.database or f"sqlite:///{default_database()}"

    def offered(self) -> tuple[str, ...]:
        """The opponents that can take a seat: those that the host has chosen or the levels of all games, and guests."""
        return (*(self.opponents or every_level()), *(one.text for one in self.guests))

    def offered_in(self, game: tv.Game) -> list[str]:
        """Those of them that a game knows."""
        known = [spec for spec in self.opponents or every_level() if parse_spec(spec).on_the_ladder(game).text == spec]
        return [*known, *(one.text for one in self.guests if one.plays(game.name))]

    def player(self, spec: str) -> Spec:
        """The player that a seat names; a `ValueError` if there is none, as when a host offers a guest no more."""
        return next((one.spec for one in self.guests if one.text == spec), None) or parse_spec(spec)

    def hint_spec(self) -> str:
        """Who gives hints; where a game has fewer levels, its highest one."""
        return self.hint or "level:8"

    def stand_in_spec(self, game: tv.Game) -> str:
        return self.stand_in or usual_opponent(game).text


@functools.cache
def every_level() -> tuple[str, ...]:
    """The levels of the game that has most; how many another one has, its answer says."""
    games = [tv.game(name, **variant) for name in usable_games()[0] for variant in ruleset(name).facts.variants]
    return max((ladder_of(game).names for game in games), key=len)


def default_database() -> Path:
    """The file that games are kept in if nobody says otherwise."""
    chosen = os.environ.get(DATA_VARIABLE)
    folder = Path(chosen) if chosen else user_data_path("tavoliere", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tables.sqlite3"

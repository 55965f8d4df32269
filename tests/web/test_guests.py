"""Opponents that a host adds: they play at tables under their names, and no visitor's text is ever read as a player."""

from __future__ import annotations

import json
import sys
import urllib.error
from pathlib import Path
from typing import Any

import pytest

import tavoliere as tv
from tavoliere.apps.web.host.settings import Settings
from tavoliere.play import guests as guests_module
from tavoliere.play import players as players_module
from tavoliere.play.guests import guest, guests_from
from tavoliere.play.players import Players, parse_player
from tavoliere.search.players import Choice
from tests.web.servers import RealServer

PRELUDE = """
import sys
from tavoliere.apps.web.host import settings as settings_module
from tavoliere.play.guests import guests_from

sys.path.insert(0, {folder!r})
Plain = settings_module.Settings
settings_module.Settings = lambda **wanted: Plain(**wanted | {{"guests": guests_from({guests!r})}})
"""
MODULE = """
class Last:
    def choose(self, position, budget):
        return position.legal_moves()[-1]
"""


def test_a_guest_plays_under_its_name_and_nobody_else_can_be_named(tmp_path: Path, sqlite_url: str) -> None:
    """The thing in Python, and a program: our own, spoken to like anybody's."""
    (tmp_path / "theirs.py").write_text(MODULE, encoding="utf-8")
    engine = f"ugi(nodes=1):{sys.executable} -m tavoliere ugi --game never-alone --player random"
    guests = ["Anna's net=python:theirs:Last", f"never-alone/Bo={engine}", "tablut/Carl=greedy"]
    server = RealServer(tmp_path, sqlite_url, PRELUDE.format(folder=str(tmp_path), guests=guests))
    try:
        names = {one["spec"]: one["name"] for one in server.get("/api/games")["opponents"]}
        assert names["guest:Anna's net"] == "Anna's net" and names["guest:never-alone/Bo"] == "Bo"
        for name in ("guest:Anna's net", "guest:never-alone/Bo"):
            assert replied(server, name) in tv.game("never-alone").start().play("f6").legal_moves()
        assert replied(server, "guest:Anna's net") == tv.game("never-alone").start().play("f6").legal_moves()[-1]
        for name in (
            "guest:tablut/Carl",
            "guest:Nobody",
            "python:theirs:Last",
            engine,
            "Anna's net=python:theirs:Last",
        ):
            with pytest.raises(urllib.error.HTTPError) as refused:
                server.post("/api/tables", {"game": "never-alone", "seats": seats(name)})
            assert refused.value.code in (400, 404, 422)
            told = json.load(refused.value)
            assert "theirs" not in told["error"]["text"].replace(name, ""), (
                "what the host has written stays with the host"
            )
        assert "theirs" not in server.get_text("/api/games")
    finally:
        server.kill()


def seats(spec: str) -> dict[str, Any]:
    return {"r": {"kind": "person"}, "b": {"kind": "opponent", "spec": spec}}


def replied(server: RealServer, spec: str) -> str:
    """The guest's turn after Red's first one."""
    made = server.post("/api/tables", {"game": "never-alone", "seats": seats(spec)})
    anna = server.join(made["table"], [made["tokens"]["r"]])
    anna.table()
    assert anna.turn("f6")["type"] == "accepted"
    move: str = anna.table(lambda shown: shown["ply"] == 2)["moves"][1]["move"]
    anna.close()
    return move


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Anna", "an opponent is written like NAME=SPEC"),
        ("=random", "an opponent is written like NAME=SPEC"),
        ("  =random", "an opponent is written like NAME=SPEC"),
        (f"{'x' * 41}=random", "at most 40 characters"),
        ("a\nb=random", "an opponent is written like NAME=SPEC"),
        ("chess/Anna=random", "there is no game 'chess'"),
        ("Anna=nobody", "there is no player 'nobody'"),
        ("Anna=python:", "a player in Python is written like"),
    ],
)
def test_an_opponent_that_cannot_be_is_refused(written: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        guests_from([written])


def test_each_name_is_there_once_and_in_its_games() -> None:
    with pytest.raises(ValueError, match="there are two opponents called 'Anna'"):
        guests_from(["Anna=random", "Anna=greedy"])
    settings = Settings(opponents=("random",), guests=guests_from(["Anna=level:2", "pit/Anna=greedy"]))
    assert settings.offered() == ("random", "guest:Anna", "guest:pit/Anna")
    assert settings.offered_in(tv.game("tablut")) == ["random", "guest:Anna"]
    assert settings.offered_in(tv.game("pit", players=3)) == ["random", "guest:Anna", "guest:pit/Anna"]
    assert settings.player("random").kind == "random"
    with pytest.raises(ValueError, match="there is no player 'guest:Zoe'"):
        settings.player("guest:Zoe")


def test_one_of_our_players_is_itself_under_another_name() -> None:
    game = tv.game("tablut")
    found = guest("Teacher=level:2").spec.resolved(game)
    assert found.text == "guest:Teacher" and found.kind == "novice"
    assert found.settings == settings_of("level:2")
    assert guest("Long=python(seconds=3):any.module:thing").spec.budget().seconds == 3


class Program:
    """A stand-in for an engine that knows which ones run."""

    running: list[tv.Game | None]

    def __init__(self, *_: Any) -> None:
        self.options: list[str] = []
        self.game: tv.Game | None = None
        self.running.append(None)

    def hello(self, _: Any) -> None:
        pass

    def new_game(self, _: Any) -> None:
        pass

    def choose(self, position: tv.Position, *_: Any) -> Choice:
        if self.game is None:
            self.game = self.running[-1] = position.game
        return Choice(position.legal_moves()[0], {}, 0, 0.0, ())

    def close(self) -> None:
        self.running.remove(self.game)


def test_visitors_who_choose_other_options_start_no_programs_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The few that were asked last stay, and one that was ended comes back."""
    running: list[tv.Game | None] = []
    monkeypatch.setattr(Program, "running", running, raising=False)
    monkeypatch.setattr(players_module, "UgiClient", Program)
    monkeypatch.setattr(guests_module, "HOUSE", Players())
    player = guest("Bo=ugi:./engine").spec.player(1)
    starts = [tv.game("never-alone", red=red).start() for red in ("d4", "a1", "b2", "c3", "f6", "g7")]
    for place in (0, 1, 2, 3, 0, 4, 5, 1):
        position = starts[place]
        assert player.choose(position, parse_player("random").budget()).move == position.legal_moves()[0]
        assert len(running) <= guests_module.MOST_KEPT
    assert {game for game in running if game} == {starts[place].game for place in (0, 4, 5, 1)}


def settings_of(level: str) -> tuple[tuple[str, float], ...]:
    from tavoliere.search.specs import parse_spec

    return parse_spec(level).resolved(tv.game("tablut")).settings

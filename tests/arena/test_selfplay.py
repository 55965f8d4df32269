"""The file of self-play games: nothing that was written is lost, and nothing else is taken for a game."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.arena.jobs import Workers
from tavoliere.arena.selfplay import (
    Log,
    digest_of,
    file_name,
    header_of,
    is_games_file,
    line_of,
    one_after_another,
    open_games,
    played_of,
)
from tavoliere.search.selfplay import Conditions, SelfPlayed, played_game
from tavoliere.search.specs import parse_spec


def conditions(player: str = "alphabeta:nodes=60,noise=50", **more: object) -> Conditions:
    return Conditions(tv.game("never-alone"), (parse_spec(player),) * 2, **more)  # type: ignore[arg-type]


def filled(path: Path, given: Conditions, games: int) -> list[SelfPlayed]:
    with Log(path, given) as log:
        list(log.fill(games, one_after_another))
    return list(open_games(path).games())


@pytest.mark.parametrize("options", [{}, {"players": 3}])
def test_a_game_comes_back_as_it_was(options: dict[str, int]) -> None:
    game = tv.game("pit", **options)
    spec = parse_spec("alphabeta:nodes=40,noise=50")
    given = Conditions(game, (spec,) * len(game.players), opening=1, slips=0.1, referee=spec)
    played = played_game((given, 3))
    line = line_of(played, game)
    assert "\n" not in line
    assert played_of(json.loads(line), "".join(game.players)) == played


def test_a_file_tells_its_conditions(tmp_path: Path) -> None:
    given = conditions("level:7", opening=2, slips=0.25, referee=parse_spec("champion:nodes=30"), watched=3, seed=9)
    path = tmp_path / file_name(given)
    games = filled(path, given, 2)
    found = open_games(path)
    assert found.header["players"] == ["alphabeta:nodes=1500,noise=50,judge=terms"] * 2
    assert found.header["referee"] == "alphabeta:nodes=30"
    assert header_of(found.conditions(tv.game("never-alone"))) == header_of(given)
    assert [played_game((found.conditions(tv.game("never-alone")), number)) for number in (0, 1)] == games
    assert is_games_file(path) and not is_games_file(tmp_path / "none")


def test_other_conditions_have_another_name() -> None:
    names = {
        file_name(given)
        for given in (conditions(), conditions(seed=2), conditions(opening=1), conditions("level:7"), conditions())
    }
    assert len(names) == 4
    assert len(digest_of(header_of(conditions()))) == 12


def test_more_games_are_added_to_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "some.games"
    few = filled(path, conditions(), 2)
    begun = path.read_bytes()
    assert filled(path, conditions(), 4)[:2] == few
    assert path.read_bytes().startswith(begun)


def test_many_processes_play_the_same_games(tmp_path: Path) -> None:
    alone = filled(tmp_path / "alone.games", conditions(), 8)
    with Workers(3) as workers, Log(tmp_path / "many.games", conditions()) as log:
        list(log.fill(8, workers.answers))
    many = sorted(open_games(tmp_path / "many.games").games(), key=lambda played: played.number)
    assert many == alone


def test_killed_and_resumed_equals_uninterrupted(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tests.arena.test_selfplay import filled, conditions\n"
        "filled(Path(sys.argv[1]), conditions(), 40)"
    )
    path = tmp_path / "killed.games"
    for wanted in (3, 12):
        process = subprocess.Popen([sys.executable, "-c", script, str(path)])
        while process.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < wanted + 1):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    with path.open("ab") as file:
        file.write(b'{"number": 39, "result"')  # what a process leaves that is killed while it writes
    before = [game.number for game in open_games(path).games()]
    assert 12 <= len(before) < 40
    with Log(path, conditions()) as log:
        assert "torn" in log.message and len(log.numbers) == len(before)
        list(log.fill(40, one_after_another))
    assert list(open_games(path).games()) == filled(tmp_path / "whole.games", conditions(), 40)


def test_a_torn_header_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "torn.games"
    path.write_bytes(b'{"format": "tavoliere self-')
    assert len(filled(path, conditions(), 1)) == 1


def test_a_torn_line_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "long.games"
    games = filled(path, conditions(), 2)
    with path.open("ab") as file:
        file.write(b"1" * 10_000)
    assert list(open_games(path).games()) == games
    assert filled(path, conditions(), 2) == games


def test_whatever_is_no_file_of_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    for content in (b"hello\n", b"[]\n", b'{"format": "x"}\n', b"\xff\xfe\n", b'{"a": ' * 50 + b"\n"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=r"other\.txt is not a file of self-play games"):
            open_games(path)
        with pytest.raises(ValueError, match="is not a file of self-play games"), Log(path, conditions()):
            pass
        assert path.read_bytes() == content
    with pytest.raises(ValueError, match="cannot be read"):
        open_games(tmp_path / "nowhere.games")
    with pytest.raises(ValueError, match="cannot be written"), Log(tmp_path / "no" / "where.games", conditions()):
        pass


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "damaged.games"
    filled(path, conditions(), 3)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], '{"number": 1}', lines[3]]) + "\n")
    with pytest.raises(ValueError, match=r"damaged\.games, line 3: this is not a game"):
        list(open_games(path).games())
    with pytest.raises(ValueError, match="line 3"), Log(path, conditions()):
        pass
    path.write_text("\n".join([*lines[:2], lines[3]]) + "\n")
    assert sorted(played.number for played in filled(path, conditions(), 3)) == [0, 1, 2]


def test_games_of_other_conditions_and_versions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.games"
    filled(path, conditions(), 1)
    with (
        pytest.raises(ValueError, match=r"other conditions \(another opening, seed\)"),
        Log(path, conditions(seed=2, opening=1)),
    ):
        pass
    header, *games = path.read_text().splitlines()
    path.write_text("\n".join([header.replace('"version": 1', '"version": 7'), *games]) + "\n")
    with pytest.raises(ValueError, match="version 7 of their format, and this program knows version 1"):
        open_games(path)


def test_two_writers_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "one.games"
    with Log(path, conditions()), pytest.raises(ValueError, match="being written by another"), Log(path, conditions()):
        pass


def test_a_full_disk_loses_no_game(tmp_path: Path) -> None:
    """The limit on the size of files stands for a disk that is full: writing fails in the middle of a line."""
    path = tmp_path / "full.games"
    whole = filled(tmp_path / "whole.games", conditions(), 6)
    limit = len((tmp_path / "whole.games").read_bytes()) * 2 // 3
    script = (
        "import resource, sys; from pathlib import Path; from tests.arena.test_selfplay import filled, conditions\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {resource.RLIM_INFINITY}))\n"
        "filled(Path(sys.argv[1]), conditions(), 6)"
    )
    ran = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False)
    assert "full.games cannot be written: File too large" in ran.stderr
    assert path.read_bytes().endswith(b"\n")
    there = list(open_games(path).games())
    assert 0 < len(there) < 6 and there == whole[: len(there)]
    assert filled(path, conditions(), 6) == whole


def test_a_file_without_rights_is_refused(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        path = tmp_path / "folder.games"
        path.mkdir()
    else:
        path = tmp_path / "closed.games"
        path.touch(0o000)
    with pytest.raises(ValueError, match="cannot be written"), Log(path, conditions()):
        pass

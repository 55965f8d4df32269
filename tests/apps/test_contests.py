"""`tavoliere match` and `tavoliere tournament`, run as a person runs them, killed and interrupted as well."""

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tavoliere as tv
from tavoliere.apps.cli import common, contest, main
from tavoliere.games import ruleset
from tavoliere.records import read

ROOT = Path(__file__).resolve().parents[2]
MATCH = ["match", "mcts:nodes=40", "random", "--game", "never-alone"]
TOURNAMENT = ["tournament", "mcts:nodes=40", "random", "mcts:nodes=5", "--game", "never-alone", "--rounds", "2"]


@pytest.fixture(autouse=True)
def in_an_empty_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def result(capsys, *arguments):
    """The result of a command as data."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def said(capsys, *arguments):
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def refused(capsys, *arguments):
    assert main(list(arguments)) == 1
    return capsys.readouterr().err


def timeless(data):
    """A result without what is measured, and without the name of its file."""
    data = {name: value for name, value in data.items() if name != "file"}
    for thinking in data["thinking"].values():
        for name in ("mean_seconds", "median_seconds", "max_seconds", "nodes_a_second"):
            del thinking[name]
    return data


def games_in(path):
    """The games of a file by round and seat, without what is measured."""
    records = list(read(path.read_text(encoding="utf-8")))
    found = {}
    for record in records:
        tags = record.other_tags
        key = tuple(tags.get(name) for name in ("Round", "Table", "Seat"))
        assert key not in found, f"{key} is there twice"
        found[key] = (record.players, record.moves, record.result, record.reason)
    return found


# Matches


def test_the_number_of_jobs_changes_nothing(capsys, tmp_path):
    one = result(capsys, *MATCH, "--rounds", "3", "--jobs", "1", "--file", "one.tav")
    two = result(capsys, *MATCH, "--rounds", "3", "--jobs", "2", "--file", "two.tav")
    assert timeless(one) == timeless(two)
    assert games_in(tmp_path / "one.tav") == games_in(tmp_path / "two.tav")
    assert one["games"] == 6
    assert one["won"] + one["drawn"] + one["lost"] == 6


def test_a_match_names_its_file_and_goes_on_from_it(capsys, tmp_path):
    first = said(capsys, *MATCH, "--rounds", "1")
    name = "match-never-alone-mcts-nodes-40-vs-random-o2-s1.tav"
    assert first.splitlines()[-1] == f"games: {name}"
    kept = (tmp_path / name).read_bytes()
    more = result(capsys, *MATCH, "--rounds", "2")
    assert more["file"] == name and more["games"] == 4
    assert (tmp_path / name).read_bytes().startswith(kept)
    assert result(capsys, *MATCH, "--rounds", "1")["games"] == 2


def test_a_result_tells_score_elo_pairs_and_thinking(capsys):
    text = said(capsys, *MATCH, "--rounds", "4", "--sprt", "0", "400", "--plot", "score.svg")
    assert "mcts:nodes=40 against random, never-alone" in text
    assert "8 games: " in text
    assert "Elo " in text and "LOS " in text
    assert "pairs with 0, 1/2, 1, 3/2, 2 points: " in text
    assert "SPRT elo0 0, elo1 400: LLR " in text
    assert "nodes a turn" in text
    assert "inf" not in text
    assert ElementTree.parse("score.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own text


def test_thinking_survives_in_the_file(capsys):
    before = result(capsys, *MATCH, "--rounds", "2")["thinking"]
    after = result(capsys, *MATCH, "--rounds", "2")["thinking"]
    assert before == after
    assert 0 < before["mcts:nodes=40"]["nodes_a_turn"] <= 40
    assert before["mcts:nodes=40"]["max_seconds"] >= before["mcts:nodes=40"]["median_seconds"] > 0
    assert before["random"]["nodes_a_second"] is None


def test_a_sequential_test_stops_the_match_and_counts_the_same_with_many_jobs(capsys, tmp_path):
    command = [*MATCH, "--rounds", "200", "--sprt", "0", "300", "--alpha", "0.1", "--beta", "0.1"]
    one = result(capsys, *command, "--jobs", "1", "--file", "one.tav")
    three = result(capsys, *command, "--jobs", "3", "--file", "three.tav")
    assert one["sprt"]["accepted"] == "H1"
    assert one["llr"] >= one["sprt"]["upper"] > 0
    assert 2 < one["games"] < 100 and one["games"] % 2 == 0
    assert one["games_not_counted"] == 0
    assert len(games_in(tmp_path / "three.tav")) == three["games"] + three["games_not_counted"]
    for data in (one, three):
        del data["games_not_counted"]
    assert timeless(one) == timeless(three)
    assert "H1 was accepted" in said(capsys, *command, "--file", "three.tav")


def test_three_players_are_measured_against_their_fair_share(capsys):
    data = result(capsys, "match", "mcts:nodes=60", "random", "players=3", "--game", "pit", "--rounds", "2")
    assert data["games"] == 6
    assert data["fair"] == pytest.approx(1 / 3)
    assert data["pairs"] is None
    assert data["score"] == pytest.approx((data["won"]) / 6)


def test_faults_are_told(capsys):
    data = result(capsys, "match", "ugi:false", "random", "--game", "never-alone", "--rounds", "1")
    assert data["lost"] == 2
    assert [fault["player"] for fault in data["faults"]] == ["ugi:false"] * 2
    text = said(capsys, "match", "ugi:false", "random", "--game", "never-alone", "--rounds", "1")
    assert "2 games lost by a fault:" in text
    assert "exit code 1" in text


def test_a_file_of_another_match_is_refused(capsys, tmp_path):
    said(capsys, *MATCH, "--rounds", "1", "--file", "match.tav")
    before = (tmp_path / "match.tav").read_bytes()
    for other in (
        ["match", "random", "mcts:nodes=40", "--game", "never-alone"],
        [*MATCH, "--seed", "2"],
        [*MATCH, "--opening", "3"],
        [*MATCH[:3], "red=a1", *MATCH[3:]],
        [*MATCH[:3], "--game", "tablut"],
        TOURNAMENT,
    ):
        assert "another match" in refused(capsys, *other, "--file", "match.tav")
    assert (tmp_path / "match.tav").read_bytes() == before


def test_what_makes_no_sense_is_refused(capsys):
    assert "one line" in refused(capsys, "match", "random", "ugi:a\tb", "--game", "tablut")
    assert "shorter opening" in refused(capsys, *MATCH, "--opening", "400")
    assert "ELO0 < ELO1" in refused(capsys, *MATCH, "--sprt", "5", "5")
    assert "between -2000 and 2000" in refused(capsys, *MATCH, "--sprt", "0", "1e9")
    assert "there is no folder no/such" in refused(capsys, *MATCH, "--file", "no/such/games.tav")
    for wrong in (
        ["--jobs", "0"],
        ["--rounds", "0"],
        ["--jobs", "many"],
        ["--rounds", "-1"],
        ["--patience", "nan"],
        ["--patience", "0"],
    ):
        with pytest.raises(SystemExit) as ended:
            main([*MATCH, *wrong])
        assert ended.value.code == 2
    assert wrong[0] in capsys.readouterr().err


def test_a_picture_that_cannot_be_drawn_is_refused_before_any_game(capsys, tmp_path):
    assert "there is no folder no/such" in refused(capsys, *MATCH, "--plot", "no/such/place.svg")
    for name in ("score.jpg", "score"):
        assert "ends in .svg or .png" in refused(capsys, *MATCH, "--plot", name)
    assert list(tmp_path.iterdir()) == []


def test_the_score_is_drawn_as_png_too_and_told_before_it_is_drawn(capsys, tmp_path, monkeypatch):
    said(capsys, *MATCH, "--rounds", "1", "--plot", "score.png")
    assert (tmp_path / "score.png").read_bytes()[:4] == b"\x89PNG"

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(common, "replace_file", full)
    assert main([*MATCH, "--rounds", "1", "--plot", "score.svg"]) == 1
    captured = capsys.readouterr()
    assert "2 games: " in captured.out
    assert captured.err.endswith("\ntavoliere: cannot write score.svg: No space left on device\n")


# Killed and interrupted


def started(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "tavoliere", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def wait_for_games(path, count, process):
    """Until a file holds so many games; the process must not end before."""
    while not path.exists() or path.read_bytes().count(b"[Game ") < count:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize(
    ("command", "kills"), [([*MATCH, "--rounds", "12"], (2, 5)), (TOURNAMENT, (3,))], ids=["match", "tournament"]
)
def test_a_killed_contest_goes_on_with_no_game_lost_or_counted_twice(capsys, tmp_path, command, kills):
    path = tmp_path / "killed.tav"
    kept = {}
    for count in kills:
        process = started(*command, "--jobs", "2", "--file", str(path))
        wait_for_games(path, count, process)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        whole = path.read_bytes().rpartition(b"\n[Game ")[0]
        path.with_name("whole.tav").write_bytes(whole)
        found = games_in(path.with_name("whole.tav"))
        assert kept.items() <= found.items()
        kept = found
    resumed = result(capsys, *command, "--file", str(path))
    unbroken = result(capsys, *command, "--jobs", "1", "--file", "unbroken.tav")
    assert timeless(resumed) == timeless(unbroken)
    assert games_in(path) == games_in(tmp_path / "unbroken.tav")
    assert kept.items() <= games_in(path).items()


@pytest.mark.skipif(os.name != "posix", reason="only here can a file be kept from growing")
def test_a_match_that_cannot_write_its_games_says_so_and_loses_none(capsys):
    command = ["match", "random", "random", "--game", "never-alone", "--rounds", "5", "--file", "full.tav"]
    code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)); main({command!r})"
    done = subprocess.run(
        [sys.executable, "-c", f"from tavoliere.apps.cli import contest, main\n{code}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "full.tav cannot be written: File too large" in done.stderr and "Traceback" not in done.stderr
    written = list(read(Path("full.tav").read_text(encoding="utf-8")))
    assert 0 < len(written) < 10
    assert result(capsys, *command)["games"] == 10
    assert list(read(Path("full.tav").read_text(encoding="utf-8")))[: len(written)] == written


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal to a group of processes only here")
def test_an_interrupt_ends_cleanly_and_keeps_what_is_finished(capsys, tmp_path):
    path = tmp_path / "match.tav"
    command = [*MATCH, "--rounds", "300", "--jobs", "2", "--file", str(path)]
    process = started(*command)
    wait_for_games(path, 3, process)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert "kept in" in err and "interrupted" in err
    games = games_in(path)
    assert 3 <= len(games) < 600
    assert f"{len(games)} games kept" in err
    assert all("Fault" not in record.other_tags for record in read(path.read_text(encoding="utf-8")))
    assert not path.with_name("match.tav.lock").exists()
    assert result(capsys, *MATCH, "--rounds", "1", "--file", str(path))["games"] == 2


# What the page says


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_the_page_about_matches_has_every_option(capsys, command):
    page = (ROOT / "docs" / "matches.md").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        main([command, "--help"])
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    assert len(options) > 7
    for option in options:
        assert f"`{option}" in page, option


# Tournaments


def test_a_tournament_lets_everybody_meet(capsys, tmp_path):
    data = result(capsys, *TOURNAMENT)
    assert data["games"] == 12
    assert data["players"][0]["name"] == "mcts:nodes=40"
    assert data["players"][-1]["name"] == "random"
    assert sum(player["points"] for player in data["players"]) == 12
    assert sum(player["elo"] for player in data["players"]) == pytest.approx(0, abs=1e-6)
    for player in data["players"]:
        assert player["games"] == 8
        assert {rival["games"] for rival in player["against"].values()} == {4}
    seats = [(names["r"], names["b"]) for names, *_ in games_in(tmp_path / data["file"]).values()]
    assert len(set(seats)) == 6 and all(seats.count(pair) == 2 for pair in seats)


def test_the_cross_table_is_drawn(capsys):
    text = said(capsys, *TOURNAMENT)
    lines = text.splitlines()
    assert lines[0].startswith("12 games, never-alone")
    assert lines[2].split() == ["player", "Elo", "+-", "points", "1", "2", "3"]
    assert lines[3].split()[:2] == ["1.", "mcts:nodes=40"]
    assert lines[3].split()[5] == "-"
    assert "games: tournament-never-alone-mcts-nodes-40-vs-random-vs-mcts-nodes-5-o2-s1.tav" in text


def test_a_tournament_of_three_seats_rates_by_finishing_order(capsys):
    data = result(
        capsys, "tournament", "mcts:nodes=60", "random", "players=3", "--game", "pit", "--rounds", "1", "--opening", "3"
    )
    assert data["games"] == 6
    assert sum(player["points"] for player in data["players"]) == pytest.approx(6)
    assert sum(player["games"] for player in data["players"]) == 18


def test_with_three_or_four_players_an_opening_is_whole_rounds(capsys):
    """Two random turns of three players left White to move with the others a turn behind."""
    match = ("match", "random", "greedy", "--game", "pit", "--rounds", "1")
    for players, turns in ((3, 2), (3, 4), (4, 2), (4, 6)):
        problem = refused(capsys, *match, f"players={players}", "--opening", str(turns))
        assert f"with {players} players --opening is a whole number of rounds: {players}, {2 * players}" in problem
    assert [contest.opening_turns(None, seats) for seats in (2, 3, 4)] == [2, 3, 4]
    assert [contest.opening_turns(asked, 3) for asked in (0, 3, 6)] == [0, 3, 6]
    assert contest.opening_turns(1, 2) == 1


def test_a_match_of_a_player_against_itself_says_how_each_seat_did(capsys):
    data = result(capsys, "match", "greedy", "greedy", "--game", "never-alone", "--rounds", "2")
    records = [record.result for record in read(Path(data["file"]).read_text(encoding="utf-8"))]
    points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    assert data["seats"]["r"] == pytest.approx(sum(points[one] for one in records) / len(records))
    assert data["seats"]["r"] + data["seats"]["b"] == pytest.approx(1)
    text = said(capsys, "match", "greedy", "greedy", "--game", "never-alone", "--rounds", "2")
    assert f"score of the seats, whoever sat there: Red {data['seats']['r']:.3f}, Black" in text


def test_a_match_of_three_seats_says_what_all_places_speak_for(capsys):
    text = said(capsys, "match", "mcts:nodes=60", "random", "players=3", "--game", "pit", "--rounds", "1")
    assert re.search(r"^Elo by all places [+-]\d+ \+- \d+$", text, re.MULTILINE)


def test_a_tournament_refuses_what_makes_no_sense(capsys):
    assert "two players" in refused(capsys, "tournament", "random", "--game", "tablut")
    assert "twice" in refused(capsys, "tournament", "random", "random", "--game", "tablut")
    assert "no player" in refused(capsys, "tournament", "random", "somebody", "--game", "tablut")
    assert "players" in refused(capsys, "tournament", "random", "mcts", "players=3", "--game", "tablut")


def test_what_was_found_is_told_and_what_cannot_be_kept_is_refused(capsys):
    assert main([*MATCH, "--rounds", "1"]) == 0
    assert "found" not in capsys.readouterr().err
    assert main([*MATCH, "--rounds", "1"]) == 0
    assert "2 games found in " in (told := capsys.readouterr().err) and "nothing is left to play" in told
    assert main([*MATCH, "--rounds", "2"]) == 0
    assert "2 games found in " in (told := capsys.readouterr().err) and "2 to play" in told
    assert "ends in .tav" in refused(capsys, *MATCH, "--rounds", "1", "--file", "games.jsonl")
    assert not Path("games.jsonl").exists()


def test_games_are_kept_in_files_only(capsys, tmp_path):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        assert "is not a file" in refused(capsys, *MATCH, "--rounds", "1", "--file", name)
        assert (tmp_path / name).exists()


def test_a_program_that_is_not_there_is_refused_before_the_first_game(capsys, tmp_path):
    told = refused(capsys, "match", "ugi:./nosuch --fast", "random", "--game", "never-alone")
    assert told == "tavoliere: there is no program './nosuch' that could play\n"
    assert list(tmp_path.iterdir()) == []


def test_games_of_other_weights_are_not_counted_on(capsys, monkeypatch):
    said(capsys, *MATCH, "--rounds", "1", "--file", "games.tav")
    judge = ruleset("never-alone").evaluation
    changed = dataclasses.replace(ruleset("never-alone"), evaluation=judge._replace(**{judge._fields[0]: 7}))
    monkeypatch.setattr(contest, "game_from_text", lambda name, options: tv.Game(changed, {}))
    told = refused(capsys, *MATCH, "--rounds", "1", "--file", "games.tav")
    assert "before the levels or weights of never-alone changed" in told


def test_errors_of_a_test_need_a_test(capsys):
    assert "--sprt ELO0 ELO1" in refused(capsys, *MATCH, "--alpha", "0.1")


def test_a_terminated_match_leaves_no_lock():
    process = subprocess.Popen(
        [sys.executable, "-m", "tavoliere", "match", "mcts:seconds=2", "random", "--game", "tablut", "--file", "g.tav"],
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not Path("g.tav.lock").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.5)
    process.terminate()
    _, told = process.communicate(timeout=60)
    assert process.returncode == 143 and "terminated" in told and "Traceback" not in told
    assert not Path("g.tav.lock").exists()

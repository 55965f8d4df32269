"""The file of a match: nothing lost, nothing counted twice, whatever kills the process."""

import dataclasses
import os
import signal
import subprocess
import sys
import textwrap

import pytest

import tavoliere as tv
from tavoliere.arena.ledger import Ledger
from tavoliere.arena.match import Pairing, play_game
from tavoliere.records import read
from tavoliere.search.specs import parse_spec
from tests.arena.players import Here

GAME = tv.game("never-alone")
EVENT = "match random against random, opening 2, seed 1"
KEYS = ("Round", "Seat")
RANDOM = parse_spec("random")


def game_number(number, seat=0):
    return play_game(GAME, RANDOM, RANDOM, Pairing(number, seat), Here(), 2, 1)


def opened(path, game=GAME, event=EVENT):
    return Ledger(path, game, event, KEYS)


def filled(path, count):
    with opened(path) as ledger:
        for number in range(count):
            ledger.append(game_number(number))
    return path.read_bytes()


def test_games_that_were_kept_are_found_again(tmp_path):
    path = tmp_path / "match.tav"
    filled(path, 3)
    with opened(path) as ledger:
        assert [record.other_tags["Round"] for record in ledger.records] == ["0", "1", "2"]
        assert {record.other_tags["Event"] for record in ledger.records} == {EVENT}
        assert ledger.message == ""
    assert list(read(path.read_text(encoding="utf-8"))) == ledger.records
    assert sorted(file.name for file in tmp_path.iterdir()) == ["match.tav"]


def test_a_file_that_somebody_deletes_meanwhile_does_not_break_the_end(tmp_path):
    path = tmp_path / "games.tav"
    with opened(path) as ledger:
        ledger.append(game_number(0))
        path.unlink()
    assert list(tmp_path.iterdir()) == []
    with opened(path) as ledger:
        assert ledger.records == []


def test_no_games_leave_no_file(tmp_path):
    with opened(tmp_path / "match.tav"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_file_torn_anywhere_loses_only_the_torn_game(tmp_path):
    """Cut at every byte of the last game: the others stay, the cut is told, and the game can be written again."""
    path = tmp_path / "match.tav"
    two = filled(path, 2)
    three = filled(tmp_path / "other.tav", 3)
    assert three.startswith(two)
    for end in range(len(two) + 1, len(three)):
        path.write_bytes(three[:end])
        with opened(path) as ledger:
            assert len(ledger.records) == 2, end
            if end > len(two) + 1:
                assert "the last game was torn" in ledger.message
            ledger.append(game_number(2))
        assert path.read_bytes() == three, end


def test_a_first_game_that_is_torn_is_cut_too(tmp_path):
    path = tmp_path / "match.tav"
    one = filled(path, 1)
    for end in (1, 5, 20, 200, len(one) - 1):
        path.write_bytes(one[:end])
        with opened(path) as ledger:
            assert ledger.records == [] and "torn" in ledger.message
            ledger.append(game_number(0))
        assert path.read_bytes() == one


def test_what_is_wrong_but_not_torn_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "match.tav"
    data = filled(path, 2)
    for wrong in (
        data.replace(b"1. ", b"1. z9", 1),
        data[: data.rindex(b"1. ")] + data[data.rindex(b"1. ") :].replace(b"1. ", b"1. z9", 1),
        b"a diary\n" + data,
        b"dear diary\n",
        data.replace(b'[Round "1"]', b'[Round "0"]'),
        data.replace(b'[Round "1"]\n', b""),
        data.replace(b"seed 1", b"seed 2", 1),
        data.replace(b"seed 1", b"seed 2")[:-9],
    ):
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match=r"match\.tav"), opened(path):
            pass
        assert path.read_bytes() == wrong
    assert not (tmp_path / "match.tav.lock").exists()


@pytest.mark.parametrize(
    ("game", "event", "said"),
    [
        (GAME, "match random against random, opening 2, seed 7", "seed 1"),
        (tv.game("tablut"), EVENT, "never-alone"),
        (tv.game("never-alone", red="a1"), EVENT, "other options"),
    ],
)
def test_a_file_of_another_match_is_refused(tmp_path, game, event, said):
    path = tmp_path / "match.tav"
    filled(path, 1)
    with pytest.raises(ValueError, match="another match") as refused, opened(path, game, event):
        pass
    assert said in str(refused.value)


def test_two_processes_cannot_write_one_file(tmp_path):
    path = tmp_path / "match.tav"
    with opened(path) as first:
        first.append(game_number(0))
        with pytest.raises(ValueError, match="another process"), opened(path):
            pass
        first.append(game_number(1))
    with opened(path) as ledger:
        assert len(ledger.records) == 2


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "match.tav").mkdir()
    with pytest.raises(ValueError, match=r"match.tav cannot be written"), opened(tmp_path / "match.tav"):
        pass


def test_a_disk_that_is_full_leaves_whole_games(tmp_path, monkeypatch):
    path = tmp_path / "match.tav"
    filled(path, 1)
    before, write = path.read_bytes(), os.write

    def full(descriptor, data):
        if len(data) < 100:
            raise OSError(28, "No space left on device")
        return write(descriptor, data[:100])

    with opened(path) as ledger:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(ValueError, match="No space left"):
            ledger.append(game_number(1))
        monkeypatch.undo()
    assert path.read_bytes() == before


def test_hostile_names_and_faults_survive_the_file(tmp_path):
    path = tmp_path / "match.tav"
    record = game_number(0)
    tags = {**record.other_tags, "Fault": 'r: said "\\" and [Game "x"] }{'}
    with opened(path) as ledger:
        ledger.append(dataclasses.replace(record, other_tags=tags))
    with opened(path) as ledger:
        assert ledger.records[0].other_tags["Fault"] == tags["Fault"]


KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from tests.arena.test_ledger import game_number, opened

write = os.write
with opened(Path(sys.argv[1])) as ledger:
    ledger.append(game_number(0))

    def killed(descriptor, data):
        write(descriptor, data[: int(sys.argv[2])])
        os.kill(os.getpid(), signal.SIGKILL)

    os.write = killed
    ledger.append(game_number(1))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("written", [1, 150])
def test_a_real_kill_in_the_middle_of_a_write(tmp_path, written):
    path = tmp_path / "match.tav"
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(KILLED_WHILE_WRITING), str(path), str(written)],
        cwd=root, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr
    with opened(path) as ledger:
        assert [record.other_tags["Round"] for record in ledger.records] == ["0"]
        ledger.append(game_number(1))
    assert path.read_bytes() == filled(tmp_path / "unbroken.tav", 2)

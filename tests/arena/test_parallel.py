"""Many games at once: the same games whatever the number of jobs, and hostile players lose only their own."""

import contextlib
import dataclasses
import os
import signal
import threading
import time

import pytest

import tavoliere as tv
from tavoliere.arena import parallel
from tavoliere.arena.match import REFEREE, fixture_of, pairings, score_of_first
from tavoliere.arena.parallel import PatientChooser, WarmPlayers, play_all
from tavoliere.play import game as play_game_module
from tavoliere.play.game import Stopped, TooSlow
from tavoliere.records import format_record, read
from tavoliere.search.budget import Budget
from tavoliere.search.specs import parse_spec
from tests.arena.players import (
    Babbling,
    Boasting,
    Cheating,
    Crashing,
    Dawdling,
    Hanging,
    Here,
    Numbering,
    saying,
)

MCTS, RANDOM = parse_spec("mcts:nodes=20"), parse_spec("random")


def fixtures(game, rounds, first=MCTS, second=RANDOM):
    return [fixture_of(game, first, second, pairing, 1) for pairing in pairings(game, rounds)]


def played(game, rounds, **options):
    games = play_all(game, fixtures(game, rounds), opening_turns=2, seed=1, **options)
    return [record for record in games if record is not None]


def timeless(record):
    """A record without what is measured: its moves, players and result."""
    tags = {name: value for name, value in record.other_tags.items() if not name.startswith("Seconds")}
    return dataclasses.replace(record, other_tags=tags)


def in_order(records):
    return sorted(map(timeless, records), key=lambda record: tuple(record.other_tags.items()))


def test_the_number_of_jobs_changes_nothing_about_the_games():
    game = tv.game("never-alone")
    one = in_order(played(game, 4, jobs=1, factory=Here))
    assert len(one) == 8
    assert one == in_order(played(game, 4, jobs=3, factory=Dawdling))


def test_games_are_kept_one_at_a_time_as_soon_as_they_are_over():
    kept, inside = [], threading.Lock()

    def keep(record):
        assert inside.acquire(blocking=False), "two jobs kept a game at the same time"
        kept.append(record)
        inside.release()

    records = played(tv.game("never-alone"), 4, jobs=4, factory=Here, keep=keep)
    assert in_order(kept) == in_order(records)


def test_what_goes_wrong_while_keeping_a_game_ends_the_match():
    def keep(record):
        raise ValueError("the disk is full")

    with pytest.raises(ValueError, match="the disk is full"):
        played(tv.game("never-alone"), 4, jobs=2, factory=Here, keep=keep)


def test_closing_drops_the_games_that_are_not_over():
    game = tv.game("never-alone")
    kept = []
    games = play_all(game, fixtures(game, 50), opening_turns=2, seed=1, jobs=2, factory=Dawdling, keep=kept.append)
    with contextlib.closing(games):
        next(record for record in games if record is not None)
    assert 1 <= len(kept) < 100
    number = len(kept)
    assert all(record.result != "*" and "Fault" not in record.other_tags for record in kept)
    assert len(kept) == number


@pytest.mark.parametrize(
    ("factory", "reason", "said"),
    [
        (Crashing, "abandoned", "the engine has ?[31mgone?[0m"),
        (Cheating, "adjudication", "'z99-a1' is not allowed"),
        (Babbling, "abandoned", "'str' object has no attribute"),
        (Numbering, "adjudication", "a turn is a text, not int"),
        (Hanging, "time", "no turn within 1 seconds"),
    ],
)
def test_a_hostile_player_loses_its_games_with_the_reason_and_the_match_goes_on(factory, reason, said):
    records = played(tv.game("never-alone"), 2, jobs=2, factory=factory, patience=1)
    assert len(records) == 4
    for record in records:
        letter = record.game.players[int(record.other_tags["Seat"])]
        assert record.other_tags["Fault"].startswith(f"{letter}: ")
        assert said in record.other_tags["Fault"]
        assert record.reason == reason
        assert record.result == ("0-1" if letter == "r" else "1-0")
        assert score_of_first(record) == 0
        assert next(read(format_record(record))) == record


def test_nonsense_about_nodes_and_seconds_counts_as_nothing():
    records = played(tv.game("never-alone"), 1, factory=Boasting)
    for record in records:
        letter = record.game.players[int(record.other_tags["Seat"])]
        assert set(record.other_tags[f"Seconds-{letter}"].split()) == {"0.00000"}
        assert f"Nodes-{letter}" not in record.other_tags


def test_an_endless_game_is_drawn_by_adjudication(monkeypatch):
    monkeypatch.setattr(play_game_module, "LONGEST", 3)
    records = played(tv.game("tablut"), 1, factory=Here)
    assert [(record.result, record.reason) for record in records] == [("1/2-1/2", "adjudication")] * 2
    assert [score_of_first(record) for record in records] == [0.5, 0.5]
    records = played(tv.game("pit", players=3), 1, factory=Here)
    assert [score_of_first(record) for record in records] == [pytest.approx(1 / 3)] * 3


def test_a_player_who_hangs_is_closed_and_gets_a_new_start():
    made = []

    class Once(Hanging):
        def __init__(self, game):
            super().__init__(game)
            made.append(self)

        def choose(self, spec, position, seed, line=None):
            return super().choose(spec, position, seed, line) if len(made) == 1 else saying("b2")

    game = tv.game("never-alone")
    chooser = PatientChooser(game, Once, 1)
    with pytest.raises(TooSlow):
        chooser.choose(MCTS, game.start(), 1)
    assert made[0].is_closed.is_set()
    assert chooser.choose(MCTS, game.start(), 1).move == "b2"
    chooser.close()
    with pytest.raises(Stopped):
        chooser.choose(MCTS, game.start(), 1)


class Loading:
    """In place of `Players`: takes a while over the first question to each kind of player, as machine code does."""

    SECONDS = 1.5
    asked: list

    def __init__(self):
        self.loaded = set()

    def choose(self, spec, position, seed, line=None):  # noqa: ARG002 - whatever the chance
        self.asked.append(spec)
        if spec.kind not in self.loaded:
            self.loaded.add(spec.kind)
            time.sleep(self.SECONDS)
        return saying(position.legal_moves()[0])

    def new_game(self):
        pass

    def close(self):
        pass


def test_players_get_ready_before_their_time_counts_and_with_one_node(monkeypatch):
    monkeypatch.setattr(parallel, "Players", Loading)
    monkeypatch.setattr(Loading, "asked", [], raising=False)
    game, thinker = tv.game("never-alone"), parse_spec("alphabeta:seconds=0.3")
    games = play_all(game, fixtures(game, 1, thinker), opening_turns=0, seed=1, patience=0.5)
    assert all("Fault" not in record.other_tags for record in games if record is not None)
    budgets = [spec.budget() for spec in Loading.asked if spec.kind == "alphabeta"]
    assert budgets[0] == Budget(nodes=1)
    assert set(budgets[1:]) == {thinker.budget()}


def test_a_level_has_the_time_of_the_player_behind_it():
    class Pondering(Here):
        def choose(self, _spec, position, _seed, _line=None):
            time.sleep(1.6)
            return saying(position.legal_moves()[0])

    game, level = tv.game("tablut"), parse_spec("level:10")
    assert level.resolved(game).budget().seconds >= 3
    chooser = PatientChooser(game, Pondering, 0.2)
    assert chooser.choose(level, game.start(), 1).move
    chooser.close()


def test_patience_is_for_players_and_not_for_the_referee(monkeypatch):
    monkeypatch.setattr(parallel, "Players", Loading)
    monkeypatch.setattr(Loading, "asked", [], raising=False)
    records = played(tv.game("never-alone"), 1, patience=0.5)
    assert len(records) == 2 and REFEREE in Loading.asked


def test_a_dead_search_process_is_no_end_of_the_match():
    """The usual choosers, with processes that are killed in the middle."""

    killed = []

    class Killed(WarmPlayers):
        def choose(self, spec, position, seed, line=None):
            choice = super().choose(spec, position, seed, line)
            process = self._players._worker._process
            if len(killed) < 4:
                killed.append(process.pid)
                process.kill()
            return choice

    game = tv.game("never-alone")
    games = play_all(game, fixtures(game, 1)[:1], opening_turns=15, seed=1, factory=Killed)
    (record,) = [record for record in games if record is not None]
    assert "Fault" not in record.other_tags and len(set(killed)) == 4
    assert timeless(record) == timeless(
        next(r for r in play_all(game, fixtures(game, 1)[:1], opening_turns=15, seed=1, factory=Here) if r)
    )


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system has no SIGSTOP")
def test_a_frozen_search_process_loses_the_game_and_is_ended():
    frozen = []

    class Frozen(WarmPlayers):
        def choose(self, spec, position, seed, line=None):
            choice = super().choose(spec, position, seed, line)
            if not frozen and spec is not REFEREE:
                frozen.append(self._players._worker._process.pid)
                os.kill(frozen[0], signal.SIGSTOP)
            return choice

    game = tv.game("never-alone")
    games = play_all(game, fixtures(game, 1), opening_turns=9, seed=1, factory=Frozen, patience=15)
    first, second = (record for record in games if record is not None)
    assert first.reason == "time"
    assert "no turn within 15 seconds" in first.other_tags["Fault"]
    assert "Fault" not in second.other_tags
    with pytest.raises(ProcessLookupError):
        os.kill(frozen[0], 0)

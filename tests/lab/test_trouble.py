"""What goes wrong while games are played: a clear sentence, and nothing is lost."""

from __future__ import annotations

import dataclasses
import errno
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tavoliere.arena.selfplay import Answers, one_after_another, open_games
from tavoliere.arena.stats import estimate, score_of
from tavoliere.core.compiled import plain_python
from tavoliere.core.position import Game
from tavoliere.lab.crosscheck import checked
from tavoliere.lab.depth import Step, depth_data, played_step, summed
from tavoliere.lab.measure import Measures
from tavoliere.lab.pictures import depth_ladder
from tavoliere.lab.study import OFF, Cell, fill
from tavoliere.lab.verdict import doubts_of
from tavoliere.search.selfplay import Conditions, GameBrokeOff, SelfPlayed
from tavoliere.search.specs import parse_spec
from tests.lab.toys import Broken, Endless, lottery, truth


class Unwatched(Cell):
    """Without a referee, who would think for long about games that do not end."""

    @property
    def conditions(self) -> Conditions:
        return dataclasses.replace(super().conditions, referee=None)


def cell(game: Game) -> Cell:
    return Unwatched(game, parse_spec("random"), OFF)


def filled(place: Cell, store: Path, games: int) -> Measures:
    with plain_python():
        fill(store, place.conditions, games, one_after_another, lambda _: None)
    return place.measures(store, games)


def nobody(function: Callable[[Any], Any], questions: list[Any]) -> Answers:
    """Who is asked nothing."""
    assert questions == []
    return iter(())


def kept(place: Cell, store: Path) -> list[SelfPlayed]:
    return list(open_games(place.path(store)).games())


def test_a_game_that_never_ends_is_cut_and_the_report_says_so(tmp_path: Path) -> None:
    found = filled(cell(lottery(state=Endless)), tmp_path, 2)
    assert (found.games, found.cut, found.draws) == (2, 2, 0) and set(found.lengths) == {600}
    grave = [str(doubt.sentence) for doubt in doubts_of(["random"], [found], None) if doubt.is_grave]
    assert "random: 100 % of the games did not end" in grave


def test_rules_that_break_are_named_and_the_games_before_are_kept(tmp_path: Path) -> None:
    place = cell(lottery(state=Broken))
    with pytest.raises(GameBrokeOff, match=r"game \d+ of random, seed 1, broke off \(LookupError: .*no lot 1[01]"):
        filled(place, tmp_path, 60)
    before = kept(place, tmp_path)
    with pytest.raises(GameBrokeOff, match="the games before it are kept"):
        filled(place, tmp_path, 60)
    assert kept(place, tmp_path) == before and [played.number for played in before] == list(range(len(before)))


def test_a_public_game_that_breaks_is_named(tmp_path: Path) -> None:
    with plain_python(), pytest.raises(GameBrokeOff, match="broke off"):
        checked(cell(lottery(state=Broken)), tmp_path, 60, one_after_another, lambda _: None)


def test_the_public_way_gets_what_is_true_and_finds_its_games_again(tmp_path: Path) -> None:
    place, told = cell(lottery(6, 2, 4)), []
    with plain_python():
        first, second = checked(place, tmp_path, 150, one_after_another, told.append)
        again = checked(place, tmp_path, 150, nobody, lambda _: None)
    wins, losses, draws = truth(6, 2, 4)
    assert first.share().low <= wins + draws / 2 <= first.share().high
    assert second.share().low <= losses + draws / 2 <= second.share().high
    assert [found.mean for found in again] == [first.mean, second.mean] and sum(told) == 150


def test_a_full_disk_keeps_the_public_games_that_were_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = cell(lottery())
    with plain_python():
        checked(place, tmp_path, 3, one_after_another, lambda _: None)
        (path,) = tmp_path.glob("*.check.json")
        before = path.read_bytes()

        def full(self: Path, *_: object, **__: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device", str(self))

        monkeypatch.setattr(Path, "write_text", full)
        with pytest.raises(ValueError, match="cannot be written: No space left on device"):
            checked(place, tmp_path, 5, one_after_another, lambda _: None)
    assert path.read_bytes() == before


# Depth


def test_a_game_of_luck_has_no_depth(tmp_path: Path) -> None:
    """More thinking does not help where nobody can choose, so the way ends at its first step."""
    with plain_python():
        step = played_step(lottery(2, 2, 2), 2, 8, 1, tmp_path, one_after_another, lambda _: None)
    assert step.found.games == 16 and abs(step.found.score - 0.5) < 0.4
    total = summed([step])
    assert not step.helps and total.low < 0 < total.high and total.games == 16


def test_steps_are_summed_with_their_errors_as_squares() -> None:
    from tavoliere.arena.stats import Estimate

    def step(nodes: int, elo: float, error: float, los: float) -> Step:
        return Step(nodes, Estimate(100, 0.6, 0.05, elo, elo - error, elo + error, los))

    steps = [step(125, 100, 30, 0.999), step(500, 60, 40, 0.99), step(2000, 10, 50, 0.6)]
    assert summed(steps) == pytest.approx((170, 170 - 5000**0.5, 170 + 5000**0.5, 300))
    data = depth_data(lottery(), steps)
    assert data["is_open"] is False and [one["helps"] for one in data["steps"]] == [True, True, False]
    assert depth_data(lottery(), steps[:2])["is_open"] is True


def test_the_sum_of_steps_holds_the_truth_though_it_is_chance_where_the_way_ends() -> None:
    """A first step that was not certain to help was once told as 0 (0-0)."""
    rng, truth, trials = random.Random(6), (120, 40, 0), 400
    hits, apart = 0, 0.0
    for _ in range(trials):
        steps: list[Step] = []
        while len(steps) < len(truth) and (not steps or steps[-1].helps):
            chance = score_of(truth[len(steps)])
            rounds = [[float(rng.random() < chance) for _ in range(2)] for _ in range(60)]
            steps.append(Step(125, estimate(rounds)))
        found, true = summed(steps), sum(truth[: len(steps)])
        hits += found.low <= true <= found.high
        apart += found.value - true
    assert 0.92 <= hits / trials <= 0.98
    assert abs(apart / trials) < 8


def test_a_step_that_was_all_won_counts_for_its_lower_bound() -> None:
    step = Step(125, estimate([[1.0, 1.0]] * 10))
    assert step.helps and summed([step]).value == pytest.approx(step.found.low)
    (told,) = depth_data(lottery(), [step])["steps"]
    assert told["elo"] is None and told["worth"] > 200 and told["text"].startswith("> +")
    assert f">{told['text']}<".replace("> +", "&gt; +", 1)[1:] in depth_ladder([told], 4)

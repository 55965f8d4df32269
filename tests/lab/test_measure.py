"""What games say: each measure by a game worked out by hand, and by a lottery whose truth is known."""

from __future__ import annotations

import random

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.lab.measure import (
    Measures,
    decided_at,
    largest_swing,
    lead_changes,
    measured,
    uncertainty,
)
from tavoliere.lab.stats import Moments
from tavoliere.lab.verdict import FAIR, OPEN, UNFAIR, fairness, seats_chance
from tavoliere.search.selfplay import Conditions, Hall, SelfPlayed
from tavoliere.search.specs import parse_spec
from tests.lab.toys import expected_turns, lottery, truth


def played(**changed: object) -> SelfPlayed:
    given: dict[str, object] = {
        "number": 0, "opening": 0, "turns": ((0,), (1,), (2,), (3,)), "movers": (0, 1, 0, 1), "widths": (4, 3, 1, 2),
        "whole_widths": (8, 6, 1, 2), "values": (None,) * 4, "slips": (), "chances": (), "winner": 0, "reason": "prize",
    }  # fmt: skip
    return SelfPlayed(**(given | changed))  # type: ignore[arg-type]


def games_of(first: int, second: int, rounds: int, games: int, seed: int = 1) -> Measures:
    game = lottery(first, second, rounds)
    spec = parse_spec("random")
    with plain_python():
        hall = Hall(Conditions(game, (spec, spec), seed=seed))
        return measured(game, (hall.play(number) for number in range(games)))


@pytest.mark.parametrize(("first", "second", "rounds"), [(3, 3, 4), (2, 4, 3), (6, 6, 2)])
def test_a_lottery_is_measured_as_it_is(first: int, second: int, rounds: int) -> None:
    found = games_of(first, second, rounds, 1500)
    wins, losses, draws = truth(first, second, rounds)
    data = found.data()
    for seat, true in enumerate((wins + draws / 2, losses + draws / 2)):
        score = data["seats"][seat]["score"]
        assert score["low"] <= true <= score["high"]
    assert data["draws"]["low"] <= draws <= data["draws"]["high"]
    assert data["endings"]["prize"]["low"] <= wins + losses <= data["endings"]["prize"]["high"]
    mean = sum(length * count for length, count in found.lengths.items()) / found.games
    assert mean == pytest.approx(expected_turns(first, second, rounds), abs=0.25)
    assert data["branching"]["whole"]["value"] == 12 and data["branching"]["forced"]["value"] == 0
    assert data["cut"]["value"] == 0


def test_a_biased_game_is_called_unfair_and_a_fair_one_is_not() -> None:
    """With one lot each the first to draw has hardly an edge; with twice the prizes it has a large one."""
    fair = games_of(1, 1, 8, 1500)
    biased = games_of(6, 2, 4, 300)
    assert fairness(fair.game, fair, seats_chance(fair)).word in (FAIR, OPEN)
    verdict = fairness(biased.game, biased, seats_chance(biased))
    assert verdict.word == UNFAIR and "White" in verdict.sentence


def test_a_fair_game_is_called_unfair_no_more_often_than_stated() -> None:
    """Games that are drawn from equal seats: one of twenty trials may be wrong, and five points off may be told."""
    rng, trials, wrong = random.Random(2), 400, 0
    game = tv.game("never-alone")
    for _ in range(trials):
        found = Measures(game)
        for number in range(150):
            found.add(played(number=number, winner=rng.randrange(2)))
        wrong += fairness(game, found, seats_chance(found)).word == UNFAIR
    assert wrong / trials <= 0.08


def test_a_game_that_is_just_too_uneven_is_called_fair_no_more_often_than_stated() -> None:
    rng, trials, wrong = random.Random(3), 300, 0
    game = tv.game("never-alone")
    for _ in range(trials):
        found = Measures(game)
        found.games = 4000
        wins = sum(rng.random() < 0.551 for _ in range(found.games))
        found.scores, found.wins = [Moments(4000, won, won) for won in (wins, 4000 - wins)], [wins, 4000 - wins]
        wrong += fairness(game, found, seats_chance(found)).word == FAIR
    assert wrong / trials <= 0.05


def scored(win: float, games: int, rng: random.Random) -> Measures:
    """Games of Never Alone of which the first seat wins a share."""
    found = Measures(tv.game("never-alone"))
    won = sum(rng.random() < win for _ in range(games))
    found.games, found.wins = games, [won, games - won]
    found.scores = [Moments(games, wins, wins) for wins in found.wins]
    return found


def as_seen(win: float, games: int) -> Measures:
    found = scored(win, 0, random.Random(1))
    found.games, found.wins = games, [round(games * win), games - round(games * win)]
    found.scores = [Moments(games, games * share, games * share) for share in (win, 1 - win)]
    return found


@pytest.mark.parametrize("win", [0.5, 0.515, 0.56, 0.65])
def test_so_many_more_games_do_tell_in_four_of_five_trials(win: float) -> None:
    """If the score stays what it is. Once a level game of 100 was told to need 285 more, which would not have told."""
    seen = as_seen(win, 100)
    verdict = fairness(seen.game, seen, 0.3)
    rng, trials = random.Random(f"{win}"), 150
    after = [scored(win, 100 + verdict.more, rng) for _ in range(trials)]
    told = sum(fairness(found.game, found, seats_chance(found)).word != OPEN for found in after)
    assert verdict.word == OPEN and told / trials >= 0.7


def test_how_many_more_games_by_hand() -> None:
    """Level: ((1.96 + 1.2816) / 0.05)^2 times 25/99 is 1,062 to be fair. 6 points off: ((1.96 + 0.8416) / 0.06)^2 times
    24.64/99 is 543 to be unfair.
    """
    for win, games in ((0.5, 1062), (0.56, 543)):
        seen = as_seen(win, 100)
        assert fairness(seen.game, seen, 0.3).more == pytest.approx(games - 100, abs=1)


def test_a_margin_that_nobody_can_reach_is_no_error() -> None:
    """The finest precision that the command takes was one where the score was level to a thousandth."""
    seen = as_seen(0.5, 100)
    verdict = fairness(seen.game, seen, 1.0, margin=0.001)
    assert verdict.word == OPEN and verdict.more > 1_000_000


def test_what_is_not_told_yet_says_how_many_games_would_tell() -> None:
    found = games_of(3, 3, 4, 60)
    verdict = fairness(found.game, found, 0.4)
    assert verdict.word == OPEN and verdict.more > 0 and str(verdict.more) in verdict.sentence
    more = games_of(3, 3, 4, 60 + verdict.more)
    assert fairness(more.game, more, seats_chance(more)).word != OPEN


# By hand


def test_branching_by_hand() -> None:
    found = measured(tv.game("never-alone"), [played()])
    data = found.data()["branching"]
    assert data["first"]["value"] == 2.5 and data["whole"]["value"] == 4.25
    assert data["forced"]["value"] == 0.25
    assert [tenth[1] for tenth in data["whole_by_tenth"]] == [8, 0, 6, 0, 0, 1, 0, 2, 0, 0]


def test_leads_change_only_beyond_a_tenth() -> None:
    level = [(0.5, 0.5), (0.54, 0.46), (0.46, 0.54), (0.5, 0.5)]
    assert lead_changes(level) == 0
    assert lead_changes([(0.56, 0.44), (0.5, 0.5), (0.44, 0.56), (0.56, 0.44)]) == 2
    assert lead_changes([(0.5, 0.3, 0.2), (0.3, 0.35, 0.35), (0.2, 0.45, 0.35), (0.2, 0.3, 0.5)]) == 2


def test_swing_uncertainty_and_decision_by_hand() -> None:
    assert largest_swing([(0.5, 0.5), (0.7, 0.3), (0.1, 0.9)]) == pytest.approx(0.6)
    assert uncertainty((0.5, 0.5)) == pytest.approx(1) and uncertainty((1.0, 0.0)) == 0
    assert uncertainty((0.25,) * 4) == pytest.approx(1)
    assert decided_at([0.5, 0.95, 0.95, 0.95, 1.0]) == 0.25
    assert decided_at([0.95, 0.95, 1.0]) == 0 and decided_at([0.5, 0.5, 1.0]) == 1


def test_drama_by_hand() -> None:
    chances = ((0.5, 0.5), (0.2, 0.8), (0.6, 0.4), (0.95, 0.05))
    found = measured(tv.game("never-alone"), [played(chances=chances), played(number=1)]).data()["drama"]
    assert found["games"] == 1
    assert found["lead_changes"]["value"] == 1 and found["comebacks"]["value"] == 1
    assert found["decided"]["value"] == 0.75 and found["swing"]["value"] == pytest.approx(0.4)
    assert found["last_quarter"]["value"] == pytest.approx(0.2864, abs=1e-4)
    assert found["fan"][0][2] == 0.5 and found["fan"][-1][2] == 1.0


def test_a_drawn_game_is_no_comeback() -> None:
    found = measured(tv.game("never-alone"), [played(chances=((0.1, 0.9),) * 4, winner=None)])
    assert (found.drama.comebacks, found.drama.won, found.draws) == (0, 0, 1)


def test_games_that_were_cut_are_no_draws() -> None:
    found = measured(tv.game("never-alone"), [played(winner=None, reason="adjudication")])
    assert (found.cut, found.draws) == (1, 0)


def test_the_same_game_again_is_not_distinct() -> None:
    found = measured(
        tv.game("never-alone"), [played(number=number) for number in range(5)] + [played(turns=((9,),) * 4)]
    )
    assert found.distinct.value == pytest.approx(2 / 6)


def test_kingmaking_by_hand() -> None:
    game = tv.game("pit", players=3)
    chances = ((0.48, 0.48, 0.04), (0.5, 0.47, 0.03), (0.49, 0.47, 0.04), (0.9, 0.06, 0.04))
    found = measured(game, [played(turns=(), movers=(), widths=(), whole_widths=(), values=(), winner=0)])
    assert found.table is not None
    found.table._add_chances(played(chances=chances, movers=(0, 1, 2, 0), winner=0))
    assert (found.table.kingmaking.things, found.table.kingmaking.hits) == (1, 1)
    assert (found.table.others.things, found.table.others.hits) == (3, 0)


def test_what_one_watched_game_says_has_no_bound_above() -> None:
    chances = ((0.5, 0.5), (0.2, 0.8), (0.6, 0.4), (0.95, 0.05))
    drama = measured(tv.game("never-alone"), [played(chances=chances)]).data()["drama"]
    assert drama["lead_changes"] == {"value": 1, "low": 0, "high": None, "games": 1}
    assert (drama["swing"]["low"], drama["swing"]["high"]) == (0, 1)


def test_uncertainty_over_time_counts_games_and_not_turns() -> None:
    """A game of twenty turns has two in each tenth, and says as much as one of ten."""
    even, sure = (0.5, 0.5), (1.0, 0.0)
    long = played(turns=((0,),) * 20, movers=(0, 1) * 10, widths=(2,) * 20, whole_widths=(2,) * 20, values=(None,) * 20,
                  chances=(even, sure) * 10)  # fmt: skip
    short = played(turns=((0,),) * 10, movers=(0, 1) * 5, widths=(2,) * 10, whole_widths=(2,) * 10, values=(None,) * 10,
                   chances=(sure,) * 10)  # fmt: skip
    tenths = measured(tv.game("never-alone"), [long, short]).data()["drama"]["uncertainty"]
    assert [(one["value"], one["games"]) for one in tenths] == [(0.25, 2)] * 10


def test_who_goes_out_first_is_found_by_replay() -> None:
    game = tv.game("pit", players=3)
    spec = parse_spec("alphabeta:nodes=60,noise=50")
    hall = Hall(Conditions(game, (spec,) * 3, opening=3, referee=parse_spec("champion:nodes=30")))
    games = [hall.play(number) for number in range(4)]
    table = measured(game, games).data()["table"]
    assert sum(seat["share"]["value"] for seat in table["first_out"]) >= 0.99
    assert table["games"] == 4

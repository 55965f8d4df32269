"""What a draw is worth to whom: champions know whom they play, levels and analysis do not care."""

import dataclasses

import pytest

import tavoliere as tv
from tavoliere.play.game import play_out
from tavoliere.play.players import parse_player
from tavoliere.search import ladder
from tavoliere.search.alphabeta_player import AlphaBetaPlayer, Branch, _Run
from tavoliere.search.budget import Budget
from tavoliere.search.rivals import LOWEST_DRAW, against, is_champion
from tavoliere.search.specs import parse_spec

TABLUT = tv.game("tablut")
SHUFFLED = (
    "e4-g4", "f1-i1", "e3-g3", "d1-d3", "e5-e4", "d3-b3", "e4-d4", "i1-g1", "g3-f3", "e2-c2", "d5-d8", "e1-c1", "f5-f8",
    "g1-h1", "f3-e3", "c1-b1", "e3-f3",
)  # fmt: skip
"""After these turns Black can draw by repetition with b1-c1."""


def shuffled():
    position = TABLUT.start()
    for move in SHUFFLED:
        position = position.play(move)
    return position


def chosen(player):
    spec = parse_spec(player)
    return spec.player(1).choose(shuffled(), spec.budget())


def draw_of(player, *rivals, game=TABLUT):
    settings = dict(against(parse_spec(player), game, rivals).settings)
    return settings.get("draw")


def test_a_draw_is_worth_the_less_the_weaker_the_others_are():
    worths = [draw_of("level:10", parse_spec(f"level:{level}")) for level in range(1, 11)]
    assert worths == sorted(worths) and worths[0] == LOWEST_DRAW and worths[8] < worths[9] == 0
    assert worths[8] == pytest.approx(-180 * 5.76, rel=0.35)  # about 180 Elo between the levels 9 and 10


def test_people_play_like_the_middle_of_the_ladder():
    assert draw_of("champion:seconds=1", None) == draw_of("champion:seconds=1", parse_spec("level:6")) < 0


def test_whoever_is_not_known_to_be_weaker_is_an_equal():
    others = ("champion:nodes=50", "mcts:nodes=50", "alphabeta:nodes=50", "ugi:something", "random")
    assert [draw_of("champion:nodes=50", parse_player(other)) for other in others] == [0] * len(others)


def test_the_strongest_of_several_others_counts():
    game = tv.game("pit", players=3)
    weak, strong = parse_spec("level:2"), parse_spec("level:9")
    both = draw_of("level:10", weak, strong, game=game)
    assert both == draw_of("level:10", strong, game=game) > draw_of("level:10", weak, game=game)


@pytest.mark.parametrize("player", ["level:9", "alphabeta:nodes=50", "mcts:nodes=50", "random", "greedy"])
def test_nobody_but_the_champion_cares(player):
    spec = parse_spec(player)
    assert against(spec, TABLUT, [None]) is spec and not is_champion(spec, TABLUT)


def test_whoever_was_told_what_a_draw_is_worth_keeps_to_it():
    assert draw_of("champion:nodes=50,draw=70", None) == 70


def test_a_champion_that_knows_whom_it_plays_is_the_same_otherwise():
    spec = parse_spec("champion:nodes=50")
    found = against(spec, TABLUT, [None])
    assert found.text == spec.text and found.budget() == spec.budget()
    assert set(found.settings) - set(spec.resolved(TABLUT).settings) == {("draw", LOWEST_DRAW)}


def test_a_ladder_without_ratings_says_nothing(monkeypatch):
    bare = dataclasses.replace(
        ladder.ladder_of(TABLUT), levels=tuple(ladder.Rung(n, text) for n, text in enumerate(ladder.JUDGED_LEVELS, 1))
    )
    monkeypatch.setattr("tavoliere.search.rivals.ladder_of", lambda game: bare)
    assert draw_of("level:10", None) == 0


def test_who_wants_no_draw_does_not_repeat():
    content, eager = chosen("alphabeta:nodes=3000"), chosen("alphabeta:nodes=3000,draw=-2000")
    assert content.move == "b1-c1" and content.values == {"w": 0.5, "b": 0.5}
    assert shuffled().play(content.move).outcome.reason == "repetition"
    assert shuffled().play(eager.move).outcome is None


def test_a_draw_is_shown_as_half_a_point_whatever_it_is_worth():
    found = chosen("alphabeta:nodes=3000,draw=900")
    assert found.move == "b1-c1" and found.values == {"w": 0.5, "b": 0.5}


def test_who_would_repeat_looks_closer_at_all_else():
    """Without a word about draws the search goes on as ever."""
    for draw, looks in ((None, False), (0, True)):
        root, player = shuffled(), AlphaBetaPlayer(draw=draw)
        run = _Run(player, root, Branch((), tuple(root.actions())), Budget(nodes=30_000), None)
        run.result()
        assert (run.aside is not None) == looks
        assert (len(run.branch.nexts) < len(root.actions())) == looks


def test_in_a_match_champions_know_whom_they_play():
    heard = {}

    class Chooser:
        def choose(self, spec, position, seed, line=None):  # noqa: ARG002 - one signature
            heard[position.turn] = dict(spec.settings).get("draw")
            real = spec.resolved(TABLUT)
            return real.player(seed).choose(position, real.budget())

    play_out(TABLUT, (parse_spec("champion:nodes=20"), parse_spec("level:2")), Chooser(), seed=1, opening=())
    assert heard == {"w": LOWEST_DRAW, "b": None}

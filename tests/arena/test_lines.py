"""`tv.analyse`: the best turns of a position with chances, lines and proofs."""

import pytest

import tavoliere as tv
from tavoliere.games import own_games

VARIANTS = [*((name, {}) for name in own_games()), ("pit", {"players": 3}), ("pit", {"players": 4})]
WON = tv.game("tablut").position("9/9/9/3b5/4k4/3b5/9/9/8b w")


@pytest.mark.parametrize(("name", "options"), VARIANTS)
@pytest.mark.parametrize("player", ["champion", "alphabeta", "mcts", "mcts:c=1,cut=2"])
def test_any_game_is_analysed_and_the_same_again(name, options, player):
    position = tv.game(name, **options).start()
    found, again = (tv.analyse(position, nodes=400, lines=3, player=player, seed=4) for _ in range(2))
    assert (found.lines, found.chances, found.nodes) == (again.lines, again.chances, again.nodes)
    assert found.position == position and found.proven == "" and found.depth > 0
    assert sum(found.chances.values()) == pytest.approx(1)
    assert list(found.chances) == list(position.game.players)
    assert len(found.lines) == 3 and len({line.move for line in found.lines}) == 3
    assert found.best == found.lines[0].move
    for line in found.lines:
        after = position
        for turn in line.turns:
            after = after.play(turn)
        assert line.turns[0] == line.move and 0 <= line.chance <= 1 and line.proven == ""


def test_proofs_are_told():
    found = tv.analyse(WON, nodes=5000, lines=2)
    assert (found.proven, found.chances) == ("win", {"w": 1.0, "b": 0.0})
    assert [(line.proven, line.chance) for line in found.lines] == [("win", 1.0)] * 2
    end = WON
    for turn in found.lines[0].turns:
        end = end.play(turn)
    assert end.outcome.winner == "w"
    lost = tv.analyse(WON.play(found.best), nodes=5000, lines=1)
    assert (lost.proven, lost.chances["b"]) == ("loss", 0.0)


def test_as_text_it_is_a_small_table():
    assert str(tv.analyse(WON, nodes=5000, lines=1)).splitlines() == [
        "White to move: White 100%, Black 0%",
        "e5-g5  100%  win   e5-g5 d6-d8 g5-g1",
        "with e5-g5, the king escapes on g1, within 3 turns",
    ]


def test_a_second_is_the_usual_limit_and_a_limit_can_be_given():
    assert tv.analyse(WON).proven == "win"
    assert tv.analyse(tv.game("tablut").start(), seconds=0.05).seconds > 0
    assert tv.analyse(tv.game("tablut").start(), depth=2).depth == 2
    assert tv.analyse(tv.game("tablut").start(), player="mcts:nodes=70").nodes == 70


def test_no_more_lines_than_there_are_turns():
    position = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b b")
    assert len(tv.analyse(position, nodes=2000, lines=50).lines) == len(position.legal_moves())


def test_in_the_middle_of_a_turn_the_whole_turn_is_analysed():
    start = tv.game("pit").position("b8/W8/2o3o2/9/4o4/1B7/2o3o2/9/2w1w4 w w4,b5 a9e,c1n")
    begun = next(after for after in map(start.act, start.actions()) if after.pending)
    assert tv.analyse(begun, nodes=200).position == start


@pytest.mark.parametrize(
    ("position", "settings", "reason"),
    [
        (WON, {"lines": 0}, "lines is a whole number from 1 to 50, not 0"),
        (WON, {"lines": 51}, "lines is a whole number from 1 to 50, not 51"),
        (WON, {"lines": True}, "lines is a whole number"),
        (WON, {"lines": 2.0}, "lines is a whole number"),
        (
            WON,
            {"player": "level:5"},
            "level:5 does not say what turns are worth; analyse with champion, alphabeta, mcts",
        ),
        (WON, {"player": "random"}, "random does not say what turns are worth"),
        (WON, {"player": "alphabet"}, "there is no player 'alphabet'; did you mean 'alphabeta'?"),
        (WON, {"player": 3}, "a player is named by a text"),
        (WON, {"seed": "x"}, "a seed is a whole number"),
        ("9/9 w", {}, "a position comes from"),
        (WON.play("e5-g5").play("i1-i2").play("g5-g1"), {}, "the game is over (w wins: king escaped"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(position, settings, reason):
    with pytest.raises(ValueError) as refusal:
        tv.analyse(position, **settings)
    assert str(refusal.value).startswith(reason)

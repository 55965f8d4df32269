"""`tv.player`: any player, any game, the same turns for the same seed, and sentences for whoever asks nonsense."""

import random
import threading

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.games import own_games
from tavoliere.search.specs import parse_spec

VARIANTS = [*((name, {}) for name in own_games()), ("pit", {"players": 3}), ("pit", {"players": 4})]
FINISHED = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w").play("c5-c1")


@pytest.mark.parametrize(("name", "options"), VARIANTS)
@pytest.mark.parametrize("text", ["level:1", "level:4", "champion:nodes=300", "mcts:nodes=60", "greedy", "random"])
def test_a_player_plays_any_game_and_the_same_again(text, name, options):
    start = tv.game(name, **options).start()
    games = []
    for _ in range(2):
        player, position, moves = tv.player(text, seed=5), start, []
        for _ in range(4):
            choice = player.choose(position)
            moves.append(choice.move)
            position = position.play(choice.move)
            assert set(choice.values) == set(start.game.players)
            if position.outcome is not None:
                break
        games.append(moves)
    assert games[0] == games[1]


def test_one_player_plays_several_games_at_once():
    player = tv.player("alphabeta:nodes=200", seed=2)
    starts = [tv.game(name).start() for name in own_games()]
    together = [player.choose(start).move for start in starts + starts]
    alone = [tv.player("alphabeta:nodes=200", seed=2).choose(start).move for start in starts]
    assert together == alone + alone


def test_it_chooses_what_its_player_chooses():
    position = tv.game("tablut").start()
    spec = parse_spec("level:5").resolved(position.game)
    assert tv.player("level:5", seed=9).choose(position).move == spec.player(9).choose(position, spec.budget()).move


def test_limits_of_a_turn_take_the_place_of_its_own():
    position = tv.game("tablut").start()
    player = tv.player("alphabeta:seconds=600")
    assert player.choose(position, nodes=300).nodes == pytest.approx(300, abs=2)
    assert player.choose(position, depth=2).depth == 2
    level = tv.player("level:10")
    assert level.choose(position, nodes=300).nodes == pytest.approx(300, abs=2)
    assert tv.player("random").choose(position, nodes=300).nodes == 0


def test_seconds_are_a_limit_too():
    choice = tv.player("mcts").choose(tv.game("never-alone").start(), seconds=0.02)
    assert choice.nodes > 0 and choice.seconds > 0


def test_it_plays_without_a_compiler_as_with_one():
    position = tv.game("never-alone").start()
    compiled = tv.player("alphabeta:nodes=60").choose(position)
    with plain_python():
        plain = tv.player("alphabeta:nodes=60").choose(position)
    assert (plain.move, plain.nodes, plain.line) == (compiled.move, compiled.nodes, compiled.line)


def test_in_the_middle_of_a_turn_it_chooses_the_whole_turn():
    start = tv.game("pit").position("b8/W8/2o3o2/9/4o4/1B7/2o3o2/9/2w1w4 w w4,b5 a9e,c1n")
    begun = next(after for after in map(start.act, start.actions()) if after.pending)
    assert tv.player("alphabeta:nodes=100").choose(begun).move in start.legal_moves()


def test_a_search_can_be_stopped_from_another_thread():
    player, is_over = tv.player("alphabeta"), threading.Event()

    def insist():
        while not is_over.wait(0.05):
            player.stop()

    player.stop()  # there is nothing to stop yet
    threading.Thread(target=insist, daemon=True).start()
    choice = player.choose(tv.game("tablut").start(), nodes=10**12)
    is_over.set()
    assert choice.nodes < 10**11


def test_how_it_shows_itself():
    assert repr(tv.player("level:5", seed=3)) == "<Opponent level:5 seed=3>"


@pytest.mark.parametrize(
    ("name", "seed", "reason"),
    [
        (
            "levle:5",
            1,
            "there is no player 'levle:5'; did you mean 'level'? Players are written like level:1",
        ),
        ("stockfish", 1, "there is no player 'stockfish'; players are written like"),
        ("level:100", 1, "levels are level:1, level:2 and so on, not 'level:100'"),
        ("mcts:nodes=0", 1, "nodes is a number from 1 to"),
        ("", 1, "there is no player ''"),
        (5, 1, "a player is named by a text like 'level:5', not by 5"),
        (None, 1, "a player is named by a text like 'level:5', not by None"),
        ("ugi:./engine", 1, "'ugi:./engine' is another program"),
        ("random", 1.5, "a seed is a whole number, not 1.5"),
        ("random", "1", "a seed is a whole number, not '1'"),
        ("random", None, "a seed is a whole number, not None"),
    ],
)
def test_what_is_no_player_is_refused(name, seed, reason):
    with pytest.raises(ValueError) as refusal:
        tv.player(name, seed=seed)
    assert str(refusal.value).startswith(reason)


def test_a_level_that_the_game_does_not_have_is_refused_when_it_is_to_play():
    eleventh = tv.player("level:11")
    with pytest.raises(ValueError, match="the levels of tablut are level:1 to level:10, not 'level:11'"):
        eleventh.choose(tv.game("tablut").start())


@pytest.mark.parametrize("text", ["level:3", "random", "greedy", "mcts:nodes=5", "alphabeta:nodes=5"])
def test_a_finished_game_has_no_turn(text):
    with pytest.raises(ValueError, match=r"the game is over \(.*\), so there is no turn to choose"):
        tv.player(text).choose(FINISHED)


@pytest.mark.parametrize("position", ["9/9 w", None, 3, tv.game("tablut")])
def test_what_is_no_position_is_refused(position):
    with pytest.raises(
        ValueError, match=r"a position comes from game.start\(\) or game.position\(text\), and .* is none"
    ):
        tv.player("random").choose(position)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"seconds": -1}, "seconds are a number above 0 and below 1000000, not -1"),
        ({"seconds": 0}, "seconds are a number above 0"),
        ({"seconds": "1"}, "seconds are a number above 0 and below 1000000, not '1'"),
        ({"nodes": 1.5}, "nodes is a whole number from 1 to"),
        ({"depth": 0}, "depth is a whole number from 1 to 100, not 0"),
    ],
)
def test_what_is_no_limit_is_refused(limits, reason):
    position = tv.game("tablut").start()
    with pytest.raises(ValueError) as refusal:
        tv.player("alphabeta").choose(position, **limits)
    assert str(refusal.value).startswith(reason)
    with pytest.raises(ValueError) as refusal:
        tv.analyse(position, **limits)
    assert str(refusal.value).startswith(reason)


def test_whole_games_between_two_players_end():
    position = tv.game("pathwayz").start()
    seats = {"w": tv.player("level:2", seed=random.Random(1).randrange(99)), "b": tv.player("random", seed=2)}
    while position.outcome is None:
        position = position.play(seats[position.turn].choose(position).move)
    assert position.verdict

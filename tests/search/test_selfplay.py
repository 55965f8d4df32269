"""Self-play on bare states: its games are games by the rules, and follow from conditions and number alone."""

from __future__ import annotations

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.core.game import ONGOING
from tavoliere.search.budget import Budget
from tavoliere.search.kernels.alphabeta import FAR
from tavoliere.search.novice import NovicePlayer
from tavoliere.search.selfplay import (
    CERTAIN,
    CUT,
    Beginner,
    Conditions,
    Course,
    Hall,
    Searcher,
    SelfPlayed,
    mind_of,
    value_of,
)
from tavoliere.search.specs import parse_spec

TABLES = [(name, {}) for name in ("never-alone", "pathwayz", "tablut", "pit", "pit-of-pillars")] + [
    ("pit", {"players": 3}),
    ("pit", {"players": 4}),
]


def conditions(name: str, player: str, options: dict[str, int] | None = None, **more: object) -> Conditions:
    game = tv.game(name, **(options or {}))
    return Conditions(game, (parse_spec(player),) * len(game.players), **more)  # type: ignore[arg-type]


def replayed(game: tv.Game, played: SelfPlayed) -> tv.Position:
    """The last position of a game, by the public referee, which refuses what is not legal."""
    position = game.start()
    for turn, mover, width, whole in zip(played.turns, played.movers, played.widths, played.whole_widths, strict=True):
        assert position.turn == game.players[mover]
        assert len(position.actions()) == width
        assert whole == tv.perft(position, 1)
        for action in turn:
            position = position.act(action)
        assert not position.pending
    return position


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.parametrize("player", ["level:1", "alphabeta:nodes=150,noise=50"])
def test_games_are_games_by_the_rules(name: str, options: dict[str, int], player: str) -> None:
    given = conditions(name, player, options, opening=2, referee=parse_spec("champion:nodes=50"), watched=2)
    hall, game = Hall(given), given.game
    for number in range(2):
        played = hall.play(number)
        last = replayed(game, played)
        if played.reason == CUT:
            assert last.outcome is None and len(played.turns) == given.longest
            continue
        assert last.outcome is not None and str(last.outcome.reason) == played.reason
        winner = None if played.winner is None else game.players[played.winner]
        assert last.outcome.winner == winner
        assert len(played.values) == len(played.turns) and played.values[:2] == (None, None)
        assert len(played.chances) == (len(played.turns) if number == 0 else 0)
        assert all(sum(chances) == pytest.approx(1, abs=0.001) for chances in played.chances)
        assert sum(played.scores(len(game.players))) == pytest.approx(1)


def test_a_game_follows_from_conditions_and_number_whatever_was_played_before() -> None:
    given = conditions("tablut", "alphabeta:nodes=200,noise=80", opening=1, slips=0.1)
    forwards, backwards = Hall(given), Hall(given)
    first = [forwards.play(number) for number in range(4)]
    second = [backwards.play(number) for number in reversed(range(4))]
    assert first == second[::-1]
    assert len({played.turns for played in first}) == 4


@pytest.mark.parametrize("keeps", [False, True])
def test_another_seed_gives_other_games(keeps: bool) -> None:
    games = [
        Hall(conditions("never-alone", "alphabeta:nodes=100,noise=50", seed=seed, keeps_tables=keeps)).play(0)
        for seed in (1, 1, 2)
    ]
    assert games[0] == games[1] != games[2]


def test_openings_do_not_depend_on_who_plays() -> None:
    weak = Hall(conditions("pathwayz", "level:1", opening=3)).play(5)
    strong = Hall(conditions("pathwayz", "alphabeta:nodes=300", opening=3)).play(5)
    assert weak.turns[:3] == strong.turns[:3] and weak.turns != strong.turns


def test_each_seat_has_a_table_of_its_own() -> None:
    hall = Hall(conditions("never-alone", "alphabeta:nodes=100", keeps_tables=True))
    first, second = hall._minds
    assert isinstance(first, Searcher) and isinstance(second, Searcher)
    course = Course(hall.conditions.game)
    first.new_game(1)
    second.new_game(1)
    first.think(course, 1)
    assert any(first.desk.table) and not any(second.desk.table)


def test_a_cleared_table_knows_nothing_of_the_turn_before() -> None:
    game = tv.game("tablut")
    course = Course(game)
    used, fresh = (Searcher(game, parse_spec("alphabeta:nodes=300,noise=50"), False, 600) for _ in range(2))
    turn = used.think(course, 7).turn
    course.play(turn)
    assert used.think(course, 9) == fresh.think(course, 9)


def test_a_kept_table_remembers() -> None:
    game = tv.game("tablut")
    course = Course(game)
    mind = Searcher(game, parse_spec("alphabeta:nodes=300"), True, 600)
    mind.new_game(1)
    mind.think(course, 7)
    kept = sum(1 for word in mind.desk.table if word)
    course.play(mind.think(course, 8).turn)
    assert sum(1 for word in mind.desk.table if word) >= kept > 0


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_novice_at_a_glance_is_the_novice_of_real_play(name: str, options: dict[str, int]) -> None:
    game = tv.game(name, **options)
    spec = parse_spec("novice:depth=1,taste=3000,share=50")
    mind, course = Beginner(game, spec, False, 600), Course(game)
    for seed in range(6):
        thought = mind.think(course, seed)
        choice = NovicePlayer(seed, taste=3000, share=50).choose(course.position(), Budget(depth=1))
        assert course.position().actions_to_turn(list(thought.turn)) == choice.move
        course.play(thought.turn)
        if course.is_over:
            break


def test_alpha_beta_thinks_as_in_real_play() -> None:
    """Not always the same turn, since windows differ, but of the same worth: a proven win is found and played."""
    game = tv.game("tablut")
    position = game.position("9/9/9/9/2k6/9/9/9/8b w")
    course = Course(game)
    course.state = position.state
    thought = Searcher(game, parse_spec("alphabeta:nodes=500"), False, 600).think(course, 1)
    assert thought.value is not None and thought.value > FAR
    assert course.state.play(thought.turn[0]).winner == 0


@pytest.mark.parametrize("player", ["random", "greedy", "mcts:nodes=30,keep=1"])
def test_any_player_of_ours_can_take_the_seats(player: str) -> None:
    given = conditions("never-alone", player)
    played = Hall(given).play(0)
    assert replayed(given.game, played).outcome is not None
    assert Hall(given).play(0) == played


def test_seats_may_have_different_players() -> None:
    game = tv.game("never-alone")
    given = Conditions(game, (parse_spec("alphabeta:nodes=300"), parse_spec("random")))
    games = [Hall(given).play(number) for number in range(3)]
    assert [played.winner for played in games] == [0, 0, 0]
    assert all(value is None for played in games for value in played.values[1::2])


def test_machine_code_and_plain_python_play_the_same_game() -> None:
    given = conditions("pit", "alphabeta:nodes=40,noise=50", opening=2, longest=6)
    compiled = Hall(given).play(3)
    with plain_python():
        assert Hall(given).play(3) == compiled


def test_slips_are_told_and_have_no_value() -> None:
    played = Hall(conditions("never-alone", "alphabeta:nodes=50", slips=0.5)).play(1)
    assert 0 < len(played.slips) < len(played.turns)
    assert all(played.values[place] is None for place in played.slips)


def test_a_game_that_goes_on_is_cut_and_drawn() -> None:
    played = Hall(conditions("tablut", "alphabeta:nodes=50", longest=3)).play(0)
    assert (played.reason, played.winner, len(played.turns)) == (CUT, None, 3)
    assert played.scores(2) == (0.5, 0.5)


def test_a_game_may_end_when_a_win_is_certain() -> None:
    given = conditions("never-alone", "alphabeta:nodes=2000", ends_early=True, opening=2)
    played = next(game for game in map(Hall(given).play, range(20)) if game.reason == CERTAIN)
    assert replayed(given.game, played).outcome is None
    assert played.winner == played.movers[-1] and (played.values[-1] or 0) > FAR


def test_repeated_positions_draw_as_by_the_rules() -> None:
    game = tv.game("tablut")
    course, position = Course(game), game.start()
    for move in ("e4-f4", "d1-d2", *("f4-e4", "d2-c2", "e4-f4", "c2-d2") * 3):
        for action in position.turn_to_actions(move):
            assert not course.is_over
            course.play([action])
        position = position.play(move)
        assert course.is_over == (position.outcome is not None)
        if course.is_over:
            break
    assert course.is_repeated and course.state.winner == ONGOING


def test_who_thinks_by_the_clock_is_refused() -> None:
    for text in ("alphabeta:seconds=1", "champion", "level:10"):
        with pytest.raises(ValueError, match="thinks by the clock"):
            conditions("tablut", text)
    with pytest.raises(ValueError, match="thinks by the clock"):
        conditions("tablut", "random", referee=parse_spec("champion:seconds=1"))


def test_conditions_that_make_no_sense_are_refused() -> None:
    game = tv.game("tablut")
    with pytest.raises(ValueError, match="tablut has 2 seats, not 1"):
        Conditions(game, (parse_spec("random"),))
    for wrong in ({"opening": -1}, {"slips": 1.5}, {"longest": 0}, {"watched": 0}):
        with pytest.raises(ValueError, match="slips are a share"):
            conditions("tablut", "random", **wrong)
    with pytest.raises(ValueError, match="is over before 500 random turns"):
        Hall(conditions("never-alone", "random", opening=500)).play(0)


def test_chances_are_told_as_values() -> None:
    assert value_of(0.5, 2) == 0 and value_of(0.25, 4) == 0
    assert value_of(0.731059, 2) == 1000
    assert value_of(1.0, 2) == -value_of(0.0, 2) == 20_000


def test_a_referee_of_a_game_without_evaluation_is_a_tree_search() -> None:
    game = tv.game("never-alone")
    mind = mind_of(game, parse_spec("mcts:nodes=50"))
    assert sum(mind.chances(Course(game))) == pytest.approx(1)

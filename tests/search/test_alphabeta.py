"""Alpha-beta: repetition, several lines, turns of several actions, broken iterations, and games of more than two."""

import random

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.games import own_games
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.kernels.alphabeta import NEVER_REPEATED, drawing_occurrence, new_desk
from tavoliere.search.mcts_player import MctsPlayer
from tavoliere.search.values import chance_of, verdict_of
from tests.search.fast_brute import after_turn, certain
from tests.search.test_bruteforce import LATE, position_of, wins


def lost_but_for_a_repetition():
    """Lost positions of Tablut, reached so that one turn would repeat a position: game, position and that turn."""
    for entry in LATE:
        if entry["game"] != "tablut" or entry["value"] != -998:
            continue
        lost = position_of(entry)
        for move in lost.legal_moves():
            back = "-".join(reversed(move.split("-")))
            repeated = lost.game.position(str(lost.play(move)))
            if repeated.outcome is not None:
                continue
            for there in repeated.legal_moves():
                home = "-".join(reversed(there.split("-")))
                position = repeated
                for turn in (there, back, home):
                    if position.outcome is not None or turn not in position.legal_moves():
                        break
                    position = position.play(turn)
                else:
                    if position.outcome is None and position.state == lost.state:
                        yield lost, position, move
                        break


CASES = list(lost_but_for_a_repetition())


def test_some_lost_positions_can_be_saved_by_a_repetition():
    assert CASES
    for lost, position, move in CASES:
        assert after_turn(lost, move, 2)[0] < 0
        assert position.play(move).outcome.reason == "repetition"


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_the_only_turn_that_does_not_lose_is_a_repetition(depth):
    for lost, position, move in CASES[:6]:
        assert AlphaBetaPlayer().choose(lost, Budget(depth=depth)).proven == "loss"
        choice = AlphaBetaPlayer().choose(position, Budget(depth=depth))
        assert (choice.move, choice.values[position.turn]) == (move, 0.5)
        assert choice.proven in ("", "draw"), "a draw is claimed where nothing had to be judged"


def test_draws_that_are_certain_are_claimed():
    drawn = [position_of(entry) for entry in LATE if entry["value"] == 0]
    claimed = [AlphaBetaPlayer().choose(position, Budget(nodes=300_000)).proven for position in drawn]
    assert set(claimed) <= {"draw", ""} and claimed.count("draw") >= 4


def test_tree_search_proves_the_draw_by_repetition():
    for lost, position, move in CASES[:3]:
        assert MctsPlayer(tree_nodes=300_000).choose(lost, Budget(nodes=60_000)).proven == "loss"
        choice = MctsPlayer(tree_nodes=300_000).choose(position, Budget(nodes=60_000))
        assert (choice.move, choice.values[position.turn], choice.proven) == (move, 0.5, "draw")


def test_a_draw_rests_on_the_earliest_occurrence_that_it_needs():
    """A third occurrence depends on both before it: what is kept of the nodes between them holds on this path only."""
    with plain_python():
        desk = new_desk(4, 4, 2, [7, 5], 2)
        for place, key in ((3, 9), (5, 9), (6, 5)):
            desk.past[place] = key
            desk.seen[key] += 1
        assert drawing_occurrence(desk, 7, 9, 3) == 3
        assert drawing_occurrence(desk, 7, 9, 2) == 5
        assert drawing_occurrence(desk, 7, 5, 3) == 1
        assert drawing_occurrence(desk, 7, 7, 3) == -1
        assert drawing_occurrence(desk, 7, 8, 2) == -1
    assert NEVER_REPEATED > 10**6


@pytest.mark.parametrize("multi", [1, 2, 4, 40])
def test_several_lines_are_distinct_turns_in_the_order_of_their_values(multi):
    for entry in LATE[::3]:
        position = position_of(entry)
        choice = AlphaBetaPlayer(table_entries=1 << 12, alternatives=multi).choose(position, Budget(depth=3))
        texts = [other.text for other in choice.alternatives]
        values = [other.value for other in choice.alternatives]
        assert texts[0] == choice.move
        assert len(set(texts)) == len(texts) == min(multi, len(position.legal_moves()))
        assert values == sorted(values, reverse=True)
        assert all(other.line[0] == other.text for other in choice.alternatives)
        for other in choice.alternatives:
            if other.proven == "win":
                assert wins(position, other.text, entry["depth"])


def test_the_line_can_be_played():
    for entry in LATE:
        position = position_of(entry)
        choice = AlphaBetaPlayer(table_entries=1 << 12).choose(position, Budget(depth=4))
        assert choice.line[0] == choice.move
        for turn in choice.line:
            position = position.play(turn)


@pytest.mark.parametrize("name", ["pit", "never-alone"])
def test_a_broken_iteration_never_undoes_a_certain_win(name):
    """Whatever the number of nodes at which the search breaks off, a win once found is played."""
    won = [entry for entry in LATE if entry["game"] == name and entry["value"] > 990][:6]
    assert won
    chance = random.Random(1)
    for entry in won:
        position = position_of(entry)
        for _ in range(12):
            choice = AlphaBetaPlayer(table_entries=1 << 10).choose(position, Budget(nodes=chance.randrange(1, 400)))
            if choice.proven == "win":
                assert wins(position, choice.move, entry["depth"])


def test_values_as_chances():
    assert chance_of(0) == 0.5
    assert chance_of(1000) == pytest.approx(0.7310586)
    assert (chance_of(999_990), chance_of(-999_990)) == (1.0, 0.0)
    assert (verdict_of(999_990, 2), verdict_of(-999_990, 2), verdict_of(5, 2)) == ("win", "loss", "")
    assert (verdict_of(999_990, 3), verdict_of(-999_990, 3)) == ("win", "")


def test_with_more_than_two_players_only_a_win_is_claimed():
    game = tv.game("pit", players=3)
    choice = AlphaBetaPlayer().choose(game.start(), Budget(depth=2))
    assert sum(choice.values.values()) == pytest.approx(1)
    assert choice.proven == ""


@pytest.mark.parametrize("name", own_games())
def test_among_several_turns_the_best_of_the_deepest_look_is_on_top(name):
    """A turn that a deeper iteration refutes must not stay in front because an earlier one liked it."""
    chance = random.Random(5)
    position = tv.game(name).start()
    for _ in range(6):
        position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is not None:
            return
        for nodes in (3_000, 9_000, 27_000, 40_000):
            depths = []
            player = AlphaBetaPlayer(alternatives=3)
            choice = player.choose(position, Budget(nodes=nodes), lambda told: depths.append(told.depth))  # noqa: B023
            assert choice.depth == max(depths, default=choice.depth)
            assert choice.move == choice.alternatives[0].text
            shown = [turn.value for turn in choice.alternatives]
            assert shown == sorted(shown, reverse=True)


@pytest.mark.parametrize("name", own_games())
def test_the_line_goes_on_where_the_table_knew_the_rest(name):
    chance = random.Random(6)
    position = tv.game(name).start()
    for _ in range(8):
        position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is not None:
            return
        choice = AlphaBetaPlayer().choose(position, Budget(nodes=30_000))
        assert choice.proven or choice.depth < 4 or len(choice.line) >= 2
        after = position
        for move in choice.line:
            after = after.play(move)


def random_positions(name, turns, count):
    """Positions after random turns in which there is something to choose."""
    chance, found = random.Random(5), []
    while len(found) < count:
        position = tv.game(name).start()
        for _ in range(turns):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is None and len(position.legal_moves()) > 3:
            found.append(position)
    return found


@pytest.mark.parametrize(("name", "turns"), [("pit", 4), ("pit-of-pillars", 3), ("never-alone", 4)])
def test_several_lines_are_the_best_turns_and_not_only_the_best_beginnings(name, turns):
    """Turns that begin with the same action are turns of their own."""
    shared = 0
    for position in random_positions(name, turns, 4):
        player = AlphaBetaPlayer(table_entries=1 << 12, alternatives=4)
        found = player.choose(position, Budget(depth=2)).alternatives
        texts = [other.text for other in found]
        assert len(set(texts)) == len(texts) == 4
        assert set(texts) <= set(position.legal_moves())
        assert [other.value for other in found] == sorted((other.value for other in found), reverse=True)
        beginnings = [position.turn_to_actions(text)[0] for text in texts]
        shared += len(set(beginnings)) < len(beginnings)
    assert (shared > 0) == (name != "never-alone")


def test_the_value_of_a_turn_is_that_of_the_search_that_chose_it():
    """Only the rest has to be searched; no other turn is worth more."""
    for name in ("pit", "tablut", "never-alone"):
        for position in random_positions(name, 4, 2):
            player = AlphaBetaPlayer(table_entries=1 << 12, reduce=False)
            choice = player.choose(position, Budget(depth=3))
            alone = player.value(position, choice.move, Budget(depth=3))
            assert alone.move == choice.move
            assert alone.values == pytest.approx(choice.values, abs=0.02)
            for move in position.legal_moves()[:5]:
                worth = player.value(position, move, Budget(depth=3)).values[position.turn]
                assert worth <= choice.values[position.turn] + 0.02


HIDDEN_WINS = [
    (2, "9/9/2o1B1o2/1w1w3w1/4o4/W8/2o3o2/4w4/3w5 w w0,b5 a2e,a6e,b1e,b2n,b9e,c1e,c1n,c8e,c9e,d1e,d6n,d7n,d8e,e1n,"
        "e6n,e7n,e8e,e8n,f7n,f8e,g2e,h6e,h9e,i1n", 5),
    (3, "8b/3b5/2o3o1R/3b5/4o2B1/9/2o3o2/3b5/9 b r1,b0 a1e,a2e,a3e,a3n,a4e,a5e,a5n,a9e,c1e,c2e,c9e,d2e,d5n,d7e,d7n,"
        "e1n,e3n,e9e,f8n,f9e,g6e,h5e,h6e,i4n,i5n,i7n,i8n", 5),
    (4, "2b4b1/3b5/2o3o2/9/4o4/9/2o3o2/1B7/2W6 b w0,b0 a1e,a1n,b2e,b8e,b9e,c1n,c8e,c9e,d1e,d1n,d2e,d2n,d3e,d8n,e1e,"
        "e3n,e4e,e8n,e9e,f1n,f5n,f6n,f8e,g1e,g2e,g4e,g5e,g8e,h8n,h9e,i1n,i7n", 4),
]  # fmt: skip


@pytest.mark.parametrize(("players", "text", "length"), HIDDEN_WINS)
def test_a_shorter_win_that_reductions_hide_is_found(players, text, length):
    """What the first search proves takes an action more."""
    position = tv.game("pit", players=players).position(text)
    choice = AlphaBetaPlayer(table_entries=1 << 16).choose(position, Budget(nodes=500_000))
    assert choice.proven == "win"
    actions, now = 0, position
    for move in choice.line:
        actions += len(now.turn_to_actions(move))
        now = now.play(move)
    assert (now.outcome.winner, actions) == (position.turn, length)
    assert certain(position, length - 1, 50_000_000)[0] != position.turn

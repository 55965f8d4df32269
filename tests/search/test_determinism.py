"""The same seed and nodes or depth give the same choice; threads stay legal; kept trees keep what they know."""

import dataclasses

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python, row
from tavoliere.games import own_games, ruleset
from tavoliere.search.budget import Budget
from tavoliere.search.kernels.mcts import new_tree, transplant
from tavoliere.search.ladder import ladder_of
from tavoliere.search.mcts_player import MctsPlayer, Style, actions_between, node_at
from tavoliere.search.solve import Solver
from tavoliere.search.specs import parse_spec
from tests.conformance.variants import walk

GAMES = [(name, options) for name in own_games() for options in ruleset(name).facts.variants]
SPECS = [
    "mcts:nodes=25,cut=3",
    "mcts:nodes=8,cut=0,priors=1",
    "mcts:nodes=25,cut=2,solver=0,multi=3",
    "alphabeta:depth=2",
    "alphabeta:nodes=150,multi=2",
    "novice:nodes=60,view=150,taste=800",
    "greedy",
    "random",
]


def late(name, options):
    """A position in the middle of a random game in which there is something to choose."""
    met = [position for position in walk((name, tuple(options.items())), 2) if not position.pending]
    wide = [position for position in met[len(met) // 3 :] if len(position.actions()) >= 8]
    return wide[0]


def answer(choice):
    return dataclasses.replace(choice, seconds=0.0)


def chosen(spec, position, seed):
    resolved = spec.resolved(position.game)
    return answer(resolved.player(seed).choose(position, resolved.budget()))


@pytest.mark.parametrize("text", SPECS)
@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_the_same_seed_gives_the_same_choice_compiled_or_not(name, options, text):
    position, spec = late(name, options), parse_spec(text)
    with plain_python():
        plain = chosen(spec, position, 5)
    assert plain == chosen(spec, position, 5) == chosen(spec, position, 5)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_levels_are_the_same_for_a_seed_until_time_counts(name, options):
    position = late(name, options)
    game = position.game
    for rung in ladder_of(game).levels[:4]:
        spec = parse_spec(f"level:{rung.level}")
        assert spec.resolved(game).budget().seconds is None
        assert chosen(spec, position, 9) == chosen(spec, position, 9)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_seeds_matter_to_tree_search(name, options):
    position = tv.game(name, **options).start()
    answers = {str(chosen(parse_spec("mcts:nodes=400,cut=4"), position, seed).alternatives) for seed in range(6)}
    assert len(answers) > 1


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_two_threads_choose_legal_turns_with_all_visits_of_both(name, options):
    position = late(name, options)
    player = MctsPlayer(seed=4, style=Style(longest=60), tree_nodes=20_000, threads=2, alternatives=5000)
    choice = player.choose(position, Budget(nodes=400))
    assert position.play(choice.move)
    assert choice.nodes <= 400
    assert sum(choice.values.values()) == pytest.approx(1)
    if position.game.facts.most_actions_a_turn == 1 and not choice.proven:
        assert sum(other.visits for other in choice.alternatives) >= 390
    with plain_python():
        position.play(MctsPlayer(seed=4, style=Style(longest=10), threads=2).choose(position, Budget(nodes=6)).move)


def subtree(tree, node):
    """All that a tree knows below a node, without the numbers of nodes."""
    players = len(tree.totals) // len(tree.visits)
    first, count = int(tree.first[node]), int(tree.children[node])
    return (
        int(tree.action[node]),
        int(tree.visits[node]),
        int(tree.proven[node]),
        float(tree.prior[node]),
        [float(tree.totals[players * node + player]) for player in range(players)],
        [subtree(tree, child) for child in range(first, first + count)] if first else [],
    )


@pytest.mark.parametrize("style", [Style(longest=60), Style(cut=0, priors=1.0)], ids=["playouts", "priors"])
@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_a_kept_tree_is_exactly_the_subtree_of_the_old_one(name, options, style):
    position = late(name, options)
    player = MctsPlayer(seed=6, style=style, tree_nodes=30_000, keep=True)
    choice = player.choose(position, Budget(nodes=1500))
    (before, (old,)) = player.kept
    assert before == position
    for turns in range(1, len(position.game.players) + 1):
        if len(choice.line) < turns:
            continue
        now, played = position, []
        for turn in choice.line[:turns]:
            played += now.turn_to_actions(turn)
            now = now.play(turn)
        node = node_at(old, played)
        is_there = now.outcome is None and node is not None and old.visits[node] > 0
        actions = actions_between(before, now, old)
        assert (actions is not None) == is_there
        if actions is None:
            continue
        node = node_at(old, actions)
        new = new_tree(len(old.visits), len(position.game.players))
        transplant(old, node, new, row(len(old.visits)))
        assert subtree(new, 0) == subtree(old, node)
        assert new.used[0] <= old.used[0]


def test_a_kept_tree_grows_by_the_nodes_of_the_next_search():
    position = tv.game("never-alone").start()
    player = MctsPlayer(seed=6, keep=True)
    choice = player.choose(position, Budget(nodes=2000))
    (_, (old,)) = player.kept
    now = position.play(choice.line[0]).play(choice.line[1])
    visits = int(old.visits[node_at(old, actions_between(position, now, old))])
    player.choose(now, Budget(nodes=300))
    (_, (new,)) = player.kept
    assert visits > 0
    assert new.visits[0] == visits + 300


def test_another_way_to_the_same_position_keeps_nothing_where_positions_recur():
    """The tree below a way knows which positions repeat on that way, and on no other."""
    game = tv.game("tablut")
    position = game.start()
    player = MctsPlayer(seed=1, keep=True, tree_nodes=100_000)
    choice = player.choose(position, Budget(nodes=3000))
    (before, (tree,)) = player.kept
    now = position.play(choice.move)
    assert actions_between(before, now, tree) == position.turn_to_actions(choice.move)
    assert actions_between(before, game.position(str(now)), tree) is None


def test_a_small_tree_leaves_room_for_the_rest_of_the_turn():
    """However full the tree is, the second action of a turn has children to choose from."""
    for seed in range(4):
        position = tv.game("pit").start().play("d2").play("d8")
        player = MctsPlayer(seed, Style(longest=10), tree_nodes=1, keep=True)
        choice = player.choose(position, Budget(nodes=20_000))
        (_, (tree,)) = player.kept
        assert position.play(choice.move)
        actions = position.turn_to_actions(choice.move)
        node = node_at(tree, actions[:-1])
        assert tree.children[node] > 0
        assert tree.used[0] <= len(tree.visits)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_a_tree_is_found_again_at_the_next_turn_of_its_player(name, options):
    """By way of a turn of everybody else, as long as the tree has looked there."""
    position = tv.game(name, **options).start()
    player = MctsPlayer(seed=2, style=Style(cut=0, priors=1.0), keep=True, tree_nodes=400_000)
    found = 0
    for _ in range(3):
        choice = player.choose(position, Budget(nodes=6000))
        mover, now = position.turn, position
        for turn in choice.line[: len(position.game.players)]:
            now = now.play(turn)
        if now.outcome is not None or now.turn != mover:
            break
        (before, (tree,)) = player.kept
        found += actions_between(before, now, tree) is not None
        position = now
    assert found > 0


@pytest.mark.parametrize("text", ["mcts:nodes=60,threads=2", "mcts:nodes=60,cut=0,priors=1,keep=1"])
@pytest.mark.parametrize("name", ["never-alone", "tablut"])
def test_threads_and_kept_trees_answer_alike_compiled_or_not(name, text):
    spec, position = parse_spec(text), tv.game(name).start()

    def two_turns():
        player = spec.player(3)
        first = player.choose(position, spec.budget())
        after = position.play(first.move)
        second = player.choose(after, spec.budget())
        return [(choice.move, choice.values, choice.nodes) for choice in (first, second)]

    fast = two_turns()
    with plain_python():
        assert two_turns() == fast


def test_the_solver_answers_alike_compiled_or_not():
    position, budget = tv.game("tablut").position("9/9/9/2b6/2k6/9/2b6/9/8b w"), Budget(nodes=400)
    fast = Solver(table_entries=1 << 10, tree_nodes=4000).choose(position, budget)
    with plain_python():
        slow = Solver(table_entries=1 << 10, tree_nodes=4000).choose(position, budget)
    assert (fast.move, fast.values, fast.nodes, fast.line) == (slow.move, slow.values, slow.nodes, slow.line)

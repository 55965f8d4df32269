"""Players by text: every form, and every refusal with its reason."""

import pytest

import tavoliere as tv
from tavoliere.games import own_games
from tavoliere.search import specs
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import MOST_DEPTH, Budget
from tavoliere.search.greedy import GreedyPlayer
from tavoliere.search.ladder import MOST_LEVELS, ladder_of
from tavoliere.search.mcts_player import MctsPlayer, Style
from tavoliere.search.novice import NovicePlayer
from tavoliere.search.players import RandomPlayer
from tavoliere.search.specs import KINDS, Kind, Spec, parse_spec
from tests.core.processes import ROOT

PLAYERS = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "novice": NovicePlayer,
    "mcts": MctsPlayer,
    "alphabeta": AlphaBetaPlayer,
}
ONE_SECOND = Budget(seconds=1.0)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("random", ONE_SECOND),
        ("greedy", ONE_SECOND),
        ("mcts", ONE_SECOND),
        ("mcts:", ONE_SECOND),
        ("alphabeta:seconds=0.25", Budget(seconds=0.25)),
        ("alphabeta:nodes=20000", Budget(nodes=20000)),
        ("alphabeta:depth=7", Budget(depth=7)),
        ("novice:depth=3,nodes=50", Budget(nodes=50, depth=3)),
        ("champion:seconds=2,nodes=9", Budget(2.0, 9)),
        ("mcts:nodes=5.0", Budget(nodes=5)),
        (f"alphabeta:depth={MOST_DEPTH}", Budget(depth=MOST_DEPTH)),
    ],
)
def test_budgets(text, budget):
    spec = parse_spec(text)
    assert spec.budget() == budget
    assert spec.text == text.removesuffix(":")


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_kind_gives_its_player(kind):
    spec = parse_spec(kind)
    assert spec.resolved(tv.game("tablut")) == spec
    assert type(spec.player(3)) is PLAYERS[kind]


def test_settings_reach_the_players():
    tree = parse_spec("mcts:c=1.4,cut=3,priors=0.5,solver=0,threads=2,keep=1,multi=7").player(4)
    assert (tree.seed, tree.style) == (4, Style(1.4, 3, 0.5, False))
    assert (tree.threads, tree.keep, tree.alternatives) == (2, True, 7)
    plain = parse_spec("mcts").player(1)
    assert (plain.style, plain.threads, plain.keep, plain.alternatives) == (Style(), 1, False, 5)
    assert parse_spec("mcts:cut=0").player(1).style.cut == 0
    line = parse_spec("alphabeta:view=100,multi=3").player(2)
    assert (line.seed, line.view, line.alternatives) == (2, 100, 3)
    novice = parse_spec("novice:view=90,taste=400").player(5)
    assert (novice.seed, novice.view, novice.taste) == (5, 90, 400)


@pytest.mark.parametrize("name", own_games())
def test_levels_and_the_champion_stand_for_players_of_the_game(name):
    game = tv.game(name)
    assert len(ladder_of(tv.game(name)).levels) == 10
    for level in range(1, 11):
        spec = parse_spec(f"level:{level}")
        resolved = spec.resolved(game)
        assert resolved.text == f"level:{level}"
        assert resolved.kind in PLAYERS
        assert type(resolved.player(1)) is PLAYERS[resolved.kind]
        with pytest.raises(ValueError, match="depends on the game"):
            spec.player(1)
    best = parse_spec("champion:nodes=70,multi=2").resolved(game)
    assert best.kind == parse_spec(ladder_of(game).champion).kind
    assert best.budget() == Budget(nodes=70)
    assert best.player(1).alternatives == 2
    with pytest.raises(ValueError, match="depends on the game"):
        parse_spec("champion").player(1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no player ''"),
        ("stockfish", "there is no player 'stockfish'; players are written like level:1"),
        ("MCTS", "there is no player"),
        (
            "alphabet:nodes=5",
            "there is no player 'alphabet:nodes=5'; did you mean 'alphabeta'? Players are written like",
        ),
        (" mcts", "there is no player"),
        ("level", "levels are level:1, level:2 and so on"),
        ("level:", "levels are"),
        ("level:0", "levels are"),
        (f"level:{MOST_LEVELS + 1}", "levels are level:1, level:2 and so on, not 'level:100'"),
        ("level:01", "levels are"),
        ("level:3,seconds=1", "levels are"),
        ("random:seconds=1", "'seconds=1' is not a setting of random, which takes no settings"),
        ("greedy:nodes=1", "which takes no settings"),
        ("alphabeta:c=1", "'c=1' is not a setting of alphabeta, which takes seconds=NUMBER"),
        ("champion:threads=2", "is not a setting of champion"),
        ("mcts:nodes", "'nodes' is not a setting"),
        ("mcts:nodes=", "'nodes=' is not a setting"),
        ("mcts:nodes=many", "'nodes=many' is not a setting"),
        ("mcts:nodes=5,nodes=6", "'nodes=6' is not a setting"),
        ("mcts:nodes=5,", "'' is not a setting"),
        ("mcts:c=-1", "c is a number from 0 to 100, not -1"),
        ("mcts:nodes=-5", "nodes is a number from 1 to 1000000000000, not -5"),
        ("mcts:seconds=-1", "seconds are a number above 0 and below 1000000, not -1"),
        ("mcts:nodes=--5", "'nodes=--5' is not a setting"),
        ("mcts:solver=2", "solver is a number from 0 to 1, not 2"),
        ("mcts:c=1e3", "'c=1e3' is not a setting"),
        ("mcts:nodes=٣", "is not a setting"),
        ("alphabeta:nodes=1.5", "nodes is a whole number, not 1.5"),
        ("mcts:threads=0", "threads is a number from 1 to 64, not 0"),
        ("mcts:c=101", "c is a number from 0 to 100"),
        ("mcts:cut=10001", "cut is a number from 0 to 10000"),
        ("mcts:threads=65", "threads is a number from 1 to 64, not 65"),
        ("alphabeta:multi=0", "multi is a number from 1 to 50"),
        ("alphabeta:multi=51", "multi is a number from 1 to 50"),
        ("alphabeta:view=0", "view is a number from 1 to 256"),
        ("novice:view=257", "view is a number from 1 to 256"),
        ("mcts:cut=10001", "not 10001"),
        ("mcts:c=100.5", "not 100.5"),
        ("mcts:seconds=0", "seconds are a number above 0 and below 1000000"),
        ("mcts:seconds=1000000", "seconds are a number above 0 and below 1000000"),
        ("mcts:nodes=0", "nodes is a number from 1 to 1000000000000, not 0"),
        ("mcts:nodes=1000000000001", "nodes is a number from 1 to 1000000000000"),
        (f"mcts:nodes={'9' * 400}", "nodes is a number from 1 to 1000000000000"),
        ("alphabeta:depth=0", "depth is a number from 1 to 100"),
        ("alphabeta:depth=101", "depth is a number from 1 to 100"),
    ],
)
def test_refusals_say_what_is_wrong(text, reason):
    with pytest.raises(ValueError) as refusal:
        parse_spec(text)
    assert reason in str(refusal.value)


def test_every_setting_of_every_kind_is_understood():
    for kind in KINDS:
        known = KINDS[kind].settings
        if kind != "level":
            text = f"{kind}:" + ",".join(f"{setting.name}={setting.written(1)}" for setting in known) if known else kind
            assert dict(parse_spec(text).settings) == {setting.name: 1.0 for setting in known}


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({}, "a budget limits seconds, nodes or depth"),
        ({"seconds": 0}, "seconds are a number above 0"),
        ({"seconds": float("nan")}, "seconds are a number above 0 and below 1000000, not nan"),
        ({"seconds": "1"}, "seconds are a number above 0 and below 1000000, not '1'"),
        ({"nodes": 1.5}, "nodes is a whole number from 1 to 1000000000000, not 1.5"),
        ({"nodes": "x"}, "nodes is a whole number from 1 to 1000000000000, not 'x'"),
        ({"nodes": 10**12 + 1}, "nodes is a whole number from 1 to 1000000000000"),
        ({"depth": 2.0}, "depth is a whole number from 1 to 100, not 2.0"),
        ({"depth": 0}, "depth is a whole number from 1 to 100, not 0"),
    ],
)
def test_a_budget_of_nonsense_is_refused(limits, reason):
    with pytest.raises(ValueError) as refusal:
        Budget(**limits)
    assert reason in str(refusal.value)


def test_a_glance_is_the_same_player_with_one_node():
    glance = parse_spec("mcts:seconds=600,c=1.4,multi=7").at_a_glance(tv.game("tablut"))
    assert (glance.kind, dict(glance.settings)) == ("mcts", {"c": 1.4, "nodes": 1.0})
    assert parse_spec("level:10").at_a_glance(tv.game("tablut")).budget() == Budget(nodes=1)
    assert parse_spec("random").at_a_glance(tv.game("tablut")) == parse_spec("random")


def test_a_new_kind_is_one_class(monkeypatch):
    monkeypatch.setattr(specs, "KINDS", KINDS.copy())

    class Friend(Kind):
        name = "friend"
        help = "somebody we know"

        def read(self, text, rest):
            return Spec(text, self.name, argument=rest)

        def player(self, spec, values, seed):
            return RandomPlayer(len(spec.argument) + len(values) + seed)

    spec = parse_spec("friend:of.mine:Anna")
    assert (spec.kind, spec.argument, spec.text) == ("friend", "of.mine:Anna", "friend:of.mine:Anna")
    game = tv.game("tablut")
    assert spec.resolved(game) == spec == spec.within(Budget(nodes=4)) == spec.at_a_glance(game)
    assert isinstance(spec.player(1), RandomPlayer)


def test_every_kind_says_what_it_is_and_can_be_read():
    for name, kind in KINDS.items():
        assert kind.name == name and kind.help and type(kind).__mro__[1] is Kind
        assert len({setting.name for setting in kind.settings}) == len(kind.settings)
        for setting in kind.settings:
            assert setting.help
            assert setting.default is None or setting.least <= setting.default <= setting.most
        if kind.example:
            assert parse_spec(kind.example.partition(" ")[0]).kind == name


def test_only_random_play_needs_no_compiler():
    assert [name for name, kind in KINDS.items() if not kind.is_compiled] == ["random"]


def test_the_page_of_players_knows_every_kind_and_setting():
    page = " ".join((ROOT / "docs" / "players.md").read_text(encoding="utf-8").split())
    for kind in KINDS.values():
        assert f"`{kind.name}" in page and kind.help in page, kind.name
        for setting in kind.settings:
            assert f"| `{setting.name}` | {setting.help} |" in page, setting.name

"""The words of UGI: what is understood, what is refused, and that no line whatever does harm."""

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tavoliere as tv
from tavoliere.apps.cli.ugi import budget_for
from tavoliere.games import own_games, ruleset
from tavoliere.play.clock import FOR_EVER, LEAST, margin_of, share_of_clock
from tavoliere.play.ugi import (
    Go,
    Info,
    Query,
    SetOption,
    SetPosition,
    SimpleCommand,
    answer_to,
    info_lines,
    parse_command,
    parse_info,
    position_command,
    score_of,
    turns_of,
)
from tavoliere.search.budget import Budget
from tavoliere.search.specs import parse_spec

GAMES = [(name, variant) for name in own_games() for variant in ruleset(name).facts.variants]


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("", None),
        ("   \t\r\n", None),
        ("  isready  \r\n", SimpleCommand("isready")),
        ("ugi and more", SimpleCommand("ugi")),
        ("setoption name Player value mcts:nodes=5", SetOption("Player", "mcts:nodes=5")),
        ("setoption  name  Two  Words  value  a  b", SetOption("Two Words", "a b")),
        ("setoption name Button", SetOption("Button", "")),
        ("position startpos", SetPosition("", ())),
        ("position\tstartpos   moves", SetPosition("", ())),
        ("position fen 9/9 w  moves a1-a2 b1-b2", SetPosition("9/9 w", ("a1-a2", "b1-b2"))),
        ("go", Go()),
        ("go infinite", Go(infinite=True)),
        ("go movetime 100 nodes 5 depth 3", Go(100, 5, 3)),
        ("go p1time 1000 p2time -20 p1inc 5 p2inc 6", Go(clocks={1: 1000, 2: 0}, increments={1: 5, 2: 6})),
        ("go p3time 7 p4time 8 movestogo 4", Go(clocks={3: 7, 4: 8}, moves_to_go=4)),
        ("go ponder searchmoves a1-a2 nodes 9", Go(nodes=9)),
        ("go nodes 99999999999999999999999", Go(nodes=10**15)),
        ("go movetime 0 nodes 0 depth -3", Go(1, 1, 1)),
        ("go nodes", Go(ignored=("nodes",))),
        ("go movetime soon depth 2", Go(depth=2, ignored=("movetime",))),
        ("query turn", Query("turn")),
    ],
)
def test_a_line_is_understood(line, meaning):
    assert parse_command(line) == meaning


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("uci", "unknown command 'uci'"),
        ("setoption", "setoption name NAME"),
        ("setoption name value 3", "without a name"),
        ("position", "startpos"),
        ("position fen", "startpos"),
        ("position startpos d2", "startpos"),
        ("query", "gameover, p1turn, result, turn"),
        ("query all of it", "not 'all of it'"),
    ],
)
def test_a_line_that_is_not_understood_says_why(line, problem):
    with pytest.raises(ValueError, match=problem):
        parse_command(line)


TEXT = (
    "ugi isready go position startpos fen moves setoption name value query stop movetime nodes depth infinite p1time "
    "p2inc turn result -1 0 7 99999999999999999999 e4-f4 w - ² \x00 \u2028 d2"
)
WORDS = st.sampled_from(TEXT.split(" "))


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=10).map(" ".join)))
def test_any_line_is_understood_or_refused_in_words(line):
    with contextlib.suppress(ValueError):
        command = parse_command(line)
        assert (command is None) == (not line.split())
        if isinstance(command, SetPosition):
            assert parse_command(position_command(command.text, command.moves)) == command
    info = parse_info(f"info {line}")
    assert info.chance is None or 0 <= info.chance <= 1
    assert info.nodes is None or info.nodes >= 0


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_a_turn_is_one_word_and_a_position_comes_back_from_its_line(name, options):
    game = tv.game(name, **options)
    chance = random.Random(7)
    for _ in range(3):
        position, moves = game.start(), []
        for _ in range(12):
            if position.outcome is not None:
                break
            actions, now = [], position
            while not actions or now.pending:
                actions.append(chance.choice(now.actions()))
                now = now.act(actions[-1])
            moves.append(position.actions_to_turn(actions))
            assert len(moves[-1].split()) == 1
            read = parse_command(position_command(str(position), moves[-1:]))
            assert game.position(read.text).play(*read.moves) == now
            position = now
        assert parse_command(position_command("", moves)) == SetPosition("", tuple(moves))


def test_queries_are_answered_for_any_number_of_players():
    position = tv.game("pit", players=4).start()
    assert [answer_to(Query(what), position) for what in ("gameover", "p1turn", "result", "turn")] == [
        "response false", "response true", "response none", "response p1",
    ]  # fmt: skip
    assert answer_to(Query("turn"), position.play("d2").play("c2").play("d8")) == "response p4"
    over = tv.game("tablut").position("2k6/9/9/9/9/9/9/9/8b b")
    assert [answer_to(Query(what), over) for what in ("gameover", "result")] == ["response true", "response p1win"]
    drawn = tv.game("tablut").position("9/6w2/9/9/9/9/2k6/6b2/9 w")
    for move in ("g8-h8", "g2-h2", "h8-g8", "h2-g2"):
        drawn = drawn.play(move)
    assert answer_to(Query("result"), drawn) == "response draw"


def test_a_score_is_a_chance_and_back():
    assert score_of(0.5, "") == 0
    assert score_of(10 / 11, "") == 400
    assert (score_of(0.5, "win"), score_of(0.9, "loss"), score_of(0.9, "draw")) == (30000, -30000, 0)
    for chance in (0.01, 0.3, 0.5, 0.77, 0.99):
        assert parse_info(f"info score cp {score_of(chance, '')}").chance == pytest.approx(chance, abs=0.01)
    assert parse_info("info score mate -2").chance == 0
    assert parse_info("info score mate 3 depth 9").chance == 1
    assert parse_info("info string score cp 400") == Info()
    assert parse_info("info depth x nodes -4 score cp pv depth nodes") == Info(line=("depth", "nodes"))


def test_a_search_is_told_in_whole_turns():
    position = tv.game("pit").start().play("d2").play("d8")
    choice = parse_spec("mcts:nodes=300").player(1).choose(position, Budget(nodes=300))
    (line,) = info_lines(position, choice)
    told = parse_info(line)
    assert told.nodes == choice.nodes and told.line[0] == choice.move
    after = position
    for turn in told.line:
        after = after.play(turn)
    three = tv.game("pit", players=3).start()
    lines = info_lines(three, parse_spec("mcts:nodes=30").player(1).choose(three, Budget(nodes=30)))
    assert lines[1].startswith("info string expected p1 0.") and " p3 0." in lines[1]


def test_a_line_of_actions_or_of_turns_becomes_turns_and_odd_ends_are_left_out():
    position = tv.game("pit").start().play("d2").play("d8")
    assert turns_of(position, ["e1-e3", "n", "e9-e7"]) == ["e1-e3n"]
    assert turns_of(position, ["e1-e3n", "e9-e7s", "nonsense", "e3-e2n"]) == ["e1-e3n", "e9-e7s"]
    assert turns_of(position, []) == []


def test_a_clock_is_never_overrun():
    for left in (0.0, 0.02, 0.2, 1, 10, 600):
        for increment in (0, 0.1, 5, 100):
            for turns in (None, 1, 3, 40):
                share = share_of_clock(left, increment, turns)
                assert share == LEAST or LEAST <= share < left / 2
    assert share_of_clock(60, 0, 1) < 30 and share_of_clock(60, 1) == pytest.approx(2.8)
    for limit in (0.5, 1, 5, 60, 600):
        assert 0 < margin_of(limit) <= limit / 2


def test_go_becomes_a_budget_of_the_player_to_move():
    black = tv.game("tablut").start().play("e4-f4")
    spec = parse_spec("mcts")
    assert budget_for(Go(), black, spec) == spec.budget()
    assert budget_for(Go(nodes=7), black, spec) == Budget(nodes=7)
    assert budget_for(Go(nodes=7), black, parse_spec("mcts:nodes=5")) == Budget(nodes=5)
    assert budget_for(Go(clocks={1: 1, 2: 60_000}), black, spec).seconds == pytest.approx(2)
    assert budget_for(Go(movetime=500, clocks={2: 60_000}), black, spec).seconds == pytest.approx(0.49)
    assert budget_for(Go(infinite=True), black, spec).seconds == FOR_EVER
    assert budget_for(Go(clocks={1: 500}), black, spec) == spec.budget()

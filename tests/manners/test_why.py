"""A refused turn says why in the words of the rules, with the id of a clause; a legal one says what it does."""

import random
import re

import numpy as np
import pytest

import tavoliere as tv
from tavoliere.core.errors import COMMON_CLAUSES
from tavoliere.games import own_games, ruleset

TABLUT = "3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w"
PIT = "9/4B4/2o3o2/9/4o4/9/2o3o2/9/W3w4 w w5,b6 -"
PILLARS = "#6#/8/2W5/3w4/1(ww)4r1/3R4/2w5/#6# w m 1-0 - 3"

CASES = [
    ("tablut", TABLUT, "e5-e9", "tablut.blocked", "the defender on e6 is in the way"),
    ("tablut", TABLUT, "a4-b4", "tablut.own-piece", "Black's, and White is to move"),
    ("tablut", TABLUT, "d4-d5", "tablut.own-piece", "there is no piece on d4"),
    ("tablut", TABLUT, "e4-d3", "tablut.line", "not on one row or column"),
    ("tablut", TABLUT, "e4-e4", "tablut.line", "ends on another square than e4"),
    ("tablut", "9/9/9/9/3w5/9/9/9/k7b w", "common", "common.over", "w wins: king escaped"),
    ("tablut", "9/9/9/2k6/3w5/9/9/9/8b w", "d5-f5", "tablut.castle", "the castle (e5)"),
    ("tablut", "9/9/9/2k6/3w5/9/9/9/8b w", "c6-a6", "tablut.camp", "no white piece may enter"),
    ("tablut", "9/9/9/2k6/3w5/3b5/9/9/8b b", "d4-d1", "tablut.camp", "outside the camps never enters one"),
    ("tablut", "9/9/9/2k6/9/b8/9/9/9 b", "a4-i4", "tablut.camp", "another camp than a4"),
    ("tablut", TABLUT, "e4 to f4", "common.notation", "from, hyphen, to"),
    ("pathwayz", "12/12/12/12/12/12/12/wB10 w", "b1*", "pathwayz.empty", "a permanent piece showing black"),
    ("pathwayz", "12/12/12/12/12/12/12/wB10 w", "m1", "common.notation", "a star after it"),
    ("never-alone", "8/8/8/4b3/3r4/8/8/8 r 0", "pass", "never-alone.pass", "for instance"),
    ("never-alone", "8/8/8/4b3/3r4/8/8/8 r 0", "e4", "never-alone.distance", "1 across and 0 up or down"),
    ("never-alone", "8/8/8/4b3/3r4/8/8/8 r 0", "d4", "never-alone.empty", "taken by a red piece"),
    ("never-alone", "8/8/8/4b3/3r4/8/8/8 r 0", "xd1", "never-alone.capture", "no black piece on d1"),
    ("never-alone", "8/8/8/8/3r2b1/8/8/8 r 0", "g4", "never-alone.capture", "written xg4"),
    ("never-alone", "8/8/8/6b1/3r2b1/8/8/8 r 0", "xg4", "never-alone.safe", "another one stands next to it"),
    ("never-alone", "8/8/8/8/8/8/8/b7 r 1", "c3", "never-alone.must-pass", "nowhere to place"),
    ("never-alone", "rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrr4/8/8/b7 r 0", "h4", "never-alone.hand", "must pass"),
    ("pit-of-pillars", "#6#/8/8/8/8/8/8/#6# w e 0-0 - 0", "a1", "pit-of-pillars.corner", "omitted corner"),
    ("pit-of-pillars", "#6#/8/8/8/3w4/8/8/#6# r e 0-0 d4 0", "d4-d5", "pit-of-pillars.stage", "nothing moves before"),
    ("pit-of-pillars", "#6#/8/8/8/3w4/8/8/#6# r e 0-0 d4 0", "d4,f6", "pit-of-pillars.vacant", "d4 is taken"),
    ("pit-of-pillars", "#6#/8/8/8/3w4/8/8/#6# r e 0-0 d4 0", "f6,b2", "pit-of-pillars.first-man", "not next to d4"),
    ("pit-of-pillars", "#6#/8/8/8/3w4/8/8/#6# r e 0-0 d4 0", "d5,d6", "pit-of-pillars.second-man", "next to it, on d5"),
    ("pit-of-pillars", "#6#/8/8/8/3w4/8/8/#6# r e 0-0 d4 0", "d5", "pit-of-pillars.two-men", "a second man must be"),
    ("pit-of-pillars", PILLARS, "g4-f4", "pit-of-pillars.control", "Red has the top man"),
    ("pit-of-pillars", PILLARS, "f4-g4", "pit-of-pillars.control", "there is no stack on f4"),
    ("pit-of-pillars", PILLARS, "c6-c7", "pit-of-pillars.control", "holds a pillar"),
    ("pit-of-pillars", PILLARS, "b4-c5", "pit-of-pillars.line", "not on one row or column"),
    ("pit-of-pillars", PILLARS, "b4-b4", "pit-of-pillars.line", "ends on another square than b4"),
    ("pit-of-pillars", PILLARS, "b4-b7", "pit-of-pillars.height", "takes 3 men, and b4 has 2"),
    ("pit-of-pillars", PILLARS, "d5-d6,d3-d4", "pit-of-pillars.own-pillar", "there is no white pillar on d3"),
    ("pit-of-pillars", PILLARS, "d5-d6,c6-e7", "pit-of-pillars.queen", "no line of a queen"),
    ("pit-of-pillars", PILLARS, "d5-d6,c6-e6", "pit-of-pillars.pillar-path", "a stack on d6 is in the way"),
    ("pit-of-pillars", PILLARS, "@c6", "pit-of-pillars.entry", "a pillar stands on c6"),
    ("pit-of-pillars", PILLARS, "c4", "pit-of-pillars.stage", "written @c4"),
    ("pit-of-pillars", PILLARS.replace("1-0", "0-0"), "@c4", "pit-of-pillars.reserve", "no man in reserve"),
    ("pit-of-pillars", "#6#/8/8/3R4/3w4/8/r7/#6# w m 0-0 - 3", "d4-d5", "pit-of-pillars.pillar-blocks", "pillar on d5"),
    ("pit-of-pillars", "#6#/8/8/3R4/3w4/8/r7/#6# w m 0-0 - 3", "d4-d3,a1-a2", "pit-of-pillars.own-pillar", "no pillar"),
    ("pit-of-pillars", "#6#/8/3W4/8/8/8/8/#wr4# w m 0-0 - 3", "b1-c1,d6-d7", "pit-of-pillars.win", "wins the game"),
    ("pit", "4b4/9/2o3o2/9/4o4/9/2o3o2/9/4w4 w w5+,b5+ -", "e1-e2n", "pit.first-turn", "puts the pawn"),
    ("pit", "4b4/9/2o3o2/9/4o4/9/2o3o2/9/4w4 w w5+,b5+ -", "d2n", "pit.first-turn", "no barrier is placed"),
    ("pit", "4b4/9/2o3o2/9/4o4/9/2o3o2/9/4w4 w w5+,b5+ -", "c3", "pit.pawn-square", "c3 is a hole"),
    ("pit", "4b4/9/2o3o2/9/4o4/9/2o3o2/9/4w4 w w5+,b5+ -", "e8", "pit.pawn-near-tower", "next to an opponent's tower"),
    ("pit", PIT, "k9", "pit.board", "has no square k9"),
    ("pit", PIT, "d2", "pit.pawn-on-board", "on the board already"),
    ("pit", PIT, "b1-b2n", "pit.own-piece", "there is no piece on b1"),
    ("pit", PIT, "e8-e9n", "pit.own-piece", "Black's"),
    ("pit", PIT, "e1-f2n", "pit.line", "not on one row or column"),
    ("pit", PIT, "e1-e1n", "pit.line", "ends on another square than e1"),
    ("pit", PIT, "a1-a3n", "pit.pawn-step", "one square only"),
    ("pit", PIT, "e1-e6n", "pit.hole-in-way", "the hole e5 is in the way"),
    ("pit", PIT, "e1-a1n", "pit.piece-in-way", "the piece on a1 is in the way"),
    ("pit", PIT, "e1xe2n", "pit.replace-target", "no piece on e2 to replace"),
    ("pit", PIT, "e1xa1n", "pit.replace-target", "your own"),
    ("pit", PIT.replace("5,b6 -", "5,b6 e1n"), "e1-e2n", "pit.barrier-in-way", "between e1 and e2 is in the way"),
    ("pit", PIT, "@c3w", "pit.entry-square", "c3 is a hole"),
    ("pit", PIT, "@e7w", "pit.sight", "from e1 the hole e5 is in between"),
    ("pit", PIT, "@b2w", "pit.sight", "none is in its row or column"),
    ("pit", PIT.replace("w5", "w0"), "@e2n", "pit.reserve", "no tower in the reserve"),
    ("pit", PIT, "e1-e2", "pit.barrier-due", "a barrier must be placed beside e2"),
    ("pit", PIT, "e1-f1s", "pit.barrier-rim", "the rim of the board"),
    ("pit", PIT, "e1-e4n", "pit.barrier-hole", "beside the hole e5"),
    ("pit", PIT.replace("5,b6 -", "5,b6 e2e"), "e1-e2e", "pit.barrier-there", "already"),
    ("pit", PIT, "e1-e5n", "pit.hole-ends-turn", "the turn is over after e1-e5"),
    ("pit", "9/9/2o3o2/9/4o4/9/2o3o2/B8/W3w4 w w5,b6 -", "e1-e2n", "pit.priority-replacement", "a1xa2"),
    ("pit", "9/9/2o3o2/9/4o4/9/2o3o2/B8/W3w4 w w5,b6 -", "a1xa2n", "pit.last-pawn", "ends the game"),
    ("pit", "9/4B4/2o3o2/9/4o4/4w4/2o3o2/9/W8 w w5,b6 -", "e4-e3n", "pit.priority-hole", "e4-e5"),
    ("pit", "9/4B4/2o3o2/9/4o4/9/2o3o2/4b4/W3w4 w w5,b5 -", "e1xe3n", "pit.replace-target", "no piece on e3"),
    ("pit", "9/4B4/2o3o2/9/4o4/9/2o1b1o2/9/W3w4 w w5,b5 -", "e1xe3n", "pit.replace-adjacent", "not next to e1"),
    ("pit", "9/4B4/2o3o2/9/4o4/9/2o3o2/4b4/W3w4 w w5,b5 -", "e1-e2n", "pit.replace-target", "written with an x"),
    ("pit", PIT.replace("5,b6 -", "5,b6 g1e"), "@h1n", "pit.sight", "the barrier between g1 and h1 is in between"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "move", "clause", "words"), CASES, ids=lambda value: str(value)[:30])
def test_a_refusal_names_its_clause_and_the_case_at_hand(name, text, move, clause, words):
    position = tv.game(name).position(text)
    reason = position.why_not(move)
    assert reason is not None
    assert (reason.clause, words in reason.text) == (clause, True), reason
    with pytest.raises(tv.IllegalMove) as refused:
        position.play(move)
    assert refused.value.clause == clause
    assert refused.value.reason == reason.text
    assert clause in str(refused.value)


def test_every_clause_of_every_game_is_met_in_this_file():
    met = {case[3] for case in CASES} | {"common.action"}
    known = set(COMMON_CLAUSES).union(*(ruleset(name).why.CLAUSES for name in own_games()))
    assert known - met == set()
    assert met <= known


def test_an_action_out_of_place_names_its_clause():
    with pytest.raises(tv.IllegalMove) as refused:
        tv.game("tablut").start().act(0)
    assert refused.value.clause == "common.action"


def test_a_legal_turn_has_no_reason_against_it():
    for name in own_games():
        position = tv.game(name).start()
        assert all(position.why_not(move) is None for move in position.legal_moves()[:50])


# Near misses: turns that are almost legal

FALLBACKS = ("is not a move of any piece", "is not a move along a line", "the way is not free")


def near_misses(move: str, columns: int, rows: int, chance: random.Random) -> set[str]:
    """Turns one change away: another square, another piece, another distance, another side of the barrier."""
    changed = set()
    for found in re.finditer(r"([a-l])(\d+)", move):
        column, row = ord(found[1]) - 97, int(found[2]) - 1
        places = {(column + across, row + up) for across in (-1, 0, 1) for up in (-1, 0, 1)}
        places.add((chance.randrange(columns), chance.randrange(rows)))
        for place in places:
            if 0 <= place[0] < columns and 0 <= place[1] < rows:
                square = f"{chr(97 + place[0])}{place[1] + 1}"
                changed.add(move[: found.start()] + square + move[found.end() :])
    if move[-1] in "nesw":
        changed |= {move[:-1] + side for side in "nesw"} | {move[:-1]}
    return (changed | {move.partition(",")[0]}) - {move}


def misspellings(move: str) -> set[str]:
    """Turns with a sign too many, too few or in the wrong place."""
    swapped = {move.replace(before, after, 1) for before, after in (("-", "x"), ("x", "-"), ("@", ""), ("*", ""))}
    return (swapped | {"@" + move, "x" + move, move + "*", move + ",", move[:-1], move[1:], "pass"}) - {move}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tablut", {}),
        ("pathwayz", {}),
        ("never-alone", {}),
        ("pit-of-pillars", {}),
        ("pit", {}),
        ("pit", {"players": 4}),
    ],
    ids=str,
)
def test_near_misses_of_legal_turns_in_200_positions_name_a_clause(name, options):
    game = tv.game(name, **options)
    known = set(COMMON_CLAUSES) | set(game.ruleset.why.CLAUSES)
    chance = random.Random(f"near misses of {name}")
    position, positions, refused, named = game.start(), 0, 0, 0
    clauses = set()
    while positions < 200:
        if position.outcome is not None:
            position = game.start()
        if not position.pending:
            positions += 1
            for move in _some_turns(position, chance, 3):
                for miss in near_misses(move, game.facts.columns, game.facts.rows, chance):
                    reason = position.why_not(miss)
                    if reason is None:
                        continue
                    assert reason.clause in known, (str(position), miss, reason)
                    assert not any(words in reason.text for words in FALLBACKS), (str(position), miss, reason)
                    refused += 1
                    named += reason.clause != "common.notation"
                    clauses.add(reason.clause)
                for slip in misspellings(move):
                    reason = position.why_not(slip)
                    assert reason is None or reason.clause in known, (str(position), slip, reason)
        position = position.act(chance.choice(position.actions()))
    written = [clause for clause in clauses if clause != "common.notation"]
    print(f"{name}: {refused} near misses refused, {named / refused:.1%} by a rule; clauses met: {sorted(written)}")
    assert refused > 100
    assert named / refused >= 0.95


def _some_turns(position, chance, count):
    """A few random whole turns, without listing all of them."""
    for _ in range(count):
        after, actions = position, []
        while not actions or after.pending:
            actions.append(chance.choice(after.actions()))
            after = after.act(actions[-1])
        yield position.actions_to_turn(actions)


def test_explain_says_what_a_turn_does():
    tablut = tv.game("tablut").position("9/9/9/9/4k4/9/2wb5/9/4b4 w")
    assert tablut.explain("e5-e3") == ["the white king moves from e5 to e3", "the black attacker on d3 is captured"]
    pit = tv.game("pit").position("b8/W8/2o3o2/9/4o4/1B7/2o3o2/9/2w1w4 w w4,b5 a9e,c1n")
    told = pit.explain("a8xa9s")
    assert told[0] == "the black tower on a9 is replaced and goes to the reserve"
    assert "the barrier between a8 and a9 is taken back (it disconnects the pawns)" in told
    assert told[-1] == "Black wins: pawns disconnected"
    with pytest.raises(tv.IllegalMove):
        pit.explain("e1-e2n")


def test_explain_counts_what_is_captured_and_turned():
    pillars = tv.game("pit-of-pillars").position("#6#/8/8/8/7r/8/8/#r3(rrr)w# w m 0-0 - 3")
    assert pillars.explain("g1-f1") == [
        "the white man moves from g1 to f1",
        "the white man on f1 is captured and goes to the reserve (4 men of both colours on a square with room for 3)",
        "3 red men on f1 are captured",
        "the white pillar goes on f1",
    ]
    pathwayz = tv.game("pathwayz").position("12/12/12/12/12/12/12/wb10 w")
    assert pathwayz.explain("a2*") == [
        "the black permanent piece goes on a2",
        "a1 turns over and shows black",
        "b1 turns over and shows white",
    ]
    alone = tv.game("never-alone").position("8/8/8/8/3r2b1/8/8/8 r 0")
    assert alone.explain("xg4") == [
        "the black piece on g4 is captured",
        "the red piece goes on g4",
        "Red wins: capture",
    ]


class Third:
    """A number of another library."""

    def __index__(self) -> int:
        return 3


def test_any_whole_number_is_an_action():
    start = tv.game("pathwayz").start()
    assert 3 in start.actions()
    for number in (np.int64(3), np.uint8(3), np.array(3), Third()):
        assert start.act(number) == start.act(3)
        assert start.actions_to_turn([number]) == start.actions_to_turn([3])
        assert all(type(action) is int for action in start.act(number).pending)


@pytest.mark.parametrize("action", [True, np.True_, 3.0, np.float64(3), "3", None, [3]])
def test_what_is_no_whole_number_is_no_action(action):
    with pytest.raises(tv.IllegalMove, match="an action is a whole number, not") as refused:
        tv.game("pathwayz").start().act(action)
    assert refused.value.clause == "common.action"

"""Which reasons are given: the largest cause first, what points the way of the values, nothing if nothing is known."""

import importlib.machinery
import itertools
import sys
import types
from typing import NamedTuple

import pytest

import tavoliere as tv
from tavoliere.arena import reasons
from tavoliere.arena.reasons import Comparison, Course, counts_of, fault_claims, hint_claims, hint_reasons, sentences
from tavoliere.core.said import Said
from tavoliere.games import own_games
from tavoliere.scene.claims import BETTER, PLAYED, Claim, Fact, Term, claim_data, claim_of
from tavoliere.search.players import Alternative, Choice
from tests.reasons import truth
from tests.reasons.lines import forks

KING = tv.game("tablut").position("9/9/9/3b5/4k4/9/4b4/9/8b w")
WINNING, LOSING = ["e5-g5", "d6-d7", "g5-g9"], ["e5-e4", "d6-e6", "e4-f4"]
CAUGHT = tv.game("tablut").position("9/9/9/3b5/9/4k4/3b5/9/8b w")


def moments(fork):
    """The comparisons of two lines, after one turn, two turns and so on."""
    named = reasons.reasons_of(fork.root.game)
    first, second = Course(fork.root, fork.first, named), Course(fork.root, fork.second, named)
    for turns in range(1, min(first.open_turns, second.open_turns) + 1):
        yield turns, Comparison(named, first.after(turns), second.after(turns))


@pytest.mark.parametrize("name", own_games())
def test_the_largest_cause_comes_first_and_all_terms_together_point_its_way(name):
    compared = 0
    for fork in itertools.islice(forks(tv.game(name), seed=3), 12):
        for turns, comparison in moments(fork):
            claims = comparison.claims(turns)
            if not claims:
                continue
            causes = {cause.claim: cause.weight for cause in comparison._causes(turns)}
            total = sum(sum(weights.values()) for weights in comparison.weights.values())
            assert total > 0
            assert causes[claims[0]] == max(causes.values())
            assert [causes[claim] for claim in claims] == sorted((causes[claim] for claim in claims), reverse=True)
            compared += 1
    assert compared


@pytest.mark.parametrize("name", own_games())
def test_counts_are_those_of_the_evaluation(name):
    """What one look shows is what a look for each weight shows."""
    game = tv.game(name)
    judge = game.ruleset.evaluation
    nothing = judge._replace(**dict.fromkeys(judge._fields, 0))
    for fork in itertools.islice(forks(game, seed=4), 6):
        for player in range(len(game.players)):
            counts = counts_of(judge, fork.root.state, player)
            constant = nothing.strength(fork.root.state, player)
            for field, count in counts.items():
                alone = nothing._replace(**{field: 1})
                assert count == alone.strength(fork.root.state, player) - constant, field


class Crooked(NamedTuple):
    """An evaluation that breaks its promise: it is not linear in its weights."""

    weight: int

    def strength(self, _state, _player):
        return self.weight * self.weight


def test_an_evaluation_that_cannot_be_taken_apart_gives_no_counts():
    assert counts_of(Crooked(3), KING.state, 0) is None
    assert counts_of(None, KING.state, 0) is None


def test_what_decides_a_line_is_told_before_anything_else():
    position = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w")
    claims = fault_claims(position, ["c5-c9"], ["c5-d5", "i1-i2"])
    assert claims == (Claim("king-escapes", BETTER, 1, "w", ("c9",), 1),)
    assert sentences(position.game, "c5-d5", "c5-c9", claims) == ("with c5-c9, the king escapes on c9",)


def test_nothing_is_said_where_the_lines_end_the_other_way_than_the_values_say():
    position = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w")
    assert fault_claims(position, ["c5-d5", "i1-i2"], ["c5-c9"]) == ()


def test_nothing_is_said_about_a_line_and_itself_or_about_no_line():
    assert fault_claims(KING, ["e5-g5"], ["e5-g5", "d6-d7"]) == ()
    assert fault_claims(KING, [], ["e5-g5"]) == fault_claims(KING, ["e5-g5"], []) == hint_claims(KING, [], 0.5) == ()


def test_a_line_that_is_no_line_is_followed_as_far_as_it_goes():
    position = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w")
    assert fault_claims(position, ["c5-c9", "nonsense"], ["c5-z9"])[0].kind == "king-escapes"


def test_a_hint_says_what_it_decides():
    position = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w")
    choice = Choice("c5-c9", {"w": 1.0, "b": 0.0}, 10, 0.0, ("c5-c9",), (Alternative("c5-c9", 1.0),), "win")
    assert hint_reasons(position, choice) == ("with c5-c9, the king escapes on c9",)


TWO_OUT = "3bb4/7B1/2o3o2/9/r3o3g/9/W1o3o2/5G3/4wR3 g w5,r5,b4,g5 d8n,e1e,f1e"
"""Green can replace Red's pawn and place the barrier that puts Green out too, in one turn."""


def test_a_hint_does_not_promise_what_its_own_player_does_not_live_to_see():
    position = tv.game("pit", players=4).position(TWO_OUT)
    assert hint_claims(position, ["f2xf1n"], 1.0) == ()
    roomy = tv.game("pit", players=4).position(TWO_OUT.removesuffix(",f1e"))
    assert hint_claims(roomy, ["f2xf1e"], 1.0)[0] == Claim("pawn-replaced", BETTER, 1, "r", ("f1",), 1)


def test_the_checker_tells_two_apart_who_go_out_in_one_turn():
    game = tv.game("pit", players=4)
    told = {"line": BETTER, "turns": 1, "squares": [], "number": 1, "otherwise": None}

    def problem(kind, player):
        data = told | {"kind": kind, "player": player}
        return truth.problem(game.name, game.options, TWO_OUT, {"better": ["f2xf1n"], "played": []}, data)

    assert problem("pawn-replaced", "r") is None and problem("pawns-cut", "g") is None
    assert problem("pawns-cut", "r") and problem("pawn-replaced", "g") and problem("pawn-replaced", "w")


def test_a_hint_that_the_search_thinks_less_of_than_a_glance_says_nothing():
    for fork in itertools.islice(forks(tv.game("never-alone"), seed=5), 10):
        course = Course(fork.root, fork.first, reasons.reasons_of(fork.root.game))
        if not course.fates:
            assert hint_claims(fork.root, fork.first, 0.0) == ()


def test_a_sentence_is_a_message_with_its_parts():
    claims = (
        Claim("defenders-taken", PLAYED, 3, "w", ("d4", "e6"), 2, 1),
        Claim("open-ways", BETTER, 3, "w", ("c9", "a3"), 2),
        Claim("king-squares", BETTER, 3, "w", (), 7, 0),
    )
    told = sentences(tv.game("tablut"), "e3-e4", "e5-c5", claims)
    assert told == (
        "after e3-e4, 2 defenders are captured, on d4 and e6 (otherwise 1)",
        "with e5-c5, the king has 2 open ways, to c9 and a3 and the king can reach 7 squares in one move (otherwise 0)",
    )
    assert all(isinstance(sentence, Said) for sentence in told)
    assert told[0].pattern == "after {move}, {claims}"


@pytest.mark.parametrize("name", own_games())
def test_every_kind_has_words_with_and_without_squares(name):
    game = tv.game(name)
    named = reasons.reasons_of(game)
    names = {letter: game.player_name(letter) for letter in game.players}
    for kind in named.TERMS:
        many = ((6, ()), (1, ("b2",)), (3, ("b2", "c3", "d4")))
        for number, squares in many if named.TERMS[kind].fields else many[1:2]:
            told = named.told(Claim(kind, PLAYED, 2, game.players[0], squares, number), names)
            assert isinstance(told, Said) and told == told.strip() and not told.endswith(".")


def test_a_claim_survives_as_data():
    claim = Claim("open-ways", BETTER, 3, "w", ("c9",), 1, 0)
    assert claim_of(claim_data(claim)) == claim
    for wrong in ({"line": "worst"}, {"number": "1"}, {"turns": None}, {"kind": 3}, {"number": True}):
        with pytest.raises(ValueError, match="no claim"):
            claim_of(claim_data(claim) | wrong)


# Games of others


@pytest.fixture
def another_module(monkeypatch):
    """Let games look for their reasons under another name."""
    monkeypatch.setattr(reasons, "MODULE", "other_reasons")
    reasons._module_of.cache_clear()
    yield
    reasons._module_of.cache_clear()


@pytest.mark.usefixtures("another_module")
def test_a_game_without_names_gets_no_reasons_and_loses_nothing_else():
    assert reasons.reasons_of(KING.game) is None
    assert fault_claims(CAUGHT, ["e4-g4"], ["e4-e3"]) == hint_claims(CAUGHT, ["e4-g4"], 0.9) == ()
    assert sentences(KING.game, "e5-e4", "e5-g5", (Claim("king-escapes", BETTER, 1, "w"),)) == ()


@pytest.mark.usefixtures("another_module")
def test_a_game_may_bring_its_own(monkeypatch):
    name = "tavoliere.games.tablut.other_reasons"
    brought = types.ModuleType(name)
    brought.__spec__ = importlib.machinery.ModuleSpec(name, None)
    brought.TERMS = {"men": Term(("defender",), whose=0)}
    brought.standing = lambda state, player, options: {} if player else {"men": Fact(state.white.count())}
    brought.happened = lambda state, action, options: ()
    brought.told = lambda claim, names: Said("{count} men are left", count=claim.number)
    monkeypatch.setitem(sys.modules, name, brought)
    position = tv.game("tablut").position("9/3b5/9/9/4k4/9/1bw6/9/8b w")
    kept, lost = ["c3-c4", "d8-d3"], ["e5-e6", "d8-d3"]
    claims = fault_claims(position, kept, lost)
    assert claims == (Claim("men", BETTER, 2, "w", (), 2, 1),)
    assert sentences(position.game, "e5-e6", "c3-c4", claims) == ("with c3-c4, 2 men are left (otherwise 1)",)
    assert fault_claims(position, lost, kept) == ()

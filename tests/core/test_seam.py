"""What is wrong with a game from outside is told by name when it is loaded, all of it at once."""

import dataclasses
from types import SimpleNamespace

import pytest

import tavoliere as tv
from tavoliere.core import seam
from tavoliere.core.facts import MOST_ACTION_COUNT, Option, Player
from tavoliere.core.seam import faults_of
from tavoliere.games import own_games, ruleset
from tests.testing.plugins import installed, run

MODEL = ruleset("pathwayz")
LONG = ruleset("pit-of-pillars")


def with_facts(model=MODEL, **facts):
    return dataclasses.replace(model, facts=dataclasses.replace(model.facts, **facts))


def without(part, name, model=MODEL):
    kept = {key: value for key, value in vars(getattr(model, part)).items() if key != name}
    return dataclasses.replace(model, **{part: SimpleNamespace(**kept)})


def with_function(part, **functions):
    return dataclasses.replace(MODEL, **{part: SimpleNamespace(**{**vars(getattr(MODEL, part)), **functions})})


@pytest.mark.parametrize("name", own_games())
def test_our_own_games_are_sound(name):
    assert faults_of(ruleset(name)) == []


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"name": "Path Ways"}, "facts.name is lower-case words joined by hyphens"),
        ({"title": ""}, "facts.title is a text with something in it, not ''"),
        ({"author": None}, "facts.author is a text"),
        ({"columns": 0}, "facts.columns is a whole number from 1 on, not 0"),
        ({"rows": -8}, "facts.rows is"),
        ({"action_count": True}, "facts.action_count is a whole number"),
        ({"action_count": MOST_ACTION_COUNT + 1}, "facts.action_count is at most 16,777,215, not 16,777,216"),
        ({"most_actions": 193}, "facts.most_actions (193) is not more than facts.action_count (192)"),
        ({"most_actions": 1.5}, "facts.most_actions is a whole number from 1 on, not 1.5"),
        ({"most_actions_a_turn": 0}, "facts.most_actions_a_turn is"),
        ({"longest_game": 0}, "facts.longest_game is None or a whole number from 1 on, not 0"),
        ({"repetition": 1}, "facts.repetition is None or a whole number from 2 on, not 1"),
        ({"rules_version": 0}, "facts.rules_version is"),
        ({"random_game_cut": 0}, "facts.random_game_cut is"),
        ({"reasons": ()}, "facts.reasons are different texts, at least one"),
        ({"reasons": ("full", "full")}, "facts.reasons are different texts"),
        ({"reasons": ("full", "")}, "none of them empty"),
        ({"players": (Player("w", "White"),)}, "facts.players are 2 to 4, not 1"),
        ({"players": (Player("W", "White"), Player("b", "Black"))}, "one lower-case letter, not 'W'"),
        ({"players": (Player("w", "White"), Player("w", "Black"))}, "letters and names of their own"),
        ({"players": (Player("w", ""), Player("b", "Black"))}, "a player's name is a text"),
        ({"options": (Option("Size", int, 3, "how wide"),)}, "a name is lower-case letters, not 'Size'"),
        ({"options": (Option("size", float, 3, "how wide"),)}, "size is of type int or str"),
        ({"options": (Option("size", int, 3, ""),)}, "size has a help text"),
        ({"options": (Option("size", int, 3, "a"),) * 2}, "facts.options have names of their own"),
        ({"variants": ()}, "facts.variants holds at least one set of options"),
        ({"variants": ({"size": 3},)}, "{'size': 3} of facts.variants cannot be started"),
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_fact_is_told_by_name(facts, told):
    assert told in " | ".join(faults_of(with_facts(**facts)))


def test_the_largest_number_of_actions_is_allowed():
    assert not [fault for fault in faults_of(with_facts(action_count=MOST_ACTION_COUNT)) if "action_count" in fault]


@pytest.mark.parametrize(
    ("part", "name"),
    [
        *(("notation", name) for name in (
            "action_text", "parse_part", "told", "turn_text", "turn_parts", "position_text", "parse_position",
            "MOVE_FORMS",
        )),
        *(("face", name) for name in ("scene", "steps", "events_of")),
        *(("why", name) for name in ("refusal", "CLAUSES")),
    ],
)  # fmt: skip
def test_a_missing_function_is_told_by_name(part, name):
    faults = faults_of(without(part, name))
    assert len(faults) == 1 and faults[0].startswith(f"{part}.{name}") and faults[0].endswith("is missing")


@pytest.mark.parametrize("name", ["incomplete", "superfluous"])
def test_long_turns_need_two_reasons_more(name):
    assert [fault.partition("(")[0] for fault in faults_of(without("why", name, LONG))] == [f"why.{name}"]
    assert not hasattr(MODEL.why, name)


def test_what_a_game_may_say_besides_takes_what_it_is_given():
    right = faults_of(with_function("why", immobile=lambda state, square, options: None))
    assert "immobile" not in " ".join(right)
    assert faults_of(with_function("why", immobile=lambda state: None)) == [
        "why.immobile takes (state, square, options), not (state)"
    ]


def test_a_function_with_other_parameters_is_told():
    assert faults_of(with_function("face", steps=lambda state: ())) == [
        "face.steps takes (state, action, options), not (state)"
    ]
    assert faults_of(with_function("notation", told=0)) == ["notation.told is a function of (text), not 0"]
    assert faults_of(dataclasses.replace(MODEL, symmetric=lambda state: state)) == [
        "symmetric takes (state, options, number), not (state)"
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "ladder.json is no JSON"),
        ("[]", "ladder.json holds ladders by number of players"),
        ('{"1": {"champion": "mcts", "levels": [{"player": "mcts"}]}}', "a number of players is 2 to 4, not '1'"),
        ('{"2": []}', "the ladder for 2 names its champion as a text"),
        ('{"2": {"champion": "", "levels": []}}', "the ladder for 2 names its champion as a text"),
        ('{"2": {"champion": "mcts", "levels": []}}', "the ladder for 2 has a list of 1 to 99 levels"),
        ('{"2": {"champion": "mcts", "levels": [{"player": 3}]}}', "level 1 for 2 names its player as a text"),
        ('{"2": {"champion": "mcts", "levels": [{"player": "mcts", "elo": "x"}]}}', "level 1 for 2 has elo and error"),
        ('{"2": {"champion": "mcts", "levels": [{"player": "mcts", "error": NaN}]}}', "as numbers, or none"),
    ],
)  # fmt: skip
def test_a_ladder_of_another_shape_is_told_when_the_game_is_loaded(monkeypatch, text, told):
    monkeypatch.setattr(seam, "text_beside", lambda where, file: text if file == seam.LADDER else None)
    (fault,) = faults_of(MODEL)
    assert fault.startswith("ladder.json") and told in fault


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "calibration.json is no JSON"),
        ("{}", "calibration.json holds a list of maps"),
        ('[{"players": 3, "weights": "a", "found": [1, 2], "shown": [1, 2]}]', "map 1 is for 2 players"),
        ('[{"players": 2, "found": [1, 2], "shown": [1, 2]}]', "names the weights that it belongs to"),
        ('[{"players": 2, "weights": "a", "found": [1, 1], "shown": [1, 2]}]', "two or more growing numbers"),
        ('[{"players": 2, "weights": "a", "found": [1, 2], "shown": [2]}]', "two or more growing numbers"),
        ('[{"players": 2, "weights": "a", "found": [1, 2], "shown": [1, 2, 3]}]', "as many numbers as were found"),
    ],
)
def test_a_calibration_of_another_shape_is_told_when_the_game_is_loaded(monkeypatch, text, told):
    monkeypatch.setattr(seam, "text_beside", lambda where, file: text if file == seam.CALIBRATION else None)
    (fault,) = faults_of(MODEL)
    assert fault.startswith("calibration.json") and told in fault


def test_the_usual_opponent_is_a_text():
    assert faults_of(dataclasses.replace(MODEL, opponent=3)) == ["opponent is a player as text, like level:3, not 3"]


def test_clauses_have_ids_and_sentences():
    assert "an id is the game's name" in faults_of(with_function("why", CLAUSES={"empty": "A sentence."}))[0]
    assert "has a sentence, not ''" in faults_of(with_function("why", CLAUSES={"pathwayz.empty": ""}))[0]


def test_a_state_is_a_game_class_with_the_fields_and_methods_that_are_needed():
    assert faults_of(dataclasses.replace(MODEL, state=tuple)) == [f"state is a class under @game, not {tuple!r}"]
    judged = faults_of(dataclasses.replace(MODEL, state=type(MODEL.evaluation)))
    name = type(MODEL.evaluation).__name__
    assert f"the state {name} has no field turn of type int" in judged
    assert f"the state {name} has no method start" in judged


def test_an_evaluation_and_symmetries_are_what_they_must_be():
    assert "@evaluation" in faults_of(dataclasses.replace(MODEL, evaluation=5))[0]
    assert faults_of(dataclasses.replace(MODEL, symmetries=0)) == ["symmetries is a whole number from 1 on, not 0"]


def test_the_place_must_lead_back_to_the_ruleset():
    assert "does not lead to the ruleset" in faults_of(dataclasses.replace(MODEL, where="nowhere:RULESET"))[0]
    assert "leads to another ruleset" in faults_of(dataclasses.replace(MODEL, symmetries=1))[0]


def test_a_game_that_cannot_begin_is_told():
    def refuse(options):
        raise tv.OptionError("no such board")

    assert (
        "cannot be started: OptionError('no such board')"
        in faults_of(dataclasses.replace(MODEL, check_options=refuse))[-1]
    )


def test_every_fault_of_an_installed_game_is_told_when_it_is_loaded(tmp_path):
    before = """
FACTS = dataclasses.replace(FACTS, action_count=1 << 24, reasons=())
FACE = SimpleNamespace(scene=scene, steps=MODEL.face.steps)
"""
    folder = installed(tmp_path, "faulty", before)
    shown = run(folder, "show", "faulty")
    assert shown.returncode == 1 and "Traceback" not in shown.stderr
    assert "'faulty' at faulty:RULESET is not a whole game" in shown.stderr
    for fault in ("facts.action_count is at most 16,777,215", "facts.reasons are different texts", "face.events_of("):
        assert fault in shown.stderr
    listed = run(folder, "games")
    assert listed.returncode == 0 and "tablut" in listed.stdout and "faulty" in listed.stderr

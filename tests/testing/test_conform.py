"""`tavoliere.testing` and `tavoliere conform`: sound games pass, and each way to be broken is found and told."""

import dataclasses
import shlex
from types import SimpleNamespace

import pytest

import tavoliere as tv
from tavoliere.core.ruleset import Ruleset
from tavoliere.games import ruleset
from tavoliere.testing import CHECKS, Failure, NonConforming, Sample, conform, results
from tests.testing.plugins import installed, python, run

MODEL = ruleset("pathwayz")


def with_part(part: str, **functions: object) -> Ruleset:
    """Pathwayz with some functions of its notation, face or why replaced."""
    own = vars(getattr(MODEL, part))
    return dataclasses.replace(MODEL, **{part: SimpleNamespace(**{**own, **functions})})


def broken(rules: Ruleset, games: int = 2) -> dict[str, Failure]:
    """The failures of a ruleset by the names of the checks."""
    sample = Sample(tv.Game(rules, {}), games)
    return {result.check.name: result.failure for result in results(sample) if result.failure is not None}


def test_checks_have_names_of_their_own_and_sentences():
    assert len({check.name for check in CHECKS}) == len(CHECKS) >= 50
    assert all(check.sentence.endswith(".") and check.sentence[0].isupper() for check in CHECKS)


def test_a_sound_game_keeps_every_promise():
    report = conform("pathwayz", games=2)
    assert [result.check for result in report] == list(CHECKS)
    assert all(result.failure is None and str(result).endswith("kept") for result in report)


def test_given_options_are_tested_instead_of_the_variants():
    seats = [len(sample.game.players) for sample in {result.sample for result in conform("pit", games=1)}]
    assert sorted(seats) == [2, 3, 4]
    report = conform("pit", games=1, options={"size": 5, "holes": "c3", "towers": "a1 e5"})
    assert {result.sample.game.options["size"] for result in report} == {5}


def test_events_that_tell_nothing_are_found_with_position_and_action():
    found = broken(with_part("face", events_of=lambda state, action, options: ()))
    failure = found["events-account-for-every-change-between-two-positions"]
    assert "pieces after the events as in the scene" in str(failure)
    assert failure.position is not None and str(failure.position) in str(failure)
    assert f"action: {failure.action} ({failure.position.action_to_text(failure.action)})" in str(failure)


def test_steps_that_two_actions_share_are_found():
    found = broken(with_part("face", steps=lambda state, action, options: (f"cell:{action // 2}",)))
    assert "every-leaf-of-the-step-tree-is-exactly-one-legal-turn" in found
    assert "no-steps-of-an-action-begin-those-of-another" in found


def test_a_face_that_raises_is_told_with_the_line_that_raised():
    def scene(state, options):
        raise KeyError("no such piece")

    failure = broken(with_part("face", scene=scene))["a-picture-has-the-board-of-the-game"]
    assert "KeyError: 'no such piece'" in str(failure) and "test_conform.py:" in str(failure)
    assert failure.position is not None


def test_texts_that_do_not_lead_back_are_found():
    own = MODEL.notation
    found = broken(with_part("notation", action_text=lambda state, action: own.action_text(state, action).upper()))
    assert "every-action-has-a-text-of-its-own-that-leads-back-to-it" in found
    found = broken(with_part("notation", parse_position=lambda text, options: MODEL.state.start(options)))
    assert "reading-what-was-written-gives-the-same-position" in found
    assert "a-text-of-another-shape-is-no-position" in found


def test_a_refusal_by_an_unknown_clause_is_found():
    refusal = tv.Reason("pathwayz.nowhere", "this sentence belongs to no clause")
    found = broken(with_part("why", refusal=lambda state, text, options: refusal))
    assert "a clause of the game against" in str(found["nothing-else-can-be-played"])


def test_wrong_facts_and_symmetries_are_found():
    found = broken(dataclasses.replace(MODEL, facts=dataclasses.replace(MODEL.facts, longest_game=20)))
    assert "facts.longest_game" in str(found["no-game-exceeds-the-limits-of-the-facts"])
    shifted = dataclasses.replace(
        MODEL, symmetric=lambda state, options, number: (state, lambda action: action ^ number)
    )
    assert "turning-the-board-commutes-with-play" in broken(shifted)


def test_every_broken_promise_is_told_at_once():
    def silent(state, action, options):
        return ()

    with pytest.raises(NonConforming) as told:
        conform(with_part("face", events_of=silent, steps=silent), games=1)
    names = [result.check.name for result in told.value.broken]
    assert len(names) >= 3 and all(name in str(told.value) for name in names)
    assert str(told.value).startswith(f"pathwayz breaks {len(names)} of the promises")


# From outside


CROOKED = "FACE = SimpleNamespace(scene=scene, steps=MODEL.face.steps, events_of=lambda *given: ())\n"


def test_the_command_names_what_an_installed_game_breaks_and_how_to_see_it_again(tmp_path):
    folder = installed(tmp_path, "crooked", CROOKED)
    told = run(folder, "conform", "crooked", "--games", "1")
    assert told.returncode == 1 and "Traceback" not in told.stderr
    assert told.stdout.count("  BROKEN  ") == 1 and told.stdout.count("  ok      ") == len(CHECKS) - 1
    assert told.stdout.endswith("1 promise broken\n")
    again = next(line for line in told.stdout.splitlines() if "again: " in line).partition("again: ")[2]
    once_more = run(folder, *shlex.split(again)[1:])
    assert once_more.returncode == 1
    assert once_more.stdout.count("  BROKEN  ") == 1 and "  ok      " not in once_more.stdout
    assert [line for line in once_more.stdout.splitlines() if "expected: " in line] == [
        line for line in told.stdout.splitlines() if "expected: " in line
    ]


def test_the_command_passes_a_sound_game_of_another_package(tmp_path):
    told = run(installed(tmp_path, "straight"), "conform", "straight", "--games", "1")
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.splitlines()[0] == "Straight" and told.stdout.endswith("every promise is kept\n")


def test_the_suite_needs_neither_pytest_nor_hypothesis(tmp_path):
    code = """
import sys
for name in ("pytest", "hypothesis", "numba", "numpy", "fastapi"):
    sys.modules[name] = None
from tavoliere.testing import conform
print(len(conform("never-alone", games=1)))
"""
    told = python(tmp_path, "-c", code)
    assert told.returncode == 0, told.stderr
    assert int(told.stdout) == len(CHECKS)


def test_the_command_refuses_an_unknown_check_and_stray_words(tmp_path):
    assert "there is no check 'nothing'" in run(tmp_path, "conform", "tablut", "--only", "nothing").stderr
    assert "options are written like" in run(tmp_path, "conform", "tablut", "nothing").stderr

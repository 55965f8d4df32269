"""A played game of each kind in a language with two genders and three numbers: no English, no wrong agreement."""

import functools
import io
import random
import re

import pytest

import tavoliere as tv
from tavoliere.core.errors import COMMON_CLAUSES
from tavoliere.core.said import Adjective, Noun, Qualified, Said
from tavoliere.games import own_games, ruleset
from tavoliere.games.pit_of_pillars import words
from tavoliere.records import RecordError, read, read_jsonl
from tavoliere.records.record import AGREED_REASONS, recorded
from tavoliere.render.svg import svg_picture
from tavoliere.render.text import text_picture
from tavoliere.scene import Piece, events
from tavoliere.teach import accepted_turns, judged, lessons
from tests.conformance.variants import every_variant, game_of, walk
from tests.differential import starts
from tests.differential.mutations import OPTIONS, mutated
from tests.manners.test_why import CASES, misspellings, near_misses
from tests.messages.loud import disagreements, faults_of, loud_speaker, plain
from tests.records.test_records import BROKEN


@pytest.fixture(scope="session")
def speak(tmp_path_factory):
    """The speaker of a game."""
    folder = tmp_path_factory.mktemp("texts")
    return functools.cache(lambda game: loud_speaker(game, folder))


def check(messages, speaker, names=()):
    """All messages are right; they are said once each."""
    faults = [fault for message in dict.fromkeys(messages) for fault in faults_of(message, speaker, names)]
    assert faults == [], "\n".join(faults[:20])


def scene_of(position):
    return position.game.ruleset.face.scene(position.state, dict(position.game.options))


def random_turn(position, chance):
    after, actions = position, []
    while not actions or after.pending:
        actions.append(chance.choice(after.actions()))
        after = after.act(actions[-1])
    return position.actions_to_turn(actions)


def told_of_turns(position, chance):
    """What is said about some turns, good ones and bad ones."""
    facts = position.game.facts
    for _ in range(2):
        move = random_turn(position, chance)
        yield from position.explain(move)
        wrong = near_misses(move, facts.columns, facts.rows, chance) | misspellings(move)
        for miss in chance.sample(sorted(wrong), min(8, len(wrong))):
            reason = position.why_not(miss)
            if reason is not None:
                yield reason.text
                yield str(reason)
                with pytest.raises(tv.IllegalMove) as refusal:
                    position.play(miss)
                yield str(refusal.value)


def told_of_end(position):
    if position.outcome is not None:
        yield position.verdict
        yield position.outcome.reason
        yield str(position.outcome)
        yield position.why_not("e4").text


@every_variant
def test_a_game_is_told_in_another_language(variant, speak):
    game, chance = game_of(variant), random.Random(f"loud {variant}")
    told = []
    for seed in range(2):
        positions = walk(variant, seed)
        told += [note for position in positions[::3] for note in scene_of(position).notes]
        whole = [position for position in positions if not position.pending]
        for position in chance.sample(whole, min(8, len(whole))):
            if position.outcome is None:
                told += told_of_turns(position, chance)
        told += told_of_end(positions[-1])
    assert len(told) > 100
    check(told, speak(game.name))


@every_variant
def test_pictures_of_a_game_speak_another_language(variant, speak):
    game = game_of(variant)
    speaker, names = speak(game.name), set(game.name.split("-"))
    for position in walk(variant, 3)[::25]:
        scene = scene_of(position)
        svg = svg_picture(scene, standalone=False, words=speaker)
        text = text_picture(scene, speaker=speaker).partition("\n\n")[2]
        said = [*re.findall(r'aria-label="([^"]*)"', svg), *re.findall(r"<text[^>]*>([^<]*)", svg), *text.split("\n")]
        assert len(said) > 20
        for sentence in said:
            assert set(re.findall("[a-z]{2,}", sentence)) <= names, sentence
            assert disagreements(sentence) == []


@pytest.mark.parametrize("name", own_games())
def test_what_a_game_says_of_itself_is_said_in_another_language(name, speak):
    own, speaker = ruleset(name), speak(name)
    check([*own.why.CLAUSES.values(), *COMMON_CLAUSES.values(), own.notation.MOVE_FORMS], speaker)
    check([own.facts.title, *own.facts.reasons, *AGREED_REASONS], speaker)
    check([option.help for option in own.facts.options], speaker)
    check([player.name for variant in own.facts.variants for player in own.players_of(own.set_up(variant))], speaker)


def test_every_clause_refuses_in_another_language(speak):
    for name, text, move, *_ in CASES:
        reason = tv.game(name).position(text).why_not(move)
        check([reason.text, str(reason)], speak(name))


@pytest.mark.parametrize("name", own_games())
def test_positions_are_refused_in_another_language(name, speak):
    chance = random.Random(f"refused texts of {name}")
    reasons = []
    for _ in range(40):
        options, text = starts.written(name, chance.choice(starts.kinds(name)), chance)
        for _ in range(6):
            reasons += refusals_of(tv.game(name, **dict(options)), mutated(name, text, chance))
    for text in ("", "x" * 3000, None):
        reasons += refusals_of(tv.game(name), text)
    assert len(set(reasons)) > 30
    check(reasons, speak(name))


def refusals_of(game, text):
    try:
        game.position(text)
    except tv.PositionError as refusal:
        return [*refusal.reasons, str(refusal)]
    return []


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_options_are_refused_in_another_language(name, speak):
    chance, refusals = random.Random(f"refused options of {name}"), []
    for _ in range(100):
        try:
            tv.game(name, **dict(OPTIONS[name](chance)))
        except tv.OptionError as refusal:
            refusals.append(str(refusal))
    for options in ({"players": "two"}, {"colour": "blue"}, {"players": True}):
        with pytest.raises(tv.OptionError) as refused:
            tv.game(name, **options)
        refusals.append(str(refused.value))
    with pytest.raises(tv.OptionError) as refused:
        tv.game("tablot")
    names = [option.name for option in ruleset(name).facts.options]
    check([*refusals, str(refused.value)], speak(name), names)


LINES = [
    "[]", '{"game": 5}', '{"game": "tablut", "turns": "e4-f4"}', '{"game": "tablut", "turns": [5]}',
    '{"game": "tablut", "turns": ["e4-e9"]}', '{"game": "tablut", "colour": 1}', '{"game": "tablut", "result": "1-0"}',
    '{"game": "tablut", "rules_version": true}', '{"game": "tablut", "options": []}',
    '{"game": "tablut", "start": "x"}', '{"game": "tablut", "comments": [5]}',
    '{"game": "tablut", "options": {"size": 9}}',
    '{"game": "tablut", "start": "k8/9/9/9/9/9/9/9/8b w", "result": "0-1"}',
    '{"game": "tablut", "start": "k8/9/9/9/9/9/9/9/8b w", "result": "1-0", "reason": "magic"}',
]  # fmt: skip


def test_records_are_refused_in_another_language(speak):
    refusals = []
    for text, *_ in BROKEN:
        with pytest.raises(RecordError) as refusal:
            list(read(text))
        refusals.append(str(refusal.value))
    for line in LINES:
        with pytest.raises(RecordError) as refusal:
            list(read_jsonl(io.StringIO(line)))
        refusals.append(str(refusal.value))
    for details in ({"date": "today"}, {"players": {"x": "Anna"}}, {"resigned": "x"}, {"result": "2-0"}):
        with pytest.raises(RecordError) as refusal:
            recorded(tv.game("tablut"), ["e4-f4"], **details)
        refusals.append(str(refusal.value))
    check(refusals, speak("tablut"), names=("turns",))  # the name of a field, which is a word as well


# That the checks can fail


def test_verbs_agree_with_all_things_that_they_speak_of(speak):
    names, speaker = {"w": Noun("White"), "r": Noun("Red")}, speak("pit-of-pillars")
    man, other, pillar = Piece("w", words.MAN, "w"), Piece("r", words.MAN, "r"), Piece("w", words.PILLAR, "W")
    for pieces, expected in (
        ((man,), "LA MAN♀¹ WHITE♀¹ MOVES♀¹ FROM a1 TO b2"),
        ((pillar,), "LO PILLAR♂¹ WHITE♂¹ MOVES♂¹ FROM a1 TO b2"),
        ((man, man), "2 MAN♀² WHITE♀² MOVE♀² FROM a1 TO b2"),
        ((man, other, man), "2 MAN♀² WHITE♀² AND 1 MAN♀¹ RED♀¹ MOVE♀³ FROM a1 TO b2"),
        ((pillar, pillar, pillar), "3 PILLAR♂³ WHITE♂³ MOVE♂³ FROM a1 TO b2"),
        ((pillar, man), "1 PILLAR♂¹ WHITE♂¹ AND 1 MAN♀¹ WHITE♀¹ MOVE♂² FROM a1 TO b2"),
    ):
        assert plain(speaker.say(events.moved(pieces, "a1", "b2").sentence(names))) == expected


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("the man is asleep", "plain text instead of a message"),
        (Said("{player} is out", player="White"), "plain text instead of a message"),
        (Said("{event} ({why})", event=Said("pass"), why="it was tired"), "plain text instead of a message"),
        (Said("{player} is asleep", player=Noun("White")), "English is left"),
        (Said("{player} is out", player=Noun("Wizard")), "English is left"),
        (Said("{player} is out", player=Qualified(Adjective("purple"), Noun("man"))), "English is left"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_seen(message, fault, speak):
    assert [found for found in faults_of(message, speak("pit-of-pillars")) if fault in found]


@pytest.mark.parametrize(
    "said",
    [
        "LO MAN♂¹ WHITE♀¹", "LA MAN♂¹", "2 MAN♂³", "1 MAN♂²", "LO MAN♂¹ WHITE♂²", "⟦LA MAN♀¹⟧♂¹ SLEEPS", "⟦2 MAN♂²⟧♂³",
        "⟦MAN♂²⟧♀", "⟦MAN♂²⟧",
        "⟦LA MAN♀¹ AND LO KING♂¹⟧♀²", "⟦LA MAN♀¹⟧¹", "⟦e4⟧♂¹", "⟦⟦LA MAN♀¹⟧♀¹ AND ⟦LO KING♂¹⟧♀¹⟧♂²", "⟦LA MAN♀¹",
    ],
)  # fmt: skip
def test_words_that_do_not_agree_are_seen(said):
    assert disagreements(said)


@pytest.mark.parametrize("name", own_games())
def test_lessons_are_taught_in_another_language(name, speak):
    course = lessons(name)
    told = [text for lesson in course.lessons for text in (lesson.title, lesson.about)]
    for task in course.tasks():
        told += [task.text, task.asks, task.hint, task.done, task.miss, *(miss.text for miss in task.misses)]
        told += [judged(task, [], turn).text for turn in (*task.tries, *accepted_turns(task))]
    for guided in (lesson.guided for lesson in course.lessons if lesson.guided):
        told += [guided.text, guided.won, guided.lost, guided.drawn, *(comment.text for comment in guided.comments)]
    assert len(told) > 50
    check(told, speak(name))

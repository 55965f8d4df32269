"""What core, games and records say is made of patterns and values, and the same English comes out of them again."""

import copy
import importlib
import io
import pickle
import random

import pytest

import tavoliere as tv
from tavoliere.core.errors import COMMON_CLAUSES, Reason
from tavoliere.core.facts import Player
from tavoliere.core.outcome import REPETITION, Outcome
from tavoliere.core.said import Adjective, Noun, Said, Series, places_of
from tavoliere.games import ruleset
from tavoliere.records import RecordError, read, read_jsonl
from tavoliere.records.record import AGREED_REASONS, recorded
from tests.conformance.variants import every_variant, game_of, walk
from tests.differential import starts
from tests.differential.mutations import OPTIONS, mutated
from tests.docs.test_drawings import own_games
from tests.manners.test_why import CASES, misspellings, near_misses
from tests.records.test_records import BROKEN


def check(message):
    """A message has a value for each place, its values are messages all the way down, and they rebuild its English."""
    assert type(message) is Said, repr(message)
    assert places_of(message.pattern) == set(message.values), message.pattern
    assert Said(message.pattern, **message.values) == message
    for value in message.values.values():
        check_value(value)
    assert_same(pickle.loads(pickle.dumps(message)), message)
    assert copy.deepcopy(message) is message


def assert_same(other, message):
    assert (other, other.pattern, other.values) == (message, message.pattern, message.values)


def check_value(value):
    if isinstance(value, Said):
        check(value)
    elif isinstance(value, Series):
        for item in value.items:
            check_value(item)
    elif not isinstance(value, Noun | Adjective | int):
        assert_is_typed(value)


def assert_is_typed(value):
    """Plain text is what stays as it is in every language: quoted, or one word without a space."""
    assert type(value) is str
    assert value[:1] in ("'", '"') or " " not in value, value


def check_refusal(reason):
    check(reason.text)
    check(str(reason))


# What a game says about itself


@pytest.mark.parametrize("name", own_games())
def test_facts_are_messages(name):
    game = ruleset(name)
    facts, notation = game.facts, game.notation
    helps = [option.help for option in facts.options]
    for message in (facts.title, *facts.reasons, *helps, notation.MOVE_FORMS, *notation.FIELDS):
        check(message)
    for sentence in game.why.CLAUSES.values():
        check(sentence)
        assert sentence.endswith(".") and not sentence.values
    for options in facts.variants:
        for player in game.players_of(game.set_up(dict(options))):
            assert isinstance(player.name, Noun) and isinstance(player.colour, Adjective)


def test_clauses_and_endings_of_all_games_are_messages():
    for message in (*COMMON_CLAUSES.values(), REPETITION, *AGREED_REASONS):
        check(message)
        assert not message.values


def test_a_player_with_a_plain_name_has_a_noun_and_a_colour():
    player = Player("s", "Stars")
    assert (player.name.form("whose"), player.colour) == ("Stars's", "stars")
    assert Player("s", Noun("Stars", whose="Stars'"), "starry").colour == "starry"
    assert pickle.loads(pickle.dumps(player)) == player


def test_every_game_has_its_colours_among_its_words():
    for name in own_games():
        words = importlib.import_module(f"tavoliere.games.{name.replace('-', '_')}.words")
        colours = {word for word in vars(words).values() if isinstance(word, Adjective)}
        options = ruleset(name).facts.variants
        players = {player for chosen in options for player in ruleset(name).players_of(ruleset(name).set_up(chosen))}
        assert {player.colour for player in players} == colours


# What is said while a game is played


@every_variant
def test_turns_refusals_and_endings_of_random_games_are_messages(variant):
    chance = random.Random(f"messages about {variant}")
    game, patterns = game_of(variant), set()
    for seed in range(2):
        positions = [position for position in walk(variant, seed) if not position.pending]
        for position in chance.sample(positions, min(20, len(positions))):
            patterns |= refused_patterns(position, game, chance)
        last = positions[-1]
        if last.outcome is not None:
            check(last.verdict)
            check(str(last.outcome))
            check(last.outcome.reason)
            check_refusal(last.why_not("e4"))
    assert len(patterns) > 1


def refused_patterns(position, game, chance):
    if position.outcome is not None:
        return set()
    move = random_turn(position, chance)
    for sentence in position.explain(move):
        check(sentence)
    wrong = near_misses(move, game.facts.columns, game.facts.rows, chance) | misspellings(move)
    return {refused(position, miss) for miss in chance.sample(sorted(wrong), min(15, len(wrong)))} - {""}


def random_turn(position, chance):
    after, actions = position, []
    while not actions or after.pending:
        actions.append(chance.choice(after.actions()))
        after = after.act(actions[-1])
    return position.actions_to_turn(actions)


def refused(position, move):
    """The pattern of the reason against a turn; nothing if it is allowed."""
    try:
        position.play(move)
    except tv.IllegalMove as refusal:
        check_refusal(refusal.why)
        check(str(refusal))
        assert_same(str(pickle.loads(pickle.dumps(refusal))), str(refusal))
        return refusal.reason.pattern
    return ""


def test_every_clause_is_told_in_messages():
    for name, text, move, *_ in CASES:
        position = tv.game(name).position(text)
        check_refusal(position.why_not(move))


def test_the_end_in_words_knows_the_winner_and_the_reason():
    position = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w").play("c5-c9")
    assert position.verdict.pattern == "{winner} wins: {reason}"
    assert isinstance(position.verdict.values["winner"], Noun)
    assert position.verdict.values["reason"].pattern == "king escaped"
    assert position.outcome.reason == "king escaped" and {position.outcome.reason: 1}["king escaped"] == 1
    assert pickle.loads(pickle.dumps(position.outcome)) == position.outcome
    assert str(Outcome({"w": 0.5, "b": 0.5}, REPETITION)).pattern == "draw: {reason}"
    assert Outcome({"w": 1.0, "b": 0.0}, "king escaped") == position.outcome


@pytest.mark.parametrize(
    "wrong",
    [
        lambda position: position.act(True),
        lambda position: position.act(99999),
        lambda position: position.play(5),
        lambda position: position.action_from_text(5),
        lambda position: position.action_from_text("zz"),
        lambda position: position.actions_to_turn([]),
    ],
)
def test_actions_out_of_place_are_refused_in_messages(wrong):
    with pytest.raises(tv.IllegalMove) as refusal:
        wrong(tv.game("tablut").start())
    check_refusal(refusal.value.why)
    check(str(refusal.value))


@pytest.mark.parametrize(
    ("barriers", "move", "pattern"),
    [
        ("-", "@d2n", "no own tower sees {square}: none is in its row or column"),
        ("-", "@c9n", "from {tower} the hole {hole} is in between"),
        ("d1e", "@f1n", "from {tower} the barrier between {first} and {second} is in between"),
    ],
)
def test_what_hides_a_square_from_the_towers_is_told_of_those_in_line(barriers, move, pattern):
    position = tv.game("pit").position(f"9/9/2o3o2/9/4o4/9/2o3o2/2b6/W1w5B w w5,b5 {barriers}")
    refusal = position.why_not(move)
    assert refusal.clause == "pit.sight"
    assert refusal.text.values.get("why", refusal.text).pattern == pattern


# What is said about texts, options and records


@pytest.mark.parametrize("name", own_games())
def test_reasons_against_positions_are_messages(name):
    chance = random.Random(f"messages about texts of {name}")
    patterns = set()
    for _ in range(60):
        options, text = starts.written(name, chance.choice(starts.kinds(name)), chance)
        for _ in range(5):
            patterns |= position_patterns(tv.game(name, **dict(options)), mutated(name, text, chance))
    for text in ("", "x" * 3000, None):
        patterns |= position_patterns(tv.game(name), text)
    assert len(patterns) >= 8


def position_patterns(game, text):
    try:
        game.position(text)
    except tv.PositionError as refusal:
        check_reasons(refusal)
        return {reason.values["reason"].pattern for reason in refusal.reasons}
    return set()


def check_reasons(refusal):
    message = str(refusal)
    check_error(refusal)
    assert message.values["reasons"].items == refusal.reasons
    for reason in refusal.reasons:
        check(reason)
        check(reason.values["field"])


def check_error(error):
    """What an error says, whole, and still so after a journey between processes."""
    message = str(error)
    assert type(message) is Said
    assert Said(message.pattern, **message.values) == message
    assert_same(str(pickle.loads(pickle.dumps(error))), message)


def test_a_row_of_one_square_agrees():
    with pytest.raises(tv.PositionError, match="row 9 has 1 square instead of 9"):
        tv.game("tablut").position("1/9/9/9/4k4/9/9/9/9 w")


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_reasons_against_options_are_messages(name):
    chance = random.Random(f"messages about options of {name}")
    refused = 0
    for _ in range(100):
        try:
            tv.game(name, **dict(OPTIONS[name](chance)))
        except tv.OptionError as refusal:
            refused += 1
            check(str(refusal))
            check_error(refusal)
    assert refused > 10


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("pit", {"players": "two"}), ("pit", {"players": True}), ("pit", {"holes": 5}), ("pit", {"colour": "blue"}),
        ("tablut", {"size": 9}), ("tablot", {}), ("nothing like it", {}), ("pit", {"players": 9, "size": 2}),
    ],
    ids=str,
)  # fmt: skip
def test_wrong_options_are_refused_in_messages(name, options):
    with pytest.raises(tv.OptionError) as refusal:
        tv.game(name, **options)
    check(str(refusal.value))
    check_error(refusal.value)


@pytest.mark.parametrize("text", [text for text, *_ in BROKEN], ids=lambda text: text[-30:])
def test_reasons_against_records_are_messages(text):
    with pytest.raises(RecordError) as refusal:
        list(read(text))
    message = str(refusal.value)
    assert message.pattern == "line {line}, column {column}: {message}"
    assert message.values["message"] is refusal.value.message
    check(refusal.value.message)
    check_error(refusal.value)


LINES = [
    "[]", "{", '{"game": 5}', '{"game": "tablut", "turns": "e4-f4"}', '{"game": "tablut", "turns": [5]}',
    '{"game": "tablut", "turns": ["e4-e9"]}', '{"game": "tablut", "colour": 1}', '{"game": "tablut", "result": "1-0"}',
    '{"game": "tablut", "rules_version": true}', '{"game": "tablut", "options": []}',
    '{"game": "tablut", "start": "x"}', "[" * 100000,
    '{"game": "tablut", "comments": [5]}', '{"game": "tablut", "options": {"size": 9}}',
    '{"game": "tablut", "start": "k8/9/9/9/9/9/9/9/8b w", "result": "0-1"}',
    '{"game": "tablut", "start": "k8/9/9/9/9/9/9/9/8b w", "result": "1-0", "reason": "magic"}',
]  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:60])
def test_reasons_against_lines_of_json_are_messages(line):
    with pytest.raises(RecordError) as refusal:
        list(read_jsonl(io.StringIO(line)))
    assert line == "{" or check(refusal.value.message) is None
    check_error(refusal.value)


def test_what_nobody_can_record_is_refused_in_messages():
    for details in ({"date": "today"}, {"players": {"x": "Anna"}}, {"resigned": "x"}, {"result": "2-0"}):
        with pytest.raises(RecordError) as refusal:
            recorded(tv.game("tablut"), ["e4-f4"], **details)
        check(str(refusal.value))


def test_notes_of_readers_are_messages():
    text = '[Game "tablut"]\n[Result "*"]\n\n*\n'
    (record,) = read(text)
    (other,) = read(text.replace("[Result", '[Rules "7"]\n[Result'))
    (line,) = read_jsonl(io.StringIO('{"game": "tablut", "rules_version": 7}'))
    for note in (*record.notes, *other.notes, *line.notes):
        check(note)
    assert len(record.notes + other.notes + line.notes) == 3


def test_a_plain_sentence_of_another_package_goes_through():
    refusal = tv.IllegalMove("a1", Reason("lines.blocked", "a wizard is in the way"))
    assert str(refusal) == "'a1' is not allowed: a wizard is in the way [lines.blocked]"
    assert tv.PositionError("x", ["board: no wizard"]).reasons == ("board: no wizard",)

"""What games, records and options say is in the catalogue, and comes to the page in its words."""

import functools
import io
import json
import random
import re
import string
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.apps.web import texts
from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.show import choices, phrases, pictures, rulebooks, wording
from tavoliere.apps.web.show.phrases import GROUPS, LISTS, LONGEST, PLAIN, Phrasebook, phrase, title_of
from tavoliere.apps.web.table import conduct, uploads
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Turn
from tavoliere.apps.web.texts import catalogue
from tavoliere.core.outcome import REPETITION
from tavoliere.games import own_games, ruleset
from tavoliere.records import RecordError, read, read_jsonl
from tavoliere.records.record import AGREED_REASONS, recorded
from tests.conformance.variants import VARIANTS, every_variant, game_of, walk
from tests.differential import starts
from tests.differential.mutations import OPTIONS, mutated
from tests.manners.test_why import CASES, misspellings, near_misses
from tests.records.test_records import BROKEN, GOOD
from tests.web.pages import AGAINST_MACHINE, client, guest, new_table

ENGLISH = catalogue("en")
PART = re.compile(r"(\{\w+\})|[^{}]+")


def loud_text(text):
    """A text with its own letters in capitals, and its places as they are."""
    return PART.sub(lambda part: part[1] or part[0].upper(), text)


LOUD = {key: loud_text(text) for key, text in ENGLISH.items()}
MENDED = {"said.problem.one-square": "row {number} has {number2} square instead of {number3}"}
"""Said as it should be since sentences know their numbers; the catalogue has only the plural."""
BOOK = Phrasebook(ENGLISH | MENDED, ENGLISH | MENDED)
LOUD_BOOK = Phrasebook(ENGLISH | MENDED, LOUD | {key: loud_text(text) for key, text in MENDED.items()})
QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
SMALL = re.compile(r"(?<![\w.@-])[A-Za-z][a-z]{2,}(?![\w.-])")
NAMES = {word for name in own_games() for word in name.split("-")} | {"pass", "done"}
"""What stays small: names of games, as in lists of them, turns that are words, and the same on buttons."""


def small_words(said):
    return {word.lower() for word in SMALL.findall(QUOTED.sub("", said))} - NAMES


def check(sentence, known=()):
    """A sentence is in the book: in English it stays what it is, and otherwise nothing of the English is left."""
    assert BOOK.found(sentence) == sentence, f"not in the catalogue: {sentence}"
    said = LOUD_BOOK.found(sentence)
    assert small_words(said) <= set(known), (sentence, said)


# Reasons


def reasons_of_games():
    return [reason for name in own_games() for reason in ruleset(name).facts.reasons]


def test_every_reason_for_an_end_is_in_the_catalogue():
    for reason in (*AGREED_REASONS, REPETITION, *reasons_of_games()):
        check(reason)
        check(f"the game is drawn: {reason}")


# The catalogue


def test_the_places_of_the_catalogue_have_kinds_that_exist():
    for key, text in ENGLISH.items():
        if not key.startswith("said."):
            continue
        places = [place for _, place, *_ in string.Formatter().parse(text) if place]
        assert len(places) == len(set(places)), key
        for kind in {place.rstrip("0123456789") for place in places}:
            group = {*PLAIN, *GROUPS, *LISTS} | {other.split(".")[1] for other in ENGLISH if other.startswith("said.")}
            assert kind in group, key


def test_no_sentence_stands_in_a_group_twice():
    seen = {}
    for key, text in ENGLISH.items():
        if key.startswith("said."):
            assert seen.setdefault((key.split(".")[1], re.sub(r"[0-9]\}", "}", text)), key) == key


def places_of(text):
    return {place for _, place, *_ in string.Formatter().parse(text) if place}


def test_every_language_has_the_same_keys_and_places():
    for file in Path(texts.__file__).parent.glob("*.json"):
        translated = catalogue(file.stem)
        assert set(translated) == set(ENGLISH)
        for key, text in translated.items():
            assert places_of(text) == places_of(ENGLISH[key]), (file.name, key)


@pytest.mark.parametrize("name", [name for name, options in VARIANTS if not options])
def test_titles_and_sentences_of_games_are_those_of_the_facts_and_the_pages(name):
    assert title_of(name) == ruleset(name).facts.title
    assert rulebooks.sentence_of(name) == rulebooks.first_paragraph(name)


def test_a_game_of_another_package_keeps_its_own_words(monkeypatch):
    for sentence in ("the purple wizard goes on a1", "Purple wins: magic", "", "e4", "board: no wizard expected"):
        assert phrase(sentence) == sentence and LOUD_BOOK.found(sentence) is None
    monkeypatch.setattr(phrases, "catalogue", lambda language="en": {"game.over": "over"})
    assert title_of("tablut") == "Tablut"


def test_names_and_typed_texts_are_not_translated():
    assert LOUD_BOOK.found("row 3 has 'white', which is nothing that can stand there") == (
        "ROW 3 HAS 'white', WHICH IS NOTHING THAT CAN STAND THERE"
    )
    assert LOUD_BOOK.found("'w': 'capture' is not a player's letter and a name in one line") == (
        "'w': 'capture' IS NOT A PLAYER'S LETTER AND A NAME IN ONE LINE"
    )
    told = "unknown fields: capture, a variation is not closed"
    assert LOUD_BOOK.found(told) == "UNKNOWN FIELDS: capture, a variation is not closed"
    enormous = "'" + "x" * LONGEST + "' cannot stand here"
    assert phrase(enormous) == enormous


def test_values_are_put_where_the_language_wants_them():
    german = {
        "said.event.because": "{event}, denn {why}",
        "said.event.captured.one": "auf {square} fällt {heap}",
        "said.heap.one": "{piece} ({colour})",
        "said.why.owner-out": "ausgeschieden",
        "said.colour.white": "weiß",
        "term.tower": "Turm",
    }
    said = Phrasebook(ENGLISH, german).found("the white tower on e4 is captured (its owner is out)")
    assert said == "auf e4 fällt Turm (weiß), denn ausgeschieden"


# What is really said


@every_variant
def test_everything_that_is_said_about_random_games_is_in_the_catalogue(variant):
    chance = random.Random(f"said about {variant}")
    game = game_of(variant)
    for seed in range(2):
        positions = [position for position in walk(variant, seed) if not position.pending]
        for position in walk(variant, seed)[::3]:
            for note in game.ruleset.face.scene(position.state, dict(game.options)).notes:
                check(note)
        for position in chance.sample(positions, min(20, len(positions))):
            if position.outcome is not None:
                check(position.verdict)
                check(position.why_not("e4").text)
                continue
            for _ in range(2):
                move = random_turn(position, chance)
                for sentence in position.explain(move):
                    check(sentence)
                wrong = near_misses(move, game.facts.columns, game.facts.rows, chance) | misspellings(move)
                for miss in chance.sample(sorted(wrong), min(12, len(wrong))):
                    if (reason := position.why_not(miss)) is not None:
                        check(reason.text)
        check_end(positions[-1])


def check_end(position):
    if position.outcome is not None:
        check(position.verdict)
        check(f"the game is over ({position.outcome})")


def random_turn(position, chance):
    after, actions = position, []
    while not actions or after.pending:
        actions.append(chance.choice(after.actions()))
        after = after.act(actions[-1])
    return position.actions_to_turn(actions)


def test_every_clause_is_said_in_words_of_the_catalogue():
    for name, text, move, *_ in CASES:
        reason = tv.game(name).position(text).why_not(move)
        check(reason.text)
        check(f"{move!r} is not allowed: {reason}")


@pytest.mark.parametrize("name", sorted(OPTIONS | dict.fromkeys(own_games())))
def test_every_reason_why_a_position_is_refused_is_in_the_catalogue(name):
    chance = random.Random(f"refused texts of {name}")
    reasons = set()
    for _ in range(60):
        options, text = starts.written(name, chance.choice(starts.kinds(name)), chance)
        for _ in range(6):
            reasons |= refusals_of(tv.game(name, **dict(options)), mutated(name, text, chance))
    for text in ("", "x" * 3000, None):
        reasons |= refusals_of(tv.game(name), text)
    assert len(reasons) > 30
    for reason in reasons:
        check(reason)


def refusals_of(game, text):
    try:
        game.position(text)
    except tv.PositionError as refusal:
        whole = str(refusal)
        if len(whole) <= LONGEST:
            check(whole)
        return set(refusal.reasons)
    return set()


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_every_reason_why_options_are_refused_is_in_the_catalogue(name):
    chance = random.Random(f"refused options of {name}")
    refused = 0
    for _ in range(150):
        try:
            tv.game(name, **dict(OPTIONS[name](chance)))
        except tv.OptionError as refusal:
            refused += 1
            check(str(refusal))
    assert refused > 10


BUT_A_LANE = [f"{column}{row}" for column in "abcde" for row in range(1, 6) if row > 1 or column == "e"]
OPTION_NAMES = {option.name for name in own_games() for option in ruleset(name).facts.options}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("pit", {"players": "two"}), ("pit", {"players": True}), ("pit", {"holes": 5}), ("pit", {"colour": "blue"}),
        ("tablut", {"size": 9}), ("tablot", {}), ("nothing like it", {}), ("pit", {"players": 9, "size": 2}),
        ("pit", {"size": 5, "holes": " ".join(BUT_A_LANE), "towers": "b1 a1"}), ("pit", {"holes": "a2 b1"}),
        ("pit", {"size": 5, "holes": " ".join([*BUT_A_LANE, "a1", "b1", "c1", "d1"]), "towers": "a1 b1"}),
    ],
    ids=str,
)  # fmt: skip
def test_options_of_the_wrong_kind_are_refused_in_words_of_the_catalogue(name, options):
    with pytest.raises(tv.OptionError) as refusal:
        tv.game(name, **options)
    check(str(refusal.value), OPTION_NAMES | {"true"})


RECORD_WORDS = {"turns", "options", "game", "move", "colour", "variations"}
"""Names of fields, which stay as they are written."""
LINES = [
    "[]", "{", '{"game": 5}', '{"game": "tablut", "turns": "e4-f4"}', '{"game": "tablut", "turns": [5]}',
    '{"game": "tablut", "turns": ["e4-e9"]}', '{"game": "tablut", "colour": 1}', '{"game": "tablut", "result": "1-0"}',
    '{"game": "tablut", "rules_version": true}', '{"game": "tablut", "options": []}',
    '{"game": "tablut", "start": "x"}',
    '{"game": "tablut", "comments": [5]}', '{"game": "tablut", "options": {"size": 9}}', "[" * 100000,
    '{"game": "tablut", "start": "k8/9/9/9/9/9/9/9/8b w", "result": "0-1"}',
    '{"game": "tablut", "start": "k8/9/9/9/9/9/9/9/8b w", "result": "1-0", "reason": "magic"}',
]  # fmt: skip


@pytest.mark.parametrize("text", [text for text, *_ in BROKEN], ids=lambda text: text[-30:])
def test_every_reason_why_a_record_is_refused_is_in_the_catalogue(text):
    with pytest.raises(RecordError) as refusal:
        list(read(text))
    check(str(refusal.value), RECORD_WORDS)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:60])
def test_every_reason_why_a_line_of_json_is_refused_is_in_the_catalogue(line):
    with pytest.raises(RecordError) as refusal:
        list(read_jsonl(io.StringIO(line)))
    assert line == "{" or check(str(refusal.value), RECORD_WORDS) is None
    with pytest.raises(Refusal) as refused:
        uploads.read_upload("jsonl", line, Limits())
    assert refused.value.key == "record.empty" or (
        "char" not in wording.told(refused.value) and refused.value.reasons == []
    )


def test_what_nobody_can_record_is_refused_in_words_of_the_catalogue():
    for details in ({"date": "today"}, {"players": {"x": "Anna"}}, {"resigned": "x"}, {"result": "2-0"}):
        with pytest.raises(RecordError) as refusal:
            recorded(tv.game("tablut"), ["e4-f4"], **details)
        check(str(refusal.value))


# What the page is sent


@pytest.fixture
def loud(monkeypatch):
    """The server speaks with a loud voice."""
    caches = (texts.words, phrases.book, phrase, pictures._scene, rulebooks.sentence_of, choices.game_view)
    for module in (texts, phrases, rulebooks, choices):
        monkeypatch.setattr(module, "catalogue", lambda language="": ENGLISH if language == "en" else LOUD)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


TEXTS = {"told", "notes", "reasons", "reason", "title", "sentence", "name", "player", "why", "problem"}


def read_by_people(message, field=""):
    """Every text of a message that is there for people."""
    if isinstance(message, dict):
        is_telling = "kind" in message or "clause" in message or message.get("type") in ("said", "bye")
        for name, value in message.items():
            wanted = name in TEXTS or (name == "text" and is_telling)
            yield from read_by_people(value, name if wanted or name in ("svg",) else "")
    elif isinstance(message, list):
        for value in message:
            yield from read_by_people(value, field)
    elif isinstance(message, str) and field == "svg":
        yield from re.findall(r'aria-label="([^"]*)"', message)
        yield from re.findall(r"<text[^>]*>([^<]*)", message)
    elif isinstance(message, str) and field:
        yield message


def check_loud(message, known=()):
    told = list(read_by_people(message))
    assert told
    for text in told:
        assert small_words(text) <= set(known), (text, message.get("type"))


TURNS = [
    ("tablut", "3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w", "e4-f4"),
    ("tablut", "9/9/9/9/2k6/9/9/9/8b w", "c5-c9"),
    ("pit-of-pillars", "#6#/8/3W4/8/8/8/8/#wr4# w m 0-0 - 3", "b1-c1"),
    ("never-alone", "8/8/8/8/3r2b1/8/8/8 r 0", "xg4"),
    ("pathwayz", "12/12/12/12/12/12/12/wwwwwwwwwww1 w", "l1"),
    ("pit", "9/9/2o3o2/9/4o4/9/2o3o2/2bW5/7B1 b w6,b5 -", "c2xd2"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text", "move"), TURNS, ids=[game for game, *_ in TURNS])
def test_a_table_is_told_in_words_of_the_catalogue(loud, sqlite_url, game, text, move):
    letters = tv.game(game).players
    seats = {letter: {"kind": "person", "name": "ANNA"} for letter in letters}
    colours = {tv.game(game).player_name(letter).lower() for letter in letters}
    with client(sqlite_url) as page:
        table, tokens = new_table(page, game, start=text, seats=seats)
        with guest(page, table, list(tokens.values())) as both:
            at = both.table()["at"]
            assert both.table()["title"] == title_of(game).upper()
            refused = both.ask("why", move="a1-a2-a3")
            assert refused["key"] == "turn.illegal"
            check_loud(refused)
            check_loud(both.ask("attempt", at=at, taken=[], step="cell:a8"), colours)
            check_loud(both.ask("steps", at=at, taken=[]), colours)
            check_loud(both.ask("why", move=move))
            assert both.ask("turn", at=at, move=move)["type"] == "accepted"
            check_loud(both.table(1), colours)
            check_loud(both.ask("view", ply=1), colours)
            if not both.table(1)["result"]:
                both.send("resign", seat=letters[0])
                check_loud(both.until("said"))
                check_loud(both.until("table", lambda message: message["result"]), colours)
            check_loud(both.ask("why", move=move))


def test_a_game_that_cannot_be_replayed_is_told_in_words_of_the_catalogue(loud):
    with pytest.raises(Refusal) as refusal:
        conduct.followed(tv.game("tablut").start(), [Turn("w", "e4-e9", 0)])
    assert refusal.value.key == "game.broken"
    check_loud(wording.body_of(refusal.value))


def test_hints_and_opponents_are_told_in_words_of_the_catalogue(loud, sqlite_url):
    with client(sqlite_url) as page:
        table, tokens = new_table(page, seats=AGAINST_MACHINE)
        with guest(page, table, list(tokens.values())) as anna:
            anna.table()
            anna.send("hint", id=7)
            check_loud(anna.until("hint"), ("white", "black"))
        check_loud(page.get(f"/api/tables/{table}").json(), ("white", "black"))
        games_told = page.get("/api/games").json()
        for game in games_told["games"]:
            assert not small_words(game["title"] + game["sentence"])
        assert games_told["opponents"] == [{"spec": "random", "name": "RANDOM"}]


def test_positions_and_refusals_are_told_in_words_of_the_catalogue(loud, sqlite_url):
    with client(sqlite_url) as page:
        ask = functools.partial(page.post, "/api/positions")
        for name, text, move in TURNS:
            colours = {tv.game(name).player_name(letter).lower() for letter in tv.game(name).players}
            check_loud(ask(json={"game": name, "text": text, "moves": [move]}).json(), colours)
            check_loud(ask(json={"game": name, "text": "9/9 x"}).json())
            check_loud(ask(json={"game": name, "text": text.replace("9", "8", 1) + " "}).json())
            check_loud(ask(json={"game": name, "options": {"name": "x"}}).json(), OPTION_NAMES)
        check_loud(ask(json={"game": "pit", "options": {"players": 9}}).json())
        check_loud(page.post("/api/records", json={"format": "tav", "text": BROKEN[0][0]}).json())
        check_loud(page.post("/api/records", json={"format": "jsonl", "text": "{"}).json())
        shown = page.post("/api/records", json={"format": "tav", "text": GOOD}).json()["tables"][0]["table"]
        check_loud(page.get(f"/api/tables/{shown}").json(), ("white", "black"))
        assert "TABLUT" in page.get("/position/tablut").text and "TABLUT" in page.get("/rules/tablut").text
        assert json.dumps(page.get("/api/texts").json()).count("said.") == 0

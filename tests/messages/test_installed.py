"""The languages that come with the package are whole: no key is missing, no place is lost, every form is written."""

import re
from collections import Counter

import pytest

from tavoliere.apps.cli.speech import own_tables
from tavoliere.apps.web.show.voices import voices
from tavoliere.apps.web.texts import english, page_texts
from tavoliere.core.language import names_in
from tavoliere.core.languages import language, languages
from tavoliere.core.said import parts_of
from tavoliere.games import own_games, ruleset
from tavoliere.testing.template import forms_asked
from tavoliere.testing.texts import common_texts, game_texts, terminal_texts

INSTALLED = [code for code in languages() if code != "en"]
PLAYER = "player"
HOW = "every new text has its place in every language; CONTRIBUTING.md says how"


def test_italian_comes_with_the_package():
    assert "it" in INSTALLED


@pytest.mark.parametrize("code", INSTALLED)
def test_the_page_has_every_text(code):
    own = page_texts(code)
    assert {key for key in english() if key not in own} == set(), (
        "see CONTRIBUTING.md: every new text in every language"
    )
    assert {key: text for key, text in own.items() if key in english() and lost(english()[key], text)} == {}


def lost(pattern, translated):
    """The places of the English that the language does not speak of."""
    return names_in(pattern) - names_in(translated)


@pytest.mark.parametrize("code", INSTALLED)
@pytest.mark.parametrize("name", ["", *own_games()])
def test_every_sentence_noun_and_adjective_is_there(code, name):
    texts = game_texts(ruleset(name)) if name else common_texts()
    speaker = language(code, ruleset(name) if name else None)
    missing = [key for key in texts.sentences if key not in speaker.sentences]
    missing += [key for key in texts.nouns if key not in speaker.nouns]
    missing += [key for key in texts.adjectives if key not in speaker.adjectives]
    assert missing == [], HOW
    assert [key for key in texts.sentences if lost(key, speaker.sentences[key])] == []


@pytest.mark.parametrize("code", INSTALLED)
def test_the_terminal_has_every_sentence(code):
    texts = terminal_texts()
    own = {key: said for table in own_tables(code) for key, said in table["sentences"].items()}
    assert (texts.faults, common_texts().faults) == ([], [])
    assert [key for key in texts.sentences if key not in own] == [], HOW
    assert [key for key in texts.sentences if lost(key, own[key])] == []
    assert [key for key in own if key not in texts.sentences] == [], "nobody says this any more"


@pytest.mark.parametrize("code", INSTALLED)
@pytest.mark.parametrize("name", own_games())
def test_every_noun_has_a_gender_and_the_forms_that_sentences_ask_for(code, name):
    speaker = language(code, ruleset(name))
    asked = set(forms_asked(speaker.sentences.values(), speaker.numbers))
    players = asked | {
        part.spec
        for text in page_texts(code).values()
        for part in parts_of(text)
        if part.place == PLAYER and part.spec and "=" not in part.spec
    }
    titles = {player.name for player in ruleset(name).facts.players}
    for noun in game_texts(ruleset(name)).nouns:
        forms = speaker.nouns[noun]
        wanted = players if noun in titles else asked - OF_PLAYERS
        assert forms.get("gender") in ("m", "f"), noun
        assert wanted - set(forms) == set(), noun


OF_PLAYERS = {"colour"}
"""Forms that only players are asked for."""


@pytest.mark.parametrize("code", INSTALLED)
@pytest.mark.parametrize("name", own_games())
def test_every_adjective_agrees_with_each_gender_and_number(code, name):
    speaker = language(code, ruleset(name))
    genders = {forms["gender"] for forms in speaker.nouns.values()}
    wanted = {*genders, *(f"{gender}-{number}" for gender in genders for number in speaker.numbers if number != "one")}
    for adjective in game_texts(ruleset(name)).adjectives:
        assert wanted <= set(speaker.adjectives[adjective]), adjective


@pytest.mark.parametrize("code", INSTALLED)
@pytest.mark.parametrize("name", own_games())
def test_the_rules_are_translated_whole_with_the_same_boards(code, name):
    """What is drawn and claimed is checked in the English page; the other one has the same, in the same order."""
    pages = (ruleset(name).rules_page() or "", rules_in(name, code))
    for english_part, own_part in zip(*(page.partition(MARKER)[::2] for page in pages), strict=True):
        assert fixed(own_part) == fixed(english_part)


@pytest.mark.parametrize("code", INSTALLED)
@pytest.mark.parametrize("name", own_games())
def test_the_reference_says_the_same_in_every_language(code, name):
    """Heading for heading, row for row and item for item, with the same clauses, squares and numbers."""
    own, english_page = (
        prose(page.partition(MARKER)[2]) for page in (rules_in(name, code), ruleset(name).rules_page() or "")
    )
    assert own and shape(own) == shape(english_page)
    for kind in (CODE, SQUARE, NUMBER):
        assert counted(kind, own) == counted(kind, english_page)


MARKER = "\n## Reference\n"
SHAPE = re.compile(r"(#+ |\||\s*- |\s*1\. )")
CODE = re.compile(r"`[^`]+`")
SQUARE = re.compile(r"\b[a-l](?:1[0-2]|[1-9])\b")
NUMBER = re.compile(r"(?<![a-z\d])\d+(?![a-z\d])")
SEPARATED = re.compile(r"(?<=\d)[.,](?=\d{3})")
"""What stands between thousands is another sign in another language, or none."""


def prose(text):
    """The lines without comments and boards."""
    return [line for line in text.splitlines() if line and line not in set(fixed(text))]


def shape(lines):
    """What each line that begins something begins."""
    found = (SHAPE.match(re.sub(r"\d+", "1", line)) for line in lines)
    return [begun[1] for begun in found if begun]


def counted(kind, lines):
    return Counter(kind.findall(SEPARATED.sub("", " ".join(lines))))


def rules_in(name, code):
    text = voices().named(code).rules_page(name)
    assert text is not None
    return text


def fixed(text):
    """Comments and drawn boards."""
    found, is_drawing = [], False
    for line in text.splitlines():
        if is_drawing or line.startswith(("```", "<!-- ")):
            found.append(line)
        if line.startswith("```"):
            is_drawing = not is_drawing
    return found

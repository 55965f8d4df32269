"""Everything that the page says is in its texts, and they hold nothing that nobody says."""

import re
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.apps import web
from tavoliere.apps.web import texts
from tavoliere.apps.web.http.refused import STATUS, status_of
from tavoliere.apps.web.show import rulebooks
from tavoliere.apps.web.show.pictures import board
from tavoliere.apps.web.show.wording import body_of
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.texts import english, page_texts
from tavoliere.core.language import names_in
from tavoliere.core.said import Said
from tavoliere.games import own_games, ruleset
from tavoliere.render.svg import svg_picture
from tavoliere.scene.guide import marked_scene
from tests.conformance.variants import VARIANTS
from tests.web.tables import EN

SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in Path(web.__file__).parent.rglob("*.py"))
FRONT = [path for kind in ("*.js", "*.html") for path in Path(web.__file__).parent.rglob(kind)]
PAGES = "\n".join(path.read_text(encoding="utf-8") for path in FRONT)
KEY = re.compile(r'"([a-z]+(?:[.-][a-z-]+)*)"')


def test_every_key_that_a_refusal_has_is_in_the_texts():
    used = set(re.findall(r'Refusal\(\s*"([^"]+)"', SOURCES)) | set(STATUS)
    assert len(used) > 30 and used <= set(english())


def test_every_text_is_used_somewhere():
    in_sources = set(KEY.findall(SOURCES))
    assert {key for key in english() if not key.startswith("page.")} <= in_sources


def test_every_text_of_the_page_is_used_by_the_page():
    """Keys that are put together from parts count if their beginning is there: `say(`page.keys.${name}`)`."""
    begun = re.findall(r"`(page\.[a-z.-]*)\$\{", PAGES)
    unused = {key for key in english() if key.startswith("page.") and not key.startswith(tuple(begun))}
    assert {key for key in unused if f'"{key}"' not in PAGES + SOURCES and f"text {key}}}" not in PAGES} == set()


def test_every_text_that_the_page_asks_for_is_there():
    asked = set(re.findall(r'say\("([a-z.-]+)"', PAGES)) | set(re.findall(r"\{\{text ([a-z.-]+)\}\}", PAGES))
    assert len(asked) > 80 and asked <= set(english())


def test_boards_say_in_the_page_what_they_say_elsewhere():
    for name in own_games():
        for options in tv.game(name).facts.variants:
            position = tv.game(name, **options).start()
            drawn = svg_picture(marked_scene(position), standalone=False, id_prefix="board", with_names=False)
            assert board(EN, position) == drawn


@pytest.mark.parametrize("name", own_games())
def test_every_option_has_a_label_and_help(name):
    for option in tv.game(name).facts.options:
        assert isinstance(option.title, Said) and option.title and isinstance(option.help, Said) and option.help


@pytest.mark.parametrize("key", sorted(english()))
def test_a_text_is_a_sentence_whose_places_can_be_filled(key):
    values = {name: tv.game("tablut").player_name("w") for name in names_in(english()[key])}
    filled = EN.text(key, "tablut", **values)
    assert filled and "{" not in filled and english()[key].strip() == english()[key]


def test_every_language_has_the_same_keys():
    """Places are compared when a file is read."""
    files = list(Path(texts.__file__).parent.glob("*.json"))
    assert "en.json" in {file.name for file in files}
    for file in files:
        assert set(page_texts(file.stem)) == set(english())


@pytest.mark.parametrize("name", [name for name, options in VARIANTS if not options])
def test_titles_and_sentences_of_games_are_those_of_the_facts_and_the_pages(name):
    assert EN.title(name) == ruleset(name).facts.title
    found = ruleset(name)
    first = (found.rules_page() or "").split("\n\n")[1]
    assert isinstance(found.sentence, Said)
    assert rulebooks.sentence_of(EN, name) == found.sentence == " ".join(first.replace("**", "").split())


def test_words_go_with_their_number():
    assert EN.text("limit.requests", seconds=1) == "Too many requests; please try again in 1 second."
    assert EN.text("limit.requests", seconds=2) == "Too many requests; please try again in 2 seconds."


def test_a_refusal_has_a_status_and_a_form():
    refusal = Refusal("turn.illegal", clause="tablut.blocked", reason="the way is blocked")
    assert status_of(refusal) == 400 and body_of(EN, refusal)["text"] == "the way is blocked"
    assert status_of(Refusal("limit.requests", wait=3, seconds=3)) == 429

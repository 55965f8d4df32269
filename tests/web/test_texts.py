"""Everything that a person reads is in the catalogue, and the catalogue holds nothing that nobody says."""

import dataclasses
import re
import string
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.apps import web
from tavoliere.apps.web.http.refused import STATUS, status_of
from tavoliere.apps.web.show.pictures import board, scene_of
from tavoliere.apps.web.show.wording import body_of
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.texts import catalogue, text
from tavoliere.games import own_games
from tavoliere.render.svg import svg_picture
from tavoliere.render.words import TEXTS, Words

SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in Path(web.__file__).parent.rglob("*.py"))
FRONT = [path for kind in ("*.js", "*.html") for path in Path(web.__file__).parent.rglob(kind)]
PAGES = "\n".join(path.read_text(encoding="utf-8") for path in FRONT)
PART = re.compile(r"(\{\w+\})|[^{}]+")
KEY = re.compile(r'"([a-z]+(?:[.-][a-z-]+)*)"')


def test_every_key_that_a_refusal_has_is_in_the_catalogue():
    used = set(re.findall(r'Refusal\(\s*"([^"]+)"', SOURCES)) | set(STATUS)
    assert len(used) > 30 and used <= set(catalogue())


def test_every_text_is_used_somewhere():
    in_sources = set(KEY.findall(SOURCES))
    elsewhere = ("page.", "picture.", "term.", "option.", "said.")
    of_games = {f"game.{name}.{what}" for name in own_games() for what in ("title", "sentence")}
    assert {key for key in catalogue() if not key.startswith(elsewhere)} - of_games <= in_sources


def test_names_of_players_come_from_the_catalogue():
    """Only sentences that games make themselves get the names as the games say them."""
    assert re.findall(r"def (\w+)[^\n]*\n(?:    [^\n]*\n)*?    [^\n]*player_name\(", SOURCES) == ["own_names_of"]
    assert SOURCES.count("player_name(") == 1


def test_every_text_of_the_page_is_used_by_the_page():
    """Keys that are put together from parts count if their beginning is there: `say(`page.keys.${name}`)`."""
    begun = re.findall(r"`(page\.[a-z.-]*)\$\{", PAGES)
    unused = {key for key in catalogue() if key.startswith("page.") and not key.startswith(tuple(begun))}
    assert {key for key in unused if f'"{key}"' not in PAGES + SOURCES and f"text {key}}}" not in PAGES} == set()


def test_every_text_that_the_page_asks_for_is_in_the_catalogue():
    asked = set(re.findall(r'say\("([a-z.-]+)"', PAGES)) | set(re.findall(r"\{\{text ([a-z.-]+)\}\}", PAGES))
    assert len(asked) > 80 and asked <= set(catalogue())


def test_boards_say_everything_in_words_of_the_catalogue():
    """What a board says in the page comes from the catalogue alone, and it is what other pictures say in English."""
    assert {key for key in catalogue() if key.startswith("picture.")} == set(TEXTS)
    terms = {key for key in catalogue() if key.startswith("term.")}
    loud = {key: PART.sub(lambda part: part[1] or part[0].upper(), catalogue()[key]) for key in terms | set(TEXTS)}
    for name in own_games():
        for options in tv.game(name).facts.variants:
            position = tv.game(name, **options).start()
            scene = scene_of(position)
            assert board(position) == svg_picture(scene, standalone=False, id_prefix="board", with_names=False)
            svg = svg_picture(dataclasses.replace(scene, notes=()), standalone=False, words=Words(loud))
            said = [*re.findall(r'aria-label="([^"]*)"', svg), *re.findall(r"<text[^>]*>([^<]*)", svg)]
            lower = {word for text in said for word in re.findall(r"\b[a-z]{3,}\b", text)}
            assert lower <= {*name.split("-"), *words_of_players(position)}, said


def words_of_players(position):
    """Players' names are in small letters before a piece."""
    return {position.game.player_name(letter).lower() for letter in position.game.players}


@pytest.mark.parametrize("name", own_games())
def test_every_option_has_a_label_and_help(name):
    for option in tv.game(name).facts.options:
        key = f"option.{name}.{option.name}"
        assert catalogue()[key] and catalogue()[f"{key}.help"]


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_a_text_is_a_sentence_whose_places_can_be_filled(key):
    places = {name for _, name, _, _ in string.Formatter().parse(catalogue()[key]) if name}
    assert text(key, **dict.fromkeys(places, "x")) and catalogue()[key].strip() == catalogue()[key]


def test_words_go_with_their_number():
    assert text("limit.requests", seconds=1) == "Too many requests; please try again in 1 second."
    assert text("limit.requests", seconds=2) == "Too many requests; please try again in 2 seconds."


def test_a_refusal_has_a_status_and_a_form():
    refusal = Refusal("turn.illegal", clause="tablut.blocked", reason="the way is blocked")
    assert status_of(refusal) == 400 and body_of(refusal)["text"] == "the way is blocked"
    assert status_of(Refusal("limit.requests", wait=3, seconds=3)) == 429

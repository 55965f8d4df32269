"""Everything that a person reads is in the catalogue, and the catalogue holds nothing that nobody says."""

import re
import string
from pathlib import Path

import pytest

from tavoliere.apps import web
from tavoliere.apps.web.refusals import STATUS, Refusal
from tavoliere.apps.web.texts import catalogue, text

SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in Path(web.__file__).parent.rglob("*.py"))
KEY = re.compile(r'"([a-z]+(?:[.-][a-z-]+)*)"')


def test_every_key_that_a_refusal_has_is_in_the_catalogue():
    used = set(re.findall(r'Refusal\(\s*"([^"]+)"', SOURCES)) | set(STATUS)
    assert len(used) > 30 and used <= set(catalogue())


def test_every_text_is_used_somewhere():
    in_sources = set(KEY.findall(SOURCES))
    assert {key for key in catalogue() if not key.startswith("page.")} <= in_sources


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_a_text_is_a_sentence_whose_places_can_be_filled(key):
    places = {name for _, name, _, _ in string.Formatter().parse(catalogue()[key]) if name}
    assert text(key, **dict.fromkeys(places, "x")) and catalogue()[key].strip() == catalogue()[key]


def test_a_refusal_has_a_status_and_a_form():
    refusal = Refusal("turn.illegal", clause="tablut.blocked", reason="the way is blocked")
    assert refusal.status == 400 and refusal.body()["text"] == "the way is blocked"
    assert Refusal("limit.requests", wait=3, seconds=3).status == 429

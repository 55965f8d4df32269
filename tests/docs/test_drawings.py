"""Drawn positions are what the terminal draws, and what pages claim about them is true; see `drawings.py`."""

import functools

import pytest

import tavoliere as tv
from tavoliere.games import own_games, ruleset
from tests.docs.drawings import Reader
from tests.docs.pages import DOCS, items_of, name_of, pages

WITH_COMMENTS = [page for page in pages() if any(item.kind == "comment" for item in items_of(page))]


@functools.cache
def checked(page):
    """A page whose drawings and claims have all been found true."""
    reader = Reader(page)
    reader.run()
    return reader


@pytest.mark.parametrize("page", WITH_COMMENTS, ids=name_of)
def test_drawings_and_claims_are_true(page):
    checked(page)


@pytest.mark.parametrize("name", own_games())
def test_every_game_has_a_page_with_drawings_refused_texts_and_a_measurement(name):
    reader = checked(DOCS / "games" / f"{name}.md")
    assert reader.counts["drawn"] >= 6
    assert reader.counts["texts"] >= 8
    assert reader.counts["random"] >= 1
    assert reader.counts["refused"] >= 3
    assert bool(reader.counts["options"]) == bool(tv.game(name).facts.options)


@pytest.mark.parametrize("name", own_games())
def test_every_clause_of_a_game_is_shown_by_a_refused_turn(name):
    reader = checked(DOCS / "games" / f"{name}.md")
    assert reader.clauses >= set(ruleset(name).why.CLAUSES)


def test_a_page_of_every_game_draws_its_start():
    for name in own_games():
        comments = [item.text for item in items_of(DOCS / "games" / f"{name}.md") if item.kind == "comment"]
        assert f"{name}: {tv.game(name).start()}" in comments


# The test of the tests

PICTURE = """<!-- never-alone: 8/8/8/4b3/3r4/8/8/8 r 0 -->
```text
8  . . . . . . . .
7  . . . . . . . .
6  . . . . . . . .
5  . . . . b . . .
4  . . . r . . . .
3  . . . . . . . .
2  . . . . . . . .
1  . . . . . . . .
   a b c d e f g h
```
"""
TRUE_CLAIMS = (
    "allowed: d1", "refused: d2 never-alone.distance", "only: a4 b2 b6 d1 d7 f2 f6 g4", "explain: d1 => goes on d1",
    "whole: d1 => the red piece goes on d1", "outcome: d1 => goes on", "random: r 50", "after: d1",
    "text never-alone: 8/8/8/4b3/3r4/8/8/8 r 0 => goes on", "no text never-alone: 8 r 0 => 8 rows",
    "options never-alone red=z1 => no square",
)  # fmt: skip
FALSE_CLAIMS = (
    "allowed: d2", "refused: d1 never-alone.distance", "refused: d2 never-alone.empty", "only: a4", "explain: d1 => d2",
    "explain: d1", "whole: d1 => the red piece", "outcome: d1 => r wins: capture", "random: r 40", "after: d2",
    "text never-alone: 8/8/8/4b3/3r4/8/8/8 r 0 => r wins: capture", "no text never-alone: 8 r 0 => 9 rows",
    "no text never-alone: 8/8/8/4b3/3r4/8/8/8 r 0 => rows", "options never-alone red=a1 => no square",
    "nonsense: d1", "pit: 8/8/8/4b3/3r4/8/8/8 r 0",
)  # fmt: skip


def run_text(text, folder, name):
    page = folder / f"{name}.md"
    page.write_text(text, encoding="utf-8")
    reader = Reader(page)
    reader.run()
    return reader


@pytest.mark.parametrize("claim", TRUE_CLAIMS)
def test_a_true_claim_passes(claim, tmp_path):
    reader = run_text(f"{PICTURE}<!-- {claim} -->\n", tmp_path, "true")
    assert reader.counts["drawn"] == 1 and reader.counts.total() == 2


@pytest.mark.parametrize("claim", FALSE_CLAIMS)
def test_a_false_claim_is_noticed(claim, tmp_path):
    with pytest.raises(AssertionError):
        run_text(f"{PICTURE}<!-- {claim} -->\n", tmp_path, "false")


@pytest.mark.parametrize(
    "change", [("4  . . . r", "4  . . r ."), ("8  . . . . . . . .\n", ""), ("a b c d e f g h", "a")]
)
def test_a_wrong_picture_is_noticed(change, tmp_path):
    with pytest.raises(AssertionError):
        run_text(PICTURE.replace(*change), tmp_path, "wrong")

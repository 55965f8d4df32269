"""Two texts a game from one source: what a player reads is short and free of ids and code, the reference has them."""

import re

import pytest

from tavoliere.games import own_games, ruleset
from tests.docs.pages import DOCS, items_of

BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"^<!-- .* -->$", re.MULTILINE)


def parts_of(name):
    """What a player reads, and the reference."""
    text = ruleset(name).rules_page()
    first, heading, second = text.partition("\n## Reference\n")
    assert heading, "one source has both"
    return first, second


@pytest.mark.parametrize("name", own_games())
def test_a_player_reads_a_short_text_without_ids_or_code(name):
    first, _ = parts_of(name)
    prose = COMMENT.sub("", BLOCK.sub("", first))
    words = re.findall(r"[\w'-]+", prose.partition("## How to play")[2])
    assert 300 <= len(words) <= 600
    assert "`" not in prose
    assert not [clause for clause in ruleset(name).why.CLAUSES if clause in prose]


@pytest.mark.parametrize("name", own_games())
def test_what_a_player_reads_is_drawn_and_true(name):
    """The drawings and claims themselves are checked with those of all pages."""
    first, _ = parts_of(name)
    assert first.count("```text") >= 2
    lines = first.count("\n")
    claims = [item for item in items_of(DOCS / "games" / f"{name}.md") if item.kind == "comment" and item.line <= lines]
    assert len(claims) > first.count("```text")


@pytest.mark.parametrize("name", own_games())
def test_the_reference_has_every_clause(name):
    _, second = parts_of(name)
    assert all(f"(`{clause}`)" in second or f"`{clause}`" in second for clause in ruleset(name).why.CLAUSES)


@pytest.mark.parametrize("name", own_games())
def test_every_level_says_what_it_sees_overlooks_and_who_beats_it(name):
    levels = ruleset(name).levels
    assert len(levels) == 10 and len({level.name for level in levels}) == 10
    assert all("beat" in level.sentence.lower() for level in levels)
    assert len({level.sentence for level in levels}) == 10

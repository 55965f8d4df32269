"""The rules of each game as a page: the same text as in the documentation, its drawn positions as pictures."""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Iterator
from html import escape

from markdown_it import MarkdownIt

import tavoliere as tv
from tavoliere.apps.web.show import pictures
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import halves
from tavoliere.core.errors import COMMON_CLAUSES
from tavoliere.core.ruleset import Ruleset
from tavoliere.games import game_from_text, games, ruleset, usable_games

COMMENT = re.compile(r"<!-- (.*) -->")
CLAUSE = re.compile(r"<code>([a-z0-9-]+\.[a-z0-9-]+)</code>")
LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
BOARD = "BOARD-{}-BOARD"


def text_of(voice: Voice, game: str) -> str | None:
    """The text about a game: its rules page, or where it has none its clauses one by one; None if there is no game."""
    if game not in usable_games()[0]:
        return None
    rules = ruleset(game)
    return rules.rules_page() or clauses_text(voice, rules)


def clauses_text(voice: Voice, rules: Ruleset) -> str:
    """The clauses of a game with their own sentences, as a page."""
    name = rules.facts.name
    clauses = {**rules.why.CLAUSES, **COMMON_CLAUSES}
    told = [f"- {voice.say(sentence, name)} `{clause}`" for clause, sentence in clauses.items()]
    about = [voice.say(rules.sentence, name)] if rules.sentence else []
    return "\n\n".join([f"# {voice.title(name)}", *about, "\n".join(told)])


@functools.cache
def sentence_of(voice: Voice, game: str) -> str:
    """What a game is about, as it says itself."""
    return voice.say(ruleset(game).about(), game)


@functools.cache
def html_of(voice: Voice, game: str) -> str | None:
    """The rules as HTML, their boards in words of a voice. Every clause is an anchor under its id, as every heading."""
    text = text_of(voice, game)
    if text is None:
        return None
    drawn: list[str] = []
    source = "\n".join(_with_places(voice, text.splitlines(), drawn))
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    html = _with_anchors(LINK.sub(_own_link, html))
    for number, svg in enumerate(drawn):
        html = html.replace(f"<p>{BOARD.format(number)}</p>", f'<figure class="drawn">{svg}</figure>')
    return html


def _with_places(voice: Voice, lines: list[str], drawn: list[str]) -> Iterator[str]:
    """The text without comments, and with a place for a picture instead of each drawn board."""
    position: tv.Position | None = None
    marks: set[str] = set()
    is_drawing = skips = False
    for line in lines:
        comment = COMMENT.fullmatch(line)
        if skips:
            skips = line != "```"
        elif comment:
            found = _position(comment[1], position)
            if found is not None:
                position, marks = found
                is_drawing = True
        elif line == "```text" and is_drawing and position is not None:
            prefix = f"drawn{len(drawn)}"
            drawn.append(pictures.plain_board(voice, position, marks=marks, id_prefix=prefix, with_names=True))
            yield from ("", BOARD.format(len(drawn) - 1), "")
            skips, is_drawing = True, False
        else:
            is_drawing = is_drawing and not line
            yield line


def _position(comment: str, before: tv.Position | None) -> tuple[tv.Position, set[str]] | None:
    """The position that a comment names: by its text, or as what follows after a turn."""
    kind, _, text = comment.partition(": ")
    if kind == "after" and before is not None:
        return before.play(text), halves.marks_of(halves.turn_events(before, text))
    words = shlex.split(kind)
    if not words or words[0] not in games():
        return None
    options = dict(word.split("=", 1) for word in words[1:])
    return game_from_text(words[0], options).position(text), set()


def _own_link(match: re.Match[str]) -> str:
    """A link to another game's rules stays a link; other pages of the documentation are not here."""
    target, _, anchor = match[1].partition("#")
    name = target.removesuffix(".md")
    if name in games():
        return f'<a href="/rules/{name}{"#" + anchor if anchor else ""}">{match[2]}</a>'
    return match[0] if not target and anchor else match[2]


def _with_anchors(html: str) -> str:
    seen: set[str] = set()

    def clause(match: re.Match[str]) -> str:
        if match[1] in seen:
            return match[0]
        seen.add(match[1])
        return f'<code id="{match[1]}">{match[1]}</code>'

    def heading(match: re.Match[str]) -> str:
        title = re.sub(r"[^\w\s-]", "", TAG.sub("", match[2])).strip().lower()
        anchor = escape(re.sub(r"[-\s]+", "-", title))
        return f'<h{match[1]} id="{anchor}">{match[2]}</h{match[1]}>'

    return HEADING.sub(heading, CLAUSE.sub(clause, html))

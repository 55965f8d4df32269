"""The rules of each game as a page: the text in the game's folder, its drawn positions as pictures to play with.

One source holds two texts: what a player reads, and below the heading `## Reference` all clauses one by one.
"""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from markdown_it import MarkdownIt

import tavoliere as tv
from tavoliere.apps.web.show import pictures
from tavoliere.apps.web.show.links import open_link
from tavoliere.apps.web.show.once import made_once
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import halves
from tavoliere.core.errors import COMMON_CLAUSES
from tavoliere.core.ruleset import Ruleset
from tavoliere.games import game_from_text, games, ruleset, usable_games

COMMENT = re.compile(r"<!-- (.*) -->")
CLAUSE = re.compile(r"<code>([a-z0-9-]+\.[a-z0-9-]+)</code>")
BRACKETED = re.compile(r"\s*\(<code>([a-z0-9-]+\.[a-z0-9-]+)</code>\)")
REFERENCE = re.compile(r'<h2 id="reference">.*?</h2>\s*')
LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
BOARD = "BOARD-{}-BOARD"
MARKER = "\n## Reference\n"
"""Where the reference begins, in every language; the page shows words of its own instead."""


def text_of(voice: Voice, game: str) -> str | None:
    """The text about a game: its rules page, or where it has none its clauses one by one; None if there is no game."""
    if game not in usable_games()[0]:
        return None
    rules = ruleset(game)
    english = rules.rules_page()
    return _translated(voice, rules, english) or english or clauses_text(voice, rules)


def _translated(voice: Voice, rules: Ruleset, english: str | None) -> str | None:
    """A language's own page; one without the reference has every clause in its words, and the English one below."""
    own = voice.rules_page(rules.facts.name)
    if own is None or english is None or MARKER in own:
        return own
    rest = voice.text("page.rules.english")
    return f"{own}{MARKER}\n{_clauses(voice, rules, '(`{}`)')}\n\n{rest}\n\n{english.partition(MARKER)[2]}"


def _clauses(voice: Voice, rules: Ruleset, written: str = "`{}`") -> str:
    """The clauses of a game with their own sentences, as a list; `written` is how an id stands there."""
    clauses = {**rules.why.CLAUSES, **COMMON_CLAUSES}
    told = {clause: voice.say(sentence, rules.facts.name) for clause, sentence in clauses.items()}
    return "\n".join(f"- {sentence} {written.format(clause)}" for clause, sentence in told.items())


def clauses_text(voice: Voice, rules: Ruleset) -> str:
    """The clauses of a game with their own sentences, as a page."""
    name = rules.facts.name
    about = [voice.say(rules.sentence, name)] if rules.sentence else []
    return "\n\n".join([f"# {voice.title(name)}", *about, _clauses(voice, rules)])


@functools.cache
def sentence_of(voice: Voice, game: str) -> str:
    """What a game is about, as it says itself."""
    return voice.say(ruleset(game).about(), game)


def html_of(voice: Voice, game: str) -> str | None:
    """The rules as HTML, their boards in words of a voice. Every clause is an anchor under its id, as every heading.

    The reference is folded up below what players read.
    """
    return _html_of(voice, game) if game in usable_games()[0] else None


@made_once
def _html_of(voice: Voice, game: str) -> str | None:
    text = text_of(voice, game)
    if text is None:
        return None
    drawn: list[Drawn] = []
    source = "\n".join(_with_places(voice, text.splitlines(), drawn))
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(source)
    html = _folded(voice, _with_anchors(LINK.sub(_own_link, html)))
    for number, found in enumerate(drawn):
        html = html.replace(f"<p>{BOARD.format(number)}</p>", _figure(voice, found))
    return html


class Drawn(NamedTuple):
    """A board of the text, and the page on which it can be played with."""

    svg: str
    link: str


def _figure(voice: Voice, drawn: Drawn) -> str:
    """The board is looked at; whoever wants to move its pieces follows the link."""
    words = escape(voice.text("page.rules.try"))
    return (
        f'<figure class="drawn"><div class="drawn-board" inert>{drawn.svg}</div>'
        f'<figcaption><a href="{escape(drawn.link)}">{words}</a></figcaption></figure>'
    )


def _folded(voice: Voice, html: str) -> str:
    """The part below the heading of the reference, to be opened by whoever looks for a clause."""
    found = REFERENCE.search(html)
    if found is None:
        return html
    words = escape(voice.text("page.rules.reference"))
    return (
        f'{html[: found.start()]}<details class="reference" id="reference"><summary>{words}</summary>\n'
        f"{html[found.end() :]}</details>\n"
    )


def _with_places(voice: Voice, lines: list[str], drawn: list[Drawn]) -> Iterator[str]:
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
            svg = pictures.plain_board(voice, position, marks=marks, id_prefix=prefix, with_names=True)
            drawn.append(Drawn(svg, open_link(position)))
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

    def bracketed(match: re.Match[str]) -> str:
        own = "" if match[1] in seen else f' id="{match[1]}"'
        seen.add(match[1])
        return f'<a class="clause"{own} href="#{match[1]}" title="{match[1]}">\u00a7</a>'

    return HEADING.sub(heading, CLAUSE.sub(clause, BRACKETED.sub(bracketed, html)))

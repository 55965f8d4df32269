"""The pages as HTML: shells that modules fill in the browser."""

from __future__ import annotations

import functools
import re
from html import escape
from pathlib import Path

from tavoliere.apps.web.show import courses, puzzling, rulebooks, teaching, wording
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.games import ruleset, usable_games
from tavoliere.render.themes import THEMES

PAGES = Path(__file__).parents[1] / "pages"
STATIC = Path(__file__).parents[1] / "static"
PAPER, WOOD = THEMES["light"].colours["page"], THEMES["light"].colours["frame-2"]
"""The colours of an installed page around its content."""
PART = re.compile(r"\{\{part ([a-z]+)\}\}\n")
MODULES = re.compile(r"\{\{modules ([a-z]+\.js)\}\}")
IMPORT = re.compile(r'^import (?:[^;]*? from )?"\./([\w-]+\.js)";', re.MULTILINE)
TEXT = re.compile(r"\{\{text ([a-z.-]+)\}\}")


@functools.cache
def shell(voice: Voice, name: str) -> str:
    """A page without its content.

    `{{part NAME}}` is the place of what several pages have, `{{modules NAME}}` that of the module with which a page
    begins and of those that it needs, `{{text KEY}}` that of words.
    """
    markup = PART.sub(lambda match: _read(PAGES / "parts" / f"{match[1]}.html"), _read(PAGES / name))
    markup = MODULES.sub(lambda match: _modules(match[1]), markup)
    markup = markup.replace("{{language}}", escape(voice.code)).replace("{{languages}}", _languages(voice))
    return TEXT.sub(lambda match: escape(voice.text(match[1], **_numbers())), markup)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _modules(entry: str) -> str:
    """A page names all modules that it will need; else the browser learns of the next one only from the one before."""
    needed: set[str] = set()
    found = [entry]
    while found:
        found = [name for module in found for name in IMPORT.findall(_read(STATIC / module)) if name not in needed]
        needed.update(found)
    links = [f'<link rel="modulepreload" href="/static/{name}">' for name in sorted(needed)]
    return "\n".join([*links, f'<script type="module" src="/static/{entry}"></script>'])


def _languages(voice: Voice) -> str:
    """The languages to choose from, each by its own name."""
    return "".join(
        f'<option value="{escape(one.code)}" lang="{escape(one.code)}"{" selected" if one is voice else ""}>'
        f"{escape(one.name)}</option>"
        for one in voice.every
    )


@functools.cache
def _numbers() -> dict[str, int]:
    """What the words of a page may count: the games there are, and how many play the largest of them."""
    rules = [ruleset(name) for name in usable_games()[0]]
    sizes = [len(found.players_of(found.set_up(dict(variant)))) for found in rules for variant in found.facts.variants]
    return {"games": len(rules), "most": max(sizes)}


def _filled(voice: Voice, name: str, title: str, content: str = "") -> str:
    """A shell with its title, which is escaped, and its content, which is ours."""
    return shell(voice, name).replace("{{title}}", escape(title)).replace("{{content}}", content)


def start_page(voice: Voice) -> str:
    return _filled(voice, "start.html", voice.text("page.name"))


def table_page(voice: Voice, preview: str) -> str:
    """The same for all tables but for what their link says of itself: the page asks by itself which one it is."""
    return _filled(voice, "table.html", voice.text("page.name"), preview)


def position_page(voice: Voice, game: str, preview: str) -> str:
    return _filled(voice, "position.html", voice.title(game), preview)


def embedded_page(voice: Voice, game: str, address: str, board: str = "") -> str:
    """A board for somebody else's page, with the way to the real one; of a table it is filled in the browser."""
    whole = _filled(voice, "embed.html", voice.title(game), board)
    return whole.replace("{{address}}", escape(address))


def analysis_page(voice: Voice, game: str) -> str:
    title = voice.text("page.analyse.of", game, game=voice.title(game))
    return _filled(voice, "analyse.html", title)


def rules_page(voice: Voice, game: str) -> str | None:
    """The rules of a game; None if they are not here."""
    html = rulebooks.html_of(voice, game)
    return None if html is None else _filled(voice, "rules.html", voice.title(game), _more_links(voice, game) + html)


def _more_links(voice: Voice, game: str) -> str:
    """The ways to the lessons and to the puzzles, if the game has some."""
    ways = {"page.learn.of": courses.lessons_link(game), "page.puzzles.of": courses.puzzles_link(game)}
    named = [(link, voice.text(key, game, game=voice.title(game))) for key, link in ways.items() if link is not None]
    links = " ".join(f'<a href="{escape(link)}">{escape(text)}</a>' for link, text in named)
    return f'<p class="links">{links}</p>' if links else ""


def lesson_page(voice: Voice, game: str) -> str:
    """The lessons of a game; a refusal if it has none."""
    course = teaching.course_view(voice, game)
    return _filled(voice, "learn.html", voice.text("page.learn.of", game, game=course["title"]))


def puzzles_page(voice: Voice, game: str) -> str:
    """The puzzles of a game; a refusal if it has none."""
    puzzling.puzzles_of(game)
    return _filled(voice, "puzzles.html", voice.text("page.puzzles.of", game, game=voice.title(game)))


def away_page(voice: Voice) -> str:
    """What a browser shows when the server is away; it fetched the page before."""
    return _filled(voice, "away.html", voice.text("page.away"))


def manifest(voice: Voice) -> dict[str, object]:
    """What a browser must know to install the page as an app."""
    name, about = voice.text("page.name"), voice.text("page.app.about")
    named = {"name": name, "short_name": name, "description": about, "lang": voice.code}
    place = {"id": "/", "start_url": "/", "scope": "/", "display": "standalone", "categories": ["games"]}
    return {**named, **place, "background_color": PAPER, "theme_color": WOOD, "icons": _icons()}


def _icons() -> list[dict[str, str]]:
    sizes = {name: {"sizes": f"{name}x{name}", "type": "image/png"} for name in ("192", "512")}
    drawn = [{"src": f"/static/icon-{name}.png", **about} for name, about in sizes.items()]
    whole = {"src": "/static/icon-whole.png", **sizes["512"], "purpose": "maskable"}
    return [*drawn, whole, {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"}]


def error_page(voice: Voice, refusal: Refusal) -> str:
    back = f'<p><a href="/">{escape(voice.text("page.error.back"))}</a></p>'
    return _filled(voice, "error.html", wording.told(voice, refusal), back)

"""A hook of MkDocs: the rules of each game stand in the game's folder and appear in the site below games/, with drawn
boards instead of letters, and with clauses as anchors that no sentence spells out. On other pages the comment
`<!-- board GAME: TEXT -->` becomes a picture of the position, `<!-- marked board GAME: TEXT -->` one with its marks,
and `<!-- linked board GAME: TEXT -->` one that leads to the rules of the game.
"""

from __future__ import annotations

import itertools
import re
import shlex
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tavoliere.core.position import Position
from tavoliere.games import game_from_text, own_games
from tavoliere.render.svg import svg_picture
from tavoliere.render.themes import stylesheet
from tavoliere.scene import Scene
from tavoliere.scene.events import marked_places
from tavoliere.scene.guide import marked_scene, plain_scene

GAMES = Path("src", "tavoliere", "games")
COMMENT = re.compile(r"^<!-- (?P<said>[^\n]*) -->\n(?P<block>```text\n.*?^```\n)?", re.DOTALL | re.MULTILINE)
BOARD = re.compile(r"^<!-- (?P<how>marked |linked )?board (?P<said>[^\n]*) -->$", re.MULTILINE)
CLAUSE = re.compile(r"\s*\(`(?P<clause>[a-z-]+\.[a-z-]+)`\)")
STYLE = "assets/boards.css"
REACHED = (
    'addEventListener("load", () => setTimeout(() => document.querySelectorAll(".md-typeset__scrollwrap")'
    ".forEach((one) => { one.tabIndex = 0; })));"
)
"""What the theme puts around tables can be pushed aside, so keys must get there."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for page in sorted((Path(config.config_file_path).parent / GAMES).glob("*/rules.md")):
        name = page.parent.name.replace("_", "-")
        files.append(File.generated(config, f"games/{name}.md", abs_src_path=str(page)))
    files.append(File.generated(config, STYLE, content=board_style()))
    return files


def board_style() -> str:
    """The colours of boards in both themes of the site."""
    dark = stylesheet("dark").splitlines()[0]
    return stylesheet("light") + dark.replace(":root", '[data-md-color-scheme="slate"]') + "\n"


def on_post_page(output: str, **_: object) -> str:
    """Readers of screens want a name for the theme's search, and wide tables that keys can reach."""
    named = output.replace('<div class="md-search" ', '<div class="md-search" aria-label="Search" ')
    return named.replace("</body>", f"<script>{REACHED}</script></body>")


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """The rules of a game for readers of the site; other pages get the pictures that they ask for."""
    name = Path(page.file.src_uri).stem
    if not page.file.src_uri.startswith("games/") or name not in own_games():
        return pictured(markdown)
    return CLAUSE.sub(_anchored(), drawn(markdown))


def _anchored():  # type: ignore[no-untyped-def] # the function that re.sub wants
    seen: set[str] = set()

    def anchor(match: re.Match[str]) -> str:
        clause = match["clause"]
        own = "" if clause in seen else f' id="{clause}"'
        seen.add(clause)
        return f'<a{own} class="clause" href="#{clause}" title="{clause}">\u00a7</a>'

    return anchor


def pictured(markdown: str) -> str:
    """A page with its boards."""
    numbers = itertools.count(1)

    def figure(match: re.Match[str]) -> str:
        found = _position(match["said"], None)
        if found is None:
            raise ValueError(f"this is no board: {match[0]}")
        position, how = found[0], match["how"]
        scene = marked_scene(position) if how == "marked " else plain_scene(position)
        title = position.game.facts.title
        drawn_board = _figure(scene, set(), next(numbers), title if how == "marked " else "")
        if how != "linked ":
            return drawn_board
        link = f'<a href="games/{position.game.name}/">{title}</a>'
        return f'<div class="linked">{drawn_board.strip()}{link}</div>\n'

    return BOARD.sub(figure, markdown)


def drawn(markdown: str) -> str:
    """Positions that are drawn in letters, as pictures."""
    position: Position | None = None
    parts, at, number = [], 0, 0
    for comment in COMMENT.finditer(markdown):
        parts.append(markdown[at : comment.start()])
        at = comment.end()
        found = _position(comment["said"], position)
        if found is None:
            parts.append(comment["block"] or "")
            continue
        position, marks = found
        if comment["block"]:
            number += 1
            parts.append(_figure(plain_scene(position), marks, number))
    return "".join([*parts, markdown[at:]])


def _position(comment: str, before: Position | None) -> tuple[Position, set[str]] | None:
    """The position that a comment names: by its text, or as what follows after a turn."""
    kind, _, text = comment.partition(": ")
    if kind == "after" and before is not None:
        return before.play(text), _marks(before, text)
    words = shlex.split(kind) if kind else []
    if not words or words[0] not in own_games() or not text:
        return None
    return game_from_text(words[0], dict(word.split("=", 1) for word in words[1:])).position(text), set()


def _marks(position: Position, turn: str) -> set[str]:
    """The places of a turn."""
    marks: set[str] = set()
    for action in position.turn_to_actions(turn):
        face, options = position.game.ruleset.face, dict(position.game.options)
        marks |= marked_places(face.events_of(position.state, action, options))
        position = position.act(action)
    return marks


def _figure(scene: Scene, marks: set[str], number: int, title: str = "") -> str:
    """A picture that is looked at and not clicked, one paragraph of Markdown."""
    picture = svg_picture(scene, standalone=False, marks=marks, id_prefix=f"board{number}")
    caption = f"<figcaption>{title}</figcaption>" if title else ""
    return f'<figure class="board" inert>{"".join(picture.splitlines())}{caption}</figure>\n'

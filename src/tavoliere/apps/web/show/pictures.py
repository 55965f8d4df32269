"""Boards for the page. The browser inserts them as they are; it draws nothing."""

from __future__ import annotations

import dataclasses
import functools
import importlib.util
import itertools
import random
import re
from collections.abc import Collection
from typing import Any, NamedTuple, Unpack, cast

import tavoliere as tv
from tavoliere.apps.web.show.voices import Voice
from tavoliere.render.canvas import Block, Sketch
from tavoliere.render.layout import is_far, rows_of, side_of
from tavoliere.render.plan import Plan
from tavoliere.render.png import is_available
from tavoliere.render.svg import Look, svg_blocks, svg_picture
from tavoliere.render.themes import stylesheet
from tavoliere.scene import Ending, Mark, Scene, guide
from tavoliere.scene.events import Event

PREFIX = "board"
TASTERS = 6
KEPT = 256
"""Scenes kept in memory, at some kilobytes each."""


def scene_of(position: tv.Position) -> Scene:
    state: Any = position.state
    return _scene(position.game, state)


@functools.lru_cache(maxsize=KEPT)
def _scene(game: tv.Game, state: Any) -> Scene:
    """Looked at by several parts of one message."""
    scene: Scene = game.ruleset.face.scene(state, dict(game.options))
    return scene


class Seen(NamedTuple):
    """What a position is shown with: what the last turn did, and how it ended the game."""

    events: tuple[Event, ...] = ()
    ending: Ending | None = None
    is_over: bool = False
    """Whether the game has ended, though the board may not show it: then nobody needs aids any more."""
    with_aids: bool = True
    """Whether what helps to find a turn is marked too; a task of a lesson leaves that to whoever learns."""


NOTHING = Seen()


def marked(position: tv.Position, seen: Seen = NOTHING) -> Scene:
    """The scene of a position with all its marks."""
    scene, state = scene_of(position), cast("Any", position.state)
    ends = seen.ending.marks if seen.ending else ()
    goes_on = position.outcome is None and not seen.is_over
    marks = (*_marks(position.game, state, goes_on and seen.with_aids), *ends)
    marks += guide.left_behind(scene, seen.events)
    return dataclasses.replace(scene, marks=marks, meanings=guide.meanings_of(position.game))


@functools.lru_cache(maxsize=KEPT)
def _marks(game: tv.Game, state: Any, goes_on: bool) -> tuple[Mark, ...]:
    return guide.marks_in(game, state) if goes_on else ()


def board(voice: Voice, position: tv.Position, seen: Seen = NOTHING, **look: Unpack[Look]) -> str:
    """A position with its marks, the squares of the last turn, the steps that can be taken, and those that were."""
    return _drawn(voice, position, marked(position, seen), **look)


def plain_board(voice: Voice, position: tv.Position, **look: Unpack[Look]) -> str:
    """The same without any marks of the game, for pages on which nobody plays."""
    return _drawn(voice, position, scene_of(position), **look)


def _drawn(voice: Voice, position: tv.Position, scene: Scene, **look: Unpack[Look]) -> str:
    look.setdefault("id_prefix", PREFIX)
    look.setdefault("words", voice.speaker(position.game.name))
    look.setdefault("with_names", False)
    return svg_picture(scene, standalone=False, **look)


Parts = tuple[Block, ...]
"""A picture in blocks of lines, each of which is a part for whoever is sent what has changed."""


def parts(
    voice: Voice,
    position: tv.Position,
    seen: Seen = NOTHING,
    *,
    marks: Collection[str] = (),
    side: int = 0,
) -> Parts:
    """A position with the squares of the last turn; most parts of it are those of other positions."""
    return parts_of(voice, position.game, planned(position, seen), marks=marks, side=side)


def planned(position: tv.Position, seen: Seen = NOTHING) -> Plan:
    """What is drawn of a position, from whatever side and in whatever language."""
    return Plan(marked(position, seen))


def parts_of(
    voice: Voice, game: tv.Game, plan: Plan, sketch: Sketch | None = None, *, marks: Collection[str], side: int
) -> Parts:
    """The same of a plan; `sketch` is of the last picture of its table in this voice and from this side."""
    words = voice.speaker(game.name)
    return svg_blocks(plan, sketch=sketch, marks=marks, turned=side, id_prefix=PREFIX, words=words, with_names=False)


def whole(found: Parts) -> str:
    """A picture as one text."""
    return "\n".join(itertools.chain.from_iterable(found))


def seen_from(game: tv.Game, yours: str, flipped: bool | None) -> int:
    """The side that somebody with these seats sees the board from, in quarter turns: their own, or the one across.

    `flipped` says which of the two they chose, if they did: whether those who are usually above the board are below it.
    """
    home = home_of(game, yours)
    return home if flipped is None or flipped == is_far(home) else (home + 2) % 4


def home_of(game: tv.Game, yours: str) -> int:
    """The side of somebody's seats. Whoever has several is only turned to the far side if all of them are there, and
    boards that are not square know no sides but two.
    """
    players = game.players
    side = side_of(players.index(yours), len(players)) if len(yours) == 1 else 0
    if len(yours) == 1 and (side % 2 == 0 or game.facts.columns == game.facts.rows):
        return side
    _, far = rows_of(players)
    return 2 if yours and all(letter in far for letter in yours) else 0


def notes_of(voice: Voice, position: tv.Position) -> list[str]:
    """What a game says about a position beside the board."""
    return [voice.say(note, position.game.name) for note in scene_of(position).notes]


def taster(game: tv.Game, turns: int = 20) -> tv.Position:
    """A position from the middle of some game, always the same, to show what a game looks like."""
    shown, longest = game.start(), 0
    for seed in range(TASTERS):
        position, made = _after_random_turns(game, turns, random.Random(seed))
        if made > longest:
            shown, longest = position, made
    return shown


def _after_random_turns(game: tv.Game, turns: int, chance: random.Random) -> tuple[tv.Position, int]:
    """The position after so many turns, or before the last one if the game ends early."""
    position = shown = game.start()
    made = 0
    while made < turns and position.outcome is None:
        position = position.act(chance.choice(position.actions()))
        if not position.pending and position.outcome is None:
            shown, made = position, made + 1
    return shown, made


STEP = re.compile(r'class="tv-step([^"]*)" data-step="([^"]*)"')


def with_targets(svg: str, targets: Collection[str]) -> str:
    """A board drawn without targets, with them, so that it is drawn once for whoever is to move and all others."""
    wanted = set(targets)

    def marked(match: re.Match[str]) -> str:
        if match[2] not in wanted:
            return match[0]
        return f'class="tv-step{match[1]} tv-target" data-step="{match[2]}"'

    return STEP.sub(marked, svg)


Patch = list[list[int] | str]


def patch(old: Parts, new: Parts) -> Patch:
    """How a picture follows from another one: `[first, end]` stands for parts of the old one, a text for a new part.

    From one turn to the next a picture of 60 kB becomes some hundred bytes. Parts are looked for in the block that
    stands at the same place, since pictures of a table have the same blocks.
    """
    found = Patch()
    first = 0
    for before, after in itertools.zip_longest(old[: len(new)], new, fillvalue=()):
        if before is after:
            _keep(found, first, first + len(before))
        else:
            places = {part: place for place, part in enumerate(before, start=first)}
            for part in after:
                place = places.get(part)
                if place is None:
                    found.append(part)
                else:
                    _keep(found, place, place + 1)
        first += len(before)
    return found


def _keep(found: Patch, first: int, end: int) -> None:
    """Go on with parts of the old picture."""
    last = found[-1] if found else None
    if isinstance(last, list) and last[1] == first:
        last[1] = end
    elif first < end:
        found.append([first, end])


@functools.cache
def kinds() -> tuple[str, ...]:
    """The pictures that can be taken from here: drawings always, the others where the extra `pictures` is."""
    has_frames = is_available() and importlib.util.find_spec("PIL") is not None
    return ("svg", *(("png",) if is_available() else ()), *(("gif",) if has_frames else ()))


@functools.cache
def board_style() -> str:
    """The style sheet that boards in a page need, for both themes."""
    return stylesheet()

"""Boards for the page. The browser inserts them as they are; it draws nothing."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Collection
from typing import Any

import tavoliere as tv
from tavoliere.apps.web.texts import words
from tavoliere.render.svg import svg_picture
from tavoliere.render.themes import stylesheet
from tavoliere.scene import Scene

PREFIX = "board"
TASTERS = 6
KEPT = 256
"""Pictures kept in memory, at up to 120 kB each."""


def scene_of(position: tv.Position) -> Scene:
    scene: Scene = position.game.ruleset.face.scene(position.state, dict(position.game.options))
    return scene


def board(
    position: tv.Position,
    *,
    marks: Collection[str] = (),
    targets: Collection[str] = (),
    selected: Collection[str] = (),
    flipped: bool = False,
    prefix: str = PREFIX,
    with_seats: bool = True,
) -> str:
    """A position with the squares of the last turn, the steps that can be taken, and those that were."""
    steps = (frozenset(marks), frozenset(targets), frozenset(selected))
    state: Any = position.state
    return _drawn(position.game, state, steps, flipped, prefix, with_seats)


@functools.lru_cache(maxsize=KEPT)
def _drawn(
    game: tv.Game, state: Any, steps: tuple[frozenset[str], ...], flipped: bool, prefix: str, with_seats: bool
) -> str:
    """Drawn once for all tables: games begin alike."""
    scene = game.ruleset.face.scene(state, dict(game.options))
    marks, targets, selected = steps
    return svg_picture(
        scene,
        marks=marks,
        targets=targets,
        selected=selected,
        flipped=flipped,
        standalone=False,
        id_prefix=prefix,
        with_seats=with_seats,
        words=words(),
    )


def notes_of(position: tv.Position) -> list[str]:
    """What a game says about a position beside the board."""
    return list(scene_of(position).notes)


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
    """A board drawn without targets, with them. Drawing is the dearest thing the server does, so it is done once."""
    wanted = set(targets)

    def marked(match: re.Match[str]) -> str:
        if match[2] not in wanted:
            return match[0]
        return f'class="tv-step{match[1]} tv-target" data-step="{match[2]}"'

    return STEP.sub(marked, svg)


@functools.cache
def board_style() -> str:
    """The style sheet that boards in a page need, for both themes."""
    return stylesheet()

"""Positions that are set up by hand, as somebody sees them: the board as it stands, and what is wrong with it still."""

from __future__ import annotations

import functools
from typing import Any

import tavoliere as tv
from tavoliere.apps.web.show import links, pictures, wording
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.setup import chosen_position
from tavoliere.core.said import Qualified, adjective_of, noun_of
from tavoliere.core.squares import coordinates_of
from tavoliere.render.legend import piece_alone
from tavoliere.render.svg import svg_picture
from tavoliere.scene import Piece, Scene, Seat
from tavoliere.scene.palette import Field, Palette, Setup, drawn, setup_of, text_of


def palette_of(game: tv.Game) -> Palette:
    """What positions of a game are put together from; a refusal if the game does not say."""
    known = getattr(game.ruleset.face, "palette", None)
    if known is None:
        raise Refusal("setup.missing")
    palette: Palette = known(dict(game.options))
    return palette


def has_palette(game: tv.Game) -> bool:
    return hasattr(game.ruleset.face, "palette")


def begun(game: tv.Game, text: str) -> Setup:
    """A position as something to be changed; a refusal with every reason if the text is none."""
    position = chosen_position(game, text)
    return setup_of(pictures.scene_of(position), str(position), palette_of(game))


def checked(game: tv.Game, setup: Setup) -> Setup:
    """What somebody brings; a refusal where it speaks of squares that the board does not have."""
    named = [*setup.squares, *(square for barrier in setup.barriers for square in barrier)]
    for square in named:
        if coordinates_of(square, *_size(game)) is None:
            raise Refusal("setup.square", square=square)
    for barrier in setup.barriers:
        _check_sides(game, *barrier)
    return setup


def _size(game: tv.Game) -> tuple[int, int]:
    scene = pictures.scene_of(game.start())
    return scene.columns, scene.rows


def _check_sides(game: tv.Game, first: str, second: str) -> None:
    """A barrier stands between a square and the one above it or right of it."""
    column, row = coordinates_of(first, *_size(game)) or (0, 0)
    if coordinates_of(second, *_size(game)) not in ((column + 1, row), (column, row + 1)):
        raise Refusal("setup.square", square=f"{first}-{second}")


def setup_view(voice: Voice, game: tv.Game, setup: Setup, flipped: bool, with_palette: bool) -> Message:
    """A setup with its picture and its text: a position that has a link, or every reason why it is none."""
    palette, base = palette_of(game), pictures.scene_of(game.start())
    text = text_of(setup, base, palette)
    position, reasons = _read(voice, game, text)
    return {
        "svg": _picture(voice, drawn(setup, base, palette), flipped),
        "text": text,
        "url": None if position is None else links.open_link(position),
        "reasons": reasons,
        "squares": dict(setup.squares),
        "barriers": sorted("-".join(barrier) for barrier in setup.barriers),
        "fields": {name: list(values) for name, values in setup.fields.items()},
        "palette": _palette_view(voice, game) if with_palette else None,
    }


def _read(voice: Voice, game: tv.Game, text: str) -> tuple[tv.Position | None, list[str]]:
    try:
        return chosen_position(game, text), []
    except Refusal as refusal:
        return None, wording.body_of(voice, refusal)["reasons"]


def _picture(voice: Voice, scene: Scene, flipped: bool) -> str:
    return svg_picture(
        scene,
        standalone=False,
        id_prefix=pictures.PREFIX,
        turned=2 * flipped,
        with_names=False,
        words=voice.speaker(scene.game),
    )


@functools.lru_cache(maxsize=64)
def _palette_view(voice: Voice, game: tv.Game) -> Message:
    """What there is to choose from: pieces with their pictures, and fields with their values."""
    palette, scene = palette_of(game), pictures.scene_of(game.start())
    return {
        "pieces": [_piece_view(voice, scene, piece, piece.letter in palette.heaped) for piece in palette.pieces],
        "fields": [_field_view(voice, game.name, field) for field in palette.fields if field.sides is None],
        "sides": next((voice.say(field.told, game.name) for field in palette.fields if field.sides), None),
    }


def _piece_view(voice: Voice, scene: Scene, piece: Piece, is_heaped: bool) -> dict[str, Any]:
    owner = next(seat for seat in scene.seats if seat.letter == piece.owner)
    return {
        "letter": piece.letter,
        "name": voice.say(_name(owner, piece), scene.game),
        "svg": piece_alone(scene, piece),
        "heaped": is_heaped,
    }


def _name(owner: Seat, piece: Piece) -> str:
    return Qualified(adjective_of(owner.noun), noun_of(piece.kind))


def _field_view(voice: Voice, game: str, field: Field) -> dict[str, Any]:
    return {
        "name": field.name,
        "text": voice.say(field.told, game),
        "parts": [
            {
                "text": voice.say(part.told, game),
                "choices": [{"value": one.value, "text": voice.say(one.told, game)} for one in part.choices],
            }
            for part in field.parts
        ],
    }

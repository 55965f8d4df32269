"""What people take along or show elsewhere: a position as a picture, a whole game as a moving one, the words of a link.

Pictures stand alone, with their colours inside. They show no aids: whoever gets one does not play.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import tavoliere as tv
from tavoliere.apps.web.show import pictures
from tavoliere.apps.web.show.pictures import Seen
from tavoliere.apps.web.show.views import result_view
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.show.wording import opponent_name
from tavoliere.apps.web.table import conduct, halves, moments
from tavoliere.apps.web.table.moments import Arrival
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.setup import chosen_game, chosen_position
from tavoliere.apps.web.table.sheet import OPPONENT, Seat, Sheet
from tavoliere.render.png import is_available, png_picture
from tavoliere.render.svg import svg_picture

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, FILM_WIDTH = 800, 320
MOST_FRAMES = 48
"""Of a longer game every second turn is shown, or every third, so that drawing it stays bearable for everybody."""
FRAME_MS, LAST_MS = 800, 3000
COLOURS = 128
GRAIN = re.compile(r"<pattern.*?</pattern>", re.DOTALL)
"""The grain of wood takes half of the time of drawing, and in few colours it would only be noise."""


class Look(NamedTuple):
    """How a picture is to look: the theme, and from which side."""

    theme: str = "light"
    flipped: bool = False


def check_kind(kind: str) -> None:
    """Refuse what cannot be made here."""
    if kind not in pictures.kinds():
        raise Refusal("pictures.missing")


def _drawn(voice: Voice, arrival: Arrival, look: Look, width: int) -> str:
    """A position with the squares of the last turn."""
    position, events, ending = arrival
    scene = pictures.marked(position, Seen(events, ending, is_over=True))
    words = voice.speaker(position.game.name)
    marks = halves.marks_of(events)
    return svg_picture(scene, look.theme, marks=marks, flipped=look.flipped, size=width, words=words)


def _in_kind(svg: str, kind: str, width: int) -> bytes:
    return svg.encode() if kind == "svg" else png_picture(svg, width)


def table_picture(voice: Voice, sheet: Sheet, ply: int, kind: str, look: Look) -> bytes:
    """The position of a table after so many turns, as SVG or PNG."""
    return _in_kind(_drawn(voice, moments.arrived(sheet, ply), look, WIDTH), kind, WIDTH)


def position_picture(
    voice: Voice, place: tuple[str, dict[str, int | str], str], moves: list[str], kind: str, look: Look
) -> bytes:
    """Any position, given by its game, options and text, and turns from it."""
    return _in_kind(_drawn(voice, _arrival(place, moves), look, WIDTH), kind, WIDTH)


def embedded_board(voice: Voice, place: tuple[str, dict[str, int | str], str], moves: list[str], flipped: bool) -> str:
    """The same as a board of a page, in the colours of whoever looks at it."""
    position, events, ending = _arrival(place, moves)
    seen = Seen(events, ending, is_over=True)
    return pictures.board(voice, position, seen, marks=halves.marks_of(events), flipped=flipped)


def _arrival(place: tuple[str, dict[str, int | str], str], moves: list[str]) -> Arrival:
    game, options, text = place
    arrival = Arrival(chosen_position(chosen_game(game, options), text))
    for move in moves:
        made = halves.allowed(arrival.position, move)
        arrival = Arrival(made.position, made.events, made.ending)
    return arrival


def film(voice: Voice, sheet: Sheet, look: Look) -> bytes:
    """The game of a table as an animated GIF, which mail and messengers show everywhere."""
    import PIL.Image

    frames = [_frame(_drawn(voice, arrival, look, FILM_WIDTH)) for arrival in _arrivals(sheet)]
    palette = _palette(frames[0], frames[-1])
    shown = [frame.quantize(palette=palette, dither=PIL.Image.Dither.NONE) for frame in frames]
    times = [FRAME_MS] * (len(shown) - 1) + [LAST_MS]
    made = io.BytesIO()
    shown[0].save(made, "GIF", save_all=True, append_images=shown[1:], duration=times, loop=0, disposal=1)
    return made.getvalue()


def _arrivals(sheet: Sheet) -> Iterator[Arrival]:
    """The positions of a game from its start, of a long one some, and its end."""
    every = -(-sheet.ply // MOST_FRAMES) or 1
    position = conduct.first_position(sheet)
    yield Arrival(position)
    for ply in range(1, sheet.ply + 1):
        if ply % every and ply != sheet.ply:
            position = conduct.followed(position, sheet.turns[ply - 1 : ply])
            continue
        arrival = moments.arrived_from(position, sheet, ply)
        position = arrival.position
        yield arrival


def _frame(svg: str) -> Image:
    import PIL.Image

    return PIL.Image.open(io.BytesIO(png_picture(GRAIN.sub("", svg), FILM_WIDTH))).convert("RGB")


def _palette(first: Image, last: Image) -> Image:
    """Colours for the whole film: those of its beginning and its end."""
    import PIL.Image

    both = PIL.Image.new("RGB", (first.width, first.height + last.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    return both.quantize(COLOURS)


# Links


class Preview(NamedTuple):
    """What a link says of itself where it is pasted: a title, a sentence, and a picture if there is one."""

    title: str
    text: str
    picture: str = ""


def table_preview(voice: Voice, sheet: Sheet, origin: str) -> Preview:
    """A table: who plays, and whose turn it is or how it ended."""
    game = chosen_game(sheet.game, dict(sheet.options))
    players = ", ".join(_name(voice, sheet.game, seat, game) for seat in sheet.seats)
    title = voice.text("page.preview.table", sheet.game, game=voice.title(sheet.game), players=players)
    picture = f"{origin}/api/tables/{sheet.table}/picture/png" if is_available() else ""
    return Preview(title, _state(voice, sheet, game), picture)


def _name(voice: Voice, name: str, seat: Seat, game: tv.Game) -> str:
    if seat.kind == OPPONENT:
        return opponent_name(voice, seat.spec, name)
    return seat.name or voice.say(game.player_name(seat.letter), name)


def _state(voice: Voice, sheet: Sheet, game: tv.Game) -> str:
    if sheet.is_over:
        told: str = result_view(voice, game, sheet.result, sheet.reason, sheet.ended_by)["told"]
        return told
    if sheet.review or not sheet.turn:
        return voice.text("page.review", sheet.game)
    return voice.text("page.turn.of", sheet.game, player=game.player_name(sheet.turn))


def position_preview(voice: Voice, game: str, query: str, origin: str) -> Preview:
    """A position, by the address that its page has."""
    address = f"{origin}/api/positions/{game}/picture/png" + (f"?{query}" if query else "")
    text = voice.text("page.preview.position", game, game=voice.title(game))
    return Preview(voice.title(game), text, address if is_available() else "")


def preview_tags(preview: Preview) -> str:
    """The same as elements of a page's head, for whoever fetches a page to show a link."""
    pairs = {
        "og:type": "website",
        "og:site_name": "Tavoliere",
        "og:title": preview.title,
        "og:description": preview.text,
    }
    if preview.picture:
        pairs |= {"og:image": preview.picture, "og:image:type": "image/png", "og:image:width": str(WIDTH)}
    card = "summary_large_image" if preview.picture else "summary"
    tags = [f'<meta property="{name}" content="{escape(value)}">' for name, value in pairs.items()]
    return "\n".join([*tags, f'<meta name="twitter:card" content="{card}">'])

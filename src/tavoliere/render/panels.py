"""What is beside the board of a picture: each player's panel with the tray, the buttons, the notes."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator
from html import escape

from tavoliere.core.said import Said, noun_of
from tavoliere.render.canvas import Block, Canvas, step_id, word
from tavoliere.render.layout import Layout
from tavoliere.render.shapes import CELL
from tavoliere.scene import Button, Piece, Seat, Supply

MOST_REPEATED = 3
"""So many pieces of a tray are drawn one by one; of more, one and their number."""
TEXT_ASPECT = 0.6
"""The width of a letter of our font in its size, a little generous."""
ICON, ICON_STEP = 84, 42
"""The width of a piece in a tray, and how far the next of its kind is from it."""


@dataclasses.dataclass(frozen=True)
class _Entry:
    """What a tray shows: so many pieces of a kind, or a supply without end."""

    owner: str
    kind: str
    count: int | None
    step: str
    entry: str
    """Its id in the tray, empty for a supply without end."""
    shows: str
    """The player in whose colour it is drawn."""
    said: str

    @property
    def repeated(self) -> int:
        """How many pieces are drawn."""
        return self.count if self.count is not None and 1 < self.count <= MOST_REPEATED else 1

    @property
    def number(self) -> str:
        """The number beside the piece, where the pieces do not say it themselves."""
        return "" if self.count is None or 1 <= self.count <= MOST_REPEATED else str(self.count)

    @property
    def width(self) -> int:
        """The room it needs, in the measure of squares."""
        text = 62 + 28 * len(self.number) if self.number else 0
        return ICON + ICON_STEP * (self.repeated - 1) + text


class Panels:
    """Draws what is beside the board."""

    def __init__(self, canvas: Canvas, layout: Layout) -> None:
        self.canvas, self.layout = canvas, layout

    def drawn(self) -> Iterator[Block]:
        scene = self.canvas.scene
        states = tuple(item for item in self.canvas.stated() if not item[0].startswith(("cell:", "edge:")))
        beside = scene.seats, scene.turn, scene.trays, scene.supplies, scene.entries, scene.buttons, states
        yield self.canvas.block("seats", beside, self._seats)
        if scene.buttons and not self.canvas.standalone:
            yield self.canvas.block("buttons", (scene.buttons, states), self._buttons)
        if self.layout.has_notes:
            yield tuple(self._notes())

    def _seats(self) -> Iterator[str]:
        yield '<g class="tv-seats">'
        for seat, x, y, width in self.layout.panels(self._buttons_width()):
            yield from self._seat(seat, x, y, width)
        yield "</g>"

    def _seat(self, seat: Seat, x: float, y: float, width: float) -> Iterator[str]:
        font, height = self.layout.font, self.layout.strip
        is_turn = seat.letter == self.canvas.scene.turn
        classes = "tv-seat" + (" tv-to-move" if is_turn else "") + ("" if seat.is_in else " tv-out")
        name = f"{self.canvas.prefix}-seat-{word(seat.letter)}"
        yield f'<g id="{name}" class="{classes}" transform="translate({x:g} {y:g})">'
        yield (
            f'<rect x="1.5" y="1.5" width="{width - 3:g}" height="{height - 3}" rx="{font * 0.45:.1f}" '
            f'class="tv-panel" stroke-width="2.5"/>'
        )
        if is_turn:
            across, down = font * 0.62, font * 0.42
            corner = f"M{font * 0.5:.1f} {height / 2 - down:.1f}"
            yield f'<path d="{corner}l{across:.1f} {down:.1f}-{across:.1f} {down:.1f}Z" class="tv-turn"/>'
        start, end = font * 1.6, width - font * 0.5
        if self.layout.with_names:
            text = self.canvas.say(seat.noun if seat.is_in else Said("{player} is out", player=seat.noun))
            yield from self._name(seat, text)
            start = font * 3.4 + len(text) * font * TEXT_ASPECT
        if seat.points is not None:
            counted = self.canvas.say(seat.counted)
            end -= self._points_width(counted)
            yield self._points(seat, counted, end)
            end -= font * 0.5
        room = (start, end, self._contents(seat.letter))
        tray = self.canvas.again(f"tray {seat.letter}", room, lambda: "\n".join(self._tray(seat.letter, start, end)))
        if tray:
            yield tray
        yield "</g>"

    def _points_width(self, counted: str) -> float:
        return self.layout.font * (1 + TEXT_ASPECT * len(counted))

    def _points(self, seat: Seat, counted: str, x: float) -> str:
        """What a player has scored so far, on a label of its own."""
        font, height, width = self.layout.font, self.layout.strip, self._points_width(counted)
        words = escape(self.canvas.say(Said("{player}: {what}", player=seat.noun, what=seat.counted)))
        title = f"<title>{words}</title>" if self.canvas.standalone else ""
        label = "" if self.canvas.standalone else f' role="img" aria-label="{words}"'
        top, tall = height / 2 - font * 0.82, font * 1.64
        return (
            f'<g class="tv-points"{label} transform="translate({x:.1f} 0)">{title}'
            f'<rect y="{top:.1f}" width="{width:.1f}" height="{tall:.1f}" rx="{tall / 2:.1f}" '
            f'class="tv-halo-fill tv-company-line" stroke-width="3"/>'
            f'<text x="{width / 2:.1f}" y="{height / 2 + font * 0.36:.1f}" text-anchor="middle" font-size="{font}" '
            f'class="tv-text" aria-hidden="true">{escape(counted)}</text></g>'
        )

    def _name(self, seat: Seat, text: str) -> Iterator[str]:
        """A player's name, and a piece that shows colour and emblem."""
        font, middle, look = self.layout.font, self.layout.strip / 2, self.canvas.look(seat.letter)
        chip = self.canvas.use(f"chip-{look}", self.canvas.shapes.disc(look))
        place = f"translate({font * 2:.1f} {middle:g}) scale({font / 56:.3f})"
        yield f'<g transform="{place}" aria-hidden="true">{chip}</g>'
        at = f'x="{font * 2.95:.1f}" y="{middle + font * 0.36:.1f}" font-size="{font}"'
        yield f'<text {at} class="tv-text{"" if seat.is_in else " tv-quiet"}">{escape(text)}</text>'

    def _entries(self, owner: str) -> list[_Entry]:
        counts = {tray.owner: tray.contents for tray in self.canvas.scene.trays}.get(owner, ())
        steps = {
            supply.entry: supply for supply in self.canvas.scene.supplies if supply.owner == owner and supply.entry
        }
        entries = []
        for name, count in counts:
            entry, supply = self.canvas.scene.entry(name), steps.get(name)
            step = _tray_step(owner, supply.name if supply else "")
            entries.append(
                _Entry(owner, supply.kind if supply else entry.kind, count, step, name, owner, entry.counted(count))
            )
        for supply in self.canvas.scene.supplies:
            if supply.owner == owner and not supply.entry:
                step, shows = _tray_step(owner, supply.name), supply.shows or owner
                entries.append(_Entry(owner, supply.kind, None, step, "", shows, self._endless(supply)))
        return entries

    def _endless(self, supply: Supply) -> str:
        """What a supply without end is called; one in another colour says so."""
        kind = noun_of(supply.kind)
        if supply.shows in ("", supply.owner):
            return kind
        return Said("{kind} showing {player}", kind=kind, player=self.canvas.name(supply.shows))

    def _contents(self, owner: str) -> Hashable:
        """All that a player's tray is drawn from, besides its place."""
        scene = self.canvas.scene
        contents = next((tray.contents for tray in scene.trays if tray.owner == owner), ())
        states = tuple(item for item in self.canvas.stated() if item[0].startswith("tray:"))
        return contents, scene.supplies, scene.entries, states

    def _tray(self, owner: str, start: float, end: float) -> Iterator[str]:
        """A player's pieces beside the board, made smaller where there is no room: beside a name at the right end."""
        entries = self._entries(owner)
        scale = self.layout.strip * 0.84 / CELL
        widths = [entry.width * scale for entry in entries]
        gap = self.layout.font * 0.3
        needed = sum(widths) + gap * max(0, len(entries) - 1)
        shrink = min(1.0, max(0.1, (end - start) / needed)) if needed else 1.0
        x = end - needed * shrink if self.layout.with_names else start
        for entry, width in zip(entries, widths, strict=True):
            yield self._entry(entry, x, scale * shrink)
            x += (width + gap) * shrink

    def _entry(self, entry: _Entry, x: float, scale: float) -> str:
        inner = f'<g pointer-events="none" aria-hidden="true">{self._entry_pieces(entry)}</g>'
        place = f"translate({x:.1f} {self.layout.strip / 2:g}) scale({scale:.3f})"
        words = self.canvas.say(Said("{player}: {what}", player=self.canvas.name(entry.owner), what=entry.said))
        data = f' data-owner="{escape(entry.owner)}" data-entry="{escape(entry.entry)}"'
        data += f' data-kind="{escape(entry.kind)}"'
        box = f'x="-2" y="-52" width="{entry.width + 4}" height="104" rx="14"'
        hit = "" if self.canvas.standalone else f'<rect {box} fill="none" pointer-events="all"/>'
        if entry.step:
            inner = hit + inner + self.canvas.box_marks(entry.step, box)
            return self.canvas.element(entry.step, "tv-tray", place, words, inner, "button", data)
        title = f"<title>{escape(words)}</title>" if self.canvas.standalone else ""
        label = "" if self.canvas.standalone else f' role="img" aria-label="{escape(words)}"'
        name = step_id(self.canvas.prefix, f"tray:{entry.owner}/{entry.entry}")
        return f'<g id="{name}" class="tv-tray"{data}{label} transform="{place}">{title}{hit}{inner}</g>'

    def _entry_pieces(self, entry: _Entry) -> str:
        """The pieces of an entry side by side, and their number if they are too many or none."""
        piece = Piece(entry.shows, entry.kind, entry.shows)
        y = 6 if entry.kind == "man" else 0
        places = [ICON // 2 + ICON_STEP * place for place in range(entry.repeated)]
        icons = "".join(self.canvas.piece_use(piece, entry.kind, f'x="{x}" y="{y}"') for x in places)
        if entry.kind == "man":
            top = self.canvas.shapes.man_top(self.canvas.look(entry.owner), 1)
            icons += f'<g transform="translate({places[-1]} {y})">{top}</g>'
        faint = ' opacity=".35"' if entry.count == 0 else ""
        text = f'<text x="88" y="17" font-size="46" class="tv-text">&#215;{entry.number}</text>' if entry.number else ""
        return f"<g{faint}>{icons}</g>{text}"

    # Buttons and notes

    def _button_width(self, button: Button) -> float:
        return self.layout.font * (1.8 + TEXT_ASPECT * len(self.canvas.say(button.label)))

    def _buttons_width(self) -> float:
        if self.canvas.standalone:
            return 0
        return sum(self._button_width(button) + self.layout.gap for button in self.canvas.scene.buttons)

    def _buttons(self) -> Iterator[str]:
        """The buttons of the game, which only a page can press."""
        layout = self.layout
        x = layout.width - layout.pad - self._buttons_width() + layout.gap
        yield '<g class="tv-buttons">'
        for button in self.canvas.scene.buttons:
            yield self._button(button, x)
            x += self._button_width(button) + layout.gap
        yield "</g>"

    def _button(self, button: Button, x: float) -> str:
        font, height, width = self.layout.font, self.layout.strip, self._button_width(button)
        box = f'x="2.5" y="2.5" width="{width - 5:.1f}" height="{height - 5}" rx="{font * 0.45:.1f}"'
        text = f'x="{width / 2:.1f}" y="{height / 2 + font * 0.36:.1f}" text-anchor="middle" font-size="{font}"'
        shown, step = self.canvas.say(button.label), f"button:{button.name}"
        inner = (
            f'<rect {box} class="tv-button-face" stroke-width="3"/>'
            f'<text {text} class="tv-text" pointer-events="none">{escape(shown[:1].upper() + shown[1:])}</text>'
        )
        inner += self.canvas.box_marks(step, box)
        place = f"translate({x:.1f} {self.layout.bottom})"
        return self.canvas.element(step, "tv-button", place, shown, inner, "button")

    def _notes(self) -> Iterator[str]:
        size = self.layout.font * 0.82
        for place, note in enumerate(self.canvas.scene.notes):
            y = self.layout.bottom + self.layout.strip + self.layout.gap + self.layout.font * (0.75 + 1.15 * place)
            at = f'x="{self.layout.pad + 6}" y="{y:.1f}" font-size="{size:.1f}"'
            yield f'<text {at} class="tv-text tv-quiet">{escape(self.canvas.say(note))}</text>'


def _tray_step(owner: str, name: str) -> str:
    return f"tray:{owner}/{name}" if name else ""

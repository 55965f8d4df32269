"""The walk of a turn: checked, resolved, written on the sheet, stored, shown, each once and in this order.

All but the last happens while nobody else can change the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import tavoliere as tv
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.live.flags import Flags
from tavoliere.apps.web.live.table import LiveTable
from tavoliere.apps.web.live.tables import Accepted, Tables
from tavoliere.apps.web.table import conduct, halves, moments
from tavoliere.apps.web.table.halves import Half
from tavoliere.apps.web.table.moments import Moment
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Seat, Sheet
from tavoliere.scene.steps import Steps

Resolve = Callable[[tv.Position], Half]


class Turns:
    """Turns of people and of opponents."""

    def __init__(self, tables: Tables, flags: Flags, metrics: Metrics, most_turns: int, now: Callable[[], int]) -> None:
        self.tables, self.flags, self.metrics = tables, flags, metrics
        self.most_turns, self.now = most_turns, now

    async def typed(
        self, live: LiveTable, tokens: Iterable[str], at: str, move: str, accepted: Accepted | None = None
    ) -> Sheet:
        """A turn of somebody with tokens by its text, meant for the position that `at` names.

        `accepted` is called once the turn is stored, before anybody is shown it.
        """
        _, stored = await self._made(live, tokens, at, lambda position: halves.allowed(position, move), accepted)
        return stored

    async def stepped(
        self, live: LiveTable, tokens: Iterable[str], at: str, taken: Steps, accepted: Accepted | None = None
    ) -> Half:
        """The same by its steps. If they are not a whole turn yet, nothing is changed."""
        half, _ = await self._made(live, tokens, at, lambda position: halves.half_made(position, taken), accepted)
        return half

    async def _made(
        self, live: LiveTable, tokens: Iterable[str], at: str, resolve: Resolve, accepted: Accepted | None
    ) -> tuple[Half, Sheet]:
        resolved: list[Half] = []
        fallen: list[str] = []

        def make(moment: Moment) -> Moment:
            sheet = moment.sheet
            conduct.check_turn(sheet, sheet.letters_of(tokens), at)
            too_late = self.flags.fallen(moment)
            if too_late is not None:
                fallen.append(sheet.turn)
                return too_late
            resolved.append(resolve(moment.position))
            return self._after(moment, resolved[0])

        def made(stored: Sheet) -> None:
            if resolved and accepted is not None:
                accepted(stored)

        stored = await self.tables.change(live, make, made)
        if fallen:
            self.flags.say_fallen(live, fallen[0])
            game = live.position.game
            raise Refusal("clock.fell", game=game.name, player=game.player_name(fallen[0]))
        if resolved[0].move is not None:
            self.metrics.count("turns_total", by="people")
        return resolved[0], stored

    async def chosen(self, live: LiveTable, seat: Seat, at: str, move: str) -> None:
        """A turn of the opponent that has a seat, chosen in the position that `at` names."""

        def make(moment: Moment) -> Moment:
            sheet = moment.sheet
            is_its_turn = (sheet.at, sheet.turn) == (at, seat.letter)
            if not is_its_turn or sheet.is_over or sheet.seat(seat.letter) != seat:
                raise Refusal("turn.stale")
            return self._after(moment, halves.allowed(moment.position, move))

        await self.tables.change(live, make, leased=True)
        self.metrics.count("turns_total", by="opponents")

    def _after(self, moment: Moment, turn: Half) -> Moment:
        """The moment after a turn; the same one if the turn is not whole."""
        if turn.move is None:
            return moment
        conduct.check_length(moment.sheet, self.most_turns)
        return moments.with_turn(moment, turn, self.now())

"""What people agree on at a table, and what they do besides turns: undo, draw, rematch, resigning, sitting down."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import tavoliere as tv
from tavoliere.apps.web.live.table import LiveTable
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.table import conduct, moments, offers
from tavoliere.apps.web.table.moments import Moment
from tavoliere.apps.web.table.offers import Answered, News, Outlook
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Sheet

Outlooks = Callable[[LiveTable], Awaitable[dict[str, Outlook]]]


class Agreements:
    """What happens between turns: the change is stored, then everybody hears what it was."""

    def __init__(
        self, tables: Tables, stand_in: Callable[[tv.Game], str], outlooks: Outlooks, now: Callable[[], int]
    ) -> None:
        """`stand_in` takes over the seat of somebody who resigns in a game of more than two; `outlooks` says what the
        opponents at a table expect.
        """
        self.tables, self.stand_in, self.outlooks, self.now = tables, stand_in, outlooks, now

    async def undo(self, live: LiveTable, tokens: Iterable[str], answer: bool) -> None:
        """Take a turn back, ask for it, agree to it or decline it."""
        letters = live.letters(tokens)
        if answer:
            await self._answered(live, lambda moment: offers.undo_wanted(moment, letters, self.now()))
        else:
            await self._answered(live, lambda moment: offers.declined(moment, letters, "undo"))

    async def draw(self, live: LiveTable, tokens: Iterable[str], answer: bool, seat: str = "") -> None:
        """Offer a draw, accept it or decline it, as one of the seats."""
        letters = live.letters(tokens)
        conduct.check_going(live.sheet)
        at, found = live.sheet.at, dict[str, Outlook]()
        if answer and offers.is_for_opponents(live.sheet, conduct.speaker(live.sheet, letters, seat)):
            found = await self.outlooks(live)

        def change(moment: Moment) -> Answered:
            letter = conduct.speaker(moment.sheet, letters, seat)
            if answer:
                return offers.draw_wanted(moment, letter, found if moment.sheet.at == at else {}, self.now())
            return offers.declined(moment, letter, "draw")

        await self._answered(live, change)

    async def _answered(self, live: LiveTable, make: Callable[[Moment], Answered]) -> None:
        said: list[News | None] = []

        def change(moment: Moment) -> Moment:
            after, news = make(moment)
            said.append(news)
            return after

        await self.tables.change(live, change)
        _say(live, said)

    async def rematch(self, live: LiveTable, tokens: Iterable[str], answer: bool) -> None:
        """Wish for another game with the seats rotated, agree, or decline."""
        letters = live.letters(tokens)
        if not answer:
            await self._answered(live, lambda moment: offers.declined(moment, letters, "rematch"))
            return
        said: list[News | None] = []

        def change(moment: Moment) -> tuple[Moment, Sheet | None]:
            after, news, following = offers.rematch_wanted(moment, letters, self.now())
            said.append(news)
            return after, following

        await self.tables.succeed(live, change)
        _say(live, said)

    async def resign(self, live: LiveTable, tokens: Iterable[str], letter: str) -> None:
        if letter not in live.letters(tokens):
            raise Refusal("seat.not-yours")

        def change(sheet: Sheet) -> Sheet:
            conduct.check_going(sheet)
            return conduct.given_up(sheet, letter, conduct.RESIGNATION, self.stand_in(live.position.game), self.now())

        await self._changed(live, change)
        live.say("resigned" if live.sheet.is_over else "resigned.stands-in", letter)

    async def sit_down(self, live: LiveTable, letter: str, name: str) -> str:
        """Take an open seat; the token is told to whoever took it and to nobody else."""
        tokens: list[str] = []

        def change(sheet: Sheet) -> Sheet:
            if sheet.review:
                raise Refusal("table.review")
            after, token = conduct.seated(sheet, letter, name)
            tokens.append(token)
            return after

        await self._changed(live, change)
        live.say("seat.sat", letter)
        return tokens[0]

    async def rename(self, live: LiveTable, tokens: Iterable[str], letter: str, name: str) -> None:
        if letter not in live.letters(tokens):
            raise Refusal("seat.not-yours")
        await self._changed(live, lambda sheet: conduct.renamed(sheet, letter, name))

    async def make_private(self, live: LiveTable, tokens: Iterable[str]) -> None:
        """Show the table to strangers no longer, as anybody who plays at it may want."""
        live.letters(tokens)
        await self._changed(live, conduct.made_private)
        live.say("table.private")

    async def erase(self, live: LiveTable, tokens: Iterable[str]) -> bool:
        """Take somebody's names and seats away, who gives up a game that others still play; True if nobody is left who
        has a seat, so that the game is deleted.
        """
        letters = live.letters(tokens)

        def change(sheet: Sheet) -> Sheet:
            others = [letter for letter in sheet.seated() if letter not in letters]
            for letter in letters if others else "":
                if not sheet.is_over:
                    stand_in = self.stand_in(live.position.game)
                    sheet = conduct.given_up(sheet, letter, conduct.RESIGNATION, stand_in, self.now())
            return conduct.erased(sheet, letters)

        await self._changed(live, change)
        while not any(seat.token_hash for seat in live.sheet.seats):
            if await self.tables.erase(live.sheet):
                return True
            await self.tables.catch_up(live.sheet.table)
        return False

    async def _changed(self, live: LiveTable, change: Callable[[Sheet], Sheet]) -> None:
        """Change what is on the sheet and nothing on the board."""
        await self.tables.change(live, lambda moment: moments.with_sheet(moment, change(moment.sheet)))


def _say(live: LiveTable, said: Iterable[News | None]) -> None:
    for news in said:
        if news is not None:
            live.say(*news)

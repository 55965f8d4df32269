"""A database that was written before the server had rooms opens as it is, and its games go on.

`tests/data/tables_0001.sql` is what SQLite dumped of it. The tokens of its people are `token-0`, `token-1` and so on.
"""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tests.web.tables import EN, HandClock, running

STORED = Path(__file__).parents[1] / "data" / "tables_0001.sql"
SHOWN = {
    "going-on": ("3.0", ["e4-f4", "d9-d8", "f4-f3"], None),
    "escaped": ("1.0", ["c5-c9"], "White wins: king escaped"),
    "resigned": ("1.0", ["a1"], "White wins: resignation"),
    "three-people": ("3.0", ["i9", "i8", "i7"], None),
    "finished": ("0.0", [], "Red wins: resignation"),
    "next-game": ("0.0", [], None),
    "from-a-record": ("2.0", ["e4-f4", "d9-d8"], "White wins: resignation"),
    "open-seat": ("0.0", [], None),
    "taken-back": ("2.1", ["b2", "b5"], None),
}


@pytest.fixture
def old_url(sqlite_url):
    connection = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))
    connection.executescript(STORED.read_text(encoding="utf-8"))
    connection.close()
    return sqlite_url


@pytest.mark.parametrize("name", SHOWN)
def test_a_table_of_an_old_database_is_shown_as_it_was_left(old_url, name):
    async def look():
        async with running(old_url) as service:
            shown = service.audience.view(EN, await service.tables.find(name), [])
            told = shown["result"]["told"] if shown["result"] else None
            assert (shown["at"], [move["move"] for move in shown["moves"]], told) == SHOWN[name]

    asyncio.run(look())


def test_the_games_of_an_old_database_go_on_with_their_seats_and_clocks(old_url):
    clock = HandClock()
    clock.pass_seconds(110)

    async def play():
        async with running(old_url, now=clock) as service:
            live = await service.tables.find("going-on")
            assert service.audience.view(EN, live, ["token-1"])["clock"]["left"] == {"w": 61_000, "b": 60_000}
            await service.turns.typed(live, ["token-1"], "3.0", "d8-d7")
            await service.agreements.undo(live, ["token-1"], answer=True)
            assert live.sheet.undo_by == "b" and live.sheet.seats[0].name == "Anna"
            following = await service.tables.find("next-game")
            assert (following.sheet.previous, following.sheet.letters_of(["token-10"])) == ("finished", "r")
            token = await service.agreements.sit_down(await service.tables.find("open-seat"), "b", "Bo")
            assert (await service.database.load("open-seat")).letters_of([token]) == "b"

    asyncio.run(play())

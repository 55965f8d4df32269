"""People who play on whatever happens: each has one seat, goes to another server when theirs is gone, and writes every
turn that was acknowledged into a ledger.
"""

from __future__ import annotations

import asyncio
import json
import random
import urllib.request
from typing import NamedTuple

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import tavoliere as tv
from tests.chaos.company import Company

PERSON = {"kind": "person"}
BASE, INCREMENT = 600, 2
PATIENCE = 8.0
"""Seconds without a word after which somebody tries another server."""
LOST = (OSError, TimeoutError, WebSocketException, EOFError)


class Entry(NamedTuple):
    """A turn that a server has acknowledged."""

    table: str
    ply: int
    seat: str
    move: str


class Ledger:
    """Everything that was acknowledged, and everything that was sent."""

    def __init__(self) -> None:
        self.acknowledged: list[Entry] = []
        self.sent: set[Entry] = set()
        self.tables: dict[str, str] = {}
        """The specification of the opponent at each table; empty where people play."""
        self.refusals: dict[str, int] = {}


class Place:
    """Where one game after another is played."""

    def __init__(self, company: Company, ledger: Ledger, game: str, opponent: str, pause: float, seed: int) -> None:
        self.company, self.ledger, self.game, self.opponent = company, ledger, game, opponent
        self.pause, self.chance = pause, random.Random(seed)

    async def play(self) -> None:
        """One game after another."""
        while True:
            table, tokens = await self._made()
            self.ledger.tables[table] = self.opponent
            await asyncio.gather(*(self._sit(table, letter, token) for letter, token in tokens.items()))

    async def _made(self) -> tuple[str, dict[str, str]]:
        letters = tv.game(self.game).players
        seats: dict[str, dict] = dict.fromkeys(letters, PERSON)
        if self.opponent:
            seats[letters[-1]] = {"kind": "opponent", "spec": self.opponent}
        clock = {"kind": "increment", "base": BASE, "increment": INCREMENT}
        body = json.dumps({"game": self.game, "seats": seats, "clock": clock}).encode()
        while True:
            try:
                made = await asyncio.to_thread(self._post, body)
                return made["table"], made["tokens"]
            except LOST:
                await asyncio.sleep(0.3)

    def _post(self, body: bytes) -> dict:
        url = self._any_server() + "api/tables"
        request = urllib.request.Request(url, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            found: dict = json.load(answer)
        return found

    def _any_server(self) -> str:
        return self.chance.choice(self.company.servers).url

    async def _sit(self, table: str, letter: str, token: str) -> None:
        """Have a seat until the game is over, at one server after another."""
        while True:
            try:
                url = self._any_server().replace("http", "ws") + f"api/tables/{table}/socket"
                async with connect(url, max_size=None, open_timeout=4, close_timeout=1, compression=None) as line:
                    await line.send(json.dumps({"type": "hello", "tokens": [token]}))
                    if await self._at(line, table, letter):
                        return
            except LOST:
                await asyncio.sleep(self.chance.uniform(0.1, 0.5))

    async def _at(self, line, table: str, letter: str) -> bool:
        """Play over one connection; True when the game is over."""
        tried = ""
        while True:
            try:
                message = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
            except TimeoutError:
                await line.send('{"type":"ping"}')
                message = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
            if message["type"] == "accepted":
                self.ledger.acknowledged.append(Entry(table, message["ply"], letter, message["move"]))
            elif message["type"] == "refused":
                self.ledger.refusals[message["key"]] = self.ledger.refusals.get(message["key"], 0) + 1
                tried = ""
                await asyncio.sleep(0.5)
                await line.send('{"type":"look","look":{}}')
            elif message["type"] == "table":
                if message["result"] is not None:
                    return True
                if message["can_move"] and message["at"] != tried:
                    tried = message["at"]
                    await self._move(line, message, table, letter)

    async def _move(self, line, shown: dict, table: str, letter: str) -> None:
        await asyncio.sleep(self.chance.uniform(0.5, 1.5) * self.pause)
        move = self.chance.choice(tv.game(self.game, **shown["options"]).position(shown["text"]).legal_moves())
        self.ledger.sent.add(Entry(table, shown["ply"] + 1, letter, move))
        await line.send(json.dumps({"type": "turn", "id": 1, "at": shown["at"], "move": move}))

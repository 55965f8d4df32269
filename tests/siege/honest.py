"""People who play: each game between two of them with a turn now and then, and a few games against the lowest level.

What the server has acknowledged is kept in a ledger, and compared with what it has at the end.
"""

from __future__ import annotations

import asyncio
import json
import random
import time

import tavoliere as tv
from tests.siege.wire import PATIENCE, Place

GAMES = ("tablut", "never-alone", "pathwayz")
ADDRESSES = 12
"""So many addresses the honest people have."""


def script(name: str, most: int, chance: random.Random) -> list[tuple[str, str]]:
    """The turns of a random game, thought up beforehand."""
    position, turns = tv.game(name).start(), []
    while len(turns) < most and position.outcome is None:
        actions, half = [], position
        while not actions or half.pending:
            actions.append(chance.choice(half.actions()))
            half = half.act(actions[-1])
        turns.append((position.turn, position.actions_to_turn(actions)))
        position = half
    return turns


class Game:
    """One game of two people, each at a socket."""

    def __init__(self, place: Place, number: int, chance: random.Random) -> None:
        self.place, self.name = place, GAMES[number % len(GAMES)]
        self.address = f"127.0.1.{1 + number % ADDRESSES}"
        self.turns = script(self.name, 150, chance)
        self.ledger: list[str] = []
        self.finished = 0
        """Turns of games that are over."""
        self.times: list[tuple[float, float]] = []
        """When a turn was sent, and how long it took until both were shown it."""
        self.problems: list[str] = []

    async def open(self) -> None:
        players = tv.game(self.name).players
        wanted = {"game": self.name, "seats": {letter: {"kind": "person"} for letter in players}}
        made = await self.place.json(self.address, "/api/tables", wanted)
        self.table, self.sockets = made["table"], {}
        for letter in players:
            self.sockets[letter] = await self.place.socket(self.address, self.table)
            hello = {"type": "hello", "tokens": [made["tokens"][letter]], "patches": True}
            await self.sockets[letter].send(json.dumps(hello))
            await self._shown(letter)

    async def play(self, every: float) -> None:
        """A turn every so often, until the task is ended; a game that is over makes room for another."""
        await asyncio.sleep(random.random() * every)
        try:
            while True:
                await self._play_on(every)
                await self.check()
                await self.close()
                self.finished += len(self.ledger)
                self.ledger = []
                await self.open()
        except Exception as error:
            self.problems.append(f"{type(error).__name__}: {str(error)[:200]}")

    async def _play_on(self, every: float) -> None:
        for letter, move in self.turns:
            began = time.perf_counter()
            turn = {"type": "turn", "at": f"{len(self.ledger)}.0", "move": move}
            await asyncio.shield(self._turn(letter, turn))
            self.times.append((began, time.perf_counter() - began))
            await asyncio.sleep(max(0.05, every - (time.perf_counter() - began)))

    async def _turn(self, letter: str, turn: dict) -> None:
        await self.sockets[letter].send(json.dumps(turn))
        self.ledger.append(turn["move"])
        for other in self.sockets:
            await self._shown(other)

    async def _shown(self, letter: str) -> None:
        wanted = f'"at":"{len(self.ledger)}.0"'
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.sockets[letter].recv()
                if message.startswith('{"type":"refused"'):
                    raise ValueError(message)
                if message.startswith('{"type":"table"') and wanted in message:
                    return

    async def check(self) -> None:
        """What the server has must be what it acknowledged, in order and once; one turn more may be under way."""
        shown = await self.place.json(self.address, f"/api/tables/{self.table}")
        stored = [move["move"] for move in shown["moves"]]
        if stored != self.ledger:
            self.problems.append(f"{self.table}: {len(self.ledger)} turns in the ledger, {len(stored)} stored")

    async def close(self) -> None:
        for line in self.sockets.values():
            await line.close()


class AgainstLevelOne:
    """Somebody who plays against the lowest level and measures how soon it answers."""

    def __init__(self, place: Place, number: int, chance: random.Random) -> None:
        self.place, self.address, self.chance = place, f"127.0.2.{1 + number}", chance
        self.times: list[tuple[float, float]] = []
        self.problems: list[str] = []

    async def play(self, every: float) -> None:
        try:
            while True:
                await self._game(every)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.problems.append(f"{type(error).__name__}: {str(error)[:200]}")

    async def _game(self, every: float) -> None:
        seats = {"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": "level:1"}}
        made = await self.place.json(self.address, "/api/tables", {"game": "tablut", "seats": seats})
        line = await self.place.socket(self.address, made["table"])
        await line.send(json.dumps({"type": "hello", "tokens": list(made["tokens"].values())}))
        shown = await self._table(line, lambda table: True)
        position = tv.game("tablut").start()
        while shown["result"] is None:
            move = self.chance.choice(position.legal_moves())
            began = time.perf_counter()
            await line.send(json.dumps({"type": "turn", "at": shown["at"], "move": move}))
            ply = shown["ply"] + 2
            shown = await self._table(line, lambda table, ply=ply: table["ply"] >= ply or table["result"] is not None)
            self.times.append((began, time.perf_counter() - began))
            if shown["result"] is None:
                position = tv.game("tablut").position(shown["text"])
            await asyncio.sleep(every)
        await line.close()

    async def _table(self, line, condition) -> dict:
        async with asyncio.timeout(2 * PATIENCE):
            while True:
                message = json.loads(await line.recv())
                if message["type"] == "refused":
                    raise ValueError(message["key"])
                if message["type"] == "table" and condition(message):
                    return message

"""A siege: an idle stretch, then one attack after another, while honest people play."""

from __future__ import annotations

import asyncio
import contextlib
import random
import statistics
import time
from pathlib import Path
from typing import Any

from tests.siege.attacks import ATTACKS, Attack
from tests.siege.honest import AgainstLevelOne, Game
from tests.siege.wire import Place
from tests.web.servers import RealServer

MOST_ABOVE_MS = 150.0
MOST_LEVEL_ONE = 2.0
MOST_STOP = 5.0
MOST_MEMORY_MB = 700.0


def percentile(times: list[float], share: float = 0.95) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] if times else 0.0


def memory_mb(process: int) -> float:
    """The most that a process has had."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    found = next((line for line in lines if line.startswith("VmHWM")), "VmHWM: 0")
    return round(int(found.split()[1]) / 1024, 1)


class Siege:
    """One server, so many games, and a report."""

    def __init__(self, server: RealServer, games: int, seconds: float, every: float, seed: int = 1) -> None:
        self.server, self.place = server, Place(server.url)
        self.seconds, self.every = seconds, every
        chance = random.Random(seed)
        self.games = [Game(self.place, number, chance) for number in range(games)]
        self.learners = [AgainstLevelOne(self.place, number, random.Random(number)) for number in range(2)]
        self.rows: list[dict[str, Any]] = []

    async def run(self, attacks=ATTACKS, tell=lambda name: None) -> dict[str, Any]:
        for game in self.games:
            await game.open()
        playing = [asyncio.ensure_future(one.play(self.every)) for one in (*self.games, *self.learners)]
        tell("idle")
        await asyncio.sleep(min(5.0, self.seconds))  # the opponents' processes start
        idle = await self._stretch("nothing", None)
        for kind in attacks:
            tell(kind.__name__)
            attack = await asyncio.to_thread(kind, self.place)
            await self._stretch(kind.__doc__ or kind.__name__, attack)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.sleep(1)
        for game in self.games:
            await game.check()
        health = await self.place.json("127.0.3.1", "/health")
        report = {
            "rows": self.rows,
            "idle_ms": idle["median_ms"],
            "turns": sum(game.finished + len(game.ledger) for game in self.games),
            "problems": [problem for one in (*self.games, *self.learners) for problem in one.problems],
            "health": health["status"],
            "memory_mb": memory_mb(self.server.process.pid),
        }
        for game in self.games:
            with contextlib.suppress(Exception):
                await game.close()
        return report

    async def _stretch(self, name: str, attack: Attack | None) -> dict[str, Any]:
        """Some seconds of play, with or without an attack."""
        running = asyncio.ensure_future(attack.run()) if attack is not None else None
        began = time.perf_counter()
        await asyncio.sleep(self.seconds)
        if running is not None:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await running
        until = time.perf_counter()
        turns, answers = self._times(self.games, began, until), self._times(self.learners, began, until)
        row = {
            "attack": name.rstrip("."),
            "turns": len(turns),
            "median_ms": round(1000 * statistics.median(turns), 1) if turns else None,
            "p95_ms": round(1000 * percentile(turns), 1),
            "level_one_s": round(percentile(answers), 2),
            "level_one_answers": len(answers),
            "answered": dict(attack.answers) if attack is not None else {},
            "memory_mb": memory_mb(self.server.process.pid),
        }
        self.rows.append(row)
        return row

    def _times(self, players, began: float, until: float) -> list[float]:
        return [took for one in players for sent, took in one.times if began <= sent <= until]


async def stopped_under_attack(server: RealServer, attacks) -> float:
    """How long a server takes to stop while it is attacked; it has exited when this returns."""
    place = Place(server.url)
    running = [asyncio.ensure_future(kind(place).run()) for kind in attacks]
    await asyncio.sleep(1.5)
    began = time.perf_counter()
    code, _ = await asyncio.to_thread(server.stop)
    took = time.perf_counter() - began
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    assert code == 0, f"the server ended with {code}"
    return took

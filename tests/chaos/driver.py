"""A round of chaos: games begin, things are broken at random for a while, all comes back, and accounts are made."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.chaos import accounts
from tests.chaos.company import LIMITS, Breakable, BreakableCluster, Company
from tests.chaos.games import Ledger, Place
from tests.web import postgres

GAMES = ("tablut", "pit", "pathwayz")
SETTLE_SECONDS = 12.0
"""After the last fault: everything is back, and whoever had to move could."""


@contextlib.contextmanager
def company(folder: Path, servers: int, opponents: list[str]) -> Iterator[tuple[Company, str]]:
    """So many servers at a fresh database."""
    programs = postgres.programs()
    assert programs is not None, "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    cluster = BreakableCluster(programs)
    cluster.start()
    url = cluster.new_database()
    found: list[Breakable] = []
    try:
        for number in range(servers):
            (folder / str(number)).mkdir()
            settings = {"heartbeat": 1.0, "opponents": opponents, "limits": LIMITS}
            found.append(Breakable(folder / str(number), url, **settings))
        yield Company(cluster, found), url
    finally:
        for server in found:
            if server.process.poll() is None:
                server.die()
        cluster.stop()


class Round:
    """One round."""

    def __init__(self, company: Company, games: int, opponents: list[str], pause: float, seed: int) -> None:
        self.company, self.chance, self.ledger = company, random.Random(seed), Ledger()
        self.done: Counter[str] = Counter()
        self.places = [
            Place(company, self.ledger, GAMES[number % len(GAMES)], self._opponent(number, opponents), pause, number)
            for number in range(games)
        ]

    def _opponent(self, number: int, opponents: list[str]) -> str:
        """Every third game is against a machine."""
        return opponents[number // 3 % len(opponents)] if number % 3 == 2 else ""

    async def run(self, seconds: float, every: float, tell: Callable[[str], None] = lambda _: None) -> None:
        playing = [asyncio.ensure_future(place.play()) for place in self.places]
        looking = asyncio.ensure_future(self.company.look())
        faults: set[asyncio.Task[None]] = set()
        until = time.monotonic() + seconds
        await asyncio.sleep(min(5.0, seconds / 4))
        while time.monotonic() < until:
            name, fault = self._fault()
            self.done[name] += 1
            tell(f"{until - time.monotonic():5.0f} s left: {name}")
            faults.add(asyncio.ensure_future(fault))
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * every)
            faults = {task for task in faults if not task.done()}
        tell("bringing everything back")
        await asyncio.gather(*faults)
        await asyncio.sleep(SETTLE_SECONDS)
        for task in (*playing, looking):
            task.cancel()
        await asyncio.gather(*playing, looking, return_exceptions=True)
        await asyncio.sleep(2.0)  # machines answer what came last

    def _fault(self) -> tuple[str, Any]:
        """Something that can be broken now."""
        chance, company = self.chance, self.company
        up = [server for server in company.servers if server.is_up]
        choices: list[tuple[str, Callable[[], Any]]] = []
        if up:
            server, rest = chance.choice(up), chance.uniform(0.5, 6)
            choices = [
                ("server SIGKILL", lambda: company.kill(server, rest)),
                ("server SIGTERM", lambda: company.terminate(server, rest)),
                ("server SIGSTOP", lambda: company.freeze(server, chance.uniform(2, 12))),
                ("worker SIGKILL", lambda: company.hurt_worker(server, signal.SIGKILL, chance)),
                ("worker SIGSTOP", lambda: company.hurt_worker(server, signal.SIGSTOP, chance)),
            ]
        if company.database_is_up:
            choices += [
                ("database SIGQUIT", lambda: company.restart_database("immediate", chance.uniform(0, 3))),
                ("database SIGINT", lambda: company.restart_database("fast", chance.uniform(0, 3))),
                ("database SIGSTOP", lambda: company.freeze_database(chance.uniform(2, 8))),
            ]
        name, fault = chance.choice(choices) if choices else ("nothing", lambda: asyncio.sleep(1))
        return name, fault()

    def report(self, url: str, machine_seconds: float = accounts.MACHINE_SECONDS) -> dict[str, Any]:
        sheets = accounts.stored(url, list(self.ledger.tables))
        found = accounts.compared(self.ledger, sheets, self.company, machine_seconds)
        still = sum(until - begin for begin, until in self.company.standstill.found)
        return {"faults": dict(self.done), "standstill_s": round(still, 1), **found}

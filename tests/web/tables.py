"""Tables for tests: a service without HTTP, workers that need no process, a clock that stands until it is moved."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Mapping

import tavoliere as tv
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.host.settings import Limits, Settings
from tavoliere.apps.web.live.opponents import Pool, Worker
from tavoliere.apps.web.live.service import Service
from tavoliere.apps.web.live.table import LiveTable
from tavoliere.apps.web.show.voices import Voice, english_voice
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.conduct import Occupant
from tavoliere.apps.web.table.sheet import Clock
from tavoliere.search.players import Choice

PERSON, OPEN = Occupant("person"), Occupant("open")
MACHINE = Occupant("opponent", spec="random")
EN = english_voice()


class FirstMove:
    """An opponent that makes the first legal turn, at once or when it is let go."""

    def __init__(self) -> None:
        self.gate: threading.Event | None = None
        self.failures = 0
        self.asked: list[str] = []
        self.value = 0.5
        self.stopped = 0

    def choose(self, spec, position, seed, watch=None, note=None, move=None) -> Choice:  # noqa: ARG002 - always the same
        self.asked.append(str(position))
        note("a kernel")
        if self.gate is not None:
            assert self.gate.wait(20)
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the search broke down")
        values = dict.fromkeys(position.game.players, self.value)
        choice = Choice(position.legal_moves()[0], values, 17, 0.0, ())
        watch(choice)
        return choice

    def stop(self) -> None:
        self.stopped += 1

    def close(self) -> None:
        if self.gate is not None:
            self.gate.set()


class HandClock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += int(seconds * 1000)


class Listener:
    """A watcher that remembers what it was told."""

    def __init__(self, tokens: list[str] | None = None, voice: Voice = EN) -> None:
        self.tokens, self.voice = tokens or [], voice
        self.side = 0
        self.told: list[dict] = []
        self.refreshed = 0

    def refresh(self) -> None:
        self.refreshed += 1

    def tell(self, message) -> None:
        self.told.append(message)

    def dismiss(self, message) -> None:
        self.told.append(message)

    def said(self) -> list[str]:
        return [message["key"] for message in self.told if message["type"] == "said"]


@contextlib.asynccontextmanager
async def running(
    url: str,
    worker: Worker | None = None,
    now: Callable[[], int] | None = None,
    limits: Limits | None = None,
    database: Database | None = None,
    keep_days: int = 0,
) -> AsyncIterator[Service]:
    """A service over a database, stopped in good order at the end."""
    settings = Settings(
        database=url, warm=False, opponents=("random",), stand_in="random", hint="random", heartbeat=3600,
        limits=limits or Limits(), keep_days=keep_days,
    )  # fmt: skip
    metrics = Metrics()
    found = database or Database(url)
    found.open()
    chosen = worker or FirstMove()
    service = Service(settings, found, Pool(1, metrics, lambda: chosen), metrics, now or HandClock())
    await service.start()
    try:
        yield service
    finally:
        await service.stop()
        found.close()


async def table(
    service: Service,
    game: str = "tablut",
    seats: Mapping[str, Occupant] | None = None,
    clock: Clock | None = None,
    start: str = "",
    moves: list[str] | None = None,
    **options: int | str,
) -> tuple[LiveTable, dict[str, str]]:
    """A new table and the tokens of its people."""
    chosen = tv.game(game, **options)
    first = chosen.position(start) if start else chosen.start()
    occupants = seats or dict.fromkeys(chosen.players, PERSON)
    sheet, tokens = conduct.new_sheet(first, moves or [], occupants, clock or Clock(), service.now())
    return await service.tables.add(sheet), tokens

"""What is broken on purpose: three servers with their workers, and the PostgreSQL server that they share."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
import urllib.request
from pathlib import Path

from tests.web.postgres import Cluster
from tests.web.servers import RealServer

MANY = 10**9
LIMITS = dict.fromkeys(("requests", "tables", "connections", "messages", "lines", "work", "reading"), MANY)
STOP_SECONDS = 15.0
"""As long as systemd waits by docs/hosting.md before it kills."""


def children_of(process: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == process:
                child = int(stat.parent.name)
                found += [child, *children_of(child)]
    return found


def send(process: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)


class BreakableCluster(Cluster):
    """A PostgreSQL server that can be killed, restarted and frozen."""

    @property
    def data(self) -> str:
        return str(self._home / "data")

    def processes(self) -> list[int]:
        lines = (self._home / "data" / "postmaster.pid").read_text().splitlines()
        return [int(lines[0]), *children_of(int(lines[0]))]

    def end(self, how: str) -> None:
        """`immediate` is a crash, `fast` what an administrator does."""
        self._run("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")

    def begin(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-w", "-o", self.options(), "-l", str(self._home / "log"), "start")


class Breakable(RealServer):
    """A server that is dead, frozen or alive."""

    is_up = True

    def workers(self) -> list[int]:
        return children_of(self.process.pid)

    def die(self) -> None:
        workers = self.workers()
        self.kill()
        for worker in workers:
            send(worker, signal.SIGKILL)

    def stop_politely(self) -> float:
        """How long it took to stop."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=STOP_SECONDS)
        except Exception:
            self.die()
        return time.monotonic() - began

    def is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "ready", timeout=2) as answer:
                return bool(answer.status == 200)
        except (OSError, ValueError):
            return False


class Windows:
    """Stretches of time in which something was broken."""

    def __init__(self) -> None:
        self.found: list[tuple[float, float]] = []

    def overlap(self, first: float, end: float) -> float:
        """How much of a stretch lies in them; they may lie over each other."""
        covered, at = 0.0, first
        for begin, until in sorted(self.found):
            begin, until = max(begin, at), min(until, end)
            if until > begin:
                covered += until - begin
                at = until
        return covered

    def last_before(self, moment: float, first: float) -> float:
        """When the last of them ended that touches a stretch."""
        return max(
            (min(until, moment) for begin, until in self.found if until > first and begin < moment), default=first
        )


class Company:
    """All of it together, and what was done to it."""

    def __init__(self, cluster: BreakableCluster, servers: list[Breakable]) -> None:
        self.cluster, self.servers = cluster, servers
        self.standstill = Windows()
        """When nobody could move: no server was alive, or no database."""
        self.trouble = Windows()
        """When something was broken that others had to notice."""
        self.log: list[str] = []
        self.database_is_up = True
        self._still_since: float | None = None

    def note(self, what: str) -> None:
        self.log.append(what)

    async def look(self) -> None:
        """Watch over whether anybody could move, as an outsider sees it."""
        while True:
            could = self.database_is_up and any(server.is_up for server in self.servers)
            if not could and self._still_since is None:
                self._still_since = time.time()
            if could and self._still_since is not None and await self._is_any_ready():
                self.standstill.found.append((self._still_since, time.time()))
                self._still_since = None
            await asyncio.sleep(0.1)

    async def _is_any_ready(self) -> bool:
        answers = await asyncio.gather(*(asyncio.to_thread(server.is_ready) for server in self.servers if server.is_up))
        return any(answers)

    def _began(self) -> None:
        """Something breaks now, and may be the last thing that anybody needed."""
        if not (self.database_is_up and any(server.is_up for server in self.servers)) and self._still_since is None:
            self._still_since = time.time()

    # Servers

    async def kill(self, server: Breakable, seconds: float) -> None:
        server.is_up, began = False, time.time()
        self._began()
        await asyncio.to_thread(server.die)
        await self._back(server, seconds, began)

    async def terminate(self, server: Breakable, seconds: float) -> None:
        server.is_up, began = False, time.time()
        self._began()
        took = await asyncio.to_thread(server.stop_politely)
        self.note(f"stopping took {took:.1f} s")
        await self._back(server, seconds, began)

    async def _back(self, server: Breakable, seconds: float, began: float) -> None:
        await asyncio.sleep(seconds)
        while not self.database_is_up:
            await asyncio.sleep(0.1)
        try:
            await asyncio.to_thread(server.start)
        except AssertionError:
            self.note("a start failed")  # the database went away meanwhile: what a service manager does is try again
            await self._back(server, 1.0, began)
            return
        server.is_up = True
        self.trouble.found.append((began, time.time()))

    async def freeze(self, server: Breakable, seconds: float) -> None:
        server.is_up, began = False, time.time()
        self._began()
        send(server.process.pid, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        send(server.process.pid, signal.SIGCONT)
        server.is_up = True
        self.trouble.found.append((began, time.time()))

    async def hurt_worker(self, server: Breakable, number: signal.Signals, chance) -> None:
        workers = server.workers()
        if not workers:
            return
        worker, began = chance.choice(workers), time.time()
        send(worker, number)
        if number == signal.SIGSTOP:
            await asyncio.sleep(chance.uniform(2, 6))
            send(worker, signal.SIGCONT)
        self.trouble.found.append((began, time.time()))

    # The database

    async def restart_database(self, how: str, seconds: float) -> None:
        self.database_is_up, began = False, time.time()
        self._began()
        await asyncio.to_thread(self.cluster.end, how)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(self.cluster.begin)
        self.database_is_up = True
        self.trouble.found.append((began, time.time()))

    async def freeze_database(self, seconds: float) -> None:
        self.database_is_up, began = False, time.time()
        self._began()
        processes = self.cluster.processes()
        for process in processes:
            send(process, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        for process in reversed(processes):
            send(process, signal.SIGCONT)
        self.database_is_up = True
        self.trouble.found.append((began, time.time()))

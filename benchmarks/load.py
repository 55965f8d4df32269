"""Many games at once against a real server: how long until both players have been shown a turn.

`make load`, or `python benchmarks/load.py --games 300 --seconds 120`. Starts a server of its own with raised limits and
a fresh database, measures an idle server first, then the load, checks that no turn was lost, doubled or reordered, and
prints one JSON object. A game that ends makes room for another one, so that there are always so many. The exit code is
1 if something was wrong or the 95th percentile lies more than 150 ms above the idle median.

The clients ask for pictures as the page does. They do not decode what they are shown, only look for the turns in it,
so that they do not take from the server the time that they measure; what they take is told.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from rich.progress import Progress
from websockets.asyncio.client import ClientConnection, connect

import tavoliere as tv

SERVER = """
import sys
from tavoliere.apps.web.http.server import serve
from tavoliere.apps.web.host.settings import Limits, Settings

if __name__ == "__main__":
    many = 10**9
    limits = Limits(requests=many, tables=many, connections=many, messages=many, lines=many, work=many, reading=many)
    settings = Settings(database=sys.argv[1], warm=False, opponents=("random",), limits=limits)
    serve(settings, "127.0.0.1", 0, tell=lambda url: print(url, flush=True))
"""
PEOPLE = {"kind": "person"}
ALLOWED_MS = 150.0
IDLE_TURNS = 30
PATIENCE = 60.0
OPENED_AT_ONCE = 10


class Script:
    """The turns of a random game, thought up beforehand, and what the list of turns looks like after each."""

    def __init__(self, name: str, most: int, chance: random.Random) -> None:
        self.game = tv.game(name)
        self.turns: list[tuple[str, str]] = []
        position = self.game.start()
        while len(self.turns) < most and position.outcome is None:
            actions: list[int] = []
            half = position
            while not actions or half.pending:
                actions.append(chance.choice(half.actions()))
                half = half.act(actions[-1])
            self.turns.append((position.turn, position.actions_to_turn(actions)))
            position = half

    def shown_after(self, kept: int, ply: int) -> str:
        """The turns as they stand in a message to somebody who has so many of them."""
        turns = enumerate(self.turns[kept:ply], start=kept + 1)
        shown = {"kept": kept, "new": [{"ply": at, "seat": seat, "move": move} for at, (seat, move) in turns]}
        return '"moves":' + json.dumps(shown, ensure_ascii=False, separators=(",", ":")) + ","


class Table:
    """One game with two clients, who take turns."""

    def __init__(self, url: str, script: Script) -> None:
        self.url, self.script = url, script
        seats = dict.fromkeys(script.game.players, PEOPLE)
        made = asked(url + "api/tables", {"game": script.game.name, "seats": seats})
        self.table, self.tokens = made["table"], made["tokens"]
        self.made = 0
        self.times: list[float] = []
        self.errors: list[str] = []
        self.clients: dict[str, ClientConnection] = {}
        self.known: dict[ClientConnection, int] = {}
        """How many turns each client has been shown."""

    async def open(self) -> None:
        """Both clients come and are shown the table."""
        address = self.url.replace("http", "ws") + f"api/tables/{self.table}/socket"
        with self.noting_errors():
            for letter in self.script.game.players:
                self.clients[letter] = await connect(address, max_size=None)
                hello = {"type": "hello", "tokens": [self.tokens[letter]], "patches": True}
                await self.clients[letter].send(json.dumps(hello))
                await self.shown(self.clients[letter])

    async def play(self, until: float, every: float) -> None:
        """A turn every so many seconds until a moment, or until the script is at its end."""
        with self.noting_errors():
            while time.perf_counter() < until and self.made < len(self.script.turns):
                began = time.perf_counter()
                letter, move = self.script.turns[self.made]
                turn = {"type": "turn", "at": f"{self.made}.0", "move": move}
                self.made += 1
                await self.clients[letter].send(json.dumps(turn))
                for client in self.clients.values():
                    await self.shown(client)
                self.times.append(time.perf_counter() - began)
                await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))

    async def close(self) -> None:
        for client in self.clients.values():
            await client.close()

    @contextlib.contextmanager
    def noting_errors(self):
        try:
            yield
        except Exception as error:
            self.errors.append(f"{type(error).__name__}: {error}")

    async def shown(self, client: ClientConnection) -> None:
        """Wait until a client is shown the table after the turns made; what it was shown must be what was played."""
        wanted = f'"at":"{self.made}.0"'
        turns = self.script.shown_after(self.known.get(client, 0), self.made)
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await client.recv()
                assert isinstance(message, str)
                if message.startswith('{"type":"refused"'):
                    raise ValueError(message)
                if message.startswith('{"type":"table"') and wanted in message:
                    if turns not in message:
                        raise ValueError("turns lost or reordered")
                    self.known[client] = self.made
                    return


def asked(url: str, body: dict | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})  # noqa: S310 - our own server
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        found: dict = json.load(answer)
    return found


def memory_mb(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def processor_seconds(process: int) -> float:
    """What a process has used so far, in user code and in the kernel."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


async def idle_times(url: str, names: list[str]) -> list[float]:
    """The times of an idle server, one game after another."""
    times: list[float] = []
    while len(times) < IDLE_TURNS:
        script = Script(names[len(times) % len(names)], IDLE_TURNS // len(names), random.Random(len(times)))
        alone = Table(url, script)
        await alone.open()
        await alone.play(time.perf_counter() + PATIENCE, 0.05)
        await alone.close()
        if alone.errors:
            raise SystemExit(f"an idle server failed: {alone.errors}")
        times += alone.times
    return times


def set_up(url: str, names: list[str], games: int, turns: int, bar: Progress) -> list[list[Table]]:
    """For each place the tables that are played at there, one after the other, until the time is over."""
    places = []
    for number in bar.track(range(games), description="thinking games up"):
        chance, tables, missing = random.Random(number), [], turns
        while missing > 0:
            tables.append(Table(url, Script(names[number % len(names)], missing, chance)))
            missing -= len(tables[-1].script.turns)
        places.append(tables)
    return places


async def loaded(places: list[list[Table]], seconds: float, every: float, bar: Progress) -> None:
    """Open the first table of each place, then play everywhere."""
    room = asyncio.Semaphore(OPENED_AT_ONCE)

    async def opened(table: Table) -> None:
        async with room:
            await table.open()

    async def played(number: int, until: float) -> None:
        await asyncio.sleep(every * number / len(places))
        for place, table in enumerate(places[number]):
            if place and time.perf_counter() < until:
                await table.open()
            await table.play(until, every)
            await table.close()

    await asyncio.gather(*(opened(tables[0]) for tables in places))
    until = time.perf_counter() + every + seconds
    task = bar.add_task(f"{len(places)} games", total=seconds + every)
    playing = asyncio.gather(*(played(number, until) for number in range(len(places))))
    while not playing.done():
        await asyncio.wait({playing}, timeout=0.5)
        bar.update(task, completed=seconds + every - max(0.0, until - time.perf_counter()))
    await playing


def measured(
    url: str, server: int, names: list[str], games: int, seconds: float, every: float
) -> tuple[dict[str, object], bool]:
    idle = asyncio.run(idle_times(url, names))
    with Progress(disable=not sys.stderr.isatty()) as bar:
        places = set_up(url, names, games, int(seconds / every) + 2, bar)
        gc.collect()
        gc.freeze()
        began, ours, theirs = time.perf_counter(), time.process_time(), processor_seconds(server)
        asyncio.run(loaded(places, seconds, every, bar))
        took, ours, theirs = time.perf_counter() - began, time.process_time() - ours, processor_seconds(server) - theirs
    tables = [table for place in places for table in place]
    wrong = [error for table in tables for error in table.errors]
    for table in tables:
        stored = [move["move"] for move in asked(f"{url}api/tables/{table.table}")["moves"]]
        if stored != [move for _, move in table.script.turns[: table.made]]:
            wrong.append(f"{table.table}: stored turns differ")
    times = [moment for table in tables for moment in table.times]
    above = percentile(times, 0.95) - 1000 * statistics.median(idle)
    found = {
        "games at once": games,
        "games": sum(bool(table.made) for table in tables),
        "turns": len(times),
        "idle median ms": round(1000 * statistics.median(idle), 1),
        "median ms": percentile(times, 0.5),
        "95th percentile ms": percentile(times, 0.95),
        "above idle ms": round(above, 1),
        "worst ms": percentile(times, 1.0),
        "errors": wrong[:10],
        "server memory MB": memory_mb(server),
        "server processor share": round(theirs / took, 2),
        "clients processor share": round(ours / took, 2),
        "server processor ms a turn": round(1000 * theirs / max(1, len(times)), 2),
    }
    return found, not wrong and above <= ALLOWED_MS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two turns of a game")
    parser.add_argument("--game", action="append", help="the game that is played; may be repeated, all if left out")
    chosen = parser.parse_args()
    names = chosen.game or [name for name in tv.games() if len(tv.game(name).players) == 2]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "server.py"
        program.write_text(SERVER, encoding="utf-8")
        command = [sys.executable, str(program), f"sqlite:///{folder}/games.sqlite3"]
        with (
            (Path(folder) / "log").open("w", encoding="utf-8") as log,
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ)) as server,
        ):
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            try:
                found, is_good = measured(url, server.pid, names, chosen.games, chosen.seconds, chosen.every)
            finally:
                server.terminate()
    print(json.dumps(found, indent=1))
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())

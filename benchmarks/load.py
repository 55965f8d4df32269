"""Many games at once against a real server: how long until both players have been shown a turn.

`make load`, or `python benchmarks/load.py --games 300 --seconds 120`. Starts a server of its own with raised limits and
a fresh database, measures an idle server first, then the load, checks that no turn was lost, doubled or reordered, and
prints one JSON object. The exit code is 1 if something was wrong or the 95th percentile lies more than 150 ms above the
idle median.
"""

from __future__ import annotations

import argparse
import asyncio
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
from websockets.asyncio.client import connect

import tavoliere as tv

SERVER = """
import sys
from tavoliere.apps.web.server import serve
from tavoliere.apps.web.settings import Limits, Settings

if __name__ == "__main__":
    many = 10**9
    limits = Limits(requests=many, tables=many, connections=many, messages=many)
    settings = Settings(database=sys.argv[1], warm=False, opponents=("random",), limits=limits)
    serve(settings, "127.0.0.1", 0, tell=lambda url: print(url, flush=True))
"""
PEOPLE = {"kind": "person"}
ALLOWED_MS = 150.0
IDLE_TURNS = 30


class Table:
    """One game with two clients, who take turns."""

    def __init__(self, url: str, name: str, seed: int) -> None:
        self.url, self.chance = url, random.Random(seed)
        self.position = tv.game(name).start()
        seats = dict.fromkeys(self.position.game.players, PEOPLE)
        made = asked(url + "api/tables", {"game": name, "seats": seats})
        self.table, self.tokens = made["table"], made["tokens"]
        self.moves: list[str] = []
        self.times: list[float] = []
        self.errors: list[str] = []

    async def play(self, until: float, every: float, most: int = 10**9) -> None:
        """A turn every so many seconds until a moment, or until the game is over."""
        address = self.url.replace("http", "ws") + f"api/tables/{self.table}/socket"
        try:
            async with connect(address, max_size=None) as one, connect(address, max_size=None) as two:
                clients = dict(zip(self.position.game.players, (one, two), strict=True))
                for letter, socket in clients.items():
                    await socket.send(json.dumps({"type": "hello", "tokens": [self.tokens[letter]]}))
                ats = [await self.shown(socket, 0) for socket in (one, two)]
                while time.perf_counter() < until and len(self.moves) < most and self.position.outcome is None:
                    began = time.perf_counter()
                    move = self.chosen()
                    turn = {"type": "turn", "at": ats[0], "move": move}
                    mover = clients[self.position.turn]
                    self.moves.append(move)
                    self.position = self.position.play(move)
                    await mover.send(json.dumps(turn))
                    ats = await asyncio.gather(*(self.shown(socket, len(self.moves)) for socket in (one, two)))
                    self.times.append(time.perf_counter() - began)
                    await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))
        except Exception as error:
            self.errors.append(f"{type(error).__name__}: {error}")

    def chosen(self) -> str:
        position, actions = self.position, []
        while not actions or position.pending:
            actions.append(self.chance.choice(position.actions()))
            position = position.act(actions[-1])
        return self.position.actions_to_turn(actions)

    async def shown(self, socket, ply: int) -> str:
        """Wait until a client is shown the table after so many turns; what it was shown must be what was played."""
        async with asyncio.timeout(60):
            while True:
                message = json.loads(await socket.recv())
                if message["type"] == "refused":
                    raise ValueError(message["text"])
                if message["type"] == "table":
                    if [move["move"] for move in message["moves"]] != self.moves[: message["ply"]]:
                        raise ValueError("turns lost or reordered")
                    if message["ply"] == ply:
                        return str(message["at"])


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


def percentile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


async def measured(url: str, games: int, seconds: float, every: float) -> tuple[list[float], list[Table]]:
    """The times of an idle server, one game after another, and the tables after the load."""
    names = [name for name in tv.games() if len(tv.game(name).players) == 2]
    idle: list[float] = []
    while len(idle) < IDLE_TURNS:
        alone = Table(url, names[len(idle) % len(names)], len(idle))
        await alone.play(time.perf_counter() + 60, 0.05, IDLE_TURNS // len(names))
        if alone.errors:
            raise SystemExit(f"an idle server failed: {alone.errors}")
        idle += alone.times
    tables = [Table(url, names[number % len(names)], number) for number in range(games)]
    until = time.perf_counter() + every + seconds

    async def late(table: Table, number: int) -> None:
        await asyncio.sleep(every * number / games)
        await table.play(until, every)

    with Progress(disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(f"{games} games", total=seconds + every)
        playing = asyncio.gather(*(late(table, number) for number, table in enumerate(tables)))
        while not playing.done():
            await asyncio.wait({playing}, timeout=0.5)
            bar.update(task, completed=seconds + every - max(0.0, until - time.perf_counter()))
        await playing
    return idle, tables


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two turns of a game")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "server.py"
        program.write_text(SERVER, encoding="utf-8")
        database = f"sqlite:///{folder}/games.sqlite3"
        command = [sys.executable, str(program), database]
        with (
            (Path(folder) / "log").open("w", encoding="utf-8") as log,
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ)) as server,
        ):
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            try:
                idle, tables = asyncio.run(measured(url, chosen.games, chosen.seconds, chosen.every))
                wrong = [error for table in tables for error in table.errors]
                for table in tables:
                    stored = [move["move"] for move in asked(f"{url}api/tables/{table.table}")["moves"]]
                    if stored != table.moves:
                        wrong.append(f"{table.table}: stored turns differ")
                memory = memory_mb(server.pid)
            finally:
                server.terminate()
    times = [moment for table in tables for moment in table.times]
    above = percentile(times, 0.95) - 1000 * statistics.median(idle)
    print(
        json.dumps(
            {
                "games": chosen.games,
                "turns": len(times),
                "idle median ms": round(1000 * statistics.median(idle), 1),
                "median ms": percentile(times, 0.5),
                "95th percentile ms": percentile(times, 0.95),
                "above idle ms": round(above, 1),
                "worst ms": percentile(times, 1.0),
                "errors": wrong[:10],
                "server memory MB": memory,
            },
            indent=1,
        )
    )
    return 1 if wrong or above > ALLOWED_MS else 0


if __name__ == "__main__":
    sys.exit(main())

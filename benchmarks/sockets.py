"""What idle sockets cost a server in memory: people at tables who only look.

`python benchmarks/sockets.py --sockets 10000`. Starts a server of its own with raised limits, opens so many sockets,
ten at a table, each with its hello and the board that it is shown, and prints the server's memory before and after.
The system must allow as many descriptors (`ulimit -n`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from load import PEOPLE, SERVER, asked
from websockets.asyncio.client import ClientConnection, connect
from websockets.protocol import State

import tavoliere as tv

A_TABLE = 10
AT_ONCE = 20
PATIENCE = 300.0
HELLO = json.dumps({"type": "hello", "patches": True})


def resident_mb(process: int) -> float:
    """The memory that a process has now."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return round(int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024, 1)


async def opened(url: str, table: str) -> ClientConnection:
    """A socket at a table, once it has been shown the board; it answers the server's pings from then on."""
    line = await connect(
        url.replace("http", "ws") + f"api/tables/{table}/socket",
        compression=None,
        max_queue=None,
        open_timeout=PATIENCE,
    )
    await line.send(HELLO)
    while not str(await line.recv()).startswith('{"type":"table"'):
        pass
    return line


async def filled(url: str, tables: list[str], sockets: int) -> list[ClientConnection]:
    """All of them, so many at a time."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> ClientConnection:
        async with room, asyncio.timeout(PATIENCE):
            return await opened(url, tables[number % len(tables)])

    return list(await asyncio.gather(*(one(number) for number in range(sockets))))


def measured(url: str, server: int, sockets: int) -> dict[str, float]:
    names = [name for name in tv.games() if len(tv.game(name).players) == 2]
    tables = []
    for number in range(-(-sockets // A_TABLE)):
        game = names[number % len(names)]
        seats = dict.fromkeys(tv.game(game).players, PEOPLE)
        tables.append(asked(f"{url}api/tables", {"game": game, "seats": seats})["table"])

    async def look() -> dict[str, float]:
        before = resident_mb(server)
        began = time.perf_counter()
        lines = await filled(url, tables, sockets)
        took = time.perf_counter() - began
        await asyncio.sleep(5)
        after = resident_mb(server)
        still_open = sum(line.state is State.OPEN for line in lines)
        for line in lines:
            line.transport.abort()
        return {
            "sockets": still_open, "MB before": before, "MB with them": after,
            "kB a socket": round(1024 * (after - before) / len(lines), 1), "seconds to open": round(took, 1),
        }  # fmt: skip

    return asyncio.run(look())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sockets", type=int, default=10_000)
    chosen = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "server.py"
        program.write_text(SERVER, encoding="utf-8")
        command = [sys.executable, str(program), f"sqlite:///{folder}/games.sqlite3"]
        log = Path(folder, "log").open("w", encoding="utf-8")  # noqa: SIM115 - open as long as the server runs
        with log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as server:
            try:
                assert server.stdout is not None
                url = server.stdout.readline().strip()
                print(json.dumps(measured(url, server.pid, chosen.sockets), indent=1))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()

"""Fifty people who analyse while somebody plays: how long opponents take to answer, without them and with them.

`python benchmarks/analysing.py --people 50 --turns 30`. Starts a server of its own with a fresh database. Each of the
people has an address of their own on the loopback (which Linux has), follows a position of some game as the page does,
and goes on to another one after some seconds. Meanwhile somebody plays against opponents of several kinds, one after
the other: from sending a turn until being shown the answer. Prints one JSON object; the exit code is 1 if the median
answer of an opponent takes 1.5 times as long as without the people and 150 ms longer, or if nobody was shown a line.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

from rich.progress import Progress
from websockets.asyncio.client import connect

import tavoliere as tv
from tavoliere.games import own_games

OPPONENTS = ("level:3", "level:8", "champion:seconds=0.5")
SERVER = f"""
import sys
from tavoliere.apps.web.http.server import serve
from tavoliere.apps.web.host.settings import Limits, Settings

if __name__ == "__main__":
    many = 10**9
    limits = Limits(requests=many, tables=many, connections=many, messages=many, reading=many)
    settings = Settings(database=sys.argv[1], opponents={OPPONENTS!r}, limits=limits)
    serve(settings, "127.0.0.1", 0, tell=lambda url: print(url, flush=True))
"""
GAME = "tablut"
STAY = (3.0, 12.0)
"""Seconds that somebody looks at a position."""
ALLOWED_TIMES, ALLOWED_MORE = 1.5, 0.150
PATIENCE = 120.0


class Analysts:
    """People who follow positions, each in a thread and from an address of their own."""

    def __init__(self, url: str, count: int) -> None:
        place = urlsplit(url)
        self.host, self.port = place.hostname or "127.0.0.1", place.port or 80
        self.over = threading.Event()
        self.seen: Counter[str] = Counter()
        self.threads = [threading.Thread(target=self._look, args=(number,), daemon=True) for number in range(count)]

    def __enter__(self) -> Analysts:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join(PATIENCE)

    def _look(self, number: int) -> None:
        chance = random.Random(number)
        while not self.over.is_set():
            try:
                self._follow(number, chance)
            except OSError as error:
                self.seen[type(error).__name__] += 1
                self.over.wait(1)

    def _follow(self, number: int, chance: random.Random) -> None:
        """One position, until it is done or left for another one."""
        source = f"127.0.{1 + number // 250}.{1 + number % 250}"
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE, source_address=(source, 0))
        with contextlib.closing(connection):
            body = json.dumps({**random_place(chance), "lines": 3})
            connection.request("POST", "/api/analysis", body, {"content-type": "application/json"})
            answer = connection.getresponse()
            until = time.monotonic() + chance.uniform(*STAY)
            self.seen["positions"] += 1
            while time.monotonic() < until and not self.over.is_set() and (line := answer.readline()):
                if line.startswith(b"data: "):
                    self._note(json.loads(line.removeprefix(b"data: ")))

    def _note(self, event: dict) -> None:
        self.seen["with lines" if event.get("found") else "waiting" if event.get("waiting") else "beginning"] += 1


def random_place(chance: random.Random) -> dict:
    """A position after some random turns in one of the games."""
    name = chance.choice(own_games())
    position = tv.game(name).start()
    for _ in range(chance.randrange(4, 20)):
        onward = position.play(chance.choice(position.legal_moves()))
        if onward.outcome is not None:
            break
        position = onward
    return {"game": name, "text": str(position)}


def asked(url: str, body: dict) -> dict:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - our own server
        found: dict = json.load(answer)
    return found


async def answers(url: str, spec: str, turns: int, tick) -> list[float]:
    """How long an opponent takes to answer so many turns, game after game."""
    times: list[float] = []
    chance = random.Random(spec)
    while len(times) < turns:
        times += await _game(url, spec, turns - len(times), chance, tick)
    return times


async def _game(url: str, spec: str, most: int, chance: random.Random, tick) -> list[float]:
    seats = {"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": spec}}
    made = asked(url + "api/tables", {"game": GAME, "seats": seats})
    address = url.replace("http", "ws") + f"api/tables/{made['table']}/socket"
    position, times = tv.game(GAME).start(), list[float]()
    async with connect(address, max_size=None) as client:
        await client.send(json.dumps({"type": "hello", "tokens": [made["tokens"]["w"]]}))
        await _shown(client, 0)
        while len(times) < most and position.outcome is None:
            move = chance.choice(position.legal_moves())
            ply = 2 * len(times)
            position = position.play(move)
            if position.outcome is not None:
                break
            began = time.perf_counter()
            await client.send(json.dumps({"type": "turn", "at": f"{ply}.0", "move": move}))
            moves = (await _shown(client, ply + 2))["moves"]
            times.append(time.perf_counter() - began)
            tick()
            position = position.play(moves[-1]["move"])
    return times


async def _shown(client, ply: int) -> dict:
    """The table as soon as it is shown after so many turns."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = json.loads(await client.recv())
            if message["type"] == "refused":
                raise ValueError(message["text"])
            if message["type"] == "table" and message["at"].startswith(f"{ply}."):
                return dict(message)


def told(times: list[float]) -> dict:
    ordered = sorted(times)
    middle, late = statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))]
    return {"median_ms": round(1000 * middle, 1), "p95_ms": round(1000 * late, 1), "turns": len(times)}


def measured(url: str, people: int, turns: int) -> tuple[dict, bool]:
    with Progress(transient=True) as bar:
        task = bar.add_task("answers", total=2 * turns * len(OPPONENTS) + len(OPPONENTS))

        def tick() -> None:
            bar.advance(task)

        def all_answers(count: int) -> dict[str, list[float]]:
            return {spec: asyncio.run(answers(url, spec, count, tick)) for spec in OPPONENTS}

        all_answers(1)
        alone = all_answers(turns)
        with Analysts(url, people) as analysts:
            time.sleep(5)
            among = all_answers(turns)
    found = {
        "people": people,
        "analysis": dict(analysts.seen),
        "opponents": {spec: {"alone": told(alone[spec]), "among": told(among[spec])} for spec in OPPONENTS},
    }
    return found, analysts.seen["with lines"] > 0 and all(is_usual(alone[spec], among[spec]) for spec in OPPONENTS)


def is_usual(alone: list[float], among: list[float]) -> bool:
    before, after = statistics.median(alone), statistics.median(among)
    return after <= before * ALLOWED_TIMES or after <= before + ALLOWED_MORE


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--turns", type=int, default=30, help="answers of each opponent, each way")
    chosen = parser.parse_args()
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
                found, is_good = measured(url, chosen.people, chosen.turns)
            finally:
                server.terminate()
    print(json.dumps(found, indent=1))
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())

"""What one turn costs the server: processor time from a client's message to the messages for both players.

`python benchmarks/turns.py`. Everything but the network is real: checking, rules, the database on a disk, drawing,
encoding; garbage is looked for as seldom as in a server. Processor time is measured, not time on the wall, so that
other work on the machine hardly matters. With `--profile` it says where the time goes instead.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import random
import tempfile
import time

import tavoliere as tv
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.host.settings import Limits, Settings
from tavoliere.apps.web.http.limits import Buckets
from tavoliere.apps.web.http.server import calm_collector
from tavoliere.apps.web.http.sockets import Connection
from tavoliere.apps.web.live.opponents import Pool
from tavoliere.apps.web.live.service import Service
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.conduct import Occupant
from tavoliere.apps.web.table.sheet import PERSON, Clock

MANY = 10**9


class Line:
    """The far end of a connection: messages go in, what comes out is counted."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[dict] = asyncio.Queue()
        self.shown = asyncio.Queue()
        self.bytes = 0
        self.headers: dict[str, str] = {}

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict:
        return await self.incoming.get()

    async def send_text(self, text: str) -> None:
        self.bytes += len(text)
        if text.startswith('{"type":"table"'):
            self.shown.put_nowait(None)
        elif text.startswith('{"type":"refused"'):
            raise SystemExit(text)

    async def close(self, code: int) -> None:
        pass

    def say(self, **message: object) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})


def random_moves(game: tv.Game, most: int, seed: int) -> list[tuple[str, str]]:
    """Whose turn it is and what is played, so that this need not be measured."""
    chance, position, found = random.Random(seed), game.start(), []
    while len(found) < most and position.outcome is None:
        actions: list[int] = []
        half = position
        while not actions or half.pending:
            actions.append(chance.choice(half.actions()))
            half = half.act(actions[-1])
        found.append((position.turn, position.actions_to_turn(actions)))
        position = half
    return found


async def play(service: Service, game: tv.Game, moves: list[tuple[str, str]]) -> tuple[float, int, int]:
    """One game over two connections: processor seconds, turns, and bytes sent."""
    seats = dict.fromkeys(game.players, Occupant(PERSON))
    sheet, tokens = conduct.new_sheet(game.start(), [], seats, Clock(), service.now())
    await service.tables.add(sheet)
    lines = {letter: Line() for letter in game.players}
    tasks, unbounded = [], Buckets(MANY, MANY, time.monotonic)
    for letter, line in lines.items():
        tasks.append(asyncio.create_task(Connection(line, service, unbounded).run(sheet.table)))
        line.say(type="hello", tokens=[tokens[letter]], patches=True)
        await line.shown.get()
    began, sent = time.process_time(), sum(line.bytes for line in lines.values())
    for ply, (letter, move) in enumerate(moves):
        lines[letter].say(type="turn", id=ply, at=f"{ply}.0", move=move)
        for line in lines.values():
            await line.shown.get()
    took, sent = time.process_time() - began, sum(line.bytes for line in lines.values()) - sent
    for line in lines.values():
        line.incoming.put_nowait({"type": "websocket.disconnect"})
    await asyncio.gather(*tasks)
    return took, len(moves), sent


async def measured(games: int, turns: int, profile: cProfile.Profile | None) -> dict[str, dict[str, float]]:
    limits = Limits(messages=MANY)
    names = [name for name in tv.games() if len(tv.game(name).players) == 2]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/games.sqlite3", warm=False, limits=limits)
        database, metrics = Database(settings.database_url()), Metrics()
        database.open()
        service = Service(settings, database, Pool(0, metrics), metrics)
        await service.start()
        found = {}
        for name in names:
            game = tv.game(name)
            played = [random_moves(game, turns, seed) for seed in range(games)]
            await play(service, game, random_moves(game, turns, games))  # what is read and drawn once for all
            calm_collector()
            if profile is not None:
                profile.enable()
            results = [await play(service, game, moves) for moves in played]
            if profile is not None:
                profile.disable()
            seconds, made, sent = (sum(part) for part in zip(*results, strict=True))
            found[name] = {
                "turns": made,
                "ms a turn": round(1000 * seconds / made, 2),
                "kB a turn": sent // made / 1000,
            }
        await service.stop()
        database.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=5, help="games of each kind")
    parser.add_argument("--turns", type=int, default=60, help="turns of each game at most")
    parser.add_argument("--profile", action="store_true")
    chosen = parser.parse_args()
    profile = cProfile.Profile() if chosen.profile else None
    found = asyncio.run(measured(chosen.games, chosen.turns, profile))
    if profile is not None:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)
        return
    mean = sum(one["ms a turn"] for one in found.values()) / len(found)
    print(json.dumps({**found, "mean ms a turn": round(mean, 2)}, indent=1))


if __name__ == "__main__":
    main()

"""What one address can do to a server, each for a while: the worst that was ever found, and what lies near."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter

from tests.siege.honest import script
from tests.siege.wire import Place, gathered, plain_socket

EVIL = "127.0.0.66"
PERSON = {"kind": "person"}
HEAD = '[Game "tablut"]\n[Rules "1"]\n[Result "*"]\n\n'


class Attack:
    """One address that does its worst until it is told to stop; what it was answered is counted."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.answers: Counter[str] = Counter()
        self.prepare()

    def prepare(self) -> None:
        """What takes the attacker long, before the clock runs."""

    async def run(self) -> None:
        raise NotImplementedError

    async def ask(self, path: str, body: object = None) -> tuple[int, bytes]:
        status, content = await self.place.ask(EVIL, path, body)
        self.answers[str(status)] += 1
        if status in (0, 429):
            await asyncio.sleep(0.05)
        return status, content

    async def repeated(self, call, at_once: int) -> None:
        """So many at once, again and again."""

        async def on_and_on() -> None:
            while True:
                await call()

        await asyncio.gather(*(on_and_on() for _ in range(at_once)))


class EndlessComment(Attack):
    """A comment of 40,000 empty lines."""

    async def run(self) -> None:
        text = HEAD + "{" + "\n" * 40_000 + "} *"
        body = json.dumps({"format": "tav", "text": text}).encode()
        await self.repeated(lambda: self.ask("/api/records", body), 4)


class ManyVariations(Attack):
    """A record that is within all limits and takes long to replay."""

    async def run(self) -> None:
        moves = script("tablut", 1, random.Random(1))
        lines = " ".join(f"(1. {move})" for _, move in moves * 1900)
        text = HEAD + f"1. {moves[0][1]} {lines} *"
        await self.repeated(lambda: self.ask("/api/records", {"format": "tav", "text": text}), 4)


class LatePositions(Attack):
    """The last positions of a long game, 150 at once."""

    def prepare(self) -> None:
        self.longest = max((script("tablut", 900, random.Random(seed)) for seed in range(12)), key=len)

    async def run(self) -> None:
        longest = self.longest
        text = HEAD + " ".join(f"{at}. {move}" for at, (_, move) in enumerate(longest[:-1], start=1)) + " *"
        status, content = await self.ask("/api/records", {"format": "tav", "text": text})
        if status != 201:
            await asyncio.sleep(3600)
        table, plies = json.loads(content)["tables"][0]["table"], len(longest) - 1
        chance = random.Random(5)

        async def look() -> None:
            ply = plies if chance.random() < 0.5 else chance.randrange(plies)
            await self.ask(f"/api/tables/{table}/positions/{ply}?flipped={chance.random() < 0.5}")

        await self.repeated(look, 100)


class MachinesAlone(Attack):
    """55 tables of machine against machine, opened once and left; some of them watched."""

    async def run(self) -> None:
        seats = {letter: {"kind": "opponent", "spec": "level:6"} for letter in "wb"}
        with contextlib.suppress(Exception), contextlib.ExitStack() as stack:
            for number in range(55):
                status, content = await self.ask("/api/tables", {"game": "tablut", "seats": seats})
                if status != 201:
                    continue
                line = await self.place.socket(EVIL, json.loads(content)["table"])
                await line.send('{"type":"hello"}')
                await line.recv()
                if number % 2:
                    line.transport.abort()
                else:
                    stack.callback(line.transport.abort)
            await asyncio.sleep(3600)


class BadTexts(Attack):
    """Halves of signs, control characters, names without end."""

    async def run(self) -> None:
        evil = ['{"w": "\\ud800"}', '{"w": "a\\u0000b"}', json.dumps({"w": "x" * 5000}), '{"\\ud800": "x"}']
        chance = random.Random(3)

        async def bring() -> None:
            line = f'{{"game": "tablut", "turns": ["e4-f4"], "players": {chance.choice(evil)}}}'
            await self.ask("/api/records", {"format": "jsonl", "text": line})

        await self.repeated(bring, 8)


class Mistakes(Attack):
    """Requests and messages with thousands of mistakes, each of which could be told."""

    async def run(self) -> None:
        moves = json.dumps({"game": "tablut", "moves": [1] * 20_000}).encode()
        tags = json.dumps({"game": "tablut", "tags": dict.fromkeys(map(str, range(40_000)), 1)}).encode()
        fields = json.dumps({"type": "ping", **dict.fromkeys(map(str, range(1200)), 1)})
        status, content = await self.ask("/api/tables", {"game": "tablut", "seats": dict.fromkeys("wb", PERSON)})
        if status != 201:
            await asyncio.sleep(3600)
        table = json.loads(content)["table"]

        async def bring() -> None:
            await self.ask("/api/positions", moves)
            await self.ask("/api/studies", tags)

        async def talk() -> None:
            line = await self.place.socket(EVIL, table)
            try:
                await line.send('{"type":"hello"}')
                for _ in range(10**6):
                    await line.send(fields)
                    await asyncio.sleep(0.05)
            finally:
                line.transport.abort()

        await gathered(self.repeated(bring, 8), *(talk() for _ in range(40)))


class Silence(Attack):
    """1,060 connections that never say a word."""

    async def run(self) -> None:
        with contextlib.ExitStack() as stack:
            for _ in range(1060):
                stack.enter_context(plain_socket(self.place, EVIL))
            self.answers["opened"] += 1060
            await asyncio.sleep(3600)


class Dribble(Attack):
    """Heads and bodies that come a byte at a time."""

    async def run(self) -> None:
        async def drop(first: bytes) -> None:
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await self.place.open(EVIL)
                    self.answers["opened"] += 1
                    with contextlib.closing(writer):
                        writer.write(first)
                        for _ in range(30):
                            await asyncio.sleep(0.5)
                            writer.write(b"x")
                            await writer.drain()
                await asyncio.sleep(0.2)

        body = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"
        await gathered(*(drop(b"GET / HTTP/1.1\r\nX: ") for _ in range(100)), *(drop(body) for _ in range(100)))


class Crumbs(Attack):
    """Bodies in pieces of a byte, hundreds of thousands of them."""

    async def run(self) -> None:
        crumbs = b"1\r\nx\r\n" * 5000

        async def spill(verb: bytes) -> None:
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await self.place.open(EVIL)
                    self.answers["opened"] += 1
                    with contextlib.closing(writer):
                        writer.write(verb + b" /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                        for _ in range(100):
                            writer.write(crumbs)
                            await writer.drain()
                await asyncio.sleep(0.05)

        await gathered(*(spill(verb) for verb in (b"GET", b"POST") for _ in range(10)))


class Pings(Attack):
    """Pings as fast as they are taken, at sockets that listen to no answer."""

    async def run(self) -> None:
        status, content = await self.ask("/api/tables", {"game": "tablut", "seats": dict.fromkeys("wb", PERSON)})
        if status != 201:
            await asyncio.sleep(3600)
        table = json.loads(content)["table"]
        ping = bytes([0x89, 0x80 | 125]) + bytes(4 + 125)

        async def ping_on() -> None:
            line = await self.place.socket(EVIL, table)
            line.transport.pause_reading()
            try:
                while not line.transport.is_closing():
                    if not line.transport.get_write_buffer_size():
                        line.transport.write(ping * 500)
                        self.answers["pings"] += 500
                    await asyncio.sleep(0.01)
            finally:
                line.transport.abort()

        await gathered(*(self.repeated(ping_on, 1) for _ in range(20)))


class Questions(Attack):
    """As many sockets as there may be, each asking why something is not allowed."""

    async def run(self) -> None:
        seats = {key: {"kind": "person"} for key in "wb"}
        status, content = await self.ask("/api/tables", {"game": "pit", "seats": seats})
        if status != 201:
            await asyncio.sleep(3600)
        made = json.loads(content)

        async def ask() -> None:
            line = await self.place.socket(EVIL, made["table"])
            await line.send(json.dumps({"type": "hello", "tokens": list(made["tokens"].values())}))

            async def read() -> None:
                async for message in line:
                    self.answers[json.loads(message)["type"]] += 1

            reading = asyncio.ensure_future(read())
            try:
                for number in range(10**6):
                    question = {"type": "attempt", "at": "0.0", "taken": [], "step": f"cell:{'abcdefghi'[number % 9]}5"}
                    await line.send(json.dumps(question))
                    await asyncio.sleep(0.05)
            finally:
                reading.cancel()
                line.transport.abort()

        await gathered(*(ask() for _ in range(50)))
        await asyncio.sleep(3600)


class Flood(Attack):
    """New tables, pages and unknown paths, as fast as they are answered."""

    async def run(self) -> None:
        seats = {key: {"kind": "person"} for key in "wb"}
        chance = random.Random(4)

        async def ask() -> None:
            path = chance.choice(("/", "/api/games", "/api/tables", "/api/nothing", "/api/tables/nowhere1"))
            await self.ask(path, {"game": "tablut", "seats": seats} if path == "/api/tables" else None)

        await self.repeated(ask, 20)


ATTACKS = (
    EndlessComment,
    ManyVariations,
    LatePositions,
    MachinesAlone,
    BadTexts,
    Mistakes,
    Silence,
    Dribble,
    Crumbs,
    Pings,
    Questions,
    Flood,
)

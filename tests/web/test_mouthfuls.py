"""What comes over lines is read a little at a time, in turn, and only as much of it as an address may cost."""

import asyncio
import contextlib
import socket
import time

import pytest

from tavoliere.apps.web.http import mouthfuls
from tavoliere.apps.web.http.mouthfuls import MOUTHFUL, Mouthfuls, Reading
from tavoliere.apps.web.live.fairness import Allowance
from tests.web.servers import real_server


class Transport:
    """Something that bytes come over, which remembers whether more may come."""

    def __init__(self) -> None:
        self.is_paused = self.is_closed = False

    def pause_reading(self):
        self.is_paused = True

    def resume_reading(self):
        self.is_paused = False

    def is_closing(self):
        return self.is_closed

    def abort(self):
        self.is_closed = True


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self):
        return self.now


def a_line(reading, owner, read):
    line = Mouthfuls(Transport(), reading)
    line.hand_to(read, lambda: owner)
    return line


async def rounds(count=200):
    for _ in range(count):
        await asyncio.sleep(0)


def costly(heard, name):
    """Reading that takes longer than one turn may."""

    def read(data):
        until = time.thread_time() + mouthfuls.AT_ONCE
        while time.thread_time() < until:
            pass
        heard.append((name, data))

    return read


def test_bytes_come_whole_and_in_order_and_one_line_of_an_address_at_a_time():
    async def run():
        heard, reading = [], Reading(Allowance(1000, 1, Clock()))
        first, second, other = (
            a_line(reading, owner, costly(heard, name)) for owner, name in (("a", 1), ("a", 2), ("b", 3))
        )
        sent = bytes(range(256)) * 16
        for line in (first, second, other):
            line.add(sent)
        assert len(heard) == 2, "one of each address, and a mouthful of it"
        assert all(line.is_paused for line in (first._transport, second._transport, other._transport))
        while not all(b"".join(data for name, data in heard if name == one) == sent for one in (1, 2, 3)):
            await asyncio.sleep(0)
        assert {len(data) for _, data in heard} == {MOUTHFUL}
        ours = [name for name, _ in heard if name != 3]
        ahead = [ours[:at].count(1) - ours[:at].count(2) for at in range(len(ours))]
        assert max(map(abs, ahead)) <= 2, "the lines of an address take turns"
        assert max(at for at, (name, _) in enumerate(heard) if name == 3) <= 8, "the other address waits for nobody"
        await rounds()
        assert not any(line.is_paused for line in (first._transport, second._transport, other._transport))

    asyncio.run(run())


def test_who_has_cost_too_much_is_not_read_until_there_is_something_left(monkeypatch):
    async def run():
        heard, clock, waited = [], Clock(), []
        loop = asyncio.get_running_loop()
        later = loop.call_later

        def no_wait(seconds, call, *arguments):
            waited.append(seconds)
            clock.now += seconds
            return later(0, call, *arguments)

        monkeypatch.setattr(loop, "call_later", no_wait)
        allowance = Allowance(3 * mouthfuls.AT_ONCE, 0.001, clock)
        line = a_line(Reading(allowance), "a", costly(heard, 1))
        line.add(bytes(20 * MOUTHFUL))
        while len(heard) < 20:
            await asyncio.sleep(0)
        assert sum(waited) >= 15, "seventeen turns of two milliseconds at one millisecond a second"
        assert allowance.spent()["a"] >= 20 * mouthfuls.AT_ONCE

    asyncio.run(run())


def test_who_has_enough_or_does_not_listen_is_handed_nothing_and_the_rest_waits():
    async def run():
        heard = []
        line = a_line(Reading(Allowance(1000, 1, Clock())), "a", heard.append)
        line.pause_reading()
        line.add(b"one")
        await rounds()
        assert heard == [] and line._transport.is_paused
        line.resume_reading()
        await rounds()
        assert heard == [b"one"] and not line._transport.is_paused
        line.hear(is_deaf=True)
        await rounds()
        line.add(b"two")
        assert line._transport.is_paused
        line.resume_reading()
        await rounds()
        assert heard == [b"one"], "enough is not the same as deaf"
        line.hear(is_deaf=False)
        await rounds()
        assert heard == [b"one", b"two"] and not line._transport.is_paused

    asyncio.run(run())


@pytest.mark.parametrize("ends", ["failing", "closed"])
def test_a_line_that_ends_in_the_middle_keeps_no_other_of_its_address_waiting(ends):
    async def run():
        heard, loop = [], asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)
        reading = Reading(Allowance(1000, 1, Clock()))

        def fail(data):
            raise RuntimeError(data)

        first, bad, last = (a_line(reading, "a", heard.append) for _ in range(3))
        if ends == "failing":
            bad.hand_to(fail, lambda: "a")
        for line in (first, bad, last):
            line.add(b"x")
        bad._transport.is_closed = ends == "closed"
        await rounds()
        assert heard == [b"x", b"x"]
        assert bad._transport.is_closed and not first._transport.is_closed, "nobody reads what comes over it any more"
        last.add(b"y")
        await rounds()
        assert heard == [b"x", b"x", b"y"]

    asyncio.run(run())


# A real server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mouthfuls")
    with real_server(folder, f"sqlite:///{folder / 'games.sqlite3'}") as running:
        yield running


@contextlib.contextmanager
def a_connection(server):
    host, port = server.url.split("/")[2].split(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        yield line


def all_of(line):
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while data := line.recv(1 << 16):
            found += data
    return found


def test_bodies_in_pieces_and_requests_one_behind_the_other_are_answered(server):
    body = b'{"game": "tablut", "seats": {"w": {"kind": "person"}, "b": {"kind": "person"}}}'
    pieces = b"".join(b"1\r\n" + bytes([one]) + b"\r\n" for one in body) + b"0\r\n\r\n"
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    last = b"GET /ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with a_connection(server) as line:
        line.sendall(head + pieces + b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" + last)
        told = all_of(line)
    assert told.count(b"HTTP/1.1 201") == 1 and told.count(b"HTTP/1.1 200") == 2 and b'"ready":true' in told


def test_a_message_of_endless_empty_parts_ends_the_socket(server):
    seats = {seat: {"kind": "person"} for seat in "wb"}
    table = server.post("/api/tables", {"game": "tablut", "seats": seats})["table"]
    hands = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with a_connection(server) as line:
        line.sendall(hands.encode())
        assert b"101" in line.recv(1000)
        line.sendall(_frame(1, b'{"type":"hello"}'))
        assert b"type" in line.recv(1000)
        line.sendall(_frame(1, b"", is_last=False) + _frame(0, b"", is_last=False) * 50 + _frame(0, b""))
        line.sendall(_frame(9, b"still there"))
        told = b""
        while b"still there" not in told:
            told += line.recv(1 << 16)
        with contextlib.suppress(ConnectionError):
            line.sendall(_frame(1, b"", is_last=False) + _frame(0, b"", is_last=False) * 500)
        all_of(line)


def _frame(kind, payload, *, is_last=True):
    return bytes([kind | (0x80 if is_last else 0), 0x80 | len(payload)]) + bytes(4) + payload

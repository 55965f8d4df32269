"""Real servers: processes that listen on a loopback port, and clients that talk to them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PROGRAM = """
import json, sys
from tavoliere.apps.web.http.server import serve
from tavoliere.apps.web.host.settings import Limits, Settings

if __name__ == "__main__":
    wanted = json.loads(sys.argv[1])
    limits, processes = Limits(**wanted.pop("limits", {})), wanted.pop("processes", 1)
    wanted["opponents"] = tuple(wanted.get("opponents", ("random", "level:1")))
    settings = Settings(**{"warm": False, **wanted}, limits=limits)
    serve(settings, "127.0.0.1", 0, processes=processes, tell=lambda url: print(url, flush=True))
    print("numba" in sys.modules, flush=True)
"""


class RealServer:
    """A server process over a database; it can be killed and started anew."""

    def __init__(self, folder: Path, database: str, prelude: str = "", **settings) -> None:
        """`prelude` is a program that comes before that of the server."""
        self.program = folder / "server.py"
        self.program.write_text(prelude + PROGRAM, encoding="utf-8")
        self.settings = {"database": database, "heartbeat": 0.2, **settings}
        self.players: list[Player] = []
        self.errors = folder / "log.jsonl"
        self.start()

    def start(self) -> None:
        with self.errors.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(self.program), json.dumps(self.settings)],
                stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ), start_new_session=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        first = self.process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", first), self.log()
        self.url = first

    def kill(self) -> None:
        """As a power failure would: no goodbye, no clean-up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> tuple[int, str]:
        """As an administrator would: the exit code, and what was printed after the address."""
        self.process.send_signal(signal.SIGTERM)
        out, _ = self.process.communicate(timeout=30)
        return self.process.returncode, out

    def log(self) -> str:
        return self.errors.read_text(encoding="utf-8")

    def get(self, path: str) -> dict:
        return self._asked(urllib.request.Request(self.url + path.lstrip("/")))

    def get_text(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path.lstrip("/"), timeout=20) as answer:
            found: str = answer.read().decode()
        return found

    def post(self, path: str, body: dict) -> dict:
        headers = {"content-type": "application/json"}
        return self._asked(urllib.request.Request(self.url + path.lstrip("/"), json.dumps(body).encode(), headers))

    def _asked(self, request: urllib.request.Request) -> dict:
        with urllib.request.urlopen(request, timeout=20) as answer:
            found: dict = json.load(answer)
        return found

    def join(self, table: str, tokens: list[str]) -> Player:
        player = Player(self.url.replace("http", "ws") + f"api/tables/{table}/socket", tokens)
        self.players.append(player)
        return player


class Player:
    """A client of a real server."""

    def __init__(self, url: str, tokens: list[str]) -> None:
        self._open = contextlib.ExitStack()
        self.socket = self._open.enter_context(connect(url, max_size=None, open_timeout=20))
        self.number = 0
        self.shown: dict = {}
        self.send({"type": "hello", "tokens": tokens})

    def send(self, message: dict) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> dict:
        message: dict = json.loads(self.socket.recv(timeout=90))
        if message["type"] == "table":
            self.shown = message
        return message

    def table(self, condition=lambda message: True) -> dict:
        """The table once something is true of it."""
        while not self.shown or not condition(self.shown):
            self.receive()
        return self.shown

    def ask(self, kind: str, **fields) -> dict:
        self.number += 1
        self.send({"type": kind, "id": self.number, **fields})
        while (answer := self.receive()).get("id") != self.number:
            pass
        return answer

    def turn(self, move: str) -> dict:
        return self.ask("turn", at=self.shown["at"], move=move)

    def drained(self) -> tuple[list[dict], int]:
        """Everything until the connection ends, and the code it ends with."""
        told = []
        try:
            while True:
                told.append(self.receive())
        except ConnectionClosed as closing:
            return told, closing.rcvd.code if closing.rcvd else 1006

    def close(self) -> None:
        self._open.close()


@contextlib.contextmanager
def real_server(folder: Path, database: str, **settings):
    server = RealServer(folder, database, **settings)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        for player in server.players:
            player.close()


def together(*calls) -> list:
    """Run calls in threads that start at the same moment; their answers in order."""
    barrier = threading.Barrier(len(calls))
    answers: list = [None] * len(calls)

    def run(place, call):
        barrier.wait()
        answers[place] = call()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers

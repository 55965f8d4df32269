"""Applications in this process, for tests that speak HTTP and sockets to them."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from pathlib import Path

from starlette.testclient import TestClient, WebSocketTestSession

from tavoliere.apps.web.host.settings import Limits, Settings
from tavoliere.apps.web.http.app import create_app
from tests.web.tables import FirstMove

PEOPLE = {"w": {"kind": "person"}, "b": {"kind": "person"}}
AGAINST_MACHINE = {"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": "random"}}


@contextlib.contextmanager
def client(
    url: str,
    worker: FirstMove | None = None,
    hosts=("*",),
    opponents=("random",),
    texts: Path | None = None,
    lobby: bool = True,
    **limits,
) -> Iterator[TestClient]:
    """An application that runs; `texts` has files of languages, `limits` are those that differ from the usual ones."""
    settings = Settings(
        database=url, warm=False, opponents=opponents, stand_in="random", hint="random", heartbeat=3600,
        hosts=hosts, texts=texts, lobby=lobby, limits=dataclasses.replace(Limits(), **limits), hello_seconds=2.0,
    )  # fmt: skip
    chosen = worker or FirstMove()
    with TestClient(create_app(settings, lambda: chosen), raise_server_exceptions=False) as running:
        yield running


def new_table(page: TestClient, game: str = "tablut", **wanted) -> tuple[str, dict[str, str]]:
    """A table's id and its tokens."""
    answer = page.post("/api/tables", json={"game": game, "seats": PEOPLE} | wanted)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"], answer.json()["tokens"]


class Guest:
    """A client at a table that reads until it gets what it waits for."""

    def __init__(self, session: WebSocketTestSession, tokens: list[str], **hello) -> None:
        self.session = session
        self.seen: list[dict] = []
        self.number = 0
        session.send_json({"type": "hello", "tokens": tokens, **hello})

    def until(self, kind: str, condition=lambda message: True) -> dict:
        """The next message of a kind for which something is true; for tables the one shown now counts too."""
        shown = [message for message in self.seen if message["type"] == "table"]
        if kind == "table" and shown and condition(shown[-1]):
            return shown[-1]
        while True:
            self.seen.append(self.session.receive_json())
            if self.seen[-1]["type"] == kind and condition(self.seen[-1]):
                return self.seen[-1]

    def table(self, ply: int | None = None) -> dict:
        return self.until("table", lambda message: ply is None or message["ply"] == ply)

    def ask(self, kind: str, **fields) -> dict:
        """Send a request and read its answer."""
        self.number += 1
        self.session.send_json({"type": kind, "id": self.number, **fields})
        while True:
            self.seen.append(self.session.receive_json())
            if self.seen[-1].get("id") == self.number:
                return self.seen[-1]

    def send(self, kind: str, **fields) -> None:
        self.session.send_json({"type": kind, **fields})


@contextlib.contextmanager
def guest(
    page: TestClient, table: str, tokens: list[str] | None = None, headers: dict | None = None, **hello
) -> Iterator[Guest]:
    """Somebody at a table; `headers` are those of the handshake, `hello` what the first message says besides."""
    with page.websocket_connect(f"/api/tables/{table}/socket", headers=headers or {}) as session:
        yield Guest(session, tokens or [], **hello)

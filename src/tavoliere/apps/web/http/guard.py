"""What stands before every request: names, origins, sizes, rates, headers, and a line in the log afterwards."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.http.languages import VARIES, voice_in
from tavoliere.apps.web.http.limits import Buckets, Open, address_of
from tavoliere.apps.web.http.messages import LIMITS
from tavoliere.apps.web.http.refused import headers_of, status_of
from tavoliere.apps.web.live.fairness import ASKER
from tavoliere.apps.web.show.voices import Voice, Voices
from tavoliere.apps.web.show.wording import body_of
from tavoliere.apps.web.table.refusals import Refusal

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
EMBEDDED = "/embed/"
EMBEDDED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "x-frame-options"},
    "content-security-policy": CONTENT_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
}
"""A board that nobody can play at may stand in any page; nothing else may."""
SHARED = re.compile(r"/api/(tables|positions)/[^/]+/(picture/[a-z]+|film)")
SHARED_HEADERS = {
    **HEADERS,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "cross-origin",
}
"""Pictures may stand in any page. A drawing brings its own colours, and can do nothing."""
BODY_SECONDS = 20.0
HEAVY = 4096
"""For each so many bytes a request counts once more: to find out what is wrong with a large body takes long."""
UPLOAD_PATHS = ("/api/records", "/api/studies", "/api/studies/record", "/api/studies/file")
"""Where files of games and trees of lines are taken."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
FILES = "/static/"
"""Files of pages: each counts as a small part of a request."""
FILE_PART = 0.1
WATCHED = ("/health", "/ready", "/metrics")
"""What watchdogs ask. They may share an address with visitors, so they have an allowance of their own."""
WATCHED_AT_ONCE, WATCHED_A_SECOND = 30, 3.0
UNNOTED = (FILES, *WATCHED)
"""What is not in the log."""
REFUSED_AT_ONCE, REFUSED_A_SECOND = 50, 5.0
"""So many refusals of one address are answered at once; what is more waits, so that refusing costs next to nothing."""
SLOWLY_SECONDS = 1.0
QUIETLY = (429, 408)
"""Whoever is over their share is counted, and not told about line by line."""
ESCAPED = 2
"""Text in JSON may take twice its length and more; what is left is counted after reading."""


class Guard:
    """The outermost part of the application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, metrics: Metrics, voices: Voices, requests: Buckets, connections: Open
    ) -> None:
        """`requests` and `connections` count those of each address."""
        self.app, self.settings, self.metrics, self.voices = app, settings, metrics, voices
        self.requests, self.connections = requests, connections
        self._watchers = Buckets(WATCHED_AT_ONCE, WATCHED_A_SECOND, time.monotonic)
        self._refusals = Buckets(REFUSED_AT_ONCE, REFUSED_A_SECOND, time.monotonic)
        metrics.gauge("connections", self.connections.total)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        LIMITS.set(self.settings.limits)
        if scope["type"] in ("http", "websocket"):
            ASKER.set(address_of(_client(scope)))
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    # HTTP

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        seen: dict[str, int] = {}

        async def decorated(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen["status"] = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), *_encoded(_headers_for(scope))]}
            await send(message)

        try:
            body = await self._admitted(scope, receive)
            await self.app(scope, body, decorated)
        except Refusal as refusal:
            await self._hold(scope, refusal)
            await _answer(decorated, refusal, self._voice(scope))
        except Exception as error:
            log("request failed", logging.ERROR, error, path=scope["path"])
            if "status" not in seen:
                await _answer(decorated, Refusal("server.error"), self._voice(scope))
        finally:
            self._note(scope, seen.get("status", 0), time.perf_counter() - began)

    async def _admitted(self, scope: Scope, receive: Receive) -> Receive:
        """Let a request in, with its body read; a refusal says why not."""
        headers = _headers(scope)
        self._check_host(headers)
        self._count_path(address_of(_client(scope)), scope["path"])
        if scope["method"] in SAFE_METHODS:
            return receive
        _check_origin(headers)
        most = self.settings.limits.body
        if scope["path"] in UPLOAD_PATHS:
            most = ESCAPED * self.settings.limits.record
        body = await _read(receive, headers, most)
        largest = int(self.requests.size) // 2  # whatever a host allows, anybody may send the largest body now and then
        self._count(address_of(_client(scope)), min(len(body) // HEAVY, largest))
        return _again(body, receive)

    async def _hold(self, scope: Scope, refusal: Refusal) -> None:
        """Let whoever is refused for asking too much wait, if they ask on and on all the same."""
        if refusal.wait and self._refusals.take(address_of(_client(scope))):
            await asyncio.sleep(SLOWLY_SECONDS)

    def _count_path(self, address: str, path: str) -> None:
        """One more request for something, by what it is."""
        if path in WATCHED:
            _take(self._watchers, address)
        else:
            self._count(address, FILE_PART if path.startswith(FILES) else 1)

    def _count(self, address: str, amount: float = 1) -> None:
        """One more request of an address, if it may have one more; a large one counts as several."""
        _take(self.requests, address, amount)

    def _check_host(self, headers: dict[str, str]) -> None:
        """Only names that the host has chosen, so that no other site's name can be made to point here."""
        if "*" not in self.settings.hosts and _host_name(headers.get("host", "")) not in self.settings.hosts:
            raise Refusal("host.refused")

    def _voice(self, scope: Scope) -> Voice:
        return voice_in(self.voices, _headers(scope))

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        self.metrics.count("requests_total", method=_known_method(scope["method"]), status=str(status))
        self.metrics.count("request_seconds_total", seconds)
        is_quiet = scope["path"].startswith(UNNOTED) or status in QUIETLY
        level = logging.DEBUG if is_quiet else logging.INFO
        ms = round(seconds * 1000, 1)
        path = scope["path"][:200]
        log("request", level, method=scope["method"], path=path, status=status, ms=ms, address=_client(scope))

    # Sockets

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(_client(scope))
        try:
            headers = _headers(scope)
            self._check_host(headers)
            _check_origin(headers)
            self._count(address)
            if not self.connections.enter(address):
                raise Refusal("limit.connections", wait=10, most=self.connections.most)
        except Refusal as refusal:
            self.metrics.count("refusals_total", key=refusal.key)
            level = logging.DEBUG if refusal.wait else logging.INFO
            log("socket refused", level, path=scope["path"][:200], key=refusal.key, address=_client(scope))
            await self._hold(scope, refusal)
            await _refuse_socket(scope, receive, send, refusal, self._voice(scope))
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.connections.leave(address)


def _take(allowance: Buckets, address: str, amount: float = 1) -> None:
    wait = allowance.take(address, amount) if amount else 0
    if wait:
        raise Refusal("limit.requests", wait=wait, seconds=wait)


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _client(scope: Scope) -> str | None:
    return scope["client"][0] if scope.get("client") else None


def _known_method(method: str) -> str:
    return method if method in ("GET", "HEAD", "POST", "OPTIONS") else "other"


def _host_name(host: str) -> str:
    """A name without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _check_origin(headers: dict[str, str]) -> None:
    """A browser says which site a request comes from; only our own pages may ask. Programs say nothing."""
    origin = headers.get("origin")
    if origin is not None and _site(origin) != headers.get("host", "").lower():
        raise Refusal("origin.refused")


def _site(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


async def _read(receive: Receive, headers: dict[str, str], most: int) -> bytes:
    """Read a body that is not too large."""
    declared = headers.get("content-length", "")
    if declared.isdigit() and int(declared[:20]) > most:
        raise Refusal("limit.body", most=most)
    chunks, size, goes_on = [], 0, True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while goes_on:
                message = await receive()
                if message["type"] == "http.disconnect":
                    break
                chunks.append(message.get("body", b""))
                size += len(chunks[-1])
                goes_on = message.get("more_body", False)
                if size > most:
                    raise Refusal("limit.body", most=most)
    except TimeoutError:
        raise Refusal("request.shape") from None
    return b"".join(chunks)


def _again(body: bytes, receive: Receive) -> Receive:
    """The application gets the body in one piece."""
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return whole.pop() if whole else await receive()

    return again


def _headers_for(scope: Scope) -> dict[str, str]:
    """What is not a file differs from one language to the next, and from one moment to the next."""
    if scope["path"].startswith("/static/"):
        return HEADERS
    return {**_own_headers(scope["path"]), "cache-control": "no-store", "vary": VARIES}


def _own_headers(path: str) -> dict[str, str]:
    if path.startswith(EMBEDDED):
        return EMBEDDED_HEADERS
    return SHARED_HEADERS if SHARED.fullmatch(path) else HEADERS


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def _refusal_parts(refusal: Refusal, voice: Voice) -> tuple[list[tuple[bytes, bytes]], bytes]:
    headers = _encoded({"content-type": "application/json"} | headers_of(refusal))
    return headers, json.dumps({"error": body_of(voice, refusal)}).encode()


async def _answer(send: Send, refusal: Refusal, voice: Voice) -> None:
    headers, body = _refusal_parts(refusal, voice)
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status_of(refusal), "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_socket(scope: Scope, receive: Receive, send: Send, refusal: Refusal, voice: Voice) -> None:
    """Refuse before the handshake, with a reason where the server can send one."""
    extensions: dict[str, Any] = scope.get("extensions") or {}
    await receive()
    if "websocket.http.response" not in extensions:
        await send({"type": "websocket.close", "code": 1008})
        return
    headers, body = _refusal_parts(refusal, voice)
    await send({"type": "websocket.http.response.start", "status": status_of(refusal), "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})

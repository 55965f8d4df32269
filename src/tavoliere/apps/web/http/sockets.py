"""One connection to a table: what comes in is checked and handed to the service, what goes out waits in order."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.http import messages
from tavoliere.apps.web.http.languages import voice_in
from tavoliere.apps.web.http.limits import Buckets
from tavoliere.apps.web.http.messages import HELLO, REQUEST
from tavoliere.apps.web.http.shapes import misshapen
from tavoliere.apps.web.live.fairness import ASKER
from tavoliere.apps.web.live.service import Service
from tavoliere.apps.web.live.table import LiveTable
from tavoliere.apps.web.live.tables import Accepted
from tavoliere.apps.web.show import pictures, views
from tavoliere.apps.web.show.shown import Known
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.wording import body_of
from tavoliere.apps.web.table import conduct, halves
from tavoliere.apps.web.table.halves import Half
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Sheet

MALFORMED, NO_TABLE, SILENT, TOO_MANY, STOPPING, FAILED = 4400, 4404, 4408, 4429, 1012, 1011
MOST_WAITING = 200
"""Messages that may wait for a client that reads slowly, before it is cut off. The table itself never piles up."""
SEND_SECONDS = 30.0
HEAVY = 1024
"""For each so many characters a message counts once more among those of its address."""
PATIENCE = 50
"""Refusals for too many messages, before the connection is closed."""

ASKED = (messages.Why, messages.Attempt, messages.StepsTaken)
"""Questions, whose answers are made without waiting for anything."""
Handler = Callable[[Any], Awaitable[Message | None]]


class Closing(Exception):  # noqa: N818 - what happens
    """The connection is over, with this code."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(str(code))


class Connection:
    """A client at a table."""

    def __init__(self, socket: WebSocket, service: Service, together: Buckets) -> None:
        """`together` counts the messages of all connections of an address."""
        self.socket, self.service, self._together = socket, service, together
        self.tokens: list[str] = []
        self._flipped: bool | None = None
        self.voice = voice_in(service.voices, socket.headers)
        self.live: LiveTable | None = None
        self._waiting: deque[Message] = deque()
        self._wants_patches = False
        self._known = Known()
        """What the client has, if it wants to be told only what is different."""
        self._is_stale = False
        self._is_stopping = False
        self._wake = asyncio.Event()
        self._hint: asyncio.Task[None] | None = None
        limits = service.settings.limits
        self._bucket = Buckets(limits.messages, limits.messages_a_second, time.monotonic)
        self._impatience = 0
        self._handlers: dict[type, Handler] = {
            messages.StepsTaken: self._steps,
            messages.TypedTurn: self._turn,
            messages.Why: self._why,
            messages.Attempt: self._attempt,
            messages.View: self._view,
            messages.ChangeLook: self._look,
            messages.Hint: self._ask_hint,
            messages.Undo: self._undo,
            messages.Draw: self._draw,
            messages.Rematch: self._rematch,
            messages.Resign: self._resign,
            messages.Claim: self._claim,
            messages.Rename: self._rename,
            messages.Private: self._private,
            messages.Ping: self._ping,
        }

    # What the service calls

    def refresh(self) -> None:
        self._is_stale = True
        self._wake.set()

    def tell(self, message: Message) -> None:
        self._waiting.append(message)
        self._wake.set()

    def dismiss(self, message: Message) -> None:
        self.tell(message)
        self._is_stopping = True

    @property
    def side(self) -> int:
        """Which side the board is seen from: the one that was chosen, else that of the seats."""
        live = self._table
        return pictures.seen_from(live.position.game, live.sheet.letters_of(self.tokens), self._flipped)

    # The life of a connection

    async def run(self, table: str) -> None:
        """From the handshake to the end."""
        await self.socket.accept()
        sender: asyncio.Task[None] | None = None
        code = 1000
        try:
            hello = await self._hello()
            if hello.language:
                self.voice = self.service.voices.named(hello.language) or self.service.voices.english
            self.live = await self._found(table)
            self.tokens, self._flipped = hello.tokens, hello.look.flipped
            self._wants_patches = hello.patches
            if self.tokens and not self.live.sheet.letters_of(self.tokens):
                self.tell(self._refused(Refusal("token.unknown"), hello.id))
            self.refresh()
            self.service.audience.join(self.live, self)
            sender = asyncio.create_task(self._send_all())
            receiver = asyncio.create_task(self._receive_all())
            done, _ = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
            receiver.cancel()
            for task in done:
                task.result()
        except Closing as closing:
            code = closing.code
        except WebSocketDisconnect:
            code = 0
        except Exception as error:
            log("socket failed", logging.ERROR, error, table=table)
            code = FAILED
            with contextlib.suppress(Exception):
                await self._send(self._refused(Refusal("server.error"), None))
        finally:
            if self.live is not None:
                self.service.audience.leave(self.live, self)
            for ours in (sender, self._hint):
                if ours is not None:
                    ours.cancel()
            if code:
                with contextlib.suppress(Exception):
                    await self.socket.close(code)

    async def _hello(self) -> messages.Hello:
        try:
            async with asyncio.timeout(self.service.settings.hello_seconds):
                return HELLO.validate_json(await self._frame())
        except TimeoutError:
            raise Closing(SILENT) from None
        except ValidationError as error:
            await self._send(self._refused(misshapen(error.errors(include_input=False)), None))
            raise Closing(MALFORMED) from None

    async def _found(self, table: str) -> LiveTable:
        try:
            return await self.service.tables.find(table)
        except Refusal as refusal:
            await self._send(self._refused(refusal, None))
            raise Closing(FAILED if refusal.wait else NO_TABLE) from None

    async def _frame(self) -> str | bytes:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        frame: str | bytes = message.get("text") or message.get("bytes") or b""
        return frame

    async def _receive_all(self) -> None:
        while True:
            frame = await self._frame()
            try:
                if self._bucket.take(""):
                    self._impatience += 1
                    if self._impatience > PATIENCE:
                        raise Closing(TOO_MANY)
                    raise Refusal("limit.messages", wait=1)
                while wait := self._together.take(ASKER.get(), 1 + len(frame) // HEAVY):
                    # Nothing is read meanwhile, and nothing has to be answered.
                    await asyncio.sleep(wait)
                request = REQUEST.validate_json(frame)
                self.service.metrics.count("messages_total", type=request.type)
                answer = await self._answered(request)
                if answer is not None:
                    self.tell({**answer, "id": request.id})
            except ValidationError as error:
                self._refuse(misshapen(error.errors(include_input=False), tagged=True), _number_in(frame))
            except Refusal as refusal:
                self._refuse(refusal, _number_in(frame))

    async def _answered(self, request: Any) -> Message | None:
        """Handle a request. What is only asked is answered here and now, so it counts against the address."""
        handler = self._handlers[type(request)]
        if type(request) not in ASKED or getattr(request, "play", False):
            return await handler(request)
        async with self.service.speech.turn():
            return await handler(request)

    def _refused(self, refusal: Refusal, number: int | None) -> Message:
        return {"type": "refused", "id": number, **body_of(self.voice, refusal)}

    def _refuse(self, refusal: Refusal, number: int | None) -> None:
        self.service.metrics.count("refusals_total", key=refusal.key)
        self.tell(self._refused(refusal, number))
        if refusal.key == "turn.stale":
            self.refresh()

    async def _send_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if len(self._waiting) > MOST_WAITING:
                raise Closing(TOO_MANY)
            while self._waiting:
                await self._send(self._waiting.popleft())
            if self._is_stale and self.live is not None:
                if self.live.is_gone:
                    await self._send(self._refused(Refusal("table.missing"), None))
                    raise Closing(NO_TABLE)
                self._is_stale = False
                await self._send_text(self._shown(self.live))
            if self._is_stopping:
                raise Closing(STOPPING)

    def _shown(self, live: LiveTable) -> str:
        """The table, with the picture as the client wants it."""
        if not self._wants_patches:
            return views.encoded(self.service.audience.view(self.voice, live, self.tokens, self.side))
        known, self._known = self._known, live.shown.to(self.voice).known(self.side)
        return self.service.audience.view_text(self.voice, live, self.tokens, self.side, known)

    async def _send(self, message: Message) -> None:
        await self._send_text(views.encoded(message))

    async def _send_text(self, text: str) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.send_text(text)
        except (TimeoutError, RuntimeError):
            raise WebSocketDisconnect(1006) from None

    # Requests

    @property
    def _table(self) -> LiveTable:
        assert self.live is not None
        return self.live

    async def _steps(self, request: messages.StepsTaken) -> Message | None:
        live, taken = self._table, tuple(request.taken)
        if request.play:
            accepted = self._acknowledges(request.id)
            half = await self.service.turns.stepped(live, self.tokens, request.at, taken, accepted)
            return self._half(half, request.at) if half.move is None else None
        self._check(request.at)
        return self._half(halves.half_made(live.position, taken), request.at)

    def _half(self, half: Half, at: str) -> Message:
        """A half-made turn; for a client with pictures what is different from the one of the table."""
        if not self._wants_patches:
            return views.half_view(self.voice, half, at, views.half_picture(self.voice, half, self.side))
        parts = views.half_parts(self.voice, half, self.side, self._table.shown.sketch(self.voice, self.side))
        return views.half_view(self.voice, half, at, pictures.patch(self._known.parts, parts))

    async def _turn(self, request: messages.TypedTurn) -> Message | None:
        accepted = self._acknowledges(request.id)
        await self.service.turns.typed(self._table, self.tokens, request.at, request.move, accepted)
        return None

    def _acknowledges(self, number: int | None) -> Accepted:
        """Says that a turn is stored; that goes out before the table that shows it."""

        def accepted(stored: Sheet) -> None:
            made = {"type": "accepted", "at": stored.at, "ply": stored.ply, "move": stored.turns[-1].move}
            self.tell({**made, "id": number})

        return accepted

    def _check(self, at: str) -> None:
        """Whether whoever is here may make a turn in the position that `at` names."""
        sheet = self._table.sheet
        conduct.check_turn(sheet, sheet.letters_of(self.tokens), at)

    async def _why(self, request: messages.Why) -> Message | None:
        return views.allowed_view(self.voice, halves.allowed(self._table.position, request.move))

    async def _attempt(self, request: messages.Attempt) -> Message | None:
        self._check(request.at)
        position = self._table.position
        refusal = halves.attempted(position, tuple(request.taken), request.step)
        if refusal is not None:
            raise refusal
        return self._half(halves.half_made(position, (*request.taken, request.step)), request.at)

    async def _view(self, request: messages.View) -> Message | None:
        return await self.service.audience.picture(self.voice, self._table, request.ply, self.side)

    async def _look(self, request: messages.ChangeLook) -> Message | None:
        self._flipped = request.look.flipped
        self.refresh()
        return None

    async def _ask_hint(self, request: messages.Hint) -> Message | None:
        if self._hint is not None and not self._hint.done():
            raise Refusal("hint.busy")
        self._hint = asyncio.create_task(self._hinted(request.id))
        return None

    async def _hinted(self, number: int | None) -> None:
        try:
            self.tell({**await self.service.machines.hint(self._table, self), "id": number})
        except Refusal as refusal:
            self._refuse(refusal, number)

    async def _undo(self, request: messages.Undo) -> Message | None:
        await self.service.agreements.undo(self._table, self.tokens, request.answer)
        return None

    async def _draw(self, request: messages.Draw) -> Message | None:
        await self.service.agreements.draw(self._table, self.tokens, request.answer, request.seat or "")
        return None

    async def _rematch(self, request: messages.Rematch) -> Message | None:
        await self.service.agreements.rematch(self._table, self.tokens, request.answer)
        return None

    async def _resign(self, request: messages.Resign) -> Message | None:
        await self.service.agreements.resign(self._table, self.tokens, request.seat)
        return None

    async def _claim(self, request: messages.Claim) -> Message | None:
        token = await self.service.agreements.sit_down(self._table, request.seat, request.name)
        self.tokens = [*self.tokens, token]
        self.service.audience.join(self._table, self)
        self.refresh()
        return {"type": "seated", "seat": request.seat, "token": token}

    async def _rename(self, request: messages.Rename) -> Message | None:
        await self.service.agreements.rename(self._table, self.tokens, request.seat, request.name)
        return None

    async def _private(self, _: messages.Private) -> Message | None:
        await self.service.agreements.make_private(self._table, self.tokens)
        return None

    async def _ping(self, _: messages.Ping) -> Message | None:
        return {"type": "pong"}


def _number_in(frame: str | bytes) -> int | None:
    """The id of a request, even if the rest of it is wrong."""
    try:
        found = json.loads(frame)
    except (ValueError, RecursionError):
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if type(number) is int and 0 <= number <= messages.LONGEST_ID else None

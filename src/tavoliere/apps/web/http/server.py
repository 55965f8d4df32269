"""Running the application: a socket of our own, so that a port in use is said plainly, and a stop that says goodbye."""

from __future__ import annotations

import contextlib
import functools
import gc
import signal
import socket
import time
import webbrowser
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
from fastapi import FastAPI

from tavoliere.apps.web.host import logs
from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.http.app import create_app
from tavoliere.apps.web.http.limits import Open, address_of
from tavoliere.apps.web.http.lines import RESERVED, Lines, line_protocols, raised_descriptors
from tavoliere.apps.web.http.mouthfuls import Reading
from tavoliere.apps.web.http.processes import Crew
from tavoliere.apps.web.live.fairness import Allowance
from tavoliere.core.errors import system_reason
from tavoliere.core.said import Said

BACKLOG = 512
GRACE_SECONDS = 2
GARBAGE = 20_000
"""Things made and not thrown away, after which the youngest are looked through."""


class Server(uvicorn.Server):
    """Tells the tables that it stops before it closes their connections, and the host when it is ready."""

    def __init__(self, config: uvicorn.Config, service: Callable[[], Any], ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service, self._ready = service, ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in good order when asked to; once that is done, the process ends as any other that is done."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started and not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        service = self._service()
        if service is not None:
            service.end_streams()
            await service.audience.dismiss()
        await super().shutdown(sockets=sockets)


def bound(host: str, port: int) -> socket.socket:
    """A listening socket; a `ValueError` says what is in the way."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        found = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)[0]
        listening = socket.socket(found[0], socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(found[4])
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else str(error)
        raise ValueError(
            Said(
                "cannot listen on {host} port {port}: {why}; --port chooses another one, --port 0 any free one",
                host=host,
                port=port,
                why=reason,
            )
        ) from error
    return listening


def url_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - a name for people, nothing is bound
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def calm_collector() -> None:
    """Look for garbage less often: what was loaded stays, and messages are thrown away without its help."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 20, 50)


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    proxies: str = "",
    opens: bool = False,
    log_style: str = "auto",
    processes: int = 1,
    tell: Callable[[str], None],
) -> None:
    """Run until somebody stops it. `tell` gets the address once the server answers."""
    app = create_app(settings)
    if processes > 1 and not app.state.database.is_shared:
        raise ValueError(
            "--processes needs PostgreSQL, which several servers can share: --database postgresql://user@host/name"
        )
    listening = bound(host, port)

    def ready() -> None:
        tell(url_of(listening))
        if opens:
            webbrowser.open(url_of(listening))

    if processes == 1:
        serve_on(listening, ready, app=app, settings=settings, proxies=proxies, log_style=log_style)
        return
    app.state.database.open()  # what is wrong with it is said once, and it is brought up to date
    app.state.database.close()
    logs.set_up(log_style)
    work = functools.partial(serve_on, settings=settings, proxies=proxies, log_style=log_style)
    Crew(processes, work, listening).run(ready)


def serve_on(
    listening: socket.socket,
    ready: Callable[[], None],
    *,
    settings: Settings,
    proxies: str,
    log_style: str,
    app: FastAPI | None = None,
) -> None:
    """One server on a socket."""
    app = app or create_app(settings)
    app.state.database.claim()
    app.state.database.open()
    logs.set_up(log_style)
    http, sockets = line_protocols(_lines(app, settings, proxies))
    config = uvicorn.Config(
        app,
        http=http,
        ws=sockets,
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=settings.limits.frame,
        # Turns are sent as what has changed: to squeeze some kilobytes costs more than it saves.
        ws_per_message_deflate=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_graceful_shutdown=GRACE_SECONDS,
        lifespan="on",
    )
    calm_collector()
    server = Server(config, lambda: getattr(app.state, "service", None), ready)
    server.run(sockets=[listening])


def _lines(app: FastAPI, settings: Settings, proxies: str) -> Lines:
    """The connections that there may be: as many as the system lets us have, and so many of each address."""
    descriptors = raised_descriptors()
    app.state.metrics.gauge("descriptors", lambda: descriptors)
    trusted = {address_of(proxy.strip()) for proxy in proxies.split(",") if proxy.strip()}
    altogether = max(RESERVED, descriptors - RESERVED)
    logs.log("listening", descriptors=descriptors, connections=altogether, backlog=BACKLOG)
    limits = settings.limits
    each = app.state.held["lines"] = Open(limits.lines, settings.networks.times)
    reading = Allowance(limits.reading, limits.reading_a_second, time.monotonic, settings.networks.times)
    app.state.spent["reading"] = reading
    return Lines(each, altogether, Reading(reading), app.state.metrics, trusted)

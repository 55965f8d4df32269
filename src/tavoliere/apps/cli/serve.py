"""`tavoliere serve`: the table in the browser."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tavoliere.apps.cli.common import Commands
from tavoliere.apps.cli.speech import tell
from tavoliere.core.said import Said

PORT = 8040
KEEP_DAYS = 365
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        help=Said("play in the browser"),
        description=Said("Serve the page: games against opponents, with friends at one screen, or by link."),
        epilog=Said(
            "example: tavoliere serve --open\nexample: tavoliere serve --host 0.0.0.0 --port 80 "
            "--database postgresql://tavoliere@localhost/tavoliere"
        ),
    )
    _add_addresses(parser)
    _add_amounts(parser)
    _add_contents(parser)
    parser.set_defaults(run=run)


def _add_addresses(parser: argparse.ArgumentParser) -> None:
    """Where it is, and who may speak to it."""
    parser.add_argument(
        "--host", default="127.0.0.1", help=Said("the address to listen on (default: this machine only)")
    )
    parser.add_argument(
        "--port", type=int, default=PORT, help=Said("the port, 0 for any free one (default: {port})", port=PORT)
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help=Said(
            "answer only under this name; may be repeated (default: on this machine only its own names, else any)"
        ),
    )
    parser.add_argument(
        "--proxy",
        default="",
        metavar="ADDRESS",
        help=Said("trust the client addresses that this reverse proxy forwards"),
    )


def _add_amounts(parser: argparse.ArgumentParser) -> None:
    """How much there may be of everything."""
    parser.add_argument(
        "--workers", type=int, metavar="N", help=Said("how many opponents think at a time (default: all cores but one)")
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=1,
        metavar="N",
        help=Said(
            "so many servers on this port, to use several cores; needs PostgreSQL, and the opponents are shared out "
            "among them (default: 1)"
        ),
    )
    parser.add_argument(
        "--keep-days",
        type=int,
        default=KEEP_DAYS,
        metavar="N",
        help=Said(
            "delete games at which nothing has happened for so many days, 0 for never (default: {keep_days})",
            keep_days=KEEP_DAYS,
        ),
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help=Said(
            "take more or less from one address, like tables=500; may be repeated (see docs/web.md for the names)"
        ),
    )
    parser.add_argument(
        "--network",
        action="append",
        default=[],
        metavar="NETWORK=TIMES",
        help=Said(
            "let each address of a network take so many times as much as others, like 192.0.2.0/24=10 for a school "
            "behind one address; may be repeated"
        ),
    )


def _add_contents(parser: argparse.ArgumentParser) -> None:
    """What is kept, offered and shown."""
    parser.add_argument(
        "--database",
        default="",
        metavar="URL",
        help=Said(
            "where games are kept: sqlite:///FILE or postgresql://USER@HOST/NAME (default: a file in the "
            "user's data directory)"
        ),
    )
    parser.add_argument(
        "--no-lobby",
        action="store_true",
        help=Said("show nobody the tables of others: neither those that wait for somebody nor games to watch"),
    )
    parser.add_argument(
        "--opponent",
        action="append",
        default=[],
        metavar="NAME=SPEC",
        help=Said(
            "offer one more opponent: any player that match takes, a thing in Python and a program too; GAME/NAME=SPEC "
            "offers it in one game; may be repeated"
        ),
    )
    parser.add_argument(
        "--texts",
        default="",
        metavar="DIR",
        help=Said(
            "try languages out: a folder with it.json (the page), it.toml (what all games share) and "
            "GAME/it.toml; browsers that ask for the language get it (see docs/translating.md)"
        ),
    )
    parser.add_argument("--open", action="store_true", help=Said("open the page in a browser"))
    parser.add_argument(
        "--logs",
        choices=("auto", "json", "plain"),
        default="auto",
        help=Said(
            "JSON lines for programs, or plain words about what went wrong (default: plain in a terminal, else JSON)"
        ),
    )


def run(arguments: argparse.Namespace) -> int:
    workers = arguments.workers if arguments.workers is not None else max(1, (os.cpu_count() or 2) - 1)
    _check_number("--workers", workers, 1, 256)
    _check_number("--processes", arguments.processes, 1, 64)
    _check_number("--port", arguments.port, 0, 65535)
    _check_number("--keep-days", arguments.keep_days, 0, 36500)
    try:
        from tavoliere.apps.web.host.networks import networks_from
        from tavoliere.apps.web.host.settings import Settings, limits_from
        from tavoliere.apps.web.http.server import serve
        from tavoliere.play.guests import guests_from
    except ModuleNotFoundError as missing:
        raise ValueError(
            Said("the page needs {name}; pip install 'tavoliere[web]' brings it", name=missing.name)
        ) from missing
    names = tuple(arguments.name) or (LOOPBACK if arguments.host in LOOPBACK else ("*",))
    settings = Settings(
        database=arguments.database,
        workers=max(1, workers // arguments.processes),
        hosts=names,
        keep_days=arguments.keep_days,
        guests=guests_from(arguments.opponent),
        lobby=not arguments.no_lobby,
        texts=Path(arguments.texts) if arguments.texts else None,
        limits=limits_from(arguments.limit),
        networks=networks_from(arguments.network),
    )
    serve(
        settings,
        arguments.host,
        arguments.port,
        proxies=arguments.proxy,
        opens=arguments.open,
        log_style=arguments.logs,
        processes=arguments.processes,
        tell=_tell,
    )
    return 0


def _check_number(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        told = Said(
            "{name} is a number from {least} to {most}, not {text}", name=name, least=least, most=most, text=value
        )
        raise ValueError(told)


def _tell(url: str) -> None:
    tell(Said("Tavoliere is at {url} (Ctrl-C stops it)", url=url), flush=True)

"""Logs as JSON lines: one object a line, for people with `jq` and for collectors. No token ever gets here.

Somebody who starts a server in a terminal reads only what went wrong, in words.

What is logged is named field by field; messages of clients, headers, query strings and fragments are not among it. Of
an error only its kind, its place and the first line of its text without anything quoted get here, since what people
typed may stand in the rest. An error that comes again and again is counted.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
import traceback
from types import TracebackType

LOGGER = logging.getLogger("tavoliere.web")
QUOTED = re.compile(r"""(["'`«“])[^"'`»”]*["'`»”]""")
LONGEST_TEXT = 200
AGAIN_SECONDS = 30.0
"""For so long an error of one kind is counted after it was told."""
MOST_KINDS = 200

Trace = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Repeats(logging.Filter):
    """Tells an error of one kind once in a while, with how often it came meanwhile."""

    def __init__(self, seconds: float = AGAIN_SECONDS) -> None:
        super().__init__()
        self.seconds = seconds
        self._lock = threading.Lock()
        self._told: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        error = record.exc_info[0] if record.exc_info else None
        kind = (str(record.msg), error.__name__ if error is not None else "")
        with self._lock:
            told, count = self._told.get(kind, (-self.seconds, 0))
            if time.monotonic() - told < self.seconds:
                self._told[kind] = (told, count + 1)
                return False
            if len(self._told) >= MOST_KINDS:
                self._told.clear()
            self._told[kind] = (time.monotonic(), 0)
        if count:
            record.fields = {**getattr(record, "fields", {}), "repeated": count}
        return True


def without_quotes(error: BaseException) -> str:
    """An error in one line: its kind, and its text without what may have been typed."""
    text = QUOTED.sub(r"\1...\1", str(getattr(error, "orig", None) or error).strip().partition("\n")[0])
    return f"{type(error).__name__}: {text[:LONGEST_TEXT]}" if text else type(error).__name__


def traced(info: Trace) -> str:
    """Where an error happened, and what led to it."""
    lines: list[str] = []
    error: BaseException | None = info[1]
    while error is not None and len(lines) < LONGEST_TEXT:
        lines += [line.rstrip() for line in traceback.format_tb(error.__traceback__)]
        lines.append(without_quotes(error))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n".join(lines)


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["trace"] = traced(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """A log record as a line that is read in a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        fields = ", ".join(f"{name} {value}" for name, value in getattr(record, "fields", {}).items())
        line = f"{record.levelname.lower()}: {record.getMessage()}" + (f" ({fields})" if fields else "")
        return f"{line}\n{traced(record.exc_info)}" if record.exc_info else line


def log(event: str, level: int = logging.INFO, error: BaseException | None = None, **fields: object) -> None:
    """Write one line."""
    LOGGER.log(level, event, extra={"fields": fields}, exc_info=error)


def set_up(style: str = "auto") -> None:
    """Send the server's logs, and warnings of what it is made of, to the standard error stream.

    The style is "json", "plain" (only what went wrong), or "auto": plain in a terminal and JSON everywhere else.
    """
    plain = style == "plain" or (style == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainLines() if plain else JsonLines())
    handler.addFilter(Repeats())
    for logger, level in (
        (LOGGER, logging.WARNING if plain else logging.INFO),
        (logging.getLogger("uvicorn"), logging.WARNING),
    ):
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False

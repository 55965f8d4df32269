"""Logs as JSON lines: one object a line, for people with `jq` and for collectors. No token ever gets here.

Somebody who starts a server in a terminal reads only what went wrong, in words.

What is logged is named field by field; messages of clients, headers, query strings and fragments are not among it.
"""

from __future__ import annotations

import json
import logging
import sys
import time

LOGGER = logging.getLogger("tavoliere.web")


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
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """A log record as a line that is read in a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        fields = ", ".join(f"{name} {value}" for name, value in getattr(record, "fields", {}).items())
        line = f"{record.levelname.lower()}: {record.getMessage()}" + (f" ({fields})" if fields else "")
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


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
    for logger, level in (
        (LOGGER, logging.WARNING if plain else logging.INFO),
        (logging.getLogger("uvicorn"), logging.WARNING),
    ):
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False

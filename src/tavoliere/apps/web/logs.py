"""Logs as JSON lines: one object a line, for people with `jq` and for collectors. No token ever gets here.

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


def log(event: str, level: int = logging.INFO, error: BaseException | None = None, **fields: object) -> None:
    """Write one line."""
    LOGGER.log(level, event, extra={"fields": fields}, exc_info=error)


def set_up(level: int = logging.INFO) -> None:
    """Send the server's logs, and warnings of what it is made of, to the standard error stream as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for logger, its_level in ((LOGGER, level), (logging.getLogger("uvicorn"), logging.WARNING)):
        logger.handlers = [handler]
        logger.setLevel(its_level)
        logger.propagate = False

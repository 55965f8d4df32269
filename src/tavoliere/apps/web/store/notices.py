"""What servers at one database tell each other: PostgreSQL's notifications, heard after the commit they belong to.

A change of a table is told as the table's id and its revision, news and presence as an object of JSON. With SQLite
there is nobody to tell.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

CHANNEL = "tavoliere"
EVERYTHING = "*"
"""Told instead if many tables have changed."""
MOST_BYTES = 7900
"""PostgreSQL takes 8000."""
Notice = dict[str, Any]
TELL_OTHERS = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("change")))


def tell(connection: Connection, change: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(TELL_OTHERS, {"change": change})


def written(notice: Notice) -> str:
    """An object as it is sent; empty if it is too long for that."""
    text = json.dumps(notice, separators=(",", ":"))
    return text if len(text) <= MOST_BYTES else ""


def read(text: str) -> Notice | None:
    """An object that another server has sent; None if it is something else."""
    try:
        found = json.loads(text) if text.startswith("{") else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None

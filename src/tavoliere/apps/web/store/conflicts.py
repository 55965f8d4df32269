"""What can come between somebody's knowledge of a table and their change of it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection


class Conflict(Exception):  # noqa: N818 - what happened
    """Somebody else has changed the table meanwhile."""


class Fenced(Conflict):
    """Another server looks after the table meanwhile; this one was taken for dead."""


def insert_into(connection: Connection, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that can be told what to do with a row that another server has written meanwhile."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)

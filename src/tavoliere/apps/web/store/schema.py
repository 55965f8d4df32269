"""The tables of the database as they are now. How they came to be is in `migrations`; a test compares the two."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(100), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("clock_kind", sa.String(16), nullable=False),
    sa.Column("clock_base", sa.BigInteger, nullable=False),
    sa.Column("clock_increment", sa.BigInteger, nullable=False),
    sa.Column("clock_days", sa.Integer, nullable=False),
    sa.Column("turn", sa.String(4), nullable=False),
    sa.Column("since", sa.BigInteger, nullable=True),
    sa.Column("undos", sa.Integer, nullable=False),
    sa.Column("result", sa.String(40), nullable=False),
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("ended_by", sa.String(20), nullable=False),
    sa.Column("draw_agreed", sa.String(8), nullable=False),
    sa.Column("undo_by", sa.String(4), nullable=False),
    sa.Column("undo_agreed", sa.String(8), nullable=False),
    sa.Column("rematch_agreed", sa.String(8), nullable=False),
    sa.Column("rematch", sa.String(32), nullable=True),
    sa.Column("previous", sa.String(32), nullable=True, unique=True),
    sa.Column("review", sa.Boolean, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("watchable", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
)

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("letter", sa.String(4), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("spec", sa.String(200), nullable=False),
    sa.Column("token_hash", sa.String(64), nullable=False),
    sa.Column("time_left", sa.BigInteger, nullable=True),
)

# The primary key is what makes it impossible to store a turn twice, whoever writes.
TURNS = sa.Table(
    "turns",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("letter", sa.String(4), nullable=False),
    sa.Column("move", sa.String(200), nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("comments", sa.Text, nullable=False),
)

NOTES = sa.Table(
    "notes",
    METADATA,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

# A sign of life is as old as the database's clock says; rows of servers that have gone are kept for a day.
SERVERS = sa.Table(
    "servers",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("started", sa.BigInteger, nullable=False),
    sa.Column("beat", sa.BigInteger, nullable=False),
    sa.Column("stopped", sa.Boolean, nullable=False),
)

# Whoever is named here looks after something, such as a table, for as long as that server is alive.
LEASES = sa.Table(
    "leases",
    METADATA,
    sa.Column("thing", sa.String(64), primary_key=True),
    sa.Column("server", sa.String(32), nullable=False),
)

# A study is named by a digest of its content, so that sharing the same one twice keeps it once.
STUDIES = sa.Table(
    "studies",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("kept", sa.BigInteger, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
)

# What is known of a game's review so far; it goes on from there, whoever asks next.
REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("manner", sa.String(200), nullable=False),
    sa.Column("whole", sa.Boolean, nullable=False),
    sa.Column("content", sa.Text, nullable=False),
)

UNFINISHED = sa.Index("tables_unfinished", TABLES.c.result, TABLES.c.turn)

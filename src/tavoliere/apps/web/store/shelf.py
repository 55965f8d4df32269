"""Studies and reviews as rows of a database. Each function works within a connection's transaction."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from tavoliere.apps.web.store.conflicts import insert_into
from tavoliere.apps.web.store.schema import REVIEWS, STUDIES


class StoredReview(NamedTuple):
    """How far a review has come."""

    at: str
    """The tag of the position that the game ended with: another one is another game."""
    manner: str
    """How it was thought about, which two reviews must share to be one."""
    whole: bool
    content: str


def keep_study(connection: Connection, study: str, content: str, now: int) -> None:
    """Store a study; one that is there already is kept for longer."""
    asked = insert_into(connection, STUDIES).values(id=study, kept=now, content=content)
    connection.execute(asked.on_conflict_do_update(index_elements=[STUDIES.c.id], set_={"kept": now}))


def load_study(connection: Connection, study: str) -> str | None:
    content: str | None = connection.execute(sa.select(STUDIES.c.content).where(STUDIES.c.id == study)).scalar()
    return content


def sweep_studies(connection: Connection, before: int) -> int:
    """Delete studies that nobody has shared since a moment; how many."""
    return connection.execute(STUDIES.delete().where(STUDIES.c.kept < before)).rowcount


def save_review(connection: Connection, table: str, review: StoredReview) -> None:
    """Store how far a review has come. One that is whole is not put back by a server that knows less."""
    where = REVIEWS.c.table_id == table
    known = connection.execute(sa.select(REVIEWS.c.at, REVIEWS.c.manner, REVIEWS.c.whole).where(where)).first()
    if known is None:
        asked = insert_into(connection, REVIEWS).values(table_id=table, **review._asdict())
        connection.execute(asked.on_conflict_do_nothing(index_elements=[REVIEWS.c.table_id]))
    elif not (known.whole and (known.at, known.manner) == (review.at, review.manner)):
        connection.execute(REVIEWS.update().where(where).values(**review._asdict()))


def load_review(connection: Connection, table: str) -> StoredReview | None:
    asked = sa.select(REVIEWS.c.at, REVIEWS.c.manner, REVIEWS.c.whole, REVIEWS.c.content)
    row = connection.execute(asked.where(REVIEWS.c.table_id == table)).first()
    return None if row is None else StoredReview(row.at, row.manner, row.whole, row.content)

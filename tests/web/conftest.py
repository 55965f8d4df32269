"""What the tests of the page share: databases of both kinds, and applications that run in this process."""

from __future__ import annotations

import os

import pytest

from tests.web import postgres


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL server of our own."""
    folder = postgres.programs()
    if folder is None:
        reason = "PostgreSQL is not installed (Debian: apt-get install postgresql), so nothing was tested on it"
        if os.environ.get("TAVOLIERE_REQUIRE_ALL") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    started = postgres.Cluster(folder)
    started.start()
    yield started
    started.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, tmp_path):
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    return request.getfixturevalue("cluster").new_database()


@pytest.fixture
def sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"

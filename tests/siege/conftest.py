"""A database of its own for each siege."""

import pytest


@pytest.fixture
def sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"

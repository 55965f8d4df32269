"""The quick part of the siege: each attack for a moment, a few honest games, and nothing of theirs is lost.

Times are for `make siege`, on a machine that has nothing else to do.
"""

import asyncio
import gc

import pytest

from tests.siege.attacks import ATTACKS, EndlessComment, LatePositions, Silence
from tests.siege.driver import MOST_MEMORY_MB, Siege, stopped_under_attack
from tests.web.servers import real_server


@pytest.fixture(autouse=True)
def tidied():
    """Whoever attacks does not tidy up: what they leave open is thrown away here, and not in another test."""
    yield
    gc.collect()


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_honest_games_go_on_while_one_address_does_its_worst(tmp_path, sqlite_url):
    with real_server(tmp_path, sqlite_url, opponents=["level:1", "level:6"]) as server:
        report = asyncio.run(Siege(server, games=6, seconds=2.5, every=0.5).run())
        assert report["problems"] == []
        assert report["health"] == "ok" and report["memory_mb"] < MOST_MEMORY_MB
        assert [row["attack"] for row in report["rows"] if not row["turns"]] == []
        assert len(report["rows"]) == 1 + len(ATTACKS)
        assert sum(row["level_one_answers"] for row in report["rows"]) > 0
        log = server.log()
        took = asyncio.run(stopped_under_attack(server, (EndlessComment, LatePositions, Silence)))
        assert took < 30, "a stop does not wait for those who attack"
    for typed in ("ud800", "x" * 60, "cell:", "e4-f4"):
        assert typed not in log

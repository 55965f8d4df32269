"""A short round of chaos: nothing that was acknowledged is lost or doubled, clocks are right, machines move."""

import asyncio
import os

import pytest

from tests.chaos.company import Windows
from tests.chaos.driver import Round, company
from tests.web import postgres


def test_stretches_of_time_are_counted_once():
    windows = Windows()
    windows.found = [(10, 20), (15, 25), (40, 50)]
    assert windows.overlap(0, 100) == 25 and windows.overlap(12, 18) == 6 and windows.overlap(26, 39) == 0
    assert windows.last_before(45, 30) == 45 and windows.last_before(39, 12) == 25 and windows.last_before(39, 30) == 30


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_short_round_loses_nothing(tmp_path):
    if postgres.programs() is None:
        assert os.environ.get("TAVOLIERE_REQUIRE_ALL") != "1", "PostgreSQL is not installed"
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    with company(tmp_path, 3, ["random"]) as (broken, url):
        round_of = Round(broken, 9, ["random"], 1.0, 3)
        asyncio.run(round_of.run(24, 3.0))
        report = round_of.report(url, machine_seconds=60.0)
    # Whether machines move soon enough is for `make chaos`, on a computer that does nothing else.
    assert [problem for problem in report["problems"] if "a machine " not in problem] == []
    assert report["acknowledged"] > 20 and sum(report["faults"].values()) > 4

"""What has moved is found under its old name for one release, with a warning that names the new one."""

import importlib
import subprocess
import sys

import pytest

MOVED = [
    ("tavoliere.apps.web.app", "create_app", "tavoliere.apps.web.http.app"),
    ("tavoliere.apps.web.server", "serve", "tavoliere.apps.web.http.server"),
    ("tavoliere.apps.web.settings", "Settings", "tavoliere.apps.web.host.settings"),
    ("tavoliere.arena.analysis", "graded_turns", "tavoliere.arena.review"),
    ("tavoliere.search.alphabeta", "WHOLE_VIEW", "tavoliere.search.kernels.alphabeta"),
    ("tavoliere.search.greedy", "rank_of", "tavoliere.search.kernels.greedy"),
    ("tavoliere.search.judges", "strengths", "tavoliere.search.kernels.judges"),
    ("tavoliere.search.mcts", "UNPROVEN", "tavoliere.search.kernels.mcts"),
]


@pytest.mark.parametrize(("old", "name", "new"), MOVED)
def test_an_old_name_leads_to_the_new_place(old, name, new):
    with pytest.warns(DeprecationWarning, match=f"{name} is in {new} now"):
        found = getattr(importlib.import_module(old), name)
    assert found is getattr(importlib.import_module(new), name)


def test_a_name_that_never_was_there_is_none():
    with pytest.raises(AttributeError, match="nothing"):
        _ = importlib.import_module("tavoliere.search.mcts").nothing


def test_the_warning_points_at_whoever_uses_the_old_name():
    code = "from tavoliere.search.alphabeta import WHOLE_VIEW"
    ran = subprocess.run([sys.executable, "-W", "always", "-c", code], capture_output=True, text=True, check=True)
    assert "DeprecationWarning: tavoliere.search.alphabeta goes with the next release" in ran.stderr
    assert "<string>:1" in ran.stderr

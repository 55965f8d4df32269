"""A game of another package trains a judge of its own and plays by it, with nothing but what the docs say."""

import json

from tests.testing import plugins

JUDGE = """
from typing import NamedTuple
from tavoliere.core.game import evaluation
from tavoliere.core.learnt import HEAD_UNIT, Learnt
from tavoliere.core.table import table
from tavoliere.core.weights import Part, Rows, lanes

WHITE_ROWS, BLACK_ROWS = table(range(96)), table(range(96, 192))


@evaluation
class Net(NamedTuple):
    first: Rows
    head: Rows
    terms: Rows

    def balance(self, state) -> int:
        hidden = self.first.row(192)
        hidden += self.first.sum(state.white, WHITE_ROWS, 0)
        hidden += self.first.sum(state.black, BLACK_ROWS, 0)
        value = hidden.clipped_square().dot(self.head.row(state.turn)) // HEAD_UNIT
        return value + lanes(state.white.count(), state.black.count()).dot(self.terms.row(0))


LEARNT = Learnt(
    judge=Net,
    rows={"first": 193, "head": 2, "terms": 1},
    sums={"first": ((Part(range(96), 96), Part(range(96, 192), 96), Part(range(192, 193), 1)),)},
    terms=((300, -300, *(0,) * 14),),
    base=range(192, 193),
)
"""
TRAINING = ["--games", "10", "--nodes", "40", "--epochs", "2", "--trial", "2", "--trial-nodes", "100", "--jobs", "1"]


def test_a_game_of_another_package_learns_and_plays_by_what_it_learnt(tmp_path):
    folder = plugins.installed(tmp_path, "chains", before=JUDGE, changes=", learnt=(LEARNT,)")
    trained = plugins.run(folder, "train", "chains", *TRAINING, "--json", cwd=folder)
    assert trained.returncode == 0, trained.stderr
    report = json.loads(trained.stdout)
    assert report["samples"] > 50 and report["trial"]["games"] == 2
    match = ["match", "alphabeta:nodes=50,judge=learnt", "alphabeta:nodes=50", "--game", "chains", "--rounds", "1"]
    without = plugins.run(folder, *match, "--jobs", "1", cwd=folder)
    assert "chains/learnt.weights is missing; the hand-made judge plays" in without.stdout + without.stderr
    (folder / "chains" / "learnt.weights").write_bytes((folder / report["file"]).read_bytes())
    played = plugins.run(folder, *match, "--jobs", "1", "--seed", "2", cwd=folder)
    assert played.returncode == 0, played.stderr
    assert "learnt.weights" not in played.stdout + played.stderr

"""Playing needs no compiler: it is not imported, and where it is missing everything works with the same numbers."""

from __future__ import annotations

import tavoliere as tv
from tavoliere.core.compiled import available, generator, row
from tavoliere.core.playouts import TALLY_LENGTH, playouts
from tavoliere.games import own_games
from tests.core.processes import run_program

PLAY_EVERYTHING = """
import json, pickle, random, sys
import tavoliere as tv
from tavoliere.games import own_games

finished = {}
for name in own_games():
    chance = random.Random(3)
    position = tv.game(name).start()
    assert tv.game(name).position(str(position)) == position
    assert position.play(position.legal_moves()[0]) != position
    half_made = None
    while position.outcome is None:
        position = position.act(chance.choice(position.actions()))
        half_made = half_made or (position if position.pending else None)
    if half_made:
        assert pickle.loads(pickle.dumps(half_made)) == half_made
        assert "pending" in repr(half_made)
    assert repr(position).startswith(f"<Position {name} ")
    restored = pickle.loads(pickle.dumps(position))
    assert restored == position and restored.outcome == position.outcome and hash(restored) == hash(position)
    finished[name] = str(position.outcome)
heavy = sorted({module.partition(".")[0] for module in sys.modules} & {"numba", "llvmlite", "numpy"})
print(json.dumps({"finished": finished, "heavy": heavy}))
"""


def test_games_are_played_to_the_end_without_importing_a_compiler() -> None:
    told = run_program(PLAY_EVERYTHING)
    assert sorted(told["finished"]) == own_games()
    assert len(told["finished"]) == 5 and all(told["finished"].values())
    assert told["heavy"] == []


WITHOUT_NUMBA = """
import json, sys

class Missing:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        absent = name.partition(".")[0] in ("numba", "llvmlite", "numpy")
        return None if absent else self.finder.find_spec(name, path, target)

sys.meta_path[:] = [Missing(finder) for finder in sys.meta_path]

import tavoliere as tv
from tavoliere.core.compiled import available, generator, row, rows, runs_plain
from tavoliere.core.playouts import TALLY_LENGTH, playouts

try:
    import numba
except ModuleNotFoundError:
    importable = False

from tavoliere.games import own_games

perfts, tallies = {}, {}
for name in own_games():
    start = tv.game(name).start()
    perfts[name] = [tv.perft(start, depth) for depth in range(2)]
    tally = row(TALLY_LENGTH)
    playouts(start.state, 3, 60, generator(5), row(start.game.facts.most_actions), tally)
    tallies[name] = tally
kinds = [type(made).__name__ for made in (row(1), rows(1, 1), rows(1, 1)[0], generator(1))]
told = {"importable": importable, "available": available(), "plain": runs_plain(), "kinds": kinds}
print(json.dumps(told | {"perfts": perfts, "tallies": tallies}))
"""


def test_without_numba_everything_works_in_plain_python_with_the_same_numbers() -> None:
    assert available()
    told = run_program(WITHOUT_NUMBA)
    assert (told["importable"], told["available"], told["plain"]) == (False, False, True)
    assert told["kinds"] == ["list"] * 4
    for name in own_games():
        start = tv.game(name).start()
        tally = row(TALLY_LENGTH)
        playouts(start.state, 3, 60, generator(5), row(start.game.facts.most_actions), tally)
        assert told["tallies"][name] == list(tally), name
        assert told["perfts"][name] == [tv.perft(start, depth) for depth in range(2)], name


def test_only_the_first_call_of_a_kernel_imports_numba() -> None:
    program = """
import json, sys
import tavoliere as tv
from tavoliere.core import compiled

def loaded():
    return "numba" in sys.modules

start = tv.game("never-alone").start()
told = [loaded()]
with compiled.plain_python():
    told.append(tv.perft(start, 2))
told.append(loaded())
told.append(tv.perft(start, 2))
told.append(loaded())
print(json.dumps(told))
"""
    before, plain, between, compiled, after = run_program(program)
    assert (before, between, after) == (False, False, True)
    assert plain == compiled > 0


LIGHT = """
import json, sys
import tavoliere as tv
pydoc = __import__("pydoc")
page = pydoc.plain(pydoc.render_doc(tv))
loaded = [name for name in sys.modules if name.startswith(("tavoliere.apps", "tavoliere.search"))]
heavy = sorted({module.partition(".")[0] for module in sys.modules} & {"numba", "llvmlite", "numpy", "multiprocessing"})
tv.player("random").choose(tv.game("tablut").start())
numba = "numba" in sys.modules
print(json.dumps({"loaded": loaded, "heavy": heavy, "page": page, "numba": numba}))
"""


def test_the_package_and_its_help_load_neither_search_nor_apps() -> None:
    told = run_program(LIGHT)
    assert (told["loaded"], told["heavy"], told["numba"]) == ([], [], False)
    for name in tv.__all__:
        assert name in told["page"], name
    assert told["page"].index("tv.game(") < told["page"].index("tv.player(") < told["page"].index("tv.analyse(")

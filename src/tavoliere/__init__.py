"""Tavoliere: five abstract board games, exact, readable, and at the speed of C.

A game and its positions. Positions are values: a turn makes a new one, and says why if it is not allowed.

>>> import tavoliere as tv
>>> tv.games()
['never-alone', 'pathwayz', 'pit', 'pit-of-pillars', 'tablut']
>>> pos = tv.game("tablut").start()
>>> pos.turn, len(pos.legal_moves())
('w', 56)
>>> pos = pos.play("e4-f4")
>>> print(pos)
3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b4w2b/4w4/4b4/3bbb3 b
>>> print(pos.why_not("d9-d5"))
the defender on d5 is in the way [tablut.blocked]
>>> pos.outcome is None
True

Somebody to play against, for any game: levels 1 to 10, the champion, a search with a budget of your own.

>>> player = tv.player("level:3", seed=7)
>>> choice = player.choose(pos)
>>> choice.move in pos.legal_moves()
True
>>> tv.player("mcts:nodes=200").choose(pos).nodes
200

What a position is worth: the best turns, chances, lines, and what is certain. Give it `seconds=1`, or a number of nodes
for the same answer on any machine.

>>> found = tv.analyse(tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w"), nodes=500)
>>> found.best, found.proven, found.chances["w"]
('c5-c1', 'win', 1.0)

Counting sequences of turns, in machine code where Numba is installed.

>>> tv.perft(tv.game("pathwayz").start(), 2)
36480

Bad input raises `OptionError`, `PositionError`, `IllegalMove` or another `ValueError`, with a sentence for people. Game
files are in `tavoliere.records`, pictures in `tavoliere.render`; the command `tavoliere` does all this in a terminal
and serves the page. The documentation has the rules of the games and the whole API.
"""

from typing import TYPE_CHECKING

from tavoliere.arena.lines import Analysis, BestLine, analyse
from tavoliere.core.errors import IllegalMove, OptionError, PositionError, Reason
from tavoliere.core.outcome import Outcome
from tavoliere.core.perft import divide, perft
from tavoliere.core.position import Game, Position
from tavoliere.core.ruleset import DRAW_SVG, DRAW_TEXT
from tavoliere.games import game, games
from tavoliere.play.opponent import Opponent, player
from tavoliere.records import RecordError
from tavoliere.render.svg import notebook_picture
from tavoliere.render.text import text_picture

if TYPE_CHECKING:
    from tavoliere import gym

DRAW_TEXT[0] = text_picture
DRAW_SVG[0] = notebook_picture

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "BestLine",
    "Game",
    "IllegalMove",
    "Opponent",
    "OptionError",
    "Outcome",
    "Position",
    "PositionError",
    "Reason",
    "RecordError",
    "analyse",
    "divide",
    "game",
    "games",
    "gym",
    "perft",
    "player",
]


def __getattr__(name: str) -> object:
    """`tavoliere.gym` is there without an import of its own, and costs nothing until somebody asks for it."""
    if name == "gym":
        import importlib

        return importlib.import_module("tavoliere.gym")
    raise AttributeError(f"module 'tavoliere' has no attribute {name!r}")

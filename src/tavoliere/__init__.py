"""Tavoliere: five abstract board games, exact, readable, and at the speed of C.

>>> import tavoliere as tv
>>> tv.games()
['never-alone', 'pathwayz', 'pit', 'pit-of-pillars', 'tablut']
>>> pos = tv.game("tablut").start()
>>> pos.turn, len(pos.legal_moves())
('w', 56)
>>> print(pos.play("e4-f4"))
3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b4w2b/4w4/4b4/3bbb3 b
"""

from tavoliere.core.errors import IllegalMove, OptionError, PositionError, Reason
from tavoliere.core.outcome import Outcome
from tavoliere.core.perft import divide, perft
from tavoliere.core.position import Game, Position
from tavoliere.core.ruleset import DRAW_SVG, DRAW_TEXT
from tavoliere.games import game, games
from tavoliere.records import RecordError
from tavoliere.render.svg import notebook_picture
from tavoliere.render.text import text_picture

DRAW_TEXT[0] = text_picture
DRAW_SVG[0] = notebook_picture

__version__ = "0.1.0"

__all__ = [
    "Game",
    "IllegalMove",
    "OptionError",
    "Outcome",
    "Position",
    "PositionError",
    "Reason",
    "RecordError",
    "divide",
    "game",
    "games",
    "perft",
]

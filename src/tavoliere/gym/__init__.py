"""The gym: games for learners. Planes, batches of games at the speed of machine code, and the interfaces people use.

>>> import tavoliere as tv
>>> batch = tv.gym.Batch("never-alone", 256)
>>> batch.roll(1000)
>>> batch.observation.shape
(256, 3, 8, 8)

Adapters for PettingZoo, Gymnasium and OpenSpiel are in `tavoliere.gym.zoo`, `solo`, `vector` and `spiel`; each imports
its library when it is imported itself. Nothing here is imported by `import tavoliere`.
"""

from __future__ import annotations

import importlib.util

if importlib.util.find_spec("numpy") is None:
    raise ImportError("the gym needs NumPy: pip install 'tavoliere[gym]'")

from tavoliere.gym.batch import Batch
from tavoliere.gym.policy import PolicyPlayer
from tavoliere.gym.records import Arrays, arrays, save_arrays
from tavoliere.gym.search import Found, Search, Style
from tavoliere.gym.selfplay import Targets, save_targets, self_play
from tavoliere.gym.view import Symmetry, View, planes

__all__ = [
    "Arrays",
    "Batch",
    "Found",
    "PolicyPlayer",
    "Search",
    "Style",
    "Symmetry",
    "Targets",
    "View",
    "arrays",
    "planes",
    "save_arrays",
    "save_targets",
    "self_play",
]

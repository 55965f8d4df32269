"""Moved to `tavoliere.search.kernels.mcts`; this name goes with the next release."""

from tavoliere.core.moved import moved

__getattr__ = moved(__name__, "tavoliere.search.kernels.mcts")

"""Moved to `tavoliere.search.kernels.alphabeta`; this name goes with the next release."""

from tavoliere.core.moved import moved

__getattr__ = moved(__name__, "tavoliere.search.kernels.alphabeta")

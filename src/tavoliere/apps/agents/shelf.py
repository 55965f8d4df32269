"""The positions that agents are looking at, by id; the ones that nobody has looked at for longest are forgotten."""

from __future__ import annotations

from collections import OrderedDict

import tavoliere as tv
from tavoliere.core.said import Said

MOST = 1000


class Shelf:
    """Positions by ids, which are counted up; a bounded number of them."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._kept: OrderedDict[str, tv.Position] = OrderedDict()
        self._next = 1

    def put(self, position: tv.Position) -> str:
        """Keep a position; its id."""
        name = f"p{self._next}"
        self._next += 1
        self._kept[name] = position
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> tv.Position:
        """The position with an id; a `ValueError` if there is none, or none any more."""
        if name not in self._kept:
            raise ValueError(
                Said("there is no position {name} (the last {most} are kept)", name=repr(name), most=self.most)
            )
        self._kept.move_to_end(name)
        return self._kept[name]

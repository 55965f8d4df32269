"""A lens that shows nothing, for games whose planes only Python can make."""

from __future__ import annotations

from typing import Any, NamedTuple

from tavoliere.core.bits import Bits64
from tavoliere.core.planes import lens

NOTHING = Bits64()


@lens
class Unseen(NamedTuple):
    players: int

    def squares(self, state: Any, plane: int, viewer: int) -> Bits64:  # noqa: ARG002 - a lens
        return NOTHING

    def number(self, state: Any, plane: int, viewer: int) -> int:  # noqa: ARG002 - a lens
        return 0

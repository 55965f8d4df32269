"""A comparison of two lotteries as data."""

from __future__ import annotations

from typing import Any

from tavoliere.core.compiled import plain_python
from tavoliere.lab.compare import compared
from tavoliere.lab.measure import measured
from tavoliere.lab.study import OFF, Cell
from tavoliere.search.selfplay import Hall
from tavoliere.search.specs import parse_spec
from tests.lab.toys import lottery


def comparison(games: int = 40) -> dict[str, Any]:
    cells = Cell(lottery(3, 3), parse_spec("random"), OFF), Cell(lottery(6, 2), parse_spec("random"), OFF)
    with plain_python():
        first, second = (measured(cell.game, map(Hall(cell.conditions).play, range(games))) for cell in cells)
    return compared(cells, (first, second), 0.05, "tavoliere compare lottery --a '' --b 'first=6 second=2'")

"""What is known of a position, as somebody who analyses it sees it."""

from __future__ import annotations

from collections.abc import Sequence

import tavoliere as tv
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.table import halves
from tavoliere.search.players import Alternative, Choice

MOST_STEPS = 16


class Lines:
    """The lines of a position for one page; what a turn looks like is found out once."""

    def __init__(self, position: tv.Position) -> None:
        self.position = position
        self._steps: dict[str, list[str]] = {}

    def view(self, choice: Choice, lines: int) -> Message:
        """The best turns with their values, how the game would go on, and what is certain."""
        return {
            "chances": {letter: round(value, 4) for letter, value in choice.values.items()},
            "proven": choice.proven,
            "depth": choice.depth,
            "nodes": choice.nodes,
            "lines": [self._line(other) for other in choice.alternatives[:lines]],
        }

    def _line(self, other: Alternative) -> Message:
        return {
            "move": other.text,
            "value": round(other.value, 4),
            "proven": other.proven,
            "turns": turns_of(self.position, other.line or (other.text,)),
            "steps": self._steps_of(other.text),
        }

    def _steps_of(self, move: str) -> list[str]:
        """Where a turn takes place, for the marks on the board."""
        if move not in self._steps:
            self._steps[move] = halves.steps_of(self.position, move)[:MOST_STEPS]
        return self._steps[move]


def turns_of(position: tv.Position, moves: Sequence[str]) -> list[Message]:
    """Turns with their movers, as far as they are legal."""
    found = []
    for move in moves:
        if position.outcome is not None:
            break
        found.append({"move": move, "seat": position.turn})
        position = position.play(move)
    return found

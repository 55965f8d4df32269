"""Proofs by trying everything: whether a player wins within so many turns, whatever the others do.

This is the second opinion beside the searches: it shares nothing with them but the rules. With more than two players
everybody else is taken to play together against the one.
"""

from __future__ import annotations

from tavoliere.core.compiled import row, rows
from tavoliere.core.position import Game, Position
from tavoliere.search.kernels.force import FORCED, KNOWN, LIMIT, UNKNOWN, USED, Slate, forces

NODES = 5_000_000
LONGEST_PAST = 256


class Unclear(Exception):  # noqa: N818 - what happened
    """The limit of nodes was reached before anything was certain."""


class Brute:
    """Tries everything in positions of one game. What it writes on is made once."""

    def __init__(self, game: Game, turns: int, nodes: int = NODES) -> None:
        facts = game.facts
        self.game, self.turns, self.nodes = game, turns, nodes
        self.used = 0
        """How many nodes all questions together have taken."""
        plies = turns * facts.most_actions_a_turn + 1
        self._repetition = facts.repetition or 0
        past = row(LONGEST_PAST + plies + 1) if self._repetition else row(1)
        self._slate = Slate(rows(plies + 1, facts.most_actions), past, row(plies + 1), row(3))

    def wins(self, position: Position, player: str, turns: int) -> bool:
        """Whether a player wins within so many turns of anybody, the one under way counted; `Unclear` if that takes
        too much.
        """
        if position.outcome is not None:
            return position.outcome.winner == player
        if turns <= 0:
            return False
        found = self._asked(position, self.game.players.index(player), min(turns, self.turns))
        if found == UNKNOWN:
            raise Unclear
        return found == FORCED

    def _asked(self, position: Position, player: int, turns: int) -> int:
        slate = self._slate
        past = position.past_keys()[-LONGEST_PAST:] if self._repetition else []
        for place, key in enumerate(past):
            slate.past[place] = key
        slate.counts[USED], slate.counts[LIMIT], slate.counts[KNOWN] = 0, self.nodes, len(past)
        found = int(forces(position.state, player, turns, 0, self._repetition, slate))
        self.used += int(slate.counts[USED])
        return found

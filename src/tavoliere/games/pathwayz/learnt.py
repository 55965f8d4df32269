"""How a position of Pathwayz is judged by what was learnt: the race of both chains, and where the pieces stand.

The board is seen with the eyes of the player to move. How far both are from a chain, if pieces can be turned over, says
how the race stands. What pieces, distances and room are worth differs by that, and each piece adds the weights of its
square to sixteen hidden units, as the race does.
"""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.game import evaluation
from tavoliere.core.learnt import HEAD_UNIT, Learnt
from tavoliere.core.table import table
from tavoliere.core.weights import LANES, Part, Rows, lanes
from tavoliere.games.pathwayz.evaluate import JUDGE, missing, promised
from tavoliere.games.pathwayz.rules import BOARD, COLUMNS, ROWS, Pathwayz, around

SQUARES = COLUMNS * ROWS
FAR = 6  # so many missing pieces or more are one
RACES = (FAR + 1) ** 2
EMPTY_FAR = 8
EMPTY_RACES = (EMPTY_FAR + 1) ** 2
CLOSE = 2  # whoever misses no more than so many may soon have a chain

# Rows of the first layer: for each square own pieces, own permanent ones, and the same of the other player; then the
# races with turning over, and those over empty squares alone.
PIECE_ROWS = table(range(4 * SQUARES))
RACE_ROWS = 4 * SQUARES
EMPTY_RACE_ROWS = RACE_ROWS + RACES
ALL_ROWS = EMPTY_RACE_ROWS + EMPTY_RACES


@evaluation
class PathwayzNet(NamedTuple):
    """In favour of the player to move, in thousandths of a logit."""

    first: Rows  # what each piece and the races add to the hidden units
    head: Rows  # what the hidden units are worth, by who is close to a chain
    terms: Rows  # what the hand-made terms are worth, by the race

    def balance(self, state: Pathwayz) -> int:
        own = state.black if state.turn else state.white
        other = state.white if state.turn else state.black
        permanent = state.permanent
        empty = BOARD - (own | other)
        far, other_far = missing(own, empty), missing(other, empty)
        turned, other_turned = far, other_far
        if other - permanent:
            turned = missing(own, empty | (other - permanent))
        if own - permanent:
            other_turned = missing(other, empty | (own - permanent))
        race = (FAR + 1) * min(turned, FAR) + min(other_turned, FAR)
        empty_race = (EMPTY_FAR + 1) * min(far, EMPTY_FAR) + min(other_far, EMPTY_FAR)
        hidden = self.first.row(RACE_ROWS + race) + self.first.row(EMPTY_RACE_ROWS + empty_race)
        hidden += self.first.sum(own - permanent, PIECE_ROWS, 0)
        hidden += self.first.sum(own & permanent, PIECE_ROWS, SQUARES)
        hidden += self.first.sum(other - permanent, PIECE_ROWS, 2 * SQUARES)
        hidden += self.first.sum(other & permanent, PIECE_ROWS, 3 * SQUARES)
        close = (2 if turned <= CLOSE else 0) + (1 if other_turned <= CLOSE else 0)
        counted = lanes(
            own.count(),
            (own & permanent).count(),
            far,
            turned,
            (around(own) & empty).count(),
            other.count(),
            (other & permanent).count(),
            other_far,
            other_turned,
            (around(other) & empty).count(),
            1,
        )
        value = hidden.clipped_square().dot(self.head.row(close)) // HEAD_UNIT
        value += counted.dot(self.terms.row(race))
        return -value if state.turn else value

    def promise(self, state: Pathwayz, action: int) -> int:
        return promised(state, action)


def within(turned: int) -> int:
    """What the hand-made judge adds for a chain that is close."""
    steps = ((1, JUDGE.within_one), (2, JUDGE.within_two), (3, JUDGE.within_three))
    return sum(worth for step, worth in steps if turned <= step)


def terms_by_hand() -> tuple[tuple[int, ...], ...]:
    """The hand-made weights as rows of terms, one for each race."""
    own = (JUDGE.piece, JUDGE.permanent, JUDGE.missing, JUDGE.missing_turned, JUDGE.reach)
    rows = []
    for turned in range(FAR + 1):
        for other_turned in range(FAR + 1):
            even = JUDGE.to_move + within(turned) - within(other_turned)
            even += JUDGE.ahead_to_move if turned <= 1 else 0
            rows.append((*own, *(-weight for weight in own), even, *(0,) * (LANES - 2 * len(own) - 1)))
    return tuple(rows)


LEARNT = Learnt(
    judge=PathwayzNet,
    rows={"first": ALL_ROWS, "head": 4, "terms": RACES},
    sums={
        "first": (
            (
                *(Part(range(square, 4 * SQUARES, SQUARES), 1) for square in range(SQUARES)),
                Part(range(RACE_ROWS, RACE_ROWS + RACES), 1),
                Part(range(EMPTY_RACE_ROWS, ALL_ROWS), 1),
            ),
        )
    },
    terms=terms_by_hand(),
    base=range(RACE_ROWS, RACE_ROWS + RACES),
)

"""How a position of Tablut is judged by what was learnt: where the pieces stand, seen from the king.

The board is turned so that the king stands in one eighth of it, and each piece adds the weights of its square there to
sixteen hidden units. Beside them the terms of the hand-made judge count as before, with weights by side to move.
"""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import bit128 as bit
from tavoliere.core.game import evaluation, helper
from tavoliere.core.learnt import HEAD_UNIT, Learnt
from tavoliere.core.table import table
from tavoliere.core.weights import LANES, Lanes, Part, Rows, lanes
from tavoliere.games.tablut.evaluate import CORNERS, JUDGE, MOST_WAYS, promised, ways_out
from tavoliere.games.tablut.notation import GRID
from tavoliere.games.tablut.rules import CASTLE, SIZE, Tablut, beside

SQUARES = SIZE * SIZE
MOST_DEFENDERS, MOST_ATTACKERS = 8, 16

# The king's squares in one eighth of the board. Whatever square he stands on, some turn of the board brings him there.
EIGHTH = tuple(SIZE * row + column for row in range(SIZE // 2 + 1) for column in range(row, SIZE // 2 + 1))
TURNED = tuple(
    next(turns for turns in GRID.turns if turns[king] in EIGHTH)
    for king in range(SQUARES)
)  # fmt: skip

# Rows of the first layer: for each of the king's squares those of the defenders, then those of the attackers; last,
# the king's squares themselves.
BLOCK = 2 * SQUARES
DEFENDER_ROWS, ATTACKER_ROWS = (
    table(
        BLOCK * EIGHTH.index(turns[king]) + colour * SQUARES + turns[square]
        for king, turns in enumerate(TURNED)
        for square in range(SQUARES)
    )
    for colour in (0, 1)
)
KING_ROWS = table(BLOCK * len(EIGHTH) + EIGHTH.index(turns[king]) for king, turns in enumerate(TURNED))


@helper
def counted(state: Tablut) -> Lanes:
    """What the hand-made terms count."""
    king = bit(state.king)
    ways, ways_next, ways_later, exits, near = ways_out(state)
    return lanes(
        state.white.count(),
        state.black.count(),
        1 if ways > 0 else 0,
        1 if ways > 1 else 0,
        min(ways_next, MOST_WAYS),
        min(ways_later, MOST_WAYS),
        exits,
        near,
        (state.black & CORNERS).count(),
        0 if king & CASTLE else 1,
        (beside(king) & state.white).count(),
        1,
    )


@evaluation
class TablutNet(NamedTuple):
    """In White's favour, in thousandths of a logit."""

    first: Rows  # what each piece and the king's square add to the hidden units
    head: Rows  # what the hidden units are worth, by side to move
    terms: Rows  # what the terms are worth, by side to move

    def balance(self, state: Tablut) -> int:
        seen = SQUARES * state.king
        hidden = self.first.row(KING_ROWS[state.king])
        hidden += self.first.sum(state.white ^ bit(state.king), DEFENDER_ROWS, seen)
        hidden += self.first.sum(state.black, ATTACKER_ROWS, seen)
        value = hidden.clipped_square().dot(self.head.row(state.turn)) // HEAD_UNIT
        return value + counted(state).dot(self.terms.row(state.turn))

    def promise(self, state: Tablut, action: int) -> int:
        return promised(state, action)


def terms_by_hand() -> tuple[tuple[int, ...], ...]:
    """The hand-made weights as rows of terms."""
    names = ("defender", "attacker", "open_way", "two_ways", "way_next", "way_later", "exit", "king_square",
             "corner_guard", "king_left", "defender_by_king")  # fmt: skip
    weights = [int(getattr(JUDGE, name)) for name in names]
    rows = [[*weights, JUDGE.even + to_move] for to_move in (JUDGE.to_move, -JUDGE.to_move)]
    return tuple((*row, *(0,) * (LANES - len(row))) for row in rows)


def nothing_captured(state: Tablut, after: Tablut) -> bool:
    """Whether a turn leaves all pieces on the board."""
    return (state.white | state.black).count() == (after.white | after.black).count()


LEARNT = Learnt(
    judge=TablutNet,
    rows={"first": (BLOCK + 1) * len(EIGHTH), "head": 2, "terms": 2},
    sums={
        "first": tuple(
            (
                Part(range(BLOCK * king, BLOCK * king + SQUARES), MOST_DEFENDERS),
                Part(range(BLOCK * king + SQUARES, BLOCK * (king + 1)), MOST_ATTACKERS),
                Part(range(BLOCK * len(EIGHTH) + king, BLOCK * len(EIGHTH) + king + 1), 1),
            )
            for king in range(len(EIGHTH))
        )
    },
    terms=terms_by_hand(),
    base=range(BLOCK * len(EIGHTH), (BLOCK + 1) * len(EIGHTH)),
    quiet=nothing_captured,
    shared=(*tuple(range(BLOCK)) * len(EIGHTH), *(BLOCK,) * len(EIGHTH)),
)

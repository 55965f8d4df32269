"""How a position of Pit with two players is judged by what was learnt: how much room there is, and what stands near.

The board is seen with the eyes of the player to act. Whatever the hand-made judge counts adds the weights of its number
to sixteen hidden units, and so does each tower by its distance from both pawns. Nothing depends on the size of the
board or on where its holes are.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from tavoliere.core.game import evaluation, helper
from tavoliere.core.learnt import HEAD_UNIT, Learnt
from tavoliere.core.table import table
from tavoliere.core.weights import LANES, Lanes, Part, Rows, lanes
from tavoliere.games.pit.evaluate import JUDGE, MOST_AT_HOLES, Seen, has_pawn, promised, seen_by
from tavoliere.games.pit.rules import TOWERS, WIDTH, Pit

SQUARES = WIDTH * WIDTH
STAGES = 8  # whether a barrier is due, by whose pawns are on the board


def _distance(here: int, there: int) -> tuple[int, int]:
    """How far two squares are from each other along the lines of the board, the longer way first."""
    across, up = abs(here % WIDTH - there % WIDTH), abs(here // WIDTH - there // WIDTH)
    return max(across, up), min(across, up)


DISTANCES = sorted({_distance(0, square) for square in range(SQUARES)})

# Rows of the first layer. For the player to act, then for the other one: a row for each pair of numbers of what belongs
# together, up to the largest that matter. Then for each distance of a tower from the pawn of the other side, for each
# distance of the pawns from each other, and for each stage.
MOST_ROOM, MOST_REACH, MOST_SLIDES, SIDES, MOST_TOUCHING = 12, 24, 40, 4, 6
RESERVE_ROWS = 0
ROOM_ROWS = RESERVE_ROWS + (TOWERS + 1) ** 2
REACH_ROWS = ROOM_ROWS + (SIDES + 1) * (MOST_ROOM + 1)
PAWN_BESIDE_ROWS = REACH_ROWS + MOST_REACH + 1
TOWER_BESIDE_ROWS = PAWN_BESIDE_ROWS + (SIDES + 1) ** 2
SLIDE_ROWS = TOWER_BESIDE_ROWS + (MOST_AT_HOLES + 1) * (MOST_TOUCHING + 1)
ALL_COUNTED = SLIDE_ROWS + (SIDES + 1) * (MOST_SLIDES + 1)
KINDS = (RESERVE_ROWS, ROOM_ROWS, REACH_ROWS, PAWN_BESIDE_ROWS, TOWER_BESIDE_ROWS, SLIDE_ROWS, ALL_COUNTED)
TOWER_ROWS = 2 * ALL_COUNTED
PAWN_ROWS = TOWER_ROWS + 2 * len(DISTANCES)
STAGE_ROWS = PAWN_ROWS + len(DISTANCES)
ALL_ROWS = STAGE_ROWS + STAGES

DISTANCE = table(
    DISTANCES.index(_distance(here, there)) for here in range(SQUARES) for there in range(SQUARES)
)  # fmt: skip
OTHER_BY_OWN, OWN_BY_OTHER = (
    table(TOWER_ROWS + whose * len(DISTANCES) + DISTANCE[pair] for pair in range(SQUARES * SQUARES))
    for whose in range(2)
)


@helper
def counted(first: Rows, seen: Seen, reserve: int, rows: int) -> Lanes:
    """What the numbers of one player add to the hidden units, whose rows begin at a number."""
    hidden = first.row(rows + RESERVE_ROWS + (TOWERS + 1) * seen.towers + reserve)
    hidden += first.row(rows + ROOM_ROWS + (MOST_ROOM + 1) * seen.sides + seen.room)
    hidden += first.row(rows + REACH_ROWS + seen.reach)
    hidden += first.row(rows + PAWN_BESIDE_ROWS + (SIDES + 1) * seen.holes + seen.touched)
    touching = min(seen.touching, MOST_TOUCHING)
    holes = min(seen.tower_holes, MOST_AT_HOLES)
    hidden += first.row(rows + TOWER_BESIDE_ROWS + (MOST_TOUCHING + 1) * holes + touching)
    return hidden + first.row(rows + SLIDE_ROWS + (SIDES + 1) * min(seen.slides, MOST_SLIDES) + seen.near)


@helper
def ahead(own: Seen, other: Seen, reserves: int, stuck: int) -> Lanes:
    """What the hand-made terms count."""
    return lanes(
        own.towers - other.towers,
        reserves,
        own.sides - other.sides,
        own.room - other.room,
        own.reach - other.reach,
        own.holes - other.holes,
        own.touched - other.touched,
        min(own.tower_holes, MOST_AT_HOLES) - min(other.tower_holes, MOST_AT_HOLES),
        own.slides - other.slides,
        own.near - other.near,
        stuck,
        own.touching,
        1,
    )


@evaluation
class PitNet(NamedTuple):
    """In favour of the player to act, in thousandths of a logit."""

    first: Rows  # what numbers and distances add to the hidden units
    head: Rows  # what the hidden units are worth, by stage
    terms: Rows  # what the hand-made terms are worth, by stage

    def balance(self, state: Pit) -> int:
        me, opponent = state.turn, 1 - state.turn
        own, other = seen_by(state, me), seen_by(state, opponent)
        reserve, other_reserve = state.reserve_of(me), state.reserve_of(opponent)
        mine, others = state.pieces_of(me), state.pieces_of(opponent)
        has_own, has_other = has_pawn(state, me), has_pawn(state, opponent)
        stage = (4 if state.mid_turn() else 0) + (2 if has_own else 0) + (1 if has_other else 0)

        hidden = self.first.row(STAGE_ROWS + stage)
        hidden += counted(self.first, own, reserve, 0) + counted(self.first, other, other_reserve, ALL_COUNTED)
        if has_own:
            pawn = SQUARES * (mine & state.pawns).first()
            hidden += self.first.sum(others & state.towers, OTHER_BY_OWN, pawn)
            if has_other:
                hidden += self.first.row(PAWN_ROWS + DISTANCE[pawn + (others & state.pawns).first()])
        if has_other:
            pawn = SQUARES * (others & state.pawns).first()
            hidden += self.first.sum(mine & state.towers, OWN_BY_OTHER, pawn)

        stuck = (1 if has_own and own.sides <= 1 else 0) - (1 if has_other and other.sides <= 1 else 0)
        value = hidden.clipped_square().dot(self.head.row(stage)) // HEAD_UNIT
        value += ahead(own, other, reserve - other_reserve, stuck).dot(self.terms.row(stage))
        return -value if me else value

    def promise(self, state: Pit, action: int) -> int:
        return promised(state, action)


def terms_by_hand() -> tuple[tuple[int, ...], ...]:
    """The hand-made weights as rows of terms, the same for each stage."""
    names = ("tower", "reserve", "pawn_side", "pawn_room", "pawn_reach", "pawn_at_hole", "pawn_touched",
             "tower_at_hole", "slides", "near_pawn", "last_way", "touching", "to_move")  # fmt: skip
    weights = [int(getattr(JUDGE, name)) for name in names]
    return ((*weights, *(0,) * (LANES - len(weights))),) * STAGES


def nothing_captured(state: Pit, after: Pit) -> bool:
    """Whether a turn takes no piece off the board."""
    return state.pieces().count() <= after.pieces().count()


LEARNT = Learnt(
    judge=PitNet,
    rows={"first": ALL_ROWS, "head": STAGES, "terms": STAGES},
    sums={
        "first": (
            (
                *(
                    Part(range(whose + begin, whose + end), 1)
                    for whose in (0, ALL_COUNTED)
                    for begin, end in itertools.pairwise(KINDS)
                ),
                *(
                    Part(range(begin, begin + len(DISTANCES)), TOWERS, TOWERS)
                    for begin in range(TOWER_ROWS, PAWN_ROWS, len(DISTANCES))
                ),
                Part(range(PAWN_ROWS, STAGE_ROWS), 1),
                Part(range(STAGE_ROWS, ALL_ROWS), 1),
            ),
        )
    },
    terms=terms_by_hand(),
    base=range(STAGE_ROWS, ALL_ROWS),
    quiet=nothing_captured,
)

"""What a turn of Pathwayz was good or bad for: chains and what they lack, pieces turned over, permanent ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.facts import Options
from tavoliere.core.game import DRAW, ONGOING
from tavoliere.core.said import Adjective, Said, adjective_of, noun_of
from tavoliere.games.pathwayz import words
from tavoliere.games.pathwayz.evaluate import FARTHEST, missing
from tavoliere.games.pathwayz.notation import square_name
from tavoliere.games.pathwayz.rules import COLUMN_A, COLUMN_L, Pathwayz, around
from tavoliere.scene.claims import Claim, Fact, Term, listed

NEAR = ("missing_turned", "within_one", "within_two", "within_three", "ahead_to_move")
TERMS = {
    "chain": Term(),
    "missing": Term(("missing", *NEAR), good=False, tells_less=True),
    "missing-turned": Term(NEAR, good=False, tells_less=True),
    "turned": Term(("piece", "reach")),
    "showing": Term(("piece", "reach")),
    "permanents": Term(("permanent",)),
}


def standing(state: Pathwayz, player: int, options: Options) -> dict[str, Fact]:
    own, other = (state.black, state.white) if player else (state.white, state.black)
    empty = state.empty()
    facts = {"showing": _fact(own), "permanents": _fact(own & state.permanent)}
    if missing(own, empty) < FARTHEST:
        facts["missing"] = _fact(lacking(own, empty))
    turned = missing(own, empty | (other - state.permanent))
    if turned < FARTHEST:
        facts["missing-turned"] = Fact(turned)
    return facts


def _fact(squares: Bits) -> Fact:
    return Fact(squares.count(), tuple(square_name(square) for square in squares))


def lacking(own: Bits, empty: Bits) -> Bits:
    """The fewest empty squares that would complete a chain, found step by step from the left side to the right."""
    none: Bits = own - own
    layers = [_joined(own & COLUMN_A, own)]
    seen, fresh = layers[0], COLUMN_A & empty
    while not seen & COLUMN_L:
        step = (fresh | (around(seen) & empty)) - seen
        layer = _joined(step, own | step) - seen
        layers.append(layer)
        seen, fresh = seen | layer, none
    return _way_back(layers, empty)


def _joined(squares: Bits, own: Bits) -> Bits:
    """Squares with all own ones that are joined to them."""
    while True:
        wider = squares | (around(squares) & own)
        if wider == squares:
            return squares
        squares = wider


def _way_back(layers: list[Bits], empty: Bits) -> Bits:
    """One empty square of each layer, from the right side back to the left, each joined to the next."""
    chosen: Bits = empty - empty
    goal = layers[-1] & COLUMN_L
    for number in range(len(layers) - 1, 0, -1):
        layer = layers[number]
        square = next(here for here in layer & empty if _joined(bit(here), layer - (empty - bit(here))) & goal)
        chosen |= bit(square)
        goal = around(bit(square)) & layers[number - 1]
    return chosen


def happened(state: Pathwayz, action: int, options: Options) -> Iterator[tuple[str, int, Fact]]:
    after = state.play(action)
    if action & 1:
        gained = state.white & after.black if state.turn else state.black & after.white
        if gained:
            yield "turned", state.turn, Fact(gained.count(), (square_name(action >> 1),))
    if after.winner not in (ONGOING, DRAW):
        yield "chain", after.winner, Fact(1, (square_name(action >> 1),))


def told(claim: Claim, names: Mapping[str, str]) -> Said:
    player, count, squares = noun_of(names[claim.player]), claim.number, listed(claim.squares)
    colour = adjective_of(names[claim.player])
    if claim.kind == "chain":
        return Said("{player:whose} chain is complete with {squares}", player=player, squares=squares)
    if claim.kind == "missing" and not claim.squares:
        return Said("{player:whose} chain lacks {count} {count:one=square|many=squares}", player=player, count=count)
    if claim.kind == "missing":
        return Said(
            "{player:whose} chain lacks {count} {count:one=square|many=squares}, for instance {squares}",
            player=player,
            count=count,
            squares=squares,
        )
    if claim.kind == "missing-turned":
        return Said(
            "{player:whose} chain lacks {count} {count:one=square|many=squares} if pieces are turned over",
            player=player,
            count=count,
        )
    if claim.kind == "showing":
        return Said("{count} pieces show {colour}", count=count, colour=colour)
    return _told_of_permanent_ones(claim, player, colour)


def _told_of_permanent_ones(claim: Claim, player: str, colour: Adjective) -> Said:
    count, squares = claim.number, listed(claim.squares)
    if claim.kind == "permanents":
        return Said(
            "{count} {piece:@count} {count:one=shows|many=show} {colour} for good",
            count=count,
            piece=words.PERMANENT,
            colour=colour,
        )
    if not claim.squares:
        return Said("permanent pieces of {player} turn {count} pieces over", player=player, count=count)
    if len(claim.squares) > 1:
        return Said(
            "{player:whose} permanent pieces on {squares} turn {count} pieces over",
            player=player,
            squares=squares,
            count=count,
        )
    return Said(
        "{player:whose} permanent piece on {squares} turns {count} {count:one=piece|many=pieces} over",
        player=player,
        squares=squares,
        count=count,
    )

"""What a turn of Never Alone was good or bad for: captures, points, who is alone, and where one can still go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.facts import Options
from tavoliere.core.game import DRAW, ONGOING
from tavoliere.core.said import Said, noun_of
from tavoliere.games.never_alone import words
from tavoliere.games.never_alone.evaluate import next_to
from tavoliere.games.never_alone.notation import square_name
from tavoliere.games.never_alone.rules import BOARD, CAPTURE, NONE, PIECES, NeverAlone, at_distance, safe
from tavoliere.scene.claims import Claim, Fact, Term, listed

TERMS = {
    "capture": Term(),
    "points": Term(),
    "exposed": Term(("threatened", "chased", "beyond_help"), good=False),
    "safe": Term(("safe_piece",)),
    "safe-squares": Term(("safe_turn", "own_turn", "hidden_turn", "few_turns", "no_turn")),
}


def standing(state: NeverAlone, player: int, options: Options) -> dict[str, Fact]:
    mine, theirs = (state.black, state.red) if player else (state.red, state.black)
    return {
        "safe": _fact(safe(mine)),
        "exposed": _fact((mine - safe(mine)) & _reach(theirs)),
        "safe-squares": _fact(_safe_squares(mine, theirs)),
    }


def _fact(squares: Bits) -> Fact:
    return Fact(squares.count(), tuple(square_name(square) for square in squares))


def _reach(pieces: Bits) -> Bits:
    """Where a player's pieces reach, as long as there is a piece in hand to place or capture with."""
    return at_distance(pieces) if pieces.count() < PIECES else NONE


def _safe_squares(mine: Bits, theirs: Bits) -> Bits:
    """Where a player can place a piece that cannot be captured next: beside an own one, or out of reach."""
    return _reach(mine) & (BOARD - (mine | theirs)) & (next_to(mine) | ~_reach(theirs))


def happened(state: NeverAlone, action: int, options: Options) -> Iterator[tuple[str, int, Fact]]:
    after = state.play(action)
    if after.winner in (ONGOING, DRAW):
        return
    if after.reason == CAPTURE:
        yield "capture", after.winner, Fact(1, (square_name(action),))
    else:
        points = safe(after.black if after.winner else after.red).count()
        yield "points", after.winner, Fact(points)


def told(claim: Claim, names: Mapping[str, str]) -> Said:
    player, count, squares = noun_of(names[claim.player]), claim.number, listed(claim.squares)
    if claim.kind == "capture":
        return Said("{player} captures the piece on {squares}, which is alone", player=player, squares=squares)
    if claim.kind == "points":
        return Said("{player} wins with {count} {count:one=point|many=points}", player=player, count=count)
    if claim.kind == "safe":
        return Said(
            "{player} has {count} safe {piece:@count}", player=player, count=count, piece=words.PIECE
        )  # fmt: skip
    if claim.kind == "safe-squares":
        return Said(
            "{player} has {count} {count:one=square|many=squares} to place a piece on where it cannot be captured next",
            player=player,
            count=count,
        )
    if not claim.squares:
        return Said(
            "{count} {piece:many} of {player} are alone and within reach", count=count, piece=words.PIECE, player=player
        )
    return Said(
        "{player:whose} {piece:@count} on {squares} {count:one=is|many=are} alone and within reach",
        player=player,
        piece=words.PIECE,
        count=count,
        squares=squares,
    )

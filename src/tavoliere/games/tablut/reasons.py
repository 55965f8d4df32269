"""What a turn of Tablut was good or bad for: pieces taken, the king's ways, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING, change
from tavoliere.core.said import Said, noun_of
from tavoliere.games.tablut import words
from tavoliere.games.tablut.evaluate import CORNERS
from tavoliere.games.tablut.notation import square_name
from tavoliere.games.tablut.rules import (
    BLACK,
    CASTLE,
    ESCAPES,
    KING_CAPTURED,
    KING_ESCAPED,
    PATH,
    TARGET,
    WHITE,
    Tablut,
    beside,
)
from tavoliere.scene.claims import Claim, Fact, Term, listed

TERMS = {
    "king-escapes": Term(),
    "king-captured": Term(good=False),
    "no-move": Term(good=False),
    "defenders-taken": Term(("defender",), good=False, whose=WHITE),
    "attackers-taken": Term(("attacker",), good=False, whose=WHITE),
    "open-ways": Term(("open_way", "two_ways"), whose=WHITE),
    "ways-next": Term(("way_next", "way_later"), whose=WHITE),
    "king-squares": Term(("king_square",), whose=WHITE),
    "king-left": Term(("king_left",), good=False, whose=WHITE),
    "crowd": Term(("defender_by_king",), good=False, whose=WHITE),
    "corner-guards": Term(("corner_guard",), whose=WHITE),
}


def standing(state: Tablut, player: int, options: Options) -> dict[str, Fact]:
    if player == BLACK:
        return {"corner-guards": _fact(state.black & CORNERS)}
    reached = _king_squares(state)
    king = bit(state.king)
    return {
        "open-ways": _fact(reached & ESCAPES),
        "ways-next": _fact(Bits.of(square for square in reached - ESCAPES if _leads_out(state, square))),
        "king-squares": _fact(reached),
        "king-left": _fact(king - CASTLE),
        "crowd": _fact(beside(king) & state.white),
    }


def _fact(squares: Bits) -> Fact:
    return Fact(squares.count(), tuple(square_name(square) for square in squares))


def _king_squares(state: Tablut) -> Bits:
    """Where the king could go if it were White's turn."""
    occupied = state.white | state.black
    ways = range(16 * state.king, 16 * state.king + 16)
    return Bits.of(TARGET[way] for way in ways if not PATH[way] & occupied)


def _leads_out(state: Tablut, square: int) -> bool:
    """Whether the king, once he stood there, could go on to an escape."""
    there = change(state, white=state.white ^ bit(state.king) | bit(square), king=square)
    return bool(_king_squares(there) & ESCAPES)


def happened(state: Tablut, action: int, options: Options) -> Iterator[tuple[str, int, Fact]]:
    after = state.play(action)
    lost = (state.white - bit(state.king)) - (after.white | bit(action >> 4))
    if lost:
        yield "defenders-taken", WHITE, _fact(lost)
    if state.black - (after.black | bit(action >> 4)):
        yield "attackers-taken", BLACK, _fact(state.black - (after.black | bit(action >> 4)))
    if after.winner == ONGOING:
        return
    if after.reason == KING_ESCAPED:
        yield "king-escapes", WHITE, _fact(bit(after.king))
    elif after.reason == KING_CAPTURED:
        yield "king-captured", WHITE, _fact(bit(after.king))
    else:
        yield "no-move", after.turn, Fact()


def told(claim: Claim, names: Mapping[str, str]) -> Said:
    count, squares = claim.number, listed(claim.squares)
    if claim.kind == "king-escapes":
        return Said("the king escapes on {squares}", squares=squares)
    if claim.kind == "king-captured":
        return Said("the king is captured on {squares}", squares=squares)
    if claim.kind == "no-move":
        return Said("{player} has no legal move", player=noun_of(names[claim.player]))
    if claim.kind in ("defenders-taken", "attackers-taken"):
        return _taken(words.DEFENDER if claim.kind == "defenders-taken" else words.ATTACKER, claim)
    if claim.kind == "king-squares":
        return Said("the king can reach {count} {count:one=square|many=squares} in one move", count=count)
    if claim.kind == "king-left":
        return Said("the king stands on {squares}, away from the castle", squares=squares)
    return _told_of_several(claim)


def _taken(piece: str, claim: Claim) -> Said:
    kind = noun_of(piece)
    if not claim.squares:
        return Said("{count} {piece:many} are captured", count=claim.number, piece=kind)
    if claim.number == 1:
        return Said("{piece:the} on {squares} is captured", piece=kind, squares=listed(claim.squares))
    return Said(
        "{count} {piece:many} are captured, on {squares}", count=claim.number, piece=kind, squares=listed(claim.squares)
    )


def _told_of_several(claim: Claim) -> Said:
    """What is told with its squares if they are few."""
    count, squares = claim.number, listed(claim.squares)
    if claim.kind == "open-ways":
        if count == 1:
            return Said("the king has an open way to the escape {squares}", squares=squares)
        if not claim.squares:
            return Said("the king has {count} open ways to escapes", count=count)
        return Said("the king has {count} open ways, to {squares}", count=count, squares=squares)
    if claim.kind == "ways-next":
        if not claim.squares:
            return Said("the king can go to {count} squares from which a line leads to an escape", count=count)
        return Said("the king can go to {squares}, and from there to an escape", squares=squares)
    if claim.kind == "crowd":
        return Said(
            "{count} {piece:@count} {count:one=stands|many=stand} beside the king", count=count, piece=words.DEFENDER
        )
    if not claim.squares:
        return Said("{count} attackers close the corners", count=count)
    return Said(
        "{count} {piece:@count} {count:one=closes|many=close} corners, from {squares}",
        count=count,
        piece=words.ATTACKER,
        squares=squares,
    )

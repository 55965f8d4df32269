"""What a turn of Pit was good or bad for: pawns and their room, towers, and what must be done next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.facts import Options
from tavoliere.core.said import Pattern, Said, noun_of
from tavoliere.games.pit import words
from tavoliere.games.pit.evaluate import slides_from, steps_from
from tavoliere.games.pit.notation import square_name
from tavoliere.games.pit.rules import BARRIER, ENTER, NONE, Pit
from tavoliere.scene.claims import Claim, Fact, Term, listed

TERMS = {
    "pawn-replaced": Term(good=False),
    "pawn-in-hole": Term(good=False),
    "pawns-cut": Term(good=False),
    "pawn-at-hole": Term(("pawn_at_hole",), good=False),
    "towers-lost": Term(("tower", "reserve"), good=False),
    "in-reserve": Term(("tower", "reserve")),
    "pawn-room": Term(("pawn_side", "pawn_room", "pawn_reach", "last_way")),
    "pawn-touched": Term(("pawn_touched",), good=False),
    "towers-at-hole": Term(("tower_at_hole",), good=False),
    "must-replace": Term(("touching",), good=False),
    "slides": Term(("slides",)),
    "near-pawn": Term(("near_pawn",)),
}
LOSSES = {
    "pawn-replaced": Pattern("{player:whose} pawn is replaced on {squares}"),
    "pawn-in-hole": Pattern("{player:whose} pawn goes into the hole {squares}"),
    "pawns-cut": Pattern("{player} cuts the pawns off from each other and is out"),
}
WITH_SQUARES = {
    "pawn-at-hole": Pattern("{player:whose} pawn stands next to the hole {squares}"),
    "pawn-touched": Pattern("{player:whose} pawn is touched by a piece on {squares}"),
    "towers-at-hole": Pattern(
        "{player:whose} {piece:@count} on {squares} {count:one=stands|many=stand} next to a hole"
    ),
    "must-replace": Pattern("{player} must replace a piece on {squares}"),
    "near-pawn": Pattern("{player:whose} towers have {squares}, next to a pawn, in their lines"),
    "towers-lost": Pattern("{player} loses {count} {piece:@count}, on {squares}"),
}
WITH_NUMBER = {
    "pawn-at-hole": Pattern("{player:whose} pawn stands next to {count} holes"),
    "pawn-touched": Pattern("{player:whose} pawn is touched by {count} pieces"),
    "towers-at-hole": Pattern("{count} towers of {player} stand next to a hole"),
    "must-replace": Pattern("{player} must replace one of {count} pieces"),
    "near-pawn": Pattern("{player:whose} towers have {count} squares next to a pawn in their lines"),
    "towers-lost": Pattern("{player} loses {count} {piece:@count}"),
    "in-reserve": Pattern("{player} has {count} {piece:@count} in reserve"),
    "pawn-room": Pattern("{player:whose} pawn has {count} free {count:one=square|many=squares} within two steps"),
    "slides": Pattern("{player:whose} towers have {count} free {count:one=square|many=squares} in their lines"),
}
COUNTED_ONLY = ("in-reserve", "pawn-room", "slides")


def standing(state: Pit, player: int, options: Options) -> dict[str, Fact]:
    if not state.playing >> player & 1:
        return {}
    own = state.pieces_of(player)
    pawn, towers, others = own & state.pawns, own & state.towers, state.pieces() - own
    empty = state.empty()
    near = _around(state, pawn) & empty
    slides = slides_from(towers, empty, state.open_north, state.open_east)
    facts = {
        "pawn-at-hole": _fact(_around(state, pawn) & state.holes),
        "in-reserve": Fact(state.reserves >> 4 * player & 15),
        "pawn-touched": _fact(_around(state, pawn) & others),
        "towers-at-hole": _fact(towers & _around(state, state.holes)),
        "slides": Fact(slides.count()),
        "near-pawn": _fact(slides & _around(state, others & state.pawns)),
    }
    if pawn:
        facts["pawn-room"] = Fact((((_around(state, near) & empty) | near) - pawn).count())
    if state.turn == player:
        facts["must-replace"] = _fact(_around(state, own) & others)
    return facts


def _around(state: Pit, squares: Bits) -> Bits:
    """The squares next to any of the squares with no barrier in between."""
    return steps_from(squares, state.open_north, state.open_east)


def _fact(squares: Bits) -> Fact:
    return Fact(squares.count(), tuple(square_name(square) for square in squares))


def happened(state: Pit, action: int, options: Options) -> Iterator[tuple[str, int, Fact]]:
    after = state.play(action)
    if after.playing != state.playing:
        yield _gone_out(state, action, (state.playing & ~after.playing).bit_length() - 1)
    for player in range(4):
        if after.playing >> player & 1:
            lost = _towers_lost(state, after, action, player)
            if lost:
                yield "towers-lost", player, _fact(lost)


def _gone_out(state: Pit, action: int, loser: int) -> tuple[str, int, Fact]:
    if action >= BARRIER:
        return "pawns-cut", loser, Fact(1)
    kind = "pawn-in-hole" if state.holes.has(action >> 2) else "pawn-replaced"
    return kind, loser, Fact(1, (square_name(action >> 2),))


def _towers_lost(state: Pit, after: Pit, action: int, player: int) -> Bits:
    """The towers that went into a hole, told by the hole, or that a barrier cut off. Replaced ones come back."""
    before = state.pieces_of(player) & state.towers
    if action >= BARRIER:
        return before - after.towers
    if action < ENTER and state.holes.has(action >> 2) and before.has(state.origin(action)):
        return bit(action >> 2)
    return NONE


def told(claim: Claim, names: Mapping[str, str]) -> Said:
    values: dict[str, object] = {"player": noun_of(names[claim.player]), "count": claim.number}
    values |= {"squares": listed(claim.squares), "piece": words.TOWER}
    pattern = LOSSES.get(claim.kind)
    if pattern is None:
        has_squares = claim.squares and claim.kind not in COUNTED_ONLY
        pattern = WITH_SQUARES[claim.kind] if has_squares else WITH_NUMBER[claim.kind]
    return pattern.said(**values)

"""What a player of Never Alone must see: who is alone, who is safe, who can be captured."""

from __future__ import annotations

from tavoliere.core.bits import bit64 as bit
from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.games.never_alone import words
from tavoliere.games.never_alone.face import SEATS
from tavoliere.games.never_alone.notation import square_name
from tavoliere.games.never_alone.rules import CAPTURE, PASS, PIECES, NeverAlone, at_distance, safe
from tavoliere.scene import Ending, Mark, Sign
from tavoliere.scene.guide import GHOST

SAFE = Sign(
    "safe", "safe", Said("safe: a piece of its colour stands next to it, and it counts a point"), on=words.PIECE
)
ALONE = Sign("alone", "alone", Said("alone: no piece of its colour stands next to it"), on=words.PIECE)
EXPOSED = Sign(
    "exposed", "threat", Said("alone and within reach: it can be captured, which ends the game"), on=words.PIECE
)
COUNTED = Sign("counted", "points", Said("at the end: each safe piece with its number"), stays=True, on=words.PIECE)
TAKEN = Sign("taken", "goal", Said("the capture that won the game"), stays=True, on=words.PIECE)
REACH = Sign(
    "reach", "line", Said("the right distance: three squares along a line or two along a diagonal"), stays=True
)
SIGNS = (SAFE, ALONE, EXPOSED, TAKEN, REACH, COUNTED, GHOST)

MEANINGS: dict[str, str] = {
    words.PIECE: Said("Alone it can be captured; with a neighbour of its colour it is safe and counts a point.")
}


def marks(state: NeverAlone, options: Options) -> tuple[Mark, ...]:
    found: list[Mark] = []
    sides = (state.red, state.black)
    for player, pieces in enumerate(sides):
        company, hostile = safe(pieces), sides[1 - player]
        exposed = (pieces - company) & at_distance(hostile) if hostile.count() < PIECES else bit(0) - bit(0)
        letter = SEATS[player].letter
        found += [Mark(SAFE, (square_name(square),), owner=letter) for square in company]
        found += [Mark(ALONE, (square_name(square),), owner=letter) for square in pieces - company]
        captor = Said("alone and within reach: {player} can capture it", player=SEATS[1 - player].noun)
        found += [Mark(EXPOSED, (square_name(square),), captor, letter) for square in exposed]
    return tuple(found)


def asked(state: NeverAlone, options: Options) -> str:
    targets = state.targets()
    if not targets:
        return Said("You can neither place nor capture: press Pass.")
    if targets & state.theirs():
        return Said("Capture a piece that stands alone: that wins the game at once.")
    return Said("Place a piece three squares in line, or two along a diagonal, from one of yours.")


def forced(state: NeverAlone, options: Options) -> Reason | None:
    targets = state.targets()
    if targets and not targets - state.theirs():
        return Reason("never-alone.pass", Said("nothing but a capture is possible, and nobody may pass then"))
    if targets:
        return None
    if state.mine().count() >= PIECES:
        return Reason("never-alone.hand", Said("no piece is left in hand, so the turn is a pass"))
    return Reason("never-alone.must-pass", Said("no square allows a placement or a capture, so the turn is a pass"))


def ending(state: NeverAlone, action: int, options: Options) -> Ending | None:
    after = state.play(action)
    if after.winner == ONGOING:
        return None
    if action != PASS and after.reason == CAPTURE:
        return _captured(state, action)
    return _counted(after)


def _captured(state: NeverAlone, square: int) -> Ending:
    winner, name = SEATS[state.turn], square_name(square)
    told = Said("{player} captured the piece on {square}, which was alone", player=winner.noun, square=name)
    origin = at_distance(bit(square)) & state.mine()
    reach = [Mark(REACH, (square_name(start), name), owner=winner.letter) for start in origin]
    return Ending(told, (Mark(TAKEN, (name,), told, winner.letter), *reach))


def _counted(after: NeverAlone) -> Ending:
    """Every safe piece with its number, so that the last number is the score."""
    marks: list[Mark] = []
    totals = []
    for seat, pieces in zip(SEATS, (after.red, after.black), strict=True):
        company = safe(pieces)
        totals.append(Said("{player} {points}", player=seat.noun, points=company.count()))
        marks += [
            Mark(COUNTED, (square_name(square),), owner=seat.letter, number=number)
            for number, square in enumerate(company, start=1)
        ]
    told = Said("nobody can play any more, and each safe piece counts a point: {points}", points=Series(totals, COMMAS))
    return Ending(told, tuple(marks))

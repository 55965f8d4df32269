"""What a player of Tablut must see: the king's lines, the escapes he reaches, and whether he can be captured."""

from __future__ import annotations

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING, change
from tavoliere.core.said import ALL, COMMAS, Said, Series
from tavoliere.games.tablut import words
from tavoliere.games.tablut.face import SEATS
from tavoliere.games.tablut.notation import square_name
from tavoliere.games.tablut.rules import (
    BLACK,
    BY_CASTLE,
    CAMPS,
    CASTLE,
    ESCAPES,
    KING_CAPTURED,
    KING_ESCAPED,
    PATH,
    SIZE,
    TARGET,
    Tablut,
    beside,
)
from tavoliere.scene import Ending, Mark, Sign
from tavoliere.scene.guide import GHOST

LINE = Sign("line", "line", Said("the king's line: as far as he can move this way"), on=words.KING)
OPEN = Sign("escape", "goal", Said("an escape that the king can reach in one move"), on=words.ESCAPE)
DANGER = Sign("danger", "threat", Said("Black can capture the king in one move"), on=words.KING)
FLIGHT = Sign("flight", "way", Said("the king's way to the edge"), stays=True, on=words.KING)
FREE = Sign("free", "goal", Said("the escape that the king reached"), stays=True, on=words.KING)
CAPTOR = Sign("captor", "must", Said("it took part in capturing the king"), stays=True, on=words.ATTACKER)
STUCK = Sign("stuck", "alone", Said("a piece that cannot move"), stays=True, on=words.ATTACKER)
SIGNS = (LINE, OPEN, DANGER, FLIGHT, FREE, CAPTOR, STUCK, GHOST)

MEANINGS: dict[str, str] = {
    words.CASTLE: Said("Only the king starts here. Nobody enters or crosses it, and pieces are captured against it."),
    words.CAMP: Said("Attackers start here. Nobody enters it from outside, and pieces are captured against it."),
    words.ESCAPE: Said("White wins as soon as the king stands here."),
    words.KING: Said("White wins when he reaches an escape, Black wins by capturing him."),
    words.DEFENDER: Said("Captured between two attackers, or between an attacker and the castle or a camp."),
    words.ATTACKER: Said("Captured between two white pieces, or between a white piece and the castle or a camp."),
}


def marks(state: Tablut, options: Options) -> tuple[Mark, ...]:
    king = square_name(state.king)
    found = [Mark(LINE, (king, *map(square_name, line)), owner="w") for line in king_lines(state) if line]
    open_escapes = [line[-1] for line in king_lines(state) if line and ESCAPES.has(line[-1])]
    found += [Mark(OPEN, (square_name(square),), owner="w") for square in open_escapes]
    if king_in_danger(state):
        found.append(Mark(DANGER, (king,), owner="w"))
    return tuple(found)


def king_lines(state: Tablut) -> list[list[int]]:
    """Where the king can go, a list for each direction: left, right, down, up, the nearest square first."""
    occupied = state.white | state.black
    reached = [TARGET[way] for way in range(16 * state.king, 16 * state.king + 16) if not PATH[way] & occupied]
    in_row = [square for square in reached if square // SIZE == state.king // SIZE]
    in_column = [square for square in reached if square % SIZE == state.king % SIZE]
    return [
        sorted((square for square in line if (square > state.king) == is_up), reverse=not is_up)
        for line in (in_row, in_column)
        for is_up in (False, True)
    ]


def king_in_danger(state: Tablut) -> bool:
    """Whether Black, if it were Black's turn, could capture the king at once."""
    black = change(state, turn=BLACK)
    occupied = state.white | state.black
    near = beside(bit(state.king))
    ways = (way for square in state.black for way in range(16 * square, 16 * square + 16))
    arriving = (way for way in ways if near.has(TARGET[way]) and not PATH[way] & occupied)
    return any(_captures(black, way) for way in arriving)


def _captures(state: Tablut, action: int) -> bool:
    after = state.play(action)
    return after.winner == BLACK and after.reason == KING_CAPTURED


def asked(state: Tablut, options: Options) -> str:
    if state.turn == BLACK:
        return Said("Move an attacker along a line: close the king's ways and surround him.")
    if any(line and ESCAPES.has(line[-1]) for line in king_lines(state)):
        return Said("The king has a free line to an escape: move him there and win.")
    return Said("Move the king or a defender along a line: the king wants to reach the edge.")


def forced(state: Tablut, options: Options) -> Reason | None:
    """Tablut never forces a turn."""
    return None


def ending(state: Tablut, action: int, options: Options) -> Ending | None:
    after = state.play(action)
    if after.winner == ONGOING:
        return None
    if after.reason == KING_ESCAPED:
        return _escaped(state.king, after.king)
    if after.reason == KING_CAPTURED:
        return _captured(after, bit(TARGET[action]))
    return _immobile(after)


def _escaped(start: int, target: int) -> Ending:
    step = (1 if start // SIZE == target // SIZE else SIZE) * (1 if target > start else -1)
    path = tuple(square_name(square) for square in range(start, target + step, step))
    told = Said("the king escaped on {square}", square=path[-1])
    return Ending(told, (Mark(FLIGHT, path, owner="w"), Mark(FREE, path[-1:], told, "w")))


def _captured(after: Tablut, here: Bits) -> Ending:
    """Those who hold the king: all around him at the castle, elsewhere the two on a line."""
    king = bit(after.king)
    if king & (CASTLE | BY_CASTLE):
        captors = beside(king) & (after.black | CASTLE)
    else:
        captors = here | (bit(2 * after.king - here.first()) & (after.black | CAMPS))
    marks = tuple(Mark(CAPTOR, (square_name(square),), owner="b") for square in captors)
    return Ending(_told_of_capture(square_name(after.king), captors, after.black), marks)


def _told_of_capture(square: str, captors: Bits, black: Bits) -> Said:
    """Who held the king: attackers, and the castle or a camp in the place of one."""
    attackers = [square_name(captor) for captor in captors & black]
    closed = captors - black
    if closed & CASTLE:
        held = Series(attackers, COMMAS)
        return Said(
            "the king on {square} was captured by attackers on {held} and by the castle", square=square, held=held
        )
    if closed:
        camp = square_name(closed.first())
        return Said(
            "the king on {square} was captured between the attacker on {held} and the camp on {camp}",
            square=square,
            held=attackers[0],
            camp=camp,
        )
    return Said("the king on {square} was captured by attackers on {held}", square=square, held=_all(attackers))


def _all(squares: list[str]) -> Series:
    """With a word before the last one."""
    *first, last = squares
    return Series([Series(first, COMMAS), last], ALL)


def _immobile(after: Tablut) -> Ending:
    loser = SEATS[after.turn]
    pieces = after.black if after.turn == BLACK else after.white
    if not pieces:
        return Ending(Said("{player} has no piece left, and whoever cannot move loses", player=loser.noun))
    told = Said("none of {player:whose} pieces can move, and nobody may pass", player=loser.noun)
    return Ending(told, tuple(Mark(STUCK, (square_name(square),), owner=loser.letter) for square in pieces))

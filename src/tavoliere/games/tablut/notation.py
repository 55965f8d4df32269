"""How Tablut is written: moves like `e4-g4`, positions like `3bbb3/... w`."""

from __future__ import annotations

from tavoliere.author import Board, letters_of
from tavoliere.author import told as told
from tavoliere.author import turn_parts as turn_parts
from tavoliere.author import turn_text as turn_text
from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.errors import PositionError
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.core.ruleset import NO_ACTION
from tavoliere.core.said import Said
from tavoliere.core.squares import Coordinates, coordinates_of
from tavoliere.core.text import (
    BOARD_FIELD,
    TURN_FIELD,
    Reasons,
    fields_of,
    names_of,
    read_board,
    read_player,
)
from tavoliere.games.tablut import words
from tavoliere.games.tablut.rules import (
    BLACK,
    CAMPS,
    ESCAPES,
    FACTS,
    KING_ESCAPED,
    NO_LEGAL_MOVE,
    SIZE,
    TARGET,
    WHITE,
    Tablut,
    can_move,
)

MOVE_FORMS = Said("from, hyphen, to, like e4-g4")
FIELDS = (BOARD_FIELD, TURN_FIELD)
GRID = Board(SIZE, SIZE)
PLAYERS = letters_of(FACTS)
MOST = {"k": 1, "w": 8, "b": 16}
square_name = GRID.name


def action_text(state: Tablut, action: int) -> str:
    return f"{square_name(action >> 4)}-{square_name(TARGET[action])}"


def parse_part(text: str, place: int) -> int | None:
    names = text.split("-")
    places = [coordinates_of(name, SIZE, SIZE) for name in names]
    if len(places) != 2 or places[0] is None or places[1] is None:
        return None
    (column, row), (to_column, to_row) = places[0], places[1]
    start = row * SIZE + column
    if row == to_row and column != to_column:
        return 16 * start + to_column - (to_column > column)
    if column == to_column and row != to_row:
        return 16 * start + 8 + to_row - (to_row > row)
    return NO_ACTION


def position_text(state: Tablut, options: Options) -> str:
    def standing(square: int) -> str:
        if state.white.has(square):
            return "k" if square == state.king else "w"
        return "b" if state.black.has(square) else ""

    return f"{GRID.text(standing)} {PLAYERS[state.turn]}"


def parse_position(text: str, options: Options) -> Tablut:
    """Refused: more or less than one king, more than 8 defenders or 16 attackers, a white piece in a camp, anything
    but the king on the castle. A king on an escape has won; a side to move without a legal move has lost.
    """
    reasons = Reasons()
    fields = fields_of(text, FIELDS, reasons)
    if fields is None:
        raise PositionError(str(text), reasons)
    standing = read_board(fields[0], SIZE, SIZE, "[kwb]", reasons)
    turn = read_player(fields[1], PLAYERS, reasons)
    _check_material(standing, reasons)
    if reasons:
        raise PositionError(text, reasons)
    white, black, king = (GRID.squares(Bits, standing, letters) for letters in ("kw", "b", "k"))
    return _judged(white, black, king.first(), turn)


def _check_material(standing: dict[Coordinates, str], reasons: Reasons) -> None:
    counts = {letter: list(standing.values()).count(letter) for letter in MOST}
    if counts["k"] != 1:
        reasons.add(BOARD_FIELD, Said("one king expected, not {count}", count=counts["k"]))
    for letter, piece in (("w", words.DEFENDER), ("b", words.ATTACKER)):
        count, most = counts[letter], MOST[letter]
        if count > most:
            too_many = Said("{count} {piece:@count} are more than {most}", count=count, piece=piece, most=most)
            reasons.add(BOARD_FIELD, too_many)
    in_camps = [place for place, piece in standing.items() if piece in "kw" and CAMPS.has(GRID.number(*place))]
    if in_camps:
        misplaced = Said("a white piece cannot stand in a camp ({squares})", squares=names_of(in_camps))
        reasons.add(BOARD_FIELD, misplaced)
    on_castle = standing.get((4, 4))
    reasons.unless(on_castle in (None, "k"), BOARD_FIELD, Said("only the king can stand on the castle (e5)"))


def _judged(white: Bits, black: Bits, king: int, turn: int) -> Tablut:
    state = Tablut(white, black, king, turn, ONGOING, 0)
    if ESCAPES.has(king):
        return state._replace(winner=WHITE, reason=KING_ESCAPED)
    if not can_move(state.movers(), white | black):
        return state._replace(winner=BLACK if turn == WHITE else WHITE, reason=NO_LEGAL_MOVE)
    return state

"""How Pathwayz is written: `c4` places a normal piece, `c4*` a permanent one."""

from __future__ import annotations

from collections.abc import Sequence

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.errors import PositionError
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.core.said import Said
from tavoliere.core.squares import Coordinates, coordinates_of, name_of
from tavoliere.core.text import BOARD_FIELD, TURN_FIELD, Reasons, board_text, fields_of, read_board, read_player
from tavoliere.games.pathwayz.rules import COLUMNS, ROWS, Pathwayz

MOVE_FORMS = Said("a square for a normal piece, like c4, and a star after it for a permanent one, like c4*")
FIELDS = (BOARD_FIELD, TURN_FIELD)
PLAYERS = ("w", "b")


def square_name(square: int) -> str:
    return name_of(square // ROWS, square % ROWS)


def action_text(state: Pathwayz, action: int) -> str:
    return square_name(action >> 1) + ("*" if action & 1 else "")


def parse_part(text: str, place: int) -> int | None:
    square = coordinates_of(text.removesuffix("*"), COLUMNS, ROWS)
    if square is None:
        return None
    return 2 * (square[0] * ROWS + square[1]) + text.endswith("*")


def told(text: str) -> int:
    return 0


def turn_text(parts: Sequence[str]) -> str:
    return parts[0]


def turn_parts(text: str) -> Sequence[str]:
    return [text]


def position_text(state: Pathwayz, options: Options) -> str:
    def cell(column: int, row: int) -> str:
        square = column * ROWS + row
        letter = "w" if state.white.has(square) else "b" if state.black.has(square) else ""
        return letter.upper() if state.permanent.has(square) else letter

    return f"{board_text(COLUMNS, ROWS, cell)} {PLAYERS[state.turn]}"


def parse_position(text: str, options: Options) -> Pathwayz:
    """Nothing that is well written is refused. The player not to move is the one who moved last: if both chains
    stand, that player has won.
    """
    reasons = Reasons()
    fields = fields_of(text, FIELDS, reasons)
    if fields is None:
        raise PositionError(str(text), reasons)
    standing = read_board(fields[0], COLUMNS, ROWS, "[wbWB]", reasons)
    turn = read_player(fields[1], PLAYERS, reasons)
    if reasons:
        raise PositionError(text, reasons)
    white, black, permanent = (_squares(standing, letters) for letters in ("wW", "bB", "WB"))
    return Pathwayz(white, black, permanent, turn, ONGOING, 0).judged(True)


def _squares(standing: dict[Coordinates, str], letters: str) -> Bits:
    return Bits.of(column * ROWS + row for (column, row), piece in standing.items() if piece in letters)

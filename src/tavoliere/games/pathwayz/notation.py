"""How Pathwayz is written: `c4` places a normal piece, `c4*` a permanent one."""

from __future__ import annotations

from tavoliere.author import Board, letters_of
from tavoliere.author import told as told
from tavoliere.author import turn_parts as turn_parts
from tavoliere.author import turn_text as turn_text
from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.errors import PositionError
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.core.said import Said
from tavoliere.core.text import BOARD_FIELD, TURN_FIELD, Reasons, fields_of, read_board, read_player
from tavoliere.games.pathwayz.rules import COLUMNS, FACTS, ROWS, Pathwayz

MOVE_FORMS = Said("a square for a normal piece, like c4, and a star after it for a permanent one, like c4*")
FIELDS = (BOARD_FIELD, TURN_FIELD)
GRID = Board(COLUMNS, ROWS, across=ROWS, up=1)
PLAYERS = letters_of(FACTS)
square_name = GRID.name


def action_text(state: Pathwayz, action: int) -> str:
    return square_name(action >> 1) + ("*" if action & 1 else "")


def parse_part(text: str, place: int) -> int | None:
    square = GRID.square(text.removesuffix("*"))
    return None if square is None else 2 * square + text.endswith("*")


def position_text(state: Pathwayz, options: Options) -> str:
    def standing(square: int) -> str:
        letter = "w" if state.white.has(square) else "b" if state.black.has(square) else ""
        return letter.upper() if state.permanent.has(square) else letter

    return f"{GRID.text(standing)} {PLAYERS[state.turn]}"


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
    white, black, permanent = (GRID.squares(Bits, standing, letters) for letters in ("wW", "bB", "WB"))
    return Pathwayz(white, black, permanent, turn, ONGOING, 0).judged(True)

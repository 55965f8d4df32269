"""A slow, plain referee for Pathwayz (Louis Lafair, 2014), written from the rules page alone.

A position text has two fields: the board and the player to move, for example ``12/12/12/12/12/12/12/12 w``.
Letters are by the colour shown: w and b are normal pieces, W and B permanent ones.

A text is refused, with every reason at once and the field named in each, when
- it has not exactly two fields separated by one space (surrounding white space is not canonical either);
- board: it has not exactly eight rows, or a row does not come to exactly twelve squares;
- board: it has a letter other than w, b, W, B, or a run of empty squares written as zero or with a leading
  zero (two runs side by side read as one long number, so the row comes out too long);
- player to move: it is anything but w or b.

Everything else is accepted: the supply of pieces is unlimited, the player to move need not fit the number of
pieces, and chains may stand already. In a loaded text the player not to move is the one who moved last, so
if both chains stand, that player has won.
"""

from collections.abc import Mapping
from dataclasses import dataclass

WHITE = "w"
BLACK = "b"
PLAYERS = (WHITE, BLACK)

NORMAL = {WHITE: "w", BLACK: "b"}
PERMANENT = {WHITE: "W", BLACK: "B"}
COLOUR_SHOWN = {"w": WHITE, "W": WHITE, "b": BLACK, "B": BLACK}
TURNED_OVER = {"w": "b", "b": "w", "W": "W", "B": "B"}

COLUMN_NAMES = "abcdefghijkl"
ROW_NAMES = "12345678"
SQUARES = [column + row for column in COLUMN_NAMES for row in ROW_NAMES]

START_TEXT = "12/12/12/12/12/12/12/12 w"


@dataclass(frozen=True)
class Position:
    """The pieces by square, by the letter they show, and the player to move."""

    pieces: Mapping[str, str]
    to_move: str

    def __hash__(self) -> int:
        return hash(text(self))


def _squares_around(square: str) -> list[str]:
    """The (up to eight) squares orthogonally or diagonally next to this one."""
    around = []
    for columns in (-1, 0, 1):
        for rows in (-1, 0, 1):
            column = COLUMN_NAMES.index(square[0]) + columns
            row = ROW_NAMES.index(square[1]) + rows
            if (columns, rows) != (0, 0) and 0 <= column < len(COLUMN_NAMES) and 0 <= row < len(ROW_NAMES):
                around.append(COLUMN_NAMES[column] + ROW_NAMES[row])
    return around


AROUND = {square: _squares_around(square) for square in SQUARES}


def _opponent(player: str) -> str:
    """The players are White and Black."""
    return BLACK if player == WHITE else WHITE


def _refuse_options(options: Mapping[str, object]) -> list[str]:
    """Pathwayz has no options."""
    return [f"option {name}: Pathwayz has no such option" for name in options]


def start(**options: object) -> Position:
    """The board starts empty, White first."""
    return parse(START_TEXT, **options)


def _read_row(row_text: str) -> tuple[list[str], list[str]]:
    """The squares of one row of the board text ('' for empty) and the reasons to refuse it."""
    squares: list[str] = []
    reasons: list[str] = []
    index = 0
    while index < len(row_text):
        if row_text[index] not in "0123456789":
            if row_text[index] not in COLOUR_SHOWN:
                reasons.append(f"unknown letter {row_text[index]!r}")
            squares.append(row_text[index])
            index += 1
            continue
        run = ""
        while index < len(row_text) and row_text[index] in "0123456789":
            run += row_text[index]
            index += 1
        if run.startswith("0"):
            reasons.append(f"the run {run[:10]} starts with a zero")
        significant = run.lstrip("0")
        # A run of three digits or more is too long for any row, whatever its value.
        length = int(significant or "0") if len(significant) < 3 else 100
        squares.extend([""] * length)
    if len(squares) != len(COLUMN_NAMES):
        reasons.append(f"{row_text[:30]!r} is not {len(COLUMN_NAMES)} squares long")
    return squares, reasons


def _read_board(board_text: str) -> tuple[dict[str, str], list[str]]:
    """The pieces by square, and every reason to refuse the board field."""
    reasons: list[str] = []
    pieces: dict[str, str] = {}
    row_texts = board_text.split("/")
    if len(row_texts) != len(ROW_NAMES):
        reasons.append(f"board: {len(row_texts)} rows instead of {len(ROW_NAMES)}")
    for number, row_text in enumerate(row_texts):
        squares, row_reasons = _read_row(row_text)
        reasons.extend(f"board: row {number + 1} from the top: {reason}" for reason in row_reasons)
        if len(row_texts) == len(ROW_NAMES) and not row_reasons:
            row_name = ROW_NAMES[len(ROW_NAMES) - 1 - number]
            for column_name, piece in zip(COLUMN_NAMES, squares):
                if piece != "":
                    pieces[column_name + row_name] = piece
    return pieces, reasons


def parse(text: str, **options: object) -> Position:
    """Only the canonical text is accepted."""
    reasons = _refuse_options(options)
    fields = text.split(" ")
    if len(fields) != 2:
        reasons.append(f"fields: {len(fields)} instead of two, the board and the player to move")
    pieces, board_reasons = _read_board(fields[0])
    reasons.extend(board_reasons)
    to_move = fields[1] if len(fields) > 1 else ""
    if to_move not in PLAYERS:
        reasons.append(f"player to move: {to_move!r} is neither w nor b")
    if reasons:
        raise ValueError("; ".join(reasons))
    return Position(pieces, to_move)


def text(position: Position) -> str:
    """Rows from the top row down, runs of empty squares as a number, then the player to move."""
    row_texts = []
    for row_name in reversed(ROW_NAMES):
        row_text = ""
        empty = 0
        for column_name in COLUMN_NAMES:
            piece = position.pieces.get(column_name + row_name)
            if piece is None:
                empty += 1
                continue
            if empty > 0:
                row_text += str(empty)
            empty = 0
            row_text += piece
        if empty > 0:
            row_text += str(empty)
        row_texts.append(row_text)
    return "/".join(row_texts) + " " + position.to_move


def turn(position: Position) -> str:
    """White and Black take turns, White first."""
    return position.to_move


def _has_chain(pieces: Mapping[str, str], player: str) -> bool:
    """A chain of pieces showing the player's colour, normal or permanent, linked orthogonally or diagonally,
    from column a to column l."""
    to_visit = [square for square in pieces if square[0] == "a" and COLOUR_SHOWN[pieces[square]] == player]
    linked = set(to_visit)
    while to_visit:
        square = to_visit.pop()
        if square[0] == "l":
            return True
        for neighbour in AROUND[square]:
            if neighbour in pieces and neighbour not in linked and COLOUR_SHOWN[pieces[neighbour]] == player:
                linked.add(neighbour)
                to_visit.append(neighbour)
    return False


def outcome(position: Position) -> tuple[dict[str, float], str] | None:
    """A chain wins for its owner, whoever moved; both at once, the last mover wins; a full board draws."""
    mover = _opponent(position.to_move)
    if _has_chain(position.pieces, mover):
        return {mover: 1.0, position.to_move: 0.0}, "chain completed"
    if _has_chain(position.pieces, position.to_move):
        return {mover: 0.0, position.to_move: 1.0}, "chain completed"
    if len(position.pieces) == len(SQUARES):
        return {WHITE: 0.5, BLACK: 0.5}, "board full"
    return None


def legal_turns(position: Position) -> list[str]:
    """A normal or a permanent piece on any empty square; nobody may move once the game is over."""
    if outcome(position) is not None:
        return []
    turns = []
    for square in SQUARES:
        if square not in position.pieces:
            turns.append(square)
            turns.append(square + "*")
    return sorted(turns)


def _after(position: Position, move: str) -> Position:
    """A normal piece shows the mover's own colour; a permanent piece shows the opponent's, and then every
    normal piece on the eight neighbouring squares turns over, whosever it is."""
    mover = position.to_move
    pieces = dict(position.pieces)
    square = move[:2]
    if move.endswith("*"):
        pieces[square] = PERMANENT[_opponent(mover)]
        for neighbour in AROUND[square]:
            if neighbour in pieces:
                pieces[neighbour] = TURNED_OVER[pieces[neighbour]]
    else:
        pieces[square] = NORMAL[mover]
    return Position(pieces, _opponent(mover))


def play(position: Position, move: str) -> Position:
    """A turn places one piece on an empty square."""
    move = move.strip()
    if outcome(position) is not None:
        raise ValueError(f"move {move!r}: the game is over")
    if move not in legal_turns(position):
        raise ValueError(f"move {move!r}: not legal in {text(position)}")
    return _after(position, move)


def perft(position: Position, depth: int) -> int:
    """Sequences of so many turns; a game that ends earlier counts once."""
    if depth == 0:
        return 1
    turns = legal_turns(position)
    if not turns:
        return 1
    if depth == 1:
        return len(turns)
    return sum(perft(_after(position, move), depth - 1) for move in turns)

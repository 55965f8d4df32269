"""A slow, plain referee for Never Alone (Pierandrea Formusa, 2021), written from the rules page alone.

A position text has three fields: the board, the player to move, and the number of passes just made, for
example ``8/8/8/4b3/3r4/8/8/8 r 0``.

A text is refused, with every reason at once and the field named in each, when
- it has not exactly three fields separated by one space (surrounding white space is not canonical either);
- board: it has not exactly eight rows, or a row does not come to exactly eight squares;
- board: it has a letter other than r, b, or a run of empty squares written as zero or with a leading zero
  (two runs side by side read as one long number, so the row comes out too long);
- board: it has more than 36 pieces of one colour;
- player to move: it is anything but r or b;
- passes: it is anything but 0 or 1.

Everything else is accepted: a colour without a piece on the board (that player has to pass), one pass made
by a player who could have moved, a position in which nobody can move (the passes still have to be made).

The options are the starting squares, ``red="d4"`` and ``black="e5"``, one or more squares each, separated by
spaces. Refused: an unknown option, no square at all, anything that is no square of the board, a square named
twice, a square given to both colours, more than 36 squares.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

RED = "r"
BLACK = "b"
PLAYERS = (RED, BLACK)

COLUMN_NAMES = "abcdefgh"
ROW_NAMES = "12345678"
SQUARES = [column + row for column in COLUMN_NAMES for row in ROW_NAMES]

PIECES_EACH = 36
RIGHT_DISTANCES = ((3, 0), (-3, 0), (0, 3), (0, -3), (2, 2), (2, -2), (-2, 2), (-2, -2))
ONE_STEP = ((1, 0), (-1, 0), (0, 1), (0, -1))

DEFAULT_STARTING_SQUARES = {"red": "d4", "black": "e5"}
PASS = "pass"


@dataclass(frozen=True)
class Position:
    """The pieces by square, the player to move, the passes just made, the options (starting squares of the
    game), and (never compared) who has captured, if anybody."""

    pieces: Mapping[str, str]
    to_move: str
    passes: int
    red_start: tuple[str, ...] = ("d4",)
    black_start: tuple[str, ...] = ("e5",)
    captor: str | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash((self.red_start, self.black_start, text(self)))


def _squares_at(square: str, offsets: tuple[tuple[int, int], ...]) -> list[str]:
    """The squares of the board that lie at one of the offsets from this one."""
    found = []
    for columns, rows in offsets:
        column = COLUMN_NAMES.index(square[0]) + columns
        row = ROW_NAMES.index(square[1]) + rows
        if 0 <= column < len(COLUMN_NAMES) and 0 <= row < len(ROW_NAMES):
            found.append(COLUMN_NAMES[column] + ROW_NAMES[row])
    return found


AT_RIGHT_DISTANCE = {square: _squares_at(square, RIGHT_DISTANCES) for square in SQUARES}
NEXT_TO = {square: _squares_at(square, ONE_STEP) for square in SQUARES}


def _opponent(player: str) -> str:
    """The players are Red and Black."""
    return BLACK if player == RED else RED


def _read_options(options: Mapping[str, object]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """The starting squares of each colour, one or more, and every reason to refuse them."""
    reasons = [f"option {name}: no such option" for name in options if name not in DEFAULT_STARTING_SQUARES]
    chosen: dict[str, tuple[str, ...]] = {}
    for name, default in DEFAULT_STARTING_SQUARES.items():
        value = options.get(name, default)
        if not isinstance(value, str):
            reasons.append(f"option {name}: {value!r} is not a text of squares separated by spaces")
            chosen[name] = ()
            continue
        squares = value.split()
        if not squares:
            reasons.append(f"option {name}: no square")
        for square in sorted(set(squares)):
            if square not in SQUARES:
                reasons.append(f"option {name}: {square!r} is no square of the board")
            if squares.count(square) > 1:
                reasons.append(f"option {name}: {square!r} is named twice")
        if len(squares) > PIECES_EACH:
            reasons.append(f"option {name}: {len(squares)} squares, more than {PIECES_EACH}")
        chosen[name] = tuple(sorted(squares))
    for square in sorted(set(chosen["red"]) & set(chosen["black"])):
        reasons.append(f"option black: {square!r} is given to red too")
    return chosen, reasons


def start(**options: object) -> Position:
    """One piece of each colour, red d4 and black e5 unless the options say otherwise; Red first."""
    chosen, reasons = _read_options(options)
    if reasons:
        raise ValueError("; ".join(reasons))
    pieces = dict.fromkeys(chosen["red"], RED)
    pieces.update(dict.fromkeys(chosen["black"], BLACK))
    return Position(pieces, RED, 0, chosen["red"], chosen["black"])


def _read_row(row_text: str) -> tuple[list[str], list[str]]:
    """The squares of one row of the board text ('' for empty) and the reasons to refuse it."""
    squares: list[str] = []
    reasons: list[str] = []
    index = 0
    while index < len(row_text):
        if row_text[index] not in "0123456789":
            if row_text[index] not in PLAYERS:
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
    for player, colour in ((RED, "red"), (BLACK, "black")):
        count = board_text.count(player)
        if count > PIECES_EACH:
            reasons.append(f"board: {count} {colour} pieces, more than {PIECES_EACH}")
    return pieces, reasons


def parse(text: str, **options: object) -> Position:
    """Only the canonical text is accepted."""
    chosen, reasons = _read_options(options)
    fields = text.split(" ")
    if len(fields) != 3:
        reasons.append(f"fields: {len(fields)} instead of three: board, player to move, passes")
    pieces, board_reasons = _read_board(fields[0])
    reasons.extend(board_reasons)
    to_move = fields[1] if len(fields) > 1 else ""
    if to_move not in PLAYERS:
        reasons.append(f"player to move: {to_move!r} is neither r nor b")
    passes = fields[2] if len(fields) > 2 else ""
    if passes not in ("0", "1"):
        reasons.append(f"passes: {passes!r} is neither 0 nor 1")
    if reasons:
        raise ValueError("; ".join(reasons))
    return Position(pieces, to_move, int(passes), chosen["red"], chosen["black"])


def text(position: Position) -> str:
    """Rows from the top row down, runs of empty squares as a number, player to move, passes just made."""
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
    return "/".join(row_texts) + " " + position.to_move + " " + str(position.passes)


def turn(position: Position) -> str:
    """The players alternate, Red first."""
    return position.to_move


def _is_safe(pieces: Mapping[str, str], square: str) -> bool:
    """A piece is safe when it is orthogonally next to a piece of its own colour; otherwise it is alone."""
    return any(pieces.get(neighbour) == pieces[square] for neighbour in NEXT_TO[square])


def _points(pieces: Mapping[str, str], player: str) -> int:
    """One point for each of the player's safe pieces."""
    return sum(1 for square in pieces if pieces[square] == player and _is_safe(pieces, square))


def _pieces_in_hand(position: Position, player: str) -> int:
    """36 pieces each, and the pieces on the board (the starting ones too) come out of them."""
    on_board = sum(1 for piece in position.pieces.values() if piece == player)
    return PIECES_EACH - on_board


def outcome(position: Position) -> tuple[dict[str, float], str] | None:
    """A capture wins at once; when both players pass in a row more points win and equal points draw."""
    if position.captor is not None:
        return {position.captor: 1.0, _opponent(position.captor): 0.0}, "capture"
    if position.passes < 2:
        return None
    red = _points(position.pieces, RED)
    black = _points(position.pieces, BLACK)
    if red == black:
        return {RED: 0.5, BLACK: 0.5}, "equal points"
    winner = RED if red > black else BLACK
    return {winner: 1.0, _opponent(winner): 0.0}, "more points"


def legal_turns(position: Position) -> list[str]:
    """A placement on an empty square, or a capture of an enemy piece that is alone, at the right distance
    from a piece of yours; with none of these, or no piece left in hand, you must pass; nobody else may."""
    if outcome(position) is not None:
        return []
    player = position.to_move
    pieces = position.pieces
    if _pieces_in_hand(position, player) == 0:
        return [PASS]
    turns = []
    for square in SQUARES:
        if not any(pieces.get(other) == player for other in AT_RIGHT_DISTANCE[square]):
            continue
        if square not in pieces:
            turns.append(square)
        elif pieces[square] == _opponent(player) and not _is_safe(pieces, square):
            turns.append("x" + square)
    return sorted(turns) if turns else [PASS]


def _after(position: Position, move: str) -> Position:
    """A pass leaves the board alone; a placement or a capture puts the player's piece on the square."""
    player = position.to_move
    pieces = dict(position.pieces)
    passes = 0
    captor = None
    if move == PASS:
        passes = position.passes + 1
    elif move.startswith("x"):
        pieces[move[1:]] = player
        captor = player
    else:
        pieces[move] = player
    return Position(pieces, _opponent(player), passes, position.red_start, position.black_start, captor)


def play(position: Position, move: str) -> Position:
    """A turn is one placement, one capture, or the pass that is the only move."""
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

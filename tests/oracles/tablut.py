"""A slow, plain referee for Tablut (the Bologna challenge's Ashton rules), from the rules page alone.

A position text has two fields: the board and the player to move, for example
``3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w``.

A text is refused, with every reason at once and the field named in each, when
- it has not exactly two fields separated by one space (surrounding white space is not canonical either);
- board: it has not exactly nine rows, or a row does not come to exactly nine squares;
- board: it has a letter other than k, w, b, or a run of empty squares written as zero or with a leading zero
  (two runs side by side read as one long number, so the row comes out too long);
- board: it has no king or more than one, more than 8 defenders, or more than 16 attackers;
- board: a white piece (defender or king) stands in a camp;
- board: a defender or an attacker stands on the castle;
- player to move: it is anything but w or b.

Everything else is accepted: a king standing on an escape (White has won), a surrounded king (capture is
active, so loading captures nothing), a player without a legal move (that player has lost), attackers on any
other square.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

WHITE = "w"
BLACK = "b"
PLAYERS = (WHITE, BLACK)

KING = "k"
DEFENDER = "w"
ATTACKER = "b"

COLUMN_NAMES = "abcdefghi"
ROW_NAMES = "123456789"
SQUARES = [column + row for row in ROW_NAMES for column in COLUMN_NAMES]

CASTLE = "e5"
CAMPS = {
    "left": ("a4", "a5", "a6", "b5"),
    "right": ("i4", "i5", "i6", "h5"),
    "bottom": ("d1", "e1", "f1", "e2"),
    "top": ("d9", "e9", "f9", "e8"),
}
CAMP_OF = {square: name for name, camp in CAMPS.items() for square in camp}
ESCAPES = [square for square in SQUARES if (square[0] in "ai" or square[1] in "19") and square not in CAMP_OF]

START_TEXT = "3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w"
MOST_DEFENDERS = 8
MOST_ATTACKERS = 16

DIRECTIONS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}


@dataclass(frozen=True)
class Position:
    """The pieces by square, the player to move, and (never compared) what has occurred before."""

    pieces: Mapping[str, str]
    to_move: str
    occurred: frozenset[str] = field(default=frozenset(), compare=False)
    repeated: bool = field(default=False, compare=False)

    def __hash__(self) -> int:
        return hash(text(self))


def _square_beside(square: str, direction: str) -> str | None:
    """The square next to this one in the direction, or None beyond the edge of the board."""
    columns, rows = DIRECTIONS[direction]
    column = COLUMN_NAMES.index(square[0]) + columns
    row = ROW_NAMES.index(square[1]) + rows
    if 0 <= column < len(COLUMN_NAMES) and 0 <= row < len(ROW_NAMES):
        return COLUMN_NAMES[column] + ROW_NAMES[row]
    return None


def _squares_in_line(square: str, direction: str) -> list[str]:
    """The squares of the straight line that leaves this square in the direction, nearest first."""
    line = []
    following = _square_beside(square, direction)
    while following is not None:
        line.append(following)
        following = _square_beside(following, direction)
    return line


# The board never changes, so what lies beside and in line with each square is worked out once.
BESIDE = {square: {direction: _square_beside(square, direction) for direction in DIRECTIONS} for square in SQUARES}
LINES = {square: [_squares_in_line(square, direction) for direction in DIRECTIONS] for square in SQUARES}
SQUARES_NEXT_TO = {
    square: [neighbour for neighbour in BESIDE[square].values() if neighbour is not None] for square in SQUARES
}


def _owner(piece: str) -> str:
    """The king and the defenders are White's, the attackers Black's."""
    return BLACK if piece == ATTACKER else WHITE


def _opponent(player: str) -> str:
    """The players are White and Black."""
    return BLACK if player == WHITE else WHITE


def _refuse_options(options: Mapping[str, object]) -> list[str]:
    """Tablut has no options."""
    return [f"option {name}: Tablut has no such option" for name in options]


def start(**options: object) -> Position:
    """King on e5, eight defenders about him, one attacker on every camp square, White to move."""
    return parse(START_TEXT, **options)


def _read_row(row_text: str) -> tuple[list[str], list[str]]:
    """The squares of one row of the board text ('' for empty) and the reasons to refuse it."""
    squares: list[str] = []
    reasons: list[str] = []
    index = 0
    while index < len(row_text):
        if row_text[index] not in "0123456789":
            if row_text[index] not in (KING, DEFENDER, ATTACKER):
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
        if len(row_texts) == len(ROW_NAMES) and len(squares) == len(COLUMN_NAMES):
            row_name = ROW_NAMES[len(ROW_NAMES) - 1 - number]
            for column_name, piece in zip(COLUMN_NAMES, squares):
                if piece in (KING, DEFENDER, ATTACKER):
                    pieces[column_name + row_name] = piece

    kings = board_text.count(KING)
    if kings != 1:
        reasons.append(f"board: {kings} kings instead of one")
    defenders = board_text.count(DEFENDER)
    if defenders > MOST_DEFENDERS:
        reasons.append(f"board: {defenders} defenders, more than {MOST_DEFENDERS}")
    attackers = board_text.count(ATTACKER)
    if attackers > MOST_ATTACKERS:
        reasons.append(f"board: {attackers} attackers, more than {MOST_ATTACKERS}")

    for square, piece in pieces.items():
        if _owner(piece) == WHITE and square in CAMP_OF:
            reasons.append(f"board: a white piece stands in a camp, on {square}")
        if square == CASTLE and piece != KING:
            reasons.append(f"board: a piece other than the king stands on the castle {CASTLE}")
    return pieces, reasons


def parse(text: str, **options: object) -> Position:
    """Only the canonical text is accepted; a loaded position counts as its own first occurrence."""
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
    return Position(pieces, to_move, occurred=frozenset([text]))


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
    """The players alternate, one move each."""
    return position.to_move


def _destinations(pieces: Mapping[str, str], origin: str) -> list[str]:
    """A piece moves in a straight line over empty squares, never over or onto the castle or a camp,
    except that a black piece standing in a camp may move inside that same camp, through it and out."""
    own_camp = CAMP_OF.get(origin) if pieces[origin] == ATTACKER else None
    reached = []
    for line in LINES[origin]:
        for square in line:
            if square in pieces or square == CASTLE:
                break
            # A straight line that has left a camp never meets that camp again: this is no way back in.
            if square in CAMP_OF and CAMP_OF[square] != own_camp:
                break
            reached.append(square)
    return reached


def _moves(position: Position) -> list[str]:
    """Every move of every piece of the player to move, whatever the verdict on the game."""
    moves = []
    for origin, piece in position.pieces.items():
        if _owner(piece) == position.to_move:
            for destination in _destinations(position.pieces, origin):
                moves.append(origin + "-" + destination)
    return sorted(moves)


def _king_is_captured(pieces: Mapping[str, str], king: str, opposite: str | None) -> bool:
    """The king, with the attacker that just moved beside him: captured on the castle by attackers on all
    four sides, next to it by attackers on the other three, elsewhere with an attacker or a camp opposite."""
    if king == CASTLE:
        return all(pieces.get(square) == ATTACKER for square in SQUARES_NEXT_TO[king])
    if CASTLE in SQUARES_NEXT_TO[king]:
        return all(pieces.get(square) == ATTACKER for square in SQUARES_NEXT_TO[king] if square != CASTLE)
    return opposite is not None and (pieces.get(opposite) == ATTACKER or opposite in CAMP_OF)


def _man_is_captured(pieces: Mapping[str, str], man: str, opposite: str | None) -> bool:
    """A defender or attacker, with the enemy that just moved beside it, is captured when opposite stands an
    enemy of it or lies the castle or a camp; a black piece in a camp only when a white piece does."""
    if opposite is None:
        return False
    if opposite in pieces and _owner(pieces[opposite]) != _owner(pieces[man]):
        return True
    if pieces[man] == ATTACKER and man in CAMP_OF:
        return False
    return opposite == CASTLE or opposite in CAMP_OF


def _captured(pieces: Mapping[str, str], arrived: str) -> list[str]:
    """The squares of all the enemies captured by the piece that has just arrived on a square."""
    captured = []
    for direction, victim in BESIDE[arrived].items():
        if victim is None or victim not in pieces or _owner(pieces[victim]) == _owner(pieces[arrived]):
            continue
        opposite = BESIDE[victim][direction]
        if pieces[victim] == KING:
            if _king_is_captured(pieces, victim, opposite):
                captured.append(victim)
        elif _man_is_captured(pieces, victim, opposite):
            captured.append(victim)
    return captured


def _after(position: Position, move: str) -> Position:
    """The board after a legal move and its captures (a captured king goes too), the opponent to move."""
    origin, destination = move.split("-")
    pieces = dict(position.pieces)
    pieces[destination] = pieces.pop(origin)
    for square in _captured(pieces, destination):
        del pieces[square]
    return Position(pieces, _opponent(position.to_move), occurred=position.occurred)


def _king_verdict(position: Position) -> tuple[dict[str, float], str] | None:
    """The king is captured: Black wins. The king stands on an escape: White wins."""
    if KING not in position.pieces.values():
        return {WHITE: 0.0, BLACK: 1.0}, "king captured"
    if any(position.pieces.get(square) == KING for square in ESCAPES):
        return {WHITE: 1.0, BLACK: 0.0}, "king escaped"
    return None


def outcome(position: Position) -> tuple[dict[str, float], str] | None:
    """The order of verdicts: king captured or escaped, then repetition, then no legal move."""
    verdict = _king_verdict(position)
    if verdict is not None:
        return verdict
    if position.repeated:
        return {WHITE: 0.5, BLACK: 0.5}, "repetition"
    if not _moves(position):
        return {position.to_move: 0.0, _opponent(position.to_move): 1.0}, "no legal move"
    return None


def legal_turns(position: Position) -> list[str]:
    """All the moves of the player to move, sorted; nobody may move once the game is over."""
    if _king_verdict(position) is not None or position.repeated:
        return []
    return _moves(position)


def play(position: Position, move: str) -> Position:
    """One move, its captures, and the note whether this board and player to move have occurred before."""
    move = move.strip()
    if outcome(position) is not None:
        raise ValueError(f"move {move!r}: the game is over")
    if move not in legal_turns(position):
        raise ValueError(f"move {move!r}: not legal in {text(position)}")
    reached = _after(position, move)
    reached_text = text(reached)
    return Position(
        reached.pieces,
        reached.to_move,
        occurred=position.occurred | {reached_text},
        repeated=reached_text in position.occurred,
    )


def perft(position: Position, depth: int) -> int:
    """Sequences of so many turns; a game that ends earlier counts once; repetition is not applied."""
    if depth == 0 or _king_verdict(position) is not None:
        return 1
    moves = _moves(position)
    if not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(_after(position, move), depth - 1) for move in moves)

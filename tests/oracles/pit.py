"""A slow, plain referee for Pit, written from the rules page alone and meant to be read beside it.

Squares are named as players name them ("e5"). A side of a square is n, e, s or w. A barrier is named by the
square below or left of it and the side n or e ("c4e").

Options, as on the rules page: players (2, 3 or 4), size (5 to 11), holes ("c3 c7 g3 g7 e5"), towers (one
square a player, in turn order). They are refused unless
- players and size are whole numbers in range, and no other option is given;
- every hole and every tower is a square of the board, no hole is named twice, there is at least one hole;
- the squares that are not holes are connected;
- there is one tower a player, on distinct squares that are not holes;
- every player finds a square for the pawn, whatever the others chose before.

A position text is refused, with every reason found, unless
- fields: there are exactly four, with one space between them and none around them;
- board: it has `size` rows of `size` squares; runs of empty squares are joined, at least 1 and without a
  leading zero; letters are those of the game's players; the holes are exactly those of the options;
- player to move: one of the players still in;
- reserves: two players or more of this game, in turn order, each once (one player left is a finished game,
  and its reason is not in the text); numbers without a leading zero;
- reserves and board together: pieces on the board belong to players still in; nobody has more than six
  towers on the board and in the reserve; everybody has exactly one pawn, on the board or in hand;
- board and barriers together: all pawns on the board are connected, every tower has a path to a hole;
- barriers: `-`, or names sorted as text, none repeated, none on the rim, none beside a hole;
- reserves and barriers together, as long as any pawn is in hand: it is the first round, so nobody is out, no
  barrier stands, and the pawns in hand are those of the player to move and of all who come after in turn order;
- in the first round every player finds a square for the pawn, whatever the others choose before;
- the player to move has a legal turn.
Anything else is accepted.
"""

from dataclasses import dataclass
from functools import cache
from itertools import permutations

SIDES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
TURN_ORDER = {2: "wb", 3: "wrb", 4: "wrbg"}
DEFAULT_HOLES = "c3 c7 g3 g7 e5"
DEFAULT_TOWERS = {2: "e1 e9", 3: "e1 a5 e9", 4: "e1 a5 e9 i5"}
TOWERS_EACH = 6
COLUMNS = "abcdefghijk"
DIGITS = "0123456789"


@dataclass(frozen=True)
class Board:
    """What is agreed on before a game begins: the players, the board, its holes and the first towers."""

    players: str
    size: int
    holes: frozenset[str]
    towers: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Position:
    """A position between turns; `reserves` lists the players still in, in turn order."""

    board: Board
    pieces: dict[str, str]
    to_move: str
    reserves: dict[str, int]
    pawns_in_hand: frozenset[str]
    barriers: frozenset[str]
    last_reason: str = ""

    def __eq__(self, other: object) -> bool:
        """Two positions are equal that have the same options and the same text."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.board == other.board and text(self) == text(other)

    def __hash__(self) -> int:
        """Equal positions have equal hashes."""
        return hash((self.board, text(self)))


# ------------------------------------------------------------------------------------------------ the board


@cache
def neighbours(size: int) -> dict[str, dict[str, str]]:
    """Every square of the board, with the square next to it on every side that is not the rim."""
    found: dict[str, dict[str, str]] = {}
    for column in range(size):
        for row in range(size):
            beside = {}
            for side, (right, up) in SIDES.items():
                if 0 <= column + right < size and 0 <= row + up < size:
                    beside[side] = f"{COLUMNS[column + right]}{row + up + 1}"
            found[f"{COLUMNS[column]}{row + 1}"] = beside
    return found


@cache
def barrier_names(size: int) -> dict[str, dict[str, str]]:
    """For every square and every side that is not the rim, the name of a barrier standing there."""
    names: dict[str, dict[str, str]] = {}
    for square, beside in neighbours(size).items():
        names[square] = {}
        for side, other in beside.items():
            if side in ("n", "e"):
                names[square][side] = square + side
            else:
                names[square][side] = other + {"s": "n", "w": "e"}[side]
    return names


def is_open(board: Board, barriers: frozenset[str], square: str, side: str) -> bool:
    """There is a square on that side, and no barrier between."""
    names = barrier_names(board.size)[square]
    return side in names and names[side] not in barriers


def barrier_allowed(board: Board, barriers: frozenset[str], square: str, side: str) -> bool:
    """A barrier goes between two squares: not beside a hole, not on the rim, not where one stands."""
    if not is_open(board, barriers, square, side):
        return False
    return square not in board.holes and neighbours(board.size)[square][side] not in board.holes


def squares_reached(board: Board, barriers: frozenset[str], beginnings: list[str]) -> set[str]:
    """All squares that a path of adjacent squares joins to one of these, crossing no barrier and no hole."""
    reached = set(beginnings)
    waiting = list(beginnings)
    while waiting:
        square = waiting.pop()
        for side, other in neighbours(board.size)[square].items():
            if other in reached or other in board.holes or not is_open(board, barriers, square, side):
                continue
            reached.add(other)
            waiting.append(other)
    return reached


def pawns_connected(board: Board, pieces: dict[str, str], barriers: frozenset[str]) -> bool:
    """Pawns are connected when a path joins them that crosses no barrier and no hole."""
    pawns = [square for square, piece in pieces.items() if piece.isupper()]
    if not pawns:
        return True
    reached = squares_reached(board, barriers, pawns[:1])
    return all(square in reached for square in pawns)


def isolated_towers(board: Board, pieces: dict[str, str], barriers: frozenset[str]) -> list[str]:
    """The squares of all towers, of any colour, that have no path without barriers to some hole."""
    within_reach = squares_reached(board, barriers, sorted(board.holes))
    return [square for square, piece in pieces.items() if piece.islower() and square not in within_reach]


def pawn_squares(board: Board, pieces: dict[str, str], player: str) -> list[str]:
    """The empty squares, no holes, that are not next to an opponent's tower."""
    allowed = []
    for square, beside in neighbours(board.size).items():
        if square in pieces or square in board.holes:
            continue
        around = [pieces.get(other, "") for other in beside.values()]
        if not any(piece.islower() and piece != player for piece in around):
            allowed.append(square)
    return allowed


# ---------------------------------------------------------------------------------------------- the options


def whole_number(options: dict[str, object], name: str, default: int, least: int, most: int) -> int:
    """The option of that name, a whole number in its range."""
    value = options.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{name}: must be a whole number from {least} to {most}, not {value!r}")
    return value


def list_of_squares(options: dict[str, object], name: str, default: str) -> list[str]:
    """The option of that name, names of squares with spaces between them."""
    value = options.get(name, default)
    if isinstance(value, str):
        return value.split()
    raise ValueError(f"{name}: must be names of squares with spaces between them, not {value!r}")


def board_of(options: dict[str, object]) -> Board:
    """The board that the options describe, refused unless the game can be played on it."""
    unknown = sorted(set(options) - {"players", "size", "holes", "towers"})
    if unknown:
        raise ValueError(f"options: Pit has no option {', '.join(unknown)}")
    count = whole_number(options, "players", 2, 2, 4)
    size = whole_number(options, "size", 9, 5, 11)
    holes = list_of_squares(options, "holes", DEFAULT_HOLES)
    towers = list_of_squares(options, "towers", DEFAULT_TOWERS[count])
    squares = neighbours(size)
    reasons = []
    for name, chosen in (("holes", holes), ("towers", towers)):
        for square in chosen:
            if square not in squares:
                reasons.append(f"{name}: {square} is not a square of a {size}x{size} board")
        if len(set(chosen)) < len(chosen):
            reasons.append(f"{name}: a square is named twice")
    if not holes:
        reasons.append("holes: there must be at least one")
    if len(towers) != count:
        reasons.append(f"towers: {count} players need {count} towers, not {len(towers)}")
    for square in towers:
        if square in holes:
            reasons.append(f"towers: {square} is a hole")
    board = Board(TURN_ORDER[count], size, frozenset(holes), tuple(towers))
    ground = [square for square in squares if square not in board.holes]
    if not ground or len(squares_reached(board, frozenset(), ground[:1])) < len(ground):
        reasons.append("holes: the squares that are not holes are not connected")
    if not reasons:
        reasons = players_without_square(board, dict(zip(board.towers, board.players)), board.players, "towers")
    if reasons:
        raise ValueError("; ".join(reasons))
    return board


def players_without_square(board: Board, pieces: dict[str, str], players: str, field: str) -> list[str]:
    """Every player must find a square for the pawn, whatever the others choose before; who may not, as reasons."""
    allowed = {player: pawn_squares(board, pieces, player) for player in players}
    reasons = []
    for number, player in enumerate(players):
        wanted = allowed[player]
        if len(wanted) > number:
            continue
        for takers in permutations(players[:number], len(wanted)):
            if all(square in allowed[taker] for square, taker in zip(wanted, takers)):
                reasons.append(f"{field}: {player} may find no square for the pawn")
                break
    return reasons


def start(**options: object) -> Position:
    """Each player starts with one tower on the board, five in the reserve, and the pawn in hand."""
    board = board_of(options)
    return Position(
        board=board,
        pieces=dict(zip(board.towers, board.players)),
        to_move=board.players[0],
        reserves=dict.fromkeys(board.players, TOWERS_EACH - 1),
        pawns_in_hand=frozenset(board.players),
        barriers=frozenset(),
    )


# ------------------------------------------------------------------------------------------------- the text


def text(position: Position) -> str:
    """The canonical text: board, player to move, reserves in turn order, barriers sorted as text."""
    board = position.board
    rows = []
    for row in range(board.size, 0, -1):
        line = ""
        empty = 0
        for column in COLUMNS[: board.size]:
            square = f"{column}{row}"
            letter = "o" if square in board.holes else position.pieces.get(square, "")
            if not letter:
                empty += 1
                continue
            line += (str(empty) if empty else "") + letter
            empty = 0
        rows.append(line + (str(empty) if empty else ""))
    reserves = []
    for player, number in position.reserves.items():
        reserves.append(f"{player}{number}" + ("+" if player in position.pawns_in_hand else ""))
    barriers = ",".join(sorted(position.barriers)) or "-"
    return f"{'/'.join(rows)} {position.to_move} {','.join(reserves)} {barriers}"


def read_number(written: str) -> int | None:
    """A decimal number without a leading zero, or None if it is written in any other way."""
    if not written or any(letter not in DIGITS for letter in written):
        return None
    if len(written) > 4 or (len(written) > 1 and written[0] == "0"):
        return None
    return int(written)


def read_row(line: str, name: str, size: int, letters: str, reasons: list[str]) -> list[str]:
    """One row of the board field as a list of letters, empty squares as ""; faults go to the reasons."""
    cells: list[str] = []
    place = 0
    while place < len(line):
        letter = line[place]
        if letter not in DIGITS:
            if letter not in letters:
                reasons.append(f"board: {letter!r} in row {name} is no piece of this game")
            cells.append(letter)
            place += 1
            continue
        end = place
        while end < len(line) and line[end] in DIGITS:
            end += 1
        run = read_number(line[place:end])
        if run is None or not 1 <= run <= size:
            reasons.append(f"board: {line[place:end]} in row {name} is no run of empty squares")
        else:
            cells.extend([""] * run)
        place = end
    if len(cells) != size:
        reasons.append(f"board: row {name} has {len(cells)} squares, not {size}")
    return cells


def read_board(field: str, board: Board, reasons: list[str]) -> dict[str, str]:
    """The pieces that the board field shows; its holes must be those of the options."""
    rows = field.split("/")
    if len(rows) != board.size:
        reasons.append(f"board: it has {len(rows)} rows, not {board.size}")
        return {}
    letters = board.players + board.players.upper() + "o"
    pieces: dict[str, str] = {}
    holes: set[str] = set()
    for number, line in zip(range(board.size, 0, -1), rows):
        cells = read_row(line, str(number), board.size, letters, reasons)
        for column, letter in zip(COLUMNS[: board.size], cells):
            if letter == "o":
                holes.add(f"{column}{number}")
            elif letter:
                pieces[f"{column}{number}"] = letter
    for square in sorted(holes - board.holes):
        reasons.append(f"board: {square} is no hole of this game")
    for square in sorted(board.holes - holes):
        reasons.append(f"board: {square} must be a hole")
    return pieces


def read_reserves(field: str, board: Board, reasons: list[str]) -> tuple[dict[str, int], frozenset[str]]:
    """The towers in reserve of every player still in, and the players whose pawn is in hand."""
    reserves: dict[str, int] = {}
    in_hand: set[str] = set()
    for entry in field.split(","):
        player = entry[:1]
        number = read_number(entry[1:].removesuffix("+"))
        if player == "" or player not in board.players or number is None:
            reasons.append(f"reserves: {entry!r} is not a player of this game with a number")
            continue
        if player in reserves:
            reasons.append(f"reserves: {player} stands there twice")
            continue
        reserves[player] = number
        if entry.endswith("+"):
            in_hand.add(player)
    return reserves, frozenset(in_hand)


def read_barriers(field: str, board: Board, reasons: list[str]) -> frozenset[str]:
    """The barriers: sorted as text, none twice, none on the rim, none beside a hole."""
    if field == "-":
        return frozenset()
    names = field.split(",")
    for name in names:
        square, side = name[:-1], name[-1:]
        if side not in ("n", "e") or square not in neighbours(board.size):
            reasons.append(f"barriers: {name!r} is not a square of the board with n or e")
        elif side not in neighbours(board.size)[square]:
            reasons.append(f"barriers: {name} is on the rim")
        elif not barrier_allowed(board, frozenset(), square, side):
            reasons.append(f"barriers: {name} is beside a hole")
    if len(set(names)) < len(names):
        reasons.append("barriers: one is repeated")
    if names != sorted(names):
        reasons.append("barriers: they are not sorted as text")
    return frozenset(names)


def parse(text: str, **options: object) -> Position:
    """The position that a canonical text describes; anything else is refused with every reason."""
    board = board_of(options)
    fields = text.split(" ")
    if len(fields) != 4 or "" in fields:
        raise ValueError("fields: board, player to move, reserves and barriers, with one space between them")
    board_reasons: list[str] = []
    reserve_reasons: list[str] = []
    barrier_reasons: list[str] = []
    pieces = read_board(fields[0], board, board_reasons)
    reserves, in_hand = read_reserves(fields[2], board, reserve_reasons)
    barriers = read_barriers(fields[3], board, barrier_reasons)
    reasons = board_reasons + reserve_reasons + barrier_reasons
    to_move = fields[1]
    if len(to_move) != 1 or to_move not in board.players:
        reasons.append(f"player to move: {to_move!r} is no player of this game")
    elif not reserve_reasons and to_move not in reserves:
        reasons.append(f"player to move: {to_move} is out")
    if list(reserves) != [player for player in board.players if player in reserves]:
        reasons.append("reserves: the players are not in turn order")
    if len(reserves) == 1 and not reserve_reasons:
        reasons.append("reserves: only one player is left, the game is over")
    if not board_reasons:
        reasons += material_reasons(board, pieces, reserves, in_hand, bool(reserve_reasons))
    if in_hand and not reserve_reasons:
        reasons += first_round_reasons(board, to_move, reserves, in_hand, fields[3])
        if not board_reasons and len(to_move) == 1 and to_move in board.players:
            waiting = board.players[board.players.index(to_move) :]
            reasons += players_without_square(board, pieces, waiting, "board")
    if not board_reasons and not barrier_reasons:
        if not pawns_connected(board, pieces, barriers):
            reasons.append("board, barriers: the pawns on the board are not all connected")
        for square in isolated_towers(board, pieces, barriers):
            reasons.append(f"board, barriers: the tower on {square} can reach no hole")
    if reasons:
        raise ValueError("; ".join(reasons))
    position = Position(board, pieces, to_move, reserves, in_hand, barriers)
    if canonical(position) != text:
        raise ValueError(f"board: not the canonical text, which is {canonical(position)}")
    if not first_parts(position):
        raise ValueError(f"player to move: {to_move} has no legal turn")
    return position


def material_reasons(
    board: Board,
    pieces: dict[str, str],
    reserves: dict[str, int],
    in_hand: frozenset[str],
    reserves_unreadable: bool,
) -> list[str]:
    """Each player still in has one pawn and at most six towers; a player who is out has nothing left."""
    reasons = []
    for player in board.players:
        towers = sum(1 for piece in pieces.values() if piece == player)
        pawns = sum(1 for piece in pieces.values() if piece == player.upper())
        if pawns > 1:
            reasons.append(f"board: {player} has {pawns} pawns")
        if player not in reserves:
            if towers + pawns and not reserves_unreadable:
                reasons.append(f"reserves: {player} has pieces on the board and no entry")
            if towers > TOWERS_EACH:
                reasons.append(f"board: {player} has {towers} towers, more than six")
            continue
        towers += reserves[player]
        if towers > TOWERS_EACH:
            reasons.append(f"board, reserves: {player} has {towers} towers, more than six")
        if pawns and player in in_hand:
            reasons.append(f"board, reserves: {player} has a pawn on the board and one in hand")
        if not pawns and player not in in_hand:
            reasons.append(f"board, reserves: {player} is still in without a pawn")
    return reasons


def first_round_reasons(
    board: Board, to_move: str, reserves: dict[str, int], in_hand: frozenset[str], barriers: str
) -> list[str]:
    """Pawns are put in the first round only: in turn order, before any barrier and before anybody is out."""
    reasons = []
    if barriers != "-":
        reasons.append("barriers: there are none while a pawn is in hand")
    if len(reserves) < len(board.players):
        reasons.append("reserves: nobody is out while a pawn is in hand")
    if to_move in tuple(board.players):
        still_to_come = board.players[board.players.index(to_move) :]
        if in_hand != frozenset(still_to_come):
            reasons.append(f"reserves: with {to_move} to move, exactly {still_to_come} have the pawn in hand")
    return reasons


def canonical(position: Position) -> str:
    """The canonical text (for `parse`, in which the word `text` means the text that is read)."""
    return text(position)


# ------------------------------------------------------------------------------------------------ the turns


def turn(position: Position) -> str:
    """The letter of the player to move."""
    return position.to_move


def own_pieces(position: Position) -> list[tuple[str, str]]:
    """The squares and pieces of the player to move, towers and pawn."""
    mover = position.to_move
    return [(square, piece) for square, piece in position.pieces.items() if piece.lower() == mover]


def replacements(position: Position) -> dict[str, str | None]:
    """Move a piece to an adjacent square, no barrier between, that holds an opponent's piece.

    The last other player's pawn ends the game: then no barrier is placed.
    """
    found: dict[str, str | None] = {}
    for square, _ in own_pieces(position):
        for side, target in neighbours(position.board.size)[square].items():
            victim = position.pieces.get(target, "")
            if victim == "" or victim.lower() == position.to_move:
                continue
            if is_open(position.board, position.barriers, square, side):
                last = victim.isupper() and len(position.reserves) == 2
                found[f"{square}x{target}"] = None if last else target
    return found


def steps_into_holes(position: Position) -> dict[str, str | None]:
    """Move a piece that is next to a hole into it; no barrier is placed."""
    found: dict[str, str | None] = {}
    for square, _ in own_pieces(position):
        for side, target in neighbours(position.board.size)[square].items():
            if target in position.board.holes and is_open(position.board, position.barriers, square, side):
                found[f"{square}-{target}"] = None
    return found


def slides(position: Position) -> dict[str, str | None]:
    """Move a piece in a straight line over empty squares to an empty square or a hole; a pawn one square."""
    found: dict[str, str | None] = {}
    beside = neighbours(position.board.size)
    for square, piece in own_pieces(position):
        for side in SIDES:
            here = square
            while is_open(position.board, position.barriers, here, side):
                here = beside[here][side]
                if here in position.pieces:
                    break
                if here in position.board.holes:
                    found[f"{square}-{here}"] = None
                    break
                found[f"{square}-{here}"] = here
                if piece.isupper():
                    break
    return found


def entries(position: Position) -> dict[str, str | None]:
    """Put a tower from the reserve on an empty square that one of your own towers on the board sees."""
    found: dict[str, str | None] = {}
    if position.reserves[position.to_move] == 0:
        return found
    beside = neighbours(position.board.size)
    for square, piece in own_pieces(position):
        if piece.isupper():
            continue
        for side in SIDES:
            here = square
            while is_open(position.board, position.barriers, here, side):
                here = beside[here][side]
                if here in position.board.holes:
                    break
                if here not in position.pieces:
                    found[f"@{here}"] = here
    return found


def beginnings(position: Position) -> dict[str, str | None]:
    """All turns without their barrier, with the square beside which the barrier must go, if there is one.

    Replacements come first, then pieces next to a hole, then everything else.
    """
    if len(position.reserves) < 2:
        return {}
    if position.to_move in position.pawns_in_hand:
        squares = pawn_squares(position.board, position.pieces, position.to_move)
        return dict.fromkeys(squares)
    return replacements(position) or steps_into_holes(position) or {**slides(position), **entries(position)}


def whole_turns(position: Position, first_part: str, reached: str | None) -> list[str]:
    """The first part alone, or with each side of the square just reached where a barrier may be placed."""
    if reached is None:
        return [first_part]
    sides = [side for side in SIDES if barrier_allowed(position.board, position.barriers, reached, side)]
    return [first_part + side for side in sides]


def first_parts(position: Position) -> list[str]:
    """The distinct beginnings of whole turns: the moves without their barrier letters."""
    return sorted(beginnings(position))


def completions(position: Position, first_part: str) -> list[str]:
    """The whole turns that begin with this first part."""
    possible = beginnings(position)
    if first_part not in possible:
        raise ValueError(f"{first_part!r} begins no legal turn")
    return sorted(whole_turns(position, first_part, possible[first_part]))


def legal_turns(position: Position) -> list[str]:
    """All whole turns; none when the game is over."""
    found = []
    for first_part, reached in beginnings(position).items():
        found.extend(whole_turns(position, first_part, reached))
    return sorted(found)


def play(position: Position, move: str) -> Position:
    """The position after a legal turn; surrounding white space of the move is ignored."""
    if move.strip() not in legal_turns(position):
        raise ValueError(f"{move!r} is not a legal turn")
    return after(position, move.strip())


def after(position: Position, move: str) -> Position:
    """The position after a turn that is known to be legal."""
    board = position.board
    mover = position.to_move
    pieces = dict(position.pieces)
    reserves = dict(position.reserves)
    barriers = position.barriers
    in_hand = position.pawns_in_hand
    reason = position.last_reason

    def goes_out(player: str) -> None:
        """A player who is out has all their pieces removed from the board and from the reserve."""
        for square in [square for square, piece in pieces.items() if piece.lower() == player]:
            del pieces[square]
        del reserves[player]

    side = "" if move[-1] in DIGITS else move[-1]
    way = move.removesuffix(side)
    if mover in in_hand:
        pieces[way] = mover.upper()
        in_hand = in_hand - {mover}
        reached = way
    elif way.startswith("@"):
        reached = way[1:]
        pieces[reached] = mover
        reserves[mover] -= 1
    elif "x" in way:
        origin, reached = way.split("x")
        victim = pieces[reached]
        pieces[reached] = pieces.pop(origin)
        if victim.islower():
            reserves[victim] += 1
        else:
            goes_out(victim.lower())
            reason = "pawn replaced"
    else:
        origin, reached = way.split("-")
        piece = pieces.pop(origin)
        if reached not in board.holes:
            pieces[reached] = piece
        elif piece.isupper():
            goes_out(mover)
            reason = "pawn in a hole"
    if side:
        with_barrier = barriers | {barrier_names(board.size)[reached][side]}
        if pawns_connected(board, pieces, with_barrier):
            barriers = with_barrier
            for square in isolated_towers(board, pieces, barriers):
                del pieces[square]
        else:
            goes_out(mover)
            reason = "pawns disconnected"
    in_hand = frozenset(player for player in in_hand if player in reserves)
    return Position(board, pieces, next_player(board, mover, reserves), reserves, in_hand, barriers, reason)


def next_player(board: Board, mover: str, reserves: dict[str, int]) -> str:
    """Turns go round in order among the players still in."""
    place = board.players.index(mover)
    round_table = board.players[place + 1 :] + board.players[: place + 1]
    return next(player for player in round_table if player in reserves)


# --------------------------------------------------------------------------------------------- the outcome


def outcome(position: Position) -> tuple[dict[str, float], str] | None:
    """The last one left wins; None while two or more are in."""
    if len(position.reserves) > 1:
        return None
    scores = {player: 1.0 if player in position.reserves else 0.0 for player in position.board.players}
    return scores, position.last_reason


def perft(position: Position, depth: int) -> int:
    """The number of sequences of that many whole turns; a game that ends earlier counts once."""
    if depth == 0 or outcome(position) is not None:
        return 1
    turns = legal_turns(position)
    if depth == 1:
        return len(turns)
    return sum(perft(after(position, move), depth - 1) for move in turns)

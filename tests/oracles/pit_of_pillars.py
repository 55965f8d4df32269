"""A slow, plain referee for Pit of Pillars, written from the rules page alone, to be read beside it.

Squares are named as players name them ("e5"). A stack is a word of its men from bottom to top ("wrr"), a
single man is a stack of one. Pillars are kept apart from the men.

The game has no options. A position text is refused, with every reason found, unless
- fields: there are exactly six, with one space between them and none around them;
- board: it has 8 rows of 8 squares; `#` stands on the four corners and nowhere else; runs of vacant squares
  are joined, at least 1 and without a leading zero; a stack in parentheses has two men or more, all `w` or
  `r`; a stack that holds both colours is at most 4 high, a stack of one colour fewer than 30;
- player to move: `w` or `r`;
- stage: `e` or `m`;
- reserves: two numbers without a leading zero, `-` between them;
- board and reserves together: a colour has at most 29 men, so that no stack can grow to 30;
- entering stage: no pillar, no stack higher than one man, reserves 0-0, counter 0;
- entering stage, numbers of men: none (White to move), or an odd number of white men and one red man more
  (White to move) or one red man fewer (Red to move);
- entering stage, last entered man: `-` if there are no men, else a square with a man of the colour not to
  move, all of whose neighbours are vacant (for so it was entered, and nobody has moved since);
- movement stage: last entered man `-`, counter 0 to 99 without a leading zero (100 is a finished game).
Anything else is accepted, above all in the movement stage: any number of pillars, reserves without pillars,
unequal numbers, mixed stacks above the capacity of their square. A player to move who controls no stack, or
has no legal first part, has lost: such a text is accepted, with its outcome.
"""

from dataclasses import dataclass, field

COLUMNS = "abcdefgh"
DIGITS = "0123456789"
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
CORNERS = ("a1", "a8", "h1", "h8")
SQUARES = [f"{column}{row}" for column in COLUMNS for row in range(1, 9) if f"{column}{row}" not in CORNERS]
OPPONENT = {"w": "r", "r": "w"}
MEN_EACH = 29
HIGHEST_MIXED = 4
QUIET_LIMIT = 100


def squares_in_line(square: str, right: int, up: int) -> list[str]:
    """The squares of the board that follow one another from this square in one direction, up to the edge."""
    column = COLUMNS.index(square[0])
    row = int(square[1])
    line: list[str] = []
    while True:
        column += right
        row += up
        if not (0 <= column < 8 and 1 <= row <= 8) or f"{COLUMNS[column]}{row}" in CORNERS:
            return line
        line.append(f"{COLUMNS[column]}{row}")


STRAIGHT_LINES = {square: [squares_in_line(square, *way) for way in STRAIGHT] for square in SQUARES}
QUEEN_LINES = {square: [squares_in_line(square, *way) for way in STRAIGHT + DIAGONAL] for square in SQUARES}
NEIGHBOURS = {square: [line[0] for line in STRAIGHT_LINES[square] if line] for square in SQUARES}


@dataclass(frozen=True, eq=False)
class Position:
    """A position between turns; `occurrences` counts those that began a turn of the movement stage."""

    men: dict[str, str]
    pillars: dict[str, str]
    to_move: str
    stage: str
    reserves: dict[str, int]
    last_entered: str
    quiet_turns: int
    occurrences: dict[str, int] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        """Two positions are equal that have the same text, whatever their history."""
        if not isinstance(other, Position):
            return NotImplemented
        return text(self) == text(other)

    def __hash__(self) -> int:
        """Equal positions have equal hashes."""
        return hash(text(self))


@dataclass(frozen=True)
class FirstPart:
    """What stands on the board, and in the reserves, after part 1 of a turn in the movement stage."""

    men: dict[str, str]
    pillars: dict[str, str]
    reserves: dict[str, int]
    captured: bool


def start(**options: object) -> Position:
    """The board is empty and White enters the first man."""
    refuse_options(options)
    return Position({}, {}, "w", "e", {"w": 0, "r": 0}, "-", 0)


def refuse_options(options: dict[str, object]) -> None:
    """The game has no options."""
    if options:
        raise ValueError(f"options: Pit of Pillars has no option {', '.join(sorted(options))}")


# ------------------------------------------------------------------------------------------------- the text


def board_text(men: dict[str, str], pillars: dict[str, str]) -> str:
    """The board, rows from the top down: `#` a corner, `w` a man, `(wrr)` a stack, `W` a pillar."""
    rows = []
    for row in range(8, 0, -1):
        line = ""
        vacant = 0
        for column in COLUMNS:
            square = f"{column}{row}"
            if square in CORNERS:
                shown = "#"
            elif square in pillars:
                shown = pillars[square].upper()
            elif square in men:
                shown = men[square] if len(men[square]) == 1 else f"({men[square]})"
            else:
                vacant += 1
                continue
            line += (str(vacant) if vacant else "") + shown
            vacant = 0
        rows.append(line + (str(vacant) if vacant else ""))
    return "/".join(rows)


def text(position: Position) -> str:
    """The canonical text: board, player to move, stage, reserves, last entered man, counter."""
    return (
        f"{board_text(position.men, position.pillars)} {position.to_move} {position.stage}"
        f" {position.reserves['w']}-{position.reserves['r']} {position.last_entered} {position.quiet_turns}"
    )


def same_position(position: Position) -> str:
    """What counts as the same position: board, reserves and player to move."""
    board = board_text(position.men, position.pillars)
    return f"{board} {position.reserves['w']}-{position.reserves['r']} {position.to_move}"


def read_number(written: str) -> int | None:
    """A decimal number without a leading zero, or None if it is written in any other way."""
    if not written or any(letter not in DIGITS for letter in written):
        return None
    if len(written) > 4 or (len(written) > 1 and written[0] == "0"):
        return None
    return int(written)


def read_row(line: str, name: int, reasons: list[str]) -> list[str]:
    """One row as a list of what stands on its squares, "" for a vacant one; faults go to the reasons."""
    cells: list[str] = []
    place = 0
    while place < len(line):
        letter = line[place]
        end = place + 1
        if letter in DIGITS:
            while end < len(line) and line[end] in DIGITS:
                end += 1
            run = read_number(line[place:end])
            if run is None or not 1 <= run <= 8:
                reasons.append(f"board: {line[place:end]} in row {name} is no run of vacant squares")
            else:
                cells.extend([""] * run)
        elif letter == "(":
            while end < len(line) and line[end] in "wr":
                end += 1
            if end == len(line) or line[end] != ")":
                reasons.append(f"board: a stack in row {name} is not closed, or holds not only men")
                return cells
            if end - place < 3:
                reasons.append(f"board: parentheses in row {name} hold fewer than two men")
            cells.append(line[place + 1 : end] or "?")
            end += 1
        else:
            if letter not in "wrWR#":
                reasons.append(f"board: {letter!r} in row {name} is neither man nor pillar nor corner")
            cells.append(letter)
        place = end
    if len(cells) != 8:
        reasons.append(f"board: row {name} has {len(cells)} squares, not 8")
    return cells


def read_board(written: str, reasons: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The men and the pillars that the board field shows."""
    men: dict[str, str] = {}
    pillars: dict[str, str] = {}
    rows = written.split("/")
    if len(rows) != 8:
        reasons.append(f"board: it has {len(rows)} rows, not 8")
        return men, pillars
    for row, line in zip(range(8, 0, -1), rows):
        before = len(reasons)
        cells = read_row(line, row, reasons)
        if len(reasons) > before:
            continue
        for column, shown in zip(COLUMNS, cells):
            square = f"{column}{row}"
            if (shown == "#") != (square in CORNERS):
                reasons.append(f"board: {square} is {'a' if square in CORNERS else 'not a'} corner")
            elif shown in ("W", "R"):
                pillars[square] = shown.lower()
            elif shown not in ("", "#"):
                men[square] = shown
    for square, stack in men.items():
        if "w" in stack and "r" in stack:
            if len(stack) > HIGHEST_MIXED:
                reasons.append(f"board: the mixed stack on {square} is {len(stack)} high, more than 4")
        elif len(stack) > MEN_EACH:
            reasons.append(f"board: the stack on {square} is {len(stack)} high, it must be fewer than 30")
    return men, pillars


def count_men(men: dict[str, str], colour: str) -> int:
    """How many men of a colour stand on the board, in all stacks."""
    return sum(stack.count(colour) for stack in men.values())


def parse(text: str, **options: object) -> Position:
    """The position that a canonical text describes; anything else is refused with every reason."""
    refuse_options(options)
    fields = text.split(" ")
    if len(fields) != 6 or "" in fields:
        raise ValueError("fields: six are needed, board, player, stage, reserves, last man, counter, one space between")
    written_board, to_move, stage, written_reserves, last_entered, written_counter = fields
    reasons: list[str] = []
    men, pillars = read_board(written_board, reasons)
    board_readable = not reasons
    if to_move not in OPPONENT:
        reasons.append(f"player to move: {to_move!r} is neither w nor r")
    if stage not in ("e", "m"):
        reasons.append(f"stage: {stage!r} is neither e nor m")
    numbers = [read_number(part) for part in written_reserves.split("-")]
    if len(numbers) != 2 or None in numbers:
        reasons.append(f"reserves: {written_reserves!r} is not two numbers with - between them")
        numbers = [0, 0]
    reserves = {colour: number or 0 for colour, number in zip("wr", numbers)}
    for colour in "wr":
        total = count_men(men, colour) + reserves[colour]
        if total > MEN_EACH:
            reasons.append(f"board, reserves: {total} men of {colour}, more than 29")
    counter = read_number(written_counter)
    if counter is None:
        reasons.append(f"counter: {written_counter!r} is not a number")
    elif counter >= QUIET_LIMIT:
        reasons.append("counter: past its limit of 99")
    if last_entered != "-" and last_entered not in SQUARES:
        reasons.append(f"last entered man: {last_entered!r} is neither a square nor -")
    if stage == "m" and last_entered != "-":
        reasons.append("last entered man: it is - in the movement stage")
    if stage == "e":
        if counter:
            reasons.append("counter: it is 0 in the entering stage")
        if reserves != {"w": 0, "r": 0}:
            reasons.append("reserves: they are 0-0 in the entering stage")
        if board_readable and to_move in OPPONENT:
            reasons += entering_reasons(men, pillars, to_move, last_entered)
    if reasons or counter is None:
        raise ValueError("; ".join(reasons))
    position = Position(men, pillars, to_move, stage, reserves, last_entered, counter)
    if canonical(position) != text:
        raise ValueError(f"board: not the canonical text, which is {canonical(position)}")
    return with_occurrence(position, {})


def entering_reasons(men: dict[str, str], pillars: dict[str, str], to_move: str, last_entered: str) -> list[str]:
    """What the entering stage excludes: pillars, high stacks, wrong numbers, a wrong last man."""
    reasons = []
    if pillars:
        reasons.append("board: there are no pillars in the entering stage")
    if any(len(stack) > 1 for stack in men.values()):
        reasons.append("board: men stand one to a square in the entering stage")
    white = count_men(men, "w")
    red = count_men(men, "r")
    if not men:
        if to_move != "w":
            reasons.append("player to move: White enters the first man")
        if last_entered != "-":
            reasons.append("last entered man: it is - at the start")
        return reasons
    expected = white + 1 if to_move == "w" else white - 1
    if white % 2 == 0 or red != expected:
        reasons.append(f"board: {white} white and {red} red men are impossible with {to_move} to enter")
    if last_entered == "-":
        reasons.append("last entered man: it is - only at the start and in the movement stage")
    elif last_entered in SQUARES:
        if men.get(last_entered) != OPPONENT[to_move]:
            reasons.append(f"last entered man: no single man of the opponent stands on {last_entered}")
        elif any(square in men or square in pillars for square in NEIGHBOURS[last_entered]):
            reasons.append(f"last entered man: not all neighbours of {last_entered} are vacant")
    return reasons


def canonical(position: Position) -> str:
    """The canonical text (for `parse`, in which the word `text` means the text that is read)."""
    return text(position)


# ------------------------------------------------------------------------------------------ entering stage


def first_men(position: Position) -> list[str]:
    """White's first man goes anywhere; later ones next to the man the opponent entered last."""
    if position.last_entered == "-":
        return list(SQUARES)
    return [square for square in NEIGHBOURS[position.last_entered] if square not in position.men]


def second_men(position: Position, first_man: str) -> list[str]:
    """The second man goes where all neighbours are vacant too; White's first turn has none."""
    if position.last_entered == "-":
        return []
    occupied = set(position.men) | {first_man}
    found = []
    for square in SQUARES:
        if square not in occupied and not any(other in occupied for other in NEIGHBOURS[square]):
            found.append(square)
    return found


def after_entering(position: Position, first_man: str, second_man: str | None) -> Position:
    """The men are on the board; without a second man the opponent opens the movement stage."""
    mover = position.to_move
    men = dict(position.men)
    men[first_man] = mover
    last_entered = first_man
    stage = "e"
    if second_man is not None:
        men[second_man] = mover
        last_entered = second_man
    elif position.last_entered != "-":
        stage = "m"
        last_entered = "-"
    next_position = Position(men, {}, OPPONENT[mover], stage, {"w": 0, "r": 0}, last_entered, 0)
    return with_occurrence(next_position, {})


# ------------------------------------------------------------------------------------------ movement stage


def capacity(pillars: dict[str, str], square: str) -> int:
    """The number of squares next to it less the pillars standing next to it."""
    return len(NEIGHBOURS[square]) - sum(1 for other in NEIGHBOURS[square] if other in pillars)


def controls_a_stack(men: dict[str, str], player: str) -> bool:
    """The colour on top controls the stack."""
    return any(stack[-1] == player for stack in men.values())


def stack_moves(position: Position) -> list[str]:
    """The top k men of a stack you control go k squares in a straight line, not over or onto a pillar."""
    found = []
    for square, stack in position.men.items():
        if stack[-1] != position.to_move:
            continue
        for line in STRAIGHT_LINES[square]:
            for target in line[: len(stack)]:
                if target in position.pillars:
                    break
                found.append(f"{square}-{target}")
    return found


def man_entries(position: Position) -> list[str]:
    """One reserve man goes on a vacant square or on top of any stack, either colour's."""
    if position.reserves[position.to_move] == 0:
        return []
    return [f"@{square}" for square in SQUARES if square not in position.pillars]


def do_first_part(position: Position, first_part: str) -> FirstPart:
    """Move or enter, then capture on the target square: a mixed stack higher than the square's capacity."""
    mover = position.to_move
    men = dict(position.men)
    pillars = dict(position.pillars)
    reserves = dict(position.reserves)
    if first_part.startswith("@"):
        target = first_part[1:]
        reserves[mover] -= 1
        moving = mover
    else:
        origin, target = first_part.split("-")
        across = abs(COLUMNS.index(origin[0]) - COLUMNS.index(target[0]))
        distance = across + abs(int(origin[1]) - int(target[1]))
        stack = men.pop(origin)
        moving = stack[-distance:]
        if len(stack) > distance:
            men[origin] = stack[:-distance]
    men[target] = men.get(target, "") + moving
    both_colours = "w" in men[target] and "r" in men[target]
    captured = both_colours and len(men[target]) > capacity(pillars, target)
    if captured:
        reserves[mover] += men.pop(target).count(mover)
        pillars[target] = mover
    return FirstPart(men, pillars, reserves, captured)


def pillar_moves(player: str, between: FirstPart) -> list[str]:
    """One of your pillars moves like a chess queen, over vacant squares to a vacant square."""
    if not controls_a_stack(between.men, OPPONENT[player]):
        return []
    found = []
    for square, owner in between.pillars.items():
        if owner != player:
            continue
        for line in QUEEN_LINES[square]:
            for target in line:
                if target in between.men or target in between.pillars:
                    break
                found.append(f"{square}-{target}")
    return found


def after_movement(position: Position, between: FirstPart, pillar_move: str | None) -> Position:
    """The turn is over: the pillar has moved or not, the counter goes on or back to 0."""
    pillars = dict(between.pillars)
    if pillar_move is not None:
        origin, target = pillar_move.split("-")
        pillars[target] = pillars.pop(origin)
    quiet_turns = 0 if between.captured else position.quiet_turns + 1
    next_player = OPPONENT[position.to_move]
    next_position = Position(between.men, pillars, next_player, "m", between.reserves, "-", quiet_turns)
    return with_occurrence(next_position, position.occurrences)


def with_occurrence(position: Position, earlier: dict[str, int]) -> Position:
    """The same position, knowing how often it and earlier ones have begun a turn of the movement stage."""
    if position.stage == "e":
        return position
    occurrences = dict(earlier)
    name = same_position(position)
    occurrences[name] = occurrences.get(name, 0) + 1
    return Position(
        position.men,
        position.pillars,
        position.to_move,
        position.stage,
        position.reserves,
        position.last_entered,
        position.quiet_turns,
        occurrences,
    )


# ------------------------------------------------------------------------------------------------ the turns


def turn(position: Position) -> str:
    """The letter of the player to move."""
    return position.to_move


def all_first_parts(position: Position) -> list[str]:
    """The compulsory parts that the rules of the stage allow, whether or not the game is drawn."""
    if position.stage == "e":
        return first_men(position)
    return stack_moves(position) + man_entries(position)


def endings(position: Position, first_part: str) -> list[str | None]:
    """What may follow the first part after the comma; None where the turn may end without anything."""
    nothing: list[str | None] = [None]
    if position.stage == "e":
        return [*second_men(position, first_part)] or nothing
    return [*nothing, *pillar_moves(position.to_move, do_first_part(position, first_part))]


def written(first_part: str, ending: str | None) -> str:
    """A whole turn as a move string."""
    return first_part if ending is None else f"{first_part},{ending}"


def first_parts(position: Position) -> list[str]:
    """The distinct beginnings of whole turns: the parts before the comma; none when the game is over."""
    if outcome(position) is not None:
        return []
    return sorted(all_first_parts(position))


def completions(position: Position, first_part: str) -> list[str]:
    """The whole turns that begin with this first part."""
    if first_part not in first_parts(position):
        raise ValueError(f"{first_part!r} begins no legal turn")
    return sorted(written(first_part, ending) for ending in endings(position, first_part))


def legal_turns(position: Position) -> list[str]:
    """All whole turns; none when the game is over."""
    found: list[str] = []
    for first_part in first_parts(position):
        found.extend(written(first_part, ending) for ending in endings(position, first_part))
    return sorted(found)


def play(position: Position, move: str) -> Position:
    """The position after a legal turn; surrounding white space of the move is ignored."""
    first_part, comma, rest = move.strip().partition(",")
    ending = rest if comma else None
    if first_part not in first_parts(position) or ending not in endings(position, first_part):
        raise ValueError(f"{move!r} is not a legal turn")
    return after(position, first_part, ending)


def after(position: Position, first_part: str, ending: str | None) -> Position:
    """The position after a turn that is known to be legal."""
    if position.stage == "e":
        return after_entering(position, first_part, ending)
    return after_movement(position, do_first_part(position, first_part), ending)


# --------------------------------------------------------------------------------------------- the outcome


def victory(position: Position) -> str | None:
    """Why the player to move has lost: no stack left, or no legal first part; None if they have not."""
    if position.stage == "e":
        return None
    if not controls_a_stack(position.men, position.to_move):
        return "no stack left"
    if not all_first_parts(position):
        return "no legal move"
    return None


def outcome(position: Position) -> tuple[dict[str, float], str] | None:
    """A win goes first; then 100 turns in a row without a capture are a draw, then a third occurrence."""
    lost = victory(position)
    if lost is not None:
        return {colour: 0.0 if colour == position.to_move else 1.0 for colour in "wr"}, lost
    if position.quiet_turns >= QUIET_LIMIT:
        return {"w": 0.5, "r": 0.5}, "100 turns without a capture"
    if position.stage == "m" and position.occurrences[same_position(position)] >= 3:
        return {"w": 0.5, "r": 0.5}, "repetition"
    return None


def perft(position: Position, depth: int) -> int:
    """The number of sequences of that many whole turns; a game that ends earlier counts once."""
    if depth == 0 or victory(position) is not None or position.quiet_turns >= QUIET_LIMIT:
        return 1
    total = 0
    for first_part in all_first_parts(position):
        possible = endings(position, first_part)
        if depth == 1:
            total += len(possible)
            continue
        total += sum(perft(after(position, first_part, ending), depth - 1) for ending in possible)
    return total

"""How Pit of Pillars is written: `d5,f3` enters two men, `c3-c5` moves two, `@c5` enters one, `c3-c5,e4-h7` moves
a pillar as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tavoliere.author import Board, letters_of
from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.errors import PositionError
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.core.ruleset import NO_ACTION
from tavoliere.core.said import Qualified, Said
from tavoliere.core.squares import Coordinates, coordinates_of, name_of
from tavoliere.core.text import (
    BOARD_FIELD,
    TURN_FIELD,
    Reasons,
    fields_of,
    read_board,
    read_number,
    read_player,
)
from tavoliere.games.pit_of_pillars import words
from tavoliere.games.pit_of_pillars.rules import (
    BOARD,
    COMPULSORY,
    DIRECTIONS,
    DONE,
    FACTS,
    FARTHEST,
    FIRST_MAN,
    MOST_QUIET_TURNS,
    MOVE_TARGET,
    MOVES,
    NO_LEGAL_MOVE,
    NO_STACK_LEFT,
    PILLAR,
    PILLAR_MOVES,
    PILLAR_TARGET,
    SIZE,
    WHITE,
    PitOfPillars,
    beside,
    levels,
)

MOVE_FORMS = Said(
    "while men are entered, a square or two, like d4 or d5,f3; then a stack's move, like c3-c5, or an entry, like "
    "@c5; a pillar's move may follow after a comma, like c3-c5,e4-h7"
)
STAGE_FIELD, RESERVES_FIELD = Said("stage"), Said("reserves")
LAST_FIELD, QUIET_FIELD = Said("last man"), Said("quiet turns")
FIELDS = (BOARD_FIELD, TURN_FIELD, STAGE_FIELD, RESERVES_FIELD, LAST_FIELD, QUIET_FIELD)
GRID = Board(SIZE, SIZE)
PLAYERS = letters_of(FACTS)
MEN = {"w": Qualified(words.WHITE_COLOUR, words.MAN), "r": Qualified(words.RED_COLOUR, words.MAN)}
TALLEST = 29
HIGHEST_MIXED = 4
MOST_MEN = 29
square_name = GRID.name


def action_text(state: PitOfPillars, action: int) -> str:
    if action == DONE:
        return "done"
    if action >= PILLAR_MOVES:
        move = action - PILLAR_MOVES
        return f"{square_name(move // (8 * FARTHEST))}-{square_name(PILLAR_TARGET[move])}"
    if action >= MOVES:
        move = action - MOVES
        return f"{square_name(move // (4 * FARTHEST))}-{square_name(MOVE_TARGET[move])}"
    return ("@" if state.part == COMPULSORY else "") + square_name(action)


def parse_part(text: str, place: int) -> int | None:
    if text == "done":
        return DONE
    names = text.removeprefix("@").split("-")
    places = [coordinates_of(name, SIZE, SIZE) for name in names]
    if len(places) > 2 or None in places or (text.startswith("@") and len(places) == 2):
        return None
    squares = [place for place in places if place is not None]
    if len(squares) == 1:
        return GRID.number(*squares[0])
    return _move_between(squares[0], squares[1], place == 1)


def _move_between(start: Coordinates, target: Coordinates, is_pillar: bool) -> int:
    """The action between two squares; only a pillar goes along diagonals."""
    across, up = target[0] - start[0], target[1] - start[1]
    distance = max(abs(across), abs(up), 1)
    step = (across // distance, up // distance)
    if step not in DIRECTIONS or (step[0] * distance, step[1] * distance) != (across, up):
        return NO_ACTION
    square, direction = GRID.number(*start), DIRECTIONS.index(step)
    if is_pillar:
        return PILLAR_MOVES + (square * 8 + direction) * FARTHEST + distance - 1
    return MOVES + (square * 4 + direction) * FARTHEST + distance - 1 if direction < 4 else NO_ACTION


def told(text: str) -> int:
    return 1 if text.startswith("@") else 0


def turn_text(parts: Sequence[str]) -> str:
    return ",".join(part for part in parts if part != "done")


def turn_parts(text: str) -> Sequence[str]:
    parts = text.split(",")
    is_movement = parts[0].startswith("@") or "-" in parts[0]
    return [*parts, "done"] if is_movement and len(parts) == 1 else parts


def position_text(state: PitOfPillars, options: Options) -> str:
    def standing(square: int) -> str:
        if not BOARD.has(square):
            return "#"
        if state.white_pillars.has(square):
            return "W"
        if state.red_pillars.has(square):
            return "R"
        men = stack_text(state, square)
        return f"({men})" if len(men) > 1 else men

    stage = "m" if state.part in (COMPULSORY, PILLAR) else "e"
    last = "-" if state.last < 0 else square_name(state.last)
    reserves = f"{state.white_reserve}-{state.red_reserve}"
    return f"{GRID.text(standing)} {PLAYERS[state.turn]} {stage} {reserves} {last} {state.quiet}"


def stack_text(state: PitOfPillars, square: int) -> str:
    """The men of a stack from bottom to top."""
    height, colours = state.height(square), state.colours(square)
    if height > 4:
        return PLAYERS[colours & 1] * height
    return "".join(PLAYERS[colours >> level & 1] for level in reversed(range(height)))


def parse_position(text: str, options: Options) -> PitOfPillars:
    """Refused, besides what is not written canonically: a two-coloured stack above 4; more than 29 men of a
    colour, reserve included; while men are entered: pillars, stacks, reserves, a counter, numbers of men
    that no order of entering gives, a last man that is not a lone man of the opponent; later: a last man, or 100
    turns without a capture. A player to move without a stack or without a legal turn has lost.
    """
    reasons = Reasons()
    fields = fields_of(text, FIELDS, reasons)
    if fields is None:
        raise PositionError(str(text), reasons)
    standing = read_board(fields[0], SIZE, SIZE, r"\([wr]{2,64}\)|[wrWR#]", reasons)
    turn = read_player(fields[1], PLAYERS, reasons)
    if fields[2] not in ("e", "m"):
        reasons.add(STAGE_FIELD, Said("e or m expected, not {written}", written=repr(fields[2][:20])))
    reserves = _read_reserves(fields[3], reasons)
    quiet = read_number(fields[5], QUIET_FIELD, MOST_QUIET_TURNS - 1, reasons)
    _check_board(standing, reserves, reasons)
    last = _read_last(fields[4], reasons)
    if fields[2] == "e":
        _check_entering(standing, turn, reserves, fields[4], quiet, reasons)
    elif fields[2] == "m":
        reasons.unless(fields[4] == "-", LAST_FIELD, Said("- expected in the movement stage"))
    if reasons:
        raise PositionError(text, reasons)
    part = FIRST_MAN if fields[2] == "e" else COMPULSORY
    return _judged(_state(standing, reserves, last, quiet, part, turn))


def _read_reserves(field: str, reasons: Reasons) -> tuple[int, int]:
    numbers = field.split("-")
    if len(numbers) != 2:
        unread = Said("two numbers with a hyphen expected, like 3-1, not {written}", written=repr(field[:20]))
        reasons.add(RESERVES_FIELD, unread)
        return 0, 0
    white, red = (read_number(number, RESERVES_FIELD, MOST_MEN, reasons) for number in numbers)
    return white, red


def _read_last(field: str, reasons: Reasons) -> int:
    square = GRID.square(field)
    if field != "-" and square is None:
        reasons.add(LAST_FIELD, Said("a square or - expected, not {written}", written=repr(field[:20])))
    return -1 if square is None else square


def _check_board(standing: dict[Coordinates, str], reserves: tuple[int, int], reasons: Reasons) -> None:
    for place, piece in standing.items():
        for fault in _faults_of(place, piece):
            reasons.add(BOARD_FIELD, fault)
    for corner in ((0, 0), (7, 0), (0, 7), (7, 7)):
        if corner not in standing:
            reasons.add(BOARD_FIELD, Said("the omitted corner {square} is written #", square=name_of(*corner)))
    for letter, reserve in zip("wr", reserves, strict=True):
        men_in_all = reserve + _men(standing, letter)
        if men_in_all > MOST_MEN:
            reasons.add(BOARD_FIELD, _too_many(men_in_all, letter))


def _too_many(count: int, letter: str) -> Said:
    return Said(
        "{count} {man:@count}, reserve included, are more than {most}", count=count, man=MEN[letter], most=MOST_MEN
    )


def _faults_of(place: Coordinates, piece: str) -> Iterator[Said]:
    """What is wrong with what stands on one square."""
    name, men = name_of(*place), piece.strip("()")
    is_corner = not BOARD.has(GRID.number(*place))
    if is_corner and piece != "#":
        yield Said("{square} is a corner", square=name)
    if not is_corner and piece == "#":
        yield Said("{square} is not a corner", square=name)
    if "w" in men and "r" in men and len(men) > HIGHEST_MIXED:
        yield Said("the two-coloured stack on {square} is higher than {most}", square=name, most=HIGHEST_MIXED)
    if len(men) > TALLEST:
        yield Said("the stack on {square} is higher than {most}", square=name, most=TALLEST)


def _men(standing: dict[Coordinates, str], letter: str) -> int:
    return sum(piece.count(letter) for piece in standing.values())


def _check_entering(
    standing: dict[Coordinates, str], turn: int, reserves: tuple[int, int], last: str, quiet: int, reasons: Reasons
) -> None:
    pieces = set(standing.values())
    reasons.unless(not pieces & {"W", "R"}, BOARD_FIELD, Said("there are no pillars while men are entered"))
    are_single = all(len(piece) == 1 for piece in pieces)
    reasons.unless(are_single, BOARD_FIELD, Said("there are no stacks while men are entered"))
    reasons.unless(reserves == (0, 0), RESERVES_FIELD, Said("0-0 expected while men are entered"))
    reasons.unless(quiet == 0, QUIET_FIELD, Said("0 expected while men are entered"))
    white, red = _men(standing, "w"), _men(standing, "r")
    if white == red == 0:
        reasons.unless(turn == WHITE, TURN_FIELD, Said("White enters the first man"))
        reasons.unless(last == "-", LAST_FIELD, Said("- expected on an empty board"))
        return
    expected = white + 1 if turn == WHITE else white - 1
    if white % 2 == 0 or red != expected:
        impossible = Said("{white} white and {red} red men cannot stand here at this point", white=white, red=red)
        reasons.add(BOARD_FIELD, impossible)
    _check_last(standing, turn, last, reasons)


def _check_last(standing: dict[Coordinates, str], turn: int, last: str, reasons: Reasons) -> None:
    place = coordinates_of(last, SIZE, SIZE)
    opponent = PLAYERS[1 - turn]
    if place is None or standing.get(place) != opponent:
        other = Said("the square of {man:a} expected, not {written}", man=MEN[opponent], written=repr(last[:20]))
        reasons.add(LAST_FIELD, other)
        return
    neighbours = beside(Bits.of([GRID.number(*place)]))
    has_company = any(neighbours.has(GRID.number(*other)) for other in standing)
    if has_company:
        accompanied = Said("{square} was entered last, so its neighbours are vacant", square=last)
        reasons.add(LAST_FIELD, accompanied)


def _state(
    standing: dict[Coordinates, str], reserves: tuple[int, int], last: int, quiet: int, part: int, turn: int
) -> PitOfPillars:
    white, red = (GRID.squares(Bits, standing, letter) for letter in "WR")
    state = PitOfPillars.start({})._replace(
        white_pillars=white, red_pillars=red, white_reserve=reserves[0], red_reserve=reserves[1],
        last=last, quiet=quiet, part=part, turn=turn,
    )  # fmt: skip
    for place, piece in standing.items():
        men = piece.strip("()")
        if men[0] in "wr":
            colours = sum(1 << level for level, man in enumerate(reversed(men)) if man == "r") & levels(len(men))
            state = state.with_stack(GRID.number(*place), len(men), colours)
    return state


def _judged(state: PitOfPillars) -> PitOfPillars:
    opponent = 1 - state.turn
    if state.part == COMPULSORY:
        if not state.controlled(state.turn):
            return state._replace(winner=opponent, reason=NO_STACK_LEFT)
        if not state.has_compulsory_part():
            return state._replace(winner=opponent, reason=NO_LEGAL_MOVE)
    return state._replace(winner=ONGOING)

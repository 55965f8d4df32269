"""How Pit is written: `d2` puts the pawn, `e1-e3n` slides and places a barrier, `e3xe4w` replaces, `@c4w` enters."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence

from tavoliere.author import Board
from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.errors import OptionError, PositionError
from tavoliere.core.facts import Options, Player
from tavoliere.core.game import ONGOING
from tavoliere.core.ruleset import NO_ACTION
from tavoliere.core.said import COMMAS, SEMICOLONS, Noun, Said, Series
from tavoliere.core.squares import Coordinates, coordinates_of, name_of
from tavoliere.core.text import BOARD_FIELD, TURN_FIELD, Reasons, fields_of, read_board, read_player
from tavoliere.games.pit import words
from tavoliere.games.pit.rules import (
    BARRIER,
    EAST,
    ENTER,
    FACTS,
    NONE,
    NORTH,
    PUT_PAWN,
    SOUTH,
    TOWERS,
    WEST,
    WIDTH,
    Pit,
    joined,
)

MOVE_FORMS = Said(
    "in the first turn a square for the pawn, like d2; later a slide and the side of the barrier, like e1-e3n, a "
    "replacement, like e3xe4w, an entry, like @c4w, or a move into a hole, like d5-e5"
)
RESERVES_FIELD, BARRIERS_FIELD = Said("reserves"), Said("barriers")
FIELDS = (BOARD_FIELD, TURN_FIELD, RESERVES_FIELD, BARRIERS_FIELD)
SIDES = "nesw"
SEATS = {
    "w": Player("w", Noun("White")),
    "r": Player("r", Noun("Red")),
    "b": Player("b", Noun("Black")),
    "g": Player("g", Noun("Green")),
}
ORDERS = {2: "wb", 3: "wrb", 4: "wrbg"}
SIDES_TAKEN = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The sides of the board at which players sit, clockwise from the bottom."""
RESERVE = re.compile(r"([wrbg])([0-6])(\+?)")
PLACE = re.compile(r"([a-k][1-9][01]?)([ne])")

GRID = Board(WIDTH, WIDTH)
"""Squares are counted on the largest board; a smaller one lies in its corner."""
square_name = GRID.name


@functools.cache
def board_of(size: int) -> Board:
    """The board that a game is played on."""
    return Board(size, size, up=WIDTH)


def players(options: Options) -> tuple[Player, ...]:
    """White, Black with two; White, Red, Black with three; White, Red, Black, Green with four."""
    return tuple(SEATS[letter] for letter in ORDERS[int(options["players"])])


# Actions and turns


def action_text(state: Pit, action: int) -> str:
    if action >= BARRIER:
        return SIDES[action - BARRIER]
    if action >= PUT_PAWN:
        return square_name(action - PUT_PAWN)
    if action >= ENTER:
        return f"@{square_name(action - ENTER)}"
    sign = "x" if state.pieces().has(action >> 2) else "-"
    return f"{square_name(state.origin(action))}{sign}{square_name(action >> 2)}"


def parse_part(text: str, place: int) -> int | None:
    if len(text) == 1 and text in SIDES:
        return BARRIER + SIDES.index(text)
    names = re.split("[-x]", text.removeprefix("@"))
    places = [coordinates_of(name, WIDTH, WIDTH) for name in names]
    if len(places) > 2 or None in places or (text.startswith("@") and len(places) == 2):
        return None
    squares = [place for place in places if place is not None]
    target = GRID.number(*squares[-1])
    if len(squares) == 1:
        return (ENTER if text.startswith("@") else PUT_PAWN) + target
    across, up = squares[1][0] - squares[0][0], squares[1][1] - squares[0][1]
    if (across == 0) == (up == 0):
        return NO_ACTION
    if across == 0:
        return 4 * target + (NORTH if up > 0 else SOUTH)
    return 4 * target + (EAST if across > 0 else WEST)


def told(text: str) -> int:
    """The square a move comes from, and whether it replaces, as `Pit.told` has it."""
    match = re.fullmatch(r"([a-z][0-9]+)([-x])[a-z][0-9]+", text)
    return 2 * (GRID.square(match[1]) or 0) + (match[2] == "x") if match else 0


def turn_text(parts: Sequence[str]) -> str:
    return "".join(parts)


def turn_parts(text: str) -> Sequence[str]:
    if len(text) > 2 and text[-1] in SIDES:
        return [text[:-1], text[-1]]
    return [text]


# Positions


def position_text(state: Pit, options: Options) -> str:
    board, order = board_of(int(options["size"])), ORDERS[int(options["players"])]

    def standing(square: int) -> str:
        if state.holes.has(square):
            return "o"
        if not state.pieces().has(square):
            return ""
        letter = order[state.owner(square)]
        return letter.upper() if state.pawns.has(square) else letter

    reserves = ",".join(
        f"{letter}{state.reserves >> 4 * player & 15}{'+' if state.in_hand >> player & 1 else ''}"
        for player, letter in enumerate(order)
        if state.playing >> player & 1
    )
    barriers = ",".join(sorted(barrier_names(state, options))) or "-"
    return f"{board.text(standing)} {order[state.turn]} {reserves} {barriers}"


def barrier_names(state: Pit, options: Options) -> list[str]:
    """Every barrier as the square below or left of it with `n` or `e`."""
    start = Pit.start(options)
    north, east = start.open_north - state.open_north, start.open_east - state.open_east
    return [square_name(square) + "n" for square in north] + [square_name(square) + "e" for square in east]


def parse_position(text: str, options: Options) -> Pit:
    """Refused, besides what is not written canonically: another board than the game's; more than six towers or one
    pawn of a colour, a pawn both in hand and on the board or neither; pieces of a player who is not in; fewer than
    two players; barriers on the rim, beside a hole, or while a pawn is in hand; a pawn in hand out of turn, or one for
    which no square may be left; pawns that are not connected; towers without a path to a hole; a player to move who is
    not in or has no legal turn.
    """
    reasons = Reasons()
    fields = fields_of(text, FIELDS, reasons)
    if fields is None:
        raise PositionError(str(text), reasons)
    size, order = int(options["size"]), ORDERS[int(options["players"])]
    standing = read_board(fields[0], size, size, "[wbrgWBRGo]", reasons)
    turn = read_player(fields[1], tuple(order), reasons)
    reserves = _read_reserves(fields[2], order, reasons)
    start = Pit.start(options)
    north, east = _read_barriers(fields[3], start, size, reasons)
    _check_holes(standing, start, reasons)
    _check_material(standing, reserves, order, reasons)
    if reasons:
        raise PositionError(text, reasons)
    state = _state(standing, reserves, order, turn, start)
    state = state._replace(open_north=state.open_north - north, open_east=state.open_east - east)
    _check_play(state, order, bool(north | east), reasons)
    if reasons:
        raise PositionError(text, reasons)
    return state


def _read_reserves(field: str, order: str, reasons: Reasons) -> dict[str, tuple[int, bool]]:
    """Towers in reserve and whether the pawn is in hand, for each player still in."""
    entries: dict[str, tuple[int, bool]] = {}
    for entry in field.split(","):
        match = RESERVE.fullmatch(entry)
        if match is None or match[1] not in order:
            reasons.add(
                RESERVES_FIELD, Said("entries like w5 or w5+ expected, not {written}", written=repr(entry[:20]))
            )
        elif match[1] in entries:
            reasons.add(RESERVES_FIELD, Said("{letter} is listed twice", letter=match[1]))
        else:
            entries[match[1]] = (int(match[2]), match[3] == "+")
    in_order = [letter for letter in order if letter in entries]
    if list(entries) != in_order:
        reasons.add(RESERVES_FIELD, Said("the players are listed in turn order ({order})", order=order))
    reasons.unless(len(entries) >= 2, RESERVES_FIELD, Said("a game goes on between at least two players"))
    return entries


def _read_barriers(field: str, start: Pit, size: int, reasons: Reasons) -> tuple[Bits, Bits]:
    """The squares with a barrier on their north and on their east side."""
    sides = {"n": NONE, "e": NONE}
    if field == "-":
        return NONE, NONE
    names = field.split(",")
    free = {"n": start.barrier_north(), "e": start.barrier_east()}
    for name in names:
        match = PLACE.fullmatch(name)
        place = coordinates_of(match[1], size, size) if match else None
        if match is None or place is None:
            unread = Said("squares of the board with n or e expected, or -, not {written}", written=repr(name[:20]))
            reasons.add(BARRIERS_FIELD, unread)
            continue
        square = GRID.number(*place)
        if not free[match[2]].has(square):
            reasons.add(BARRIERS_FIELD, Said("{barrier} would be on the rim or beside a hole", barrier=name))
        sides[match[2]] |= bit(square)
    listed_well = names == sorted(set(names))
    reasons.unless(listed_well, BARRIERS_FIELD, Said("each barrier is listed once, sorted as text"))
    return sides["n"], sides["e"]


def _check_holes(standing: dict[Coordinates, str], start: Pit, reasons: Reasons) -> None:
    written = set(GRID.squares(Bits, standing, "o"))
    for square in sorted(written ^ set(start.holes)):
        name = square_name(square)
        is_hole = start.holes.has(square)
        told = Said("{square} is a hole, written o", square=name) if is_hole else _no_hole(name)
        reasons.add(BOARD_FIELD, told)


def _no_hole(name: str) -> Said:
    return Said("{square} is not a hole", square=name)


def _check_material(
    standing: dict[Coordinates, str], reserves: dict[str, tuple[int, bool]], order: str, reasons: Reasons
) -> None:
    pieces = list(standing.values())
    for letter in "wrbg":
        name = SEATS[letter].name
        towers, pawns = pieces.count(letter), pieces.count(letter.upper())
        if letter not in order or letter not in reserves:
            if towers + pawns:
                reasons.add(BOARD_FIELD, Said("{player} is not in the game and has no pieces", player=name))
            continue
        in_reserve, in_hand = reserves[letter]
        if towers + in_reserve > TOWERS:
            reasons.add(BOARD_FIELD, _too_many_towers(name, towers + in_reserve))
        if pawns > 1:
            pawn = words.PAWN
            reasons.add(BOARD_FIELD, Said("{player} has {count} {pawn:@count}", player=name, count=pawns, pawn=pawn))
        if in_hand and pawns:
            on_board = Said("{player:whose} pawn is on the board, not in hand", player=name)
            reasons.add(RESERVES_FIELD, on_board)
        if not in_hand and not pawns:
            reasons.add(BOARD_FIELD, Said("{player} has no pawn and would be out", player=name))


def _too_many_towers(name: str, count: int) -> Said:
    return Said("{player} has {count} {tower:@count}, reserve included", player=name, count=count, tower=words.TOWER)


def _state(
    standing: dict[Coordinates, str], reserves: dict[str, tuple[int, bool]], order: str, turn: int, start: Pit
) -> Pit:
    def squares(letters: str) -> Bits:
        return GRID.squares(Bits, standing, letters)

    pairs = [letter + letter.upper() for letter in order]
    playing = [player for player, letter in enumerate(order) if letter in reserves]
    return start._replace(
        towers=squares("wrbg"),
        pawns=squares("WRBG"),
        owner1=squares("".join(pairs[1::2])),
        owner2=squares("".join(pairs[2:])),
        reserves=sum(reserves[order[player]][0] << 4 * player for player in playing),
        in_hand=sum(1 << player for player in playing if reserves[order[player]][1]),
        playing=sum(1 << player for player in playing),
        turn=turn,
        winner=ONGOING,
    )


def _check_play(state: Pit, order: str, has_barriers: bool, reasons: Reasons) -> None:
    """What needs the whole board: who may move, connection, isolation."""
    if not state.playing >> state.turn & 1:
        gone = Said("{player} is not in the game any more", player=SEATS[order[state.turn]].name)
        reasons.add(TURN_FIELD, gone)
        return
    if state.in_hand:
        waiting = sum(1 << player for player in range(state.turn, len(order)))
        is_first_round = state.in_hand == waiting and state.playing == (1 << len(order)) - 1
        out_of_turn = Said("in the first round the player to move and all after have the pawn in hand")
        reasons.unless(is_first_round, RESERVES_FIELD, out_of_turn)
        reasons.unless(not has_barriers, BARRIERS_FIELD, Said("there are none while a pawn is in hand"))
        for player in _stranded(state, range(state.turn, len(order))):
            stranded = Said("{player} may find no square for the pawn", player=SEATS[order[player]].name)
            reasons.add(BOARD_FIELD, stranded)
    if state.pawns:
        region = joined(bit(state.pawns.first()), state.ground, state.open_north, state.open_east, NONE)
        reasons.unless(not state.pawns - region, BARRIERS_FIELD, Said("the pawns are not all connected"))
    home = joined(state.holes, state.ground | state.holes, state.open_north, state.open_east, NONE)
    for square in state.towers - home:
        isolated = Said("the tower on {square} has no path to a hole", square=square_name(square))
        reasons.add(BARRIERS_FIELD, isolated)
    if not reasons and state.actions([0] * 1000) == 0:
        reasons.add(TURN_FIELD, Said("{player} has no legal turn", player=SEATS[order[state.turn]].name))


# Options


def check_options(options: Options) -> Options:
    """The board as an option; refused with every reason why it cannot be played on."""
    reasons = Reasons()
    count, size = int(options["players"]), int(options["size"])
    reasons.unless(count in ORDERS, "players", Said("2, 3 or 4 expected, not {count}", count=count))
    reasons.unless(5 <= size <= 11, "size", Said("5 to 11 expected, not {size}", size=size))
    if reasons:
        raise _refused(reasons)
    holes = _read_squares(str(options.get("holes", usual_holes(size))), size, "holes", reasons)
    towers = _read_squares(str(options.get("towers", usual_towers(size, count))), size, "towers", reasons)
    reasons.unless(bool(holes), "holes", Said("at least one hole expected"))
    others = Said("{count} squares expected, one for each player, not {found}", count=count, found=len(towers))
    reasons.unless(len(towers) == count, "towers", others)
    both = sorted(set(holes) & set(towers))
    reasons.unless(not both, "towers", _tower_in_hole(both) if "towers" in options else _usual_tower_in_hole(both))
    checked: Options = {"players": count, "size": size, "holes": " ".join(sorted(holes)), "towers": " ".join(towers)}
    if not reasons:
        _check_board(Pit.start(checked), count, reasons)
    if reasons:
        raise _refused(reasons)
    return checked


def usual_holes(size: int) -> str:
    """The third square from both rims in each corner, and the middle of the board where it has one.

    >>> usual_holes(9), usual_holes(8), usual_holes(5)
    ('c3 c7 e5 g3 g7', 'c3 c6 f3 f6', 'c3')
    """
    near, far, middle = 2, size - 3, size // 2
    places = {(near, near), (near, far), (far, near), (far, far)} | ({(middle, middle)} if size % 2 else set())
    return " ".join(sorted(name_of(*place) for place in places))


def usual_towers(size: int, players: int) -> str:
    """The middle of each player's own side; with an even size the square right of it, as that player sees it.

    >>> usual_towers(9, 4), usual_towers(8, 2)
    ('e1 a5 e9 i5', 'e1 d8')
    """
    right, left, last = size // 2, size - 1 - size // 2, size - 1
    middles = ((right, 0), (0, left), (left, last), (last, right))
    return " ".join(name_of(*middles[side]) for side in SIDES_TAKEN[players])


def _tower_in_hole(squares: list[str]) -> Said:
    return Said("no tower can start in a hole ({squares})", squares=Series(squares, COMMAS))


def _usual_tower_in_hole(squares: list[str]) -> Said:
    return Said(
        "the usual place of a tower is a hole here ({squares}), so say where the towers start",
        squares=Series(squares, COMMAS),
    )


def _refused(reasons: Reasons) -> OptionError:
    return OptionError(Said("{game}: {reasons}", game=FACTS.name, reasons=Series(reasons, SEMICOLONS)))


def _read_squares(names: str, size: int, option: str, reasons: Reasons) -> list[str]:
    found = names.split()
    for name in found:
        if coordinates_of(name, size, size) is None:
            unknown = Said("a board of {size}x{size} has no square {square}", size=size, square=repr(name[:20]))
            reasons.add(option, unknown)
    reasons.unless(len(set(found)) == len(found), option, Said("a square is named twice"))
    return found


def _check_board(start: Pit, count: int, reasons: Reasons) -> None:
    if not start.ground:
        reasons.add("holes", Said("the board is all holes"))
        return
    region = joined(bit(start.ground.first()), start.ground, start.open_north, start.open_east, NONE)
    reasons.unless(region == start.ground, "holes", Said("the squares that are not holes are not all connected"))
    for player in _stranded(start, range(count)):
        reasons.add("towers", Said("player {number} may find no square for the pawn", number=player + 1))


def _stranded(state: Pit, players: range) -> Iterator[int]:
    """Players, of those who put their pawns one after another, who may find no square because others took them all."""
    choices = [set(state._replace(turn=player).pawn_squares()) for player in players]
    for place, squares in enumerate(choices):
        if len(squares) <= place and any(
            all(square in choice for square, choice in zip(squares, chosen, strict=True))
            for chosen in itertools.permutations(choices[:place], len(squares))
        ):
            yield players[place]

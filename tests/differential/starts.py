"""Where comparisons begin: the starts with their options, and made-up positions that random play rarely reaches.

Every maker gives options and a position text, or None for the start. Only texts that the referee accepts and in which
the game goes on are given out; whether the engine accepts them too is part of the comparison.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import tavoliere as tv
from tests.differential.driver import Options, oracle_of
from tests.oracles import never_alone, pathwayz, pit, pit_of_pillars, tablut

TABLES = Path(__file__).resolve().parent.parent / "data" / "perft"

Beginning = tuple[Options, str | None]
Maker = Callable[[random.Random], Beginning]


def beginning(game: str, kind: str, chance: random.Random) -> Beginning:
    """A random beginning of a kind."""
    return KINDS[game][kind](chance)


def _start(chance: random.Random) -> Beginning:
    return (), None


def _from_table(game: str) -> Maker:
    """A position of the perft tables."""

    def make(chance: random.Random) -> Beginning:
        entries = json.loads((TABLES / f"{game}.json").read_text())["entries"]
        entry = chance.choice(entries)
        return tuple(entry["options"].items()), entry["position"]

    return make


def written(game: str, kind: str, chance: random.Random) -> tuple[Options, str]:
    """The options and the text of a beginning, or of a position some turns after it."""
    oracle = oracle_of(game)
    options, text = beginning(game, kind, chance)
    position = oracle.start(**dict(options)) if text is None else oracle.parse(text, **dict(options))
    for _ in range(chance.choice([0, 1, 2, 5])):
        after = oracle.play(position, _some_turn(oracle, position, chance))
        if oracle.outcome(after) is not None:
            break
        position = after
    return options, oracle.text(position)


def _some_turn(oracle: ModuleType, position: Any, chance: random.Random) -> str:
    """A legal turn; where a turn has parts, without listing all of them."""
    if hasattr(oracle, "first_parts"):
        turns: list[str] = oracle.completions(position, chance.choice(oracle.first_parts(position)))
    else:
        turns = oracle.legal_turns(position)
    return chance.choice(turns)


def _going_on(game: str, make: Callable[[random.Random, dict[str, Any]], Any], options: Maker = _start) -> Maker:
    """Make positions until the game goes on in one that the referee accepts."""
    oracle = oracle_of(game)

    def made(chance: random.Random) -> Beginning:
        chosen, _ = options(chance)
        while True:
            text = oracle.text(make(chance, dict(chosen)))
            try:
                position = oracle.parse(text, **dict(chosen))
            except ValueError:
                continue
            if oracle.outcome(position) is None:
                return chosen, text

    return made


# Tablut


def _scattered(chance: random.Random, options: dict[str, Any]) -> tablut.Position:
    """Any number of pieces anywhere."""
    pieces = {chance.choice(tablut.SQUARES): tablut.KING}
    return _with_men(chance, pieces, chance.randint(0, 8), chance.randint(4, 16))


def _siege(chance: random.Random, options: dict[str, Any]) -> tablut.Position:
    """The king on the castle, next to it, by a camp or anywhere, one attacker short of being captured."""
    near = ["e5", "e5", "e4", "e6", "d5", "f5", "d4", "f6", "c5", "e3", "b4", "h6", "d2", "f8"]
    king = chance.choice(near)
    pieces = {king: tablut.KING}
    around = [square for square in tablut.SQUARES_NEXT_TO[king] if square != tablut.CASTLE]
    for square in chance.sample(around, len(around) - 1):
        pieces[square] = tablut.ATTACKER
    position = _with_men(chance, pieces, chance.randint(0, 6), chance.randint(3, 11))
    return tablut.Position(position.pieces, chance.choice("bbw"))


def _endgame(chance: random.Random, options: dict[str, Any]) -> tablut.Position:
    """Few pieces, mostly in corners and camps, so that sides run out of moves or repeat."""
    pieces = {chance.choice(tablut.SQUARES): tablut.KING}
    corner = ["a1", "b1", "a2", "i9", "h9", "i8", "a5", "b5", "a4", "a6", "e9", "d9", "f9", "e8"]
    for square in chance.sample(corner, chance.randint(1, 6)):
        pieces.setdefault(square, tablut.ATTACKER)
    return _with_men(chance, pieces, chance.randint(0, 3), chance.randint(0, 2))


def _enclosed(chance: random.Random, options: dict[str, Any]) -> tablut.Position:
    """A lone attacker, or a king whose men are nearly shut in: a side may be left without a move."""
    if chance.random() < 0.5:
        return _with_men(chance, {chance.choice(tablut.SQUARES): tablut.KING}, chance.randint(4, 8), 1)
    corner = {"b2": "k", "a2": "w", "a1": "b", "a3": "b", "b1": "b", "b3": "b"}
    return _with_men(chance, corner, 0, chance.randint(1, 8))


def _with_men(chance: random.Random, pieces: dict[str, str], defenders: int, attackers: int) -> tablut.Position:
    """The pieces and some more men on random squares where they may stand."""
    free = [square for square in tablut.SQUARES if square not in pieces and square != tablut.CASTLE]
    chance.shuffle(free)
    outside = [square for square in free if square not in tablut.CAMP_OF][:defenders]
    pieces.update(dict.fromkeys(outside, tablut.DEFENDER))
    pieces.update(dict.fromkeys([square for square in free if square not in pieces][:attackers], tablut.ATTACKER))
    return tablut.Position(pieces, chance.choice(tablut.PLAYERS))


# Pathwayz


def _half_full(chance: random.Random, options: dict[str, Any]) -> pathwayz.Position:
    squares = chance.sample(pathwayz.SQUARES, chance.randint(20, 70))
    return pathwayz.Position({square: chance.choice("wbwbWB") for square in squares}, chance.choice("wb"))


def _striped(chance: random.Random, options: dict[str, Any]) -> pathwayz.Position:
    """Nearly full, with a column of each colour that blocks the other."""
    pieces = {square: chance.choice("wwbbWB") for square in pathwayz.SQUARES}
    columns = chance.sample(pathwayz.COLUMN_NAMES, 2)
    for column, letters in zip(columns, ("wW", "bB")):
        for row in pathwayz.ROW_NAMES:
            pieces[column + row] = chance.choice(letters)
    for square in chance.sample(pathwayz.SQUARES, chance.randint(1, 14)):
        del pieces[square]
    return pathwayz.Position(pieces, chance.choice("wb"))


def _bridged(chance: random.Random, options: dict[str, Any]) -> pathwayz.Position:
    """A row of each colour with a gap at the same column or near it, so that one move may complete both chains."""
    pieces = {square: chance.choice("wb") for square in chance.sample(pathwayz.SQUARES, chance.randint(0, 20))}
    white, black = chance.choice([("4", "5"), ("5", "4"), ("4", "6"), ("6", "4")])
    gap = chance.choice(pathwayz.COLUMN_NAMES)
    for column in pathwayz.COLUMN_NAMES:
        pieces[column + white], pieces[column + black] = chance.choice("wW"), chance.choice("bB")
    pieces[gap + white], pieces[gap + black] = "b", "w"
    for square in pathwayz.AROUND[gap + "5"]:
        if square[1] == "5" and square[0] != gap and chance.random() < 0.5:
            pieces.pop(square, None)
    return pathwayz.Position(pieces, chance.choice("wb"))


# Never Alone


def _several_pieces(chance: random.Random) -> Beginning:
    """A start with several pieces of each colour."""
    squares = chance.sample(never_alone.SQUARES, chance.randint(2, 16))
    cut = chance.randint(1, len(squares) - 1)
    return (("red", " ".join(squares[:cut])), ("black", " ".join(squares[cut:]))), None


def _dense(chance: random.Random, options: dict[str, Any]) -> never_alone.Position:
    """Large groups of both colours with some holes, often with no piece or one piece left in hand."""
    return _grouped(chance, chance.randint(0, 14))


def _full(chance: random.Random, options: dict[str, Any]) -> never_alone.Position:
    return _grouped(chance, chance.randint(0, 3))


def _grouped(chance: random.Random, empty: int) -> never_alone.Position:
    """Every square goes to the nearest of a few centres; then some squares are emptied, most of the larger colour."""
    centres = {square: chance.choice("rb") for square in chance.sample(never_alone.SQUARES, chance.randint(2, 7))}

    def nearest(square: str) -> str:
        return min(
            centres,
            key=lambda centre: (abs(ord(centre[0]) - ord(square[0])) + abs(int(centre[1]) - int(square[1])), centre),
        )

    pieces = {square: centres[nearest(square)] for square in never_alone.SQUARES}
    limits = {"r": chance.choice([36, 36, 35, 33, 28]), "b": chance.choice([36, 36, 35, 33, 28])}
    for square in chance.sample(never_alone.SQUARES, len(never_alone.SQUARES)):
        colour = pieces[square]
        if list(pieces.values()).count(colour) > limits[colour]:
            other = "b" if colour == "r" else "r"
            pieces[square] = other if list(pieces.values()).count(other) < limits[other] else ""
    for square in chance.sample(never_alone.SQUARES, empty):
        pieces[square] = ""
    standing = {square: colour for square, colour in pieces.items() if colour}
    return never_alone.Position(standing, chance.choice("rb"), chance.choice([0, 0, 0, 1]))


# Pit


def _pit_start(players: int) -> Maker:
    return lambda chance: ((("players", players),), None)


def _pit_board(players: int) -> Maker:
    """A random board that the engine accepts: any size, some holes, towers anywhere."""

    def make(chance: random.Random) -> Beginning:
        while True:
            size = chance.randint(5, 11)
            squares = list(pit.neighbours(size))
            holes = chance.sample(squares, chance.choice([1, 1, 2, 3, size, 2 * size]))
            towers = chance.sample([square for square in squares if square not in holes], players)
            options: Options = (
                ("players", players), ("size", size), ("holes", " ".join(holes)), ("towers", " ".join(towers)),
            )  # fmt: skip
            try:
                tv.game("pit", **dict(options))
            except tv.OptionError:
                continue
            return options, None

    return make


def _walled(chance: random.Random, options: dict[str, Any]) -> pit.Position:
    """Pawns and towers anywhere, perhaps somebody out already, and as many barriers as chance wants."""
    board = pit.board_of(options)
    ground = [square for square in pit.neighbours(board.size) if square not in board.holes]
    players = [player for player in board.players if chance.random() < 0.85]
    pieces: dict[str, str] = {}
    reserves = {}
    squares = iter(chance.sample(ground, len(ground)))
    away = _away_from_holes(board, ground)
    for player, square in zip(players, chance.sample(away, min(len(players), len(away)))):
        pieces[square] = player.upper()
    for player in players:
        standing = chance.randint(0, pit.TOWERS_EACH)
        reserves[player] = chance.randint(0, pit.TOWERS_EACH - standing)
        for square, _ in zip(squares, range(standing)):
            pieces.setdefault(square, player)
    barriers = _barriers(chance, board, pieces, ground)
    to_move = chance.choice(players or list(board.players))
    return pit.Position(board, pieces, to_move, reserves, frozenset(), barriers)


def _away_from_holes(board: pit.Board, ground: list[str]) -> list[str]:
    """Squares for pawns: beside a hole they would soon be lost, so those are used only if there are few others."""
    beside = pit.neighbours(board.size)
    away = [square for square in ground if not board.holes.intersection(beside[square].values())]
    return away if len(away) >= 2 * len(board.players) else ground


def _barriers(chance: random.Random, board: pit.Board, pieces: dict[str, str], ground: list[str]) -> frozenset[str]:
    """Barriers that leave the pawns connected and every tower a path to a hole."""
    barriers: frozenset[str] = frozenset()
    names = pit.barrier_names(board.size)
    sides = [(square, side) for square in ground for side in names[square] if side in "ne"]
    for square, side in chance.sample(sides, chance.randint(0, len(sides) * 2 // 3)):
        more = barriers | {names[square][side]}
        if (
            pit.barrier_allowed(board, barriers, square, side)
            and pit.pawns_connected(board, pieces, more)
            and not pit.isolated_towers(board, pieces, more)
        ):
            barriers = more
    return barriers


# Pit of Pillars


def _stacks(chance: random.Random, options: dict[str, Any]) -> pit_of_pillars.Position:
    """Stacks of all heights, pillars and reserves."""
    return _moving(chance, chance.randint(3, 25), chance.randint(0, 14), chance.choice([0, chance.randint(0, 99)]))


def _quiet(chance: random.Random, options: dict[str, Any]) -> pit_of_pillars.Position:
    """Shortly before 100 turns without a capture."""
    return _moving(chance, chance.randint(2, 12), chance.randint(0, 4), chance.randint(88, 99))


def _bare(chance: random.Random, options: dict[str, Any]) -> pit_of_pillars.Position:
    """Few stacks and many pillars: wins, blocked stacks and repetitions are near."""
    return _moving(chance, chance.randint(2, 4), chance.choice([0, 0, chance.randint(1, 25)]), 0, tall=False)


def _moving(chance: random.Random, stacks: int, pillars: int, quiet: int, tall: bool = True) -> pit_of_pillars.Position:
    squares = iter(chance.sample(pit_of_pillars.SQUARES, len(pit_of_pillars.SQUARES)))
    men = {next(squares): _stack(chance, tall) for _ in range(stacks)}
    standing = {next(squares): chance.choice("wr") for _ in range(pillars)}
    reserves = {colour: chance.choice([0, 0, 1, chance.randint(0, 9)]) for colour in "wr"}
    return pit_of_pillars.Position(men, standing, chance.choice("wr"), "m", reserves, "-", quiet)


def _stack(chance: random.Random, tall: bool) -> str:
    """One man, some men of both colours, or a tower of one colour."""
    kind = chance.random()
    if kind < 0.4:
        return chance.choice("wr")
    if kind < 0.8 or not tall:
        return "".join(chance.choice("wr") for _ in range(chance.randint(2, 4)))
    return chance.choice("wr") * chance.randint(3, 9)


KINDS: dict[str, dict[str, Maker]] = {
    "never-alone": {
        "start": _start,
        "several": _several_pieces,
        "dense": _going_on("never-alone", _dense),
        "full": _going_on("never-alone", _full),
    },
    "pathwayz": {
        "start": _start,
        "half-full": _going_on("pathwayz", _half_full),
        "striped": _going_on("pathwayz", _striped),
        "bridged": _going_on("pathwayz", _bridged),
    },
    "pit": {
        **{f"start-{players}": _pit_start(players) for players in (2, 3, 4)},
        **{f"board-{players}": _pit_board(players) for players in (2, 3, 4)},
        **{f"walled-{players}": _going_on("pit", _walled, _pit_start(players)) for players in (2, 3, 4)},
        **{f"walled-board-{players}": _going_on("pit", _walled, _pit_board(players)) for players in (2, 3, 4)},
    },
    "pit-of-pillars": {
        "start": _start,
        "stacks": _going_on("pit-of-pillars", _stacks),
        "quiet": _going_on("pit-of-pillars", _quiet),
        "bare": _going_on("pit-of-pillars", _bare),
    },
    "tablut": {
        "start": _start,
        "scattered": _going_on("tablut", _scattered),
        "siege": _going_on("tablut", _siege),
        "endgame": _going_on("tablut", _endgame),
        "enclosed": _going_on("tablut", _enclosed),
    },
}
for _game, _kinds in KINDS.items():
    _kinds["table"] = _from_table(_game)


def kinds(game: str) -> Sequence[str]:
    """The kinds of beginnings that a game has."""
    return list(KINDS[game])

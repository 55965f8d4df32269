"""How Never Alone is written: `c4` places, `xc4` captures, `pass` passes."""

from __future__ import annotations

from tavoliere.author import Board, letters_of
from tavoliere.author import turn_parts as turn_parts
from tavoliere.author import turn_text as turn_text
from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.errors import OptionError, PositionError
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.core.said import COMMAS, SEMICOLONS, Noun, Qualified, Said, Series
from tavoliere.core.text import (
    BOARD_FIELD,
    TURN_FIELD,
    Reasons,
    fields_of,
    read_board,
    read_number,
    read_player,
)
from tavoliere.games.never_alone import words
from tavoliere.games.never_alone.rules import FACTS, PASS, PIECES, SIZE, NeverAlone

MOVE_FORMS = Said("a square to place on, like c4, x and a square to capture, like xc4, or pass")
PASSES_FIELD = Said("passes")
FIELDS = (BOARD_FIELD, TURN_FIELD, PASSES_FIELD)
GRID = Board(SIZE, SIZE)
PLAYERS = letters_of(FACTS)
square_name = GRID.name


def action_text(state: NeverAlone, action: int) -> str:
    if action == PASS:
        return "pass"
    return ("x" if state.theirs().has(action) else "") + square_name(action)


def parse_part(text: str, place: int) -> int | None:
    return PASS if text == "pass" else GRID.square(text.removeprefix("x"))


def told(text: str) -> int:
    return 1 if text.startswith("x") else 0


def position_text(state: NeverAlone, options: Options) -> str:
    def standing(square: int) -> str:
        return "r" if state.red.has(square) else "b" if state.black.has(square) else ""

    return f"{GRID.text(standing)} {PLAYERS[state.turn]} {state.passes}"


def parse_position(text: str, options: Options) -> NeverAlone:
    """Refused: more than 36 pieces of a colour, more than one pass."""
    reasons = Reasons()
    fields = fields_of(text, FIELDS, reasons)
    if fields is None:
        raise PositionError(str(text), reasons)
    standing = read_board(fields[0], SIZE, SIZE, "[rb]", reasons)
    turn = read_player(fields[1], PLAYERS, reasons)
    passes = read_number(fields[2], PASSES_FIELD, 1, reasons)
    for letter, colour in (("r", words.RED_COLOUR), ("b", words.BLACK_COLOUR)):
        count = list(standing.values()).count(letter)
        if count > PIECES:
            reasons.add(BOARD_FIELD, _too_many(count, Qualified(colour, words.PIECE)))
    if reasons:
        raise PositionError(text, reasons)
    red, black = (GRID.squares(Bits, standing, letter) for letter in PLAYERS)
    return NeverAlone(red, black, passes, turn, ONGOING, 0)


def _too_many(count: int, piece: Noun) -> Said:
    return Said("{count} {piece:@count} are more than {most}", count=count, piece=piece, most=PIECES)


def check_options(options: Options) -> Options:
    """Starting squares: at least one for each colour and at most 36, on the board, none twice."""
    reasons = Reasons()
    checked: Options = {}
    for player in ("red", "black"):
        names = str(options[player]).split()
        for name in names:
            if GRID.square(name) is None:
                reasons.add(player, Said("the board has no square {square}", square=repr(name)))
        reasons.unless(bool(names), player, Said("at least one square expected"))
        reasons.unless(len(set(names)) == len(names), player, Said("a square is named twice"))
        if len(names) > PIECES:
            reasons.add(player, _too_many(len(names), words.PIECE))
        checked[player] = " ".join(sorted(set(names)))
    shared = sorted(set(str(checked["red"]).split()) & set(str(checked["black"]).split()))
    if shared:
        reasons.add("black", Said("red starts on {squares} already", squares=Series(shared, COMMAS)))
    if reasons:
        raise OptionError(Said("{game}: {reasons}", game=FACTS.name, reasons=Series(reasons, SEMICOLONS)))
    return checked

"""Ways to set a board up for a test, by naming squares or by drawing, and to look at what stands on it.

They write and read the position texts of the rules files by themselves, so that a fault in the notation shows.
"""

from __future__ import annotations

import re

import tavoliere as tv
from tests.rules import engine

LETTERS = "abcdefghijkl"


def board_field(columns: int, rows: int, standing: dict[str, str]) -> str:
    """The board field of a position text for what stands on the named squares."""
    names = {f"{letter}{row + 1}" for letter in LETTERS[:columns] for row in range(rows)}
    assert standing.keys() <= names
    lines = ("".join(standing.get(f"{letter}{row}", ".") for letter in LETTERS[:columns]) for row in range(rows, 0, -1))
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), line) for line in lines)


def placed(**pieces: str) -> dict[str, str]:
    """What stands where, from lists of squares: `placed(k="e5", w="d5 f5")`."""
    standing: dict[str, str] = {}
    for letter, squares in pieces.items():
        for square in squares.split():
            assert square not in standing
            standing[square] = letter
    return standing


def drawn(drawing: str) -> dict[str, str]:
    """What stands where, from a drawing: rows from the top, a dot for an empty square, spaces between squares."""
    lines = [line.split() for line in drawing.strip().splitlines()]
    return {
        f"{LETTERS[column]}{len(lines) - place}": sign
        for place, line in enumerate(lines)
        for column, sign in enumerate(line)
        if sign != "."
    }


def standing(position: tv.Position) -> dict[str, str]:
    """What stands where, read from a position's text."""
    field = str(position).split(" ")[0]
    lines = field.split("/")
    found: dict[str, str] = {}
    for place, line in enumerate(lines):
        column = 0
        for token in re.findall(r"[0-9]+|\([a-z]+\)|.", line):
            if token.isdigit():
                column += int(token)
                continue
            found[f"{LETTERS[column]}{len(lines) - place}"] = token
            column += 1
    return found


def at(position: tv.Position, square: str) -> str:
    """What stands on a square, a dot for nothing."""
    return standing(position).get(square, ".")


def squares_of(position: tv.Position, letter: str) -> str:
    """The squares where a sign stands, sorted, in one text."""
    return " ".join(sorted(square for square, sign in standing(position).items() if sign == letter))


def tablut(turn: str, **pieces: str) -> tv.Position:
    """A position of Tablut: `k`, `w` and `b` name squares."""
    return engine.position("tablut", f"{board_field(9, 9, placed(**pieces))} {turn}")


def never_alone(turn: str, r: str, b: str, passes: int = 0) -> tv.Position:
    return engine.position("never-alone", f"{board_field(8, 8, placed(r=r, b=b))} {turn} {passes}")


def pathwayz(turn: str, drawing: str) -> tv.Position:
    return engine.position("pathwayz", f"{board_field(12, 8, drawn(drawing))} {turn}")


CORNERS = dict.fromkeys(("a1", "a8", "h1", "h8"), "#")


def pillars(turn: str, stacks: dict[str, str], reserves: str = "0-0", quiet: int = 0) -> tv.Position:
    """The movement stage of Pit of Pillars: stacks bottom to top by squares, `W` and `R` for pillars."""
    signs = {
        square: f"({men})" if len(men) > 1 else men for squares, men in stacks.items() for square in squares.split()
    }
    field = board_field(8, 8, signs | CORNERS)
    return engine.position("pit-of-pillars", f"{field} {turn} m {reserves} - {quiet}")


def entering(turn: str, w: str, r: str, last: str) -> tv.Position:
    """The entering stage of Pit of Pillars."""
    field = board_field(8, 8, placed(w=w, r=r) | CORNERS)
    return engine.position("pit-of-pillars", f"{field} {turn} e 0-0 {last} 0")


SMALL = {"size": 5, "holes": "c3"}
SMALL_TOWERS = {2: "c1 c5", 3: "c1 a3 c5", 4: "c1 a3 c5 e3"}
HOLES = "c3 c7 g3 g7 e5"


def pit(turn: str, reserves: str, barriers: str = "-", players: int = 2, **pieces: str) -> tv.Position:
    """A position of Pit on the usual board."""
    field = board_field(9, 9, placed(o=HOLES, **pieces))
    return engine.position("pit", f"{field} {turn} {reserves} {barriers}", players=players)


def small_pit(turn: str, reserves: str, barriers: str = "-", players: int = 2, **pieces: str) -> tv.Position:
    """A position of Pit on a board of 5x5 with one hole, c3."""
    field = board_field(5, 5, placed(o="c3", **pieces))
    text = f"{field} {turn} {reserves} {barriers}"
    return engine.position("pit", text, players=players, towers=SMALL_TOWERS[players], **SMALL)

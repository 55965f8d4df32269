"""Position texts with something changed: most are wrong, some are not, and both sides must agree on which."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import tavoliere as tv
from tests.differential import starts
from tests.differential.driver import Case, Options, oracle_of

ALPHABET = {
    "never-alone": "rbRB0123456789/ x-",
    "pathwayz": "wbWB0123456789/ *-",
    "pit": "wbrgWBRGo0123456789/ +,-nesak",
    "pit-of-pillars": "wrWR#()em0123456789/ -ahd",
    "tablut": "kwbKWB0123456789/ -",
}
STRANGE = "\t\n\u00a0\u0661\u00b2\uff11_.\u00e9x"
NUMBERS = (
    "0",
    "1",
    "2",
    "00",
    "01",
    "5",
    "6",
    "7",
    "9",
    "10",
    "29",
    "30",
    "31",
    "36",
    "99",
    "100",
    "101",
    "1000",
    "-1",
    "+1",
    "",
)

Mutation = Callable[[str, str, random.Random], str]


def text_cases(game: str, count: int, chance: random.Random) -> Iterator[Case]:
    """Changed texts, ten from each of some positions, and for games with options also changed options."""
    while count > 0:
        options, text = starts.written(game, chance.choice(starts.kinds(game)), chance)
        for _ in range(10):
            yield Case(game, options, text=mutated(game, text, chance))
        if game in OPTIONS:
            yield options_case(game, chance)
        count -= 10


def mutated(game: str, text: str, chance: random.Random) -> str:
    """The text with one to three changes."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        text = chance.choice(MUTATIONS)(game, text, chance)
    return text


def options_case(game: str, chance: random.Random) -> Case:
    """Options that may be wrong, with the text of the start as the side that accepts them writes it."""
    options = OPTIONS[game](chance)
    try:
        text = str(tv.game(game, **dict(options)).start())
    except tv.OptionError:
        try:
            text = oracle_of(game).text(oracle_of(game).start(**dict(options)))
        except ValueError:
            text = "refused"
    return Case(game, options, text=text)


def _pit_options(chance: random.Random) -> Options:
    """Small crowded boards more often than others, since those are refused for the interesting reasons."""
    size = chance.choice([5, 5, 5, 6, 7, 9, 11, 4, 12])
    players = chance.choice([2, 3, 4, 4, 1, 5] if chance.random() < 0.2 else [2, 3, 4])
    squares = [f"{column}{row}" for column in "abcdefghijkl"[:size] for row in range(1, size + 1)]
    holes = chance.sample(
        squares, chance.choice([0, 1, 2, 4, 8, len(squares) // 2, len(squares) - chance.randint(7, 11)])
    )
    towers = chance.sample(
        [square for square in squares if square not in holes], chance.choice([players] * 9 + [players + 1])
    )
    if chance.random() < 0.1:
        holes.append(chance.choice([*squares, "z3", "a0", "A1", "a01"]))
    if chance.random() < 0.1:
        towers[0] = chance.choice([*squares, "z3", "e"])
    return ("players", players), ("size", size), ("holes", " ".join(holes)), ("towers", " ".join(towers))


def _never_alone_options(chance: random.Random) -> Options:
    squares = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
    names = [
        *chance.sample(squares, chance.choice([1, 2, 5, 40, 64])),
        *(["i1", "a9", ""] if chance.random() < 0.1 else []),
    ]
    cut = chance.randint(0, len(names))
    red, black = names[:cut], names[cut:]
    if red and chance.random() < 0.2:
        black.append(chance.choice(red))
    return ("red", " ".join(red)), ("black", " ".join(black))


OPTIONS = {"pit": _pit_options, "never-alone": _never_alone_options}
"""The games that have options."""


def _letter(game: str, chance: random.Random) -> str:
    return chance.choice(STRANGE if chance.random() < 0.05 else ALPHABET[game])


def _change(game: str, text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + _letter(game, chance) + text[place + 1 :]


def _delete(game: str, text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + text[place + 1 :]


def _insert(game: str, text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + _letter(game, chance) + text[place:]


def _swap_letters(game: str, text: str, chance: random.Random) -> str:
    """Two characters change places; on a board this moves pieces, which often gives another good text."""
    if len(text) < 2:
        return text
    letters = list(text)
    first, second = chance.sample(range(len(letters)), 2)
    letters[first], letters[second] = letters[second], letters[first]
    return "".join(letters)


def _swap_fields(game: str, text: str, chance: random.Random) -> str:
    return _swap_parts(text, " ", chance)


def _swap_rows(game: str, text: str, chance: random.Random) -> str:
    return _swap_parts(text, "/", chance)


def _swap_items(game: str, text: str, chance: random.Random) -> str:
    return _swap_parts(text, ",", chance)


def _swap_parts(text: str, separator: str, chance: random.Random) -> str:
    parts = text.split(separator)
    if len(parts) < 2:
        return text
    first, second = chance.sample(range(len(parts)), 2)
    parts[first], parts[second] = parts[second], parts[first]
    return separator.join(parts)


def _double(game: str, text: str, chance: random.Random) -> str:
    """A field, row or item stands there twice, in the place of another or besides."""
    separator = chance.choice(" /,")
    parts = text.split(separator)
    copied = chance.choice(parts)
    place = chance.randrange(len(parts))
    return separator.join([*parts[:place], copied, *parts[place + chance.randint(0, 1) :]])


def _drop(game: str, text: str, chance: random.Random) -> str:
    separator = chance.choice(" /,")
    parts = text.split(separator)
    del parts[chance.randrange(len(parts))]
    return separator.join(parts)


def _other_number(game: str, text: str, chance: random.Random) -> str:
    """A number becomes another one."""
    numbers = list(re.finditer("[0-9]+", text))
    if not numbers:
        return text
    chosen = chance.choice(numbers[-3:] if chance.random() < 0.5 else numbers)
    return text[: chosen.start()] + chance.choice(NUMBERS) + text[chosen.end() :]


def _other_piece(game: str, text: str, chance: random.Random) -> str:
    """A piece becomes another one, or one empty square gets a piece: the row keeps its length."""
    board, space, rest = text.partition(" ")
    places = [place for place, letter in enumerate(board) if letter.isalpha() or letter == "1"]
    if not places:
        return text
    place = chance.choice(places)
    pieces = [letter for letter in ALPHABET[game] if letter.isalpha()]
    return board[:place] + chance.choice([*pieces, "1"]) + board[place + 1 :] + space + rest


def _another_barrier(game: str, text: str, chance: random.Random) -> str:
    """One more item in a list, sorted in or not: for Pit, a barrier."""
    head, comma, tail = text.rpartition(" ")
    item = f"{chance.choice('abcdefghijkl')}{chance.randint(1, 12)}{chance.choice('neesw')}"
    items = [*(tail.split(",") if tail != "-" else []), item]
    return head + comma + ",".join(sorted(items) if chance.random() < 0.8 else items)


def _split_run(game: str, text: str, chance: random.Random) -> str:
    """A run of empty squares written in two parts, or with a zero before it."""
    runs = list(re.finditer("[2-9]", text.partition(" ")[0]))
    if not runs:
        return text
    run = chance.choice(runs)
    first = chance.randint(0, int(run[0]))
    return f"{text[: run.start()]}{first}{int(run[0]) - first}{text[run.end() :]}"


def _surround(game: str, text: str, chance: random.Random) -> str:
    """White space around the text, or doubled inside."""
    return chance.choice([" " + text, text + " ", text + "\n", text.replace(" ", "  ", 1), text.replace(" ", "\t", 1)])


MUTATIONS: tuple[Mutation, ...] = (
    _change, _delete, _insert, _swap_letters, _swap_letters, _swap_fields, _swap_rows, _swap_rows, _swap_items, _double,
    _drop, _other_number, _other_number, _other_piece, _other_piece, _other_piece, _another_barrier, _split_run,
    _surround,
)  # fmt: skip

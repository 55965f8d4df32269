"""Reading is linear, whatever is written: twice the text is at most 2.2 times the work, counted in steps."""

import contextlib
import io
import json
import re

import pytest

import tavoliere as tv
from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.uploads import read_upload
from tavoliere.games import own_games
from tavoliere.play.ugi import parse_command, parse_info
from tavoliere.records import read_jsonl, scan
from tavoliere.records.check import Checker
from tavoliere.search.specs import parse_spec
from tests.steps import Counted, Steps, steps_of

MOST = 2.2
SIZE = 400
HEAD = '[Game "tablut"]\n[Rules "1"]\n[Result "*"]\n\n'
GENEROUS = Limits(record=10**7, record_games=10**6, turns=10**6, text=10**6)

HOSTILE_TEXTS = {
    "a comment of empty lines": lambda n: HEAD + "{" + "\n" * n + "}" + " *",
    "a comment that is never closed": lambda n: HEAD + "{" + "\n" * n,
    "comments that are never closed": lambda n: (HEAD + "{{{\n") * n,
    "a comment of escapes": lambda n: HEAD + "{" + "\\}" * n + "} *",
    "a comment of escapes over lines": lambda n: HEAD + "{" + "\\}\n" * n + "} *",
    "a backslash before each end of a line": lambda n: HEAD + "{" + "\\\n" * n + "} *",
    "comments side by side": lambda n: HEAD + "{}" * n + " *",
    "comments a line each": lambda n: HEAD + "{ \n}" * n + " *",
    "braces only": lambda n: HEAD + "{" * n + "}" * n + " *",
    "brackets only": lambda n: "[\n" * n,
    "tags": lambda n: HEAD.rstrip() + "\n" + "".join(f'[T{i} "{i}"]\n' for i in range(n)) + "\n*",
    "a tag that stands twice": lambda n: HEAD.rstrip() + "\n" + '[T "x"]\n' * n + "\n*",
    "a tag of backslashes": lambda n: '[Game "' + "\\\\" * n + '"]\n\n*',
    "a tag that is never closed": lambda n: '[Game "' + "\\" * n + "\n\n*",
    "a tag with a tail of spaces": lambda n: '[Game "tablut"]' + " " * n + "x\n\n*",
    "options": lambda n: f'[Game "tablut"]\n[Options "{"a=1; " * n}"]\n\n*',
    "options named": lambda n: f'[Game "tablut"]\n[Options "{"; ".join(f"a{i}=1" for i in range(n))}"]\n\n*',
    "a long position": lambda n: '[Game "tablut"]\n[Rules "1"]\n[Position "' + "9/" * n + '"]\n[Result "*"]\n\n*',
    "a long version": lambda n: '[Game "tablut"]\n[Rules "' + "1" * n + '"]\n\n*',
    "a long result": lambda n: HEAD + "0-" * n + "0",
    "results and no end": lambda n: HEAD + "0-0-0x " * n,
    "numbers": lambda n: HEAD + "1. " * n + "*",
    "digits": lambda n: HEAD + "1" * n,
    "a long move": lambda n: HEAD + "1. " + "e4-" * n + " *",
    "marks only": lambda n: HEAD + "1. e4-f4" + "!?" * n + " *",
    "marks of many turns": lambda n: HEAD + "1. e4-f4?? {x} " * n + " *",
    "variations inside each other": lambda n: HEAD + "1. e4-f4 " + "(1. e4-f4 " * n + "*",
    "variations side by side": lambda n: HEAD + "1. e4-f4 " + "(1. e4-g4) " * (n // 12) + "*",
    "empty games": lambda n: (HEAD + "*\n\n") * (n // 12),
    "games without tags": lambda n: "1. e4-f4 *\n\n" * n,
    "spaces": lambda n: HEAD + " " * n + "*",
    "empty lines": lambda n: HEAD + "\n" * n + "*",
    "signs out of place": lambda n: HEAD + "] " * n,
}


def consumed(found):
    for _ in found:
        pass


@pytest.mark.parametrize("kind", HOSTILE_TEXTS, ids=lambda kind: kind.replace(" ", "-"))
@pytest.mark.parametrize("read", ["scanned", "checked", "uploaded"])
def test_a_hostile_game_file_costs_no_more_than_its_length(kind, read):
    def work(text):
        with contextlib.suppress(Refusal):
            if read == "scanned":
                consumed(scan(text))
            elif read == "checked":
                consumed(Checker().check(text))
            else:
                read_upload("tav", text, GENEROUS)

    assert_linear(work, HOSTILE_TEXTS[kind])


def lines_of(**fields):
    return json.dumps({"game": "tablut", **fields})


HOSTILE_LINES = {
    "empty objects": lambda n: "{}\n" * n,
    "records": lambda n: (lines_of(turns=["e4-f4"]) + "\n") * (n // 12),
    "no end": lambda n: '{"game": "' * n,
    "nested lists": lambda n: "[" * n,
    "lists in turns": lambda n: lines_of(turns=[]).replace("[]", "[" * n + "]" * n),
    "fields": lambda n: lines_of(**{f"x{i}": "" for i in range(n)}),
    "tags": lambda n: lines_of(other_tags={f"x{i}": "" for i in range(n)}),
    "options": lambda n: lines_of(options={f"x{i}": "" for i in range(n)}),
    "comments": lambda n: lines_of(comments=["}"] * n),
    "a long number": lambda n: '{"game": "tablut", "rules_version": ' + "1" * n + "}",
    "variations": lambda n: lines_of(turns=[{"move": "e4-f4", "variations": [["e4-g4"]] * (n // 12)}]),
    "a long move": lambda n: lines_of(turns=["e4-" * n]),
    "other ends of lines": lambda n: "\u2028\x0b\x0c\x85" * n,
    "spaces": lambda n: " " * n + "\n" + " " * n,
}


@pytest.mark.parametrize("kind", HOSTILE_LINES, ids=lambda kind: kind.replace(" ", "-"))
@pytest.mark.parametrize("read", ["read", "uploaded"])
def test_hostile_json_lines_cost_no_more_than_their_length(kind, read):
    def work(text):
        with contextlib.suppress(ValueError, Refusal):
            if read == "read":
                consumed(read_jsonl(io.StringIO(text)))
            else:
                read_upload("jsonl", text, GENEROUS)

    assert_linear(work, HOSTILE_LINES[kind])


SIGNS = (
    "1",
    "9",
    "/",
    "w",
    "k",
    "b",
    "-",
    " ",
    "*",
    "@",
    "+",
    ",",
    "(",
    "a1",
    "e4-",
    "e4x",
    "a1n",
    "w5,",
    "0",
    "é",
    "\t- ",
)
"""What positions, turns, players and commands are made of, in any game."""


@pytest.mark.parametrize("name", own_games())
def test_hostile_positions_and_turns_cost_no_more_than_their_length(name):
    game = tv.game(name)
    start = game.start()
    field = str(start).split(" ")

    def read_position(text):
        with contextlib.suppress(tv.PositionError):
            game.position(text)

    def read_turn(text):
        with contextlib.suppress(tv.IllegalMove):
            start.play(text)

    for sign in SIGNS:
        assert_linear(read_position, lambda n, sign=sign: sign * (n // 4))
        assert_linear(read_position, lambda n, sign=sign: " ".join([sign * (n // 4), *field[1:]]))
        assert_linear(read_position, lambda n, sign=sign: " ".join([*field[:-1], sign * (n // 4)]))
        assert_linear(read_turn, lambda n, sign=sign: sign * n)
        assert_linear(read_turn, lambda n, sign=sign: start.legal_moves()[0] + sign * n)


def test_hostile_names_of_players_and_words_of_engines_cost_no_more_than_their_length():
    def read(parse):
        def work(text):
            with contextlib.suppress(ValueError):
                parse(text)

        return work

    for sign in (*SIGNS, ":", "=", "nodes=1,", "level:", "x=1,"):
        assert_linear(read(parse_spec), lambda n, sign=sign: "mcts:" + sign * n)
        assert_linear(read(parse_spec), lambda n, sign=sign: sign * n)
        for word in ("position fen ", "position startpos moves ", "setoption name ", "go ", "query ", ""):
            assert_linear(read(parse_command), lambda n, sign=sign, word=word: word + f"{sign} " * n)
        assert_linear(read(parse_info), lambda n, sign=sign: "info " + f"{sign} " * n)
    for word in ("moves ", "value ", "nodes 1 ", "pv ", "score "):
        assert_linear(read(parse_command), lambda n, word=word: "position fen " + word * n)
        assert_linear(read(parse_command), lambda n, word=word: "go " + word * n)
        assert_linear(read(parse_info), lambda n, word=word: "info " + word * n)


def assert_linear(work, text_of):
    """Compare one size with twice the size."""
    work(text_of(24))
    small, large = text_of(SIZE), text_of(2 * SIZE)
    once, twice = (steps_of(lambda text=text: work(text)) for text in (small, large))
    longer = max(2.0, len(large) / len(small))
    assert twice <= MOST / 2 * longer * once, f"{once} steps, then {twice}"


def test_the_counter_finds_what_is_not_linear():
    """The reader that looked for the end of a comment anew for every line would not have passed."""
    closed = re.compile(r"\{(?:[^}\\]|\\.)*\}")

    def anew(text):
        lines = iter(text.splitlines(keepends=True))
        line = next(lines, "")
        with Steps() as steps:
            counted = Counted(closed, steps._charge)
            while counted.match(line, 0) is None and (following := next(lines, "")):
                line += following
        return steps.count

    once, twice = anew("{" + "\n" * SIZE), anew("{" + "\n" * 2 * SIZE)
    assert twice > 3 * once


def test_long_comments_are_read_as_they_were():
    text = HEAD + "{one\ntwo\\} \\\\\nthree} 1. e4-f4 {a}{b} {c\n} *\n"
    (record,) = scan(text)
    assert record.comments == ("one\ntwo} \\\nthree",)
    assert record.turns[0].comments == ("a", "b", "c\n")


def test_an_unclosed_comment_is_told_with_its_place():
    (error,) = scan(HEAD + "1. e4-f4\n  {never\nclosed")
    assert str(error) == "line 6, column 3: a comment is not closed"

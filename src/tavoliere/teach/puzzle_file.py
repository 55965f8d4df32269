"""The file of a game's puzzles, `puzzles.jsonl` beside its ruleset: a header, then a line of JSON for each puzzle.

What can be seen at a glance is checked when it is read: fields, positions, turns, themes. Whether the puzzles are true
is proven by `tavoliere mine GAME --prove`, which takes longer. A broken file is told by name, with its first faults.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tavoliere.core.beside import text_beside
from tavoliere.core.errors import IllegalMove, OptionError, PositionError
from tavoliere.core.position import Game
from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import Said
from tavoliere.games import ruleset as ruleset_of
from tavoliere.search.ladder import MOST_LEVELS
from tavoliere.teach.puzzle import KINDS, Answer, Plan, Puzzle, Puzzles, Refutation
from tavoliere.teach.themes import theme_text

FILE = "puzzles.jsonl"
FORMAT, VERSION = "tavoliere puzzles", 1
FIELDS = (
    "id", "options", "position", "kind", "turns", "within", "level", "themes", "line", "endings", "plan", "wrong",
)  # fmt: skip
ID = re.compile(r"[0-9a-f]{8}")
MOST_BYTES = 300_000
MOST_TURNS = 40
MOST_DEPTH = 12
SHOWN_FAULTS = 5


class PuzzleError(ValueError):
    """A file of puzzles is wrong; `faults` lists everything, each with its line."""

    def __init__(self, game: str, faults: list[str]) -> None:
        self.faults = tuple(faults)
        shown = "; ".join(faults[:SHOWN_FAULTS])
        super().__init__(Said("the puzzles of {game} ({file}) are wrong: {faults}", game=game, file=FILE, faults=shown))


@functools.cache
def puzzles(game: str) -> Puzzles:
    """The puzzles of a game, by the game's name; none where it brings none. `PuzzleError` says what is wrong.

    >>> for puzzle in list(puzzles("tablut"))[:1]:
    ...     print(puzzle.start().why_not(puzzle.turns[0]))
    None
    """
    return puzzles_of(ruleset_of(game))


def puzzles_of(ruleset: Ruleset) -> Puzzles:
    """The same of a ruleset, read anew."""
    text = text_beside(ruleset.where, FILE)
    return Puzzles(ruleset) if text is None else read_puzzles(ruleset, text)


def read_puzzles(ruleset: Ruleset, text: str) -> Puzzles:
    """The puzzles that a text tells. `PuzzleError` names everything that is wrong with it."""
    name = ruleset.facts.name
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise PuzzleError(name, [Said("it has more than {most} bytes", most=MOST_BYTES)])
    first, *lines = text.splitlines() or [""]
    faults = list(_header_faults(ruleset, first))
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(lines, start=2):
        try:
            puzzle = puzzle_of(ruleset, json.loads(line))
        except (ValueError, RecursionError) as problem:
            faults.append(Said("line {number}: {problem}", number=number, problem=str(problem)))
            continue
        if puzzle.id in found:
            faults.append(Said("line {number}: there are two of the id {id}", number=number, id=puzzle.id))
        found[puzzle.id] = puzzle
    if faults:
        raise PuzzleError(name, faults)
    return Puzzles(ruleset, tuple(sorted(found.values(), key=lambda puzzle: (puzzle.level, puzzle.id))))


def header(ruleset: Ruleset) -> dict[str, Any]:
    """The first line of a file."""
    facts = ruleset.facts
    return {"format": FORMAT, "version": VERSION, "game": facts.name, "rules_version": facts.rules_version}


def _header_faults(ruleset: Ruleset, line: str) -> Iterator[str]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        yield Said("line 1: this is not a file of puzzles")
        return
    for name, wanted in header(ruleset).items():
        if found.get(name) != wanted:
            yield Said("line 1: {name} is {found}, not {wanted}", name=name, found=repr(found.get(name)), wanted=wanted)


def text_of(ruleset: Ruleset, puzzles: Iterable[Puzzle]) -> str:
    """The file of some puzzles."""
    return "".join(f"{json_of(line)}\n" for line in (header(ruleset), *map(data_of, puzzles)))


def json_of(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


# A puzzle as data


def data_of(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as what its line says; what is empty is left out."""
    data: dict[str, Any] = {
        "id": puzzle.id,
        "options": _chosen_options(puzzle.game),
        "position": puzzle.position,
        "kind": puzzle.kind,
        "turns": list(puzzle.turns),
        "within": puzzle.within,
        "level": puzzle.level,
        "themes": list(puzzle.themes),
        "line": list(puzzle.line),
        "endings": list(puzzle.endings),
        "plan": _plan_data(puzzle.plan),
        "wrong": [[list(one.turns), one.reply] for one in puzzle.wrong],
    }
    return {name: value for name, value in data.items() if value not in ([], {})}


def _chosen_options(game: Game) -> dict[str, Any]:
    """The options that are not the usual ones."""
    usual = Game(game.ruleset, {}).options
    return {name: value for name, value in game.options.items() if value != usual[name]}


def _plan_data(plan: Plan) -> list[Any]:
    return [
        [list(answer.defences), answer.turn, *([] if answer.plan is None else [_plan_data(answer.plan)])]
        for answer in plan.answers
    ]


def puzzle_of(ruleset: Ruleset, data: Any) -> Puzzle:
    """The puzzle of a line; a `ValueError` says what is wrong with it."""
    if not isinstance(data, dict):
        raise ValueError(Said("a puzzle is an object of JSON"))
    for name in data:
        if name not in FIELDS:
            raise ValueError(Said("there is no field {name}", name=repr(name)))
    game = _game(ruleset, data.get("options", {}))
    puzzle = Puzzle(
        _matching(data, "id", ID),
        game,
        _text(data.get("position"), "position"),
        _one_of(data, "kind", KINDS),
        _texts(data.get("turns"), "turns"),
        _number(data, "within", MOST_TURNS),
        _number(data, "level", MOST_LEVELS + 1),
        _texts(data.get("themes", []), "themes"),
        _texts(data.get("line"), "line"),
        _texts(data.get("endings", []), "endings"),
        _plan(data.get("plan", []), 0),
        tuple(_refutations(data.get("wrong", []))),
    )
    _look_over(puzzle)
    return puzzle


def _look_over(puzzle: Puzzle) -> None:
    """The position is one, the good turns and the line can be played, the themes have words."""
    try:
        start = puzzle.start()
        if start.outcome is not None or not puzzle.turns or puzzle.line[:1] != puzzle.turns[:1]:
            raise ValueError(Said("the game is over, or there is no good turn"))
        for turn in puzzle.turns:
            start.exact_actions(turn)
        for turn in puzzle.line:
            start.exact_actions(turn)
            start = start.play(turn)
    except (PositionError, IllegalMove) as problem:
        raise ValueError(str(problem)) from None
    for theme in puzzle.themes:
        if theme_text(puzzle.game, theme) is None:
            raise ValueError(Said("there is no theme {name}", name=repr(theme)))


def _game(ruleset: Ruleset, options: Any) -> Game:
    if not isinstance(options, dict):
        raise ValueError(Said("options is an object of JSON"))
    try:
        return Game(ruleset, options)
    except (OptionError, TypeError) as problem:
        raise ValueError(str(problem)) from None


def _plan(data: Any, depth: int) -> Plan:
    if not isinstance(data, list) or depth > MOST_DEPTH:
        raise ValueError(Said("a plan is a list of answers"))
    return Plan(tuple(_answer(one, depth) for one in data))


def _answer(data: Any, depth: int) -> Answer:
    if not isinstance(data, list) or len(data) not in (2, 3):
        raise ValueError(Said("an answer is a list of defences, a turn and perhaps a plan"))
    plan = _plan(data[2], depth + 1) if len(data) == 3 else None
    return Answer(_texts(data[0], "defences"), _text(data[1], "answer"), plan)


def _refutations(data: Any) -> Iterator[Refutation]:
    if not isinstance(data, list):
        raise ValueError(Said("wrong is a list of turns and what is answered to them"))
    for one in data:
        if not isinstance(one, list) or len(one) != 2 or not isinstance(one[1], str):
            raise ValueError(Said("wrong is a list of turns and what is answered to them"))
        yield Refutation(_texts(one[0], "wrong"), one[1])


def _text(found: Any, name: str) -> str:
    if not isinstance(found, str) or not found:
        raise ValueError(Said("{name} is a text, not {found}", name=name, found=repr(found)[:80]))
    return found


def _texts(found: Any, name: str) -> tuple[str, ...]:
    if not isinstance(found, list):
        raise ValueError(Said("{name} is a list of texts, not {found}", name=name, found=repr(found)[:80]))
    return tuple(_text(one, name) for one in found)


def _number(data: dict[str, Any], name: str, most: int) -> int:
    found = data.get(name)
    if isinstance(found, bool) or not isinstance(found, int) or not 1 <= found <= most:
        raise ValueError(Said("{name} is a number from 1 to {most}, not {found}", name=name, most=most, found=found))
    return found


def _one_of(data: dict[str, Any], name: str, known: tuple[str, ...]) -> str:
    found = data.get(name)
    if found not in known:
        raise ValueError(
            Said("{name} is one of {known}, not {found}", name=name, known=", ".join(known), found=repr(found))
        )
    return str(found)


def _matching(data: dict[str, Any], name: str, form: re.Pattern[str]) -> str:
    found = data.get(name)
    if not isinstance(found, str) or form.fullmatch(found) is None:
        raise ValueError(Said("{name} is eight digits from 0 to f, not {found}", name=name, found=repr(found)))
    return found

"""The words of UGI, a text protocol like UCI for any game: lines into values and back. Nothing here reads or writes.

Positions of our games hold spaces, so a position is all words up to `moves`. A turn is always one word. Players are
`p1` to `p4` in the order of turns.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence

from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.search.players import Choice

NO_MOVE = "(none)"
CERTAIN_SCORE = 30_000
LONGEST_LINE = 1 << 20
LARGEST = 10**15
QUERIES = ("gameover", "p1turn", "result", "turn")
PLAYER_NUMBERS = range(1, 5)
LIMITS = ("movetime", "nodes", "depth")
NO_NUMBER = -LARGEST - 1


@dataclasses.dataclass(frozen=True)
class SimpleCommand:
    """A command without arguments: `ugi`, `isready`, `uginewgame`, `stop` or `quit`."""

    name: str


@dataclasses.dataclass(frozen=True)
class SetOption:
    """`setoption name NAME value VALUE`; both may hold spaces."""

    name: str
    value: str


@dataclasses.dataclass(frozen=True)
class SetPosition:
    """`position startpos|fen TEXT [moves ...]`; an empty text means the start."""

    text: str
    moves: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Go:
    """`go` with its limits; times in milliseconds, by the number of the player where they are clocks."""

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False
    clocks: Mapping[int, int] = dataclasses.field(default_factory=dict)
    increments: Mapping[int, int] = dataclasses.field(default_factory=dict)
    moves_to_go: int | None = None
    ignored: tuple[str, ...] = ()
    """Limits without a number, which do not count."""


@dataclasses.dataclass(frozen=True)
class Query:
    """`query gameover|p1turn|result|turn`."""

    what: str


Command = SimpleCommand | SetOption | SetPosition | Go | Query
SIMPLE = ("ugi", "isready", "uginewgame", "stop", "quit")


def parse_command(line: str) -> Command | None:
    """What somebody asks of an engine. None for an empty line; a `ValueError` says why a line is not understood.

    >>> parse_command("  position   startpos moves  d2 f8 ")
    SetPosition(text='', moves=('d2', 'f8'))
    >>> parse_command("query result")
    Query(what='result')
    """
    words = line.split()
    if not words:
        return None
    name, *rest = words
    if name in SIMPLE:
        return SimpleCommand(name)
    if name == "setoption":
        return _set_option(rest)
    if name == "position":
        return _set_position(rest)
    if name == "go":
        return _go(rest)
    if name == "query":
        if len(rest) != 1 or rest[0] not in QUERIES:
            raise ValueError(
                Said(
                    "a query is one of {queries}, not {rest}",
                    queries=", ".join(QUERIES),
                    rest=repr(" ".join(rest)[:80]),
                )
            )
        return Query(rest[0])
    raise ValueError(Said("unknown command {name}", name=repr(name[:80])))


def _set_option(words: Sequence[str]) -> SetOption:
    if not words or words[0] != "name":
        raise ValueError(Said("an option is set by `setoption name NAME value VALUE`"))
    place = words.index("value") if "value" in words else len(words)
    name = " ".join(words[1:place])
    if not name:
        raise ValueError(Said("setoption without a name"))
    return SetOption(name, " ".join(words[place + 1 :]))


def _set_position(words: Sequence[str]) -> SetPosition:
    place = words.index("moves") if "moves" in words else len(words)
    fields, moves = words[:place], tuple(words[place + 1 :])
    if list(fields) == ["startpos"]:
        return SetPosition("", moves)
    if len(fields) > 1 and fields[0] == "fen":
        return SetPosition(" ".join(fields[1:]), moves)
    raise ValueError(Said("a position is `startpos` or `fen` and a position text, then perhaps `moves` and turns"))


def _go(words: Sequence[str]) -> Go:
    """The limits, at least 1 each; words that nobody knows are skipped with the number that may follow them."""
    numbers: dict[str, int] = {}
    infinite = False
    for place, word in enumerate(words):
        if word == "infinite":
            infinite = True
        elif not _is_number(word):
            is_followed = place + 1 < len(words) and _is_number(words[place + 1])
            numbers[word] = _number(words[place + 1]) if is_followed else NO_NUMBER
    limits = {name: max(1, numbers[name]) for name in LIMITS if numbers.get(name, NO_NUMBER) != NO_NUMBER}
    return Go(
        limits.get("movetime"),
        limits.get("nodes"),
        limits.get("depth"),
        infinite,
        {player: max(0, numbers[f"p{player}time"]) for player in PLAYER_NUMBERS if f"p{player}time" in numbers},
        {player: max(0, numbers[f"p{player}inc"]) for player in PLAYER_NUMBERS if f"p{player}inc" in numbers},
        numbers["movestogo"] if numbers.get("movestogo", 0) > 0 else None,
        tuple(name for name in LIMITS if numbers.get(name) == NO_NUMBER),
    )


def _is_number(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit()


def _number(word: str) -> int:
    """A number of sane size; a clock that has run over is negative."""
    digits = word.removeprefix("-")
    size = LARGEST if len(digits) > 15 else int(digits)
    return -size if word.startswith("-") else size


def position_command(text: str, moves: Sequence[str]) -> str:
    """The line that hands a position over; an empty text means the start."""
    words = ["position", *(["fen", text] if text else ["startpos"])]
    return " ".join([*words, "moves", *moves] if moves else words)


def player_word(game: Game, letter: str) -> str:
    """A player by number, in the order of turns: `p1`."""
    return f"p{game.players.index(letter) + 1}"


def answer_to(query: Query, position: Position) -> str:
    """The response to a query about a position.

    >>> import tavoliere as tv
    >>> answer_to(Query("turn"), tv.game("pit", players=3).start().play("d2"))
    'response p2'
    """
    outcome = position.outcome
    if query.what == "gameover":
        answer = "true" if outcome is not None else "false"
    elif query.what == "p1turn":
        answer = "true" if position.turn == position.game.players[0] else "false"
    elif query.what == "turn":
        answer = player_word(position.game, position.turn)
    elif outcome is None:
        answer = "none"
    else:
        answer = f"{player_word(position.game, outcome.winner)}win" if outcome.winner else "draw"
    return f"response {answer}"


# What an engine says about a search


@dataclasses.dataclass(frozen=True)
class Info:
    """What an `info` line said; whatever it left out is None or empty."""

    depth: int | None = None
    nodes: int | None = None
    chance: float | None = None
    """What the mover can expect, between 0 and 1."""
    line: tuple[str, ...] = ()


INFO_WORDS = ("depth", "seldepth", "nodes", "time", "score", "pv", "nps", "hashfull", "multipv", "currmove", "wdl")


def parse_info(line: str) -> Info:
    """What can be understood of an `info` line; the rest is nobody's fault.

    >>> parse_info("info depth 3 nodes 900 score cp 0 pv e4-f4 d9-d6")
    Info(depth=3, nodes=900, chance=0.5, line=('e4-f4', 'd9-d6'))
    """
    words = line.split()[1:]
    if words[:1] == ["string"]:
        return Info()
    found: dict[str, list[str]] = {}
    key = ""
    for word in words:
        if key != "pv" and word in INFO_WORDS:
            key = word
            found[key] = []
        elif key:
            found[key].append(word)
    return Info(
        _first_number(found.get("depth")),
        _first_number(found.get("nodes")),
        _chance(found.get("score", [])),
        tuple(found.get("pv", ())),
    )


def _first_number(words: Sequence[str] | None) -> int | None:
    return _number(words[0]) if words and _is_number(words[0]) and not words[0].startswith("-") else None


def _chance(words: Sequence[str]) -> float | None:
    """A score as a chance: `cp` by the usual curve of Elo, `mate` as certainty."""
    if len(words) < 2 or not _is_number(words[1]):
        return None
    number = _number(words[1])
    if words[0] == "mate":
        return float(number > 0)
    if words[0] == "cp":
        return 1 / (1 + 10 ** (-max(-CERTAIN_SCORE, min(CERTAIN_SCORE, number)) / 400))
    return None


def score_of(chance: float, proven: str) -> int:
    """A chance on the scale of `score cp`: 400 is a chance of ten to one, as in Elo; a certain result is 30000."""
    if proven:
        return {"win": CERTAIN_SCORE, "loss": -CERTAIN_SCORE}.get(proven, 0)
    near = min(max(chance, 0.001), 0.999)
    return round(400 * math.log10(near / (1 - near)))


def info_lines(position: Position, choice: Choice) -> list[str]:
    """What our engine tells before its `bestmove`; with more than two players also what each can expect."""
    line = turns_of(position, choice.line) or [choice.move]
    depth = choice.depth or len(line)
    score = score_of(choice.values[position.turn], choice.proven)
    told = f"info depth {depth} nodes {choice.nodes} time {round(1000 * choice.seconds)} score cp {score}"
    lines = [f"{told} pv {' '.join(line)}"]
    if len(position.game.players) > 2:
        values = " ".join(
            f"{player_word(position.game, letter)} {value:.3f}" for letter, value in choice.values.items()
        )
        lines.append(f"info string expected {values}")
    return lines


def turns_of(position: Position, line: Sequence[str]) -> list[str]:
    """The whole turns of a line given as actions or as turns; what is incomplete or odd at its end is left out."""
    turns: list[str] = []
    before = now = position.before_turn()
    actions: list[int] = []
    for text in line:
        try:
            if not actions and before.why_not(text) is None:
                turns.append(before.read_move(text))
                before = now = before.play(text)
                continue
            action = now.action_from_text(text)
        except ValueError:
            break
        actions.append(action)
        now = now.act(action)
        if not now.pending:
            turns.append(before.actions_to_turn(actions))
            before, actions = now, []
    return turns

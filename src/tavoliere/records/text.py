"""The PGN-like text format: tags in brackets, numbered turns, comments, variations, a result.

    [Game "pit"]
    [Rules "1"]
    [Options "players=3"]
    [White "Anna"]
    [Result "*"]

    1. d2 2. a6!? {a careful start} (2. b8) 3. d8 *

Turns are numbered one by one, whoever makes them, so that the numbers mean the same for two, three and four players. In
comments and tag values a backslash stands before a quote, a closing brace or a backslash. Nothing is guessed: what does
not fit is an error with its line and column.
"""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TextIO

from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.records.record import (
    DATE,
    LONGEST_LINE,
    MOST_NESTED,
    Record,
    RecordError,
    Turn,
    check_result,
    checked_game,
    checked_start,
    empty_variation,
    nested_variation,
    played,
    possible_results,
    wrong_date,
    wrong_result,
)

WIDTH = 100
TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\]++|\\.)*+)"\]\s*')
# Comments are not among the tokens: they may run over many lines, and nothing in them is looked at twice.
TOKEN = re.compile(
    r"""(?P<space>\s+) | (?P<open>\() | (?P<close>\))
      | (?P<number>[0-9]+\.(?=\s|$)) | (?P<result>(?:1/2|[01])(?:-(?:1/2|[01]))+(?=\s|$)|\*(?=\s|$))
      | (?P<mark>[!?]{1,2}+) | (?P<move>[^\s(){}\[\]!?]++)""",
    re.VERBOSE,
)
PLAIN = re.compile(r"[^(){}\[\]!?]*")
"""A line in which every word is a token of its own."""
WORD = re.compile(r"\S+")
RESULT = re.compile(r"(?:1/2|[01])(?:-(?:1/2|[01]))+|\*")
INSIDE = re.compile(r"(?:[^}\\]++|\\.)*+")
"""What of a line is inside a comment that began before it."""
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Token(NamedTuple):
    """A piece of the turns' text and where it stands."""

    kind: str
    text: str
    line: int
    column: int


class RawTag(NamedTuple):
    """A tag's value and where the tag stands."""

    value: str
    line: int


@dataclasses.dataclass
class RawRecord:
    """A game's part of a file, cut into tags and tokens but not yet understood."""

    line: int
    tags: dict[str, RawTag] = dataclasses.field(default_factory=dict)
    _tokens: list[Token] = dataclasses.field(default_factory=list)
    _lines: list[tuple[int, str]] = dataclasses.field(default_factory=list)
    """Plain lines behind the tokens, with their numbers: most games are proven right without cutting them up."""

    def add(self, token: Token) -> None:
        self.tokens.append(token)

    def add_plain(self, number: int, line: str) -> None:
        """Add a line in which every word is a token of its own."""
        self._lines.append((number, line))

    @property
    def tokens(self) -> list[Token]:
        """All pieces of the turns' text."""
        for number, line in self._lines:
            self._tokens += _words(number, line)
        self._lines.clear()
        return self._tokens

    @property
    def plain_words(self) -> list[str] | None:
        """The words of the turns' text, where every line of it is plain."""
        return None if self._tokens else [word for _, line in self._lines for word in line.split()]

    @property
    def has_turns(self) -> bool:
        """Whether anything has come behind the tags."""
        return bool(self._tokens or self._lines)

    @property
    def end(self) -> tuple[int, int]:
        """Where the last token stands."""
        return (self.tokens[-1].line, self.tokens[-1].column) if self.has_turns else (0, 0)


# Writing


def format_record(record: Record) -> str:
    """A record as text, ending in a newline."""
    lines = [f'[{name} "{_escaped(value, chr(34))}"]' for name, value in _tags(record)]
    return "\n".join([*lines, "", *_wrapped(_turn_words(record)), ""])


def write(records: Iterable[Record], file: TextIO) -> int:
    """Write records one after another, a blank line between them; returns how many."""
    count = 0
    for record in records:
        if count:
            file.write("\n")
        file.write(format_record(record))
        count += 1
    return count


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    game = record.game
    yield "Game", game.name
    yield "Rules", str(record.rules_version or game.facts.rules_version)
    if game.options:
        yield "Options", options_text(game)
    for letter in game.players:
        yield game.player_name(letter), record.players.get(letter, "?")
    if record.date:
        yield "Date", record.date
    if record.start:
        yield "Position", record.start
    yield "Result", record.result
    if record.reason:
        yield "Reason", record.reason
    yield from record.other_tags.items()


def options_text(game: Game) -> str:
    """All options in one line: `players=3; size=9; ...`."""
    return "; ".join(f"{name}={value}" for name, value in game.options.items())


def _turn_words(record: Record) -> Iterator[str]:
    yield from map(_comment, record.comments)
    yield from _line_words(record.turns, 1)
    yield record.result


def _line_words(turns: tuple[Turn, ...], number: int) -> Iterator[str]:
    for turn in turns:
        yield f"{number}. {turn.move}{turn.mark}"
        yield from map(_comment, turn.comments)
        for variation in turn.variations:
            yield "("
            yield from _line_words(variation, number)
            yield ")"
        number += 1


def _comment(text: str) -> str:
    return "{" + _escaped(text, "}") + "}"


def _escaped(text: str, closing: str) -> str:
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing)


def _wrapped(words: Iterator[str]) -> list[str]:
    """Words broken into lines; a comment keeps its spaces, so it is never broken inside."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


# Reading


def read(source: TextIO | str) -> Iterator[Record]:
    """The records of a file or a text, each replayed and verified; the first error is raised."""
    for found in scan(source):
        if isinstance(found, RecordError):
            raise found
        yield found


def scan(source: TextIO | str) -> Iterator[Record | RecordError]:
    """The records of a file, and an error in the place of each that is not right; reading goes on after it."""
    for raw in cut(source):
        if isinstance(raw, RecordError):
            yield raw
            continue
        try:
            yield understood(raw)
        except RecordError as error:
            yield error if error.line else RecordError(error.message, raw.line, 1)


def cut(source: TextIO | str) -> Iterator[RawRecord | RecordError]:
    """Cut a file into games. A tag after turns begins the next game; so it does after an error."""
    lines = _Lines(io.StringIO(source) if isinstance(source, str) else source)
    raw: RawRecord | None = None
    error: RecordError | None = None
    for number, line in lines:
        stripped = line.strip()
        starts = stripped.startswith("[") and (raw is None or raw.has_turns or error is not None)
        if starts and (raw is not None or error is not None):
            finished = error if error is not None else raw
            if finished is not None:
                yield finished
            raw, error = None, None
        if error is not None or not stripped:
            continue
        if raw is None:
            raw = RawRecord(number)
        try:
            _add_line(raw, number, line, lines)
        except RecordError as found:
            error = found
    if error is not None:
        yield error
    elif raw is not None:
        yield raw


class _Lines:
    """Numbered lines of a file."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.number = 0

    def __iter__(self) -> Iterator[tuple[int, str]]:
        while line := self.next_line():
            yield self.number, line

    def next_line(self) -> str:
        try:
            line = self._file.readline(LONGEST_LINE + 1)
        except UnicodeDecodeError as error:
            raise RecordError(Said("the file is not UTF-8 text"), self.number + 1, 1) from error
        self.number += 1
        if len(line) > LONGEST_LINE:
            told = Said("a line of more than {most} characters is no part of a game file", most=LONGEST_LINE)
            raise RecordError(told, self.number, 1)
        return line


def _add_line(raw: RawRecord, number: int, line: str, lines: _Lines) -> None:
    if line.lstrip().startswith("["):
        _add_tag(raw, number, line)
        return
    if not raw.tags:
        raise RecordError(Said('a game begins with its tags, the first of them [Game "..."]'), number, 1)
    _add_tokens(raw, number, line, lines)


def _add_tag(raw: RawRecord, number: int, line: str) -> None:
    column = len(line) - len(line.lstrip()) + 1
    match = TAG.fullmatch(line.lstrip())
    if match is None:
        raise RecordError(Said('a tag is written [Name "value"], one in a line'), number, column)
    if match[1] in raw.tags:
        raise RecordError(Said("the tag {tag} stands twice", tag=match[1]), number, column)
    raw.tags[match[1]] = RawTag(ESCAPED.sub(r"\1", match[2]), number)


def _words(number: int, line: str) -> Iterator[Token]:
    """What `_add_tokens` finds, sooner, in lines without comments, marks and variations, as most are."""
    for found in WORD.finditer(line):
        word = found[0]
        if word[-1] == "." and word.isascii() and word[:-1].isdigit():
            kind = "number"
        elif word[0] in "01*" and RESULT.fullmatch(word):
            kind = "result"
        else:
            kind = "move"
        yield Token(kind, word, number, found.start() + 1)


def _add_tokens(raw: RawRecord, number: int, line: str, lines: _Lines) -> None:
    if PLAIN.fullmatch(line):
        raw.add_plain(number, line)
        return
    at = 0
    while at < len(line):
        if line[at] == "{":
            written, line, end = _commented(line, at, lines)
            raw.add(Token("comment", written, number, at + 1))
            at, number = end, lines.number
            continue
        match = TOKEN.match(line, at)
        if match is None:
            raise RecordError(_out_of_place(line[at]), number, at + 1)
        kind = match.lastgroup or ""
        if kind != "space":
            raw.add(Token(kind, match[0], number, at + 1))
        at = match.end()


def _commented(line: str, at: int, lines: _Lines) -> tuple[str, str, int]:
    """A comment that begins at a place of a line, the line that it ends in, and where.

    It may run over many lines. Each sign is looked at once.
    """
    unclosed = RecordError(Said("a comment is not closed"), lines.number, at + 1)
    parts, length = ["{"], 1
    at += 1
    while True:
        match = INSIDE.match(line, at)
        assert match is not None
        end = match.end()
        length += end - at
        if length > LONGEST_LINE:
            raise unclosed
        parts.append(match[0])
        if line[end : end + 1] == "}":
            return "".join((*parts, "}")), line, end + 1
        # A backslash stands before a sign, not before the end of a line.
        following = "" if end < len(line) else lines.next_line()
        if not following:
            raise unclosed
        line, at = following, 0


def _out_of_place(written: str) -> Said:
    return Said("{written} cannot stand here", written=repr(written))


def understood(raw: RawRecord) -> Record:
    """A record out of tags and tokens, every turn of it replayed, the variations too."""
    record = header(raw)
    parser = _Parser(raw, record.game)
    comments = parser.comments()
    turns, last = parser.line(checked_start(record), 1, 0)
    result = parser.result()
    if record.result != result:
        told = Said("the turns end with {result}, but the tag says {tag}", result=result, tag=record.result)
        raise RecordError(told, *raw.end)
    record = dataclasses.replace(record, turns=turns, comments=comments)
    try:
        check_result(record, last)
    except RecordError as error:
        raise RecordError(error.message, *raw.end) from error
    return record


def header(raw: RawRecord) -> Record:
    """The record that the tags announce, without its turns."""
    tags = dict(raw.tags)
    game = _game(raw, tags)
    players = {
        letter: tags.pop(game.player_name(letter)).value for letter in game.players if game.player_name(letter) in tags
    }
    version, notes = _version(tags.pop("Rules", None), game)
    date = tags.pop("Date", RawTag("", 0))
    if DATE.fullmatch(date.value) is None:
        raise RecordError(wrong_date(date.value), date.line, 1)
    start = tags.pop("Position", RawTag("", 0))
    result = tags.pop("Result", RawTag("*", raw.line))
    if result.value not in possible_results(game):
        raise RecordError(wrong_result(result.value, game), result.line, 1)
    reason = tags.pop("Reason", RawTag("", 0)).value
    record = Record(
        game, (), result.value, reason, {letter: name for letter, name in players.items() if name != "?"}, date.value,
        start.value, version, other_tags={name: tag.value for name, tag in tags.items()}, notes=notes,
    )  # fmt: skip
    if start.value:
        try:
            checked_start(record)
        except RecordError as error:
            raise RecordError(error.message, start.line, 1) from error
    return record


def _game(raw: RawRecord, tags: dict[str, RawTag]) -> Game:
    named = tags.pop("Game", None)
    if named is None:
        raise RecordError(Said("the tag Game is missing"), raw.line, 1)
    options = tags.pop("Options", RawTag("", named.line))
    pairs = [part.split("=", 1) for part in options.value.split("; ")] if options.value else []
    if any(len(pair) != 2 for pair in pairs):
        raise RecordError(Said('options are written like "players=3; size=9"'), options.line, 1)
    try:
        return checked_game(named.value, dict(pairs))
    except RecordError as error:
        raise RecordError(error.message, named.line, 1) from error


def _version(tag: RawTag | None, game: Game) -> tuple[int, tuple[str, ...]]:
    """The version of the rules that a file was written for; another one is read and reported."""
    current = game.facts.rules_version
    if tag is None:
        return current, (Said("the tag Rules is missing"),)
    if re.fullmatch(r"[1-9][0-9]{0,5}", tag.value) is None:
        told = Said("the tag Rules holds a version number, not {value}", value=repr(tag.value))
        raise RecordError(told, tag.line, 1)
    version = int(tag.value)
    if version == current:
        return version, ()
    note = Said(
        "written for version {version} of the rules of {game}, read with version {current}",
        version=version,
        game=game.name,
        current=current,
    )
    return version, (note,)


class _Parser:
    """Walks over the tokens of one game and replays what it meets."""

    def __init__(self, raw: RawRecord, game: Game) -> None:
        self._tokens = raw.tokens
        self._end = raw.end
        self._game = game
        self._at = 0

    def _kind(self) -> str:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else "end"

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def comments(self) -> tuple[str, ...]:
        found = []
        while self._kind() == "comment":
            found.append(ESCAPED.sub(r"\1", self._next().text[1:-1]))
        return tuple(found)

    def line(self, position: Position, number: int, depth: int) -> tuple[tuple[Turn, ...], Position]:
        """Numbered turns from a position, with their comments and variations."""
        turns = []
        while self._kind() in ("number", "move"):
            token = self._numbered(number)
            after = self._played(position, token)
            mark = self._mark()
            comments = self.comments()
            variations = []
            while self._kind() == "open":
                variations.append(self._variation(position, number, depth + 1))
                comments += self.comments()
            turns.append(Turn(token.text, comments, tuple(variations), mark))
            position = after
            number += 1
        return tuple(turns), position

    def _numbered(self, number: int) -> Token:
        token = self._next()
        if token.kind == "number":
            if token.text != f"{number}.":
                told = Said("turn {number} is numbered {written}", number=number, written=token.text)
                raise RecordError(told, token.line, token.column)
            if self._kind() != "move":
                raise RecordError(Said("a turn must follow {number}", number=token.text), token.line, token.column)
            token = self._next()
        return token

    def _mark(self) -> str:
        """What somebody thinks of the turn before it, if anything."""
        return self._next().text if self._kind() == "mark" else ""

    def _played(self, position: Position, token: Token) -> Position:
        try:
            return played(position, token.text)
        except RecordError as error:
            raise RecordError(error.message, token.line, token.column) from error

    def _variation(self, position: Position, number: int, depth: int) -> tuple[Turn, ...]:
        opened = self._next()
        if depth > MOST_NESTED:
            raise RecordError(nested_variation(), opened.line, opened.column)
        turns, _ = self.line(position, number, depth)
        if self._kind() != "close":
            raise RecordError(Said("a variation is not closed"), opened.line, opened.column)
        if not turns:
            raise RecordError(empty_variation(), opened.line, opened.column)
        self._next()
        return turns

    def result(self) -> str:
        """The result that closes the turns; nothing may follow it."""
        if self._kind() == "end":
            told = Said("the game has no result at its end; an unfinished one ends with *")
            raise RecordError(told, *self._end)
        token = self._next()
        if token.kind != "result":
            raise RecordError(_out_of_place(token.text), token.line, token.column)
        if self._at < len(self._tokens):
            extra = self._next()
            told = Said("{written} stands after the result", written=repr(extra.text))
            raise RecordError(told, extra.line, extra.column)
        return token.text

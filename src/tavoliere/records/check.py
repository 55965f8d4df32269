"""Verifying many records fast: turns become numbers, a kernel replays them, and only doubtful games are read slowly."""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterator
from typing import TextIO

from tavoliere.core.compiled import row
from tavoliere.core.game import DRAW, ONGOING, State
from tavoliere.core.outcome import REPETITION
from tavoliere.core.position import Game
from tavoliere.core.replay import ABSENT, PARTS, replay
from tavoliere.core.ruleset import NO_ACTION
from tavoliere.records.record import UNFINISHED, Record, RecordError, result_text
from tavoliere.records.text import RawRecord, cut, header, understood

TurnNumbers = tuple[int, int, int, int, int]


@dataclasses.dataclass
class Verdict:
    """What was found about one game of a file."""

    line: int
    error: RecordError | None = None
    turns: int = 0
    notes: tuple[str, ...] = ()


class Checker:
    """Verifies one game after another; it remembers how turns translate into numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, dict[str, TurnNumbers | None]] = {}
        self._places: list[str] = []

    def check(self, file: TextIO | str) -> Iterator[Verdict]:
        """A verdict for each game of a file."""
        for raw in cut(file):
            yield Verdict(raw.line, raw) if isinstance(raw, RecordError) else self._verdict(raw)

    def _verdict(self, raw: RawRecord) -> Verdict:
        try:
            record = header(raw)
            proven = self.proven_turns(raw, record)
            if proven is None:
                record = understood(raw)
        except RecordError as error:
            placed = error if error.line else RecordError(error.message, raw.line, 1)
            return Verdict(raw.line, placed)
        turns = _turns_played(raw) if proven is None else len(proven)
        return Verdict(raw.line, None, turns, record.notes)

    def proven_actions(self, raw: RawRecord, record: Record) -> list[int] | None:
        """The actions of a game that the fast way proves right; None where the slow way has to look."""
        turns = self.proven_turns(raw, record)
        if turns is None or any(is_implied for *_, is_implied in turns):
            return None
        return [action for turn in turns for action in turn[:PARTS] if action != ABSENT]

    def proven_turns(self, raw: RawRecord, record: Record) -> list[TurnNumbers] | None:
        """The turns of a game as numbers, if the fast way proves it right. None only means that the slow way has to
        look.
        """
        words = raw.plain_words
        moves = _moves_of(raw, record) if words is None else self._plain_moves(words, record)
        if moves is None:
            return None
        known = self._numbers.setdefault(record.game.name, {})
        for move in moves:
            if move not in known:
                known[move] = _translated(record.game, move)
        turns = [turn for turn in map(known.__getitem__, moves) if turn is not None]
        return turns if len(turns) == len(moves) and _replays(record, turns) else None

    def _plain_moves(self, words: list[str], record: Record) -> list[str] | None:
        """The turns among words, every one with its own number in front of it and the result behind the last."""
        count = len(words) // 2
        while len(self._places) < count:
            self._places.append(f"{len(self._places) + 1}.")
        is_whole = len(words) % 2 == 1 and words[-1] == record.result
        return words[1::2] if is_whole and words[:-1:2] == self._places[:count] else None


def _turns_played(raw: RawRecord) -> int:
    """The turns of the game itself, those of variations not counted."""
    depth = turns = 0
    for token in raw.tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        turns += token.kind == "move" and depth == 0
    return turns


def _moves_of(raw: RawRecord, record: Record) -> list[str] | None:
    """The turns of a game with comments, where there is nothing else between them."""
    kinds = [token.kind for token in raw.tokens]
    if "open" in kinds or "mark" in kinds or not kinds or kinds[-1] != "result" or kinds.count("result") != 1:
        return None
    if raw.tokens[-1].text != record.result or not _is_numbered(raw):
        return None
    return [token.text for token in raw.tokens if token.kind == "move"]


def _is_numbered(raw: RawRecord) -> bool:
    """Whether every turn has its own number in front of it."""
    words = [token for token in raw.tokens[:-1] if token.kind != "comment"]
    pairs = zip(words[::2], words[1::2], strict=False)
    return len(words) % 2 == 0 and all(
        number.text == f"{place}." and move.kind == "move" for place, (number, move) in enumerate(pairs, start=1)
    )


def _translated(game: Game, move: str) -> TurnNumbers | None:
    notation = game.ruleset.notation
    parts = notation.turn_parts(move)
    if len(parts) > PARTS:
        return None
    actions: list[int] = []
    for place, part in enumerate(parts):
        action = notation.parse_part(part, place)
        if action is None or action == NO_ACTION:
            return None
        actions.append(action)
    told = [notation.told(part) for part in parts]
    is_implied = len(parts) == PARTS and notation.turn_text(parts[:1]) == move
    if len(parts) == 1:
        return actions[0], ABSENT, told[0], 0, 0
    return actions[0], actions[1], told[0], told[1], int(is_implied)


def _replays(record: Record, turns: list[TurnNumbers]) -> bool:
    first = record.first_position()
    if first.outcome is not None:
        return False
    parts, told, implied = row(PARTS * len(turns)), row(PARTS * len(turns)), row(len(turns))
    parts[:] = [action for turn in turns for action in turn[:PARTS]]
    told[:] = [said for turn in turns for said in turn[PARTS:-1]]
    implied[:] = [turn[-1] for turn in turns]
    keys = row(len(turns) + 1)
    legal, winner, reason = replay(first.state, parts, told, implied, row(record.game.facts.most_actions), keys)
    if legal != len(turns):
        return False
    repetition = record.game.facts.repetition
    if repetition is None or max(collections.Counter(list(keys)).values()) < repetition:
        return _agrees(record, winner, reason)
    return winner == ONGOING and _ends_by_repetition(record, first.state, turns, repetition)


def _ends_by_repetition(record: Record, state: State, turns: list[TurnNumbers], repetition: int) -> bool:
    """Whether the last turn of a game known to be legal is the first to repeat a position too often."""
    seen = collections.Counter([state.uncounted()])
    for place, (action, second, *_) in enumerate(turns, start=1):
        state = state.play(action)
        if state.mid_turn():
            state = state.play(second)
        seen[state.uncounted()] += 1
        if seen[state.uncounted()] >= repetition:
            is_draw = record.result == result_text([0.5] * len(record.game.players))
            return place == len(turns) and is_draw and record.reason in ("", REPETITION)
    return False


def _agrees(record: Record, winner: int, reason: int) -> bool:
    """Whether the result says what the board says."""
    if winner == ONGOING:
        return record.result == UNFINISHED
    scores = [0.5 if winner == DRAW else float(seat == winner) for seat in range(len(record.game.players))]
    return record.result == result_text(scores) and record.reason in ("", record.game.facts.reasons[reason])

"""A game turn by turn: how much winning chance each turn has kept, which turn was better, and why.

Nothing here thinks or writes: whoever asks hands in a function that thinks about a position. Chances are those of the
player who makes the turn, whatever the number of players.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tavoliere.arena.reasons import fault_claims, sentences
from tavoliere.core.moved import moved
from tavoliere.core.outcome import Outcome
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Pattern, Said
from tavoliere.records import Record, Turn
from tavoliere.scene.claims import Claim, claim_data
from tavoliere.search.players import Alternative, Choice

Think = Callable[[Position, int], Choice]
"""A search of a position that is not over. The number says how many times as long as usual it may take."""
Value = Callable[[Position, str, int], Choice]
"""A search of what a turn is worth to the player who makes it."""

BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = "best", "good", "inaccuracy", "mistake", "blunder"
GRADES = (BEST, GOOD, INACCURACY, MISTAKE, BLUNDER)
GRADE_WORDS = {
    BEST: Said("best"),
    GOOD: Said("good"),
    INACCURACY: Said("inaccuracy"),
    MISTAKE: Said("mistake"),
    BLUNDER: Said("blunder"),
}
FAULTS = (INACCURACY, MISTAKE, BLUNDER)

# From how much lost winning chance on a turn has a grade; below the first it is as good as the best.
LEAST_GOOD, LEAST_INACCURACY, LEAST_MISTAKE, LEAST_BLUNDER = 0.005, 0.05, 0.10, 0.20
ACCURACY_DECAY = 4.0
"""A turn that loses a tenth of a chance counts exp(-0.4) = 67 %, one that loses a quarter 37 %."""
CLOSE_LOOK = 0.05
"""A turn with at least this share of a tree search's visits has been looked at closely."""
SECOND_LOOK = 4
"""How many times as long it is looked whether a turn has really let a certain win slip."""


@dataclasses.dataclass(frozen=True)
class GradedTurn:
    """A turn of a game, what it was worth, and what would have been better."""

    number: int
    player: str
    move: str
    grade: str
    before: float
    """The mover's chance with the best turn."""
    after: float
    """The mover's chance with the turn that was made."""
    lost: float
    proven: str
    """`win`, `draw` or `loss` if that was certain for the mover before the turn."""
    proven_after: str
    """The same after the turn."""
    better: str
    """The best turn if it is another one."""
    line: tuple[str, ...]
    """The line that the best turn begins."""
    reply: tuple[str, ...]
    """How the turn that was made is answered best."""
    values_before: dict[str, float]
    values_after: dict[str, float]
    nodes: int
    alternatives: tuple[Alternative, ...]
    """The best turns, as many as the search was asked for."""
    claims: tuple[Claim, ...] = ()
    """Why a fault is one, as data; empty where nothing is known."""
    reasons: tuple[Said, ...] = ()
    """The same in the game's words: one or two sentences, the largest cause first."""

    @property
    def played(self) -> tuple[str, ...]:
        """The turn that was made and how it is answered best."""
        return (self.move, *self.reply)

    @property
    def is_fault(self) -> bool:
        return self.grade in FAULTS


@dataclasses.dataclass(frozen=True)
class Total:
    """What a player's turns come to. `accuracy` lies between 0 and 1, None for somebody who has made no turn."""

    turns: int
    grades: dict[str, int]
    lost: float
    accuracy: float | None


@dataclasses.dataclass(frozen=True)
class Report:
    """A record with its turns graded, perhaps only the first ones."""

    record: Record
    turns: tuple[GradedTurn, ...]
    totals: dict[str, Total]
    values: tuple[dict[str, float], ...]
    """The chances of all players in the first position and after each turn."""

    @property
    def is_whole(self) -> bool:
        return len(self.turns) == len(self.record.turns)


@dataclasses.dataclass(frozen=True)
class Thought:
    """What is known about a position: a search's answer, or the result of the game."""

    position: Position
    choice: Choice | None

    @property
    def values(self) -> dict[str, float]:
        outcome = self.position.outcome
        if self.choice is None and outcome is not None:
            return outcome_chances(self.position.game, outcome)
        return {} if self.choice is None else dict(self.choice.values)

    def proven_for(self, letter: str) -> str:
        """What is certain for a player. With more than two, that the mover loses does not tell who wins."""
        outcome, choice = self.position.outcome, self.choice
        if outcome is not None:
            return "draw" if outcome.winner is None else "win" if outcome.winner == letter else "loss"
        if choice is None or not choice.proven or choice.proven == "draw" or letter == self.position.turn:
            return "" if choice is None else choice.proven
        if choice.proven == "win":
            return "loss"
        if len(self.position.game.players) == 2:
            return "win"
        return {1.0: "win", 0.0: "loss"}.get(choice.values[letter], "") if 1.0 in choice.values.values() else ""


def outcome_chances(game: Game, outcome: Outcome) -> dict[str, float]:
    """The result of a game in chances: a draw is shared, as searches share it."""
    if outcome.winner is None:
        return dict.fromkeys(game.players, 1 / len(game.players))
    return {letter: float(letter == outcome.winner) for letter in game.players}


def _best(thought: Thought) -> Choice:
    if thought.choice is None:
        raise ValueError(Said("a record goes on after the end of the game"))
    return thought.choice


def graded_turn(number: int, move: str, thought: Thought, after: Thought, own: Choice | None = None) -> GradedTurn:
    """One turn, from what is known before and after it, and perhaps what it was worth to its mover."""
    choice, mover = _best(thought), thought.position.turn
    before, value = choice.values[mover], turn_value(move, thought, after) if own is None else own.values[mover]
    proven = after.proven_for(mover) if own is None else own.proven
    lost = min(before, round(max(0.0, before - value), 9))  # a loss of a tenth is one, whatever the binary digits say
    outcome = after.position.outcome
    is_best = move == choice.move or (outcome is not None and outcome.winner == mover)
    turn = GradedTurn(
        number,
        mover,
        move,
        BEST if is_best else grade_of(lost, is_certain=choice.proven in ("win", "loss")),
        before,
        value,
        0.0 if is_best else lost,
        choice.proven,
        proven,
        "" if is_best else choice.move,
        choice.line,
        _reply(move, after, own),
        thought.values,
        own.values if own is not None and own.proven else after.values,
        choice.nodes,
        choice.alternatives,
    )
    return _explained(turn, thought.position) if turn.is_fault else turn


def _reply(move: str, after: Thought, own: Choice | None) -> tuple[str, ...]:
    """How a turn is answered, in the eyes of whoever has judged it."""
    if own is not None and own.line[:1] == (move,) and len(own.line) > 1:
        return own.line[1:]
    return () if after.choice is None else after.choice.line


def _explained(turn: GradedTurn, position: Position) -> GradedTurn:
    """A fault with what can be said about it."""
    claims = fault_claims(position, turn.line, turn.played)
    reasons = sentences(position.game, turn.move, turn.better, claims)
    return dataclasses.replace(turn, claims=claims, reasons=reasons)


def turn_value(move: str, thought: Thought, after: Thought) -> float:
    """The mover's chance with a turn: what is certain after it, what the same search says that found the best turn if
    it has looked closely, or else what a search of the position after it says.
    """
    choice, mover = _best(thought), thought.position.turn
    if after.proven_for(mover):
        return after.values[mover]
    if move == choice.move:
        return choice.values[mover]
    for other in choice.alternatives:
        is_close = other.visits == 0 or other.visits >= CLOSE_LOOK * max(1, choice.nodes)
        if other.text == move and (other.proven or is_close):
            return other.value
    return after.values[mover]


def grade_of(lost: float, *, is_certain: bool = False) -> str:
    """The grade of a turn other than the best by the chance it has lost. Where the result was certain, one that
    changes nothing is good.
    """
    if lost < LEAST_GOOD:
        return GOOD if is_certain else BEST
    if lost < LEAST_INACCURACY:
        return GOOD
    if lost < LEAST_MISTAKE:
        return INACCURACY
    return MISTAKE if lost < LEAST_BLUNDER else BLUNDER


def report_of(record: Record, turns: Sequence[GradedTurn]) -> Report:
    """The graded turns with their totals."""
    totals = {letter: _total([turn for turn in turns if turn.player == letter]) for letter in record.game.players}
    values = [turn.values_before for turn in turns[:1]] + [turn.values_after for turn in turns]
    return Report(record, tuple(turns), totals, tuple(values))


def _total(turns: Sequence[GradedTurn]) -> Total:
    counts = {grade: sum(turn.grade == grade for turn in turns) for grade in GRADES}
    accuracy = sum(math.exp(-ACCURACY_DECAY * turn.lost) for turn in turns) / len(turns) if turns else None
    return Total(len(turns), counts, sum(turn.lost for turn in turns), accuracy)


# For people and files


def percent(chance: float) -> str:
    """A chance for people; what is not certain is neither 0 nor 100 %."""
    if 0 < chance < 1:
        chance = min(0.99, max(0.01, chance))
    return f"{chance:.0%}"


def sentence_about(turn: GradedTurn) -> str:
    """A fault in words: `blunder, 62% to 31%; better c5-c9`."""
    before, after = turn.proven == "win", turn.proven_after == "loss"
    pattern = (
        Pattern("{grade}, {before} becomes {after}") if before or after else Pattern("{grade}, {before} to {after}")
    )
    told = pattern.said(
        grade=GRADE_WORDS[turn.grade],
        before=Said("a certain win") if before else percent(turn.before),
        after=Said("a certain loss") if after else percent(turn.after),
    )
    return Said("{told}; better {turn}", told=told, turn=turn.better) if turn.better else told


def annotated(report: Report, player: str) -> Record:
    """The record with a comment and a variation for each fault, and the totals in front. What it held stays."""
    record = report.record
    turns = list(record.turns)
    for graded in report.turns:
        if graded.is_fault:
            turns[graded.number - 1] = _annotated_turn(turns[graded.number - 1], graded)
    comment = f"analysed by {player}: {'; '.join(_totals_in_words(report))}"
    return dataclasses.replace(record, turns=tuple(turns), comments=_added(record.comments, comment))


def _annotated_turn(turn: Turn, graded: GradedTurn) -> Turn:
    line = tuple(Turn(move) for move in graded.line)
    is_known = not line or any([other.move for other in known] == list(graded.line) for known in turn.variations)
    variations = turn.variations if is_known else (*turn.variations, line)
    comments = _added(turn.comments, sentence_about(graded))
    for reason in graded.reasons:
        comments = _added(comments, str.__str__(reason))
    return dataclasses.replace(turn, comments=comments, variations=variations)


def _added(comments: tuple[str, ...], comment: str) -> tuple[str, ...]:
    return comments if comment in comments else (*comments, comment)


def _totals_in_words(report: Report) -> Iterator[str]:
    for letter, total in report.totals.items():
        if total.accuracy is not None:
            yield f"{report.record.game.player_name(letter)} {total.accuracy:.0%} accurate"


def report_data(report: Report) -> dict[str, Any]:
    """The report as plain data, for JSON."""
    record = report.record
    return {
        "game": record.game.name,
        "options": dict(record.game.options),
        "players": dict(record.players),
        "result": record.result,
        "turns": [_turn_data(turn) for turn in report.turns],
        "totals": {letter: dataclasses.asdict(total) for letter, total in report.totals.items()},
        "values": list(report.values),
        "is_whole": report.is_whole,
    }


def _turn_data(turn: GradedTurn) -> dict[str, Any]:
    data = dataclasses.asdict(turn)
    del data["values_before"], data["values_after"]
    alternatives = [
        {"move": other.text, "value": other.value, "proven": other.proven or None, "line": list(other.line)}
        for other in turn.alternatives
    ]
    told = {"claims": [claim_data(claim) for claim in turn.claims], "reasons": list(turn.reasons)}
    return {**data, **told, "line": list(turn.line), "reply": list(turn.reply), "alternatives": alternatives}


if not TYPE_CHECKING:  # for one release; types know the new place alone
    __getattr__ = moved(__name__, "tavoliere.arena.review", whole=False)

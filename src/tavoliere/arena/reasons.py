"""Why a turn was worse than another, or what a good turn is good for, in the game's own words.

Both lines are played out. What decides a line comes first; else the terms of the game's evaluation after as many turns
of each line are compared, and the largest difference that has a name is told, with what happened on the way. It is told
only if all terms together point the way that the search's values point; where nothing is known, nothing is said. No
game is known here: its folder says what its terms are called (`scene/claims.py`).
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from tavoliere.core.errors import IllegalMove
from tavoliere.core.game import ONGOING
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.scene.claims import (
    BETTER,
    DRAWN,
    MOST_SQUARES,
    PLAYED,
    Claim,
    Fact,
    Reasons,
    Term,
    compared,
    compared_with_now,
    drawn,
    later,
    sentence,
)
from tavoliere.search.players import Choice

MODULE = "reasons"
MOST_TURNS = 8
"""So much of a line is shown, and nothing is said about what comes later."""
MOST_CLAIMS = 2
LEAST_WEIGHT = 100
"""What a cause must weigh to be told, in thousandths of a logit: from 50 % it makes 52.5 %."""
LEAST_ELSE = 50
"""The same where nothing weighs as much after any number of turns."""
LEAST_SHARE = 0.4
"""A second cause is told if it weighs so much of the first."""
LEAST_WORSE = 0.05
"""How much less the next best turn is worth if it is told what is wrong with it."""
DIGIT = 1 << 24
"""A weight that no count reaches: weights that are powers of it make a value that shows all counts."""

Facts = dict[tuple[str, int], Fact]
"""How many of each kind there are for each player."""
Counts = dict[str, int]


def reasons_of(game: Game) -> Reasons | None:
    """How a game gives reasons; None for one that does not."""
    return _module_of(game.ruleset.package)


@functools.cache
def _module_of(package: str) -> Reasons | None:
    name = f"{package}.{MODULE}"
    if not package or importlib.util.find_spec(name) is None:
        return None
    return cast(Reasons, importlib.import_module(name))


# What is said


def sentences(
    game: Game, move: str, better: str, claims: Sequence[Claim], *, is_hint: bool = False
) -> tuple[Said, ...]:
    """Claims in words, a sentence for each line, the line with the largest cause first."""
    reasons = reasons_of(game)
    if reasons is None or not claims:
        return ()
    names = {letter: game.player_name(letter) for letter in game.players}
    told = []
    for line in dict.fromkeys(claim.line for claim in claims):
        clauses = [_clause(reasons, claim, names, is_hint) for claim in claims if claim.line == line]
        told.append(sentence(move if line == PLAYED else better, line, clauses))
    return tuple(told)


def _clause(reasons: Reasons, claim: Claim, names: Mapping[str, str], is_hint: bool) -> Said:
    clause = drawn() if claim.kind == DRAWN else reasons.told(claim, names)
    if claim.otherwise is not None:
        clause = compared_with_now(clause, claim.otherwise) if is_hint else compared(clause, claim.otherwise)
    return later(clause, claim.turns) if _decides(reasons, claim.kind) and claim.turns > 2 else clause


def _decides(reasons: Reasons, kind: str) -> bool:
    return kind == DRAWN or not reasons.TERMS[kind].fields


# What is found


def fault_claims(root: Position, better: Sequence[str], played: Sequence[str]) -> tuple[Claim, ...]:
    """Why a line is worse for the mover than a better one; both begin in the same position."""
    reasons = reasons_of(root.game)
    if reasons is None or not better or not played or better[0] == played[0]:
        return ()
    good, bad = Course(root, better, reasons), Course(root, played, reasons)
    if good.fate(-1) or bad.fate(1):
        return ()  # the lines end the other way than the values say
    decided = *_told_fate(bad, -1, PLAYED), *_told_fate(good, 1, BETTER)
    decided = decided or (*_told_fate(bad, 0, PLAYED), *_told_fate(good, 0, BETTER))
    if decided:
        return decided
    lengths = range(min(good.open_turns, bad.open_turns), 0, -1)
    compared_there = [(turns, Comparison(reasons, good.after(turns), bad.after(turns))) for turns in lengths]
    found = (claims for least in (LEAST_WEIGHT, LEAST_ELSE) for turns, one in compared_there
             if (claims := one.claims(turns, least)))  # fmt: skip
    return next(found, ())


def hint_claims(root: Position, line: Sequence[str], chance: float) -> tuple[Claim, ...]:
    """What a good line is good for: what it decides, or what it gains over the position as it is."""
    reasons = reasons_of(root.game)
    if reasons is None or not line:
        return ()
    course = Course(root, line, reasons)
    if course.fate(-1):
        return ()  # of three or four players another one may go out first, or in the same turn
    decided = _told_fate(course, 1, BETTER)
    if decided:
        return decided
    if chance < _glance(root):
        return ()
    for turns in range(course.open_turns, 0, -1):
        if course.positions[turns].turn == root.turn:
            claims = Comparison(reasons, course.after(turns), course.after(0)).claims(turns)
            claims = tuple(claim for claim in claims if claim.line == BETTER)
            if claims:
                return claims
    return ()


def hint_reasons(root: Position, choice: Choice) -> tuple[Said, ...]:
    """Why a search's choice is good: what it has over the next best turn where that is much worse, or what it gains."""
    chance = choice.values.get(root.turn, 0.0)
    for other in choice.alternatives[1:2]:
        if chance - other.value >= LEAST_WORSE:
            claims = fault_claims(root, choice.line, other.line)
            if claims:
                return sentences(root.game, other.text, choice.move, claims)
    claims = hint_claims(root, choice.line, chance)
    return sentences(root.game, "", choice.move, claims, is_hint=True)


class Fate(NamedTuple):
    """Something that decides the game, or puts somebody out of it."""

    kind: str
    player: int
    turns: int
    fact: Fact


class Moment(NamedTuple):
    """A position of a line, with what has happened on the way to it."""

    position: Position
    happened: Facts
    mover: int


class Course:
    """A line played out from a position, as far as it is shown."""

    def __init__(self, root: Position, moves: Sequence[str], reasons: Reasons) -> None:
        self.mover = root.state.turn
        self.positions, self.happened = [root], [Facts()]
        self.fates: list[Fate] = []
        self._reasons, self._options = reasons, dict(root.game.options)
        with contextlib.suppress(IllegalMove):  # what an engine of another maker expects may be no turn
            for move in moves[:MOST_TURNS]:
                self._play(move)

    def _play(self, move: str) -> None:
        position, facts = self.positions[-1], dict(self.happened[-1])
        for action in position.turn_to_actions(move):
            for kind, player, fact in self._reasons.happened(position.state, action, self._options):
                facts[kind, player] = facts.get((kind, player), Fact()).plus(fact)
                if not self._reasons.TERMS[kind].fields:
                    self.fates.append(Fate(kind, player, len(self.positions), fact))
            position = position.act(action)
        self.positions.append(position)
        self.happened.append(facts)
        if position.outcome is not None and position.outcome.winner is None:
            self.fates.append(Fate(DRAWN, self.mover, len(self.positions) - 1, Fact()))

    @property
    def open_turns(self) -> int:
        """How many turns the game goes on for."""
        return len(self.positions) - 1 - (self.positions[-1].outcome is not None)

    def after(self, turns: int) -> Moment:
        return Moment(self.positions[turns], self.happened[turns], self.mover)

    def fate(self, sign: int) -> Fate | None:
        """The first thing that decides the line for the mover (1), against (-1), or makes it a draw (0)."""
        return next((fate for fate in self.fates if self._sign(fate) == sign), None)

    def _sign(self, fate: Fate) -> int:
        if fate.kind == DRAWN:
            return 0
        is_good = self._reasons.TERMS[fate.kind].good == (fate.player == self.mover)
        return 1 if is_good else -1


def _told_fate(course: Course, sign: int, line: str) -> tuple[Claim, ...]:
    fate = course.fate(sign)
    if fate is None:
        return ()
    letters = course.positions[0].game.players
    return (Claim(fate.kind, line, fate.turns, letters[fate.player], fate.fact.squares, fate.fact.number),)


class Cause(NamedTuple):
    """A difference between two lines that can be told, and what it weighs in the evaluation."""

    weight: float
    claim: Claim


class Comparison:
    """The terms of the evaluation after as many turns of two lines."""

    def __init__(self, reasons: Reasons, good: Moment, bad: Moment) -> None:
        self.reasons, self.good, self.bad = reasons, good, bad
        self.letters = good.position.game.players
        self.weights = {player: self._weights(player) for player in range(len(self.letters))}

    def _weights(self, player: int) -> dict[str, float]:
        """By how much each term of a player is better for the mover in the better line."""
        judge = self.good.position.game.ruleset.evaluation
        good, bad = (counts_of(judge, moment.position.state, player) for moment in (self.good, self.bad))
        if good is None or bad is None:
            return {}
        share = 1.0 if player == self.good.mover else -1.0 / (len(self.letters) - 1)
        return {field: share * getattr(judge, field) * (good[field] - bad[field]) for field in good}

    def claims(self, turns: int, least: float = LEAST_WEIGHT) -> tuple[Claim, ...]:
        """The largest causes that weigh enough; none if the terms together point the other way, or if the largest has
        no words.
        """
        total = sum(weight for weights in self.weights.values() for weight in weights.values())
        causes = sorted(self._causes(turns), key=lambda cause: -cause.weight)
        if total < least or not causes or causes[0].weight < max(least, self._unnamed(causes)):
            return ()
        least = max(least, LEAST_SHARE * causes[0].weight)
        told: list[Claim] = []
        for cause in causes:
            if cause.weight >= least and not any(self._same(cause.claim, other) for other in told):
                told.append(cause.claim)
        return tuple(told[:MOST_CLAIMS])

    def _same(self, claim: Claim, other: Claim) -> bool:
        """Whether two claims stand for the same terms."""
        return self._whose(claim) == self._whose(other) and bool({*self._fields(claim)} & {*self._fields(other)})

    def _causes(self, turns: int) -> Iterator[Cause]:
        for (kind, player), (here, there) in self._facts().items():
            term = self.reasons.TERMS[kind]
            weight = self._weight(term, player)
            sign = 1 if term.good == (player == self.good.mover) else -1
            if weight > 0 and sign * (here.number - there.number) > 0:
                claim = self._claim(kind, player, turns, here, there)
                if claim.number >= term.least:
                    yield Cause(weight, claim)

    def _weight(self, term: Term, player: int) -> float:
        weights = self.weights[player if term.whose is None else term.whose]
        return sum(weights.get(field, 0.0) for field in term.fields)

    def _claim(self, kind: str, player: int, turns: int, good: Fact, bad: Fact) -> Claim:
        """Told about the line that has more of it, or less where that is what counts."""
        tells_good = (good.number > bad.number) != self.reasons.TERMS[kind].tells_less
        told, other = (good, bad) if tells_good else (bad, good)
        squares = told.squares if len(told.squares) <= MOST_SQUARES else ()
        otherwise = other.number if other.number or self.reasons.TERMS[kind].tells_less else None
        line = BETTER if tells_good else PLAYED
        return Claim(kind, line, turns, self.letters[player], squares, told.number, otherwise)

    def _unnamed(self, causes: Sequence[Cause]) -> float:
        """The largest difference that speaks for the better line and that nothing can be said about."""
        named = {(self._whose(cause.claim), field) for cause in causes for field in self._fields(cause.claim)}
        left = [
            weight
            for player, weights in self.weights.items()
            for field, weight in weights.items()
            if (player, field) not in named
        ]
        return max(left, default=0.0)

    def _whose(self, claim: Claim) -> int:
        whose = self.reasons.TERMS[claim.kind].whose
        return self.letters.index(claim.player) if whose is None else whose

    def _fields(self, claim: Claim) -> tuple[str, ...]:
        return self.reasons.TERMS[claim.kind].fields

    def _facts(self) -> dict[tuple[str, int], tuple[Fact, Fact]]:
        """What can be compared: what has happened, or stands in both positions."""
        good, bad = self.good.happened, self.bad.happened
        facts = {key: (good.get(key, Fact()), bad.get(key, Fact())) for key in dict.fromkeys([*good, *bad])}
        good, bad = self._standing(self.good.position), self._standing(self.bad.position)
        facts |= {key: (fact, bad[key]) for key, fact in good.items() if key in bad}
        return {key: pair for key, pair in facts.items() if self.reasons.TERMS[key[0]].fields}

    def _standing(self, position: Position) -> Facts:
        options = dict(position.game.options)
        return {
            (kind, player): fact
            for player in range(len(self.letters))
            for kind, fact in self.reasons.standing(position.state, player, options).items()
        }


# The terms of an evaluation


def counts_of(judge: Any, state: Any, player: int) -> Counts | None:
    """How often each weight of an evaluation counts for a player; None where that cannot be told.

    An evaluation is linear in its weights, so one look with weights that are powers of a large number shows all counts
    as the digits of its value. The sum is checked, in case it is not.
    """
    fields = [field for field in getattr(judge, "_fields", ()) if type(getattr(judge, field)) is int]
    if not fields or state.winner != ONGOING:
        return None
    constant = int(judge._replace(**dict.fromkeys(fields, 0)).strength(state, player))
    powers = {field: DIGIT**place for place, field in enumerate(fields)}
    left = int(judge._replace(**powers).strength(state, player)) - constant
    counts = {}
    for field in fields:
        digit = (left + DIGIT // 2) % DIGIT - DIGIT // 2
        counts[field] = digit
        left = (left - digit) // DIGIT
    told = constant + sum(getattr(judge, field) * count for field, count in counts.items())
    return counts if told == int(judge.strength(state, player)) else None


def _glance(position: Position) -> float:
    """The mover's chance as the evaluation sees it without a search; 1 where there is no evaluation."""
    judge, players = position.game.ruleset.evaluation, len(position.game.players)
    if judge is None:
        return 1.0
    strengths = [int(judge.strength(position.state, player)) for player in range(players)]
    mine = strengths[position.state.turn]
    return 1 / sum(math.exp(max(-20.0, min(20.0, (other - mine) / 1000))) for other in strengths)

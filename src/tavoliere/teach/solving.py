"""How a try at a puzzle is answered: whether it is the turn that was asked for, and if not, what is wrong with it.

What is stored with the puzzle answers at once. What is not, such as a second turn other than the one in the plan, is
tried out here within a small budget, in plain Python, so that whoever asks never compiles anything. Nothing is
remembered between two tries: whoever asks says which turns were accepted before, and the defences follow.
"""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
from collections.abc import Iterable, Iterator, Sequence

from tavoliere.core.compiled import plain_python
from tavoliere.core.errors import IllegalMove
from tavoliere.core.position import Game, Position
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.scene.events import Event
from tavoliere.search.force import Brute, Unclear
from tavoliere.teach.conditions import Made, made_by
from tavoliere.teach.judging import DONE, GO_ON, MISSED, ON, REFUSED, Astray, Stage, Verdict
from tavoliere.teach.plans import answer_to, defences
from tavoliere.teach.proving import LONGEST, LONGEST_THREAT
from tavoliere.teach.puzzle import HOLD, OTHERS, THEN, WIN, Plan, Puzzle, Puzzles
from tavoliere.teach.themes import theme_text

NODES = 20_000
"""What is tried out about one answer."""
MOST_ANSWERS = 60
"""So many answers to a wrong turn are looked at where none is stored."""


@dataclasses.dataclass(frozen=True, eq=False)
class PuzzleTask:
    """A puzzle in words, as tasks of lessons are."""

    puzzle: Puzzle
    text: Said
    asks: Said
    hint: Said
    points: tuple[str, ...] = ()

    @property
    def game(self) -> Game:
        return self.puzzle.game


def task_of(puzzle: Puzzle) -> PuzzleTask:
    """What is said about a puzzle before it is solved."""
    name = puzzle.game.player_name(puzzle.start().turn)
    if puzzle.kind == HOLD:
        text = Said("All turns but one lose.")
        asks = Said("Find the turn after which {player} does not lose.", player=name)
    else:
        text = Said("One turn wins, whatever the answer: in {count} turns at the most.", count=puzzle.own_turns)
        asks = Said("Find the turn that wins for {player}.", player=name)
    return PuzzleTask(puzzle, text, asks, hint_of(puzzle))


def hint_of(puzzle: Puzzle) -> Said:
    """What the puzzle is about."""
    texts = [text for theme in puzzle.themes if (text := theme_text(puzzle.game, theme)) is not None]
    return Said("It is about this: {themes}.", themes=Series(texts, COMMAS))


# Where somebody is


def stage_of(puzzle: Puzzle, accepted: Sequence[str] = ()) -> Stage:
    """Where a puzzle stands after turns that were accepted and the defences to them; `Astray` if they do not fit."""
    position, last = puzzle.start(), None
    mover, made = position.turn, list[str]()
    for turn in accepted:
        try:
            position = position.play(turn)
        except IllegalMove as problem:
            raise Astray(f"{turn!r} is no turn of the puzzle {puzzle.id}") from problem
        made.append(turn)
        if position.outcome is not None:
            raise Astray(f"the puzzle {puzzle.id} is over after {turn!r}")
        last = _made(position, defence_in(puzzle, made, position, mover))
        made += last.turn.split(THEN)
        position = last.after
        if position.outcome is not None:
            raise Astray(f"the puzzle {puzzle.id} is over after {last.turn!r}")
    return Stage(position, puzzle.within - len(made), last)


def defence_in(puzzle: Puzzle, made: Sequence[str], position: Position, mover: str) -> str:
    """What the others play: as the line says as long as it was followed, then what the plan names, else anything."""
    count = len(made)
    if tuple(made) == puzzle.line[:count] and count < len(puzzle.line):
        return THEN.join(_until(position, puzzle.line[count:], mover))
    plan = plan_after(puzzle, made)
    named = [defence for answer in plan.answers for defence in answer.defences] if plan else []
    for defence in named:
        if defence != OTHERS and _is_legal(position, defence):
            return defence
    return next(defence for defence, _ in defences(position, mover))


def _until(position: Position, turns: Sequence[str], mover: str) -> Iterator[str]:
    """The turns of a line until a player is to move again."""
    for turn in turns:
        if position.outcome is not None or position.turn == mover:
            return
        yield turn
        position = position.play(turn)


def _is_legal(position: Position, turns: str) -> bool:
    try:
        _made(position, turns)
    except IllegalMove:
        return False
    return True


def _made(position: Position, turns: str) -> Made:
    """Turns that are made one after another, as one."""
    before, events = position, list[Event]()
    for turn in turns.split(THEN):
        made = made_by(position, turn)
        events += made.events
        position = made.after
    return Made(before, turns, tuple(events), position)


def plan_after(puzzle: Puzzle, made: Sequence[str]) -> Plan | None:
    """What the plan says after turns of both sides, the solver's last; None where they have left it."""
    if not made or made[0] != puzzle.turns[0]:
        return None
    position, plan = puzzle.start(), puzzle.plan
    mover = position.turn
    position = position.play(made[0])
    place = 1
    while place < len(made):
        defence = list(_until(position, made[place:], mover))
        place += len(defence)
        for turn in defence:
            position = position.play(turn)
        if place >= len(made):
            return plan
        answer = answer_to(plan, puzzle.endings, THEN.join(defence), position)
        if answer is None or answer.turn != made[place] or answer.plan is None:
            return None
        position, plan, place = position.play(made[place]), answer.plan, place + 1
    return plan


# What a try comes to


def judged(puzzle: Puzzle, accepted: Sequence[str], turn: str) -> Verdict:
    """What a try comes to, after the turns that were accepted before.

    >>> from tavoliere.teach import puzzles
    >>> puzzle = puzzles("tablut").puzzles[0]
    >>> judged(puzzle, [], puzzle.turns[0]).kind in ("done", "on")
    True
    """
    return judged_at(puzzle, stage_of(puzzle, accepted), accepted, turn)


def judged_at(puzzle: Puzzle, stage: Stage, accepted: Sequence[str], turn: str) -> Verdict:
    """The same at a stage that is known."""
    try:
        made = made_by(stage.position, turn)
    except IllegalMove as refusal:
        text = refusal.why.text
        told = text if isinstance(text, Said) else Said("{reason}", reason=text)
        return Verdict(REFUSED, turn, told, refusal.clause, (), stage.position, None)
    with plain_python():
        return _Try(puzzle, stage, accepted, made).verdict()


class _Try:
    """One try at a puzzle."""

    def __init__(self, puzzle: Puzzle, stage: Stage, accepted: Sequence[str], made: Made) -> None:
        self.puzzle, self.stage, self.accepted, self.made = puzzle, stage, accepted, made
        self.mover = stage.position.turn
        self.left = stage.left - 1
        self.brute = Brute(puzzle.game, LONGEST, NODES)

    def verdict(self) -> Verdict:
        if self.is_right():
            return self._right()
        reply = self._refutation()
        return self._verdict(MISSED, self._what_is_wrong(reply), reply)

    def is_right(self) -> bool:
        """Whether the turn is one of those asked for; later ones are if they win in time."""
        outcome = self.made.after.outcome
        if not self.accepted:
            return self.made.turn in self.puzzle.turns
        if outcome is not None:
            return outcome.winner == self.mover
        return self._is_planned() or self._wins(self.made.after, self.left)

    def _is_planned(self) -> bool:
        assert self.stage.last is not None
        made = [*_turns_so_far(self.puzzle, self.accepted)]
        plan = plan_after(self.puzzle, made)
        if plan is None:
            return False
        answer = answer_to(plan, self.puzzle.endings, self.stage.last.turn, self.stage.position)
        return answer is not None and answer.turn == self.made.turn

    def _wins(self, position: Position, turns: int) -> bool:
        try:
            return self.brute.wins(position, self.mover, turns)
        except Unclear:
            return False

    def _right(self) -> Verdict:
        outcome = self.made.after.outcome
        if self.puzzle.kind == HOLD:
            return self._verdict(DONE, HELD, None)
        if outcome is not None:
            return self._verdict(DONE, Said("{verdict}.", verdict=self.made.after.verdict), None)
        so_far = [*_turns_so_far(self.puzzle, self.accepted, with_last=True), self.made.turn]
        defence = _made(self.made.after, defence_in(self.puzzle, so_far, self.made.after, self.mover))
        if defence.after.outcome is None:
            return self._verdict(ON, GO_ON, defence)
        return self._verdict(DONE, Said("{verdict}.", verdict=defence.after.verdict), defence)

    def _verdict(self, kind: str, text: Said, reply: Made | None) -> Verdict:
        return Verdict(kind, self.made.turn, text, "", self.made.events, self.made.after, reply)

    # What is wrong

    def _refutation(self) -> Made | None:
        """What the others answer to a wrong turn; None if the game is over, or nothing was found in time."""
        after = self.made.after
        if after.outcome is not None:
            return None
        if not self.accepted and (stored := self.puzzle.refutation_of(self.made.turn)) is not None and stored.reply:
            return _made(after, stored.reply)
        known = [one.reply for one in self.puzzle.wrong if one.reply and _is_legal(after, one.reply)]
        others = (defence for defence, _ in defences(after, self.mover))
        for _, reply in zip(range(MOST_ANSWERS), _chained(known, others), strict=False):
            made = _made(after, reply)
            if self._refutes(made.after, len(reply.split(THEN))):
                return made
        return None

    def _refutes(self, end: Position, replies: int) -> bool:
        try:
            if self.puzzle.kind == WIN:
                return not self.brute.wins(end, self.mover, self.left - replies)
            others = [letter for letter in self.puzzle.game.players if letter != self.mover]
            return any(self.brute.wins(end, other, LONGEST_THREAT + 1 - replies) for other in others)
        except Unclear:
            return False

    def _what_is_wrong(self, reply: Made | None) -> Said:
        end = self.made.after if reply is None else reply.after
        if reply is None:
            return Said("{verdict}.", verdict=end.verdict) if end.outcome is not None else NOT_IT
        player = self.puzzle.game.player_name(self.made.after.turn)
        if end.outcome is not None:
            told = end.verdict
            return Said("{player} answers {turn}: {verdict}.", player=player, turn=reply.turn, verdict=told)
        if self.puzzle.kind == WIN:
            return Said(
                "{player} answers {turn}, and there is no win in time any more.", player=player, turn=reply.turn
            )
        return Said(
            "{player} answers {turn}, and nothing helps any more: the game is lost.",
            player=player,
            turn=reply.turn,
        )


def _chained(known: Iterable[str], others: Iterable[str]) -> Iterator[str]:
    yield from known
    yield from others


def _turns_so_far(puzzle: Puzzle, accepted: Sequence[str], *, with_last: bool = False) -> Iterator[str]:
    """The turns of both sides up to the solver's last accepted one; with the defence after it if that is wanted."""
    for count in range(1, len(accepted) + 1):
        yield accepted[count - 1]
        if count < len(accepted) or with_last:
            last = stage_of(puzzle, accepted[:count]).last
            assert last is not None
            yield from last.turn.split(THEN)


HELD, NOT_IT = Said("Every other turn loses."), Said("That is not the turn.")


# Which puzzle next


def of_the_day(puzzles: Puzzles, day: datetime.date) -> Puzzle | None:
    """One puzzle for everybody on a day, all of them in turn before one comes again."""
    if not puzzles.puzzles:
        return None
    shuffled = sorted(puzzles, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    return shuffled[day.toordinal() % len(shuffled)]


def nearest(puzzles: Iterable[Puzzle], rating: float, passed: Iterable[str] = ()) -> Puzzle | None:
    """The puzzle whose level is next to a rating, of those that are not passed over; None if none is left."""
    left = [puzzle for puzzle in puzzles if puzzle.id not in set(passed)]
    return min(left, key=lambda puzzle: (abs(puzzle.level - rating), puzzle.id), default=None)


FIRST_RATING = 3.0
SPREAD, GAIN = 2.0, 0.8
"""Two levels more are ten to one; and how much one puzzle changes a rating."""


def rating_after(rating: float, level: int, is_solved: bool) -> float:
    """A rating in levels after a puzzle was solved at once, or not.

    >>> rating_after(3.0, 3, True), rating_after(3.0, 3, False)
    (3.4, 2.6)
    """
    expected = 1 / (1 + 10 ** ((level - rating) / SPREAD))
    return round(max(1.0, rating + GAIN * (is_solved - expected)), 2)

"""Solutions in full: an answer to every defence, and to every wrong turn what is wrong with it. All of it is proven by
trying everything; alpha-beta only proposes what looks natural.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tavoliere.core.errors import IllegalMove
from tavoliere.core.position import Position
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.force import Brute
from tavoliere.teach.proving import LONGEST_THREAT, Proof, made_turns
from tavoliere.teach.puzzle import FIRSTS, HOLD, OTHERS, THEN, WIN, Answer, Plan, Refutation

PROPOSING = 6_000
MOST_DEFENCES = 6_000
MOST_WHOLE = 400
"""Where there are more turns than this, only one for each first action is refuted in the file."""


class TooLong(Exception):  # noqa: N818 - what happened
    """A solution has more defences than a file should hold."""


class Planner:
    """Writes the solution of one puzzle."""

    def __init__(self, brute: Brute, position: Position, proof: Proof) -> None:
        self.brute, self.position, self.proof, self.mover = brute, position, proof, position.turn
        self.endings: list[str] = []
        self.replies: list[str] = []

    # Every defence

    def plan(self) -> Plan:
        """The answers to all defences against the first good turn."""
        if self.proof.kind == HOLD:
            return Plan()
        return self._plan(self.position.play(self.proof.turns[0]), self.proof.within - 1)

    def _plan(self, position: Position, turns: int) -> Plan:
        """The answers to all defences in a position that is won within so many turns."""
        found: dict[tuple[str, Plan | None], list[str]] = {}
        for number, (defence, after) in enumerate(defences(position, self.mover)):
            if number > MOST_DEFENCES:
                raise TooLong
            if after.outcome is not None or self._ending(after) is not None:
                continue
            left = turns - len(defence.split(THEN))
            turn, won = self._winning(after, left)
            if won.outcome is not None:
                self.endings.append(turn)
                continue
            found.setdefault((turn, self._plan(won, left - 1)), []).append(defence)
        return Plan(tuple(_answers(found)))

    def _ending(self, position: Position) -> str | None:
        """The first of the endings so far that wins at once."""
        return next((turn for turn in self.endings if wins_at_once(position, turn)), None)

    def _winning(self, position: Position, turns: int) -> tuple[str, Position]:
        """A turn that wins within so many turns, and where it leads."""
        proposed = AlphaBetaPlayer(table_entries=1 << 14, reduce=False).choose(position, Budget(nodes=PROPOSING)).move
        for turn in (proposed, *position.legal_moves()):
            after = position.play(turn)
            if self.brute.wins(after, self.mover, turns - 1):
                return turn, after
        raise AssertionError(f"a proven win in {turns} turns is none: {position}")

    # Every wrong turn

    def wrong(self) -> tuple[Refutation, ...]:
        """What is answered to wrong turns: to all of them where they are not too many, else to one for each action."""
        turns = list(itertools.islice(made_turns(self.position), MOST_WHOLE + 1))
        rest = OTHERS
        if len(turns) > MOST_WHOLE:
            rest = FIRSTS
            key = self.position.turn_to_actions(self.proof.turns[0])[0]
            firsts = [action for action in self.position.actions() if action != key]
            turns = [next(made_turns(self.position, action)) for action in firsts]
        groups: dict[str, list[str]] = {}
        for turn, after in turns:
            reply = None if turn in self.proof.turns else self._reply(after)
            if reply is not None:
                groups.setdefault(reply, []).append(turn)
            elif turn not in self.proof.turns:
                rest = ""
        return tuple(_refutations(groups, rest))

    def _reply(self, after: Position) -> str | None:
        """What is wrong with a turn: turns of the others until the solver is to move again. None if it takes longer to
        see than everything can be tried.
        """
        if after.outcome is not None:
            return ""
        for reply in self.replies:
            if self._refutes(after, reply):
                return reply
        reply = self._natural(after)
        if not self._refutes(after, reply):
            others = (made for made, end in defences(after, self.mover) if self._is_refuted(end, made))
            reply = next(others, "")
        if not reply:
            return None
        self.replies.append(reply)
        return reply

    def _natural(self, position: Position) -> str:
        """What alpha-beta answers, for each of the others until the solver is to move."""
        turns: list[str] = []
        while position.outcome is None and position.turn != self.mover:
            found = AlphaBetaPlayer(table_entries=1 << 14, reduce=False).choose(position, Budget(nodes=PROPOSING))
            turns.append(found.move)
            position = position.play(found.move)
        return THEN.join(turns)

    def _refutes(self, position: Position, reply: str) -> bool:
        try:
            end = played(position, reply)
        except IllegalMove:
            return False
        return (end.outcome is not None or end.turn == self.mover) and self._is_refuted(end, reply)

    def _is_refuted(self, end: Position, reply: str) -> bool:
        """Whether a wrong turn has failed once it was answered: the win is gone, or somebody else wins."""
        replies = len(reply.split(THEN))
        if self.proof.kind == WIN:
            return not self.brute.wins(end, self.mover, self.proof.within - 1 - replies)
        other = next(letter for letter in self.position.game.players if letter != self.mover)
        return self.brute.wins(end, other, LONGEST_THREAT + 1 - replies)

    # How it goes

    def line(self, plan: Plan) -> tuple[str, ...]:
        """The good turn, and the longest resistance that alpha-beta finds against the plan."""
        turns = [self.proof.turns[0]]
        position = self.position.play(turns[0])
        while self.proof.kind == WIN and position.outcome is None:
            defence = self._natural(position)
            position = played(position, defence)
            turns += defence.split(THEN)
            if position.outcome is None:
                answer = answer_to(plan, self.endings, defence, position)
                assert answer is not None
                plan = answer.plan or Plan()
                turns.append(answer.turn)
                position = position.play(answer.turn)
        return tuple(turns)


def defences(position: Position, mover: str, before: str = "") -> Iterator[tuple[str, Position]]:
    """All that the others can do until a player is to move again or the game is over, and where it leads."""
    for turn, after in made_turns(position):
        made = f"{before}{THEN}{turn}" if before else turn
        if after.outcome is None and after.turn != mover:
            yield from defences(after, mover, made)
        else:
            yield made, after


def played(position: Position, turns: str) -> Position:
    """A position after some turns, written one behind the other."""
    for turn in turns.split(THEN):
        position = position.play(turn)
    return position


def answer_to(plan: Plan, endings: Sequence[str], defence: str, position: Position) -> Answer | None:
    """What a plan answers to a defence that has led to a position; None where it does not say."""
    named = plan.answer_to(defence)
    if named is not None:
        return named
    ending = next((turn for turn in endings if wins_at_once(position, turn)), None)
    return plan.otherwise if ending is None else Answer((defence,), ending, Plan())


def wins_at_once(position: Position, turn: str) -> bool:
    """Whether a turn is legal and wins the game for the player who makes it."""
    try:
        actions = position.exact_actions(turn)
    except IllegalMove:
        return False
    after = position
    for action in actions:
        after = after.act(action)
    return after.outcome is not None and after.outcome.winner == position.turn


def _answers(found: dict[tuple[str, Plan | None], list[str]]) -> Iterator[Answer]:
    """The most frequent answer stands for all that the others do not name."""
    ranked = sorted(found.items(), key=lambda item: (-len(item[1]), item[0][0]))
    for place, ((turn, plan), turns) in enumerate(ranked):
        is_usual = place == 0 and len(turns) > 1
        yield Answer((OTHERS,) if is_usual else tuple(turns), turn, plan)


def _refutations(groups: dict[str, list[str]], rest: str) -> Iterator[Refutation]:
    """What is stored; the most frequent reply is said of the rest, if there is a word for that."""
    ranked: Sequence[tuple[str, list[str]]] = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    for place, (reply, turns) in enumerate(ranked):
        yield Refutation((rest,) if rest and place == 0 and len(turns) > 1 else tuple(turns), reply)

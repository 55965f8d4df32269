"""Proves a puzzle again, all of it: the two searches, every defence, what is said against every wrong turn, the rating.

What is checked is what the file says, not how it was found: plan and refutations are walked through by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from tavoliere.core.errors import IllegalMove
from tavoliere.core.position import Position
from tavoliere.core.said import Said
from tavoliere.search.force import Brute, Unclear
from tavoliere.teach.mining import level_of, name_of
from tavoliere.teach.plans import answer_to, defences, played
from tavoliere.teach.proving import LONGEST_THREAT, Effort, Prover, made_turns
from tavoliere.teach.puzzle import FIRSTS, THEN, WIN, Plan, Puzzle, Refutation


def faults_of(puzzle: Puzzle, effort: Effort | None = None, *, with_rating: bool = True) -> list[str]:
    """What is not true of a puzzle; nothing if all is well."""
    try:
        return list(_Check(puzzle, effort, with_rating).faults())
    except Unclear:
        return [Said("not everything could be tried within the limit")]
    except IllegalMove as problem:
        return [str(problem)]


class _Check:
    def __init__(self, puzzle: Puzzle, effort: Effort | None, with_rating: bool) -> None:
        self.puzzle, self.with_rating = puzzle, with_rating
        self.start = puzzle.start()
        self.mover = self.start.turn
        self.prover = Prover(puzzle.game, effort)
        self.brute: Brute = self.prover.brute

    def faults(self) -> Iterator[str]:
        puzzle = self.puzzle
        if puzzle.id != name_of(self.start):
            yield Said("the id belongs to another position")
        proof = self.prover.proof(self.start, puzzle.kind)
        if proof is None:
            yield Said("the searches do not prove it")
            return
        if (set(proof.turns), proof.within) != (set(puzzle.turns), puzzle.within):
            yield Said("the searches prove other turns: {turns}", turns=", ".join(proof.turns))
            return
        if puzzle.kind == WIN:
            yield from self._line_faults()
            yield from self._plan_faults(self.start.play(puzzle.turns[0]), puzzle.plan, puzzle.within - 1)
        yield from self._wrong_faults()
        if self.with_rating and level_of(self.start, puzzle.turns) != puzzle.level:
            yield Said("another level is the lowest that solves it")

    def _line_faults(self) -> Iterator[str]:
        end = played(self.start, THEN.join(self.puzzle.line))
        if end.outcome is None or end.outcome.winner != self.mover:
            yield Said("the line does not win")

    def _plan_faults(self, position: Position, plan: Plan, turns: int) -> Iterator[str]:
        """Every defence has an answer that wins in time."""
        for defence, after in defences(position, self.mover):
            if after.outcome is not None:
                if after.outcome.winner != self.mover:
                    yield Said("{defence} does not lose", defence=defence)
                continue
            answer = answer_to(plan, self.puzzle.endings, defence, after)
            if answer is None:
                yield Said("there is no answer to {defence}", defence=defence)
                continue
            left, won = turns - len(defence.split(THEN)), after.play(answer.turn)
            if not self.brute.wins(won, self.mover, left - 1):
                yield Said("{answer} does not win after {defence}", answer=answer.turn, defence=defence)
            elif won.outcome is None and answer.plan is not None:
                yield from self._plan_faults(won, answer.plan, left - 1)

    def _wrong_faults(self) -> Iterator[str]:
        """Every wrong first action has an answer, and all answers do what they should."""
        key = self.start.turn_to_actions(self.puzzle.turns[0])[0]
        for action in self.start.actions():
            told = list(self._told_about(action)) or ([] if action == key else list(self._told_of_first(action)))
            for turn, after, one in told:
                if not self._is_refuted(after, one.reply):
                    yield Said("{reply} does not refute {turn}", reply=one.reply or "-", turn=turn)
            if not told and action != key:
                yield Said("nothing is said about {action}", action=self.start.action_to_text(action))

    def _told_about(self, action: int) -> Iterator[tuple[str, Position, Refutation]]:
        for turn, after in made_turns(self.start, action):
            one = None if turn in self.puzzle.turns else self.puzzle.refutation_of(turn)
            if one is not None:
                yield turn, after, one

    def _told_of_first(self, action: int) -> Iterator[tuple[str, Position, Refutation]]:
        """What is said of an action no turn of which is named."""
        one = next((one for one in self.puzzle.wrong if FIRSTS in one.turns), None)
        if one is not None:
            turn, after = next(made_turns(self.start, action))
            yield turn, after, one

    def _is_refuted(self, after: Position, reply: str) -> bool:
        if not reply:
            return after.outcome is not None and after.outcome.winner != self.mover
        end, replies = played(after, reply), len(reply.split(THEN))
        if end.outcome is None and end.turn != self.mover:
            return False
        if self.puzzle.kind == WIN:
            return not self.brute.wins(end, self.mover, self.puzzle.within - 1 - replies)
        others = [letter for letter in self.puzzle.game.players if letter != self.mover]
        return any(self.brute.wins(end, other, LONGEST_THREAT + 1 - replies) for other in others)

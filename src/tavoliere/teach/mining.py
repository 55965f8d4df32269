"""Finding puzzles: in games that players of ours play against themselves, and in games that somebody hands in.

A game is gone through from its end. What `proving.py` proves becomes a puzzle with its whole solution, is rated by the
lowest level that solves it, and gets a name that it shares with all positions that are the same turned or mirrored.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tavoliere.core.compiled import runs_plain
from tavoliere.core.position import Game, Position
from tavoliere.core.quick import speed_up
from tavoliere.search.budget import Budget
from tavoliere.search.force import Unclear
from tavoliere.search.ladder import ladder_of
from tavoliere.search.players import Choice
from tavoliere.search.selfplay import Conditions
from tavoliere.search.specs import parse_spec
from tavoliere.teach.plans import Planner, TooLong, played
from tavoliere.teach.proving import Effort, Proof, Prover
from tavoliere.teach.puzzle import FIRSTS, HOLD, OTHERS, THEN, WIN, Answer, Plan, Puzzle
from tavoliere.teach.puzzle_file import MOST_BYTES, data_of, json_of
from tavoliere.teach.themes import themes_of

PLAYER = "alphabeta:nodes=1500,noise=60"
OPENING = 4
SLIPS = 0.15
LONGEST_GAME = 200
LOOKED_AT = 20
"""How many turns before its end a game is gone through."""
MOST_HOLDS = 3
"""So many are taken from one game."""
ASIDES = 12
"""So many other turns are tried in each of these positions, as if somebody had slipped there."""
MOST_ASIDE = 4
"""So many puzzles behind such slips are taken from one game."""
BLANKS = 3
"""After so many positions in a row in which no slip is seen to lose, slips are not looked at any further back."""
WALKS = 40
"""So many ways are gone from a puzzle that is known, a turn of everybody each."""
MOST_AROUND = 3
"""So many puzzles are taken from around one."""
TRIES = 3
"""A level solves a puzzle if it does with each of so many seeds."""
CLOCKLESS = Budget(nodes=2_000_000)
"""What a level that thinks by the clock has instead, so that ratings come out alike everywhere."""
MOST_BYTES_EACH = 1_900


def usual_conditions(game: Game, seed: int = 1) -> Conditions:
    """Games with slips, so that there is something to find in them."""
    player = parse_spec(PLAYER)
    return Conditions(
        game, (player,) * len(game.players), opening=OPENING, slips=SLIPS, longest=LONGEST_GAME, seed=seed
    )


class Question(NamedTuple):
    """A game to be gone through, by the actions of its turns."""

    game: Game
    start: str
    """The text of the first position; empty for the usual one."""
    turns: tuple[tuple[int, ...], ...]
    effort: Effort


def puzzles_in(question: Question) -> list[Puzzle]:
    """The puzzles of a game: the longest and the shortest win that can be proven, turns that had to be found not to
    lose, and wins after slips that could have been made.
    """
    game = question.game
    if not runs_plain():
        speed_up(game.start().state, game.facts.most_actions)
    positions = list(_positions(question))
    prover = Prover(game, question.effort)
    found = [*_won(prover, positions), *_held(prover, positions), *_aside(prover, positions)]
    return [puzzle for position, proof in found if (puzzle := puzzle_from(prover, position, proof))]


def puzzles_around(question: Question) -> list[Puzzle]:
    """The puzzles near one that is known, which a question tells by position and solution: a turn of everybody later,
    when the solution was missed. Who could win often still can, and it is another puzzle if it takes another turn.
    """
    game = question.game
    if not runs_plain():
        speed_up(game.start().state, game.facts.most_actions)
    prover = Prover(game, question.effort)
    start, found = game.position(question.start), list[Puzzle]()
    keys = {question.turns[0][0]}
    for position, known in _missed(prover, start):
        proof = prover.proof(position, WIN, known)
        if proof is None or position.exact_actions(proof.turns[0])[0] in keys:
            continue
        keys.add(position.exact_actions(proof.turns[0])[0])
        puzzle = puzzle_from(prover, position, proof)
        found += [puzzle] if puzzle is not None else []
        if len(found) == MOST_AROUND:
            break
    return found


def _missed(prover: Prover, start: Position) -> Iterator[tuple[Position, Choice]]:
    """Positions a turn of everybody after one, where a short look sees a win of the same player."""
    chance = random.Random(str(start))
    for _ in range(WALKS):
        after = slipped(start, chance)
        while after.outcome is None and after.turn != start.turn:
            after = slipped(after, chance)
        if after.outcome is None:
            yield from _glimpse(prover, after)


def _positions(question: Question) -> Iterator[Position]:
    position = question.game.position(question.start) if question.start else question.game.start()
    yield position
    for turn in question.turns:
        for action in turn:
            position = position.act(action)
        yield position


Candidate = tuple[Position, Proof]


def _won(prover: Prover, positions: Sequence[Position]) -> list[Candidate]:
    """Going back from the end as long as the winner's win can be seen: the last puzzle on the way, and the first. What
    lies between them is much like them, and is not proven.
    """
    seen = list(_seen_wins(prover, positions))
    last = _first_proven(prover, reversed(seen))
    if last is None:
        return []
    first = _first_proven(prover, itertools.takewhile(lambda one: one[0] is not last[0], seen))
    return [last] if first is None else [first, last]


def _seen_wins(prover: Prover, positions: Sequence[Position]) -> Iterator[tuple[Position, Choice]]:
    """Going back from the end, the positions in which a search sees the winner's win, and what it has found."""
    end = positions[-1].outcome
    if end is None or end.winner is None:
        return
    for position in reversed(positions[-LOOKED_AT:-1]):
        if position.turn == end.winner:
            fresh = alone(position)
            found = prover.searched(fresh, prover.effort.first)
            if found.proven != "win":
                return
            yield fresh, found


def _first_proven(prover: Prover, seen: Iterable[tuple[Position, Choice]]) -> Candidate | None:
    for position, known in seen:
        proof = prover.proof(position, WIN, known)
        if proof is not None:
            return position, proof
    return None


def _held(prover: Prover, positions: Sequence[Position]) -> list[Candidate]:
    """The last positions in which all turns but one lose soon."""
    found: list[Candidate] = []
    for position in reversed(positions[-LOOKED_AT:-1]):
        fresh = alone(position)
        proof = prover.proof(fresh, HOLD) if prover.is_threatened(fresh) else None
        if proof is not None:
            found.append((fresh, proof))
        if len(found) == MOST_HOLDS:
            break
    return found


def _aside(prover: Prover, positions: Sequence[Position]) -> list[Candidate]:
    """Wins behind turns that were not made, one from each position at the most. They cost less than new games do."""
    found: list[Candidate] = []
    blanks = 0
    end = positions[-1].outcome
    winner = None if end is None else end.winner
    for position in reversed(positions[-LOOKED_AT:-1]):
        if position.turn == winner:
            continue  # whoever slips here seldom gives the others a win
        seen = list(_glimpsed(prover, position))
        blanks = 0 if seen else blanks + 1
        proven = _first_proven(prover, seen)
        if proven is not None:
            found.append(proven)
        if len(found) == MOST_ASIDE or blanks == BLANKS:
            break
    return found


def _glimpsed(prover: Prover, position: Position) -> Iterator[tuple[Position, Choice]]:
    """What comes of other turns, where a short look sees a win."""
    chance = random.Random(str(position))
    for _ in range(ASIDES):
        after = slipped(position, chance)
        if after.outcome is None:
            yield from _glimpse(prover, after)


def _glimpse(prover: Prover, position: Position) -> Iterator[tuple[Position, Choice]]:
    """The position and what a short look has found, if that is a win."""
    fresh = alone(position)
    found = prover.searched(fresh, prover.effort.glimpse)
    if found.proven == "win":
        yield fresh, found


def slipped(position: Position, chance: random.Random) -> Position:
    """A position after any turn."""
    after = position.act(chance.choice(position.actions()))
    while after.pending:
        after = after.act(chance.choice(after.actions()))
    return after


def alone(position: Position) -> Position:
    """A position as if the game began there: history would change what it is worth."""
    return position.game.position(str(position))


def puzzle_from(prover: Prover, position: Position, proof: Proof) -> Puzzle | None:
    """The puzzle with its whole solution; None if that is too long for a file, or cannot be tried out in full."""
    planner = Planner(prover.brute, position, proof)
    try:
        plan = planner.plan()
        line = planner.line(plan)
        wrong = planner.wrong()
    except (TooLong, Unclear):
        return None
    lost_by = _lost_by(position, proof, wrong[0].turns, wrong[0].reply) if wrong else ""
    themes = themes_of(position, proof.kind, line, lost_by)
    puzzle = Puzzle(
        name_of(position), position.game, str(position), proof.kind, proof.turns, proof.within, 1, themes, line,
        tuple(planner.endings), plan, wrong,
    )  # fmt: skip
    puzzle = _fitted(puzzle)
    if len(json_of(data_of(puzzle)).encode()) > MOST_BYTES_EACH:
        return None
    return dataclasses.replace(puzzle, level=level_of(position, proof.turns))


def _lost_by(position: Position, proof: Proof, turns: Sequence[str], reply: str) -> str:
    """How the game ends after a wrong turn and its answer, as far as that ends it."""
    if proof.kind != HOLD:
        return ""
    wrong = turns[0] if turns[0] not in (OTHERS, FIRSTS) else ""
    for turn in [wrong] if wrong else position.legal_moves():
        if turn in proof.turns or (not wrong and position.play(turn).why_not(reply.split(THEN)[0]) is not None):
            continue
        after = position.play(turn)
        end = after if not reply else played(after, reply)
        return str.__str__(end.outcome.reason) if end.outcome is not None else ""
    return ""


def _fitted(puzzle: Puzzle) -> Puzzle:
    """A puzzle whose plan is cut behind the first answers if its line would be too long; the rest is searched."""
    if len(json_of(data_of(puzzle)).encode()) <= MOST_BYTES_EACH:
        return puzzle
    cut = tuple(Answer(one.defences, one.turn, None if one.plan and one.plan.answers else one.plan)
                for one in puzzle.plan.answers)  # fmt: skip
    return dataclasses.replace(puzzle, plan=Plan(cut))


# Ratings and names


def level_of(position: Position, good: Sequence[str]) -> int:
    """The lowest level that plays one of the good turns whatever its seed; one more than there are if none does."""
    rungs = ladder_of(position.game).levels
    return next((rung.level for rung in rungs if solves(position, good, rung.player)), len(rungs) + 1)


def rated_again(puzzle: Puzzle) -> Puzzle:
    """A puzzle with the rating that the levels of today give it."""
    return dataclasses.replace(puzzle, level=level_of(puzzle.start(), puzzle.turns))


def solves(position: Position, good: Sequence[str], player: str) -> bool:
    """Whether a player finds one of the good turns within its budget, with each of a few seeds."""
    spec = parse_spec(player).resolved(position.game)
    budget = spec.budget() if spec.budget().seconds is None else CLOCKLESS
    return all(spec.player(seed).choose(position, budget).move in good for seed in range(1, TRIES + 1))


def name_of(position: Position) -> str:
    """A name that a position shares with all that are the same turned or mirrored, and with no other."""
    ruleset, options = position.game.ruleset, dict(position.game.options)
    texts = (
        ruleset.notation.position_text(ruleset.symmetric(position.state, options, number)[0], options)
        for number in range(max(1, ruleset.symmetries))
    )
    return hashlib.sha256(f"{sorted(options.items())} {min(texts)}".encode()).hexdigest()[:8]


# What is shipped


def chosen(puzzles: Iterable[Puzzle], wanted: int, most_bytes: int = MOST_BYTES) -> list[Puzzle]:
    """So many different puzzles at most, spread over the ratings, that a file holds them: from each level in turn the
    next one, of both kinds alike. Of two with one id the first counts.
    """
    by_id: dict[str, Puzzle] = {}
    for puzzle in puzzles:
        by_id.setdefault(puzzle.id, puzzle)
    levels = sorted({puzzle.level for puzzle in by_id.values()})
    waiting = [_mixed([puzzle for puzzle in by_id.values() if puzzle.level == level]) for level in levels]
    found: list[Puzzle] = []
    used = 0
    while any(waiting) and len(found) < wanted:
        for puzzles_left in waiting:
            if not puzzles_left or len(found) == wanted:
                continue
            puzzle = puzzles_left.pop(0)
            size = len(json_of(data_of(puzzle)).encode()) + 1
            if used + size <= most_bytes:
                found.append(puzzle)
                used += size
    return sorted(found, key=lambda puzzle: (puzzle.level, puzzle.id))


def _mixed(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Puzzles of both kinds by turns, each kind in the order of names, which says nothing about them."""
    kinds = [sorted((one for one in puzzles if one.kind == kind), key=lambda one: one.id) for kind in (WIN, HOLD)]
    pairs = [kinds[kind][place : place + 1] for place in range(len(puzzles)) for kind in (0, 1)]
    return [puzzle for pair in pairs for puzzle in pair]

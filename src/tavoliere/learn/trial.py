"""Whether a new judge plays better than the old one: games from openings that no training has seen, in pairs with the
seats changed, at equal time.

Loss hardly tells a good judge from a bad one, so this alone decides. Games are counted in nodes, so that they can be
played again; how many nodes are worth the same time is measured once, by turns, before the first game.
"""

from __future__ import annotations

import dataclasses
import json
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tavoliere.arena.match import opening
from tavoliere.core.game import DRAW, ONGOING, State
from tavoliere.core.position import Game, Position
from tavoliere.learn.recipe import TRIAL_SEEDS
from tavoliere.search.contest import contested, deepened, thought
from tavoliere.search.judges import judge_of
from tavoliere.search.kernels import alphabeta
from tavoliere.search.kernels.contest import prepared

LONGEST = 600
OPENING_NODES, OPENING_ENTRIES = 5_000, 1 << 13
MEASURED_POSITIONS, MEASURED_ROUNDS, MEASURED_NODES = 6, 5, 100_000
MEASURED_STEP, QUICK_NODES = 8, 200
"""Each position that is measured lies so many actions further on than the last, played by such searches."""

Spread = Callable[[Callable[[Any], Any], list[Any]], Iterator[tuple[int, Any]]]


@dataclasses.dataclass(frozen=True)
class Trial:
    """New against old, with the nodes of each for an action."""

    game: Game
    new: Any
    old: Any
    new_nodes: int
    old_nodes: int
    opening: int
    seed: int

    def play(self, number: int) -> float:
        """What the new judge gets in the game of a number: even and odd ones are a pair with the seats changed."""
        pair, seat = divmod(number, 2)
        position = opened(self.game, pair, self.opening, self.seed + TRIAL_SEEDS)
        winner = contested(position, self.new, self.old, seat, self.new_nodes, LONGEST, self.old_nodes)
        return 0.5 if winner == DRAW else float(winner == seat)


def opened(game: Game, number: int, turns: int, seed: int) -> Position:
    """The position that a pair of games begins with; one that is won already would say nothing about a judge."""
    position = game.start()
    for move in opening(game, number, turns, seed, is_decided):
        position = position.play(move)
    return position


def is_decided(position: Position) -> bool:
    """Whether a short search finds that somebody is certain to win, even where there is only one action."""
    facts, players = position.game.facts, len(position.game.players)
    desk = alphabeta.new_desk(facts.most_actions, facts.action_count, players, [], OPENING_ENTRIES)
    prepared(position.state, OPENING_NODES, desk)
    judge = judge_of(position.game)
    return abs(deepened(position.state, judge, players, 0, desk, stops_at_proof=True).value) > alphabeta.FAR


def pace_of(game: Game, new: Any, old: Any, seed: int) -> float:
    """How many nodes the new judge searches in the time in which the old one searches one: at most one, in case the
    new one has only met a quieter moment of the machine.
    """
    facts = game.facts
    desk = alphabeta.new_desk(facts.most_actions, facts.action_count, 2, [], alphabeta.JOURNAL)
    states = measured_states(game, old, seed)
    spent = {True: math.inf, False: math.inf}
    for _ in range(MEASURED_ROUNDS):  # the fastest of some rounds, by turns: others use the machine too
        for is_new, judge in ((True, new), (False, old)):
            seconds, nodes = 0.0, 0
            for state in states:
                alphabeta.clear(desk)
                begun = time.process_time()
                thought(state, judge, 2, MEASURED_NODES, 0, desk)
                seconds += time.process_time() - begun
                nodes += int(desk.counts[alphabeta.NODES])
            spent[is_new] = min(spent[is_new], seconds / nodes)
    return min(1.0, spent[False] / spent[True])


def measured_states(game: Game, judge: Any, seed: int) -> list[State]:
    """States from all over a game: some searches are slow where much stands on the board, others where little does."""
    facts = game.facts
    desk = alphabeta.new_desk(facts.most_actions, facts.action_count, 2, [], OPENING_ENTRIES)
    states = []
    for number in range(MEASURED_POSITIONS):
        state: State = opened(game, number, 4, seed + 2 * TRIAL_SEEDS).state
        for _ in range(MEASURED_STEP * number):
            thought(state, judge, 2, QUICK_NODES, 0, desk)
            after = state.play(int(desk.roots[0]))
            if after.winner != ONGOING:
                break
            state = after
        states.append(state)
    return states


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The mean score of the new judge and its standard error, by pairs."""

    games: int
    score: float
    error: float


def verdict(scores: dict[int, float]) -> Verdict:
    """What the games say so far; pairs that are not complete do not count."""
    pairs = [(scores[number] + scores[number + 1]) / 2 for number in scores if number % 2 == 0 and number + 1 in scores]
    if not pairs:
        return Verdict(0, 0.5, math.inf)
    mean = sum(pairs) / len(pairs)
    spread = sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1)
    return Verdict(2 * len(pairs), mean, math.sqrt(spread / len(pairs)))


def play(trial: Trial, games: int, path: Path, spread: Spread) -> Iterator[Verdict]:
    """Play what is missing of a trial; each game is in the file before the verdict so far is given."""
    scores = read(path)
    _end_torn_line(path)
    missing = [number for number in range(games) if number not in scores]
    yield verdict(scores)
    for place, score in spread(_played, [(trial, number) for number in missing]):
        scores[missing[place]] = score
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([missing[place], score]) + "\n")
        yield verdict(scores)


def read(path: Path) -> dict[int, float]:
    """The games in a file; a line that was torn when somebody was killed is no game."""
    scores: dict[int, float] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                number, score = json.loads(line)
            except (ValueError, TypeError):
                continue
            scores[int(number)] = float(score)
    return scores


def _end_torn_line(path: Path) -> None:
    if path.exists() and not path.read_bytes().endswith(b"\n"):
        with path.open("a", encoding="utf-8") as file:
            file.write("\n")


def _played(question: tuple[Trial, int]) -> float:
    trial, number = question
    return trial.play(number)

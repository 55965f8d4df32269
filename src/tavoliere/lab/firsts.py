"""First turns: what each is worth, turns that symmetry makes the same counted together."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from tavoliere.core.position import Game, Position
from tavoliere.lab.measure import told
from tavoliere.lab.stats import Moments
from tavoliere.search.selfplay import SelfPlayed

Turn = tuple[int, ...]
CELL = "cell:"


@dataclasses.dataclass(frozen=True)
class First:
    """A first turn, all that symmetry makes the same as it, and what the player who makes it got."""

    text: str
    same: tuple[str, ...]
    squares: tuple[str, ...]
    """The squares that the last steps of all of these touch."""
    score: Moments


def whole_turns(position: Position) -> list[Turn]:
    """All whole turns of a position as actions."""
    found: list[Turn] = []
    waiting: list[tuple[Position, Turn]] = [(position, ())]
    while waiting:
        here, begun = waiting.pop()
        for action in here.actions():
            after = here.act(action)
            if after.pending:
                waiting.append((after, (*begun, action)))
            else:
                found.append((*begun, action))
    return sorted(found)


def own_symmetries(position: Position) -> list[Callable[[int], int]]:
    """The symmetries that leave a position as it is, as what they make of actions."""
    game, state = position.game, position.state
    turned = [game.ruleset.symmetric(state, dict(game.options), number) for number in range(game.ruleset.symmetries)]
    return [action_of for after, action_of in turned if after == state]


def classes(position: Position) -> dict[Turn, list[Turn]]:
    """All turns by the least of those that a symmetry of the position makes out of them."""
    symmetries = own_symmetries(position)
    found: dict[Turn, list[Turn]] = {}
    for turn in whole_turns(position):
        least = min(tuple(action_of(action) for action in turn) for action_of in symmetries)
        found.setdefault(least, []).append(turn)
    return found


def firsts_of(game: Game, games: Iterable[SelfPlayed]) -> list[First]:
    """What the first turns of games were worth to whoever made them, the best first."""
    start, seats = game.start(), len(game.players)
    kinds = classes(start)
    known = {turn: least for least, same in kinds.items() for turn in same}
    scores: dict[Turn, Moments] = {}
    for played in games:
        if played.turns:
            least = known[played.turns[0]]
            scores.setdefault(least, Moments()).add(played.scores(seats)[played.movers[0]])
    found = [
        First(
            start.actions_to_turn(list(least)),
            tuple(start.actions_to_turn(list(turn)) for turn in kinds[least]),
            tuple(dict.fromkeys(square for turn in kinds[least] if (square := square_of(start, turn)))),
            score,
        )
        for least, score in scores.items()
    ]
    return sorted(found, key=lambda first: (-first.score.mean, first.text))


def square_of(position: Position, turn: Turn) -> str:
    """The square that the last step of a turn's first action touches; empty if it touches none."""
    steps = position.game.ruleset.face.steps(position.state, turn[0], dict(position.game.options))
    cells = [step.removeprefix(CELL) for step in steps if step.startswith(CELL)]
    return cells[-1] if cells else ""


def _uneven_at_most(score: Moments) -> float:
    """How far from one half a score may lie, so that a turn that was hardly played is not called even."""
    found = score.share()
    return max(abs(found.low - 0.5), abs(found.high - 0.5))


def firsts_data(game: Game, found: list[First]) -> dict[str, Any]:
    """First turns as data, and what a swap rule would leave: to somebody who may change sides the best that the first
    player can leave is the turn that is nearest to even for certain.
    """
    listed = [
        {
            "turn": first.text,
            "same": list(first.same),
            "squares": list(first.squares),
            "score": told(first.score.share()),
        }
        for first in found
    ]
    data: dict[str, Any] = {"turns": listed, "games": sum(first.score.count for first in found)}
    if len(game.players) == 2 and found:
        nearest = min(found, key=lambda first: _uneven_at_most(first.score))
        data["swap"] = {"turn": nearest.text, "score": told(nearest.score.share())}
    return data

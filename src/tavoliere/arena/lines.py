"""A position analysed: its best turns with their chances, the lines they begin, and what is certain."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from tavoliere.core.position import Position
from tavoliere.core.said import Said
from tavoliere.play.opponent import Opponent, checked_name, checked_position, checked_seed

if TYPE_CHECKING:
    from tavoliere.search.players import Alternative, Choice


@dataclasses.dataclass(frozen=True)
class BestLine:
    """A good turn and what follows it."""

    move: str
    chance: float
    """What the player to move can expect of it, from 0 to 1; a draw counts as an equal share."""
    turns: tuple[str, ...]
    """The turn and how the game goes on if everybody plays well."""
    proven: str
    """`win`, `draw` or `loss` for the player to move if that is certain, else empty."""


@dataclasses.dataclass(frozen=True)
class Analysis:
    """What a search has found about a position. As text it is a small table."""

    position: Position
    lines: tuple[BestLine, ...]
    """The best turns, the best first."""
    chances: dict[str, float]
    """What each player can expect, from 0 to 1."""
    proven: str
    """`win`, `draw` or `loss` for the player to move if that is certain, else empty."""
    depth: int
    nodes: int
    seconds: float
    reasons: tuple[Said, ...] = ()
    """Why the best turn is good, in the game's words: one or two sentences; none where nothing is known."""

    @property
    def best(self) -> str:
        """The best turn."""
        return self.lines[0].move

    def __str__(self) -> str:
        from tavoliere.arena.analysis import percent

        game = self.position.game
        names = ", ".join(f"{game.player_name(letter)} {percent(self.chances[letter])}" for letter in game.players)
        widest = max(len(line.move) for line in self.lines)
        rows = [
            f"{line.move:<{widest}}  {percent(line.chance):>4}  {line.proven:<4}  {' '.join(line.turns)}".rstrip()
            for line in self.lines
        ]
        return "\n".join([f"{game.player_name(self.position.turn)} to move: {names}", *rows, *self.reasons])


def analyse(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 3,
    player: str = "champion",
    seed: int = 1,
) -> Analysis:
    """The best turns of a position, with chances, lines and proofs; for a second if no limit is given.

    Without a limit of seconds the answer is the same on any machine. `player` is who thinks: `champion`, `alphabeta` or
    `mcts`, with settings. A `ValueError` says what is wrong: the game is over, or a limit is no limit.

    >>> import tavoliere as tv
    >>> position = tv.game("tablut").position("9/9/9/3b5/4k4/3b5/9/9/8b w")
    >>> found = tv.analyse(position, nodes=5000, lines=2)
    >>> found.best, found.proven, found.chances
    ('e5-g5', 'win', {'w': 1.0, 'b': 0.0})
    >>> print(found)
    White to move: White 100%, Black 0%
    e5-g5  100%  win   e5-g5 d6-d8 g5-g1
    e5-f5  100%  win   e5-f5 d6-b6 f5-f7 b6-b7 f7-i7
    with e5-g5, the king escapes on g1, within 3 turns
    """
    from tavoliere.search.specs import MOST_LINES, judging_spec

    root = checked_position(position).before_turn()
    checked_name(player)
    if isinstance(lines, bool) or not isinstance(lines, int) or not 1 <= lines <= MOST_LINES:
        raise ValueError(
            Said("lines is a whole number from 1 to {most}, not {lines}", most=MOST_LINES, lines=repr(lines))
        )
    thinker = Opponent(judging_spec(player, multi=lines), checked_seed(seed))
    return _analysis(root, thinker.choose(root, seconds=seconds, nodes=nodes, depth=depth))


def _analysis(root: Position, choice: Choice) -> Analysis:
    from tavoliere.arena.reasons import hint_reasons

    lines = tuple(_line(other) for other in choice.alternatives)
    effort = choice.depth, choice.nodes, choice.seconds
    return Analysis(root, lines, dict(choice.values), choice.proven, *effort, hint_reasons(root, choice))


def _line(other: Alternative) -> BestLine:
    return BestLine(other.text, other.value, other.line, other.proven)

"""What the figures come to in a sentence: fair or not, and whether they can be trusted."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

from tavoliere.core.position import Game
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.lab.measure import Measures
from tavoliere.lab.stats import POWER, Moments, difference_of_shares, equal_seats, games_to_show

FAIR, UNFAIR, OPEN = Said("fair"), Said("unfair"), Said("open")
MARGIN = 0.05
"""A seat whose score is certain to lie so near to its fair share is fair, whatever is left."""
SIGNIFICANT = 0.05
LEAST_OFF = 1e-3
"""What is less is told as this: no number of games that somebody plays could show it."""
LEAST_DISTINCT, MOST_CUT, MOST_DRIFT = 0.9, 0.05, 0.15
LEAST_GAMES = 30


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Whether seats are equal, in one word and in a sentence, and how many more games would tell if nothing does."""

    word: str
    sentence: Said
    more: int = 0


def fairness(game: Game, found: Measures, chance: float, margin: float = MARGIN) -> Verdict:
    """The verdict on the seats. `chance` is the p-value of equal seats, corrected for all that were looked at."""
    seats = len(game.players)
    at_once, fair = (seats if seats > 2 else 1), 1 / seats
    intervals = [score.share(at_once=at_once) for score in found.scores]
    best = max(range(seats), key=lambda seat: intervals[seat].value)
    score = Said("{low}-{high} %", low=_points(intervals[best].low), high=_points(intervals[best].high))
    name = game.player_name(game.players[best])
    if all(fair - margin <= interval.low and interval.high <= fair + margin for interval in intervals):
        return Verdict(FAIR, Said("fair: no seat is more than {margin} points off", margin=_points(margin)))
    if chance < SIGNIFICANT and found.games >= LEAST_GAMES:
        return Verdict(UNFAIR, Said("unfair: {player} gets {score} of the points", player=name, score=score))
    off = max(abs(interval.value - fair) for interval in intervals)
    spread = max(moments.variance for moments in found.scores)
    wanted = _games_to_tell(off, max(spread, fair * (1 - fair) / 4), at_once, margin)
    more = max(1, wanted - found.games, LEAST_GAMES - found.games)
    sentence = Said("not told yet: about {more} more games are needed; {player} gets {score}",
                    more=more, player=name, score=score)  # fmt: skip
    return Verdict(OPEN, sentence, more)


def _games_to_tell(off: float, variance: float, at_once: int, margin: float) -> int:
    """How many games tell in four of five trials that seats are unequal, or that they are fair, whichever takes fewer,
    if the true scores are as far off as those that were seen. Both ends of an interval must lie within the margin, so
    each is given half of the trials that may fail.
    """
    unequal = games_to_show(max(off, LEAST_OFF), variance, at_once)
    fair = games_to_show(max(margin - off, LEAST_OFF), variance, at_once, (1 + POWER) / 2)
    return min(unequal, fair)


def _points(share: float) -> str:
    return f"{100 * share:.0f}"


def seats_chance(found: Measures) -> float:
    """The p-value of equal seats."""
    return equal_seats(found.wins)


# Trust


@dataclasses.dataclass(frozen=True)
class Doubt:
    """Something that a reader must know before believing figures; a grave one stands on top of the report."""

    sentence: Said
    is_grave: bool


def doubts_of(
    labels: Sequence[str], cells: Sequence[Measures], public: tuple[int, list[Moments]] | None
) -> list[Doubt]:
    """What speaks against a report. `public` are scores of games played by the public way, and the cell they check."""
    own = [doubt for label, cell in zip(labels, cells, strict=True) for doubt in own_doubts(label, cell)]
    return own + _drift(labels, cells) + _checked(labels, cells, public)


def own_doubts(label: str, cell: Measures) -> list[Doubt]:
    """What speaks against some games, whatever is done with them."""
    found: list[Doubt] = []
    if cell.distinct.value < LEAST_DISTINCT:
        said = Said(
            "{cell}: only {share} % of the games are distinct, so they count for fewer than they are; play "
            "with openings, or with a player who has more noise",
            cell=label,
            share=_points(cell.distinct.value),
        )
        found.append(Doubt(said, True))
    if cell.games and cell.cut / cell.games > MOST_CUT:
        share = _points(cell.cut / cell.games)
        found.append(Doubt(Said("{cell}: {share} % of the games did not end", cell=label, share=share), True))
    if cell.games < LEAST_GAMES:
        found.append(Doubt(Said("{cell}: {games} games say little", cell=label, games=cell.games), False))
    return found


def _drift(labels: Sequence[str], cells: Sequence[Measures]) -> list[Doubt]:
    """A game that turns over with strength is worth a word: no figure of one strength holds for another."""
    firsts = [cell.scores[0].share() for cell in cells]
    low = min(range(len(cells)), key=lambda place: firsts[place].value)
    high = max(range(len(cells)), key=lambda place: firsts[place].value)
    if difference_of_shares(firsts[low], firsts[high]).low <= MOST_DRIFT:
        return []
    said = Said(
        "the first seat gets {low} % with {weak} and {high} % with {strong}: figures of one hold for it alone",
        low=_points(firsts[low].value),
        weak=labels[low],
        high=_points(firsts[high].value),
        strong=labels[high],
    )
    return [Doubt(said, False)]


def _checked(labels: Sequence[str], cells: Sequence[Measures], public: tuple[int, list[Moments]] | None) -> list[Doubt]:
    if public is None:
        return []
    place, scores = public
    # 99 % for all seats together: a report looks at many, and a false alarm on top of it would be read.
    at_once = len(scores)
    found = []
    for seat, score in enumerate(scores):
        own, other = cells[place].scores[seat].share(0.99, at_once), score.share(0.99, at_once)
        apart = difference_of_shares(own, other)
        if apart.low > 0 or apart.high < 0:
            said = Said(
                "{cell}: seat {seat} gets {own} % in self-play and {other} % in public games of the same player",
                cell=labels[place],
                seat=seat + 1,
                own=_points(own.value),
                other=_points(other.value),
            )
            found.append(Doubt(said, True))
    return found


# Conditions that make a report fail


FIGURES = {
    "seat_gap": lambda cell: cell["gap"],
    "first_seat": lambda cell: cell["seats"][0]["score"]["value"],
    "draws": lambda cell: cell["draws"]["value"],
    "cut": lambda cell: cell["cut"]["value"],
    "length": lambda cell: cell["length"]["median"]["value"],
    "branching": lambda cell: cell["branching"]["whole"]["value"],
    "forced": lambda cell: cell["branching"]["forced"]["value"],
    "lead_changes": lambda cell: cell["drama"]["lead_changes"]["value"],
    "comebacks": lambda cell: cell["drama"]["comebacks"]["value"],
    "decided": lambda cell: cell["drama"]["decided"]["value"],
    "swing": lambda cell: cell["drama"]["swing"]["value"],
    "distinct": lambda cell: cell["distinct"]["value"],
}
"""What a condition can ask about, by name: figures of the strongest player's games."""
CONDITION = re.compile(r"\s*([a-z_]+)\s*(<=|>=|<|>)\s*([0-9]+(?:\.[0-9]+)?)\s*")


@dataclasses.dataclass(frozen=True)
class Condition:
    """A figure and the bound that it must not pass."""

    text: str
    name: str
    sign: str
    bound: float

    def holds(self, cell: dict[str, Any]) -> bool:
        value = float(FIGURES[self.name](cell))
        return {
            "<": value < self.bound, ">": value > self.bound, "<=": value <= self.bound, ">=": value >= self.bound,
        }[self.sign]  # fmt: skip

    def value(self, cell: dict[str, Any]) -> float:
        return float(FIGURES[self.name](cell))


def parse_condition(text: str) -> Condition:
    """A condition as people write it.

    >>> parse_condition("seat_gap>0.15").bound
    0.15
    """
    match = CONDITION.fullmatch(text)
    if match is None or match[1] not in FIGURES:
        names = Series(list(FIGURES), COMMAS)
        raise ValueError(
            Said(
                "a condition is written like seat_gap>0.15, with one of {names}, not {text}",
                names=names,
                text=repr(text),
            )
        )
    return Condition(text.strip(), match[1], match[2], float(match[3]))

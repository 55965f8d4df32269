"""What games say, one after another and without keeping any: each measure takes a game and adds it to its counts.

Exact definitions stand in `docs/lab.md`. Nothing here knows files, pages or how games were played.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tavoliere.core.position import Game
from tavoliere.lab.stats import Clustered, Interval, Moments, median_interval, quantile, share_of
from tavoliere.search.selfplay import CUT, SelfPlayed

TENTHS, STEPS, BINS = 10, 20, 50
MOST_KNOWN = 20_000
"""Whether games are distinct is looked at among so many."""
LEAD = 0.1
"""Who leads has a chance so much larger than whoever led before: 55 to 45 with two players."""
DECIDED, LOST, MOVED = 0.9, 0.05, 0.2
FINE = 100


def told(found: Interval) -> dict[str, float | None]:
    """An interval as data; a bound that nothing is known of is none."""
    return {
        "value": round(found.value, 5),
        "low": round(found.low, 5) if math.isfinite(found.low) else None,
        "high": round(found.high, 5) if math.isfinite(found.high) else None,
        "games": found.games,
    }


class Measures:
    """All measures of a number of games."""

    def __init__(self, game: Game) -> None:
        self.game, self.seats = game, len(game.players)
        self.games = self.draws = self.cut = self.watched = 0
        self.scores = [Moments() for _ in range(self.seats)]
        self.wins = [0] * self.seats
        self.lengths: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.firsts: Counter[tuple[int, ...]] = Counter()
        self.branching, self.drama = Branching(), Drama(self.seats)
        self.table = Table(game) if self.seats > 2 else None
        self._known: set[bytes] = set()
        self._looked = 0

    def add(self, played: SelfPlayed) -> None:
        self.games += 1
        for found, score in zip(self.scores, played.scores(self.seats), strict=True):
            found.add(score)
        if played.winner is not None:
            self.wins[played.winner] += 1
        self.cut += played.reason == CUT
        self.draws += played.winner is None and played.reason != CUT
        self.lengths[len(played.turns)] += 1
        self.reasons[played.reason] += 1
        if played.turns:
            self.firsts[played.turns[0]] += 1
        self.branching.add(played)
        if self._looked < MOST_KNOWN:
            self._looked += 1
            self._known.add(hashlib.blake2b(repr(played.turns).encode(), digest_size=8).digest())
        if played.chances:
            self.watched += 1
            self.drama.add(played)
            if self.table is not None:
                self.table.add(played)

    @property
    def distinct(self) -> Interval:
        return share_of(len(self._known), self._looked)

    @property
    def gap(self) -> float:
        """The largest seat score less the smallest."""
        means = [found.mean for found in self.scores]
        return max(means) - min(means)

    def data(self) -> dict[str, Any]:
        """Everything as plain data."""
        letters = self.game.players
        data = {
            "games": self.games,
            "seats": [
                {"letter": letter, "score": told(found.share(at_once=self.seats if self.seats > 2 else 1))}
                for letter, found in zip(letters, self.scores, strict=True)
            ],
            "gap": round(self.gap, 5),
            "draws": told(share_of(self.draws, self.games)),
            "cut": told(share_of(self.cut, self.games)),
            "length": {
                "median": told(median_interval(self.lengths)),
                "low": quantile(self.lengths, 0.05),
                "high": quantile(self.lengths, 0.95),
                "counts": {str(length): count for length, count in sorted(self.lengths.items())},
            },
            "endings": {reason: told(share_of(count, self.games)) for reason, count in self.reasons.most_common()},
            "branching": self.branching.data(),
            "distinct": told(self.distinct),
            "drama": self.drama.data(),
        }
        if self.table is not None:
            data["table"] = self.table.data()
        return data


def measured(game: Game, games: Iterable[SelfPlayed]) -> Measures:
    """The measures of some games."""
    found = Measures(game)
    for played in games:
        found.add(played)
    return found


class Branching:
    """How much there is to choose, by tenth of the game, and how often there is nothing to choose."""

    def __init__(self) -> None:
        self.first: list[Counter[int]] = [Counter() for _ in range(TENTHS)]
        self.whole: list[Counter[int]] = [Counter() for _ in range(TENTHS)]
        self.forced = Moments()
        self.mean_first, self.mean_whole = Moments(), Moments()

    def add(self, played: SelfPlayed) -> None:
        turns = len(played.turns)
        if not turns:
            return
        for place, (first, whole) in enumerate(zip(played.widths, played.whole_widths, strict=True)):
            tenth = place * TENTHS // turns
            self.first[tenth][_rounded(first)] += 1
            self.whole[tenth][_rounded(whole)] += 1
        self.forced.add(sum(whole == 1 for whole in played.whole_widths) / turns)
        self.mean_first.add(sum(played.widths) / turns)
        self.mean_whole.add(sum(played.whole_widths) / turns)

    def data(self) -> dict[str, Any]:
        return {
            "first": told(self.mean_first.interval(0)),
            "whole": told(self.mean_whole.interval(0)),
            "forced": told(self.forced.interval(0, 1)),
            "first_by_tenth": [_ribbon(counts) for counts in self.first],
            "whole_by_tenth": [_ribbon(counts) for counts in self.whole],
        }


def _rounded(width: int) -> int:
    """A width with three digits, so that there are only so many different ones."""
    step: int = 10 ** max(0, len(str(width)) - 3)
    return width // step * step


def _ribbon(counts: Counter[int]) -> list[float]:
    return [round(quantile(counts, share), 1) for share in (0.1, 0.5, 0.9)]


class Drama:
    """What the chances before each turn, by a referee, say about how exciting games are."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.lead_changes, self.swing, self.decided, self.tense = Moments(), Moments(), Moments(), Moments()
        self.comebacks = self.won = 0
        self.uncertainty = [Moments() for _ in range(TENTHS)]
        self.fan: list[Counter[int]] = [Counter() for _ in range(STEPS + 1)]

    def add(self, played: SelfPlayed) -> None:
        curve = [*played.chances, played.scores(self.seats)]
        turns = len(played.chances)
        self.lead_changes.add(lead_changes(curve))
        self.swing.add(largest_swing(curve))
        doubts = [uncertainty(chances) for chances in played.chances]
        for tenth, found in enumerate(self.uncertainty):
            own = [doubt for place, doubt in enumerate(doubts) if place * TENTHS // turns == tenth]
            if own:
                found.add(sum(own) / len(own))
        last = doubts[-max(1, turns // 4) :]
        self.tense.add(sum(last) / len(last))
        for step in range(STEPS + 1):
            self.fan[step][round(FINE * curve[round(step * turns / STEPS)][0])] += 1
        if played.winner is not None:
            self.won += 1
            own = [chances[played.winner] for chances in curve]
            self.comebacks += min(own) < 0.5 / self.seats
            self.decided.add(decided_at(own))

    def data(self) -> dict[str, Any]:
        return {
            "games": self.lead_changes.count,
            "lead_changes": told(self.lead_changes.interval(0)),
            "comebacks": told(share_of(self.comebacks, self.won)),
            "decided": told(self.decided.interval(0, 1)),
            "swing": told(self.swing.interval(0, 1)),
            "last_quarter": told(self.tense.interval(0, 1)),
            "uncertainty": [told(found.interval(0, 1)) for found in self.uncertainty],
            "fan": [[quantile(counts, share) / FINE for share in (0.05, 0.25, 0.5, 0.75, 0.95)] for counts in self.fan],
        }


def lead_changes(curve: Sequence[Sequence[float]]) -> int:
    """How often another player takes the lead: by a tenth more than whoever had it, so that a level game has none.

    >>> lead_changes([(0.5, 0.5), (0.6, 0.4), (0.52, 0.48), (0.4, 0.6), (0.48, 0.52), (1.0, 0.0)])
    2
    """
    changes, leader = 0, -1
    for chances in curve:
        best = max(range(len(chances)), key=lambda seat: chances[seat])
        ahead = chances[best] - (chances[leader] if leader >= 0 else sorted(chances)[-2])
        if best != leader and ahead > LEAD + 1e-9:
            changes += leader >= 0
            leader = best
    return changes


def largest_swing(curve: Sequence[Sequence[float]]) -> float:
    """The most that one turn has changed anybody's chance."""
    return max(
        (abs(now - then) for before, after in itertools.pairwise(curve)
         for then, now in zip(before, after, strict=True)),
        default=0.0,
    )  # fmt: skip


def uncertainty(chances: Sequence[float]) -> float:
    """The entropy of the chances, 1 where all are equal, 0 where it is certain who wins."""
    return -sum(chance * math.log(chance) for chance in chances if chance > 0) / math.log(len(chances))


def decided_at(own: Sequence[float]) -> float:
    """From which part of the game on the winner's chance stayed above nine tenths.

    >>> decided_at([0.5, 0.95, 0.6, 0.92, 0.97, 1.0])
    0.6
    """
    place = len(own) - 1
    while place > 0 and own[place - 1] > DECIDED:
        place -= 1
    return place / max(1, len(own) - 1)


class Table:
    """Three and four players: who goes out first and by whose turn, and what players do who have lost."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.first_out: Counter[int] = Counter()
        self.own_turn = self.outs = 0
        self.kingmaking, self.others = Clustered(), Clustered()
        self.finished = 0

    def add(self, played: SelfPlayed) -> None:
        self._add_chances(played)
        self._add_outs(played)

    def _add_chances(self, played: SelfPlayed) -> None:
        after = [*played.chances[1:], played.scores(len(self.game.players))]
        turns: dict[bool, list[bool]] = {True: [], False: []}
        for mover, before, then in zip(played.movers, played.chances, after, strict=True):
            moved = max(
                abs(now - old)
                for seat, (old, now) in enumerate(zip(before, then, strict=True))
                if seat != mover
            )  # fmt: skip
            turns[before[mover] < LOST].append(moved > MOVED)
        for is_lost, found in ((True, self.kingmaking), (False, self.others)):
            found.add(sum(turns[is_lost]), len(turns[is_lost]))

    def _add_outs(self, played: SelfPlayed) -> None:
        """Replay until somebody is out."""
        self.finished += 1
        state, scene, options = self.game.start().state, self.game.ruleset.face.scene, dict(self.game.options)
        for mover, turn in zip(played.movers, played.turns, strict=True):
            for action in turn:
                state = state.play(action)
            out = [seat for seat, found in enumerate(scene(state, options).seats) if not found.is_in]
            if out:
                self.outs += 1
                self.own_turn += mover in out
                for seat in out:
                    self.first_out[seat] += 1
                return

    def data(self) -> dict[str, Any]:
        return {
            "games": self.finished,
            "first_out": [
                {"letter": letter, "share": told(share_of(self.first_out[seat], self.outs))}
                for seat, letter in enumerate(self.game.players)
            ],
            "by_own_turn": told(share_of(self.own_turn, self.outs)),
            "kingmaking": told(self.kingmaking.share()),
            "others": told(self.others.share()),
        }

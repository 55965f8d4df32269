"""What a champion makes of whom it plays: the weaker the others are, the less a draw is worth to it.

A level says how strong it is, so between levels the ladder tells how many points of the game a draw would give away.
People are taken to play like a level in the middle of the ladder, and whoever is not known to play like the champion.
Nobody below the champion cares, since levels stay what they were when they were measured; and analysis has no rivals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from tavoliere.core.position import Game
from tavoliere.search.ladder import Rung, ladder_of
from tavoliere.search.specs import DRAW, KINDS, Champion, Level, Spec

Rival = object
"""A player of ours, the name of another program, or None for people."""

LOWEST_DRAW = -2000
"""However weak the others are, a draw is better than a position with less than one chance in eight."""
LOGIT_OF_ELO = 1000 * math.log(10) / 400


def against(player: Spec, game: Game, rivals: Iterable[Rival]) -> Spec:
    """The player, knowing whom it plays. Whoever is no champion, or was told what a draw is worth, stays as it is."""
    if not is_champion(player, game) or DRAW.name in dict(player.settings):
        return player
    real = player.resolved(game)
    if not KINDS[real.kind].takes(DRAW.name):
        return player
    worth = max(LOWEST_DRAW, min(0, min((_given_away(rival, game) for rival in rivals), key=abs, default=0)))
    return Spec(player.text, real.kind, (*real.settings, (DRAW.name, float(worth))))


def is_champion(player: Rival, game: Game) -> bool:
    """Whether somebody is the champion of a game, by name or as its highest level."""
    if not isinstance(player, Spec):
        return False
    if player.kind == Level.name:
        levels = ladder_of(game).levels
        place = int(player.argument)
        return place == len(levels) and levels[-1].player.startswith(Champion.name)
    return player.kind == Champion.name


def _given_away(rival: Rival, game: Game) -> int:
    """What a draw against somebody gives away, below 0, in thousandths of a logit."""
    levels = ladder_of(game).levels
    weaker = _rung_of(rival, levels)
    if weaker is None or weaker.elo is None or levels[-1].elo is None:
        return 0
    return round(LOGIT_OF_ELO * (weaker.elo - levels[-1].elo))


def _rung_of(rival: Rival, levels: tuple[Rung, ...]) -> Rung | None:
    if rival is None:
        return levels[len(levels) // 2]
    if isinstance(rival, Spec) and rival.kind == Level.name:
        return levels[min(int(rival.argument), len(levels)) - 1]
    return None

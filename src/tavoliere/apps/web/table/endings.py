"""Endings that a position does not show: somebody resigned, or only what came before makes the game a draw."""

from __future__ import annotations

from typing import NamedTuple

import tavoliere as tv
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.core.outcome import REPETITION
from tavoliere.records.record import AGREED_REASONS, possible_results


class Ending(NamedTuple):
    """The result of a game and its reason, as a link says them."""

    result: str
    reason: str

    @property
    def by(self) -> str:
        """What ended the game, as sheets name it."""
        if self.reason == REPETITION:
            return conduct.BOARD
        known = (conduct.RESIGNATION, conduct.TIME, conduct.AGREEMENT)
        return self.reason if self.reason in known else conduct.FROM_RECORD


def checked(game: tv.Game, ending: Ending | None) -> Ending | None:
    """An ending that somebody names; refused if no game of this kind ends so."""
    if ending is None:
        return None
    reasons = [*AGREED_REASONS, *([REPETITION] if game.facts.repetition is not None else [])]
    if ending.result not in possible_results(game) or ending.reason not in reasons:
        raise Refusal("ending.unknown")
    return ending

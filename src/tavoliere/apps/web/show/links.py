"""Links to positions. Whoever opens one sees what was seen, its ending included; nothing is stored for it.

A position that goes on is named by its text. One at which the rules end the game is named by the text before the last
turn and that turn, because its own text cannot be set up. An ending that the board does not show is named beside it.
"""

from __future__ import annotations

import contextlib
import functools
from urllib.parse import urlencode

import tavoliere as tv
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.endings import Ending
from tavoliere.apps.web.table.sheet import Sheet
from tavoliere.core.outcome import REPETITION
from tavoliere.records.record import result_of


def table_link(sheet: Sheet, ply: int, position: tv.Position, text: str = "") -> str:
    """The link to the position of a table after so many turns; `text` is that of the position, if somebody has it."""
    if position.outcome is not None and ply:
        return final_link(conduct.position_at(sheet, ply - 1), sheet.turns[ply - 1].move, position)
    is_end = ply == sheet.ply and sheet.is_over
    return open_link(position, Ending(sheet.result, sheet.reason) if is_end else None, text)


def open_link(position: tv.Position, ending: Ending | None = None, text: str = "") -> str:
    """The link to a position that goes on on the board, though the game may have ended."""
    return position_url(position.game, text or str(position), **(ending._asdict() if ending else {}))


def final_link(before: tv.Position, move: str, position: tv.Position) -> str:
    """The link to a position at which the rules end the game, from the one before it and the last turn.

    Only repetition rests on more than that turn; then the position goes on on the board.
    """
    outcome = position.outcome
    if outcome is not None and outcome.reason == REPETITION:
        return open_link(position, Ending(result_of(outcome, position.game), str(outcome.reason)))
    return position_url(before.game, str(before), move=move)


def position_url(game: tv.Game, position: str, **more: str) -> str:
    """The address of a position, with as few options as say which game it is."""
    return f"/position/{game.name}?{urlencode({'text': position, **more, **dict(_telling_options(game))})}"


@functools.lru_cache(maxsize=256)
def _telling_options(game: tv.Game) -> tuple[tuple[str, int | str], ...]:
    """Options are left out one by one: what some of them say may be refused without the others."""
    told = dict(game.options)
    for name in game.options:
        fewer = {other: value for other, value in told.items() if other != name}
        with contextlib.suppress(tv.OptionError):
            told = fewer if tv.game(game.name, **fewer) == game else told
    return tuple(told.items())

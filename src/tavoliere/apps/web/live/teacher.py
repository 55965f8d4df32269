"""Whoever answers in a guided game: the opponent of the lesson, in a worker process like those at the tables."""

from __future__ import annotations

import logging
import secrets

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.live.opponents import ADVICE, Pool, SearchProblem
from tavoliere.apps.web.show.thinking import Thinking
from tavoliere.apps.web.table.refusals import OpponentName, Refusal
from tavoliere.core.position import Position
from tavoliere.teach.conditions import Made, made_by
from tavoliere.teach.lesson import GuidedGame


async def reply_to(pool: Pool, guided: GuidedGame, position: Position) -> Made | None:
    """The opponent's turn, if it is to move; whoever learns is never kept waiting before a table is."""
    if position.outcome is not None or position.turn == guided.you:
        return None
    thinking = Thinking(guided.game, position.turn, guided.opponent, is_hint=False)
    try:
        choice = await pool.choose(thinking.parsed, position, secrets.randbits(31), thinking, priority=ADVICE)
    except SearchProblem as problem:
        log("search failed", logging.WARNING, spec=guided.opponent, problem=str(problem))
        raise Refusal("opponent.failed", player=OpponentName(guided.opponent)) from problem
    return made_by(position, choice.move)

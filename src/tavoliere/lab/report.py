"""A report as data: what `--json` writes, what pages are made from, and what a gallery collects.

Nothing here plays: cells of games are handed in with what they say.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tavoliere
from tavoliere.core.errors import system_reason
from tavoliere.core.position import Game
from tavoliere.core.said import Said
from tavoliere.lab.kept import kept
from tavoliere.lab.measure import Measures
from tavoliere.lab.stats import Moments, corrected
from tavoliere.lab.study import OFF, Cell, labels_of
from tavoliere.lab.verdict import LEAST_DISTINCT, MARGIN, doubts_of, fairness, seats_chance

FORMAT, VERSION = "tavoliere report", 1
NAME = "report.json"


@dataclasses.dataclass(frozen=True)
class Studied:
    """A cell and what its games say."""

    cell: Cell
    found: Measures
    file: str


def report_data(
    game: Game,
    studied: Sequence[Studied],
    *,
    command: str,
    public: tuple[int, list[Moments]] | None = None,
    depth: dict[str, Any] | None = None,
    firsts: dict[str, Any] | None = None,
    margin: float = MARGIN,
) -> dict[str, Any]:
    """All of a report as plain data."""
    chances = corrected([seats_chance(one.found) for one in studied])
    labels = labels_of([one.cell for one in studied])
    cells = [
        _cell_data(game, one, label, chance, margin)
        for one, label, chance in zip(studied, labels, chances, strict=True)
    ]
    doubts = doubts_of(labels, [one.found for one in studied], public)
    head = head_of(studied)
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_with": tavoliere.__version__,
        "command": command,
        "game": game.name,
        "title": str(game.facts.title),
        "options": dict(game.options),
        "players": [{"letter": letter, "name": str(game.player_name(letter))} for letter in game.players],
        "margin": margin,
        "head": head,
        "verdict": cells[head]["verdict"],
        "trust": {
            "is_trusted": not any(doubt.is_grave for doubt in doubts),
            "doubts": [{**kept("text", doubt.sentence), "is_grave": doubt.is_grave} for doubt in doubts],
            "public": _public_data(labels, public),
        },
        "cells": cells,
        "depth": depth,
        "firsts": firsts,
    }


def head_of(studied: Sequence[Studied]) -> int:
    """The cell whose figures stand for the game: the last player's, from the start of the game where those games differ
    enough, since random turns can make another game of it.
    """
    last = studied[-1].cell.player
    own = [place for place, one in enumerate(studied) if one.cell.player == last]
    varied = [place for place in own if studied[place].found.distinct.value >= LEAST_DISTINCT]
    return next((place for place in varied if studied[place].cell.openings == OFF), (varied or own)[0])


def _cell_data(game: Game, one: Studied, label: str, chance: float, margin: float) -> dict[str, Any]:
    verdict = fairness(game, one.found, chance, margin)
    return {
        **kept("label", label),
        "player": one.cell.player.text,
        "resolved": one.cell.resolved,
        "openings": one.cell.openings,
        "seed": one.cell.seed,
        "file": one.file,
        "p": round(seats_chance(one.found), 6),
        "p_corrected": round(chance, 6),
        "verdict": {"word": verdict.word, **kept("sentence", verdict.sentence), "more": verdict.more},
        **one.found.data(),
    }


def _public_data(labels: Sequence[str], public: tuple[int, list[Moments]] | None) -> dict[str, Any] | None:
    if public is None:
        return None
    place, scores = public
    return {
        **kept("cell", labels[place]),
        "games": scores[0].count,
        "scores": [round(score.mean, 4) for score in scores],
    }


def read_report(path: Path) -> dict[str, Any]:
    """A report out of its file; a `ValueError` says what else it is."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(Said("{path} cannot be read: {why}", path=str(path), why=system_reason(error))) from None
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(Said("{path} is not a report", path=str(path)))
    if data.get("version") != VERSION:
        found = str(data.get("version"))
        raise ValueError(
            Said("{path} is a report of version {found}, and this program knows version {known}; make it anew",
                 path=str(path), found=found, known=VERSION)
        )  # fmt: skip
    return data

"""What is done in the processes of `labour`: functions of plain values, which remember what they have replayed."""

from __future__ import annotations

import contextlib
import json
from collections import OrderedDict
from typing import Any

import tavoliere as tv
from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.show import puzzling, teaching, views
from tavoliere.apps.web.show.positions import position_view
from tavoliere.apps.web.show.records import table_record
from tavoliere.apps.web.show.studies import study_text
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.store.shelf import StoredReview
from tavoliere.apps.web.table import conduct, endings, halves, moments, studies, uploads
from tavoliere.apps.web.table.halves import Half
from tavoliere.apps.web.table.moments import Moment
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.setup import chosen_game, chosen_position
from tavoliere.apps.web.table.sheet import Sheet
from tavoliere.apps.web.table.studies import Study
from tavoliere.arena.review import Review, ReviewError, usual_for
from tavoliere.records import Record
from tavoliere.scene.steps import Steps
from tavoliere.teach import GuidedGame
from tavoliere.teach.conditions import Made

SHORT = 10
"""Games of fewer turns are replayed at once, wherever they are needed."""
LITTLE = 1000
"""Characters of a record that is read at once."""
EVERY = 16
"""Of the positions of a game so many are passed between two that are remembered."""
MOST_GAMES = 16
_replayed: OrderedDict[tuple[str, int], dict[int, tv.Position]] = OrderedDict()


def picture(voice: Voice, sheet: Sheet, ply: int, side: int) -> Message:
    """An earlier position of a table; from a position before it that was met already, if there is one."""
    before = _position_at(sheet, max(0, ply - 1))
    return views.picture_of(voice, sheet, ply, side, moments.arrived_from(before, sheet, ply))


def _position_at(sheet: Sheet, ply: int) -> tv.Position:
    """A table's turns up to a ply stay the same as long as none is taken back."""
    key = (sheet.table, sheet.undos)
    met = _replayed.setdefault(key, {})
    _replayed.move_to_end(key)
    while len(_replayed) > MOST_GAMES:
        _replayed.popitem(last=False)
    at = max((known for known in met if known <= ply), default=0)
    position = met.get(at) or conduct.first_position(sheet)
    while at < ply:
        further = min(ply, at - at % EVERY + EVERY)
        position = conduct.followed(position, sheet.turns[at:further])
        at = further
        if at % EVERY == 0:
            met[at] = position
    return position


def position(
    voice: Voice,
    place: tuple[str, dict[str, Any], str],
    moves: list[str],
    taken: Steps,
    flipped: bool,
    ended: tuple[str, str] | None,
) -> Message:
    """Any position, given by its game, options and text, with turns from it and the turn being made."""
    game, options, text = place
    first = chosen_position(chosen_game(game, options), text)
    ending = endings.checked(first.game, endings.Ending(*ended) if ended else None)
    return position_view(voice, first, moves, taken, flipped, ending)


def task(
    voice: Voice, place: tuple[str, str, str], accepted: list[str], taken: Steps, move: str, flipped: bool
) -> Message:
    """Where somebody is in a task, which is named by its game and its lesson."""
    game, lesson, name = place
    found = teaching.task_of(teaching.lesson_of(game, lesson), name)
    return teaching.task_view(voice, found, accepted, taken, move, flipped)


def puzzle(
    voice: Voice,
    place: tuple[str, str],
    accepted: list[str],
    taken: Steps,
    move: str,
    flipped: bool,
    with_solution: bool,
) -> Message:
    """Where somebody is in a puzzle, which is named by its game and its id; with its solution if it is given up."""
    found = puzzling.puzzle_of(*place)
    view = puzzling.puzzle_view(voice, found, accepted, taken, move, flipped)
    return {**view, "comments": [puzzling.solution(voice, found)]} if with_solution else view


def guided_turn(place: tuple[str, str], accepted: list[str], taken: Steps, move: str) -> tuple[list[Made], Half]:
    """The turns of a guided game so far, and the one being made."""
    guided = _guided(place)
    made = teaching.followed(guided, accepted)
    return made, teaching.whole_turn(guided, made, taken, move)


def guided_view(
    voice: Voice, place: tuple[str, str], made: list[Made], half: Half, reply: Made | None, flipped: bool
) -> Message:
    """A guided game after a turn."""
    return teaching.guided_view(voice, _guided(place), made, half, reply, flipped)


def _guided(place: tuple[str, str]) -> GuidedGame:
    guided = teaching.lesson_of(*place).guided
    if guided is None:
        raise Refusal("lesson.unknown")
    return guided


def reached(place: tuple[str, dict[str, Any], str], moves: list[str]) -> tv.Position:
    """The position after turns from another one, which is given by its game, options and text."""
    game, options, text = place
    position = chosen_position(chosen_game(game, options), text)
    for move in moves:
        position = halves.allowed(position, move).position
    return position


def checked_study(study: Study, limits: Limits) -> Study:
    """A study that somebody brings, every line of it replayed."""
    return studies.checked(study, limits)


def study_file(study: Study, limits: Limits, kind: str) -> str:
    """A study that somebody brings, as a file."""
    return study_text(studies.checked(study, limits), kind)


def opened_studies(kind: str, text: str, limits: Limits) -> list[Study]:
    """The games of a file, each as a study."""
    return [studies.checked(studies.study_of(one), limits) for one in uploads.read_upload(kind, text, limits)]


def replayed(sheet: Sheet) -> Moment:
    """The moment at which a long sheet ends."""
    return moments.moment_of(sheet)


def review(sheet: Sheet, stored: StoredReview | None, player: str) -> Review:
    """What is stored, if it is a review of this game by this player; else one that begins. Without a player it is the
    game's usual one.
    """
    record = table_record(sheet)
    player = player or usual_for(record.game)
    if stored is not None and (stored.at, stored.manner) == (sheet.at, player):
        with contextlib.suppress(ReviewError, ValueError):
            return Review.restored(json.loads(stored.content))
    return Review(record, player)


def opened(kind: str, text: str, limits: Limits, now: int) -> list[tuple[Sheet, Record]]:
    """The games of a file, each as a table to look at."""
    return [(conduct.review_sheet(one, now), one) for one in uploads.read_upload(kind, text, limits)]

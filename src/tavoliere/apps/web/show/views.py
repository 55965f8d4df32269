"""What clients are shown of a table: messages made from its sheet and its position, for the seats somebody has."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, NamedTuple

import tavoliere as tv
from tavoliere.apps.web.show import courses, pictures
from tavoliere.apps.web.show.links import table_link
from tavoliere.apps.web.show.voices import Voice, nouns_of
from tavoliere.apps.web.show.wording import opponent_name
from tavoliere.apps.web.table import clocks, conduct, halves, moments
from tavoliere.apps.web.table.halves import Half
from tavoliere.apps.web.table.moments import Arrival
from tavoliere.apps.web.table.sheet import OPPONENT, Sheet, Turn
from tavoliere.arena.reasons import hint_reasons
from tavoliere.core.outcome import REPETITION, Outcome
from tavoliere.records.record import result_of
from tavoliere.render.canvas import Sketch
from tavoliere.scene import Ending, guide
from tavoliere.scene.events import Event
from tavoliere.scene.steps import Tree
from tavoliere.search.ladder import ladder_of
from tavoliere.search.players import Choice

Message = dict[str, Any]
encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A message as it is sent."""
SCORES = {"1": 1.0, "0": 0.0, "1/2": 0.5}


def event_view(voice: Voice, event: Event, game: tv.Game) -> Message:
    return {
        "kind": event.kind,
        "square": event.square,
        "target": event.target,
        "pieces": [{"owner": piece.owner, "kind": piece.kind, "letter": piece.letter} for piece in event.pieces],
        "player": event.player,
        "tray": event.tray,
        "why": voice.say(event.why, game.name),
        "text": voice.say(event.sentence(nouns_of(game)), game.name),
    }


def last_view(voice: Voice, after: tv.Position, turn: Turn, ply: int, events: tuple[Event, ...]) -> Message:
    """The turn that led to a position, and what it did."""
    shown = [event_view(voice, event, after.game) for event in events]
    told = [event["text"] for event in shown]
    return {
        "ply": ply,
        "seat": turn.letter,
        "move": turn.move,
        "comments": list(turn.comments),
        "told": [*told, voice.say(after.verdict, after.game.name)] if after.outcome is not None else told,
        "events": shown,
    }


def result_view(
    voice: Voice, game: tv.Game, result: str, reason: str, by: str, ending: Ending | None = None
) -> Message:
    """How a game ended; `why` is what the game itself tells about it, where it has something to tell."""
    scores = {letter: SCORES[part] for letter, part in zip(game.players, result.split("-"), strict=True)}
    winner = next((letter for letter, score in scores.items() if score == 1), None)
    why = _why(voice, game, reason, ending) if by == conduct.BOARD else ""
    reason = voice.speaker(game.name).known(reason)
    if winner is None:
        told = voice.text("result.draw", game.name, reason=reason)
    else:
        told = voice.text("result.win", game.name, player=game.player_name(winner), reason=reason)
    return {"text": result, "winner": winner, "scores": scores, "reason": reason, "told": told, "why": why, "by": by}


def _why(voice: Voice, game: tv.Game, reason: str, ending: Ending | None) -> str:
    """What the game tells about its end; a position that came back is told for every game in the same way."""
    if ending is None and reason == REPETITION:
        return voice.text("result.repetition", game.name, count=game.facts.repetition)
    return "" if ending is None else voice.say(ending.told, game.name)


def outcome_view(voice: Voice, game: tv.Game, outcome: Outcome | None, ending: Ending | None = None) -> Message | None:
    if outcome is None:
        return None
    return result_view(voice, game, result_of(outcome, game), outcome.reason, conduct.BOARD, ending)


def asked_view(voice: Voice, position: tv.Position) -> Message:
    """What is asked of the player to act, and the rule that leaves no other choice if there is one."""
    reason, game = guide.forced(position), position.game.name
    rule = None if reason is None else {"clause": reason.clause, "text": voice.say(reason.text, game)}
    return {"text": voice.say(guide.asked(position), game), "rule": rule}


def clock_view(sheet: Sheet, now: int) -> Message:
    clock = sheet.clock
    moment = clocks.falls_at(sheet)
    return {
        "kind": clock.kind,
        "base": clock.base // clocks.SECOND,
        "increment": clock.increment // clocks.SECOND,
        "days": clock.days,
        "left": {seat.letter: clocks.left(sheet, seat, now) for seat in sheet.seats},
        "running": sheet.turn if moment is not None else None,
        "deadline": moment,
    }


def seats_view(voice: Voice, sheet: Sheet, position: tv.Position) -> list[Message]:
    """The seats as everybody sees them."""
    is_in = {seat.letter: seat.is_in for seat in pictures.scene_of(position).seats}
    players = voice.players(position.game)
    return [
        {
            "letter": seat.letter,
            **players[seat.letter],
            "player": opponent_name(voice, seat.spec, sheet.game) if seat.kind == OPPONENT else seat.name,
            "kind": seat.kind,
            "spec": seat.spec or None,
            "in": is_in.get(seat.letter, True),
        }
        for seat in sheet.seats
    ]


def can_view(sheet: Sheet, yours: str) -> Message:
    """What somebody with these seats may do."""
    others = [letter for letter in sheet.people() if letter not in yours]
    asked = [letter for letter in sheet.seated() if letter not in yours]
    goes_on = not sheet.is_over and not sheet.review
    is_fixed = sheet.review or sheet.rematch is not None or sheet.ended_by == conduct.TIME
    undo: str | bool = False
    if yours and not is_fixed and conduct.undo_target(sheet, yours) is not None:
        undo = "ask" if asked else "now"
    return {
        "undo": undo,
        "hint": bool(yours) and goes_on and not others and sheet.turn in yours,
        "resign": bool(yours) and goes_on,
        "draw": bool(yours) and goes_on and not sheet.empty() and conduct.knows_draws(sheet),
        "rematch": bool(yours) and sheet.is_over and not sheet.review and sheet.rematch is None,
        "claim": list(sheet.empty()),
    }


def common_view(
    voice: Voice, sheet: Sheet, position: tv.Position, last: Message | None, ending: Ending | None = None
) -> Message:
    """What everybody of a language sees of a table besides its turns, made once for each position."""
    game = position.game
    text_now = str(position)
    return {
        "type": "table",
        "id": None,
        "table": sheet.table,
        "game": sheet.game,
        "title": voice.title(game.name),
        "options": dict(sheet.options),
        "rules": f"/rules/{sheet.game}",
        "seats": seats_view(voice, sheet, position),
        "turn": sheet.turn,
        "at": sheet.at,
        "ply": sheet.ply,
        "text": text_now,
        "start": sheet.start,
        "position_url": table_link(sheet, sheet.ply, position, text_now),
        "last": last,
        "notes": pictures.notes_of(voice, position),
        "asked": asked_view(voice, position),
        "result": (
            result_view(voice, game, sheet.result, sheet.reason, sheet.ended_by, ending) if sheet.is_over else None
        ),
        "offers": {
            "draw": list(sheet.draw_agreed),
            "undo": {"by": sheet.undo_by, "agreed": list(sheet.undo_agreed)} if sheet.undo_by else None,
            "rematch": list(sheet.rematch_agreed),
        },
        "harder": harder_view(voice, sheet, game) if sheet.is_over else None,
        "lessons": courses.lessons_link(sheet.game),
        "puzzles": courses.puzzles_link(sheet.game),
        "rematch": sheet.rematch,
        "previous": sheet.previous,
        "review": sheet.review,
        "pictures": list(pictures.kinds()),
        "open": sheet.watchable or (sheet.listed and bool(sheet.empty())),
        "listed": sheet.listed,
    }


def harder_view(voice: Voice, sheet: Sheet, game: tv.Game) -> Message | None:
    """The next level, for somebody who played alone against one; None at the top, and for all others."""
    specs = {seat.spec for seat in sheet.seats if seat.kind == OPPONENT}
    names = ladder_of(game).names
    if len(specs) != 1 or len(sheet.people()) != 1 or not specs <= set(names[:-1]):
        return None
    spec = names[names.index(specs.pop()) + 1]
    return {"spec": spec, "name": opponent_name(voice, spec, game.name)}


class Around(NamedTuple):
    """What is shown of a table besides its sheet: it changes while nothing is stored."""

    here: Collection[str]
    """The letters of the seats of those who are connected."""
    watching: int
    thinking: Message | None
    compiling: Message | None
    now: int


def own_view(common: Message, sheet: Sheet, next_steps: Tree, yours: str, around: Around) -> Message:
    """What somebody with these seats sees otherwise than others; with what is common and a picture that is all."""
    can_move = not sheet.is_over and bool(sheet.turn) and sheet.turn in yours
    seats = [
        {
            **seat,
            "yours": seat["letter"] in yours,
            "here": seat["letter"] in around.here or seat["kind"] == OPPONENT,
        }
        for seat in common["seats"]
    ]
    return {
        "seats": seats,
        "next": next_steps if can_move else {},
        "can_move": can_move,
        "clock": clock_view(sheet, around.now),
        "thinking": around.thinking,
        "can": can_view(sheet, yours),
        "watching": around.watching,
        "you": list(yours),
        "status": {"compiling": around.compiling},
    }


def move_view(turn: Turn, ply: int) -> Message:
    view: Message = {"ply": ply, "seat": turn.letter, "move": turn.move}
    return view | {"comments": list(turn.comments)} if turn.comments else view


def moves_view(sheet: Sheet, first: int = 0) -> list[Message]:
    """The turns of a table after so many."""
    return [move_view(turn, ply) for ply, turn in enumerate(sheet.turns[first:], start=first + 1)]


def half_parts(voice: Voice, half: Half, side: int, sketch: Sketch) -> pictures.Parts:
    """The board of a half-made turn; whoever shows it marks the steps."""
    plan = pictures.planned(half.position, pictures.Seen(half.events, half.ending))
    marks = halves.marks_of(half.events)
    return pictures.parts_of(voice, half.position.game, plan, sketch, marks=marks, side=side)


def half_picture(voice: Voice, half: Half, side: int, *, is_over: bool = False) -> str:
    """The same with the steps marked that can follow, and those of the action begun."""
    marks, seen = halves.marks_of(half.events), pictures.Seen(half.events, half.ending, is_over)
    return pictures.board(voice, half.position, seen, marks=marks, targets=half.next, selected=half.begun, turned=side)


def half_view(voice: Voice, half: Half, at: str, svg: str | pictures.Patch) -> Message:
    return {
        "type": "half",
        "at": at,
        "taken": list(half.taken),
        "text": half.text,
        "svg": svg,
        "notes": pictures.notes_of(voice, half.position),
        "asked": asked_view(voice, half.position),
        "next": half.next,
        "events": [event_view(voice, event, half.position.game) for event in half.events],
        "complete": half.move is not None,
        "move": half.move,
    }


def picture_view(voice: Voice, sheet: Sheet, ply: int, side: int) -> Message:
    """An earlier position of a table."""
    return picture_of(voice, sheet, ply, side, moments.arrived(sheet, ply))


def picture_of(voice: Voice, sheet: Sheet, ply: int, side: int, arrival: Arrival) -> Message:
    """The same, once it was replayed."""
    position, events, ending = arrival
    last = last_view(voice, position, sheet.turns[ply - 1], ply, events) if ply else None
    is_end = ply == sheet.ply and sheet.is_over
    return {
        "type": "picture",
        "ply": ply,
        "text": str(position),
        "turn": "" if is_end or position.outcome is not None else position.turn,
        "svg": pictures.board(
            voice, position, pictures.Seen(events, ending, is_end), marks=halves.marks_of(events), turned=side
        ),
        "notes": pictures.notes_of(voice, position),
        "last": last,
        "result": (
            result_view(voice, position.game, sheet.result, sheet.reason, sheet.ended_by, ending)
            if is_end
            else outcome_view(voice, position.game, position.outcome, ending)
        ),
        "position_url": table_link(sheet, ply, position),
    }


def allowed_view(voice: Voice, turn: Half) -> Message:
    """A legal turn that somebody asked about."""
    return {"type": "allowed", "move": turn.text, "told": told_by(voice, turn)}


def told_by(voice: Voice, turn: Half) -> list[str]:
    """What a whole turn does, one sentence for each thing."""
    game = turn.position.game
    told = [event.sentence(nouns_of(game)) for event in turn.events]
    told += [turn.position.verdict] if turn.position.outcome is not None else []
    return [voice.say(sentence, game.name) for sentence in told]


def hint_view(voice: Voice, position: tv.Position, choice: Choice) -> Message:
    """A hint: what the turn does, then why it is good, where that is known."""
    told = told_by(voice, halves.typed(position, choice.move))
    reasons = hint_reasons(position, choice)
    return {
        "type": "hint",
        "move": choice.move,
        "steps": halves.steps_of(position, choice.move),
        "told": told + [voice.say(reason, position.game.name) for reason in reasons],
        "values": {letter: round(value, 4) for letter, value in choice.values.items()},
        "proven": choice.proven,
    }

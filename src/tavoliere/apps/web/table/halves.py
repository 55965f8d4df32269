"""Half-made turns: where steps lead, what they look like, and why a step that was tried is not allowed.

Nothing here is stored. A client sends the steps so far and gets the picture and the steps that can follow.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import tavoliere as tv
from tavoliere.apps.web.table.refusals import Refusal, forbidden
from tavoliere.core.errors import Reason
from tavoliere.core.squares import name_of
from tavoliere.scene import Ending, guide
from tavoliere.scene.events import Event, marked_places
from tavoliere.scene.steps import Steps, Tree, action_steps, step_tree, stepped

MOST_STEPS = 16
SQUARE = re.compile(r"[a-z][1-9][0-9]?")
TRIED = 60


class Half(NamedTuple):
    """How far a turn has come."""

    position: tv.Position
    """With the whole actions made."""
    taken: Steps
    begun: Steps
    """The steps of an action that is not whole yet."""
    next: Tree
    """The steps that can follow in the action begun, or in the next one."""
    text: str
    events: tuple[Event, ...]
    move: str | None
    """The whole turn, once the steps make one."""
    ending: Ending | None = None
    """How it ended the game, as the game tells it."""


def half_made(position: tv.Position, taken: Steps) -> Half:
    """Take steps from a position between turns."""
    try:
        walk = stepped(position, taken)
    except ValueError as refusal:
        raise Refusal("step.unknown") from refusal
    is_whole = bool(walk.actions) and not walk.position.pending and not walk.begun
    _, text, events, ending = _followed(position, walk.actions)
    return Half(
        walk.position,
        taken,
        walk.begun,
        {} if is_whole else step_tree(walk.position, walk.begun),
        text,
        events,
        text if is_whole else None,
        ending,
    )


def half_or_why(position: tv.Position, taken: Steps) -> Half:
    """The same. If only the last step is wrong, the rules say why where they can."""
    try:
        return half_made(position, taken)
    except Refusal:
        refusal = attempted(position, taken[:-1], taken[-1])
        if refusal is None:
            raise
        raise refusal from None


class Followed(NamedTuple):
    """Where legal actions lead, how they are written, what they do, and how they end the game if they do."""

    position: tv.Position
    text: str
    events: tuple[Event, ...]
    ending: Ending | None


def _followed(position: tv.Position, actions: Sequence[int]) -> Followed:
    texts: list[str] = []
    events: list[Event] = []
    ending = None
    for action in actions:
        texts.append(position.action_to_text(action))
        events += events_of(position, action)
        before, position = position, position.act(action)
        ending = None if position.outcome is None else guide.ending(before, action)
    text = position.game.ruleset.notation.turn_text(texts) if texts else ""
    return Followed(position, text, tuple(events), ending)


def typed(position: tv.Position, move: str) -> Half:
    """A whole turn by its text, from a position between turns; `IllegalMove` if the rules forbid it.

    From here on it is written as the game's notation writes it, whatever was typed.
    """
    after, text, events, ending = _followed(position, position.turn_to_actions(move))
    return Half(after, (), (), {}, text, events, text, ending)


def allowed(position: tv.Position, move: str) -> Half:
    """The same; a refusal says which rule forbids it."""
    try:
        return typed(position, move)
    except tv.IllegalMove as refusal:
        raise forbidden(position.game.name, refusal.why) from refusal


def events_of(position: tv.Position, action: int) -> tuple[Event, ...]:
    found: tuple[Event, ...] = position.game.ruleset.face.events_of(position.state, action, dict(position.game.options))
    return found


def turn_events(position: tv.Position, move: str) -> tuple[Event, ...]:
    """What a legal turn changes."""
    return typed(position, move).events


def marks_of(events: tuple[Event, ...]) -> set[str]:
    return marked_places(events)


def steps_of(position: tv.Position, move: str) -> list[str]:
    """The steps by which a person would enter a legal turn."""
    steps: list[str] = []
    for action in position.turn_to_actions(move):
        steps += next(found for found, number in action_steps(position).items() if number == action)
        position = position.act(action)
    return steps


def why_not(position: tv.Position, move: str) -> Refusal | None:
    reason = position.why_not(move)
    return None if reason is None else forbidden(position.game.name, reason)


def attempted(position: tv.Position, taken: Steps, step: str) -> Refusal | None:
    """Why a step cannot follow, in the words of the rules where they can be found; None if it can.

    A step is no turn, so a turn is made up: the text of a legal action of the same shape, with its squares exchanged
    for those that were clicked, or what the game's face takes the steps to mean. What the rules say against that is
    what the person wants to know. If they say nothing, they may say what the turn lacks.
    """
    half = half_made(position, taken)
    if step in half.next:
        return None
    if position.outcome is not None:
        return Refusal("game.over")
    kind, _, what = step.partition(":")
    owner = what.partition("/")[0]
    if kind == "tray" and owner != half.position.turn and owner in position.game.players:
        return Refusal("step.other-tray", game=position.game.name, player=position.game.player_name(owner))
    reason = None if half.begun or kind != "cell" else immobile(half.position, what)
    reason = reason or _commonest(half.position, [what] if kind == "button" else _meant(half, step))
    if reason is not None:
        return forbidden(position.game.name, reason)
    lacking = why_not(position, half.text) if half.text else None
    return lacking or Refusal(_fallback(half.next, kind))


def immobile(position: tv.Position, square: str) -> Reason | None:
    """Why nothing can begin with a square, if the game says so itself."""
    said = getattr(position.game.ruleset.why, "immobile", None)
    found: Reason | None = said(position.state, square, dict(position.game.options)) if said is not None else None
    return found


def _commonest(position: tv.Position, texts: list[str]) -> Reason | None:
    """What the rules say most often against these actions."""
    reasons = [reason for part in texts if (reason := _refused(position, part))]
    if not reasons:
        return None
    clause = Counter(reason.clause for reason in reasons).most_common(1)[0][0]
    return next(reason for reason in reasons if reason.clause == clause)


def _fallback(allowed: Iterable[str], kind: str) -> str:
    """What to choose instead of a step of this kind."""
    kinds = {step.partition(":")[0] for step in allowed}
    if kinds == {"tray"}:
        return "step.tray-first"
    return "step.square-first" if "cell" in kinds and kind != "cell" else "step.unknown"


def _meant(half: Half, step: str) -> list[str]:
    """Texts of actions that a person can mean by steps that no legal action begins with."""
    position, wanted = half.position, (*half.begun, step)
    meant = getattr(position.game.ruleset.face, "meant", None)
    said = meant(position.state, wanted, dict(position.game.options)) if meant is not None else ()
    return list(said) or _made_up(position, wanted)


def _made_up(position: tv.Position, wanted: Steps) -> list[str]:
    """Texts of actions that begin with these steps, after the pattern of legal ones.

    The squares that were not chosen yet are as far from the last one that was as in the pattern, so that a piece that
    cannot move is tried in all ways in which another one can. Ways that leave the board are left out.
    """
    shape = [step.partition(":")[0] for step in wanted]
    scene = position.game.ruleset.face.scene(position.state, dict(position.game.options))
    size = scene.columns, scene.rows
    found: dict[str, None] = {}
    for steps, action in action_steps(position).items():
        if [step.partition(":")[0] for step in steps[: len(wanted)]] != shape:
            continue
        exchange = dict(itertools.chain.from_iterable(map(_squares, steps[: len(wanted)], wanted)))
        shifted = _shifted(steps[len(wanted) - 1 :], wanted[-1], size)
        if shifted is not None:
            text = position.action_to_text(action)
            by = shifted | exchange
            found.setdefault(SQUARE.sub(lambda match, by=by: by.get(match[0], match[0]), text))  # type: ignore[misc]
        if len(found) >= TRIED:
            break
    return list(found)


def _shifted(steps: Steps, chosen: str, size: tuple[int, int]) -> dict[str, str] | None:
    """The squares of steps moved so that the first of them is the chosen one; None if any leaves a board of a size."""
    first, *others = (SQUARE.findall(step) for step in steps)
    target = SQUARE.findall(chosen)
    if not first or not target:
        return {}
    across, up = ord(target[0][0]) - ord(first[0][0]), int(target[0][1:]) - int(first[0][1:])
    found = {}
    for square in itertools.chain.from_iterable(others):
        column, row = ord(square[0]) - ord("a") + across, int(square[1:]) - 1 + up
        if not (0 <= column < size[0] and 0 <= row < size[1]):
            return None
        found[square] = name_of(column, row)
    return found


def _squares(old: str, new: str) -> list[tuple[str, str]]:
    return list(zip(SQUARE.findall(old), SQUARE.findall(new), strict=False))


def _refused(position: tv.Position, part: str) -> Reason | None:
    try:
        position.action_from_text(part)
    except tv.IllegalMove as refusal:
        return None if refusal.clause == "common.notation" else refusal.why
    return None

"""Conditions as data: what a goal asks of a turn, and when a comment is made. A table of a lessons file becomes one.

A condition looks at one turn made: the position before it, its events, the position after it. It knows scenes, events
and outcomes, and no game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tavoliere.core.position import Game, Position
from tavoliere.scene import Scene
from tavoliere.scene.events import SENTENCES, Event

DRAWN = "draw"
ANY_HEIGHT = -1
MOST_DEPTH = 4
"""Conditions within conditions."""


class Made(NamedTuple):
    """A turn that was made. Without a turn, the two positions are the same and there are no events."""

    before: Position
    turn: str
    events: tuple[Event, ...]
    after: Position


def made_by(position: Position, turn: str) -> Made:
    """What a legal turn does, by its text; `IllegalMove` says why it is none."""
    return _walked(position, position.turn_to_actions(turn))


def every_turn(position: Position) -> Iterator[Made]:
    """All legal turns of a position between turns, each once."""
    yield from (_walked(position, actions) for actions in _whole_turns(position, ()))


def _whole_turns(position: Position, made: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for action in position.actions():
        after = position.act(action)
        if after.pending:
            yield from _whole_turns(after, (*made, action))
        else:
            yield (*made, action)


def _walked(position: Position, actions: Sequence[int]) -> Made:
    after, events = position, list[Event]()
    for action in actions:
        events += after.game.ruleset.face.events_of(after.state, action, dict(after.game.options))
        after = after.act(action)
    return Made(position, position.actions_to_turn(actions), tuple(events), after)


def scene_of(position: Position) -> Scene:
    """The board of a position."""
    scene: Scene = position.game.ruleset.face.scene(position.state, dict(position.game.options))
    return scene


@dataclasses.dataclass(frozen=True)
class Condition:
    """Several tests that must all hold; `source` is the table that it was read from."""

    source: str
    tests: tuple[Callable[[Made], bool], ...]

    def holds(self, made: Made) -> bool:
        return all(test(made) for test in self.tests)


class Reader:
    """Reads conditions for one game, and writes down what is wrong with them instead of stopping at the first."""

    def __init__(self, game: Game, fault: Callable[[str, str], None]) -> None:
        self.game, self._fault = game, fault
        self.kinds = {"turn", "event", "events", "ends", "stands", "tray", "note", "not", "any", "all"}
        self.kinds |= {"then_never", "then_always", "then_can"}

    def condition(self, table: object, where: str, depth: int = 0) -> Condition:
        """The condition of a table."""
        if not isinstance(table, dict) or not table:
            self._fault(where, f"a condition is a table with something in it, not {table!r}")
            return Condition(repr(table), ())
        if depth > MOST_DEPTH:
            self._fault(where, f"conditions within conditions go {MOST_DEPTH} deep at most")
            return Condition(repr(table), ())
        tests = [
            test
            for key, value in table.items()
            if (test := self._test(key, value, f"{where}.{key}", depth)) is not None
        ]
        return Condition(repr(table), tuple(tests))

    def _test(self, key: str, value: Any, where: str, depth: int) -> Callable[[Made], bool] | None:
        if key not in self.kinds:
            self._fault(where, f"there is no such condition; the conditions: {', '.join(sorted(self.kinds))}")
            return None
        if key == "not":
            unwanted = self.condition(value, where, depth + 1)
            return lambda made: not unwanted.holds(made)
        if key in ("any", "all"):
            parts = self._parts(value, where, depth)
            whole = any if key == "any" else all
            return lambda made: whole(part.holds(made) for part in parts)
        if key.startswith("then_"):
            return self._then(key, self.condition(value, where, depth + 1))
        found: Callable[[Made], bool] | None = getattr(self, f"_{key}")(value, where)
        return found

    def _parts(self, value: Any, where: str, depth: int) -> list[Condition]:
        if not isinstance(value, list) or not value:
            self._fault(where, f"a list of conditions is wanted, not {value!r}")
            return []
        return [self.condition(part, f"{where}[{place}]", depth + 1) for place, part in enumerate(value)]

    def _then(self, key: str, reply: Condition) -> Callable[[Made], bool]:
        """About the turns that the next player has."""
        if key == "then_can":
            return lambda made: any(reply.holds(turn) for turn in every_turn(made.after))
        if key == "then_never":
            return lambda made: not any(reply.holds(turn) for turn in every_turn(made.after))
        return lambda made: all(reply.holds(turn) for turn in every_turn(made.after))

    # What the turn is and does

    def _turn(self, value: Any, where: str) -> Callable[[Made], bool]:
        """The turn is one of these."""
        turns = self._texts(value, where)
        return lambda made: made.turn in turns

    def _events(self, value: Any, where: str) -> Callable[[Made], bool]:
        """Each of these happens."""
        listed = value if isinstance(value, list) else [value]
        tests = [self._event(one, f"{where}[{place}]") for place, one in enumerate(listed)]
        return lambda made: all(test(made) for test in tests)

    def _event(self, value: Any, where: str) -> Callable[[Made], bool]:
        """So many pieces meet it; a side that is walled counts as one."""
        wanted = {"kind": value} if isinstance(value, str) else value
        wanted = self._table(wanted, where, ("kind", "whose", "piece", "at", "to", "least", "most"), ("kind",))
        kind = wanted.get("kind")
        if kind not in SENTENCES:
            self._fault(where, f"there is no event {kind!r}; the events: {', '.join(SENTENCES)}")
        whose, piece = self._letter(wanted.get("whose", ""), where), wanted.get("piece", "")
        places = [self._squares(wanted[name], f"{where}.{name}") if name in wanted else () for name in ("at", "to")]
        least, most = self._number(wanted, "least", where, 1), self._number(wanted, "most", where, 10_000)
        wanted_event = EventPattern(str(kind), whose, str(piece), *places)
        return lambda made: least <= sum(map(wanted_event.count, made.events)) <= most

    # What is the case afterwards

    def _ends(self, value: Any, where: str) -> Callable[[Made], bool]:
        """The game is over: who has won, and why. `false` wants it to go on."""
        if value is False:
            return lambda made: made.after.outcome is None
        wanted = self._table({} if value is True else value, where, ("winner", "reason"))
        winner, reason = wanted.get("winner", ""), wanted.get("reason", "")
        if winner != DRAWN:
            self._letter(winner, where)
        known = (*self.game.facts.reasons, "repetition")
        if reason and reason not in known:
            self._fault(where, f"no game ends by {reason!r}; the reasons: {', '.join(known)}")

        def ended(made: Made) -> bool:
            outcome = made.after.outcome
            if outcome is None:
                return False
            return winner in ("", outcome.winner or DRAWN) and reason in ("", str.__str__(outcome.reason))

        return ended

    def _stands(self, value: Any, where: str) -> Callable[[Made], bool]:
        """What stands on squares; with `height = 0` nothing does. A list wants all of it."""
        listed = value if isinstance(value, list) else [value]
        tests = [self._standing(one, f"{where}[{place}]") for place, one in enumerate(listed)]
        return lambda made: all(test(scene_of(made.after)) for test in tests)

    def _standing(self, value: Any, where: str) -> Callable[[Scene], bool]:
        wanted = self._table(value, where, ("at", "whose", "piece", "height"), ("at",))
        squares = self._squares(wanted.get("at", ()), f"{where}.at")
        whose, piece = self._letter(wanted.get("whose", ""), where), str(wanted.get("piece", ""))
        height = self._number(wanted, "height", where, ANY_HEIGHT)

        def stands(scene: Scene) -> bool:
            stacks = {stack.square: stack.pieces for stack in scene.stacks}
            return all(_fits(stacks.get(square, ()), whose, piece, height) for square in squares)

        return stands

    def _tray(self, value: Any, where: str) -> Callable[[Made], bool]:
        """How many of something a player has beside the board, by the entry's id."""
        wanted = self._table(value, where, ("whose", "entry", "count"), ("whose", "entry", "count"))
        whose, entry, count = wanted.get("whose", ""), wanted.get("entry"), wanted.get("count")
        self._letter(whose, where)

        def held(made: Made) -> bool:
            trays = {tray.owner: dict(tray.contents) for tray in scene_of(made.after).trays}
            return trays.get(whose, {}).get(str(entry), 0) == count

        return held

    def _note(self, value: Any, where: str) -> Callable[[Made], bool]:
        """A sentence that stands beside the board, in English."""
        notes = self._texts(value, where)
        return lambda made: any(str.__str__(note) in notes for note in scene_of(made.after).notes)

    # Values

    def _table(self, value: Any, where: str, known: tuple[str, ...], needed: tuple[str, ...] = ()) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            self._fault(where, f"a table with {', '.join(known)} is wanted, not {value!r}")
            return {}
        for name in value:
            if name not in known:
                self._fault(where, f"there is no {name!r} here; known: {', '.join(known)}")
        for name in needed:
            if name not in value:
                self._fault(where, f"{name!r} is missing")
        return value

    def _texts(self, value: Any, where: str) -> tuple[str, ...]:
        listed = value if isinstance(value, list) else [value]
        if not listed or not all(isinstance(one, str) for one in listed):
            self._fault(where, f"a text or a list of texts is wanted, not {value!r}")
            return ()
        return tuple(listed)

    def _letter(self, value: Any, where: str) -> str:
        if value and value not in self.game.players:
            self._fault(where, f"there is no player {value!r}; the players: {', '.join(self.game.players)}")
        return str(value)

    def _squares(self, value: Any, where: str) -> tuple[str, ...]:
        found = self._texts(value, where)
        known = squares_of(self.game)
        for square in found:
            if square not in known:
                self._fault(where, f"the board has no square {square!r}")
        return found

    def _number(self, table: Mapping[str, Any], name: str, where: str, usual: int) -> int:
        number = table.get(name, usual)
        if not isinstance(number, int) or isinstance(number, bool):
            self._fault(where, f"{name} is a whole number, not {number!r}")
            return usual
        return number


class EventPattern(NamedTuple):
    """What is wanted of an event; empty means anything."""

    kind: str
    whose: str
    piece: str
    at: tuple[str, ...]
    to: tuple[str, ...]

    def count(self, event: Event) -> int:
        """How many of the event's pieces fit; an event without pieces counts as one."""
        if event.kind != self.kind or (self.at and event.square not in self.at):
            return 0
        if self.to and event.target not in self.to:
            return 0
        if not event.pieces:
            return int(self.whose in ("", event.player) and not self.piece)
        return sum(self.whose in ("", one.owner) and self.piece in ("", str.__str__(one.kind)) for one in event.pieces)


def _fits(pieces: Sequence[Any], whose: str, piece: str, height: int) -> bool:
    """Whether what stands on a square is as high as wanted, and its top piece is the one wanted."""
    if not pieces:
        return height == 0
    if height not in (ANY_HEIGHT, len(pieces)):
        return False
    return whose in ("", pieces[-1].owner) and piece in ("", str.__str__(pieces[-1].kind))


def squares_of(game: Game) -> frozenset[str]:
    """The names of the squares that the board of a game has."""
    scene = scene_of(game.start())
    missing = {cell.square for cell in scene.cells if str.__str__(cell.kind) == "corner"}
    letters = "abcdefghijklmnopqrstuvwxyz"[: scene.columns]
    return frozenset(f"{letter}{row}" for letter in letters for row in range(1, scene.rows + 1)) - missing

"""The public face: a `Game` with its options, and immutable positions that remember what the rules need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from tavoliere.core.errors import IllegalMove
from tavoliere.core.facts import Facts, Options, OptionValue
from tavoliere.core.game import DRAW, ONGOING, State
from tavoliere.core.outcome import REPETITION, Outcome, outcome_of
from tavoliere.core.ruleset import Ruleset

Seen = dict[Any, int]


class Game:
    """One of the games with its options chosen. Two games are equal if name and options are."""

    def __init__(self, ruleset: Ruleset, options: dict[str, Any]) -> None:
        self.ruleset = ruleset
        self._options = ruleset.set_up(options)
        self.players = tuple(player.letter for player in ruleset.players_of(self._options))

    @property
    def name(self) -> str:
        return self.ruleset.facts.name

    @property
    def facts(self) -> Facts:
        """What the game says about itself: board, number of actions, repetition rule and so on."""
        return self.ruleset.facts

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """All options, the defaults included."""
        return MappingProxyType(self._options)

    @property
    def action_count(self) -> int:
        """Actions are the numbers from 0 to this, exclusive."""
        return self.facts.action_count

    def player_name(self, letter: str) -> str:
        """A player's name for people, for instance White."""
        return {player.letter: player.name for player in self.ruleset.players_of(self._options)}[letter]

    def start(self) -> Position:
        """The position in which the game begins."""
        return Position._first(self, self.ruleset.state.start(self._options))

    def position(self, text: str) -> Position:
        """The position of a text; it counts as its own first occurrence. `PositionError` lists what is wrong."""
        return Position._first(self, self.ruleset.notation.parse_position(text, self._options))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.ruleset.where, self._options) == (other.ruleset.where, other._options)

    def __hash__(self) -> int:
        return hash((self.ruleset.where, tuple(self._options.items())))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self._options.items())
        return f"tavoliere.game({self.name!r}{chosen})"

    def __reduce__(self) -> tuple[type[Game], tuple[Ruleset, Options]]:
        return Game, (self.ruleset, dict(self._options))


class Position:
    """A position of a game. It never changes: `play` and `act` give a new one.

    In the middle of a turn, `pending` holds the actions made so far; text and `play` then mean the position
    before the turn, `turn`, `actions` and `legal_moves` what is left of it.
    """

    __slots__ = ("_actions", "_before", "_outcome", "_seen", "_state", "game", "pending")

    game: Game
    pending: tuple[int, ...]
    _state: Any
    _before: Any
    _seen: Seen
    _outcome: Outcome | None
    _actions: tuple[int, ...] | None

    def __init__(self) -> None:
        raise TypeError("positions come from game.start(), game.position(text) and from other positions")

    @classmethod
    def _make(cls, game: Game, state: Any, before: Any, pending: tuple[int, ...], seen: Seen) -> Position:
        self = object.__new__(cls)
        self.game, self.pending, self._seen = game, pending, seen
        self._state, self._before = state, before
        self._outcome, self._actions = self._judged(), None
        return self

    @classmethod
    def _first(cls, game: Game, state: Any) -> Position:
        return cls._make(game, state, state, (), {state.uncounted(): 1} if game.facts.repetition else {})

    def _judged(self) -> Outcome | None:
        if self._state.winner != ONGOING:
            reason = self.game.facts.reasons[self._state.reason]
            return outcome_of(self.game.players, self._state.winner, reason)
        repetition = self.game.facts.repetition
        if repetition and not self.pending and self._seen.get(self._state.uncounted(), 0) >= repetition:
            return outcome_of(self.game.players, DRAW, REPETITION)
        return None

    # What is the case

    @property
    def turn(self) -> str:
        """The letter of the player to move."""
        letter: str = self.game.players[self._state.turn]
        return letter

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on, else the scores and the reason."""
        return self._outcome

    @property
    def state(self) -> State:
        """The bare value that rules and search work on, without history."""
        state: State = self._state
        return state

    @property
    def occurrences(self) -> int:
        """How often the position before the turn has occurred, itself included; 1 where nothing can recur."""
        return self._seen.get(self._before.uncounted(), 1)

    # Whole turns

    def legal_moves(self) -> list[str]:
        """Every whole turn, as sorted move strings; in the middle of a turn those that complete it."""
        begun = self._texts(self.pending)
        return sorted(self.game.ruleset.notation.turn_text([*begun, *rest]) for rest in self._completions())

    def _completions(self) -> Iterator[list[str]]:
        text = self.game.ruleset.notation.action_text
        for action in self.actions():
            after = self._state.play(action)
            written = text(self._state, action)
            if after.mid_turn():
                for rest in self.act(action)._completions():
                    yield [written, *rest]
            else:
                yield [written]

    def _texts(self, actions: tuple[int, ...]) -> list[str]:
        texts, state = [], self._before
        for action in actions:
            texts.append(self.game.ruleset.notation.action_text(state, action))
            state = state.play(action)
        return texts

    def play(self, move: str) -> Position:
        """The position after a whole turn, which always starts from the position before the turn."""
        position = self.before_turn()
        if not isinstance(move, str):
            raise IllegalMove(repr(move), f"a turn is a text, not {type(move).__name__}")
        if position.outcome is not None:
            raise IllegalMove(move, f"the game is over ({position.outcome})")
        notation = self.game.ruleset.notation
        played: list[str] = []
        for part in notation.turn_parts(move.strip()):
            if played and not position.pending:
                break
            action = notation.parse_action(position._state, part)
            if action is None:
                raise IllegalMove(
                    move, f"it is not written like a turn of {self.game.facts.title}: {notation.MOVE_FORMS}"
                )
            if action not in position.actions() or notation.action_text(position._state, action) != part:
                raise IllegalMove(move, self._refusal(position, part))
            position = position.act(action)
            played.append(part)
        if position.pending:
            raise IllegalMove(move, f"the turn is not complete; it goes on, for instance {position.legal_moves()[0]!r}")
        if notation.turn_text(played) != move.strip():
            raise IllegalMove(move, f"the turn is over after {notation.turn_text(played)!r}")
        return position

    def _refusal(self, position: Position, part: str) -> str:
        """A sentence about a well-written part that is not legal, with what could be played instead."""
        player = self.game.player_name(position.turn)
        texts = [self.game.ruleset.notation.action_text(position._state, action) for action in position.actions()]
        near = [text for text in sorted(texts) if text[:2] == part[:2]] or sorted(texts)
        shown = ", ".join(near[:6]) + (", ..." if len(near) > 6 else "")
        return f"{player} cannot play {part!r} here; legal are {shown}"

    def before_turn(self) -> Position:
        """The position in which the current turn began: this one, unless actions are pending."""
        return Position._make(self.game, self._before, self._before, (), self._seen) if self.pending else self

    # Actions: a turn is one or more of them by the same player

    def actions(self) -> tuple[int, ...]:
        """The legal actions, in ascending order; none when the game is over."""
        if self._actions is None:
            out = [0] * self.game.facts.most_actions
            count = 0 if self._outcome is not None else self._state.actions(out)
            self._actions = tuple(sorted(out[:count]))
        return self._actions

    def act(self, action: int) -> Position:
        """The position after one action, perhaps in the middle of a turn."""
        if isinstance(action, bool) or not isinstance(action, int):
            raise IllegalMove(repr(action), f"an action is a whole number, not {type(action).__name__}")
        if action not in self.actions():
            raise IllegalMove(str(action), f"action {action} is not legal here{self._over()}")
        state = self._state.play(action)
        if state.mid_turn():
            return Position._make(self.game, state, self._before, (*self.pending, action), self._seen)
        seen = self._seen
        if self.game.facts.repetition:
            identity = state.uncounted()
            seen = {**seen, identity: seen.get(identity, 0) + 1}
        return Position._make(self.game, state, state, (), seen)

    def _over(self) -> str:
        return f" because the game is over ({self._outcome})" if self._outcome is not None else ""

    def action_to_text(self, action: int) -> str:
        """A legal action in the game's notation, for instance `e1-e3` or `n`."""
        if action not in self.actions():
            raise IllegalMove(str(action), f"action {action} is not legal here{self._over()}")
        text: str = self.game.ruleset.notation.action_text(self._state, action)
        return text

    def action_from_text(self, text: str) -> int:
        """The legal action that a text names; the inverse of `action_to_text`."""
        notation = self.game.ruleset.notation
        action = notation.parse_action(self._state, text.strip()) if isinstance(text, str) else None
        if action is None or action not in self.actions():
            raise IllegalMove(str(text), f"no legal action is written like this{self._over()}")
        if notation.action_text(self._state, action) != text.strip():
            raise IllegalMove(text, f"no legal action is written like this{self._over()}")
        return int(action)

    # As a value

    def __str__(self) -> str:
        text: str = self.game.ruleset.notation.position_text(self._before, self.game._options)
        return text

    def __repr__(self) -> str:
        pending = f", pending {'+'.join(self._texts(self.pending))}" if self.pending else ""
        return f"<Position {self.game.name} {str(self)!r}{pending}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game, self.pending, str(self)) == (other.game, other.pending, str(other))

    def __hash__(self) -> int:
        return hash((self.game, self.pending, str(self)))

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Position._make, (self.game, self._state, self._before, self.pending, self._seen)

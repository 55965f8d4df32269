"""The public face: a `Game` with its options, and immutable positions that remember what the rules need."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from tavoliere.core.errors import MISSPELT, IllegalMove, Reason
from tavoliere.core.facts import Facts, Options, OptionValue
from tavoliere.core.game import DRAW, ONGOING, State
from tavoliere.core.lenient import meant_actions
from tavoliere.core.outcome import REPETITION, Outcome, outcome_of
from tavoliere.core.quick import quick_actions, quick_play
from tavoliere.core.ruleset import Ruleset, WhyOfLongTurns
from tavoliere.core.said import Said

Seen = dict[Any, int]


class Game:
    """One of the games with its options chosen. Two games are equal if name and options are.

    >>> import tavoliere as tv
    >>> game = tv.game("pit", players=3)
    >>> game.players, game.options["size"], game.action_count
    (('w', 'r', 'b'), 9, 730)
    >>> game == tv.game("pit", players=3, size=9)
    True
    """

    def __init__(self, ruleset: Ruleset, options: dict[str, Any]) -> None:
        self.ruleset = ruleset
        self._options = ruleset.set_up(options)
        self.players = tuple(player.letter for player in ruleset.players_of(self._options))
        self._hash = hash((ruleset.where, tuple(self._options.items())))

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

    @property
    def cautions(self) -> tuple[str, ...]:
        """What figures or proofs say against these options; nothing for most.

        >>> import tavoliere as tv
        >>> tv.game("never-alone", red="b2", black="g7").cautions
        ('From this start Red can force a win in 7 turns.',)
        >>> tv.game("pit").cautions
        ()
        """
        known = self.ruleset.cautions
        return () if known is None else tuple(known(self._options))

    def player_name(self, letter: str) -> str:
        """A player's name for people, for instance White."""
        return {player.letter: player.name for player in self.ruleset.players_of(self._options)}[letter]

    def start(self) -> Position:
        """The position in which the game begins."""
        return Position._first(self, self.ruleset.state.start(self._options))

    def position(self, text: str) -> Position:
        """The position of a text; it counts as its own first occurrence. `PositionError` lists what is wrong.

        >>> import tavoliere as tv
        >>> tv.game("pathwayz").position("12/12/12/12/12/12/12/wB9W b").turn
        'b'
        >>> tv.game("tablut").position("9/9/9/9/9/9/9/9/8b x")
        Traceback (most recent call last):
        ...
        tavoliere.core.errors.PositionError: not a position: '9/9/9/9/9/9/9/9/8b x': player to move: one of w, b \
expected, not 'x'; board: one king expected, not 0
        """
        return Position._first(self, self.ruleset.notation.parse_position(text, self._options))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.ruleset.where, self._options) == (other.ruleset.where, other._options)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self._options.items())
        return f"tavoliere.game({self.name!r}{chosen})"

    def __reduce__(self) -> tuple[type[Game], tuple[Ruleset, Options]]:
        return Game, (self.ruleset, dict(self._options))


class Position:
    """A position of a game. It never changes: `play` and `act` give a new one.

    In the middle of a turn, `pending` holds the actions made so far; text and `play` then mean the position
    before the turn, `turn`, `actions` and `legal_moves` what is left of it.

    >>> import tavoliere as tv
    >>> pos = tv.game("never-alone").start()
    >>> pos.turn, pos.legal_moves()
    ('r', ['a4', 'b2', 'b6', 'd1', 'd7', 'f2', 'f6', 'g4'])
    >>> pos = pos.play("f6")
    >>> str(pos)
    '8/8/5r2/4b3/3r4/8/8/8 b 0'
    >>> pos.outcome is None
    True
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

    def past_keys(self) -> list[int]:
        """The keys of the positions so far that the repetition rule counts, this one included."""
        return [key for state, count in self._seen.items() for key in [state.key()] * count]

    # Whole turns

    def legal_moves(self) -> list[str]:
        """Every whole turn, as sorted move strings; in the middle of a turn those that complete it.

        >>> import tavoliere as tv
        >>> pos = tv.game("pit").start().play("d2").play("d8")
        >>> slide = pos.action_from_text("e1-e3")
        >>> pos.act(slide).legal_moves()
        ['e1-e3e', 'e1-e3n', 'e1-e3s', 'e1-e3w']
        """
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
        """The position after a whole turn, which always starts from the position before the turn.

        >>> import tavoliere as tv
        >>> tv.game("tablut").start().play("e5-e9")
        Traceback (most recent call last):
        ...
        tavoliere.core.errors.IllegalMove: 'e5-e9' is not allowed: the defender on e6 is in the way [tablut.blocked]
        """
        position = self.before_turn()
        for action in position.turn_to_actions(move):
            position = position._after(action)
        return position

    def turn_to_actions(self, move: str) -> list[int]:
        """The actions of a move string, from the position before the turn; `IllegalMove` says why it is no turn.

        What people type instead, such as `E7-H7` or `e7h7`, is understood where it can mean one legal turn only.
        """
        try:
            return self.exact_actions(move)
        except IllegalMove as refusal:
            if not isinstance(move, str):
                raise
            return meant_actions(self.before_turn(), move, refusal)

    def read_move(self, text: str) -> str:
        """The turn that a text means, as it is written in the game's notation; `IllegalMove` if it means none.

        >>> import tavoliere as tv
        >>> tv.game("tablut").start().read_move("E4 G4")
        'e4-g4'
        """
        return self.actions_to_turn(self.turn_to_actions(text))

    def exact_actions(self, move: str) -> list[int]:
        """The actions of a turn that is written exactly as the game's notation says, as in records."""
        if self.pending:
            return self.before_turn().exact_actions(move)
        if not isinstance(move, str):
            raise IllegalMove(
                repr(move), Reason(MISSPELT, Said("a turn is a text, not {type}", type=type(move).__name__))
            )
        if self.outcome is not None:
            raise IllegalMove(move, self._over())
        notation, why = self.game.ruleset.notation, cast(WhyOfLongTurns, self.game.ruleset.why)
        played: list[str] = []
        actions: list[int] = []
        position = self
        for part in notation.turn_parts(move.strip()):
            if played and not position.pending:
                break
            action = notation.parse_part(part, len(played))
            if action is None:
                raise IllegalMove(move, self._misspelt())
            if not position._allows(action) or notation.action_text(position._state, action) != part:
                raise IllegalMove(move, why.refusal(position._state, part, self.game._options))
            position = position._after(action)
            played.append(part)
            actions.append(action)
        if position.pending:
            raise IllegalMove(move, why.incomplete(position._state))
        if notation.turn_text(played) != move.strip():
            raise IllegalMove(move, why.superfluous(self._state, notation.turn_text(played)))
        return actions

    def actions_to_turn(self, actions: Sequence[int]) -> str:
        """The move string of a whole turn given by its actions, from the position before the turn."""
        position = self.before_turn()
        for action in actions:
            position = position.act(action)
        if position.pending or not actions:
            raise IllegalMove(str(list(actions)), Reason("common.action", Said("these actions are not a whole turn")))
        text: str = self.game.ruleset.notation.turn_text(self._texts(tuple(map(int, actions))))
        return text

    def _misspelt(self) -> Reason:
        forms = self.game.ruleset.notation.MOVE_FORMS
        return Reason(
            MISSPELT,
            Said("a turn of {game} is written like this: {forms}", game=self.game.facts.title, forms=forms),
        )

    def _over(self) -> Reason:
        return Reason("common.over", Said("the game is over ({outcome})", outcome=str(self._outcome)))

    def why_not(self, move: str) -> Reason | None:
        """Why a turn is not allowed, in the words of the rules and with the clause's id; None if it is allowed.

        >>> import tavoliere as tv
        >>> reason = tv.game("tablut").start().why_not("d5-e5")
        >>> reason.clause, reason.text
        ('tablut.blocked', 'the king on e5 is in the way')
        """
        try:
            self.turn_to_actions(move)
        except IllegalMove as refusal:
            return refusal.why
        return None

    def explain(self, move: str) -> list[str]:
        """What a legal turn does, one sentence for each thing; `IllegalMove` if it is not legal.

        >>> import tavoliere as tv
        >>> tv.game("pathwayz").position("12/12/12/12/12/12/12/wB10 w").explain("a2*")
        ['the black permanent piece goes on a2', 'a1 turns over and shows black']
        """
        position = self.before_turn()
        names = {letter: self.game.player_name(letter) for letter in self.game.players}
        told = []
        for action in position.turn_to_actions(move):
            events = self.game.ruleset.face.events_of(position._state, action, self.game._options)
            told += [event.sentence(names) for event in events]
            position = position._after(action)
        return [*told, position.verdict] if position.outcome is not None else told

    @property
    def verdict(self) -> str:
        """How the game has ended, for people; empty while it goes on.

        >>> import tavoliere as tv
        >>> tv.game("never-alone").start().verdict
        ''
        """
        if self._outcome is None:
            return ""
        winner, reason = self._outcome.winner, self._outcome.reason
        if winner is None:
            return Said("the game is drawn: {reason}", reason=reason)
        return Said("{winner} wins: {reason}", winner=self.game.player_name(winner), reason=reason)

    def before_turn(self) -> Position:
        """The position in which the current turn began: this one, unless actions are pending."""
        return Position._make(self.game, self._before, self._before, (), self._seen) if self.pending else self

    # Actions: a turn is one or more of them by the same player

    def actions(self) -> tuple[int, ...]:
        """The legal actions, in ascending order; none when the game is over."""
        if self._actions is None:
            self._actions = () if self._outcome is not None else tuple(sorted(self._listed()))
        return self._actions

    def _listed(self) -> list[int]:
        most = self.game.facts.most_actions
        by_machine_code = quick_actions(self._state, most)
        if by_machine_code is not None:
            return by_machine_code
        out = [0] * most
        return out[: self._state.listed(out)]

    def _allows(self, action: int) -> bool:
        """Whether an action is legal. One is looked up faster than all are listed, unless they are listed already."""
        if self._actions is None and self._outcome is None and 0 <= action < self.game.facts.action_count:
            return bool(self._state.allows(action, [0] * self.game.facts.most_actions))
        return action in self.actions()

    def act(self, action: int) -> Position:
        """The position after one action, perhaps in the middle of a turn."""
        return self._after(self._checked(action))

    def _checked(self, action: int) -> int:
        """The one door for actions from outside."""
        try:
            number = operator.index(action)
        except TypeError:
            number = None
        if number is None or isinstance(action, bool):
            told = Said("an action is a whole number, not {type}", type=type(action).__name__)
            raise IllegalMove(repr(action), Reason("common.action", told))
        if self._outcome is not None:
            raise IllegalMove(str(number), self._over())
        if not self._allows(number):
            told = Said("action {action} is not legal here", action=number)
            raise IllegalMove(str(number), Reason("common.action", told))
        return number

    def _after(self, action: int) -> Position:
        """The position after a legal action."""
        state = quick_play(self._state, action)
        if state.mid_turn():
            return Position._make(self.game, state, self._before, (*self.pending, action), self._seen)
        seen = self._seen
        if self.game.facts.repetition:
            identity = state.uncounted()
            seen = {**seen, identity: seen.get(identity, 0) + 1}
        return Position._make(self.game, state, state, (), seen)

    def action_to_text(self, action: int) -> str:
        """A legal action in the game's notation, for instance `e1-e3` or `n`."""
        text: str = self.game.ruleset.notation.action_text(self._state, self._checked(action))
        return text

    def action_from_text(self, text: str) -> int:
        """The legal action that a text names; the inverse of `action_to_text`."""
        if not isinstance(text, str):
            told = Said("an action's text is not {type}", type=type(text).__name__)
            raise IllegalMove(repr(text), Reason(MISSPELT, told))
        notation = self.game.ruleset.notation
        action = notation.parse_part(text.strip(), len(self.pending))
        if action is None:
            raise IllegalMove(text, self._misspelt())
        if self._outcome is not None:
            raise IllegalMove(text, self._over())
        if not self._allows(action) or notation.action_text(self._state, action) != text.strip():
            raise IllegalMove(text, self.game.ruleset.why.refusal(self._state, text.strip(), self.game._options))
        return int(action)

    # For people

    def picture(self) -> str:
        """The position as a text picture, with reserves and who is to move.

        >>> import tavoliere as tv
        >>> print(tv.game("never-alone").start().picture())
        8  . . . . . . . .
        7  . . . . . . . .
        6  . . . . . . . .
        5  . . . . b . . .
        4  . . . r . . . .
        3  . . . . . . . .
        2  . . . . . . . .
        1  . . . . . . . .
           a b c d e f g h
        <BLANKLINE>
        Red (r) to move
        Red: 35 pieces in hand
        Black: 35 pieces in hand
        Points now: Red 0, Black 0
        """
        return self.game.ruleset.draw(self.game.ruleset.face.scene(self._state, self.game._options))

    def _repr_svg_(self) -> str:
        """A notebook draws the board."""
        return self.game.ruleset.draw_svg(self.game.ruleset.face.scene(self._state, self.game._options))

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
        return (self._before, self.pending, self.game) == (other._before, other.pending, other.game)

    def __hash__(self) -> int:
        return hash((self._before, self.pending, self.game))

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Position._make, (self.game, self._state, self._before, self.pending, self._seen)

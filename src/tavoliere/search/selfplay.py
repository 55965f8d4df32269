"""Games that players of ours play against themselves on bare states, by the thousand: for training and for reports.

A game follows from its conditions and its number alone, so it is the same whoever plays it and when. Each seat has a
table of positions of its own: one that both seats share lets a player see what the other has thought. As in real play
it is cleared before every turn, unless the conditions say that it is kept through a game. Nothing here knows files.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import random
from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, NamedTuple, Protocol

from tavoliere.core.compiled import row, rows, runs_plain
from tavoliere.core.game import DRAW, ONGOING, State
from tavoliere.core.outcome import REPETITION
from tavoliere.core.perft import count_turns
from tavoliere.core.position import Game, Position
from tavoliere.core.rng import scramble
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.search.calibration import calibration_of
from tavoliere.search.contest import MOST_DEPTH, Found, deepened, restrict
from tavoliere.search.judges import JUDGE_NAMES, judge_of
from tavoliere.search.kernels import alphabeta as kernel
from tavoliere.search.kernels.alphabeta import FAR, WIN, glances
from tavoliere.search.kernels.contest import prepared
from tavoliere.search.novice import ALL, liked
from tavoliere.search.players import Choice, Player
from tavoliere.search.specs import Spec, parse_spec
from tavoliere.search.values import shared_chances

LONGEST = 600
"""After so many turns a game that goes on is cut and counts as drawn, as in matches."""
CUT, CERTAIN = "adjudication", "certain"
"""Why a game ended that goes on on the board: it took too long, or it is won for certain and was to end then."""
OPENING_TRIES = 50
OPENING_REFEREE = parse_spec("champion:nodes=5000,judge=terms")
"""It judges by hand-made terms, so that openings stay what they are when something new was learnt."""
REST_SHARE = 4
"""Where a line breaks off in the middle of a turn, the rest is searched with this part of the nodes."""
LEAST_ENTRIES, MOST_ENTRIES = 1 << 12, 1 << 20
NO_LIMIT = 1 << 40
HIGHEST = 20_000
"""No chance that is not certain is told as a larger value than this."""


@dataclasses.dataclass(frozen=True)
class Conditions:
    """How games are played. Two games with the same conditions and number are the same game."""

    game: Game
    players: tuple[Spec, ...]
    """One for each seat, counted in nodes or depth: seconds would make every game another one."""
    opening: int = 0
    """How many random turns a game begins with; openings that a short search finds decided are passed over."""
    slips: float = 0.0
    """How often a turn is played at random after that."""
    keeps_tables: bool = False
    referee: Spec | None = None
    """Somebody who says before each turn what the players can expect."""
    watched: int = 1
    """The referee watches every so manieth game."""
    longest: int = LONGEST
    ends_early: bool = False
    """Whether a game ends as soon as its mover is certain to win."""
    seed: int = 1
    begins: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """Turns to begin with, taken one after another by the games, where they are not to be random."""

    def __post_init__(self) -> None:
        seats = len(self.game.players)
        if len(self.players) != seats:
            found = len(self.players)
            raise ValueError(
                Said("{game} has {seats} seats, not {found}", game=self.game.name, seats=seats, found=found)
            )
        for spec in {*self.players, *([self.referee] if self.referee else [])}:
            counted_budget(spec, self.game)
        if self.opening < 0 or self.watched < 1 or self.longest < 1 or not 0 <= self.slips <= 1:
            raise ValueError(
                Said("an opening has 0 turns or more, a game 1 or more, and slips are a share from 0 to 1")
            )


def counted_budget(spec: Spec, game: Game) -> None:
    """Refuse a player who thinks by the clock: its games could not be played again."""
    if spec.resolved(game).budget().seconds is not None and spec.kind not in ("random", "greedy"):
        raise ValueError(
            Said(
                "{player} thinks by the clock, so its games cannot be played again; "
                "give it nodes or a depth, as in champion:nodes=20000",
                player=spec.text,
            )
        )


@dataclasses.dataclass(frozen=True)
class SelfPlayed:
    """A game that was played. Everything but the first and last entries has an item for each turn, in their order."""

    number: int
    opening: int
    """How many turns at the beginning are random."""
    turns: tuple[tuple[int, ...], ...]
    """The actions of each turn, from the start of the game."""
    movers: tuple[int, ...]
    """The seats that made the turns."""
    widths: tuple[int, ...]
    """How many first actions there were to choose from."""
    whole_widths: tuple[int, ...]
    """How many whole turns; the same where a turn is one action."""
    values: tuple[int | None, ...]
    """What the mover thought of the position: thousandths of a logit, or close to a million if it was certain. None
    where nobody thought: in random turns, and where there was only one action.
    """
    slips: tuple[int, ...]
    """The places of random turns behind the opening."""
    chances: tuple[tuple[float, ...], ...]
    """What each seat could expect before each turn, by the referee; empty in games that it has not watched."""
    winner: int | None
    """The seat that has won, None for a draw."""
    reason: str
    visits: tuple[tuple[tuple[int, int], ...], ...] = ()
    """For each turn, first actions with how often a tree search has tried turns that begin so, of the best turns that
    it tells; empty in games in which nobody counted.
    """

    def scores(self, seats: int) -> tuple[float, ...]:
        """What each seat got of the one point of the game: all for a win, an even part of it for a draw."""
        if self.winner is None:
            return (1 / seats,) * seats
        return tuple(float(seat == self.winner) for seat in range(seats))


class Thought(NamedTuple):
    """A turn and what its mover thinks of the position before it; None if it did not have to think."""

    turn: tuple[int, ...]
    value: int | None
    visits: tuple[tuple[int, int], ...] = ()
    """How often first actions were tried, where a search counts that."""


class Step(NamedTuple):
    """Some actions of a turn, and what the position before them is worth; None where there was no choice."""

    value: int | None
    line: list[int]


class Course:
    """A game under way: its bare state, and the history that its rules count."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = game.start().state
        self.turns: list[tuple[int, ...]] = []
        self.repetition = game.facts.repetition or 0
        self.keys: list[int] = []
        self._seen: dict[Any, int] = {}
        self._position, self._followed = game.start(), 0
        self._count()

    def play(self, turn: Sequence[int]) -> None:
        """Go on with a whole turn."""
        for action in turn:
            self.state = self.state.play(action)
        self.turns.append(tuple(turn))
        self._count()

    def _count(self) -> None:
        if self.repetition:
            self.keys.append(self.state.key())
            bare = self.state.uncounted()
            self._seen[bare] = self._seen.get(bare, 0) + 1

    @property
    def is_repeated(self) -> bool:
        return bool(self.repetition) and self._seen[self.state.uncounted()] >= self.repetition

    @property
    def is_over(self) -> bool:
        return self.state.winner != ONGOING or self.is_repeated

    def position(self) -> Position:
        """The position for players who want a whole one."""
        for turn in self.turns[self._followed :]:
            for action in turn:
                self._position = self._position.act(action)
        self._followed = len(self.turns)
        return self._position


class Mind(Protocol):
    """Somebody in a seat. What it writes on between turns is its own."""

    def new_game(self, seed: int) -> None:
        """Forget everything."""

    def think(self, course: Course, seed: int) -> Thought:
        """A turn."""

    def chances(self, course: Course) -> list[float]:
        """What each seat can expect, for referees."""


class Searcher:
    """Alpha-beta on a desk of its own, one search a turn, as the player of this name does it."""

    def __init__(self, game: Game, spec: Spec, keeps_table: bool, longest: int) -> None:
        settings = dict(spec.resolved(game).settings)
        self.game, self.players, self.keeps_table = game, len(game.players), keeps_table
        self.judge = judge_of(game, JUDGE_NAMES[int(settings.get("judge", 0))])
        self.nodes = int(settings.get("nodes", NO_LIMIT))
        self.depth = int(settings.get("depth", MOST_DEPTH))
        self.view, self.noise = int(settings.get("view", kernel.WHOLE_VIEW)), int(settings.get("noise", 0))
        facts = game.facts
        entries = min(MOST_ENTRIES, max(LEAST_ENTRIES, 1 << (2 * self.nodes - 1).bit_length()))
        room = [0] * (longest + 1 if facts.repetition else 0)
        self.desk = kernel.new_desk(facts.most_actions, facts.action_count, self.players, room, entries)

    def new_game(self, seed: int) -> None:
        self._clear(seed)

    def think(self, course: Course, seed: int) -> Thought:
        self._make_ready(course, seed)
        return whole_turn(course.state, self._step)

    def chances(self, course: Course) -> list[float]:
        """By a search that thinks even where there is only one action."""
        self._make_ready(course, 1)
        prepared(course.state, self.nodes, self.desk)
        value = self._deepened(course.state).value
        return shared_chances(course.state, value, self.judge, self.players, calibration_of(self.game, self.judge))

    def _make_ready(self, course: Course, seed: int) -> None:
        if not self.keeps_table:
            self._clear(seed)
        if course.repetition:
            kernel.set_past(self.desk, course.keys)

    def _clear(self, seed: int) -> None:
        """Clear the desk; what blurs the player's view stays the same until the next time."""
        kernel.clear(self.desk)
        counts = self.desk.counts
        counts[kernel.VIEW], counts[kernel.NOISE] = self.view, self.noise
        counts[kernel.SALT] = scramble(seed) >> 2

    def _step(self, state: State, begun: int) -> Step:
        """How a turn goes on that has so many actions already."""
        nodes = self.nodes if begun == 0 else max(1, self.nodes // REST_SHARE)
        if prepared(state, nodes, self.desk) == 1:
            return Step(None, [int(self.desk.roots[0])])
        self.desk.counts[kernel.RESTRICTED] = 0
        return Step(*self._deepened(state))

    def _deepened(self, state: State) -> Found:
        facts = self.game.facts
        return deepened(
            state, self.judge, self.players, facts.repetition or 0, self.desk,
            depth=self.depth, longest_line=facts.most_actions_a_turn,
        )  # fmt: skip


class Beginner(Searcher):
    """A novice: what a glance likes, and with more depth than one a narrow search among that."""

    def __init__(self, game: Game, spec: Spec, keeps_table: bool, longest: int) -> None:
        super().__init__(game, spec, keeps_table, longest)
        settings = dict(spec.resolved(game).settings)
        self.taste, self.share = int(settings.get("taste", 0)), int(settings.get("share", 100))
        eyes = int(settings.get("eyes", ALL))
        self.seen = type(self.judge)(*(weight if place < eyes else 0 for place, weight in enumerate(self.judge)))
        self._actions, self._values = row(game.facts.most_actions), row(game.facts.most_actions)
        self._seed = 1

    def think(self, course: Course, seed: int) -> Thought:
        self._seed = seed
        return super().think(course, seed)

    def _step(self, state: State, begun: int) -> Step:
        if begun and self.depth > 1:
            return super()._step(state, begun)
        count = glances(state, self.seen, self.players, self._actions, self._values)
        if count == 1:
            return Step(None, [int(self._actions[0])])
        values = {int(self._actions[place]): int(self._values[place]) for place in range(count)}
        found = liked(values, self.taste, self.share, f"{self._seed} {state.key()}")
        if self.depth == 1:
            return Step(values[found[0]], found[:1])
        prepared(state, self.nodes, self.desk)
        restrict(self.desk, found)
        return Step(*self._deepened(state))


class Guesser:
    """Plays random actions, all legal ones of each step equally likely."""

    def __init__(self, game: Game) -> None:
        self._out, self._seats = row(game.facts.most_actions), len(game.players)

    def new_game(self, seed: int) -> None:
        """There is nothing to forget."""

    def think(self, course: Course, seed: int) -> Thought:
        return Thought(random_turn(course.state, random.Random(seed), self._out), None)

    def chances(self, course: Course) -> list[float]:  # noqa: ARG002 - one signature
        return [1 / self._seats] * self._seats


class Guest:
    """Any other player of ours, who is shown whole positions."""

    def __init__(self, game: Game, spec: Spec) -> None:
        self._game, self._real = game, spec.resolved(game)
        self._keeps = bool(dict(self._real.settings).get("keep", 0))
        self._player: Player | None = None

    def new_game(self, seed: int) -> None:
        self._player = self._real.player(seed) if self._keeps else None

    def think(self, course: Course, seed: int) -> Thought:
        position = course.position()
        choice = self._asked(position, seed)
        turn = tuple(position.turn_to_actions(choice.move))
        if len(position.actions()) == 1 and len(turn) == 1:
            return Thought(turn, None)
        value = CERTAINTIES.get(choice.proven)
        if value is None:
            value = value_of(choice.values[position.turn], len(self._game.players))
        return Thought(turn, value, visits_of(choice, position))

    def chances(self, course: Course) -> list[float]:
        values = self._asked(course.position(), 1).values
        return [values[letter] for letter in self._game.players]

    def _asked(self, position: Position, seed: int) -> Choice:
        player = self._player or self._real.player(seed)
        return player.choose(position, self._real.budget())


CERTAINTIES = {"win": WIN - 1, "loss": 1 - WIN, "draw": 0}


def visits_of(choice: Choice, position: Position) -> tuple[tuple[int, int], ...]:
    """How often the search behind a choice has tried turns that begin with an action, by what it tells."""
    found: dict[int, int] = {}
    for other in choice.alternatives:
        if other.visits:
            first = position.turn_to_actions(other.text)[0]
            found[first] = found.get(first, 0) + other.visits
    return tuple(found.items())


def value_of(chance: float, seats: int) -> int:
    """A chance as thousandths of a logit against one equal other; the fair share is 0."""
    if not 0 < chance < 1:
        return HIGHEST if chance > 0.5 else -HIGHEST
    return max(-HIGHEST, min(HIGHEST, round(1000 * math.log((seats - 1) * chance / (1 - chance)))))


def whole_turn(state: State, step: Callable[[State, int], Step]) -> Thought:
    """A turn made of steps. The first that had a choice says what it is worth, and lines are followed while they go."""
    turn: list[int] = []
    value: int | None = None
    while not turn or _goes_on(state):
        found = step(state, len(turn))
        value = found.value if value is None else value
        for action in found.line:
            turn.append(action)
            state = state.play(action)
            if not _goes_on(state):
                break
    return Thought(tuple(turn), value)


def _goes_on(state: State) -> bool:
    return state.winner == ONGOING and state.mid_turn()


def random_turn(state: State, chance: random.Random, out: MutableSequence[int]) -> tuple[int, ...]:
    """A turn of random actions, all legal ones of each step equally likely."""
    turn: list[int] = []
    while not turn or _goes_on(state):
        turn.append(int(out[chance.randrange(state.actions(out))]))
        state = state.play(turn[-1])
    return tuple(turn)


def mind_of(game: Game, spec: Spec, keeps_table: bool = False, longest: int = LONGEST) -> Mind:
    """Somebody for a seat of a game."""
    kind = spec.resolved(game).kind
    if kind == "alphabeta":
        return Searcher(game, spec, keeps_table, longest)
    if kind == "novice":
        return Beginner(game, spec, keeps_table, longest)
    return Guesser(game) if kind == "random" else Guest(game, spec)


class Hall:
    """The players of some conditions, with all that they write on: made once, and good for any number of games."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions, game = conditions, conditions.game
        longest = conditions.longest
        self._minds = [mind_of(game, spec, conditions.keeps_tables, longest) for spec in conditions.players]
        self._referee = mind_of(game, conditions.referee, longest=longest) if conditions.referee else None
        self._doorman = mind_of(game, OPENING_REFEREE, longest=longest) if conditions.opening else None
        facts = game.facts
        self._counter = kernel.new_desk(facts.most_actions, facts.action_count, len(game.players), [], 16)
        self._outs = rows(facts.most_actions_a_turn + 1, facts.most_actions)

    def play(self, number: int) -> SelfPlayed:
        """The game of a number."""
        conditions, course = self.conditions, Course(self.conditions.game)
        chance = random.Random(f"{conditions.seed} {number} turns")
        for mind in self._minds:
            mind.new_game(chance.randrange(1 << 32))
        opening = self.opening(number)
        referee = self._referee if number % conditions.watched == 0 else None
        log = _Log()
        winner, reason = None, ""
        while not course.is_over and len(course.turns) < conditions.longest and not reason:
            place, seed, slips = len(course.turns), chance.randrange(1 << 32), chance.random() < conditions.slips
            mover = int(course.state.turn)
            if place < len(opening):
                thought = Thought(opening[place], None)
            elif slips:
                thought = Thought(random_turn(course.state, chance, self._outs[0]), None)
                log.slips.append(place)
            else:
                thought = self._minds[mover].think(course, seed)
            self._note(log, course, thought, referee)
            course.play(thought.turn)
            if conditions.ends_early and thought.value is not None and thought.value > FAR:
                winner, reason = mover, CERTAIN
        if not reason or course.is_over:
            winner, reason = self._ended(course)
        return SelfPlayed(
            number, len(opening), tuple(course.turns), tuple(log.movers), tuple(log.widths), tuple(log.whole_widths),
            tuple(log.values), tuple(log.slips), tuple(log.chances), winner, reason,
            tuple(log.visits) if any(log.visits) else (),
        )  # fmt: skip

    def _note(self, log: _Log, course: Course, thought: Thought, referee: Mind | None) -> None:
        """Write down what is known of a position and of the turn that is made in it."""
        state = course.state
        count = int(prepared(state, 1, self._counter))
        is_long = course.game.facts.most_actions_a_turn > 1
        log.movers.append(int(state.turn))
        log.widths.append(count)
        log.whole_widths.append(int(count_turns(state, 1, self._outs, 0)) if is_long else count)
        log.values.append(thought.value)
        log.visits.append(thought.visits)
        if referee is not None:
            log.chances.append(tuple(round(chance, 4) for chance in referee.chances(course)))

    def _ended(self, course: Course) -> tuple[int | None, str]:
        state = course.state
        if state.winner != ONGOING:
            reason = str(course.game.facts.reasons[state.reason])
            return None if state.winner == DRAW else int(state.winner), reason
        return None, str(REPETITION) if course.is_repeated else CUT

    def opening(self, number: int) -> list[tuple[int, ...]]:
        """The random turns that a game begins with, the same whoever plays: not over, and decided only if all are."""
        turns, game, begins = self.conditions.opening, self.conditions.game, self.conditions.begins
        if begins:
            return list(begins[number % len(begins)])
        if turns == 0:
            return []
        chance = random.Random(f"{self.conditions.seed} {number} opening")
        found: list[tuple[int, ...]] = []
        for _ in range(OPENING_TRIES):
            course = Course(game)
            while len(course.turns) < turns and not course.is_over:
                course.play(random_turn(course.state, chance, self._outs[0]))
            if not course.is_over:
                found = course.turns
                if not self._is_decided(course):
                    return found
        if not found:
            raise ValueError(
                Said("{game} is over before {turns} random turns; take a shorter opening", game=game.name, turns=turns)
            )
        return found

    def _is_decided(self, course: Course) -> bool:
        """Whether a short search is certain of the result, even where there is only one action."""
        assert self._doorman is not None
        chances = self._doorman.chances(course)
        return 1.0 in chances


class _Log:
    """What is written down about each turn while a game is played."""

    def __init__(self) -> None:
        self.movers: list[int] = []
        self.widths: list[int] = []
        self.whole_widths: list[int] = []
        self.values: list[int | None] = []
        self.visits: list[tuple[tuple[int, int], ...]] = []
        self.slips: list[int] = []
        self.chances: list[tuple[float, ...]] = []


class GameBrokeOff(ValueError):  # noqa: N818 - what happened
    """The rules or a player failed in the middle of a game: a fault of somebody's program, told in a sentence."""


@functools.lru_cache(maxsize=4)
def _hall(conditions: Conditions, is_plain: bool) -> Hall:  # noqa: ARG001 - what is written on differs
    return Hall(conditions)


def played_game(question: tuple[Conditions, int]) -> SelfPlayed:
    """The game of a number, by players who are kept for the next one: what processes are asked."""
    conditions, number = question
    try:
        return _hall(conditions, runs_plain()).play(number)
    except MemoryError:
        raise
    except Exception as error:  # rules and players may be other people's programs: whatever they raise is theirs
        names = Series(list(dict.fromkeys(spec.text for spec in conditions.players)), COMMAS)
        problem = " ".join(f"{type(error).__name__}: {error}".split())
        raise GameBrokeOff(
            Said(
                "{game}: game {number} of {players}, seed {seed}, broke off ({problem}); the games before it are kept",
                game=conditions.game.name,
                number=number,
                players=names,
                seed=conditions.seed,
                problem=problem,
            )
        ) from error

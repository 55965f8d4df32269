"""Many games in lock-step: an action for each, then for each what its next player sees, may do and has earned.

A game is a row in every array. Nothing here knows Python objects, so threads can share a batch by rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tavoliere.core.compiled import compiled, inlined
from tavoliere.core.game import DRAW, ONGOING
from tavoliere.core.rng import below
from tavoliere.core.rows import load, store

STEPS, TURNS, SEEN = 0, 1, 2
COUNTERS = 3
DONE, CUT, WINNER = 0, 1, 2
ENDS = 3
BEGIN, PLAY = -1, 0
"""What `run` does with the games; a number from 1 on says how many random actions it plays in each."""
SPARSE = 32
"""Where fewer than one action in so many was legal, it is faster to clear the mask by the list of them."""
FILTER = 32
"""Words of a set of 1,024 places: a key whose place is empty is not in the history, and needs no look at all of it."""


class Desk(NamedTuple):
    """The arrays of a batch, a row for each game."""

    words: Any
    """The states; one more row holds the start."""
    keys: Any
    """The filter and the keys of the positions so far, where a rule counts them."""
    counters: Any
    """Actions so far, positions in the history, and how often the present one has occurred."""
    observation: Any
    mask: Any
    legal: Any
    counts: Any
    player: Any
    rewards: Any
    ends: Any
    final: Any
    """What was to be seen at the end of a game, where somebody wants it."""
    rngs: Any
    cells: Any


class Setting(NamedTuple):
    """What is the same for all games of a batch."""

    players: int
    planes: int
    numbers: int
    cells: int
    repetition: int
    longest: int
    shows_occurrences: int
    keeps_final: int


@inlined
def show(state: Any, lens: Any, seen: int, viewer: int, out: Any, cells: Any, setting: Setting) -> None:
    """Write what a viewer sees of a state."""
    size = setting.cells
    for place in range(len(out)):
        out[place] = 0
    for plane in range(setting.planes):
        for square in lens.squares(state, plane, viewer):
            out[plane * size + cells[square]] = 1
    for number in range(setting.numbers):
        value = lens.number(state, number, viewer)
        if value != 0:
            first = (setting.planes + number) * size
            for place in range(first, first + size):
                out[place] = value
    if setting.shows_occurrences and seen > 1:
        for place in range(len(out) - size, len(out)):
            out[place] = seen - 1


@inlined
def present(state: Any, lens: Any, game: int, desk: Desk, setting: Setting) -> None:
    """Show a game to the player to act, with what that player may do. A short old list clears the old mask."""
    mask, legal = desk.mask[game], desk.legal[game]
    if desk.counts[game] * SPARSE < len(mask):
        for place in range(desk.counts[game]):
            mask[legal[place]] = 0
    else:
        for place in range(len(mask)):
            mask[place] = 0
    count = state.listed(legal)
    for place in range(count):
        mask[legal[place]] = 1
    desk.counts[game] = count
    desk.player[game] = state.turn
    show(state, lens, desk.counters[game, SEEN], state.turn, desk.observation[game], desk.cells, setting)


@compiled
def begin(state: Any, game: int, desk: Desk, setting: Setting) -> None:
    """A new game, with an empty history."""
    desk.counters[game, STEPS] = 0
    desk.counters[game, SEEN] = 1
    desk.counters[game, TURNS] = 0
    if setting.repetition > 0:
        for word in range(FILTER):
            desk.keys[game, word] = 0
        entered(state.key(), game, desk)


@inlined
def entered(key: int, game: int, desk: Desk) -> int:
    """Enter a key into the history of a game, and say how often it stands there now."""
    turns = desk.counters[game, TURNS]
    word, place = (key >> 5) & (FILTER - 1), 1 << (key & 31)
    seen = 1
    if desk.keys[game, word] & place:
        for turn in range(FILTER, FILTER + turns):
            if desk.keys[game, turn] == key:
                seen += 1
    desk.keys[game, word] |= place
    desk.keys[game, FILTER + turns] = key
    desk.counters[game, TURNS] = turns + 1
    return seen


@compiled
def first_illegal(actions: Any, desk: Desk) -> int:
    """The first game whose action is not legal, or -1."""
    for game in range(len(actions)):
        action = actions[game]
        if action < 0 or action >= desk.mask.shape[1] or desk.mask[game, action] == 0:
            return game
    return -1


@compiled
def show_end(state: Any, lens: Any, game: int, desk: Desk, setting: Setting) -> None:
    """Write what is to be seen at the end of a game."""
    show(state, lens, desk.counters[game, SEEN], state.turn, desk.final[game], desk.cells, setting)


@inlined
def step_one(cls: Any, lens: Any, action: int, game: int, desk: Desk, setting: Setting) -> Any:
    """The state after a legal action, or that of a new game where it has ended one."""
    state = load(cls, desk.words, game).play(int(action))
    winner = state.winner
    steps = desk.counters[game, STEPS] + 1
    desk.counters[game, STEPS] = steps
    if setting.repetition > 0 and winner == ONGOING and not state.mid_turn():
        seen = entered(state.key(), game, desk)
        desk.counters[game, SEEN] = seen
        if seen >= setting.repetition:
            winner = DRAW
    is_cut = winner == ONGOING and steps >= setting.longest
    desk.ends[game, DONE] = 1 if winner != ONGOING else 0
    desk.ends[game, CUT] = 1 if is_cut else 0
    desk.ends[game, WINNER] = winner
    for player in range(setting.players):
        desk.rewards[game, player] = 0
    if winner != ONGOING or is_cut:
        if winner != ONGOING and winner != DRAW:
            for player in range(setting.players):
                desk.rewards[game, player] = -1.0 / (setting.players - 1)
            desk.rewards[game, winner] = 1
        if setting.keeps_final:
            show_end(state, lens, game, desk, setting)
        state = load(cls, desk.words, len(desk.counts))
        begin(state, game, desk, setting)
    store(state, desk.words, game)
    return state


@compiled
def run(cls: Any, lens: Any, mode: int, numbers: Any, first: int, last: int, desk: Desk, setting: Setting) -> None:
    """Begin some of the games anew, play an action in each, or play so many random ones, as `mode` says.

    These are one kernel because each would compile all the rules again.
    """
    for place in range(first, last):
        for _ in range(max(1, mode)):
            if mode == BEGIN:
                game = numbers[place]
                state = load(cls, desk.words, game)
                begin(state, game, desk, setting)
            else:
                game = place
                action = numbers[place] if mode == PLAY else drawn(place, desk)
                state = step_one(cls, lens, action, place, desk, setting)
            present(state, lens, game, desk, setting)


@inlined
def drawn(game: int, desk: Desk) -> int:
    """A random legal action, by the game's own generator, so that it does not matter who its neighbours are."""
    return desk.legal[game, below(desk.rngs[game], desk.counts[game])]  # type: ignore[no-any-return]


@compiled
def pick(actions: Any, first: int, last: int, desk: Desk) -> None:
    """A random legal action for each game."""
    for game in range(first, last):
        actions[game] = drawn(game, desk)

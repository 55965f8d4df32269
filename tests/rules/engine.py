"""Positions and turns through the rules, in one of three ways: compiled, plain, or compiled with bounds checks.

The environment variable TAVOLIERE_TEST_MODE chooses. Every position that a test sets up or reaches is looked at twice,
by the methods of its state and by the kernels in the way under test; they must agree in everything.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import tavoliere as tv
from tavoliere.core.compiled import Compiled, generator, plain_python, row
from tavoliere.core.game import ONGOING
from tavoliere.core.playouts import ACTIONS_PLAYED, TALLY_LENGTH, playouts
from tavoliere.core.rng import seeded

COMPILED, PLAIN, BOUNDS = "compiled", "plain", "bounds"
MODE = os.environ.get("TAVOLIERE_TEST_MODE", COMPILED)
if MODE not in (COMPILED, PLAIN, BOUNDS):
    raise ValueError(f"TAVOLIERE_TEST_MODE is {MODE!r}, not {COMPILED}, {PLAIN} or {BOUNDS}")


def _loaded_alone(name: str) -> ModuleType:
    """A file of this folder as a module of its own, for the reason that the file gives."""
    file = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"tavoliere_rules_{name}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


kernels = _loaded_alone("kernels")
KERNELS: list[Compiled[..., Any]] = [found for found in vars(kernels).values() if isinstance(found, Compiled)]
positions_checked = 0
_agreed: set[Any] = set()


def compilations() -> int:
    """For how many kernels and games machine code has been loaded."""
    return sum(kernel.compilations for kernel in KERNELS)


@contextlib.contextmanager
def way() -> Iterator[None]:
    """Inside this block kernels run in the way under test."""
    if MODE == PLAIN:
        with plain_python():
            yield
    else:
        yield


@functools.cache
def game(name: str, **options: int | str) -> tv.Game:
    return tv.game(name, **options)


def start(name: str, **options: int | str) -> tv.Position:
    return checked(game(name, **options).start())


def position(name: str, text: str, **options: int | str) -> tv.Position:
    """The position of a text, which must be canonical."""
    made = game(name, **options).position(text)
    assert str(made) == text
    return checked(made)


def checked(position: tv.Position) -> tv.Position:
    """The same position, after its methods and the kernels have been found to agree about all that it can do."""
    global positions_checked
    state: Any = position.state
    if state in _agreed:
        return position
    _agreed.add(state)
    positions_checked += 1
    room = position.game.facts.most_actions
    listed, out = [0] * room, [0] * room
    count = state.actions(listed)
    legal = listed[:count]
    assert (count > 0) == (state.winner == ONGOING)
    assert position.turn in position.game.players
    with way():
        rows = row(room)
        assert kernels.list_actions(state, rows) == count
        assert [int(action) for action in rows[:count]] == legal
        assert kernels.key_of(state) == state.key()
        assert bool(kernels.is_mid_turn(state)) == state.mid_turn()
        assert kernels.uncounted(state) == state.uncounted()
        for action in legal:
            assert kernels.play_one(state, action) == state.play(action)
            assert kernels.told_by(state, action) == state.told(action)
        if state.winner == ONGOING:
            drawn = kernels.random_one(state, generator(positions_checked), rows)
            assert drawn in legal
            assert drawn == state.random_action(seeded(positions_checked), out)
    if position.outcome is None:
        assert list(position.actions()) == sorted(legal)
        assert position.pending or position.game.position(str(position)).state == state
    return position


def play(position: tv.Position, *turns: str) -> tv.Position:
    """The position after whole turns, each played as a text, as actions, and by the kernels."""
    for turn in turns:
        after = position.play(turn)
        step = position.before_turn()
        state = step.state
        for action in step.turn_to_actions(turn):
            with way():
                state = kernels.play_one(state, action)
            step = checked(step.act(action))
        assert step == after and state == after.state
        position = after
    return position


def begun(position: tv.Position, *parts: str) -> tv.Position:
    """The half-made turn after the actions with these texts."""
    for part in parts:
        position = checked(position.act(position.action_from_text(part)))
    return position


def moves(position: tv.Position) -> list[str]:
    """The legal turns, sorted."""
    return checked(position).legal_moves()


def firsts(position: tv.Position) -> list[str]:
    """The texts of the actions that can be made now, sorted: the first parts of the legal turns."""
    return sorted(position.action_to_text(action) for action in checked(position).actions())


def is_legal(position: tv.Position, turn: str) -> bool:
    """Whether a turn is legal: listed and playable, or neither."""
    listed = turn in position.before_turn().legal_moves()
    try:
        play(position, turn)
    except tv.IllegalMove:
        assert not listed
        return False
    assert listed
    return True


def over(position: tv.Position) -> tuple[str, str] | None:
    """Who has won, or `draw`, and why; None while the game goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    assert moves(position) == [] and position.actions() == ()
    return outcome.winner or "draw", outcome.reason


def random_states(game: tv.Game, seed: int) -> Iterator[Any]:
    """The states of a random game, the start and the last one included, played by the kernels."""
    state: Any = game.start().state
    with way():
        rng, out = generator(seed), row(game.facts.most_actions)
    yield state
    while state.winner == ONGOING:
        with way():
            state = kernels.play_one(state, kernels.random_one(state, rng, out))
        yield state


def random_games(game: tv.Game, games: int, seed: int, longest: int = 100_000) -> tuple[list[int], int]:
    """Many random games in one go: how many each player won, how many were drawn (at 4), and all their actions."""
    with way():
        tally = row(TALLY_LENGTH)
        out = row(game.facts.most_actions)
        playouts(game.start().state, games, longest, generator(seed), out, tally)
    return [int(count) for count in tally[: ACTIONS_PLAYED - 1]], int(tally[ACTIONS_PLAYED])


def plays_the_same_games_as_plain_python(game: tv.Game, games: int) -> bool:
    """Whether random games with one seed come out the same in plain Python, and otherwise with another seed."""
    with plain_python():
        tally, out = row(TALLY_LENGTH), row(game.facts.most_actions)
        playouts(game.start().state, games, 100_000, generator(2), out, tally)
    counts, actions = random_games(game, games, seed=2)
    assert random_games(game, games, seed=3) != (counts, actions)
    return (counts, actions) == (tally[: ACTIONS_PLAYED - 1], tally[ACTIONS_PLAYED])


def at_speed(compiled_games: int, plain_games: int) -> int:
    """How many games a statistic can be taken from in the time that a test has."""
    return plain_games if MODE == PLAIN else compiled_games

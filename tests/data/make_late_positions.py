"""Find late positions whose result is certain, for the tests that compare search with trying everything.

python -m tests.data.make_late_positions [LABEL...]

Late positions come from two sources. Made-up positions are walked through by random turns that put off the end. Games
that end are taken back turn by turn, until nothing can be proven any more. A brute force tries everything that can
follow, up to a million nodes; of what it solves, the positions are kept that differ most in their results, in the
number of actions until the end, and in the size of their trees. Seeds are fixed, so that the file changes only with the
rules.
"""

from __future__ import annotations

import collections
import itertools
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tavoliere as tv
from tests.differential.starts import beginning
from tests.search.fast_brute import Solved, solved

FILE = Path(__file__).resolve().parent / "late_positions.json"
DEPTH = 16
SMALL, LARGE = 1500, 100_000
WANTED = (7, 6, 6)
"""How many positions with small, middling and large trees."""
SAVED = 3
TRIES = {"never-alone": 3000}
"""Of Never Alone more, since its draws are rare."""
FEWEST_TRIES = 400
LONGEST = 300
PLACES: dict[str, tuple[str, ...]] = {
    "never-alone": ("dense", "full"),
    "pathwayz": ("striped", "bridged"),
    "pit 2": ("walled-2", "walled-board-2", "board-2"),
    "pit 3": ("walled-3", "walled-board-3", "board-3"),
    "pit 4": ("walled-4", "walled-board-4", "board-4"),
    "pit-of-pillars": ("bare", "quiet"),
    "tablut": ("endgame", "siege", "enclosed", "scattered"),
}
Kind = tuple[int, int]
Late = tuple[tv.Position, tuple[str, ...], Solved]
Pool = dict[Kind, list[Late]]


def candidates(name: str, kinds: tuple[str, ...]) -> Iterator[Iterator[tv.Position]]:
    """Rows of positions between turns, each row from its latest position to its earliest."""
    chance = random.Random(f"late positions of {name}")
    for number in range(TRIES.get(name, FEWEST_TRIES)):
        options, text = beginning(name, kinds[number // 2 % len(kinds)], chance)
        game = tv.game(name, **dict(options))
        position = game.start() if text is None else game.position(text)
        if number % 2:
            for _ in range(chance.choice((0, 0, 2, 6, 20, 60))):
                position = _put_off(position, chance)
            yield iter([position.before_turn()])
        else:
            yield iter(_ended(position, chance)[::-1])


def _put_off(position: tv.Position, chance: random.Random) -> tv.Position:
    """A random action further, not to the end of the game if a few draws can avoid it."""
    for _ in range(4):
        after = position.act(chance.choice(position.actions()))
        if after.outcome is None:
            return after
    return position


def _ended(position: tv.Position, chance: random.Random) -> list[tv.Position]:
    """The positions of a random game in which nobody overlooks a win of one action."""
    whole = []
    while position.outcome is None and len(whole) < LONGEST:
        if not position.pending:
            whole.append(position)
        wins = [action for action in position.actions() if _wins(position, action)]
        position = position.act(chance.choice(wins or position.actions()))
    return whole


def _wins(position: tv.Position, action: int) -> bool:
    after = position.state.play(action)
    return after.winner == position.state.turn


def kind_of(found: Solved) -> Kind:
    return (found.nodes > SMALL) + (found.nodes >= LARGE), found.value


def pool_of(name: str, kinds: tuple[str, ...]) -> Pool:
    """Everything solved, by its kind."""
    pool: Pool = collections.defaultdict(list)
    for row in candidates(name, kinds):
        for position in row:
            if position.outcome is not None:
                continue
            alone = position.game.position(str(position))
            found = solved(alone, DEPTH)
            if found is None:
                break
            if len(alone.actions()) > 1:
                pool[kind_of(found)].append((alone, (), found))
    return pool


def saved_by_repetition(pool: Pool) -> Iterator[Late]:
    """Lost positions at the end of turns to and fro, so that the mover can repeat a position and draw."""
    for kind in sorted(pool):
        for lost, _, found in pool[kind]:
            turns = _to_and_fro(lost) if found.value < 0 else None
            if turns is not None:
                first, history = turns
                again = solved(_played(first, history), DEPTH)
                if again is not None and again.value == 0:
                    yield first, history, again


def _to_and_fro(lost: tv.Position) -> tuple[tv.Position, tuple[str, ...]] | None:
    """A position that a turn in the lost one would repeat once too often, and the turns from it to the lost one."""
    for move in lost.legal_moves():
        repeated = lost.game.position(str(lost.play(move)))
        if repeated.outcome is not None:
            continue
        for there in repeated.legal_moves():
            loop = (there, _back(move), _back(there), move)
            history = (loop * ((lost.game.facts.repetition or 2) - 1))[:-1]
            try:
                position = _played(repeated, history)
            except tv.IllegalMove:
                continue
            if position.outcome is None and position.state.uncounted() == lost.state.uncounted():
                return repeated, history
    return None


def _back(move: str) -> str:
    return "-".join(reversed(move.split("-")))


def _played(position: tv.Position, turns: tuple[str, ...]) -> tv.Position:
    for turn in turns:
        position = position.play(turn)
    return position


def chosen(pool: Pool) -> list[Late]:
    """As many of each size as wanted: one of each result in turn, in small trees the shortest ways first, else last."""
    kept: list[Late] = []
    for size, wanted in enumerate(WANTED):
        order = 1 if size else -1
        ranked = sorted((kind for kind in pool if kind[0] == size), key=lambda kind: (order * abs(kind[1]), kind[1]))
        rounds = itertools.zip_longest(*(pool[kind] for kind in ranked))
        kept += [each for turn in rounds for each in turn if each is not None][:wanted]
    return kept


def entry_of(first: tv.Position, turns: tuple[str, ...], found: Solved) -> dict[str, Any]:
    """The position is what stands in the text and then the turns."""
    options = dict(first.game.options)
    entry = {"game": first.game.name, "options": options, "position": str(first), "turns": list(turns)}
    return {**entry, **found._asdict()}


def main() -> None:
    entries = []
    for label, kinds in PLACES.items():
        if len(sys.argv) > 1 and label not in sys.argv[1:]:
            continue
        pool = pool_of(label.split()[0], kinds)
        print(label, {kind: len(pool[kind]) for kind in sorted(pool)}, file=sys.stderr)
        late = chosen(pool)
        if tv.game(label.split()[0]).facts.repetition:
            late += itertools.islice(saved_by_repetition(pool), SAVED)
        entries += [entry_of(*each) for each in late]
        print(label, sorted(each[2].value for each in late), file=sys.stderr)
        lines = ",\n".join(json.dumps(entry) for entry in entries)
        FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()

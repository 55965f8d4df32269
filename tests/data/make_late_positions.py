"""Find late positions whose result is certain, for the tests that compare search with trying everything.

python -m tests.data.make_late_positions

Made-up positions and random games that put off their end are walked through; a position is kept if a brute force
solves it within few nodes, and if its game does not have enough of its kind (won, drawn or lost, in so many actions).
Seeds are fixed, so that the file changes only with the rules.
"""

from __future__ import annotations

import collections
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tavoliere as tv
from tests.differential.starts import beginning
from tests.search.brute import END, solved

FILE = Path(__file__).resolve().parent / "late_positions.json"
NODES, DEPTH = 1500, 8
ENOUGH, OF_A_KIND = 10, 2
TRIES = 400
PLACES: dict[str, tuple[str, ...]] = {
    "never-alone": ("dense", "full"),
    "pathwayz": ("striped", "bridged"),
    "pit 2": ("walled-2", "walled-board-2", "board-2"),
    "pit 3": ("walled-3", "walled-board-3", "board-3"),
    "pit 4": ("walled-4", "walled-board-4", "board-4"),
    "pit-of-pillars": ("bare", "quiet"),
    "tablut": ("endgame", "siege", "enclosed", "scattered"),
}


def candidates(name: str, kinds: tuple[str, ...]) -> Iterator[tv.Position]:
    """Positions between turns; a random game avoids its end as long as a draw of actions allows."""
    chance = random.Random(f"late positions of {name}")
    for number in range(TRIES):
        options, text = beginning(name, kinds[number % len(kinds)], chance)
        game = tv.game(name, **dict(options))
        position = game.start() if text is None else game.position(text)
        for _ in range(chance.choice((0, 2, 6, 20, 60))):
            position = _played_on(position, chance)
        position = position.before_turn()
        if position.outcome is None:
            yield game.position(str(position))


def _played_on(position: tv.Position, chance: random.Random) -> tv.Position:
    for _ in range(4):
        after = position.act(chance.choice(position.actions()))
        if after.outcome is None:
            return after
    return position


def found(name: str, kinds: tuple[str, ...]) -> list[dict[str, Any]]:
    kept: collections.Counter[int] = collections.Counter()
    entries: list[dict[str, Any]] = []
    for position in candidates(name, kinds):
        answer = solved(position, DEPTH, NODES)
        if answer is None or len(position.actions()) == 1:
            continue
        value, depth = answer
        # Wins in one action are plenty and prove little.
        if kept[value] >= (1 if value >= END - 2 else OF_A_KIND):
            continue
        kept[value] += 1
        options = dict(position.game.options) if position.game.options else {}
        entries.append({"game": name, "options": options, "position": str(position), "value": value, "depth": depth})
        if len(entries) == ENOUGH:
            break
    return entries


def main() -> None:
    entries = []
    for label, kinds in PLACES.items():
        new = found(label.split()[0], kinds)
        print(label, sorted(entry["value"] for entry in new), file=sys.stderr)
        entries += new
        lines = ",\n".join(json.dumps(entry) for entry in entries)
        FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Which starts of Never Alone are even: every pair of squares up to symmetry is searched for a forced win, and those
that a search calls nearly even play games against themselves.

What is found is kept in a folder, so the work can be stopped and goes on.

    python benchmarks/starts.py starts --nodes 1500000 --games 60
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tavoliere as tv
from tavoliere.arena.selfplay import one_after_another
from tavoliere.games.never_alone.notation import GRID
from tavoliere.lab.study import OFF, Cell, fill
from tavoliere.search.budget import Budget
from tavoliere.search.solve import Solver
from tavoliere.search.specs import parse_spec

PLAYER = "alphabeta:nodes=20000,noise=30"
NEAR = 0.1
"""Starts are played out if a search gives Red a chance that is no further from one half."""


def starts() -> list[tuple[str, str]]:
    """Red's and Black's square, of those that symmetry makes the same the first."""
    squares = range(len(GRID.turns[0]))
    least = {
        min((turn[red], turn[black]) for turn in GRID.turns) for red in squares for black in squares if red != black
    }
    return [(GRID.name(red), GRID.name(black)) for red, black in sorted(least)]


def searched(game: tv.Game, solver: Solver, nodes: int) -> dict[str, Any]:
    """What a search says about a start: a proof, or Red's chance."""
    found = solver.choose(game.start(), Budget(nodes=nodes))
    start = f"{game.options['red']}-{game.options['black']}"
    return {"start": start, "proven": found.proven, "turns": len(found.line), "chance": round(found.values["r"], 3)}


def all_searched(folder: Path, nodes: int) -> Iterator[dict[str, Any]]:
    path = folder / f"searched-{nodes}.jsonl"
    path.touch()
    known = {row["start"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
    solver = Solver(table_entries=1 << 18, tree_nodes=1000)
    with path.open("a", encoding="utf-8") as file:
        for red, black in starts():
            row = known.get(f"{red}-{black}") or searched(tv.game("never-alone", red=red, black=black), solver, nodes)
            if row["start"] not in known:
                file.write(json.dumps(row) + "\n")
                file.flush()
            yield row


def played(start: str, games: int, folder: Path) -> str:
    """What Red gets in games from a start."""
    red, black = start.split("-")
    cell = Cell(tv.game("never-alone", red=red, black=black), parse_spec(PLAYER), OFF)
    fill(folder, cell.conditions, games, one_after_another, lambda _: None)
    found = cell.measures(folder, games)
    score = found.scores[0].share()
    return f"{start}: Red {100 * score.value:.0f} ({100 * score.low:.0f}-{100 * score.high:.0f}), drawn {found.draws}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nodes", type=int, default=1_500_000)
    parser.add_argument("--games", type=int, default=0, help="games from each start that looks even")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    rows = list(all_searched(arguments.folder, arguments.nodes))
    won = [row for row in rows if row["proven"]]
    print(f"{len(rows)} starts, {len(won)} won by force")
    for turns in sorted({row["turns"] for row in won}):
        print(f"  in {turns}: " + " ".join(row["start"] for row in won if row["turns"] == turns))
    for row in rows:
        if arguments.games and not row["proven"] and abs(row["chance"] - 0.5) <= NEAR:
            print(played(row["start"], arguments.games, arguments.folder), flush=True)


if __name__ == "__main__":
    main()

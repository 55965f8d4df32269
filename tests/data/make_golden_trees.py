"""Write the golden trees: what short searches of small positions find, to the last visit and node.

python -m tests.data.make_golden_trees

They notice every change of search. Write them anew only in a commit that means to change the search and says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tavoliere as tv
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.mcts_player import MctsPlayer, Style

FILE = Path(__file__).resolve().parent / "golden_trees.json"
POSITIONS: dict[str, tuple[str, str]] = {
    "a king with a way out": ("tablut", "4b4/9/4w4/9/1b2k2b1/4w4/4b4/9/9 b"),
    "a pit with barriers": ("pit", "b8/W8/2o3o2/9/4o4/1B7/2o3o2/9/2w1w4 w w4,b5 a9e,c1n"),
    "a few pieces": ("never-alone", "8/8/3r4/4b3/3r1b2/8/2b5/8 r 0"),
}
STYLES: dict[str, Style] = {
    "playouts": Style(longest=40),
    "judged": Style(cut=2, longest=40),
    "priors": Style(exploration=1.5, cut=0, priors=1.0),
}
NODES, DEPTH, SHOWN = 60, 3, 400


def tree_of(game: str, text: str, style: Style) -> dict[str, Any]:
    """The nodes of a tree in their order: action, visits, proven result and the sums of values."""
    player = MctsPlayer(seed=11, style=style, tree_nodes=4000, keep=True)
    choice = player.choose(tv.game(game).position(text), Budget(nodes=NODES))
    assert player.kept is not None
    tree = player.kept[1][0]
    players = len(tree.totals) // len(tree.visits)
    used = int(tree.used[0])
    nodes = [
        [
            int(tree.action[node]),
            int(tree.visits[node]),
            int(tree.proven[node]),
            *(round(float(tree.totals[players * node + player]), 9) for player in range(players)),
        ]
        for node in range(used)
        if tree.visits[node]
    ]
    return {"move": choice.move, "proven": choice.proven, "used": used, "nodes": nodes[:SHOWN]}


def line_of(game: str, text: str) -> dict[str, Any]:
    """What alpha-beta finds."""
    player = AlphaBetaPlayer(seed=11, table_entries=1 << 10, alternatives=2)
    choice = player.choose(tv.game(game).position(text), Budget(depth=DEPTH))
    return {
        "nodes": choice.nodes,
        "depth": choice.depth,
        "proven": choice.proven,
        "line": list(choice.line),
        "alternatives": [[other.text, round(other.value, 9)] for other in choice.alternatives],
    }


def golden(name: str) -> dict[str, Any]:
    """All that is kept of a position."""
    game, text = POSITIONS[name]
    trees = {style: tree_of(game, text, STYLES[style]) for style in STYLES}
    return {"trees": trees, "alphabeta": line_of(game, text)}


def main() -> None:
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(golden(name))}" for name in POSITIONS)
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

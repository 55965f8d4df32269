"""Find positions with one winning turn, prove it twice, and keep them: `python -m tests.data.make_tactics GAME...`.

Positions come from games that alpha-beta plays against itself with a slip now and then: those of the winner, the
earliest first. One is kept if the tree search with its proofs, whose choice does not depend on what the champion finds,
proves that the mover wins in more than one turn, if alpha-beta without reductions (which shares no code with it but the
rules) proves it too, and if no other turn wins as far as that can see.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import tavoliere as tv
from tavoliere.arena.match import opening
from tavoliere.arena.tune import random_turn
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.mcts_player import MctsPlayer, Style

FOLDER = Path(__file__).with_name("tactics")
WANTED = 32
PLAYING = Budget(nodes=1500)
PROVING = Budget(nodes=40_000)
CHECKING = Budget(nodes=2_000_000)
SLIP = 0.15
LONGEST = 200
EARLIEST, LATEST = 14, 4
"""How many turns before its end a game is looked at."""


def tactic_in(position: tv.Position) -> dict[str, object] | None:
    """The winning turn of a position, if it is the only one, takes more than one turn, and is proven twice."""
    prover = MctsPlayer(1, Style(cut=0, priors=1.0, proofs=True), tree_nodes=400_000)
    if prover.choose(position, PROVING).proven != "win":
        return None
    checker = AlphaBetaPlayer(alternatives=2, reduce=False)
    best, *others = checker.choose(position, CHECKING).alternatives
    if best.proven != "win" or not others or others[0].proven == "win" or len(best.line) < 3:
        return None
    return {"position": str(position), "best": best.text, "line": list(best.line)}


def played(game: tv.Game, number: int) -> list[tv.Position]:
    """The positions of a game between players who slip now and then."""
    chance = random.Random(f"tactics {number}")
    position = game.start()
    for move in opening(game, number, chance.randint(1, 6), 77):
        position = position.play(move)
    positions = [position]
    while position.outcome is None and len(positions) < LONGEST:
        slips = chance.random() < SLIP
        player = AlphaBetaPlayer(number, table_entries=1 << 14, noise=60)
        position = position.play(random_turn(position, chance) if slips else player.choose(position, PLAYING).move)
        positions.append(position)
    return positions


def tactics(game: tv.Game, wanted: int) -> list[dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    number = 0
    while len(found) < wanted:
        number += 1
        *positions, last = played(game, number)
        for position in positions[-EARLIEST : -LATEST + 1]:
            if last.outcome is None or position.turn != last.outcome.winner:
                continue
            # History would change what a position is worth, so each is looked at as if the game began there.
            tactic = tactic_in(game.position(str(position)))
            if tactic is not None:
                found.setdefault(str(position), tactic)
                print(f"{game.name}: {len(found)} of {wanted}", flush=True)
                break
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=tv.games())
    FOLDER.mkdir(exist_ok=True)
    for name in parser.parse_args().games:
        found = tactics(tv.game(name), WANTED)
        (FOLDER / f"{name}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

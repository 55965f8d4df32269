"""Find positions with one winning turn, prove it twice, and keep them: `python -m tests.data.make_tactics GAME...`.

Positions come from games that alpha-beta plays against itself with a slip now and then: those of the winner, as far
back as a win can be proven. One is kept if alpha-beta without reductions, with four times what the champion has in a
second, proves that the mover wins in more than one turn, if no turn that begins otherwise wins as far as that can see,
and if a second search that shares nothing with it but the rules proves it too: the tree search, or brute force over all
that can follow the turn. Whether the champion finds the turn plays no part.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

import tavoliere as tv
from tavoliere.arena.match import opening
from tavoliere.arena.tune import random_turn
from tavoliere.games import own_games
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.mcts_player import MctsPlayer, Style
from tests.search.brute import TooManyNodes
from tests.search.fast_brute import certain

FOLDER = Path(__file__).with_name("tactics")
WANTED = 32
PLAYING = Budget(nodes=1500)
PROVING = Budget(nodes=10_000_000)
TREE = Budget(nodes=40_000)
BRUTE_NODES = 400_000_000
SLIP = 0.15
LONGEST = 200
EARLIEST, LATEST = 14, 2
"""How many turns before its end a game is looked at."""


def tactic_in(position: tv.Position) -> tuple[bool, dict[str, object] | None]:
    """Whether the mover wins, and the winning turn if no other beginning wins, it takes more than one turn, and it is
    proven twice.
    """
    best = AlphaBetaPlayer(reduce=False).choose(position, PROVING)
    if best.proven != "win":
        return False, None
    first, *_ = position.turn_to_actions(best.move)
    others = [action for action in position.actions() if action != first]
    is_short = len(best.line) < 3 or not others
    if is_short or AlphaBetaPlayer(reduce=False).choose_among(position, others, PROVING).proven == "win":
        return True, None
    if not (is_proven_by_tree(position) or is_proven_by_force(position, best.move, len(best.line))):
        return True, None
    return True, {"position": str(position), "best": best.move, "line": list(best.line)}


def is_proven_by_tree(position: tv.Position) -> bool:
    prover = MctsPlayer(1, Style(cut=0, priors=1.0, proofs=True), tree_nodes=400_000)
    return prover.choose(position, TREE).proven == "win"


def is_proven_by_force(position: tv.Position, turn: str, turns: int) -> bool:
    """Whether every answer to a turn loses within the turns that a line has, by trying everything."""
    depth = (turns - 1) * position.game.facts.most_actions_a_turn
    try:
        return certain(position.play(turn), depth, BRUTE_NODES)[0] == position.turn
    except TooManyNodes:
        return False


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


def tactics(game: tv.Game, wanted: int) -> Iterator[dict[str, object]]:
    """From each game the earliest one that can be found, going back from its end as long as the mover wins."""
    found: set[str] = set()
    number = 0
    while len(found) < wanted:
        number += 1
        *positions, last = played(game, number)
        tactic: dict[str, object] | None = None
        for position in reversed(positions[-EARLIEST : -LATEST + 1]):
            if last.outcome is None or position.turn != last.outcome.winner:
                continue
            # History would change what a position is worth, so each is looked at as if the game began there.
            is_won, found_here = tactic_in(game.position(str(position)))
            if not is_won:
                break
            tactic = found_here or tactic
        if tactic is not None and str(tactic["position"]) not in found:
            found.add(str(tactic["position"]))
            print(f"{game.name}: {len(found)} of {wanted} after {number} games", flush=True)
            yield tactic


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=own_games())
    FOLDER.mkdir(exist_ok=True)
    for name in parser.parse_args().games:
        found = list(tactics(tv.game(name), WANTED))
        (FOLDER / f"{name}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

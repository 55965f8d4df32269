"""`tavoliere solve`: who wins if nobody errs, proven by search, or plainly that the budget did not suffice."""

from __future__ import annotations

import argparse
import json
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli.analyse import positive
from tavoliere.apps.cli.bench import seconds
from tavoliere.apps.cli.bestlines import choice_data, watched
from tavoliere.apps.cli.common import Commands, counted, note_if_plain, position_of, split_words
from tavoliere.arena.analysis import percent
from tavoliere.games import game_from_text
from tavoliere.search.players import Choice
from tavoliere.search.solve import is_complete, is_of_exact_length
from tavoliere.search.specs import spec_of
from tavoliere.search.worker import SearchWorker

USUAL_SECONDS = 60.0
PROVEN, NOT_PROVEN = 0, 3


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "solve",
        help="prove who wins a position",
        description="Search for a proof: win, draw or loss for the player to move if nobody errs, with the shortest "
        "win or the longest resistance. Ctrl-C ends the search and tells what is known.",
        epilog="example: tavoliere solve tablut '9/9/9/9/2k6/9/9/9/8b w'\nThe exit code is 0 if the result is "
        "proven, 3 if the budget did not suffice, 1 or 2 if the input is wrong.",
    )
    parser.add_argument("game", metavar="GAME", help="a name from `tavoliere games`")
    parser.add_argument("words", metavar="POSITION", nargs="*", help="a position text, and options like players=3")
    parser.add_argument("--seconds", type=seconds, help=f"how long at most (default: {USUAL_SECONDS:g})")
    parser.add_argument("--nodes", type=positive, help="how many nodes at most, however long it takes")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, text = split_words(arguments.words)
    position = position_of(game_from_text(arguments.game, options), text)
    if position.outcome is not None:
        raise ValueError(f"the game is over ({position.outcome}), so there is nothing to solve")
    note_if_plain()
    budget = {"seconds": arguments.seconds, "nodes": arguments.nodes}
    settings = {name: float(value) for name, value in budget.items() if value is not None}
    with SearchWorker() as worker:
        spec = spec_of("solver", settings or {"seconds": USUAL_SECONDS})
        choice, is_finished = watched(worker, spec, position, is_shown=False)
    if arguments.json:
        print(json.dumps({**_data(position, choice), "is_finished": is_finished}, indent=2))
    else:
        print("\n".join(_lines(position, choice, is_finished)))
    return PROVEN if choice.proven else NOT_PROVEN


def winner_of(position: tv.Position, choice: Choice) -> str | None:
    """The letter of the player who wins for certain; None after a draw, and where nothing is proven."""
    if choice.proven not in ("win", "loss"):
        return None
    return max(choice.values, key=lambda letter: choice.values[letter])


def _data(position: tv.Position, choice: Choice) -> dict[str, Any]:
    game = position.game
    data = choice_data(choice)
    del data["alternatives"]
    return {
        "game": game.name, "options": dict(game.options), "position": str(position), "turn": position.turn, **data,
        "winner": winner_of(position, choice), "is_complete": is_complete(position, choice),
        "is_of_exact_length": is_of_exact_length(position, choice),
    }  # fmt: skip


def _lines(position: tv.Position, choice: Choice, is_finished: bool) -> list[str]:
    """The verdict for people."""
    name = position.game.player_name(position.turn)
    effort = f"{choice.nodes:,} nodes, {choice.seconds:.1f} s"
    if not choice.proven:
        lines = [f"not proven: {'the budget did not suffice' if is_finished else 'the search was stopped'}"]
        if choice.depth:
            who = "nobody can force a result" if len(position.game.players) == 2 else f"{name} cannot force a win"
            lines.append(f"so far: {who} within {counted(choice.depth, 'action')}")
        chance = percent(choice.values[position.turn])
        return [*lines, f"it looks like {chance} for {name}: {' '.join(choice.line)}", effort]
    winner = winner_of(position, choice)
    verdict = "a draw" if winner is None else f"{position.game.player_name(winner)} wins"
    length = counted(len(choice.line), "turn") if is_complete(position, choice) else "not to its end"
    kind = "the line"
    if is_of_exact_length(position, choice):
        kind = "the shortest win" if choice.proven == "win" else "the longest resistance"
    return [f"{verdict}, proven", f"{kind}, {length}: {' '.join(choice.line)}", effort]

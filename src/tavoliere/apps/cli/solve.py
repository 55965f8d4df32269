"""`tavoliere solve`: who wins if nobody errs, proven by search, or plainly that the budget did not suffice."""

from __future__ import annotations

import argparse
import json
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli.analyse import positive
from tavoliere.apps.cli.bench import seconds
from tavoliere.apps.cli.bestlines import choice_data, watched
from tavoliere.apps.cli.common import Commands, note_if_plain, position_of, split_words, turns_number
from tavoliere.apps.cli.speech import say
from tavoliere.arena.analysis import percent
from tavoliere.core.said import Pattern, Said, figure
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
        help=Said("prove who wins a position"),
        description=Said(
            "Search for a proof: win, draw or loss for the player to move if nobody errs, with the shortest "
            "win or the longest resistance. Ctrl-C ends the search and tells what is known."
        ),
        epilog=Said(
            "example: tavoliere solve tablut '9/9/9/9/2k6/9/9/9/8b w'\nThe exit code is 0 if the result is "
            "proven, 3 if the budget did not suffice, 1 or 2 if the input is wrong."
        ),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument(
        "words", metavar="POSITION", nargs="*", help=Said("a position text, and options like players=3")
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        help=Said("how long at most (default: {usual_seconds})", usual_seconds=f"{USUAL_SECONDS:g}"),
    )
    parser.add_argument("--nodes", type=positive, help=Said("how many nodes at most, however long it takes"))
    parser.add_argument("--json", action="store_true", help=Said("print the result as JSON"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, text = split_words(arguments.words)
    position = position_of(game_from_text(arguments.game, options), text)
    if position.outcome is not None:
        raise ValueError(
            Said("the game is over ({outcome}), so there is nothing to solve", outcome=str(position.outcome))
        )
    note_if_plain()
    budget = {"seconds": arguments.seconds, "nodes": arguments.nodes}
    settings = {name: float(value) for name, value in budget.items() if value is not None}
    with SearchWorker() as worker:
        spec = spec_of("solver", settings or {"seconds": USUAL_SECONDS})
        choice, is_finished = watched(worker, spec, position, is_shown=False)
    if arguments.json:
        print(json.dumps({**_data(position, choice), "is_finished": is_finished}, indent=2))
    else:
        print("\n".join(say(line) for line in _lines(position, choice, is_finished)))
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
    name, line = position.game.player_name(position.turn), " ".join(choice.line)
    nodes, seconds = figure(choice.nodes), figure(choice.seconds, ".1f")
    effort = Said("{nodes} nodes, {seconds} s", nodes=nodes, seconds=seconds)
    if not choice.proven:
        chance = percent(choice.values[position.turn])
        looks = Pattern("it looks like {chance} for {player}: {line}")
        return [*_unproven(position, choice, is_finished), looks.said(chance=chance, player=name, line=line), effort]
    winner = winner_of(position, choice)
    proven = Said("a draw, proven")
    if winner is not None:
        proven = Said("{player} wins, proven", player=position.game.player_name(winner))
    length = turns_number(len(choice.line)) if is_complete(position, choice) else Said("not to its end")
    kind = Said("the line")
    if is_of_exact_length(position, choice):
        kind = Said("the shortest win") if choice.proven == "win" else Said("the longest resistance")
    return [proven, Said("{kind}, {length}: {line}", kind=kind, length=length, line=line), effort]


def _unproven(position: tv.Position, choice: Choice, is_finished: bool) -> list[str]:
    """Why there is no proof, and what is known all the same."""
    reason = Said("the budget did not suffice") if is_finished else Said("the search was stopped")
    lines: list[str] = [Said("not proven: {reason}", reason=reason)]
    if choice.depth:
        who = Said("nobody can force a result")
        if len(position.game.players) != 2:
            who = Said("{player} cannot force a win", player=position.game.player_name(position.turn))
        pattern = Pattern("so far: {who} within {count} {count:one=action|many=actions}")
        lines.append(pattern.said(who=who, count=choice.depth))
    return lines

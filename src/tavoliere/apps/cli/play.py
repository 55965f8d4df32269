"""`tavoliere play`: people who share a keyboard."""

from __future__ import annotations

import argparse
import sys

import tavoliere as tv
from tavoliere.apps.cli.common import Commands, game_of, picture, position_of, split_words
from tavoliere.games import ruleset

HELP = "Type a turn, or: moves (list the legal turns), undo (take the last turn back), help, quit."


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "play",
        help="play at one keyboard",
        description="Play a game with friends at one keyboard. Without GAME, choose from a menu.",
        epilog="example: tavoliere play pit players=4",
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="a name from `tavoliere games`")
    parser.add_argument("words", metavar="POSITION", nargs="*", help="a position text, and options like players=3")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, text = split_words(arguments.words)
    if arguments.game is None:
        game = _menu()
        return 0 if game is None else play(game.start())
    return play(position_of(game_of(arguments.game, options), text))


def _ask(prompt: str) -> str | None:
    """A line from the player, or None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None


def _menu() -> tv.Game | None:
    """Let the player choose one of the games and one of its usual options."""
    choices = [tv.game(name, **variant) for name in tv.games() for variant in ruleset(name).facts.variants]
    print("Which game?")
    for number, game in enumerate(choices, start=1):
        print(f"  {number}  {game.facts.title}, {len(game.players)} players")
    while True:
        answer = _ask(f"1-{len(choices)}, or quit: ")
        if answer is None or answer in ("quit", "q"):
            return None
        if answer.isascii() and answer.isdigit() and len(answer) < 4 and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        print(f"Please type a number from 1 to {len(choices)}.")


def play(position: tv.Position) -> int:
    """Ask for turns until the game is over or somebody quits. Nothing that is typed can end it otherwise."""
    past: list[tv.Position] = []
    print(f"{position.game.facts.title}. {HELP}\n\n{picture(position)}")
    while True:
        if position.outcome is not None:
            print(f"\nThe game is over: {_result(position)}")
        answer = _ask("> " if position.outcome else f"\n{position.game.player_name(position.turn)}> ")
        if answer is None or answer in ("quit", "q"):
            print(position)
            return 0
        if answer == "moves":
            _print_moves(position)
        elif answer == "help":
            print(f"{HELP}\nTurns: {position.game.ruleset.notation.MOVE_FORMS}.")
        elif answer == "undo":
            if past:
                position = past.pop()
                print(picture(position))
            else:
                print("There is nothing to take back.")
        elif answer:
            try:
                after = position.play(answer)
            except tv.IllegalMove as refusal:
                print(refusal)
                continue
            past.append(position)
            position = after
            print(f"\n{picture(position)}")
        if position.outcome is not None and not sys.stdin.isatty():
            print(f"\nThe game is over: {_result(position)}")
            return 0


def _print_moves(position: tv.Position) -> None:
    moves = position.legal_moves()
    print(f"{len(moves)} legal turns: {' '.join(moves)}" if moves else "There are none: the game is over.")


def _result(position: tv.Position) -> str:
    outcome = position.outcome
    if outcome is None:
        return ""
    if outcome.winner is None:
        return f"a draw, {outcome.reason}."
    return f"{position.game.player_name(outcome.winner)} wins, {outcome.reason}."

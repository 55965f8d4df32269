"""The questions of `tavoliere play` when the command line leaves them open: which game, and against whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import tavoliere as tv
from tavoliere.apps.cli.common import all_games
from tavoliere.apps.cli.layout import explained, screen_width, wrapped
from tavoliere.apps.cli.levels import described
from tavoliere.apps.cli.speech import say, speak_of, tell
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.games import ruleset
from tavoliere.search.ladder import ladder_of
from tavoliere.search.specs import usual_opponent

FRIEND = "friend"
Answer = TypeVar("Answer")


class Left(Exception):  # noqa: N818 - what happened
    """Whoever was asked does not want to play."""


def chosen_game() -> tv.Game:
    """One of the games with one of its usual options."""
    choices = [tv.game(name, **variant) for name in all_games() for variant in ruleset(name).facts.variants]
    tell(Said("Which game?"))
    for number, game in enumerate(choices, start=1):
        told = Said("{game}, {players} players", game=game.facts.title, players=len(game.players))
        print(f"  {number}  {say(told)}")
    chosen = _asked(
        Said("1-{most}, or quit [1]: ", most=len(choices)),
        Said("Please type a number from 1 to {most}.", most=len(choices)),
        lambda answer: choices[_number(answer or "1", len(choices)) - 1],
    )
    speak_of(chosen.name)
    return chosen


def tell_cautions(game: tv.Game) -> None:
    """What speaks against a game with these options, if anything does."""
    for caution in game.cautions:
        print(wrapped(Said("note: {problem}", problem=caution)))
    if game.cautions:
        print()


def chosen_seats(game: tv.Game) -> dict[str, str]:
    """Who sits where: friends in all seats, or a person in one and an opponent in the others."""
    opponent = _chosen_opponent(game)
    if opponent is None:
        return {}
    own = _chosen_side(game)
    return {letter: opponent for letter in game.players if letter != own}


def _chosen_opponent(game: tv.Game) -> str | None:
    """The level of the opponents, or whoever is usual in this game; None for friends."""
    names = ladder_of(game).names
    most, usual = len(names), usual_opponent(game).text
    shown = usual.removeprefix("level:")
    tell(Said("Against whom?"))
    levels = described(game) if game.ruleset.levels else []
    usual_words = Said("the computer: 1 loses to anyone who has read the rules, {most} is the strongest", most=most)
    meanings = [*(levels or [(f"1-{most}", usual_words)]), (FRIEND, Said("friends at this screen"))]
    print(explained(meanings, screen_width()))
    return _asked(
        Said("1-{most}, {friend}, or quit [{usual}]: ", most=most, friend=FRIEND, usual=shown),
        Said("Please type a number from 1 to {most}, or {friend}.", most=most, friend=FRIEND),
        lambda answer: _opponent(answer, names, usual),
    )


def _opponent(answer: str, names: Sequence[str], usual: str) -> str | None:
    if not answer:
        return usual
    return None if FRIEND.startswith(answer) else names[_number(answer, len(names)) - 1]


def _chosen_side(game: tv.Game) -> str:
    """The letter of the player's own seat."""
    names = {say(game.player_name(letter)): letter for letter in game.players}
    first, *others = names
    listed = Said("{first} or {second}", first=Series([first, *others[:-1]], COMMAS), second=others[-1])
    return _asked(
        Said("Your side: {sides} [{first}]: ", sides=listed, first=first),
        Said("Please type {sides}.", sides=listed),
        lambda answer: next(names[name] for name in names if name.lower().startswith(answer)),
    )


def _number(answer: str, most: int) -> int:
    if not answer.isascii() or not answer.isdigit() or not 1 <= int(answer[:9]) <= most:
        raise ValueError
    return int(answer)


def _asked(question: str, again: str, understood: Callable[[str], Answer]) -> Answer:
    """Ask until the answer is understood; nothing typed is an answer too, if the question has a usual one."""
    while True:
        try:
            answer = input(say(question)).strip().lower()
        except EOFError:
            print()
            raise Left from None
        if answer in ("quit", "q"):
            raise Left
        try:
            return understood(answer)
        except (ValueError, StopIteration):
            tell(again)

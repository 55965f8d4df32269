"""What the commands of the lab have in common: which games to play and where to keep them, playing with a bar."""

from __future__ import annotations

import argparse
import contextlib
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import tavoliere as tv
from tavoliere.apps.cli import contest, hands
from tavoliere.apps.cli.common import check_can_be_written, note_if_plain, progress, replace_file, split_words
from tavoliere.apps.cli.speech import warn
from tavoliere.arena.selfplay import Spread
from tavoliere.core.errors import system_reason
from tavoliere.core.said import Said
from tavoliere.games import game_from_text
from tavoliere.lab import pages
from tavoliere.lab.study import Tell, made_store, usual_players
from tavoliere.search.selfplay import counted_budget
from tavoliere.search.specs import FORMS, Spec, parse_spec

STORE = Path("lab-games")
T = TypeVar("T")


def add_options(parser: argparse.ArgumentParser, games: int, *, several: bool = False) -> None:
    """The options of everything that plays games for figures; `several` players may have a number of games each."""
    text: str = Said("games of each kind (default: {games})", games=games)
    if several:
        each = Said("{text}; give it again for another number with each --player", text=text)
        parser.add_argument("--games", action="append", type=contest.positive, metavar="N", help=each)
    else:
        parser.add_argument("--games", type=contest.positive, default=games, metavar="N", help=text)
    parser.add_argument("--seed", type=int, default=1, help=Said("another seed gives other games (default: 1)"))
    hands.add_options(parser)
    parser.add_argument(
        "--store", type=Path, default=STORE, metavar="DIR",
        help=Said("where the games are kept; games found there are not played again (default: %(default)s)"),
    )  # fmt: skip


def add_player(parser: argparse.ArgumentParser, *, several: bool) -> None:
    text = Said("who plays, counted in nodes or depth: {forms}", forms=FORMS)
    if several:
        parser.add_argument(
            "--player", action="append", metavar="P", help=Said("{text}; give it again for another strength", text=text)
        )
    else:
        parser.add_argument("--player", metavar="P", help=text)


def game_of(name: str, words: Sequence[str]) -> tv.Game:
    """A game with options out of words."""
    options, rest = split_words(words)
    if rest:
        raise ValueError(Said("options are written like players=3, not {rest}", rest=repr(rest)))
    return game_from_text(name, options)


def players_of(texts: Sequence[str] | None, game: tv.Game) -> tuple[Spec, ...]:
    """The players that were asked for, or the usual ones."""
    found = tuple(parse_spec(text) for text in texts) if texts else usual_players(game)
    if len(set(found)) < len(found):
        raise ValueError(Said("the same player is given twice"))
    for spec in found:
        counted_budget(spec, game)
    return found


def for_each(option: str, given: Sequence[T] | None, usual: T, players: int) -> list[T]:
    """What an option says for each player: one value for all of them, or one for each."""
    found = list(given) if given else [usual]
    if len(found) not in (1, players):
        raise ValueError(
            Said(
                "{option} is given {found} times, for {players} {players:one=player|many=players}; give it once, or "
                "once for each",
                option=option,
                found=len(found),
                players=players,
            )
        )
    return found * players if len(found) == 1 else found


@contextlib.contextmanager
def at_work(arguments: argparse.Namespace, *games: tv.Game) -> Iterator[Spread]:
    """The store made ready and the processes that play; whatever happens, they end with this block."""
    note_if_plain()
    made_store(arguments.store)
    with hands.crew(arguments, *games) as workers:
        yield workers.answers


@contextlib.contextmanager
def telling(title: str, total: int) -> Iterator[Tell]:
    """A bar that moves as games end; where there is none, a line that says what is done."""
    with progress(title, total) as bar:
        yield lambda games: bar.advance(bar.task_ids[0], games)


def tell(message: str) -> None:
    """A line for whoever waits."""
    if message:
        warn(message, flush=True)


def command_of(name: str, arguments: Sequence[str]) -> str:
    """A command as somebody would type it again."""
    return shlex.join(["tavoliere", name, *arguments])


def check_folder(folder: Path | None) -> None:
    """Refuse a folder of pages that cannot be made, before hours of games."""
    if folder is None:
        return
    pages.check_available()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            Said("no pages can be written to {folder}: {strerror}", folder=folder, strerror=system_reason(error))
        ) from error
    check_can_be_written(folder / "index.html")


def write_files(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        try:
            replace_file(folder / name, text.encode())
        except OSError as error:
            raise ValueError(
                Said("cannot write {folder}: {strerror}", folder=folder / name, strerror=system_reason(error))
            ) from None

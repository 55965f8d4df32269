"""What `match` and `tournament` have in common: options, the file of games, playing with a progress bar, statistics."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import hashlib
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli import hands
from tavoliere.apps.cli.common import games_number, has_screen, progress, split_words
from tavoliere.apps.cli.speech import say, tell, warn
from tavoliere.arena.ledger import Ledger
from tavoliere.arena.match import FAULT_TAG, ChooserFactory, Fixture
from tavoliere.arena.parallel import PATIENCE, WarmPlayers, play_all, play_elsewhere
from tavoliere.arena.thinking import summaries
from tavoliere.core.said import Pattern, Said
from tavoliere.games import game_from_text
from tavoliere.play.players import EngineSpec, PlayerSpec, parse_player
from tavoliere.play.python import PythonSpec, checked_place
from tavoliere.records import Record

LONGEST_NAME = 120
SHOWN_FAULTS = 3
TELLING_SECONDS = 30.0
"""How often a contest says how it stands where there is no progress bar."""


def add_options(parser: argparse.ArgumentParser, rounds: int) -> None:
    """The options of a contest that is one file of games."""
    parser.add_argument(
        "--rounds",
        type=positive,
        default=rounds,
        metavar="N",
        help=Said("openings to play (default: {rounds})", rounds=rounds),
    )
    parser.add_argument(
        "--file",
        type=Path,
        help=Said(
            "where to keep the games; games found there are not played again (default: a file in this "
            "directory, named after the players)"
        ),
    )
    add_playing_options(parser)


def add_playing_options(parser: argparse.ArgumentParser) -> None:
    """The options of all that plays games."""
    parser.add_argument("--game", required=True, metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument(
        "--opening", type=count, metavar="TURNS",
        help=Said("random turns to begin with; with three or four players whole rounds (default: one round)"),
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help=Said("another seed gives other openings (default: 1)"))
    hands.add_options(parser)
    parser.add_argument(
        "--patience",
        type=seconds,
        default=PATIENCE,
        metavar="SECONDS",
        help=Said(
            "a player who takes so much longer than its own time for a turn loses the game (default: %(default)g)"
        ),
    )
    parser.add_argument("--json", action="store_true", help=Said("print the result as JSON"))


def count(text: str) -> int:
    """A small whole number from the command line."""
    if not text.isascii() or not text.isdigit() or not 0 <= int(text[:9]) <= 100_000:
        raise argparse.ArgumentTypeError(Said("a whole number expected, not {text}", text=repr(text)))
    return int(text)


def positive(text: str) -> int:
    number = count(text)
    if number == 0:
        raise argparse.ArgumentTypeError(Said("a whole number from 1 on expected, not 0"))
    return number


def seconds(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) is None or float(text) <= 0:
        raise argparse.ArgumentTypeError(Said("a number of seconds expected, not {text}", text=repr(text)))
    return float(text)


def chosen_game(arguments: argparse.Namespace) -> tv.Game:
    options, rest = split_words(arguments.words)
    if rest:
        raise ValueError(Said("options are written like players=3, not {rest}", rest=repr(rest)))
    game = game_from_text(arguments.game, options)
    arguments.opening = opening_turns(getattr(arguments, "opening", None), len(game.players))
    return game


def opening_turns(asked: int | None, seats: int) -> int:
    """The random turns to begin with. With more than two seats they are whole rounds, so that nobody has made a turn
    more than the others when the players take over, and the first to think sits in every seat.
    """
    if asked is None:
        return seats
    if seats > 2 and asked % seats:
        raise ValueError(
            Said(
                "with {seats} players --opening is a whole number of rounds: {seats}, {value} ..., or 0",
                seats=seats,
                value=2 * seats,
            )
        )
    return asked


def chosen_player(text: str) -> PlayerSpec:
    """Somebody who can take part; the text is written into records, so it must be one line."""
    if not text.isprintable():
        raise ValueError(Said("a player is written in one line of readable signs, not {text}", text=repr(text)))
    spec = parse_player(text)
    if isinstance(spec, PythonSpec):
        checked_place(spec)
    if isinstance(spec, EngineSpec) and shutil.which(spec.command[0]) is None:
        raise ValueError(Said("there is no program {command} that could play", command=repr(spec.command[0])))
    return spec


def file_for(arguments: argparse.Namespace, kind: str, names: Sequence[str]) -> Path:
    """The file that was asked for, or one in the current directory that is named after the contest."""
    chosen: Path | None = arguments.file
    return named_file(arguments, kind, names) if chosen is None else chosen


def named_file(arguments: argparse.Namespace, kind: str, names: Sequence[str]) -> Path:
    """The file of a contest, named after it."""
    parts = [kind, arguments.game, *arguments.words, "-vs-".join(names), f"o{arguments.opening}-s{arguments.seed}"]
    name = re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(parts)).strip("-.")
    if len(name) > LONGEST_NAME:
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:8]
        name = f"{name[:LONGEST_NAME]}-{digest}"
    return Path(f"{name}.tav")


def play(
    ledger: Ledger,
    todo: Sequence[Fixture],
    arguments: argparse.Namespace,
    standing: Callable[[list[Record]], str],
    is_decided: Callable[[list[Record]], bool] = lambda records: False,
    factory: ChooserFactory = WarmPlayers,
) -> None:
    """Play what is left, all cores at work, each game kept as soon as it is over; Ctrl-C keeps what is finished."""
    if ledger.message:
        tell(Said("note: {problem}", problem=ledger.message), file=sys.stderr)
    is_over = is_decided(ledger.records) or not todo
    if ledger.records:
        left = Said("nothing is left to play") if is_over else Said("{count} to play", count=len(todo))
        tell(
            Said(
                "note: {games} found in {path}, {left}",
                games=games_number(len(ledger.records)),
                path=ledger.path,
                left=left,
            ),
            file=sys.stderr,
        )
    if is_over:
        return
    told, total = time.monotonic(), len(ledger.records) + len(todo)
    try:
        with _games(ledger, todo, arguments, factory) as games, progress(standing(ledger.records), len(todo)) as bar:
            for record in games:
                if not has_screen(sys.stderr) and time.monotonic() - told > TELLING_SECONDS:
                    told = time.monotonic()
                    pattern = Pattern("{done} of {games}, {standing}")
                    done, now = len(ledger.records), standing(ledger.records)
                    warn(pattern.said(done=done, games=games_number(total), standing=now), flush=True)
                if record is None:
                    continue
                bar.update(bar.task_ids[0], advance=1, description=say(standing(ledger.records)))
                if is_decided(ledger.records):
                    break
    except KeyboardInterrupt:
        print(file=sys.stderr)
        pattern = Pattern("{games} kept in {path}; the same command goes on from there")
        warn(pattern.said(games=games_number(len(ledger.records)), path=str(ledger.path)))
        raise


@contextlib.contextmanager
def _games(
    ledger: Ledger, todo: Sequence[Fixture], arguments: argparse.Namespace, factory: ChooserFactory
) -> Iterator[Iterator[Record | None]]:
    """The games as they end, played here or on a cluster; what is not over when the block ends is dropped."""
    usual = {"opening_turns": arguments.opening, "seed": arguments.seed, "patience": arguments.patience}
    if arguments.cluster is None:
        number = min(hands.jobs_here(arguments), len(todo))
        games = play_all(ledger.game, todo, **usual, jobs=number, factory=factory, keep=ledger.append)
        with contextlib.closing(games):
            yield games
        return
    with hands.cluster(arguments, ledger.game) as crew:
        games = play_elsewhere(crew, ledger.game, todo, **usual, keep=ledger.append)
        with contextlib.closing(games):
            yield games


def faults_of(records: Sequence[Record]) -> list[dict[str, str]]:
    """The games that were lost by a fault: who made it and what it was."""
    found = []
    for record in records:
        if FAULT_TAG in record.other_tags:
            letter, _, reason = record.other_tags[FAULT_TAG].partition(": ")
            found.append({"player": record.players[letter], "seat": letter, "reason": reason})
    return found


def fault_lines(faults: Sequence[dict[str, str]]) -> list[str]:
    """The faults in words, the first few of them."""
    if not faults:
        return []
    lines = [say(Said("{games} lost by a fault:", games=games_number(len(faults))))]
    lines += [f"  {fault['player']} ({fault['seat']}): {fault['reason']}" for fault in faults[:SHOWN_FAULTS]]
    return (
        lines
        if len(faults) <= SHOWN_FAULTS
        else [*lines, say(Said("  and {count} more", count=len(faults) - SHOWN_FAULTS))]
    )


def thinking_lines(records: Sequence[Record], names: Sequence[str]) -> list[str]:
    return [f"{name}: {say(str(summary))}" for name, summary in summaries(records, names).items()]


def thinking_data(records: Sequence[Record], names: Sequence[str]) -> dict[str, Any]:
    return {name: dataclasses.asdict(summary) for name, summary in summaries(records, names).items()}

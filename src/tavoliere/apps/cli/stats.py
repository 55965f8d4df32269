"""`tavoliere stats`: seats, draws, lengths, reasons and first turns of files of games, with their errors."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tavoliere.apps.cli.common import Commands, games_number, progress
from tavoliere.apps.cli.speech import say, speak_of, speaker
from tavoliere.arena.match import shares
from tavoliere.arena.selfplay import is_games_file, open_games
from tavoliere.core.errors import system_reason
from tavoliere.core.position import Game
from tavoliere.core.said import Pattern, Said, figure, noun_of
from tavoliere.games import game_from_text
from tavoliere.lab.measure import told
from tavoliere.lab.pages import percent, span
from tavoliere.lab.stats import Moments, equal_seats, median_interval, quantile, share_of
from tavoliere.records import RecordError, read, read_jsonl
from tavoliere.records.record import UNFINISHED

SHOWN = 5


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "stats",
        help=Said("what files of games say"),
        description=Said(
            "Tell seats, draws, lengths, reasons and first turns of files of games, each with its error: "
            "game files (.tav, .jsonl) and files of self-play games. Games of different games or options "
            "are told apart."
        ),
        epilog=Said("example: tavoliere stats match.tav lab-games/*.games"),
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help=Said("files of games"))
    parser.add_argument("--json", action="store_true", help=Said("print the figures as data"))
    parser.set_defaults(run=run)


class Tally:
    """What the games of one game and its options come to."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.scores = [Moments() for _ in game.players]
        self.wins = [0] * len(game.players)
        self.unfinished = self.draws = 0
        self.lengths: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.firsts: dict[str, Moments] = {}

    def add(self, scores: list[float] | None, turns: int, reason: str, first: str) -> None:
        """A game: what each seat got, None if it has no result."""
        if scores is None:
            self.unfinished += 1
            return
        for found, score in zip(self.scores, scores, strict=True):
            found.add(score)
        won = [seat for seat, score in enumerate(scores) if score == 1]
        self.draws += not won
        for seat in won:
            self.wins[seat] += 1
        self.lengths[turns] += 1
        self.reasons[reason or NOT_TOLD] += 1
        if first:
            self.firsts.setdefault(first, Moments()).add(scores[0])

    @property
    def games(self) -> int:
        return self.scores[0].count

    def data(self) -> dict[str, Any]:
        seats = len(self.scores)
        firsts = sorted(self.firsts.items(), key=lambda item: (-item[1].count, item[0]))
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "games": self.games,
            "unfinished": self.unfinished,
            "seats": [
                {
                    "letter": letter,
                    "name": str(self.game.player_name(letter)),
                    "score": told(score.share(at_once=seats if seats > 2 else 1)),
                }
                for letter, score in zip(self.game.players, self.scores, strict=True)
            ],
            "p_equal_seats": round(equal_seats(self.wins), 6),
            "draws": told(share_of(self.draws, self.games)),
            "length": {
                "median": told(median_interval(self.lengths)),
                "low": quantile(self.lengths, 0.05),
                "high": quantile(self.lengths, 0.95),
            },
            "endings": {reason: told(share_of(count, self.games)) for reason, count in self.reasons.most_common()},
            "first_turns": [
                {"turn": turn, "share": told(share_of(score.count, self.games)), "score": told(score.share())}
                for turn, score in firsts
            ],
        }


def run(arguments: argparse.Namespace) -> int:
    tallies: dict[Game, Tally] = {}
    for path in arguments.files:
        for game, scores, turns, reason, first in _games(path):
            tallies.setdefault(game, Tally(game)).add(scores, turns, reason, first)
    if not tallies:
        raise ValueError(
            Said("there is no game in it") if len(arguments.files) == 1 else Said("there is no game in these files")
        )
    found = [tally.data() for tally in tallies.values()]
    print(json.dumps(found, indent=1) if arguments.json else "\n".join(map(_text, found)), flush=True)
    return 0


NOT_TOLD = Said("not told")
Counted = tuple[Game, list[float] | None, int, str, str]


def _games(path: Path) -> Iterator[Counted]:
    if path.is_dir():
        raise ValueError(Said("{path} is a folder; name the files in it", path=path))
    if not path.exists():
        raise ValueError(Said("{path}: there is no such file", path=path))
    return _self_played(path) if is_games_file(path) else _recorded(path)


def _self_played(path: Path) -> Iterator[Counted]:
    file = open_games(path)
    options = {name: str(value) for name, value in file.header["options"].items()}
    game = game_from_text(file.header["game"], options)
    start = game.start()
    for played in file.games():
        first = start.actions_to_turn(list(played.turns[0])) if played.turns else ""
        yield game, list(played.scores(len(game.players))), len(played.turns), played.reason, first


def _recorded(path: Path) -> Iterator[Counted]:
    try:
        with path.open(encoding="utf-8", newline="") as file, progress(path.name, path.stat().st_size) as bar:
            records = read_jsonl(file) if path.suffix == ".jsonl" else read(file)
            for record in records:
                bar.update(bar.task_ids[0], completed=os.lseek(file.fileno(), 0, os.SEEK_CUR))
                scores = None if record.result == UNFINISHED else list(shares(record).values())
                first = record.turns[0].move if record.turns else ""
                yield record.game, scores, len(record.turns), str(record.reason), first
    except (RecordError, UnicodeDecodeError) as error:
        raise ValueError(Said("{path}: {why}", path=path, why=str(error))) from error
    except OSError as error:
        raise ValueError(Said("{path}: {why}", path=path, why=system_reason(error))) from error


def _text(data: dict[str, Any]) -> str:
    speak_of(data["game"])
    options = "".join(f" {name}={value}" for name, value in data["options"].items())
    told: str = games_number(data["games"])
    if data["unfinished"]:
        told = Said("{games}, {count} without a result left out", games=told, count=data["unfinished"])
    lines = [f"{data['game']}{options}: {say(told)}"]
    if not data["games"]:
        return lines[0]
    seats = ", ".join(f"{say(noun_of(seat['name']))} {percent(seat['score'])}" for seat in data["seats"])
    endings = ", ".join(f"{speaker().known(reason)} {percent(share)}" for reason, share in data["endings"].items())
    lines += [
        say(Said("  seats   {seats}; p of equal seats {p}", seats=seats, p=figure(data["p_equal_seats"], ".3g"))),
        say(Said("  draws   {draws}", draws=percent(data["draws"]))),
        say(
            Said(
                "  turns   {median}, nine of ten games {low} to {high}",
                median=span(data["length"]["median"]),
                low=f"{data['length']['low']:.0f}",
                high=f"{data['length']['high']:.0f}",
            )
        ),
        say(Said("  endings {endings}", endings=endings)),
    ]
    for first in data["first_turns"][:SHOWN]:
        share, score = percent(first["share"]), percent(first["score"])
        pattern = Pattern("  begins  {turn}: {share} of the games, first seat {score}")
        lines.append(say(pattern.said(turn=first["turn"], share=share, score=score)))
    return "\n".join(lines)

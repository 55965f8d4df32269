"""`tavoliere calibrate`: measure the levels of a game against each other. It can be stopped and goes on later."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli import contest
from tavoliere.apps.cli.common import Commands, check_can_be_written, note_if_plain, write_file
from tavoliere.apps.cli.speech import tell, warn
from tavoliere.arena.calibrate import Step, calibrated, steps
from tavoliere.arena.ledger import Ledger
from tavoliere.arena.match import (
    ROUND_TAG,
    SEAT_TAG,
    fixture_of,
    match_event,
    pairings,
    played_already,
    scores_by_round,
)
from tavoliere.arena.stats import estimate
from tavoliere.core.beside import LADDER, folder_beside
from tavoliere.core.errors import system_reason
from tavoliere.core.said import Said, figure
from tavoliere.records import Record
from tavoliere.search.ladder import ladder_data, ladder_of
from tavoliere.search.specs import weights_behind

BESIDE_THE_GAME = Path("\0")
"""What `--write` stands for without a file's name: a name that nobody can give."""


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "calibrate",
        help=Said("measure the levels of a game against each other"),
        description=Said(
            "Play each level against the one below it, the lowest against the greedy player, and write the "
            "ladder with ratings. Every game is kept; the same command again goes on where it stopped, and "
            "only what has changed, a level's text or the evaluation's weights, is measured anew. It takes "
            "hours."
        ),
        epilog=Said("example: tavoliere calibrate --game tablut --games 100 --folder ladders --write ladder.json"),
    )
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    contest.add_playing_options(parser)
    parser.add_argument("--games", type=contest.positive, default=100, help=Said("games for each step (default: 100)"))
    parser.add_argument("--levels", metavar="FROM-TO", help=Said("only these levels (default: all)"))
    parser.add_argument("--folder", type=Path, default=Path("ladders"), help=Said("where to keep the games"))
    parser.add_argument(
        "--write",
        type=Path,
        nargs="?",
        const=BESIDE_THE_GAME,
        metavar="FILE",
        help=Said("the ladder file to bring up to date; without a name, the one beside the game"),
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    game = contest.chosen_game(arguments)
    lowest, highest = _range(arguments.levels, len(ladder_of(game).levels))
    path = _place(arguments.write, game)
    check_can_be_written(path)
    if path is not None:
        _known(path, game)
    note_if_plain()
    _make_folder(arguments.folder)
    played: dict[int, list[Record]] = {}
    for step in steps(game, arguments.games):
        wanted = step.rounds if lowest <= step.level <= highest else 0
        records = _played(game, step, wanted, arguments)
        if records:
            played[step.level] = records
            found = estimate(scores_by_round(records), len(game.players))
            below = "greedy" if step.level == 1 else Said("level {level}", level=step.level - 1)
            if not arguments.json:
                tell(
                    Said(
                        "level {level} against {below}: {score} of {games}, Elo {elo}",
                        level=step.level,
                        below=below,
                        score=figure(found.score, ".3f"),
                        games=found.games,
                        elo=found.elo_text(),
                    )
                )
    data = calibrated(ladder_of(game), played, len(game.players))
    if arguments.json:
        print(json.dumps(data, indent=2), flush=True)
    if path is not None:
        _write(path, game, data)
    warn(_where_it_goes(path, game))
    return 0


def _place(wanted: Path | None, game: tv.Game) -> Path | None:
    """The file to write: the given one, or the one beside the game, or where that is not allowed one right here."""
    if wanted != BESIDE_THE_GAME:
        return wanted
    beside = _beside(game)
    return Path(f"{game.name}-{LADDER}") if beside is None else beside


def _beside(game: tv.Game) -> Path | None:
    """The ladder file in the game's own folder; None if it cannot be written there."""
    folder = folder_beside(game.ruleset.where)
    return folder / LADDER if folder is not None and os.access(folder, os.W_OK) else None


def _where_it_goes(path: Path | None, game: tv.Game) -> str:
    """Where the result went, or where it would go, in words."""
    beside = _beside(game)
    if path is None:
        place = Said("{file} in this folder", file=f"{game.name}-{LADDER}")
        if beside:
            place = Said("{file}, beside the game", file=str(beside))
        return Said("nothing was written; --write puts the ladder into {place}", place=place)
    if beside is not None and path.resolve() == beside.resolve():
        return Said("written to {path}, where the game finds it", path=str(path))
    return Said(
        "the game finds its ladder as {ladder} beside its ruleset, {where}\nwritten to {path}",
        ladder=LADDER,
        where=game.ruleset.where,
        path=str(path),
    )


def _range(text: str | None, levels: int) -> tuple[int, int]:
    if text is None:
        return 1, levels
    found = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2] or found[1]) <= levels:
        raise ValueError(Said("levels are written like 3 or 1-{levels}, not {text}", levels=levels, text=repr(text)))
    return int(found[1]), int(found[2] or found[1])


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            Said("{folder} cannot be made: {strerror}", folder=folder, strerror=system_reason(error))
        ) from error


def _played(game: tv.Game, step: Step, rounds: int, arguments: argparse.Namespace) -> list[Record]:
    """The games of a step: those of earlier runs, and what is missing of the wanted rounds."""
    names = [step.first.text, step.second.text]
    path = arguments.folder / contest.named_file(arguments, f"ladder-{_weights(game, step)}", names)
    if rounds == 0 and not path.exists():
        return []
    event = match_event(step.first, step.second, arguments.opening, arguments.seed)
    with Ledger(path, game, event, (ROUND_TAG, SEAT_TAG)) as ledger:
        done = played_already(ledger.records)
        todo = [
            fixture_of(game, step.first, step.second, pairing, arguments.seed)
            for pairing in pairings(game, rounds)
            if pairing not in done
        ]
        contest.play(ledger, todo, arguments, lambda records: _standing(step, records, len(game.players)))
        return list(ledger.records)


def _weights(game: tv.Game, step: Step) -> str:
    """A mark of the judges: games that were played by other weights say nothing about today's levels."""
    return hashlib.sha256(weights_behind(game, (step.first, step.second)).encode()).hexdigest()[:6]


def _standing(step: Step, records: list[Record], seats: int) -> str:
    if not records:
        return Said("playing")
    score = f"{estimate(scores_by_round(records), seats).score:.3f}"
    return Said("level {level}: score {score}", level=step.level, score=score)


def _write(path: Path, game: tv.Game, data: dict[str, object]) -> None:
    """Bring the entry for this number of players up to date; other entries stay, and what was measured of the sides."""
    known, players = _known(path, game), str(len(game.players))
    before = known.get(players)
    known[players] = {**(before if isinstance(before, dict) else {}), **data}
    write_file(path, (json.dumps(known, indent=1) + "\n").encode())


def _known(path: Path, game: tv.Game) -> dict[str, object]:
    """What a ladder file holds, or what stands with the game if there is none yet."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")) if path.exists() else ladder_data(game.ruleset.where))
    except (OSError, ValueError, TypeError) as error:
        raise ValueError(Said("{path} is not a ladder file: {error}", path=path, error=str(error))) from error

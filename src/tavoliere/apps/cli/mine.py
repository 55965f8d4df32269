"""`tavoliere mine`: find puzzles in games, and prove again those that a game brings."""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.progress import Progress

import tavoliere as tv
from tavoliere.apps.cli import contest, hands
from tavoliere.apps.cli.common import Commands, note_if_plain, progress, replace_file, split_words
from tavoliere.apps.cli.speech import say, tell, warn
from tavoliere.arena.jobs import Workers
from tavoliere.arena.selfplay import Log, file_name, header_of, one_after_another, open_games
from tavoliere.core.beside import folder_beside
from tavoliere.core.errors import system_reason
from tavoliere.core.said import SEMICOLONS, Said, Series, noun_of
from tavoliere.games import game_from_text
from tavoliere.records import Record, RecordError, read, read_jsonl
from tavoliere.teach.checking import faults_of
from tavoliere.teach.mining import Question, chosen, puzzles_around, puzzles_in, rated_again, usual_conditions
from tavoliere.teach.notebook import SUFFIX, Notebook, puzzles_found
from tavoliere.teach.proving import Effort
from tavoliere.teach.puzzle import Puzzle
from tavoliere.teach.puzzle_file import FILE, MOST_BYTES, puzzles_of, text_of

TELLING_SECONDS = 30.0
BATCH = 8
"""So many games are played before they are looked at, for each process."""
USUAL_GAMES, USUAL_WANTED = 20_000, 150
Spread = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[tuple[int, Any]]]


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "mine",
        help=Said("find puzzles in games, or prove again those that a game brings"),
        description=Said(
            "Find positions with one winning turn, or with one turn that does not lose, in games that the "
            "engine plays against itself or in game files. Each is proven by two searches, gets its whole solution and "
            "is rated by the lowest level that solves it. What was looked at and found is kept in a folder: work that "
            "was stopped, or killed, goes on where it was."
        ),
        epilog=Said(
            "example: tavoliere mine tablut\nexample: tavoliere mine tablut --records club.tav\n"
            "example: tavoliere mine pit players=3 --want 50\nexample: tavoliere mine tablut --prove"
        ),
    )
    parser.add_argument("name", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    parser.add_argument(
        "--want", type=contest.positive, default=USUAL_WANTED, metavar="N",
        help=Said("stop when so many puzzles are there (default: %(default)s)"),
    )  # fmt: skip
    parser.add_argument(
        "--games", type=contest.positive, default=USUAL_GAMES, metavar="N",
        help=Said("or after so many games (default: %(default)s)"),
    )  # fmt: skip
    parser.add_argument(
        "--records", type=Path, nargs="+", metavar="FILE", help=Said("look in these game files instead")
    )
    parser.add_argument(
        "--around", action="store_true",
        help=Said("look instead at what could have been played in the puzzles that the game brings or the folder has"),
    )  # fmt: skip
    parser.add_argument(
        "--glimpse", type=contest.positive, default=Effort.glimpse, metavar="N",
        help=Said(
            "nodes of the first look at turns that were not made (default: %(default)s); games with thousands of turns "
            "need more"
        ),
    )  # fmt: skip
    parser.add_argument("--folder", type=Path, help=Said("where everything is kept (default: mining-GAME)"))
    parser.add_argument("--seed", type=int, default=1, help=Said("another seed gives other games (default: 1)"))
    parser.add_argument("--jobs", type=hands.jobs, default=1, metavar="N", help=Said("processes (default: 1)"))
    parser.add_argument(
        "--write",
        action="store_true",
        help=Said(
            "write the best spread of what is in the folder and what the game brings already to its {file}", file=FILE
        ),
    )
    parser.add_argument("--prove", action="store_true", help=Said("prove every puzzle that the game brings once more"))
    parser.add_argument(
        "--rate", action="store_true",
        help=Said("rate every puzzle that the game brings once more and write what has changed, as for new levels"),
    )  # fmt: skip
    parser.add_argument("--sample", type=contest.positive, metavar="N", help=Said("with --prove: only so many of them"))
    parser.add_argument("--json", action="store_true", help=Said("print what was found as JSON"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, rest = split_words(arguments.words)
    if rest:
        raise ValueError(Said("{rest} is no option; options are written name=value", rest=repr(rest)))
    game = game_from_text(arguments.name, options)
    note_if_plain()
    if arguments.prove:
        return _prove(game, bool(options), arguments)
    if arguments.rate:
        return _rate(game, arguments.jobs)
    folder = arguments.folder or Path(f"mining-{game.name}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            Said("{folder} cannot be made: {strerror}", folder=folder, strerror=system_reason(error))
        ) from error
    with Workers(arguments.jobs) as workers:
        mine = Mine(game, folder, arguments, workers.answers if arguments.jobs > 1 else one_after_another)
        try:
            found = _found_by(mine, arguments)
        except KeyboardInterrupt:
            warn(Said("stopped; {folder} keeps what was found", folder=folder))
            raise
    _report(game, found, arguments.json)
    if arguments.write:
        _write(game, puzzles_found(folder, game), arguments.want)
    return 0


def _found_by(mine: Mine, arguments: argparse.Namespace) -> list[Puzzle]:
    if arguments.around:
        return mine.from_puzzles()
    return mine.from_records(arguments.records) if arguments.records else mine.from_selfplay()


class Mine:
    """Looks at games until there are enough puzzles."""

    def __init__(self, game: tv.Game, folder: Path, arguments: argparse.Namespace, spread: Spread) -> None:
        self.game, self.folder, self.spread = game, folder, spread
        self.wanted, self.games, self.seed, self.jobs = (
            arguments.want, arguments.games, arguments.seed, arguments.jobs
        )  # fmt: skip
        self.effort = Effort(glimpse=arguments.glimpse)

    def from_selfplay(self) -> list[Puzzle]:
        conditions = usual_conditions(self.game, self.seed)
        path = self.folder / file_name(conditions)
        how = {"selfplay": header_of(conditions), "effort": dataclasses.asdict(self.effort)}
        notebook = Notebook(path.with_suffix(SUFFIX), self.game, how)
        with Log(path, conditions) as log, progress(Said("mining"), self.wanted) as bar:
            teller = Teller(bar, self.wanted)
            teller(notebook)
            self._look(self._named_games(log, notebook), notebook, teller)
        return list(notebook)

    def _named_games(self, log: Log, notebook: Notebook) -> Iterator[tuple[str, Question]]:
        """Games to look at: those that were played and not looked at, then new ones."""
        for played in open_games(log.path).games():
            if str(played.number) not in notebook.looked:
                yield str(played.number), Question(self.game, "", played.turns, self.effort)
        for upto in range(len(log.numbers), self.games, BATCH * self.jobs):
            for played in log.fill(min(self.games, upto + BATCH * self.jobs), self.spread):
                yield str(played.number), Question(self.game, "", played.turns, self.effort)

    def from_records(self, paths: Sequence[Path]) -> list[Puzzle]:
        how = {"records": "given", "effort": dataclasses.asdict(self.effort)}
        notebook = Notebook(self.folder / f"{self.game.name}-records{SUFFIX}", self.game, how)
        with progress(Said("mining"), self.wanted) as bar:
            teller = Teller(bar, self.wanted)
            named = ((name, one) for name, one in self._recorded(paths) if name not in notebook.looked)
            self._look(named, notebook, teller)
        return list(notebook)

    def from_puzzles(self) -> list[Puzzle]:
        how = {"around": "puzzles", "effort": dataclasses.asdict(self.effort)}
        notebook = Notebook(self.folder / f"{self.game.name}-around{SUFFIX}", self.game, how)
        with progress(Said("mining"), self.wanted) as bar:
            self._look(self._known(notebook), notebook, Teller(bar, self.wanted), puzzles_around)
        return list(notebook)

    def _known(self, notebook: Notebook) -> Iterator[tuple[str, Question]]:
        """Puzzles that nobody has looked around; those that are found on the way too."""
        asked = set(notebook.looked)
        brought = [puzzle for puzzle in puzzles_of(self.game.ruleset) if puzzle.game == self.game]
        while fresh := [
            puzzle for puzzle in (*brought, *puzzles_found(self.folder, self.game)) if puzzle.id not in asked
        ]:
            for puzzle in {puzzle.id: puzzle for puzzle in fresh}.values():
                asked.add(puzzle.id)
                solution = tuple(puzzle.start().exact_actions(puzzle.turns[0]))
                yield puzzle.id, Question(self.game, puzzle.position, (solution,), self.effort)

    def _recorded(self, paths: Sequence[Path]) -> Iterator[tuple[str, Question]]:
        for path in paths:
            try:
                with path.open(encoding="utf-8") as file:
                    for number, record in enumerate(
                        read_jsonl(file) if path.suffix == ".jsonl" else read(file), start=1
                    ):
                        if record.game == self.game:
                            yield f"{path.name} {number}", self._question(record)
            except OSError as error:
                raise ValueError(Said("{path} cannot be read: {why}", path=path, why=system_reason(error))) from None
            except (RecordError, UnicodeDecodeError) as error:
                raise ValueError(Said("{path}: {why}", path=path, why=str(error))) from None

    def _question(self, record: Record) -> Question:
        position, turns = record.first_position(), []
        for move in record.moves:
            turns.append(tuple(position.exact_actions(move)))
            position = position.play(move)
        return Question(self.game, record.start, tuple(turns), self.effort)

    def _look(
        self,
        games: Iterable[tuple[str, Question]],
        notebook: Notebook,
        teller: Teller,
        look: Callable[[Question], list[Puzzle]] = puzzles_in,
    ) -> None:
        """Look at games, several at once, until there are enough puzzles."""
        waiting = iter(games)
        while len(notebook.found) < self.wanted:
            batch = list(itertools.islice(waiting, BATCH * self.jobs))
            if not batch:
                return
            for place, found in self.spread(look, [question for _, question in batch]):
                notebook.note(batch[place][0], found)
                teller(notebook)
                if len(notebook.found) >= self.wanted:
                    return


class Teller:
    """Shows how the work goes: a bar where there is a screen, else a line every now and then."""

    def __init__(self, bar: Progress, wanted: int) -> None:
        self._bar, self._wanted, self._told = bar, wanted, time.monotonic()

    def __call__(self, notebook: Notebook) -> None:
        found, games = len(notebook.found), len(notebook.looked)
        told = say(Said("mining, {count} {count:one=game|many=games}", count=games))
        self._bar.update(self._bar.task_ids[0], description=told, completed=found)
        if self._bar.disable and time.monotonic() - self._told > TELLING_SECONDS:
            self._told = time.monotonic()
            warn(
                Said(
                    "{found} of {wanted} puzzles in {count} {count:one=game|many=games}",
                    found=found,
                    wanted=self._wanted,
                    count=games,
                )
            )


def _report(game: tv.Game, found: Sequence[Puzzle], as_json: bool) -> None:
    by_level: dict[int, int] = {}
    for puzzle in found:
        by_level[puzzle.level] = by_level.get(puzzle.level, 0) + 1
    levels = {str(level): by_level[level] for level in sorted(by_level)}
    if as_json:
        print(json.dumps({"game": game.name, "options": dict(game.options), "found": len(found), "levels": levels}))
        return
    title = noun_of(game.facts.title)
    tell(Said("{count} {count:one=puzzle|many=puzzles} of {game}", count=len(found), game=title))
    for level, count in levels.items():
        tell(Said("level {level}: {count}", level=level, count=count))


def _write(game: tv.Game, found: Sequence[Puzzle], wanted: int) -> None:
    """Put the best spread of what was found and what the game brings already beside it; puzzles of the same game with
    other options stay.
    """
    brought = list(puzzles_of(game.ruleset))
    kept = [puzzle for puzzle in brought if puzzle.game != game]
    room = MOST_BYTES - len(text_of(game.ruleset, kept).encode())
    before = [puzzle for puzzle in brought if puzzle.game == game]
    _ship(game, [*kept, *chosen([*before, *found], wanted, room)])


def _ship(game: tv.Game, puzzles: Sequence[Puzzle]) -> None:
    """Put puzzles beside their game, the easy ones first."""
    folder = folder_beside(game.ruleset.where)
    if folder is None:
        raise ValueError(Said("the folder of {game} is not on a disk, so nothing can be written there", game=game.name))
    shipped = sorted(puzzles, key=lambda puzzle: (puzzle.level, puzzle.id))
    text = text_of(game.ruleset, shipped)
    replace_file(folder / FILE, text.encode())
    tell(
        Said(
            "{path}: {count} {count:one=puzzle|many=puzzles}, {size} kB",
            path=folder / FILE,
            count=len(shipped),
            size=round(len(text.encode()) / 1000),
        )
    )


# Rating and proving again


def _rate(game: tv.Game, jobs: int) -> int:
    """Rate every puzzle that a game brings: a level may have become another player."""
    puzzles = list(puzzles_of(game.ruleset))
    with Workers(jobs) as workers, progress(Said("rating"), len(puzzles)) as bar:
        spread: Spread = workers.answers if jobs > 1 else one_after_another
        for place, rated in spread(rated_again, list(puzzles)):
            bar.advance(bar.task_ids[0])
            puzzles[place] = rated
    _ship(game, puzzles)
    return 0


def _prove(game: tv.Game, is_chosen: bool, arguments: argparse.Namespace) -> int:
    """Prove every puzzle that a game brings; with options only those that have them."""
    puzzles = [one for one in puzzles_of(game.ruleset) if not is_chosen or one.game == game]
    if not puzzles:
        raise ValueError(Said("{game} brings no puzzles", game=game.name))
    if arguments.sample and arguments.sample < len(puzzles):
        step = len(puzzles) / arguments.sample
        puzzles = [puzzles[int(place * step)] for place in range(arguments.sample)]
    wrong: dict[str, list[str]] = {}
    begun = time.monotonic()
    with Workers(arguments.jobs) as workers, progress(Said("proving"), len(puzzles)) as bar:
        spread: Spread = workers.answers if arguments.jobs > 1 else one_after_another
        for place, faults in spread(faults_of, puzzles):
            bar.advance(bar.task_ids[0])
            if faults:
                wrong[puzzles[place].id] = [str(fault) for fault in faults]
                warn(Said("{id}: {faults}", id=puzzles[place].id, faults=Series(faults[:3], SEMICOLONS)))
    seconds = round(time.monotonic() - begun, 1)
    if arguments.json:
        print(json.dumps({"game": game.name, "proven": len(puzzles) - len(wrong), "wrong": wrong, "seconds": seconds}))
    else:
        tell(
            Said(
                "{game}: {right} of {all} {all:one=puzzle|many=puzzles} proven in {seconds} s",
                game=game.name,
                right=len(puzzles) - len(wrong),
                all=len(puzzles),
                seconds=f"{seconds:g}",
            )
        )
    return 1 if wrong else 0

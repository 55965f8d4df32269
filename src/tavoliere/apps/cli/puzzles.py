"""`tavoliere puzzles`: the puzzles of a game in the terminal, near one's rating, by theme, or the one of the day."""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
from collections.abc import Sequence
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli import contest
from tavoliere.apps.cli.common import Commands, picture, split_words
from tavoliere.apps.cli.layout import wrapped
from tavoliere.apps.cli.prompt import prompt_here
from tavoliere.apps.cli.remembered import Remembered, are_texts, notes_file
from tavoliere.apps.cli.speech import say, tell
from tavoliere.apps.cli.tutor import Tutor
from tavoliere.core.said import COMMAS, SEMICOLONS, Pattern, Said, Series, figure, noun_of
from tavoliere.games import game_from_text
from tavoliere.scene.events import marked_squares
from tavoliere.teach import Puzzle, Puzzles, puzzles
from tavoliere.teach.judging import DONE, MISSED, ON, REFUSED, Verdict
from tavoliere.teach.puzzle_file import data_of
from tavoliere.teach.solving import FIRST_RATING, judged, nearest, of_the_day, rating_after, stage_of, task_of
from tavoliere.teach.themes import theme_text

HEADINGS = {DONE: Said("Well done!"), MISSED: Said("Not quite.")}


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "puzzles",
        help=Said("solve puzzles of a game: one turn wins, or one does not lose"),
        description=Said(
            "Positions with one good turn, each proven by two searches. A wrong try is answered by what is "
            "wrong with it. What is solved and your rating, counted in levels of the game, are kept."
        ),
        epilog=Said(
            "example: tavoliere puzzles tablut\nexample: tavoliere puzzles tablut --day\n"
            "example: tavoliere puzzles pit players=3 --level 7\nexample: tavoliere puzzles tablut --list --json"
        ),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument(
        "words", metavar="PUZZLE", nargs="*", help=Said("a puzzle by its id, and options like players=3")
    )
    parser.add_argument("--list", action="store_true", help=Said("list the puzzles and what is solved"))
    parser.add_argument("--json", action="store_true", help=Said("with --list: as JSON, with positions and solutions"))
    parser.add_argument("--level", type=contest.positive, metavar="N", help=Said("only puzzles rated so"))
    parser.add_argument("--theme", metavar="THEME", help=Said("only puzzles about something, as --list names it"))
    parser.add_argument("--day", action="store_true", help=Said("the puzzle of the day"))
    parser.add_argument("--restart", action="store_true", help=Said("forget what is solved, and the rating"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, name = split_words(arguments.words)
    game = game_from_text(arguments.game, options)
    every = puzzles(game.name)
    if not every.puzzles:
        raise ValueError(Said("{game} has no puzzles", game=game.name))
    progress = Progress(game.name, notes_file("puzzles.json"))
    if progress.trouble:
        print(wrapped(say(progress.trouble)))
    if arguments.restart:
        progress.forget()
    wanted = [puzzle for puzzle in every if not options or puzzle.game == game]
    found = _chosen(every, wanted, name, arguments)
    if arguments.list:
        _list(found, progress, arguments.json)
        return 0
    return Club(prompt_here(), found, progress, is_one=bool(name) or arguments.day).run()


def _chosen(every: Puzzles, wanted: Sequence[Puzzle], name: str, arguments: argparse.Namespace) -> list[Puzzle]:
    """The puzzles that somebody has asked for; a `ValueError` if there is none."""
    if name:
        if name not in every.by_id:
            raise ValueError(
                Said(
                    "{game} has no puzzle {name}; `tavoliere puzzles {game} --list` names them",
                    game=every.game,
                    name=repr(name),
                )
            )
        return [every.by_id[name]]
    if arguments.day:
        today = of_the_day(every, datetime.datetime.now(datetime.UTC).date())
        return [today] if today else []
    found = [puzzle for puzzle in wanted if arguments.level in (None, puzzle.level)]
    if arguments.theme is not None:
        texts = {theme: theme_text(tv.game(every.game), theme) or theme for theme in every.themes()}
        meant = {theme for theme, text in texts.items() if arguments.theme in (theme, text, say(text))}
        if not meant:
            told = Said(
                "{game} has no puzzles about {theme}; there are: {known}",
                game=every.game,
                theme=repr(arguments.theme),
                known=Series(list(texts.values()), SEMICOLONS),
            )
            raise ValueError(told)
        found = [puzzle for puzzle in found if meant & set(puzzle.themes)]
    if not found:
        raise ValueError(Said("{game} has no such puzzles", game=every.game))
    return found


def _list(found: Sequence[Puzzle], progress: Progress, as_json: bool) -> None:
    if as_json:
        print(json.dumps([{"game": one.game.name, **data_of(one)} for one in found], indent=1))
        return
    tell(
        Said(
            "{count} {count:one=puzzle|many=puzzles}, {solved} solved; your rating: {rating}",
            count=len(found),
            solved=len(progress.solved),
            rating=figure(progress.rating, ".1f"),
        )
    )
    for one in found:
        print("  ".join([one.id, say(Said("level {level}", level=one.level)), *_notes(one, progress)]))


def _notes(one: Puzzle, progress: Progress) -> list[str]:
    """How it went with a puzzle, who plays, and what it is about."""
    seats, notes = len(one.game.players), list[str]()
    if one.id in progress.solved:
        notes.append(say(Said("solved")))
    elif one.id in progress.failed:
        notes.append(say(Said("not at once")))
    if seats > 2:
        notes.append(say(Said("{count} players", count=seats)))
    themes = [text for theme in one.themes if (text := theme_text(one.game, theme)) is not None]
    return [*notes, say(Series(themes, COMMAS))]


class Progress(Remembered):
    """What is solved of a game."""

    unreadable = Pattern("What was remembered about your puzzles cannot be read. It was moved to {file}.")

    def nothing(self) -> dict[str, Any]:
        return {"solved": [], "failed": [], "rating": FIRST_RATING}

    def is_own(self, own: object) -> bool:
        if not isinstance(own, dict) or set(own) != {"solved", "failed", "rating"}:
            return False
        rating = own["rating"]
        is_number = isinstance(rating, (int, float)) and not isinstance(rating, bool) and 0 < rating < 100
        return is_number and are_texts(own["solved"]) and are_texts(own["failed"])

    @property
    def solved(self) -> list[str]:
        return list(self.own["solved"])

    @property
    def failed(self) -> list[str]:
        """Those that were not solved at once; some of them may be solved since."""
        return list(self.own["failed"])

    @property
    def rating(self) -> float:
        return float(self.own["rating"])

    def note(self, puzzle: Puzzle, *, is_solved: bool) -> None:
        """Write down how a try has ended; only the first one at a puzzle changes the rating."""
        name = "solved" if is_solved else "failed"
        with self.changing() as own:
            if puzzle.id not in (*own["solved"], *own["failed"]):
                own["rating"] = rating_after(own["rating"], puzzle.level, is_solved)
            own[name] = [*dict.fromkeys([*own[name], puzzle.id])]


@dataclasses.dataclass
class Club(Tutor):
    """Gives one puzzle after another until somebody leaves."""

    help = Said("Type a turn, or: hint, moves, show, legend, again, solution, skip, help, quit.")
    words = ("hint", "moves", "show", "legend", "again", "solution", "skip", "help", "quit")

    puzzles: Sequence[Puzzle]
    progress: Progress
    is_one: bool

    def run(self) -> int:
        self.say(Said("{game}. {help}", game=noun_of(self.puzzles[0].game.facts.title), help=self.help))
        skipped: list[str] = []
        try:
            while True:
                passed = [] if self.is_one else [*self.progress.solved, *skipped]
                puzzle = nearest(self.puzzles, self.progress.rating, passed)
                if puzzle is None:
                    self.say(Said("All of these puzzles are solved or skipped."))
                    return 0
                if Attempt(self, puzzle).run() == "quit" or self.is_one:
                    return 0
                skipped.append(puzzle.id)
        except KeyboardInterrupt:
            print()
            return 0


class Attempt:
    """One puzzle, until it is solved or left."""

    def __init__(self, club: Club, puzzle: Puzzle) -> None:
        self.club, self.puzzle, self.task = club, puzzle, task_of(puzzle)
        self.accepted: list[str] = []

    def run(self) -> str:
        """How it was left: `solved`, `skip` or `quit`."""
        print()
        self.club.say(Said("Puzzle {id}, level {level}", id=self.puzzle.id, level=self.puzzle.level))
        self._show()
        while True:
            position = stage_of(self.puzzle, self.accepted).position
            word = self.club.ask(position)
            if word in ("quit", "q"):
                return "quit"
            if word == "skip":
                return word
            if word == "hint":
                self.club.say(self.task.hint)
            elif word == "solution":
                self._reveal()
            elif word == "again":
                self.accepted = []
                self._show()
            elif not self.club.usual(word, position) and self._tried(word):
                return "solved"

    def _show(self) -> None:
        stage = stage_of(self.puzzle, self.accepted)
        print()
        print(picture(stage.position, marked_squares(stage.last.events) if stage.last else ()))
        print()
        if not self.accepted:
            self.club.say(self.task.text)
        self.club.say(f"> {say(self.task.asks)}")

    def _reveal(self) -> None:
        self.club.progress.note(self.puzzle, is_solved=False)
        self.club.say(Said("The solution: {line}", line=" ".join(self.puzzle.line)))

    def _tried(self, turn: str) -> bool:
        """Judge a try; True if the puzzle is solved."""
        verdict = judged(self.puzzle, self.accepted, turn)
        if verdict.kind == REFUSED:
            self.club.say(Said("Not allowed: {why} [{clause}]", why=verdict.text, clause=verdict.clause))
            return False
        self._tell(verdict)
        if verdict.kind in (DONE, MISSED):
            self.club.progress.note(self.puzzle, is_solved=verdict.kind == DONE)
        if verdict.kind == DONE:
            self.club.say(Said("Your rating: {rating}", rating=figure(self.club.progress.rating, ".1f")))
            return True
        if verdict.kind == ON and verdict.reply is not None:
            self.accepted.append(verdict.turn)
            self.club.say(Said("The answer is {turn}.", turn=verdict.reply.turn))
            self._show()
        return False

    def _tell(self, verdict: Verdict) -> None:
        self.club.told(self.puzzle.game, verdict.events)
        if verdict.kind != ON:
            last = verdict.reply.after if verdict.reply else verdict.after
            events = verdict.reply.events if verdict.reply else verdict.events
            print(picture(last, marked_squares(events)))
        if verdict.kind in HEADINGS:
            self.club.say(HEADINGS[verdict.kind])
        self.club.say(verdict.text)

"""`tavoliere analyse`: the best lines of a position while they are found, or a game with its turns graded."""

from __future__ import annotations

import argparse
import io
import itertools
import json
import sys
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli.bench import seconds
from tavoliere.apps.cli.bestlines import (
    SEED,
    asked,
    choice_data,
    show_lines,
    text_table,
    warm_up,
    watched,
)
from tavoliere.apps.cli.common import (
    Commands,
    check_can_be_written,
    check_picture_file,
    counted,
    note_if_plain,
    position_of,
    progress,
    split_words,
    write_file,
    write_picture,
)
from tavoliere.arena.analysis import (
    BLUNDER,
    GRADES,
    GradedTurn,
    Report,
    annotated,
    percent,
    report_data,
    report_of,
    sentence_about,
)
from tavoliere.arena.review import graded_turns, with_effort
from tavoliere.games import game_from_text
from tavoliere.records import Record, RecordError, read, read_jsonl, write, write_jsonl
from tavoliere.render.graph import BLOCKS, PLAIN_BLOCKS, Mark, Series, blocks, value_graph
from tavoliere.render.themes import THEMES
from tavoliere.search.players import Choice
from tavoliere.search.specs import KINDS, Spec, judging_spec
from tavoliere.search.worker import SearchWorker

POSITION_SECONDS, TURN_SECONDS = 10.0, 1.0
MOST_LINES = 50
LINES = 3
SHOWN_LINE = 8
GAME_FILES = (".tav", ".jsonl")
INTERRUPTED = 130


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "analyse",
        help="find the best lines of a position, or grade the turns of a game",
        description="Show the best turns of a position with their chances and lines while a search finds them; Ctrl-C "
        "ends it. Or grade every turn of a game file: how much winning chance it lost, and what was better.",
        epilog="example: tavoliere analyse tablut --multi 3\n"
        "example: tavoliere analyse tablut game.tav --annotate graded.tav --graph chances.svg",
    )
    parser.add_argument("game", metavar="GAME", help="a name from `tavoliere games`; not needed before a game file")
    parser.add_argument(
        "words", metavar="POSITION|FILE", nargs="*", help="a position text or a game file, and options like players=3"
    )
    parser.add_argument("--player", default="champion", metavar="PLAYER", help="who thinks (default: champion)")
    parser.add_argument(
        "--seconds",
        type=seconds,
        help=f"how long (default: {POSITION_SECONDS:g} for a position, {TURN_SECONDS:g} for each turn of a game)",
    )
    parser.add_argument("--nodes", type=positive, help="how many nodes, however long it takes")
    parser.add_argument(
        "--multi", type=lines_number, metavar="K", help=f"how many lines (default: {LINES}; for a game 1)"
    )
    parser.add_argument("--game", dest="place", type=positive, metavar="N", help="which game of the file (default: 1)")
    parser.add_argument(
        "--annotate",
        type=Path,
        metavar="OUT",
        help="write the game with comments and better lines; other games of the file it came from stay",
    )
    parser.add_argument("--graph", type=Path, metavar="FILE", help="draw the chances over the turns, as .svg or .png")
    parser.add_argument("--theme", choices=sorted(THEMES), default="light", help="the colours of the graph")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def positive(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:15]) <= 10**12:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on expected, not {text!r}")
    return int(text)


def lines_number(text: str) -> int:
    """How many lines to show."""
    value = positive(text)
    if value > MOST_LINES:
        raise argparse.ArgumentTypeError(f"1 to {MOST_LINES} lines, not {text}")
    return value


def run(arguments: argparse.Namespace) -> int:
    options, text = split_words(arguments.words)
    name: str | None = arguments.game
    if not text and arguments.game.endswith(GAME_FILES):
        name, text = None, arguments.game
    note_if_plain()
    if text.endswith(GAME_FILES) or is_file(text):
        if options:
            raise ValueError("a game file brings its own options; leave them out")
        return _analyse_record(Source(Path(text), arguments.place or 1, name), arguments)
    for option in ("place", "annotate", "graph"):
        if getattr(arguments, option) is not None:
            name = "game" if option == "place" else option
            raise ValueError(f"--{name} is for game files; {text or 'the start'!r} is none")
    return _analyse_position(position_of(game_from_text(arguments.game, options), text), arguments)


def is_file(text: str) -> bool:
    """Whether a text names a file; what cannot be a name does not."""
    try:
        return bool(text) and Path(text).is_file()
    except (OSError, ValueError):
        return False


# A position


def _analyse_position(position: tv.Position, arguments: argparse.Namespace) -> int:
    if position.outcome is not None:
        raise ValueError(f"the game is over ({position.outcome}), so there is nothing to analyse")
    spec = judging_spec(
        arguments.player,
        seconds=arguments.seconds,
        nodes=arguments.nodes,
        multi=arguments.multi or LINES,
        usual=POSITION_SECONDS,
    )
    with SearchWorker() as worker:
        choice, is_finished = watched(worker, spec, position, is_shown=not arguments.json)
    if arguments.json:
        print(json.dumps({**_named(position, spec), **choice_data(choice), "is_finished": is_finished}, indent=2))
    else:
        show_lines(spec, position, choice)
    return 0


def _named(position: tv.Position, spec: Spec) -> dict[str, object]:
    game = position.game
    return {
        "game": game.name, "options": dict(game.options), "position": str(position), "turn": position.turn,
        "player": spec.text,
    }  # fmt: skip


# A game


class Source:
    """A game of a file, which must be one of the game that was named, if any was."""

    def __init__(self, path: Path, place: int, name: str | None) -> None:
        if name is not None:
            game_from_text(name, {})
        records = records_of(path, place)
        if len(records) < place:
            raise ValueError(f"{path}: there is no game {place}; it has {counted(len(records), 'game')}")
        self.path, self.place, self.record = path, place, records[-1]
        if name is not None and self.record.game.name != name:
            raise ValueError(f"{path}: game {place} is one of {self.record.game.name}, not of {name}")
        if not self.record.turns:
            raise ValueError(f"{path}: game {place} has no turns to grade")
        self.others: list[Record] = []

    def get_ready_to_write(self, out: Path) -> None:
        """Before any work: read the other games of the own file; refuse another file whose games would be lost."""
        if not out.is_file() or out.stat().st_size == 0:
            return
        if out.samefile(self.path):
            self.others = records_of(self.path)
            return
        try:
            held = records_of(out)
        except ValueError:
            raise ValueError(f"{out} is there already and no file of games; choose another file") from None
        known = self.record.game, self.record.start, self.record.moves
        if any((record.game, record.start, record.moves) != known for record in held):
            raise ValueError(f"{out} holds other games, which would be lost; choose another file")

    def write(self, record: Record, out: Path) -> None:
        """Write the game as it is now; in its own file the other games stay where they are."""
        before, behind = self.others[: self.place - 1], self.others[self.place :]
        text = io.StringIO()
        (write_jsonl if out.suffix == ".jsonl" else write)([*before, record, *behind], text)
        write_file(out, text.getvalue().encode())


def records_of(path: Path, most: int | None = None) -> list[Record]:
    """The games of a file, or so many of them."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return list(itertools.islice(read_jsonl(file) if path.suffix == ".jsonl" else read(file), most))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    except (RecordError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error


def _analyse_record(source: Source, arguments: argparse.Namespace) -> int:
    record = source.record
    spec = judging_spec(
        arguments.player,
        seconds=arguments.seconds,
        nodes=arguments.nodes,
        multi=arguments.multi,
        usual=TURN_SECONDS,
    )
    check_can_be_written(arguments.annotate)
    if arguments.annotate is not None:
        source.get_ready_to_write(arguments.annotate)
    check_picture_file(arguments.graph)
    turns: list[GradedTurn] = []
    try:
        _grade(record, spec, turns)
    except KeyboardInterrupt:
        if not turns:
            raise
        print(f"stopped after turn {len(turns)} of {len(record.turns)}", file=sys.stderr)
    report = report_of(record, turns)
    if arguments.json:
        print(json.dumps({"player": spec.text, **report_data(report)}, indent=2))
    else:
        print("\n".join(report_lines(report, spec, arguments.multi or 1)))
    if arguments.annotate:
        source.write(annotated(report, spec.text), arguments.annotate)
    if arguments.graph:
        write_picture(arguments.graph, graph_of(report, arguments.theme))
    return 0 if report.is_whole else INTERRUPTED


def _grade(record: Record, spec: Spec, turns: list[GradedTurn]) -> None:
    """Grade the turns into a list, which keeps what is done if somebody stops it."""
    with SearchWorker() as worker:
        warm_up(worker, spec, record.first_position())
        with progress("grading", len(record.turns)) as bar:

            def think(position: tv.Position, effort: int) -> Choice:
                return asked(worker, with_effort(spec, effort), position)

            def value(position: tv.Position, move: str, effort: int) -> Choice:
                return worker.choose(with_effort(spec, effort), position, SEED, move=move)

            values_turns = KINDS[spec.resolved(record.game).kind].values_turns
            for turn in graded_turns(record, think, value if values_turns else None):
                turns.append(turn)
                bar.update(bar.task_ids[0], advance=1, description=f"{turn.number}. {turn.move} {turn.grade}")


def shown_letters(report: Report) -> tuple[str, ...]:
    """Whose chances are drawn: with two players those of the first say it all."""
    players = report.record.game.players
    return players[:1] if len(players) == 2 else players


def graph_of(report: Report, theme: str) -> str:
    """The chances over the turns as a picture."""
    game, letters = report.record.game, shown_letters(report)
    series = [Series(game.player_name(letter), letter, _values(report, letter)) for letter in letters]
    marks = [
        Mark(
            turn.number,
            letters.index(turn.player) if turn.player in letters else 0,
            f"{turn.number}. {turn.move}: {sentence_about(turn)}",
            turn.grade == BLUNDER,
        )
        for turn in report.turns
        if turn.is_fault
    ]
    whose = f"chances of {game.player_name(letters[0])}" if len(letters) == 1 else "winning chances"
    return value_graph(series, theme, title=f"{game.facts.title}: {whose}", marks=marks)


def _values(report: Report, letter: str) -> tuple[float, ...]:
    return tuple(values[letter] for values in report.values)


def report_lines(report: Report, spec: Spec, lines_a_fault: int) -> list[str]:
    """The report for people, with at most so many better lines for each fault."""
    record, game = report.record, report.record.game
    names = [f"{game.player_name(letter)} {record.players.get(letter, '?')}" for letter in game.players]
    result = f"{record.result} ({record.reason})" if record.reason else record.result
    lines = [f"{game.facts.title}, {', '.join(names)}, {result}; {spec.text}", ""]
    headings = ["", "player", "turn", "grade", "before", "after", "better"]
    rows = [
        [
            f"{turn.number}.", game.player_name(turn.player), turn.move, turn.grade, percent(turn.before),
            percent(turn.after), turn.better if turn.is_fault else "",
        ]
        for turn in report.turns
    ]  # fmt: skip
    lines += [text_table(headings, rows), ""]
    for turn in report.turns:
        if turn.is_fault:
            lines += _why(turn, lines_a_fault)
    lines += _totals(report)
    signs = _block_signs()
    for letter in shown_letters(report):
        lines.append(f"chances of {game.player_name(letter)}: {blocks(_values(report, letter), signs=signs)}")
    return lines


def _why(turn: GradedTurn, most: int) -> list[str]:
    """A fault with the lines that show what was better, and the answer to what was played."""
    lines = [f"{turn.number}. {turn.move}: {sentence_about(turn)}"]
    if turn.line:
        lines.append(f"   better: {' '.join(turn.line[:SHOWN_LINE])}")
    for other in [other for other in turn.alternatives if other.text != turn.better][: most - 1]:
        if other.value > turn.after and other.text != turn.move:
            lines.append(f"   also:   {' '.join(other.line[:SHOWN_LINE])} ({percent(other.value)})")
    if turn.reply:
        lines.append(f"   played: {' '.join([turn.move, *turn.reply[:SHOWN_LINE]])}")
    return [*lines, ""]


def _totals(report: Report) -> list[str]:
    lines = []
    for letter, total in report.totals.items():
        if total.accuracy is None:
            continue
        grades = ", ".join(f"{total.grades[grade]} {grade}" for grade in GRADES if total.grades[grade])
        name = report.record.game.player_name(letter)
        lines.append(f"{name}: accuracy {total.accuracy:.0%} over {counted(total.turns, 'turn')}: {grades}")
    return lines


def _block_signs() -> str:
    """Blocks, or letters where the output cannot write blocks."""
    try:
        BLOCKS.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return PLAIN_BLOCKS
    return BLOCKS

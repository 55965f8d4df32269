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
    TURN,
    asked,
    choice_data,
    print_reasons,
    show_lines,
    text_table,
    warm_up,
    watched,
)
from tavoliere.apps.cli.common import (
    Commands,
    check_can_be_written,
    check_picture_file,
    games_number,
    note_if_plain,
    position_of,
    progress,
    split_words,
    turns_number,
    write_file,
    write_picture,
)
from tavoliere.apps.cli.speech import say, speak_of, speaker, tell
from tavoliere.arena.analysis import (
    BLUNDER,
    GRADE_WORDS,
    GRADES,
    GradedTurn,
    Report,
    annotated,
    percent,
    report_data,
    report_of,
    sentence_about,
)
from tavoliere.arena.reasons import hint_reasons
from tavoliere.arena.review import graded_turns, with_effort
from tavoliere.core.errors import system_reason
from tavoliere.core.said import Pattern, Said
from tavoliere.games import game_from_text
from tavoliere.records import Record, RecordError, read, read_jsonl, write, write_jsonl
from tavoliere.render.graph import BLOCKS, PLAIN_BLOCKS, Mark, blocks, value_graph
from tavoliere.render.graph import Series as Curve
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
        help=Said("find the best lines of a position, or grade the turns of a game"),
        description=Said(
            "Show the best turns of a position with their chances and lines while a search finds them; "
            "Ctrl-C ends it. Or grade every turn of a game file: how much winning chance it lost, and what "
            "was better."
        ),
        epilog=Said(
            "example: tavoliere analyse tablut --multi 3\nexample: tavoliere analyse tablut game.tav "
            "--annotate graded.tav --graph chances.svg"
        ),
    )
    parser.add_argument(
        "game", metavar="GAME", help=Said("a name from `tavoliere games`; not needed before a game file")
    )
    parser.add_argument(
        "words",
        metavar="POSITION|FILE",
        nargs="*",
        help=Said("a position text or a game file, and options like players=3"),
    )
    parser.add_argument("--player", default="champion", metavar="PLAYER", help=Said("who thinks (default: champion)"))
    parser.add_argument(
        "--seconds",
        type=seconds,
        help=Said(
            "how long (default: {position_seconds} for a position, {turn_seconds} for each turn of a game)",
            position_seconds=f"{POSITION_SECONDS:g}",
            turn_seconds=f"{TURN_SECONDS:g}",
        ),
    )
    parser.add_argument("--nodes", type=positive, help=Said("how many nodes, however long it takes"))
    parser.add_argument(
        "--multi",
        type=lines_number,
        metavar="K",
        help=Said("how many lines (default: {lines}; for a game 1)", lines=LINES),
    )
    parser.add_argument(
        "--game", dest="place", type=positive, metavar="N", help=Said("which game of the file (default: 1)")
    )
    parser.add_argument(
        "--annotate",
        type=Path,
        metavar="OUT",
        help=Said("write the game with comments and better lines; other games of the file it came from stay"),
    )
    parser.add_argument(
        "--graph", type=Path, metavar="FILE", help=Said("draw the chances over the turns, as .svg or .png")
    )
    parser.add_argument("--theme", choices=sorted(THEMES), default="light", help=Said("the colours of the graph"))
    parser.add_argument("--json", action="store_true", help=Said("print the result as JSON"))
    parser.set_defaults(run=run)


def positive(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:15]) <= 10**12:
        raise argparse.ArgumentTypeError(Said("a whole number from 1 on expected, not {text}", text=repr(text)))
    return int(text)


def lines_number(text: str) -> int:
    """How many lines to show."""
    value = positive(text)
    if value > MOST_LINES:
        raise argparse.ArgumentTypeError(Said("1 to {most} lines, not {text}", most=MOST_LINES, text=text))
    return value


def run(arguments: argparse.Namespace) -> int:
    options, text = split_words(arguments.words)
    name: str | None = arguments.game
    if not text and arguments.game.endswith(GAME_FILES):
        name, text = None, arguments.game
    note_if_plain()
    if text.endswith(GAME_FILES) or is_file(text):
        if options:
            raise ValueError(Said("a game file brings its own options; leave them out"))
        return _analyse_record(Source(Path(text), arguments.place or 1, name), arguments)
    for option in ("place", "annotate", "graph"):
        if getattr(arguments, option) is not None:
            name = "game" if option == "place" else option
            raise ValueError(
                Said(
                    "--{name} is for game files; {text} is none",
                    name=name,
                    text=repr(text) if text else Said("the start"),
                )
            )
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
        raise ValueError(
            Said("the game is over ({outcome}), so there is nothing to analyse", outcome=str(position.outcome))
        )
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
        told = {"reasons": hint_reasons(position, choice), "is_finished": is_finished}
        print(json.dumps({**_named(position, spec), **choice_data(choice), **told}, indent=2))
    else:
        show_lines(spec, position, choice)
        print_reasons(position, choice)
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
            raise ValueError(
                Said(
                    "{path}: there is no game {place}; it has {records}",
                    path=path,
                    place=place,
                    records=games_number(len(records)),
                )
            )
        self.path, self.place, self.record = path, place, records[-1]
        if name is not None and self.record.game.name != name:
            raise ValueError(
                Said(
                    "{path}: game {place} is one of {game}, not of {wanted}",
                    path=path,
                    place=place,
                    game=self.record.game.name,
                    wanted=name,
                )
            )
        if not self.record.turns:
            raise ValueError(Said("{path}: game {place} has no turns to grade", path=path, place=place))
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
            raise ValueError(
                Said("{out} is there already and no file of games; choose another file", out=out)
            ) from None
        known = self.record.game, self.record.start, self.record.moves
        if any((record.game, record.start, record.moves) != known for record in held):
            raise ValueError(Said("{out} holds other games, which would be lost; choose another file", out=out))

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
        raise ValueError(Said("{path}: {why}", path=path, why=system_reason(error))) from error
    except (RecordError, UnicodeDecodeError) as error:
        raise ValueError(Said("{path}: {why}", path=path, why=str(error))) from error


def _analyse_record(source: Source, arguments: argparse.Namespace) -> int:
    record = source.record
    speak_of(record.game.name)
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
        tell(
            Said("stopped after turn {turn} of {of}", turn=len(turns), of=len(record.turns)),
            file=sys.stderr,
        )
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
        with progress(Said("grading"), len(record.turns)) as bar:

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
    series = [Curve(say(game.player_name(letter)), letter, _values(report, letter)) for letter in letters]
    marks = [
        Mark(
            turn.number,
            letters.index(turn.player) if turn.player in letters else 0,
            f"{turn.number}. {turn.move}: {say(sentence_about(turn))}",
            turn.grade == BLUNDER,
        )
        for turn in report.turns
        if turn.is_fault
    ]
    whose = Said("winning chances")
    if len(letters) == 1:
        whose = Said("chances of {player}", player=game.player_name(letters[0]))
    return value_graph(
        series, theme, title=say(Said("{game}: {facts}", game=game.facts.title, facts=whose)), marks=marks
    )


def _values(report: Report, letter: str) -> tuple[float, ...]:
    return tuple(values[letter] for values in report.values)


def report_lines(report: Report, spec: Spec, lines_a_fault: int) -> list[str]:
    """The report for people, with at most so many better lines for each fault."""
    record, game = report.record, report.record.game
    names = [f"{say(game.player_name(letter))} {record.players.get(letter, '?')}" for letter in game.players]
    result = f"{record.result} ({speaker().known(str(record.reason))})" if record.reason else record.result
    lines = [f"{say(game.facts.title)}, {', '.join(names)}, {result}; {spec.text}", ""]
    headings = ["", Said("player"), TURN, Said("grade"), Said("before"), Said("after"), Said("better")]
    rows = [
        [
            f"{turn.number}.", game.player_name(turn.player), turn.move, GRADE_WORDS[turn.grade], percent(turn.before),
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
        chances = blocks(_values(report, letter), signs=signs)
        pattern = Pattern("chances of {player}: {chances}")
        lines.append(say(pattern.said(player=game.player_name(letter), chances=chances)))
    return lines


def _why(turn: GradedTurn, most: int) -> list[str]:
    """A fault with the lines that show what was better, and the answer to what was played."""
    lines = [f"{turn.number}. {turn.move}: {say(sentence_about(turn))}"]
    if turn.line:
        lines.append(say(Said("   better: {line}", line=" ".join(turn.line[:SHOWN_LINE]))))
    for other in [other for other in turn.alternatives if other.text != turn.better][: most - 1]:
        if other.value > turn.after and other.text != turn.move:
            line, chance = " ".join(other.line[:SHOWN_LINE]), percent(other.value)
            lines.append(say(Said("   also:   {line} ({chance})", line=line, chance=chance)))
    if turn.reply:
        played = " ".join([turn.move, *turn.reply[:SHOWN_LINE]])
        lines.append(say(Said("   played: {line}", line=played)))
    lines += [f"   {say(reason)}" for reason in turn.reasons]
    return [*lines, ""]


def _totals(report: Report) -> list[str]:
    lines = []
    for letter, total in report.totals.items():
        if total.accuracy is None:
            continue
        grades = ", ".join(
            f"{total.grades[grade]} {say(GRADE_WORDS[grade])}" for grade in GRADES if total.grades[grade]
        )
        pattern = Pattern("{player}: accuracy {accuracy} over {turns}: {grades}")
        name, accuracy = report.record.game.player_name(letter), f"{total.accuracy:.0%}"
        lines.append(say(pattern.said(player=name, accuracy=accuracy, turns=turns_number(total.turns), grades=grades)))
    return lines


def _block_signs() -> str:
    """Blocks, or letters where the output cannot write blocks."""
    try:
        BLOCKS.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return PLAIN_BLOCKS
    return BLOCKS

"""`tavoliere match`: one player against another, with a score that says what it proves."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli.common import Commands, note_if_plain, options_text, progress, split_words
from tavoliere.arena.match import FAULT_TAG, pairings, play_game, played_already, scores_by_round
from tavoliere.arena.stats import estimate, log_likelihood_ratio, sprt_bounds
from tavoliere.games import game_from_text
from tavoliere.play.players import PLAYER_FORMS, Players, parse_player
from tavoliere.records import Record, RecordError, format_record, read


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "match",
        help="let two players play a match",
        description="Let player A play player B. Each round begins with the same random turns from every seat; with "
        "three or four players A takes one seat and B the others, all rotations. Every game is kept as a record.",
        epilog="example: tavoliere match mcts:nodes=2000 mcts:nodes=500 --game tablut --rounds 20 --file match.tav    "
        "The same command again goes on where it stopped.",
    )
    parser.add_argument("first", metavar="A", help=f"a player: {PLAYER_FORMS}")
    parser.add_argument("second", metavar="B", help="the other player")
    parser.add_argument("--game", required=True, metavar="GAME", help="a name from `tavoliere games`")
    parser.add_argument("words", metavar="OPTION", nargs="*", help="options of the game, like players=3")
    parser.add_argument("--rounds", type=count, default=10, help="openings to play (default: 10)")
    parser.add_argument(
        "--opening", type=count, default=2, metavar="TURNS", help="random turns to begin with (default: 2)"
    )
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other openings (default: 1)")
    parser.add_argument("--file", type=Path, help="where to keep the games; games found there are not played again")
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop when a sequential test is decided (5 %% errors)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def count(text: str) -> int:
    """A small whole number from the command line."""
    if not text.isascii() or not text.isdigit() or not 0 <= int(text[:9]) <= 100_000:
        raise argparse.ArgumentTypeError(f"a whole number expected, not {text!r}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    options, rest = split_words(arguments.words)
    if rest:
        raise ValueError(f"options are written like players=3, not {rest!r}")
    game = game_from_text(arguments.game, options)
    first, second = parse_player(arguments.first), parse_player(arguments.second)
    note_if_plain()
    records = _kept(arguments.file, game, (first.text, second.text))
    done = played_already(records)
    todo = [pairing for pairing in pairings(game, arguments.rounds) if pairing not in done]
    with Players() as worker, progress("playing", len(todo)) as bar:
        for pairing in todo:
            if arguments.sprt and _is_decided(records, arguments.sprt, len(game.players)):
                break
            record = play_game(game, first, second, pairing, worker, arguments.opening, arguments.seed)
            records.append(record)
            if arguments.file:
                _append(arguments.file, record)
            bar.update(bar.task_ids[0], advance=1, description=f"score {estimate(scores_by_round(records)).score:.3f}")
    print(_result(game, first.text, second.text, records, arguments))
    return 0


def _kept(path: Path | None, game: tv.Game, names: tuple[str, str]) -> list[Record]:
    """The games of an earlier run of the same match."""
    if path is None or not path.exists():
        return []
    try:
        with path.open(encoding="utf-8") as file:
            records = list(read(file))
    except RecordError as error:
        raise ValueError(f"{path}: {error}") from error
    for record in records:
        if record.game != game or not set(record.players.values()) <= set(names) or "Round" not in record.other_tags:
            raise ValueError(f"{path} holds games of another match; choose another file")
    return records


def _append(path: Path, record: Record) -> None:
    is_new = not path.exists() or path.stat().st_size == 0
    with path.open("a", encoding="utf-8") as file:
        file.write(("" if is_new else "\n") + format_record(record))


def _is_decided(records: list[Record], elos: list[float], seats: int) -> bool:
    complete = [scores for scores in scores_by_round(records) if len(scores) == seats]
    low, high = sprt_bounds(0.05, 0.05)
    return len(complete) > 3 and not low < log_likelihood_ratio(complete, *elos) < high


def _result(game: tv.Game, first: str, second: str, records: list[Record], arguments: argparse.Namespace) -> str:
    rounds = scores_by_round(records)
    found = estimate(rounds)
    faults = [record.other_tags[FAULT_TAG] for record in records if FAULT_TAG in record.other_tags]
    ratio = log_likelihood_ratio(rounds, *arguments.sprt) if arguments.sprt else None
    if arguments.json:
        data = {
            "game": game.name, "options": dict(game.options), "first": first, "second": second, "games": found.games,
            "score": found.score, "elo": found.elo, "error": found.error, "los": found.los, "llr": ratio,
            "faults": faults,
        }  # fmt: skip
        return json.dumps(data, indent=2)
    fair = 1 / len(game.players)
    lines = [f"{first} against {second}, {game.name} {options_text(game)}".rstrip()]
    lines.append(f"{found.games} games, score {found.score:.3f} (fair share {fair:.3f})")
    if len(game.players) == 2:
        lines.append(f"Elo {found.elo:+.0f} +- {found.error:.0f}, LOS {found.los:.1%}")
    if ratio is not None:
        low, high = sprt_bounds(0.05, 0.05)
        verdict = "accepted" if ratio >= high else "rejected" if ratio <= low else "undecided"
        lines.append(f"SPRT {arguments.sprt}: LLR {ratio:.2f} ({low:.2f}, {high:.2f}), {verdict}")
    if faults:
        print(f"{len(faults)} games were lost by a fault: {faults[0]}", file=sys.stderr)
    return "\n".join(lines)

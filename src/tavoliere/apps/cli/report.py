"""`tavoliere report`: what kind of game is this? Self-play, figures with their errors, a page and data."""

from __future__ import annotations

import argparse
import contextlib
import json
from pathlib import Path
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli import contest, laboratory
from tavoliere.apps.cli.common import Commands, check_can_be_written, games_number, write_file
from tavoliere.apps.cli.speech import say, speaker, tell
from tavoliere.arena.selfplay import Spread, open_games
from tavoliere.core.said import Pattern, Said, noun_of
from tavoliere.lab import depth as lab_depth
from tavoliere.lab.crosscheck import checked
from tavoliere.lab.firsts import firsts_data, firsts_of
from tavoliere.lab.pages import percent, report_files, span
from tavoliere.lab.report import Studied, head_of, report_data
from tavoliere.lab.stats import Moments
from tavoliere.lab.study import LIGHT, OFF, WAYS, Cell, called, cells_of, fill, games_wanted
from tavoliere.lab.verdict import FIGURES, MARGIN, Condition, parse_condition

MOST_FIRST_TURNS = 2000
GAMES, BOTH = 200, "both"
FAILED = 3


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "report",
        help=Said("what kind of game is this?"),
        description=Said(
            "Let a game play against itself at several strengths and say whether it is fair, how long it "
            "takes, how it ends, how much there is to choose, how exciting and how deep it is, each figure "
            "with its error. Games are kept as they end: the same command again goes on where it stopped, a "
            "larger one adds to them."
        ),
        epilog=Said(
            "example: tavoliere report never-alone --games 400 --html report\nexample: tavoliere report pit "
            "players=3 --player level:3 --player alphabeta:nodes=20000,noise=30\nexample: tavoliere report "
            "tablut --fail-if 'seat_gap>0.15' --precision 3\n--fail-if knows {figures}; the exit code is "
            "{failed} if a condition holds.",
            figures=", ".join(FIGURES),
            failed=FAILED,
        ),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    laboratory.add_options(parser, GAMES, several=True)
    laboratory.add_player(parser, several=True)
    parser.add_argument(
        "--openings", action="append", choices=(OFF, LIGHT, BOTH), help=Said(
            "games that begin at the start, or with one random turn of each player (default: both); give it again for "
            "each --player"
        ),
    )  # fmt: skip
    parser.add_argument(
        "--precision", type=points, metavar="POINTS",
        help=Said("play on until the seats' scores are known to within so many hundredths"),
    )  # fmt: skip
    parser.add_argument(
        "--depth", type=contest.count, default=40, metavar="N",
        help=Said("games of each step of the depth measure, 0 for none (default: 40)"),
    )  # fmt: skip
    parser.add_argument(
        "--steps", type=contest.positive, default=3, metavar="N", help=Said("steps of it at the most (default: 3)")
    )
    parser.add_argument(
        "--check", type=contest.count, default=24, metavar="N",
        help=Said("games of the cross-check by the public way, 0 for none (default: 24)"),
    )  # fmt: skip
    parser.add_argument(
        "--html", type=Path, metavar="DIR", help=Said("write a page, its pictures and its data to a folder")
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help=Said("write all figures as data"))
    parser.add_argument(
        "--fail-if", action="append", default=[], type=condition, metavar="CONDITION",
        help=Said("fail if a figure of the strongest player passes a bound, like seat_gap>0.15; may be given again"),
    )  # fmt: skip
    parser.set_defaults(run=run)


def points(text: str) -> float:
    """Hundredths of a point from the command line, as a share."""
    with contextlib.suppress(ValueError):
        if 0.1 <= (found := float(text)) <= 50:
            return found / 100
    raise argparse.ArgumentTypeError(Said("a number of points from 0.1 to 50 expected, not {text}", text=repr(text)))


def condition(text: str) -> Condition:
    try:
        return parse_condition(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(arguments: argparse.Namespace) -> int:
    game = laboratory.game_of(arguments.game, arguments.words)
    players = laboratory.players_of(arguments.player, game)
    check_can_be_written(arguments.json)
    laboratory.check_folder(arguments.html)
    data = _studied(game, players, arguments)
    print(_text(data), flush=True)
    if arguments.json is not None:
        write_file(arguments.json, (json.dumps(data, indent=1) + "\n").encode())
    if arguments.html is not None:
        laboratory.write_files(arguments.html, report_files(game, data, speaker()))
        tell(Said("page: {html}", html=arguments.html / "index.html"))
    return _judged(data, arguments.fail_if)


def _studied(game: tv.Game, players: tuple[Any, ...], arguments: argparse.Namespace) -> dict[str, Any]:
    games = laboratory.for_each("--games", arguments.games, GAMES, len(players))
    ways = laboratory.for_each("--openings", arguments.openings, BOTH, len(players))
    cells = [
        (cell, number)
        for player, number, way in zip(players, games, ways, strict=True)
        for cell in cells_of(game, [player], (LIGHT, OFF) if way == BOTH else (way,), arguments.seed)
    ]
    with laboratory.at_work(arguments, game) as spread:
        studied = [_cell(cell, number, arguments, spread) for cell, number in cells]
        public = _public(studied, arguments, spread)
        depth = _depth(game, arguments, spread)
    return report_data(
        game,
        studied,
        command=_command(arguments),
        public=public,
        depth=depth,
        firsts=_firsts(game, studied, arguments),
        margin=arguments.precision or MARGIN,
    )


def _cell(cell: Cell, games: int, arguments: argparse.Namespace, spread: Spread) -> Studied:
    store = arguments.store
    title = Said("{player}, {way}", player=called(cell.player), way=WAYS[cell.openings])
    with laboratory.telling(title, games) as tell:
        laboratory.tell(fill(store, cell.conditions, games, spread, tell))
    if arguments.precision is not None:
        games = games_wanted(cell, store, games, arguments.precision)
        with laboratory.telling(Said("{title}, for precision", title=title), games) as tell:
            fill(store, cell.conditions, games, spread, tell)
    return Studied(cell, cell.measures(store, games), cell.path(store).name)


def _public(studied: list[Studied], arguments: argparse.Namespace, spread: Spread) -> tuple[int, list[Moments]] | None:
    """The cross-check, with the games that stand for the whole report."""
    if not arguments.check:
        return None
    place = head_of(studied)
    with laboratory.telling(Said("cross-check"), arguments.check) as tell:
        return place, checked(studied[place].cell, arguments.store, arguments.check, spread, tell)


def _depth(game: tv.Game, arguments: argparse.Namespace, spread: Spread) -> dict[str, Any] | None:
    if not arguments.depth:
        return None
    steps: list[lab_depth.Step] = []
    nodes, seats = lab_depth.first_nodes(game), len(game.players)
    rounds = max(1, round(arguments.depth / seats))
    while len(steps) < arguments.steps and (not steps or steps[-1].helps):
        with laboratory.telling(
            Said("depth, {more} nodes against {few}", more=4 * nodes, few=nodes), rounds * seats
        ) as tell:
            steps.append(lab_depth.played_step(game, nodes, rounds, arguments.seed, arguments.store, spread, tell))
        nodes *= lab_depth.TIMES
    return lab_depth.depth_data(game, steps)


def _firsts(game: tv.Game, studied: list[Studied], arguments: argparse.Namespace) -> dict[str, Any] | None:
    """First turns, out of the games that begin with random ones; not where there are too many to say anything."""
    varied = [one for one in studied if one.cell.openings == LIGHT]
    if not varied or tv.perft(game.start(), 1) > MOST_FIRST_TURNS:
        return None
    last = varied[-1]
    games = open_games(last.cell.path(arguments.store)).games()
    return firsts_data(game, firsts_of(game, (played for played in games if played.number < last.found.games)))


def _command(arguments: argparse.Namespace) -> str:
    words = [arguments.game, *arguments.words]
    for player in arguments.player or ():
        words += ["--player", player]
    for games in arguments.games or (GAMES,):
        words += ["--games", str(games)]
    for way in arguments.openings or ():
        words += ["--openings", way]
    if arguments.precision:
        words += ["--precision", f"{100 * arguments.precision:g}"]
    for name, usual in (("seed", 1), ("depth", 40), ("steps", 3), ("check", 24)):
        if getattr(arguments, name) != usual:
            words += [f"--{name}", str(getattr(arguments, name))]
    return laboratory.command_of("report", words)


def known(words: str) -> str:
    """What a report keeps as English, in words."""
    return speaker().known(words)


def _text(data: dict[str, Any]) -> str:
    """The report for a terminal: what matters, one thing a line."""
    head = data["cells"][data["head"]]
    lines = [f"{say(data['title'])}: {say(data['verdict']['sentence'])}"]
    if not data["trust"]["is_trusted"]:
        lines.insert(0, say(Said("NOT TO BE TRUSTED YET:")))
    for cell in data["cells"]:
        seats = ", ".join(
            f"{say(noun_of(player['name']))} {percent(seat['score'])}"
            for player, seat in zip(data["players"], cell["seats"], strict=True)
        )
        pattern = Pattern("  {label}, {games}: {seats}; {verdict}")
        label, verdict = cell["label"], known(cell["verdict"]["word"])
        lines.append(say(pattern.said(label=label, games=games_number(cell["games"]), seats=seats, verdict=verdict)))
    endings = ", ".join(f"{known(reason)} {percent(share)}" for reason, share in head["endings"].items())
    lines += [
        say(Said("figures of {label}:", label=head["label"])),
        say(
            Said(
                "  turns      {median}, nine of ten games {low} to {high}",
                median=span(head["length"]["median"]),
                low=f"{head['length']['low']:.0f}",
                high=f"{head['length']['high']:.0f}",
            )
        ),
        say(Said("  endings    {endings}", endings=endings)),
        say(Said("  draws      {draws}", draws=percent(head["draws"]))),
        say(
            Said(
                "  choice     {turns} whole turns, forced {forced}",
                turns=span(head["branching"]["whole"]),
                forced=percent(head["branching"]["forced"]),
            )
        ),
    ]
    if head["drama"]["games"]:
        drama = head["drama"]
        pattern = Pattern("  drama      {changes} changes of the lead, won from behind {behind}, decided at {decided}")
        changes, behind = span(drama["lead_changes"]), percent(drama["comebacks"])
        lines.append(say(pattern.said(changes=changes, behind=behind, decided=percent(drama["decided"]))))
    if data["depth"] and data["depth"]["steps"]:
        pattern = Pattern("  depth      {elo} Elo in {count} steps")
        if data["depth"]["is_open"]:
            pattern = Pattern("  depth      {elo} Elo in {count} steps, and the last step still helped")
        lines.append(say(pattern.said(elo=span(data["depth"]["elo"]), count=len(data["depth"]["steps"]))))
    if data["firsts"] and "swap" in data["firsts"]:
        swap = data["firsts"]["swap"]
        pattern = Pattern("  with a swap rule the first player would leave {turn}: {score}")
        lines.append(say(pattern.said(turn=swap["turn"], score=percent(swap["score"]))))
    lines += [say(Said("note: {problem}", problem=doubt["text"])) for doubt in data["trust"]["doubts"]]
    return "\n".join(lines)


def _judged(data: dict[str, Any], conditions: list[Condition]) -> int:
    head = data["cells"][data["head"]]
    failed = [one for one in conditions if one.holds(head)]
    for one in failed:
        pattern = Pattern("{name} is {value}, which makes {condition} hold")
        told = pattern.said(name=one.name, value=f"{one.value(head):.4g}", condition=one.text)
        laboratory.tell(f"tavoliere: {say(told)}")
    return FAILED if failed else 0

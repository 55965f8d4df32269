"""`tavoliere tournament`: everybody against everybody, a cross table and ratings."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli import contest
from tavoliere.apps.cli.common import OPTION, Commands, games_number, note_if_plain, options_text
from tavoliere.apps.cli.speech import say
from tavoliere.arena.ledger import Ledger
from tavoliere.arena.match import ROUND_TAG, SEAT_TAG, Fixture, marked
from tavoliere.arena.ratings import Ratings, ratings
from tavoliere.arena.tournament import TABLE_TAG, Standing, finishing_names, fixtures, standings, tournament_event
from tavoliere.core.said import Pattern, Said, figure
from tavoliere.play.players import PLAYER_FORMS
from tavoliere.records import Record

KEY_TAGS = (ROUND_TAG, TABLE_TAG, SEAT_TAG)


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "tournament",
        help=Said("let several players play each other"),
        description=Said(
            "Let every player play every other one. Each round begins with the same random turns at every "
            "table, and each table plays it in all rotations of the seats. The result is a cross table and "
            "ratings."
        ),
        epilog=Said(
            "example: tavoliere tournament random mcts:nodes=100 mcts:nodes=1000 --game tablut --rounds 10\n"
            "The same command again goes on where it stopped."
        ),
    )
    parser.add_argument(
        "words",
        metavar="PLAYER",
        nargs="+",
        help=Said("players: {player_forms}; and options of the game, like players=3", player_forms=PLAYER_FORMS),
    )
    contest.add_options(parser, rounds=5)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    texts = [word for word in arguments.words if OPTION.fullmatch(word) is None]
    arguments.words = [word for word in arguments.words if OPTION.fullmatch(word)]
    game = contest.chosen_game(arguments)
    players = [contest.chosen_player(text) for text in texts]
    names = [spec.text for spec in players]
    if len(names) < 2:
        raise ValueError(Said("a tournament needs two players at least"))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(Said("{twice} stands there twice; a player takes part once", twice=twice))
    path = contest.file_for(arguments, "tournament", names)
    note_if_plain()
    event = marked(tournament_event(players, arguments.opening, arguments.seed), game, players)
    with Ledger(path, game, event, KEY_TAGS) as ledger:
        todo = _todo(fixtures(game, players, arguments.rounds, arguments.seed), ledger.records)
        contest.play(ledger, todo, arguments, lambda records: _leader(names, records))
        records = [record for record in ledger.records if int(record.other_tags[ROUND_TAG]) < arguments.rounds]
    records.sort(key=_key)
    table = standings(names, records)
    rated = ratings(names, [finishing_names(record) for record in records])
    print((_data if arguments.json else _text)(game, table, rated, records, path))
    return 0


def _key(record: Record) -> tuple[int, list[int], int]:
    round_, table, seat = (record.other_tags[tag] for tag in KEY_TAGS)
    return int(round_), [int(number) for number in table.split("-")], int(seat)


def _todo(every: Iterable[Fixture], records: Sequence[Record]) -> list[Fixture]:
    """The games that are not yet in the file."""
    done = {tuple(record.other_tags[tag] for tag in KEY_TAGS) for record in records}
    return [fixture for fixture in every if tuple(value for _, value in fixture.tags) not in done]


BOUNDED = Said("Somebody won or lost everything; half a draw between each two was added to keep ratings finite.")


def _leader(names: Sequence[str], records: Sequence[Record]) -> str:
    """Who is ahead, for the progress bar."""
    if not records:
        return Said("playing")
    best = max(standings(names, records), key=lambda standing: standing.points / max(1, standing.games))
    pattern = Pattern("{player} leads with {points} of {games}")
    return pattern.said(player=best.name, points=figure(best.points, "g"), games=best.games)


def _data(game: tv.Game, table: list[Standing], rated: Ratings, records: list[Record], path: Path) -> str:
    names = [standing.name for standing in table]
    by_name = {rating.name: rating for rating in rated.players}
    data = {
        "game": game.name, "options": dict(game.options), "games": len(records),
        "players": [
            {
                "name": standing.name, "elo": round(by_name[standing.name].elo, 1) + 0.0,
                "error": round(by_name[standing.name].error, 1),
                "games": standing.games, "points": standing.points, "faults": standing.faults,
                "against": {rival: {"points": got, "games": games} for rival, (got, games) in standing.against.items()},
            }
            for standing in sorted(table, key=lambda standing: -by_name[standing.name].elo)
        ],
        "is_bounded": rated.is_bounded,
        "thinking": contest.thinking_data(records, names),
        "file": str(path), "faults": contest.faults_of(records),
    }  # fmt: skip
    return json.dumps(data, indent=2)


def _text(game: tv.Game, table: list[Standing], rated: Ratings, records: list[Record], path: Path) -> str:
    by_name = {standing.name: standing for standing in table}
    ranked = [by_name[rating.name] for rating in rated.players]
    player, points = say(Said("player")), say(Said("points"))
    width = max(len(player), *(len(standing.name) for standing in ranked))
    lines = [f"{say(games_number(len(records)))}, {game.name} {options_text(game)}".rstrip(), ""]
    columns = "".join(f"{number:>9}" for number in range(1, len(ranked) + 1))
    lines.append(f"    {player:<{width}}  {'Elo':>6} {'+-':>5}  {points:>11}{columns}")
    for number, (standing, rating) in enumerate(zip(ranked, rated.players, strict=True), start=1):
        cells = "".join(f"{_cell(standing, rival):>9}" for rival in ranked)
        score = f"{standing.points:g}/{standing.games}"
        lines.append(
            f"{number:>2}. {standing.name:<{width}}  {rating.elo:>+6.0f} {rating.error:>5.0f}  {score:>11}{cells}"
        )
    lines.append("")
    if not rated.is_bounded:
        lines.append(say(BOUNDED))
    lines += contest.thinking_lines(records, [standing.name for standing in ranked])
    lines += contest.fault_lines(contest.faults_of(records))
    lines.append(say(Said("games: {path}", path=str(path))))
    return "\n".join(lines)


def _cell(standing: Standing, rival: Standing) -> str:
    if standing is rival:
        return "-"
    got, games = standing.against.get(rival.name, (0.0, 0))
    return f"{got:g}/{games}" if games else "."

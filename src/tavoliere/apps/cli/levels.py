"""`tavoliere levels`: the ladder of a game, what is behind each level and how strong it is."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli.bestlines import text_table
from tavoliere.apps.cli.common import Commands, options_text, split_words
from tavoliere.apps.cli.layout import explained, screen_width
from tavoliere.apps.cli.speech import say, tell
from tavoliere.core.facts import Level
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.games import game_from_text
from tavoliere.search.ladder import Ladder, Rung, ladder_of

ORDERS = Said(
    "Elo of a match counts who won, one upper player against all others. Ratings look at the whole order in which "
    "players\nwent out, where chance has a larger part, so they lie closer together than the matches."
)


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "levels",
        help=Said("show the levels of a game and how strong they are"),
        description=Said(
            "Show the levels of a game: what each sees and overlooks, the player behind it, its rating in "
            "Elo with the 95 % error, the champion, and the matches that the ratings rest on."
        ),
        epilog=Said("example: tavoliere levels pit players=3\nA level takes a seat as --white level:3."),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    parser.add_argument("--json", action="store_true", help=Said("print the levels as JSON"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, rest = split_words(arguments.words)
    if rest:
        raise ValueError(Said("options are written like players=3, not {rest}", rest=repr(rest)))
    game = game_from_text(arguments.game, options)
    ladder, faces = ladder_of(game), game.ruleset.levels
    is_usual = any(game == tv.game(game.name, **variant) for variant in game.facts.variants)
    if arguments.json:
        data = {
            "game": game.name, "options": dict(game.options), "is_usual": is_usual, **dataclasses.asdict(ladder),
            "levels": [{**dataclasses.asdict(rung), **_face(faces, rung)} for rung in ladder.levels],
        }  # fmt: skip
        print(json.dumps(data, indent=2))
        return 0
    print(f"{say(game.facts.title)} {options_text(game)}".rstrip())
    tell(Said("champion: {champion}", champion=ladder.champion), end="\n\n")
    if faces:
        print(explained(described(game), screen_width()) + "\n")
    print("\n".join(ladder_lines(ladder, len(game.players))))
    if not is_usual:
        print()
        tell(Said("All this was measured with the usual options; with these it may be different."))
    return 0


def _face(faces: Sequence[Level], rung: Rung) -> dict[str, str]:
    """What a level is called and what is to be expected of it; empty where the game says nothing."""
    face = faces[rung.level - 1] if rung.level <= len(faces) else Level("", "")
    return {"name": face.name, "sentence": face.sentence}


HEADINGS = (Said("level"), Said("Elo"), Said("error"), Said("player"))
OF_MATCHES = {
    "level": Said("level"), "against": Said("against"), "games": Said("games"), "score": Said("score"),
    "low": Said("low"), "elo": Said("Elo"), "high": Said("high"),
}  # fmt: skip
"""What a ladder's file calls the facts of a match, for people."""


def described(game: tv.Game) -> list[tuple[str, str]]:
    """The levels of a game, each with its name and what is to be expected of it."""
    faces = game.ruleset.levels
    rungs = [(rung.level, _face(faces, rung)) for rung in ladder_of(game).levels]
    return [(str(level), _told(face)) for level, face in rungs]


def _told(face: Mapping[str, str]) -> str:
    return Said("{name}. {sentence}", name=face["name"], sentence=face["sentence"]) if face["name"] else ""


def ladder_lines(ladder: Ladder, seats: int) -> list[str]:
    """The levels and the matches for people."""
    rows = [[str(rung.level), *_rating(rung), rung.player] for rung in ladder.levels]
    lines = [text_table(HEADINGS, rows), ""]
    unmeasured = [str(rung.level) for rung in ladder.levels if rung.elo is None]
    if unmeasured:
        lines.append(say(_unmeasured(unmeasured, len(ladder.levels))))
    if ladder.matches:
        lines += [say(Said("The ratings rest on these matches:")), ""]
        headings = list(dict.fromkeys(name for match in ladder.matches for name in match))
        words = [OF_MATCHES.get(name, name) for name in headings]
        lines.append(text_table(words, [[_cell(match.get(name)) for name in headings] for match in ladder.matches]))
        if seats > 2:
            lines += ["", say(ORDERS)]
    return lines


def _unmeasured(names: Sequence[str], levels: int) -> Said:
    if len(names) == levels:
        return Said("No level has been measured yet.")
    if len(names) == 1:
        return Said("Level {level} has not been measured yet.", level=names[0])
    return Said(
        "Levels {levels} and {last} have not been measured yet.", levels=Series(names[:-1], COMMAS), last=names[-1]
    )


def _rating(rung: Rung) -> tuple[str, str]:
    if rung.elo is None:
        return "?", ""
    return f"{rung.elo:.0f}", "" if rung.error is None else f"{rung.error:.0f}"


def _cell(value: Any) -> str:
    """An entry of a match, whatever it is."""
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)

"""`tavoliere levels`: the ladder of a game, what is behind each level and how strong it is."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Sequence
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli.bestlines import text_table
from tavoliere.apps.cli.common import Commands, options_text, split_words
from tavoliere.apps.cli.layout import explained, screen_width
from tavoliere.core.facts import Level
from tavoliere.games import game_from_text
from tavoliere.search.ladder import Ladder, Rung, ladder_of

ORDERS = """\
Elo of a match counts who won, one upper player against all others. Ratings look at the whole order in which players
went out, where chance has a larger part, so they lie closer together than the matches."""


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "levels",
        help="show the levels of a game and how strong they are",
        description="Show the levels of a game: what each sees and overlooks, the player behind it, its rating in Elo "
        "with the 95 % error, the "
        "champion, and the matches that the ratings rest on.",
        epilog="example: tavoliere levels pit players=3\nA level takes a seat as --white level:3.",
    )
    parser.add_argument("game", metavar="GAME", help="a name from `tavoliere games`")
    parser.add_argument("words", metavar="OPTION", nargs="*", help="options of the game, like players=3")
    parser.add_argument("--json", action="store_true", help="print the levels as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, rest = split_words(arguments.words)
    if rest:
        raise ValueError(f"options are written like players=3, not {rest!r}")
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
    print(f"{game.facts.title} {options_text(game)}".rstrip())
    print(f"champion: {ladder.champion}\n")
    if faces:
        print(explained(described(game), screen_width()) + "\n")
    print("\n".join(ladder_lines(ladder, len(game.players))))
    if not is_usual:
        print("\nAll this was measured with the usual options; with these it may be different.")
    return 0


def _face(faces: Sequence[Level], rung: Rung) -> dict[str, str]:
    """What a level is called and what is to be expected of it; empty where the game says nothing."""
    face = faces[rung.level - 1] if rung.level <= len(faces) else Level("", "")
    return {"name": face.name, "sentence": face.sentence}


def described(game: tv.Game) -> list[tuple[str, str]]:
    """The levels of a game, each with its name and what is to be expected of it."""
    faces = game.ruleset.levels
    rungs = [(rung.level, _face(faces, rung)) for rung in ladder_of(game).levels]
    return [(str(level), f"{face['name']}. {face['sentence']}" if face["name"] else "") for level, face in rungs]


def ladder_lines(ladder: Ladder, seats: int) -> list[str]:
    """The levels and the matches for people."""
    rows = [[str(rung.level), *_rating(rung), rung.player] for rung in ladder.levels]
    lines = [text_table(["level", "Elo", "error", "player"], rows), ""]
    unmeasured = [str(rung.level) for rung in ladder.levels if rung.elo is None]
    if unmeasured:
        listed = " and ".join([", ".join(unmeasured[:-1]), unmeasured[-1]] if len(unmeasured) > 1 else unmeasured)
        which = f"Level {listed} has not" if len(unmeasured) == 1 else f"Levels {listed} have not"
        lines.append(f"{'No level has' if len(unmeasured) == len(ladder.levels) else which} been measured yet.")
    if ladder.matches:
        lines += ["The ratings rest on these matches:", ""]
        headings = list(dict.fromkeys(name for match in ladder.matches for name in match))
        lines.append(text_table(headings, [[_cell(match.get(name)) for name in headings] for match in ladder.matches]))
        if seats > 2:
            lines += ["", ORDERS]
    return lines


def _rating(rung: Rung) -> tuple[str, str]:
    if rung.elo is None:
        return "?", ""
    return f"{rung.elo:.0f}", "" if rung.error is None else f"{rung.error:.0f}"


def _cell(value: Any) -> str:
    """An entry of a match, whatever it is."""
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)

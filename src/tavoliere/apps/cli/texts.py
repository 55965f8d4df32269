"""`tavoliere texts`: the file that a translator fills in, for a game or for what all games say."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tavoliere.apps.cli.common import Commands
from tavoliere.core.language import Table
from tavoliere.core.languages import tables_of
from tavoliere.core.ruleset import Ruleset
from tavoliere.games import ruleset
from tavoliere.testing.template import NEW_LANGUAGE, template
from tavoliere.testing.texts import common_texts, game_texts


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "texts",
        help="print the file that a translator fills in",
        description="Print everything that a game says as the file of a language, with what is translated already. "
        "What is left empty is said in English. The file belongs in the game's folder as texts/CODE.toml, "
        "that of --common in the folder of tavoliere.core.",
        epilog="example: tavoliere texts pit --language it > it.toml\nexample: tavoliere texts --common",
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="a name from `tavoliere games`")
    parser.add_argument("--common", action="store_true", help="what all games, records and pictures say")
    parser.add_argument("--language", metavar="CODE", help="the language's code, such as it (default: a new language)")
    parser.add_argument("--texts", metavar="DIR", type=Path, help="a folder of files that are being tried out")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if bool(arguments.game) == arguments.common:
        raise ValueError("say the name of a game, or --common for what all games say")
    found = None if arguments.common else ruleset(arguments.game)
    shared = common_texts()
    texts = shared if found is None else game_texts(found)
    language, own = _known(arguments.language, found, arguments.texts)
    print(template(texts, own, language, () if found is None else shared.sentences), end="")
    for fault in texts.faults:
        print(f"cannot be translated: {fault}", file=sys.stderr)
    return 1 if texts.faults else 0


def _known(code: str | None, found: Ruleset | None, folder: Path | None) -> tuple[Table, Table]:
    """The facts of a language, and what the file to be printed has already."""
    if code is None:
        return NEW_LANGUAGE, {}
    shared = tables_of(code, "", "", folder)
    language = next((table["language"] for table in shared if "language" in table), NEW_LANGUAGE)
    if found is None:
        return language, shared[0] if shared else {}
    own = tables_of(code, found.package, found.facts.name, folder)[: -len(shared) or None]
    return language, own[0] if own else {}

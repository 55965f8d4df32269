"""`tavoliere texts`: the file that a translator fills in, and the sheet by which a translation is read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tavoliere.apps.cli.common import Commands, all_games
from tavoliere.apps.cli.speech import own_tables, warn
from tavoliere.apps.web.texts import english, page_texts
from tavoliere.core.language import Language, LanguageError, Table
from tavoliere.core.languages import languages, tables_of
from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import COMMAS, ENGLISH, Said, Series
from tavoliere.games import ruleset
from tavoliere.testing.sheet import game_sheet, page_sheet, shared_sheet
from tavoliere.testing.template import NEW_LANGUAGE, template
from tavoliere.testing.texts import common_texts, game_texts, terminal_texts


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "texts",
        help=Said("print the file that a translator fills in, or a sheet to read a translation by"),
        description=Said(
            "Print everything that a game says as the file of a language, with what is translated already. "
            "What is left empty is said in English. The file belongs in the game's folder as texts/CODE.toml, "
            "that of --common in the folder of tavoliere.core, that of --terminal in that of tavoliere.apps.cli. "
            "With --sheet, print every sentence of a language with every piece, number and colour that it can hold."
        ),
        epilog=Said(
            "example: tavoliere texts pit --language it > it.toml\nexample: tavoliere texts --common\n"
            "example: tavoliere texts --sheet it > sheet.txt"
        ),
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help=Said("a name from `tavoliere games`"))
    parser.add_argument("--common", action="store_true", help=Said("what all games, records and pictures say"))
    parser.add_argument("--terminal", action="store_true", help=Said("what these commands say"))
    parser.add_argument("--page", action="store_true", help=Said("what the page says by itself, as JSON"))
    parser.add_argument(
        "--language", metavar="CODE", help=Said("the language's code, such as it (default: a new language)")
    )
    parser.add_argument("--texts", metavar="DIR", type=Path, help=Said("a folder of files that are being tried out"))
    parser.add_argument(
        "--sheet", metavar="CODE", help=Said("the sentences of a language filled in, of one game or of everything")
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.sheet is not None:
        return _sheet(arguments)
    if bool(arguments.game) + arguments.common + arguments.terminal + arguments.page != 1:
        raise ValueError(Said("say the name of a game, --common for what all games say, --terminal or --page"))
    if arguments.page:
        known = {} if arguments.language is None else page_texts(arguments.language, arguments.texts)
        print(json.dumps({key: known.get(key, "") for key in english()}, ensure_ascii=False, indent=2))
        return 0
    found = ruleset(arguments.game) if arguments.game else None
    shared = common_texts()
    texts = terminal_texts() if arguments.terminal else shared if found is None else game_texts(found)
    language, own = _known(arguments, found)
    print(template(texts, own, language, () if arguments.common else shared.sentences), end="")
    for fault in texts.faults:
        warn(Said("cannot be translated: {fault}", fault=fault))
    return 1 if texts.faults else 0


def _known(arguments: argparse.Namespace, found: Ruleset | None) -> tuple[Table, Table]:
    """The facts of a language, and what the file to be printed has already."""
    code, folder = arguments.language, arguments.texts
    if code is None:
        return NEW_LANGUAGE, {}
    shared = tables_of(code, "", "", folder)
    language = next((table["language"] for table in shared if "language" in table), NEW_LANGUAGE)
    own = shared
    if arguments.terminal:
        own = own_tables(code, folder)
    elif found is not None:
        own = tables_of(code, found.package, found.facts.name, folder)[: -len(shared) or None]
    return language, own[0] if own else {}


# The sheet


def _sheet(arguments: argparse.Namespace) -> int:
    code, folder = arguments.sheet, arguments.texts
    if code not in languages(folder):
        known = Series(languages(folder), COMMAS)
        raise LanguageError(Said("there is no language {code}; the languages: {known}", code=repr(code), known=known))
    wanted = [arguments.game] if arguments.game else all_games()
    for name in wanted:
        print("\n".join([*game_sheet(code, ruleset(name), folder), ""]))
    if not arguments.game:
        _print_what_games_share(code, folder, wanted)
    return 0


def _print_what_games_share(code: str, folder: Path | None, names: list[str]) -> None:
    """The rest of the sheet: what all games say, the terminal, and the page with the players of the largest game."""
    shared = tables_of(code, "", "", folder)
    speaker = ENGLISH if code == ENGLISH.code else Language(code, [*own_tables(code, folder), *shared])
    print("\n".join(["# core", *shared_sheet(speaker, common_texts().sentences), ""]))
    print("\n".join(["# terminal", *shared_sheet(speaker, terminal_texts().sentences), ""]))
    largest = max(names, key=lambda name: len(ruleset(name).facts.players))
    print("\n".join(["# page", *page_sheet(page_texts(code, folder), english(), code, ruleset(largest), folder)]))

"""The files of languages: one for what all games share, and one in the folder of each game, `texts/<code>.toml`.

The folder of a game is that of its ruleset's package, so a game from another package has its texts in the same way.
Whoever tries out a translation gives a folder of their own: `<code>.toml` in it is for all games, `<game>/<code>.toml`
for one. They count before the installed file of the same purpose.
"""

from __future__ import annotations

import functools
import importlib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from tavoliere.core.language import Language, LanguageError, Table, read_language
from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import ENGLISH, Speaker

KEPT = 256
"""Languages kept in memory: some for each game."""


def languages(folder: Path | None = None) -> tuple[str, ...]:
    """The codes of the languages there are. English is always one, and the first."""
    codes = {
        file.name.removesuffix(".toml")
        for place in _places("", "", folder)
        if place.is_dir()
        for file in place.iterdir()
        if file.name.endswith(".toml")
    }
    return (ENGLISH.code, *sorted(codes - {ENGLISH.code}))


def language(code: str, ruleset: Ruleset | None = None, folder: Path | None = None) -> Speaker:
    """The speaker of a language, with the words of a game if a ruleset is given. `LanguageError` if there is none."""
    if code == ENGLISH.code:
        return ENGLISH
    if code not in languages(folder):
        raise LanguageError(f"there is no language {code!r}; the languages: {', '.join(languages(folder))}")
    if ruleset is None:
        return _language(code, "", "", folder)
    return _language(code, ruleset.package, ruleset.facts.name, folder)


def tables_of(code: str, package: str, game: str, folder: Path | None = None) -> list[Table]:
    """What the files of a language hold, first what counts first."""
    files = [place.joinpath(f"{code}.toml") for place in _places(package, game, folder)]
    return [read_language(file.read_text(encoding="utf-8"), str(file)) for file in files if file.is_file()]


def _places(package: str, game: str, folder: Path | None) -> list[Traversable]:
    """The folders that may hold a language's files: those of a game, then those of all games."""
    tried: list[Traversable] = [] if folder is None else [folder]
    common = [*tried, _texts_of(COMMON)]
    if not package:
        return common
    return [*(place.joinpath(game) for place in tried), _texts_of(package), *common]


COMMON = "tavoliere.core"


def _texts_of(package: str) -> Traversable:
    return resources.files(importlib.import_module(package)).joinpath("texts")


@functools.lru_cache(maxsize=KEPT)
def _language(code: str, package: str, game: str, folder: Path | None) -> Language:
    return Language(code, tables_of(code, package, game, folder))

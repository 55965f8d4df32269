"""What the terminal says, in the language of whoever sits at it: chosen by `--language`, else by the environment.

Commands make messages (`core/said.py`); they get their words here, where they are printed, and nowhere before. The
texts of the terminal itself are in the folder `texts` of this room; those of games and of other rooms are their own.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from importlib import resources
from pathlib import Path
from typing import Any, TextIO

from tavoliere.core.language import Language, LanguageError, Table, read_language
from tavoliere.core.languages import languages, tables_of
from tavoliere.core.said import COMMAS, ENGLISH, Said, Series, Speaker
from tavoliere.games import games, ruleset, usable_games

OPTION = "--language"
FOLDER = "TAVOLIERE_TEXTS"
"""The variable that names a folder of files that are being tried out."""
OWN = "terminal"
"""Where such a folder has the texts of the terminal."""
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
WITHOUT = ("", "C", "POSIX")


@dataclasses.dataclass(frozen=True)
class Spoken:
    """The language that is spoken, and the game whose words it has."""

    code: str = ENGLISH.code
    game: str = ""
    folder: Path | None = None


SPOKEN: ContextVar[Spoken] = ContextVar("spoken", default=Spoken())  # noqa: B039 - frozen


# Which language


def speak(arguments: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Speak the language that the arguments name, else that of the environment; the arguments without it."""
    folder = Path(environment[FOLDER]) if environment.get(FOLDER) else None
    wanted, rest = _asked(arguments)
    if wanted is not None and wanted not in languages(folder):
        known = Series(languages(folder), COMMAS)
        raise LanguageError(Said("there is no language {code}; the languages: {known}", code=repr(wanted), known=known))
    SPOKEN.set(Spoken(wanted or _preferred(environment, languages(folder)), "", folder))
    return rest


def _asked(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language among the arguments, and the others. After `texts` the option means the file that is printed."""
    wanted, rest = None, list(arguments)
    end = rest.index("texts") if "texts" in rest else len(rest)
    for place, word in enumerate(rest[:end]):
        name, sign, value = word.partition("=")
        if name == OPTION and (sign or place + 1 < len(rest)):
            wanted = value if sign else rest[place + 1]
            del rest[place : place + (1 if sign else 2)]
            break
    return wanted, rest


def _preferred(environment: Mapping[str, str], known: Iterable[str]) -> str:
    """The first language of the environment that there is, by the rules of gettext; English if there is none."""
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    if locale.partition(".")[0] in WITHOUT:
        return ENGLISH.code
    tags = [*environment.get("LANGUAGE", "").split(":"), locale]
    names = (tag.partition(".")[0].partition("@")[0] for tag in tags)
    codes = (code for name in names for code in (name.replace("_", "-"), name.partition("_")[0]))
    return next((code for code in codes if code in known), ENGLISH.code)


def speak_of(game: str) -> None:
    """Use the words of a game from now on, such as the gender of its pieces; of none if there is no such game."""
    SPOKEN.set(dataclasses.replace(SPOKEN.get(), game=game if game in games() else ""))


# In words


def speaker() -> Speaker:
    """Who speaks at this terminal."""
    return _speaker(SPOKEN.get())


def speaker_of(game: str) -> Speaker:
    """The same with the words of a game, or of none."""
    return _speaker(dataclasses.replace(SPOKEN.get(), game=game))


@functools.lru_cache(maxsize=32)
def _speaker(spoken: Spoken) -> Speaker:
    if spoken.code == ENGLISH.code:
        return ENGLISH
    rules = ruleset(spoken.game) if spoken.game else None
    package, name = ("", "") if rules is None else (rules.package, rules.facts.name)
    return Language(
        spoken.code, [*own_tables(spoken.code, spoken.folder), *tables_of(spoken.code, package, name, spoken.folder)]
    )


def own_tables(code: str, folder: Path | None = None) -> list[Table]:
    """The texts of the terminal itself, those that are tried out first."""
    tried = [] if folder is None else [folder / OWN]
    files = [place.joinpath(f"{code}.toml") for place in [*tried, resources.files(__package__).joinpath("texts")]]
    return [read_language(file.read_text(encoding="utf-8"), str(file)) for file in files if file.is_file()]


def say(message: str) -> str:
    """A message in words; plain text stays as it is. One of a game that nobody spoke of has that game's words."""
    spoken = SPOKEN.get()
    if spoken.code == ENGLISH.code or spoken.game:
        return speaker().say(message)
    unknown = [pattern for pattern in patterns_in(message) if speaker().known(pattern) is pattern]
    known_by = (game for game in usable_games()[0] if unknown and unknown[0] in _sentences(spoken, game))
    return _speaker(dataclasses.replace(spoken, game=next(known_by, ""))).say(message)


def patterns_in(message: object) -> list[str]:
    """The patterns of a message and of those inside it."""
    if isinstance(message, Series):
        return [pattern for item in message.items for pattern in patterns_in(item)]
    if not isinstance(message, Said):
        return []
    inner = [pattern for value in message.values.values() for pattern in patterns_in(value)]
    return [message.pattern, *inner]


def _sentences(spoken: Spoken, game: str) -> Mapping[str, str]:
    found = _speaker(dataclasses.replace(spoken, game=game))
    return found.sentences if isinstance(found, Language) else {}


def tell(message: str = "", *, file: TextIO | None = None, end: str = "\n", flush: bool = False) -> None:
    """Print a message in words."""
    print(say(message), file=file or sys.stdout, end=end, flush=flush)


def warn(message: str, *, flush: bool = False) -> None:
    """The same on stderr."""
    tell(message, file=sys.stderr, flush=flush)


# What the parser of arguments says by itself

PARSER = (
    Said("usage: "),
    Said("positional arguments"),
    Said("options"),
    Said("show this help message and exit"),
    Said("%(prog)s: error: %(message)s\n"),
    Said("argument %(argument_name)s: %(message)s"),
    Said("the following arguments are required: %s"),
    Said("one of the arguments %s is required"),
    Said("expected one argument"),
    Said("expected at most one argument"),
    Said("expected at least one argument"),
    Said("expected %s argument"),
    Said("expected %s arguments"),
    Said("invalid %(type)s value: %(value)r"),
    Said("invalid choice: %(value)r (choose from %(choices)s)"),
    Said("not allowed with argument %s"),
    Said("ignored explicit argument %r"),
    Said("ambiguous option: %(option)s could match %(matches)s"),
)
"""Its sentences, which it fills in itself; those that it does not know here stay English."""


def let_the_parser_speak() -> None:
    """Give `argparse` our words: it asks gettext for each sentence, and here we answer instead."""
    own: Any = argparse
    own._ = lambda sentence: speaker().known(sentence)
    own.ngettext = lambda one, many, count: speaker().known(one if count == 1 else many)

"""Batches in files: what the arrays are for stands beside them, and nothing is believed that does not fit."""

from __future__ import annotations

import ast
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from tavoliere.core.errors import OptionError
from tavoliere.core.said import Said
from tavoliere.games import game
from tavoliere.gym.array import Array

ABOUT = "about"
FORMAT = 1


def write(path: str | os.PathLike[str], about: dict[str, Any], arrays: dict[str, Array]) -> None:
    """A file of arrays with a text about them."""
    with Path(path).open("wb") as file:
        np.savez(file, allow_pickle=False, about=np.array(repr({"format": FORMAT, **about})), **arrays)


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, Array]]:
    """What `write` has written; a `ValueError` says that a file is something else."""
    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        about = ast.literal_eval(str(arrays.pop(ABOUT)))
        if about.pop("format") != FORMAT:
            raise ValueError("another format")
    except (KeyError, ValueError, SyntaxError, EOFError, AttributeError, TypeError, zipfile.BadZipFile) as error:
        raise ValueError(
            Said("{path} is not the file of a batch ({error})", path=str(path), error=str(error))
        ) from error
    return about, arrays


def batch_from(make: Any, path: str | os.PathLike[str]) -> Any:
    """The batch that a file holds."""
    about, arrays = read(path)
    try:
        name, options, rules = about.pop("name"), about.pop("options"), about.pop("rules")
        found = game(name, **options)
        if found.facts.rules_version != rules:
            raise ValueError(Said("it was written under other rules of {game}", game=name))
        batch = make(found, **about)
        batch.take(arrays)
    except (KeyError, TypeError, OptionError, ValueError) as error:
        raise ValueError(
            Said("{path} is not the file of a batch ({error})", path=str(path), error=str(error))
        ) from error
    return batch

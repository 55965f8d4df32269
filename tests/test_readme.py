"""The README is executed: its Python runs, its commands exist."""

import contextlib
import io
import re
import tomllib
from pathlib import Path

import pytest

from tavoliere.apps.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.usefixtures("only_our_games")
def test_the_examples_print_what_their_comments_say():
    scope: dict[str, object] = {}
    for block in BLOCKS:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(block, scope)  # noqa: S102 - the point of this test
        expected = re.findall(r"print\(.*?\)\s+# (.*)", block)
        assert printed.getvalue().splitlines()[: len(expected)] == expected
    assert len(BLOCKS) == 3


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`tavoliere ([\w-]+)", README))))
def test_every_command_of_the_readme_exists(command, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0


def test_the_make_targets_of_the_readme_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"make (\w+)", README)):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE)


def test_the_readme_opens_with_a_picture_that_is_there_and_small():
    first = README.split("\n\n")[1]
    picture = ROOT / re.fullmatch(r"!\[[^\]]+\]\(([^)]+)\)", first)[1]
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size < 200_000


def test_every_extra_is_explained():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    explained = README.partition("## Install")[2].partition("\n## ")[0]
    assert [extra for extra in extras if f"`{extra}`" not in explained] == []


def test_play_installs_only_what_playing_needs():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^play: \$\(PLAYING\) ", makefile, flags=re.MULTILINE)
    recipe = re.search(r"^\$\(PLAYING\):.*?\n\n", makefile, flags=re.MULTILINE | re.DOTALL)[0]
    assert re.findall(r"\[(.*)\]'$", recipe, flags=re.MULTILINE) == ["fast,web"]

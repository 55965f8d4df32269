"""`tavoliere new`: a package for a game, or a sentence that says why not; nothing is ever written over."""

import tomllib

import pytest

from tavoliere.apps.cli import main
from tavoliere.apps.cli.new import written


def test_everything_of_a_package_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "hare-and-hounds"]) == 0
    files = {path.relative_to(tmp_path / "hare-and-hounds").as_posix() for path in tmp_path.rglob("*.*")}
    parts = ("__init__", "rules", "notation", "face", "why", "words", "symmetry", "evaluate")
    assert files == {
        "pyproject.toml", "README.md", "tests/test_hare_and_hounds.py", "hare_and_hounds/rules.md",
        "hare_and_hounds/texts/it.toml", *(f"hare_and_hounds/{part}.py" for part in parts),
    }  # fmt: skip
    told = capsys.readouterr().out
    assert "Hare And Hounds is in hare-and-hounds" in told and "tavoliere conform hare-and-hounds" in told
    assert all(f"  {file}\n" in told for file in files)


def test_name_title_and_package_stand_where_they_belong():
    files = written("hare-and-hounds", "Hare & Hounds")
    assert not [name for name, text in files.items() if "$" in text or "template" in name]
    for name in (name for name in files if name.endswith(".py")):
        compile(files[name], name, "exec")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert project["entry-points"]["tavoliere.games"] == {"hare-and-hounds": "hare_and_hounds:RULESET"}
    assert 'title=Said("Hare & Hounds")' in files["hare_and_hounds/rules.py"]
    assert "class HareAndHounds(NamedTuple):" in files["hare_and_hounds/rules.py"]
    assert tomllib.loads(files["hare_and_hounds/texts/it.toml"])["sentences"]["Hare & Hounds"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["3men"], "a game's name is lower-case words joined by hyphens, like my-game, not '3men'"),
        (["My-Game"], "lower-case words joined by hyphens"),
        (["my_game"], "like my-game, not 'my_game'"),
        (["../up"], "like my-game, not '../up'"),
        (["pit"], "there is a game 'pit' already"),
        (["class"], "'class' is a word of Python"),
        (["random"], "there is a Python module 'random' already"),
        (["tavoliere"], "there is a Python module 'tavoliere' already"),
        (["mine", "--title", 'A "title"'], "a title is one line without quotation marks"),
        (["mine", "--title", ""], "a title is one line"),
        (["mine", "--title", "two\nlines"], "a title is one line"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written(arguments, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", *arguments]) == 1
    assert told in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path, capsys):
    folder = tmp_path / "mine"
    assert main(["new", "mine", "--dir", str(folder)]) == 0
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    assert main(["new", "other", "--dir", str(folder)]) == 1
    assert "exists already and is not an empty folder; nothing was written" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    assert main(["new", "other", "--dir", str(file)]) == 1 and file.read_text(encoding="utf-8") == "mine"
    (tmp_path / "empty").mkdir()
    assert main(["new", "other", "--dir", str(tmp_path / "empty")]) == 0

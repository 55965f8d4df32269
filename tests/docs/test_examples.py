"""The examples of the documentation run and show what the pages say; `examples.py` says how they are written."""

import contextlib

import pytest

from tests.docs.examples import assert_shown, run_command, run_page
from tests.docs.pages import DOCS, items_of, name_of, pages

# Its examples need the game that the page builds: test_adding_a_game.py runs them.
ELSEWHERE = DOCS / "adding-a-game.md"
WITH_EXAMPLES = [
    page for page in pages() if page != ELSEWHERE and any(item.language in ("python", "sh") for item in items_of(page))
]


@pytest.mark.usefixtures("only_our_games")
@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=name_of)
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.setenv("TAVOLIERE_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "reader"
    folder.mkdir()
    with contextlib.chdir(folder):
        assert run_page(page) > 0


def test_the_pages_that_promise_examples_have_them():
    named = {name_of(page) for page in WITH_EXAMPLES}
    assert {"index.md", "records.md", "terminal.md", "actions.md", "games/pit.md", "games/never-alone.md"} <= named


# The tests of the tests


@pytest.mark.parametrize(("written", "shown"), [
    ("a\nb\n", "a\nb"), ("a  \n\n", "a"), ("a\nb\nc\n", "a\n...\nc"), ("a\nc\n", "a\n...\nc"), ("", ""),
])  # fmt: skip
def test_what_is_shown_agrees(written, shown):
    assert_shown(written, shown)


@pytest.mark.parametrize(
    ("written", "shown"), [("a\nb\n", "a"), ("a\n", "a\nb"), ("axb\n", "a.b"), ("", "a"), ("a\n", "")]
)
def test_what_is_shown_differs(written, shown):
    with pytest.raises(AssertionError):
        assert_shown(written, shown)


def run_text(text, folder):
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    with contextlib.chdir(folder):
        return run_page(page)


def test_a_block_that_prints_something_else_is_noticed(tmp_path):
    with pytest.raises(AssertionError):
        run_text("```python\nprint(1 + 1)  # 3\n```\n", tmp_path)


def test_a_block_that_prints_more_than_it_says_is_noticed(tmp_path):
    with pytest.raises(AssertionError):
        run_text("```python\nprint(1 + 1)\n```\n", tmp_path)


SHARED = """
```python
from pathlib import Path
```

`note.txt`:

```text
hello
```

```python
print(Path("note.txt").read_text())
```

```text
hello
```
"""


def test_blocks_share_a_scope_and_files_are_written(tmp_path):
    assert run_text(SHARED, tmp_path) == 2


def test_a_command_that_fails_is_noticed(tmp_path):
    with pytest.raises(AssertionError, match="exit code 1"):
        run_text("```sh\ntavoliere show tablot\n```\n", tmp_path)
    assert run_text("<!-- exit: 1 -->\n```sh\ntavoliere show tablot\n```\n", tmp_path) == 1


def test_other_commands_are_not_allowed():
    for line in ("rm -r everything", "make nonsense", "echo hello | cat"):
        with pytest.raises(AssertionError):
            run_command(line)

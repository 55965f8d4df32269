"""Runs the examples of a documentation page, as a reader would from top to bottom, in one empty directory.

- ```python blocks share one scope. What a block prints is compared with the ```text block that directly follows it, or
  else with the comments after its `print(...)` calls, line by line; nothing else may be printed.
- ```sh blocks: each line is a command. `tavoliere ...` is run, also behind a pipe; of `make TARGET` it is checked that
  the target exists; `pip install ...`, `python -m ...` and `tavoliere new ...` are left to the reader; anything else is
  not allowed. What a block writes is compared with the ```text block that directly follows it; if there is none, it is
  not compared.
- In a ```text block a line `...` stands for any number of lines.
- `<!-- typed: LINE | LINE -->` above a ```sh block gives the lines that a person types.
- `<!-- exit: N -->` above a ```sh block says that its last command fails with this exit code; all others must succeed.
- Blocks below a line with nothing but a file's name, like `rules.py`:, are files. They are written, not run.

As a program, `python -m tests.docs.examples PAGE` does this for a page in the current directory.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from unittest import mock

from tavoliere.apps.cli import main
from tests.docs.pages import FILE_NAME, ROOT, Item, items_of

SAID = re.compile(r"print\(.*\)\s+# (.*)")
NOISE = ("compiling ", "note: ")
LEFT_TO_THE_READER = (["pip", "install"], ["python", "-m"], ["tavoliere", "new"])


def run_page(page: Path) -> int:
    """Run a page's examples in the current directory; returns how many there were."""
    scope: dict[str, object] = {"__name__": "__main__"}
    items = items_of(page)
    count = 0
    for place, item in enumerate(items):
        file = FILE_NAME.fullmatch(items[place - 1].text) if place else None
        if item.kind == "block" and file:
            Path(file[1]).parent.mkdir(parents=True, exist_ok=True)
            Path(file[1]).write_text(item.text + "\n", encoding="utf-8")
            continue
        if item.kind != "block" or item.language not in ("python", "sh"):
            continue
        following = items[place + 1] if place + 1 < len(items) else None
        shown = following.text if following is not None and following.language == "text" else None
        try:
            if item.language == "python":
                _run_python(item.text, shown, scope)
            else:
                _run_shell(item.text, shown, _comments_above(items, place))
        except AssertionError as error:
            raise AssertionError(f"{page}:{item.line}: {error}") from error
        count += 1
    return count


def _comments_above(items: tuple[Item, ...], place: int) -> dict[str, str]:
    found = {}
    while place and items[place - 1].kind == "comment":
        place -= 1
        kind, _, rest = items[place].text.partition(": ")
        found[kind] = rest
    return found


def _run_python(code: str, shown: str | None, scope: dict[str, object]) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "example", "exec"), scope)  # noqa: S102 - the point of these tests
    expected = shown if shown is not None else "\n".join(SAID.findall(code))
    assert_shown(printed.getvalue(), expected)


def _run_shell(lines: str, shown: str | None, comments: dict[str, str]) -> None:
    typed = "".join(f"{line.strip()}\n" for line in comments["typed"].split("|")) if "typed" in comments else ""
    commands = [line for line in lines.splitlines() if line and not line.startswith("#")]
    written = ""
    for number, line in enumerate(commands, start=1):
        expected = int(comments.get("exit", 0)) if number == len(commands) else 0
        code, output = run_command(line, typed)
        assert code == expected, f"{line!r} gave exit code {code}:\n{output}"
        written += output
    if shown is not None:
        assert_shown(written, shown)


def run_command(line: str, typed: str = "") -> tuple[int, str]:
    """The exit code of a command line, and what it wrote."""
    words = shlex.split(line, comments=True)
    if words[0] == "make":
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert re.search(rf"^{words[1]}:", makefile, flags=re.MULTILINE), f"there is no target {words[1]!r}"
        return 0, ""
    if words[:2] in LEFT_TO_THE_READER:
        return 0, ""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    if set(words) & {"|", "<", ">"}:
        assert "tavoliere" in words, f"nothing to test in {line!r}"
        done = subprocess.run(
            ["sh", "-c", line], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
        )
        return done.returncode, quiet(done.stdout + done.stderr)
    assert words[0] == "tavoliere", f"neither a tavoliere command nor a make target: {line!r}"
    out, err = io.StringIO(), io.StringIO()
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        stack.enter_context(mock.patch("sys.stdin", io.StringIO(typed)))
        stack.enter_context(mock.patch.dict(os.environ, PATH=path))
        try:
            code = main(words[1:])
        except SystemExit as stopped:
            code = int(stopped.code or 0)
    return code, quiet(out.getvalue() + err.getvalue())


def quiet(text: str) -> str:
    """The text without lines that stand there at a first use only."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(NOISE))


def assert_shown(written: str, shown: str) -> None:
    """What was written is what the page shows; spaces at the ends of lines and empty lines at both ends aside."""
    lines = "\n".join(line.rstrip() for line in written.splitlines()).strip("\n")
    parts = ["^"]
    for line in shown.strip("\n").splitlines():
        parts.append(r"(?:.*\n)*" if line == "..." else re.escape(line.rstrip()) + r"\n")
    assert re.fullmatch("".join(parts), lines + "\n" if lines else ""), f"the page shows\n{shown}\nbut it is\n{lines}"


if __name__ == "__main__":
    print(run_page(Path(sys.argv[1]).resolve()))

"""The logic of the page's modules, by Node's own test runner; each file of tests counts as one here."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.test.js"))
MISSING = (
    "Node.js is not installed (Debian: apt-get install nodejs npm), so the page's modules were not tested on their own"
)


@pytest.fixture(scope="module")
def node() -> str:
    program = shutil.which("node")
    if program is None:
        if os.environ.get("TAVOLIERE_REQUIRE_ALL") == "1":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return program


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_modules_of_the_page(node, file):
    ran = subprocess.run([node, "--test", str(file)], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "# fail 0" in ran.stdout and "# pass 0" not in ran.stdout


def test_there_are_tests_to_run():
    assert len(FILES) >= 6

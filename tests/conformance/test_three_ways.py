"""The rules suite passes uncompiled and with bounds checks as well; an ordinary run is the compiled one."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SUMMARY = re.compile(r"rules suite: mode (\w+), (\d+) positions checked, (\d+) kernels compiled")
CLOSING = re.compile(r"(\d+) passed in [0-9.]+s.*")


@pytest.mark.parametrize("mode", ["plain", "bounds"])
def test_the_rules_suite_passes(mode):
    environment = {**os.environ, "TAVOLIERE_TEST_MODE": mode, "NUMBA_BOUNDSCHECK": "1" if mode == "bounds" else "0"}
    environment = {name: value for name, value in environment.items() if not name.startswith("PYTEST_")}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/rules", "-n", "0", "-q", "-p", "no:cacheprovider"],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    output = run.stdout + run.stderr
    assert run.returncode == 0, output
    closing = CLOSING.fullmatch(run.stdout.strip().splitlines()[-1])
    assert closing is not None and int(closing[1]) > 500, output
    summary = SUMMARY.search(run.stdout)
    assert summary is not None and summary[1] == mode, output
    assert int(summary[2]) > 500, output
    assert (int(summary[3]) > 0) == (mode == "bounds"), output


def test_a_mode_that_does_not_exist_is_refused():
    run = subprocess.run(
        [sys.executable, "-c", "import tests.rules.engine"],
        cwd=ROOT, env={**os.environ, "TAVOLIERE_TEST_MODE": "fast"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode != 0 and "TAVOLIERE_TEST_MODE" in run.stderr

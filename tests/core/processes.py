"""Programs in a fresh interpreter, for what only a new process can show: imports, settings, the disk cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 300  # seconds until a process that hangs is given up; nothing is measured


def start_program(program: str, *, folder: Path = ROOT, cache: Path | None = None, **settings: str) -> Any:
    """Start a program that can import what lies in a folder; without a cache of its own it uses that of all tests."""
    # Bytecode files are found by time and size: a rule edited within a second would run as the old one.
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"} | settings
    if cache is not None:
        environment["TAVOLIERE_CACHE_DIR"] = str(cache)
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def printed_by(process: Any) -> Any:
    """Wait for a program that prints one JSON value, and return the value."""
    try:
        output, complaints = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    assert process.returncode == 0, complaints
    assert complaints == ""
    return json.loads(output)


def run_program(program: str, *, folder: Path = ROOT, cache: Path | None = None, **settings: str) -> Any:
    """Run a program in a new process; the JSON value that it prints."""
    return printed_by(start_program(program, folder=folder, cache=cache, **settings))

"""Shared by all tests: one cache of machine code inside the checkout, so that each kernel is compiled once."""

import importlib
import os
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
os.environ["LANGUAGE"] = "en"  # whatever is spoken where the tests run
os.environ.setdefault("TAVOLIERE_CACHE_DIR", str(ROOT / ".cache" / "kernels"))

# A script that runs the tests in the background has them ignore Ctrl-C, and so would the programs they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def only_our_games(monkeypatch):
    """What is shown to readers is shown as without games of other packages, whatever this environment knows."""
    monkeypatch.setattr(importlib.import_module("tavoliere.games"), "_registered", dict)

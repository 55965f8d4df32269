"""Shared by all tests: one cache of machine code inside the checkout, so that each kernel is compiled once."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.environ.setdefault("TAVOLIERE_CACHE_DIR", str(ROOT / ".cache" / "kernels"))

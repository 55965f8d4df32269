"""Packages in a folder, registered as if they were installed: one file each, made from a game of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOUND = """
import dataclasses
from types import SimpleNamespace
from tavoliere.games.pathwayz import RULESET as MODEL

FACTS = dataclasses.replace(MODEL.facts, name="{name}", title="{title}")


def scene(state, options):
    return dataclasses.replace(MODEL.face.scene(state, options), game=FACTS.name)


FACE = SimpleNamespace(scene=scene, steps=MODEL.face.steps, events_of=MODEL.face.events_of)
{before}
RULESET = dataclasses.replace(MODEL, where="{module}:RULESET", facts=FACTS, face=FACE{changes})
"""


def installed(
    folder: Path, name: str, before: str = "", changes: str = "", files: dict[str, str] | None = None
) -> Path:
    """Register a game that is Pathwayz with changes; returns the folder that makes it known."""
    module = name.replace("-", "_")
    package = folder / module
    package.mkdir()
    source = SOUND.format(name=name, title=name.title(), before=before, module=module, changes=changes)
    (package / "__init__.py").write_text(source, encoding="utf-8")
    for file, text in (files or {}).items():
        (package / file).write_text(text, encoding="utf-8")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[tavoliere.games]\n{name} = {module}:RULESET\n", encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command with the packages of a folder known."""
    return python(folder, "-m", "tavoliere", *arguments, cwd=cwd)


def python(folder: Path, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    known = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(known)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=cwd, timeout=300, check=False)

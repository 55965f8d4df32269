"""Games of other packages: a broken one is named and disturbs nothing else, and a sound one breaks no test of ours."""

import ast
import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent

BROKEN = """[tavoliere.games]
bad = nowhere.module:RULESET
wrong = math:pi
"""


def run(folder, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "tavoliere", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)


def test_a_broken_package_is_named_and_the_other_games_work(tmp_path):
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(BROKEN, encoding="utf-8")
    listed = run(tmp_path, "games")
    assert listed.returncode == 0
    assert "tablut" in listed.stdout
    assert "'bad', registered as nowhere.module:RULESET, cannot be loaded" in listed.stderr
    assert "'wrong' does not give a ruleset of that name" in listed.stderr
    asked = run(tmp_path, "show", "bad")
    assert asked.returncode == 1
    assert "cannot be loaded" in asked.stderr
    assert "Traceback" not in listed.stderr + asked.stderr


def test_our_tests_iterate_our_own_games():
    """Whoever has a game of another package installed must not see our tests fail because of it."""
    found = [
        f"{path.relative_to(TESTS.parent)}:{part.lineno}"
        for path in sorted(TESTS.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for part in _iterated(node)
        if _asks_for_all_games(part)
    ]
    assert found == [], "games() may have games of other packages; own_games() are ours"


def test_the_guard_sees_what_it_should():
    seen = [
        "for name in tv.games(): pass",
        "x = [name for name in sorted(games())]",
        "mark.parametrize('name', games())",
    ]
    unseen = [
        "assert told == tv.games()",
        "for name in own_games(): pass",
        "for game in open_games(path).games(): pass",
    ]
    results = [
        any(_asks_for_all_games(part) for node in ast.walk(ast.parse(line)) for part in _iterated(node))
        for line in [*seen, *unseen]
    ]
    assert results == [True] * 3 + [False] * 3


def _iterated(node: ast.AST) -> list[ast.expr]:
    """What a piece of syntax goes through one by one."""
    if isinstance(node, ast.For | ast.comprehension):
        return [node.iter]
    is_parametrize = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return list(node.args) if is_parametrize and node.func.attr == "parametrize" else []


def _asks_for_all_games(part: ast.AST) -> bool:
    calls = [node.func for node in ast.walk(part) if isinstance(node, ast.Call)]
    return any(ast.unparse(function) in ("games", "tv.games", "tavoliere.games") for function in calls)

"""The referees stay independent: they know nothing of the engine and use none of its means.

They are checked by reading them beside the rules: sets of named squares are allowed, arithmetic on bits is not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ORACLES = sorted((Path(__file__).resolve().parent / "oracles").glob("*.py"))
SHIFTS = (ast.LShift, ast.RShift)
SET_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor)
SET_TYPES = ("set", "frozenset")


def imported(tree: ast.AST) -> Iterator[str]:
    """The names of all modules that a file imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def annotations_in(tree: ast.AST) -> Iterator[ast.expr]:
    """All annotations; in them `|` joins types."""
    for node in ast.walk(tree):
        found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        yield from (annotation for annotation in found if isinstance(annotation, ast.expr))


def bit_arithmetic(tree: ast.AST) -> Iterator[str]:
    """Every shift, every complement, and every & | ^ without an operand that is plainly a set."""
    in_annotations = {id(inner) for annotation in annotations_in(tree) for inner in ast.walk(annotation)}
    for node in ast.walk(tree):
        if id(node) not in in_annotations and is_bit_arithmetic(node):
            yield f"line {getattr(node, 'lineno', '?')}: {ast.unparse(node)}"


def is_bit_arithmetic(node: ast.AST) -> bool:
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert)
    if not isinstance(node, ast.BinOp | ast.AugAssign):
        return False
    operands = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    if isinstance(node.op, SET_OPERATORS):
        return not any(is_plainly_a_set(operand) for operand in operands)
    return isinstance(node.op, SHIFTS)


def is_plainly_a_set(node: ast.expr) -> bool:
    """A set written out, or made by set() or frozenset()."""
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SET_TYPES


def test_there_is_a_referee_for_every_game() -> None:
    names = {path.stem for path in ORACLES}
    assert names >= {"never_alone", "pathwayz", "pit", "pit_of_pillars", "tablut"}


@pytest.mark.parametrize("path", ORACLES, ids=lambda path: path.name)
def test_a_referee_imports_nothing_of_the_engine(path: Path) -> None:
    modules = list(imported(ast.parse(path.read_text())))
    assert [name for name in modules if name.partition(".")[0] == "tavoliere"] == []
    assert not any(name.partition(".")[0] in ("importlib", "numba", "numpy") for name in modules)
    assert "__import__" not in path.read_text()


@pytest.mark.parametrize("path", ORACLES, ids=lambda path: path.name)
def test_a_referee_does_no_arithmetic_on_bits(path: Path) -> None:
    assert list(bit_arithmetic(ast.parse(path.read_text()))) == []


@pytest.mark.parametrize(
    "code",
    ["1 << square", "board >> 9", "~board", "white & black", "white | black", "a ^ b", "board |= piece", "n <<= 1"],
)
def test_arithmetic_on_bits_would_be_noticed(code: str) -> None:
    assert len(list(bit_arithmetic(ast.parse(code)))) == 1


@pytest.mark.parametrize(
    "code", ["seen | {square}", "set(a) & set(b)", "def f(a: int | None) -> str | None: ...", "a - b"]
)
def test_sets_and_types_are_allowed(code: str) -> None:
    assert list(bit_arithmetic(ast.parse(code))) == []

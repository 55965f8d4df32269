"""What a game says, found in the syntax trees of its modules: every pattern, noun and adjective, for translators.

Patterns and names are keys in the files of languages, so they are literals. What is put together out of parts, or
changed after it was made, cannot be found in any language, and is listed with its file and line.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import tavoliere
from tavoliere.core.beside import text_beside
from tavoliere.core.ruleset import Ruleset
from tavoliere.teach.reading import FILE as LESSONS
from tavoliere.teach.reading import texts_of

MAKERS = {"Said": "sentences", "Pattern": "sentences", "Noun": "nouns", "Adjective": "adjectives"}
"""What makes messages and their parts, and which part of a language's file its first argument is a key of."""
MESSAGES = {"Said", "Series", "Qualified"}
CHANGES = {"capitalize", "format", "format_map", "join", "lower", "replace", "strip", "title", "upper"}
TEMPLATES = re.compile(r'\bsay\("((?:[^"\\]|\\.)*)"')
"""What a template of a page says."""
COMMON_ROOMS = ("core", "scene", "records", "render", "search", "play", "arena", "teach", "learn", "lab")


@dataclasses.dataclass
class Texts:
    """What was found, each with the first place that says it, and what cannot be translated."""

    sentences: dict[str, str] = dataclasses.field(default_factory=dict)
    nouns: dict[str, str] = dataclasses.field(default_factory=dict)
    adjectives: dict[str, str] = dataclasses.field(default_factory=dict)
    faults: list[str] = dataclasses.field(default_factory=list)

    def without(self, other: Texts) -> Texts:
        """What the other one does not have."""
        return Texts(
            {key: place for key, place in self.sentences.items() if key not in other.sentences},
            {key: place for key, place in self.nouns.items() if key not in other.nouns},
            {key: place for key, place in self.adjectives.items() if key not in other.adjectives},
            self.faults,
        )


def game_texts(ruleset: Ruleset) -> Texts:
    """What a game says in its own words. What all games say is in the common texts."""
    module = importlib.import_module(ruleset.package or ruleset.where.partition(":")[0])
    folder = Path(str(module.__file__)).parent
    files = sorted(folder.rglob("*.py")) if ruleset.package else [Path(str(module.__file__))]
    texts = texts_in(files, folder.parent)
    _read_lessons(ruleset, texts)
    return texts.without(common_texts())


def _read_lessons(ruleset: Ruleset, texts: Texts) -> None:
    """Add what the game's lessons say; their texts are sentences without places."""
    for sentence in texts_of(text_beside(ruleset.where, LESSONS) or ""):
        texts.sentences.setdefault(sentence, LESSONS)


@functools.cache
def common_texts() -> Texts:
    """What the rooms say that all games share; read once, because every game's texts leave it out."""
    package = Path(tavoliere.__file__).parent
    files = [file for room in COMMON_ROOMS for file in sorted((package / room).rglob("*.py"))]
    texts = texts_in([*files, package / "games" / "__init__.py"], package.parent)
    for file in sorted((package / "lab" / "templates").glob("*.html")):
        for pattern in TEMPLATES.findall(file.read_text(encoding="utf-8")):
            texts.sentences.setdefault(pattern, file.relative_to(package.parent).as_posix())
    return texts


@functools.cache
def terminal_texts() -> Texts:
    """What the terminal says by itself, with what it says when a server cannot start."""
    package = Path(tavoliere.__file__).parent
    serving = package / "apps" / "web"
    files = sorted((package / "apps" / "cli").glob("*.py"))
    files += [*sorted((serving / "host").glob("*.py")), *sorted((serving / "store").glob("*.py"))]
    files += [serving / "http" / name for name in ("processes.py", "server.py")]
    texts = texts_in(files, package.parent)
    for check in importlib.import_module("tavoliere.testing").CHECKS:
        texts.sentences.setdefault(check.sentence, check.part)
    return texts.without(common_texts())


def texts_in(files: Iterable[Path], root: Path) -> Texts:
    """What the files say; places are told from the root."""
    texts = Texts()
    for file in files:
        read_source(file.read_text(encoding="utf-8"), file.relative_to(root).as_posix(), texts)
    return texts


def read_source(source: str, where: str, texts: Texts) -> Texts:
    """Add what a module says."""
    _Reader(where, texts).read(ast.parse(source))
    return texts


class _Reader:
    """Reads one module."""

    def __init__(self, where: str, texts: Texts) -> None:
        self.where, self.texts = where, texts
        self.names: dict[str, str] = {}
        self.made: set[str] = set()

    def read(self, tree: ast.Module) -> None:
        wanted = {*MAKERS, *MESSAGES, "Player"}
        defined = {node.name: node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name in wanted}
        self.names = defined | {
            name.asname or name.name: name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
            if name.name in wanted
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                self._call(node, is_machinery="Said" in defined)
        scopes = list(_scopes(tree))
        of_the_module = self._made_in(scopes[-1].nodes)
        for scope in scopes:
            self.made = self._made_in(scope.nodes) | (of_the_module - scope.own)
            self._scope(scope.nodes)

    def _made_by(self, node: ast.AST) -> str:
        """The name of what an expression makes a message with; empty if it is none."""
        if not isinstance(node, ast.Call):
            return ""
        if isinstance(node.func, ast.Name):
            return self.names.get(node.func.id, "")
        if isinstance(node.func, ast.Attribute):
            return node.func.attr if node.func.attr in MAKERS or node.func.attr in MESSAGES else ""
        return ""

    def _call(self, node: ast.Call, *, is_machinery: bool) -> None:
        maker = self._made_by(node)
        if maker == "Player":
            self._player(node)
        elif maker in MAKERS:
            key = node.args[0] if node.args else None
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                self._add(MAKERS[maker], key.value, node)
            elif not is_machinery:
                self._fault(node, f"what {maker} is made from is not written out")
        elif isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES and self._is_message(node.func.value):
            self._fault(node, f".{node.func.attr} of a message forgets what it was made from")

    def _player(self, node: ast.Call) -> None:
        """A player is a noun, and what belongs to the player has an adjective; see `core/facts.py`."""
        given = dict(zip(("letter", "name", "colour"), node.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        name, colour = given.get("name"), given.get("colour")
        if isinstance(name, ast.Call) and self._made_by(name) == "Noun" and name.args:
            name = name.args[0]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            self._add("nouns", name.value, node)
            if colour is None:
                self._add("adjectives", name.value.lower(), node)
        if isinstance(colour, ast.Constant) and isinstance(colour.value, str):
            self._add("adjectives", colour.value, node)

    def _made_in(self, nodes: list[ast.AST]) -> set[str]:
        """The names that messages get among these nodes."""
        return {
            target.id
            for node in nodes
            if isinstance(node, ast.Assign | ast.AnnAssign) and self._made_by(node.value or node) in MESSAGES
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }

    def _scope(self, nodes: list[ast.AST]) -> None:
        """Faults in a function, or in a module outside of all of them."""
        for node in nodes:
            if isinstance(node, ast.FormattedValue) and self._is_message(node.value):
                self._fault(node, "an f-string around a message forgets what it was made from")
            elif isinstance(node, ast.BinOp) and (self._is_message(node.left) or self._is_message(node.right)):
                sign = {ast.Add: "+", ast.Mod: "%"}.get(type(node.op), "an operator")
                self._fault(node, f"{sign} around a message forgets what it was made from")

    def _is_message(self, node: ast.AST) -> bool:
        return self._made_by(node) in MESSAGES or (isinstance(node, ast.Name) and node.id in self.made)

    def _add(self, part: str, key: str, node: ast.Call) -> None:
        found: dict[str, str] = getattr(self.texts, part)
        found.setdefault(key, f"{self.where}:{node.lineno}")

    def _fault(self, node: ast.expr | ast.FormattedValue, what: str) -> None:
        self.texts.faults.append(f"{self.where}:{node.lineno}: {what}")


class _Scope(NamedTuple):
    """The nodes of a function, and the names that mean something of its own there, whatever they mean in the module."""

    nodes: list[ast.AST]
    own: set[str]


def _scopes(tree: ast.Module) -> Iterator[_Scope]:
    """Each function, and last the module with what is in none of them."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside: set[int] = set()
    for function in functions:
        nodes = [node for child in function.body for node in ast.walk(child)]
        if id(function) not in inside:
            yield _Scope(nodes, _own_names([function.args, *nodes]))
        inside |= {id(node) for node in nodes}
    yield _Scope([node for node in ast.walk(tree) if id(node) not in inside], set())


def _own_names(nodes: Iterable[ast.AST]) -> set[str]:
    inner = [part for node in nodes for part in (ast.walk(node) if isinstance(node, ast.arguments) else (node,))]
    given = {node.arg for node in inner if isinstance(node, ast.arg)}
    return given | {node.id for node in inner if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}

"""What the browser loads: plain modules, named by the pages that need them, and typed after the server's models."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tavoliere.apps import web
from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.http.app import create_app
from tavoliere.apps.web.http.messages import HELLO, REQUEST
from tavoliere.apps.web.show import shells
from tavoliere.apps.web.show.voices import english_voice

ROOT = Path(__file__).resolve().parents[2]
STATIC = Path(web.__file__).parent / "static"
PAGES = {path.name: shells.shell(english_voice(), path.name) for path in shells.PAGES.glob("*.html")}
IMPORT = re.compile(r'^import (?:[^;]*? from )?"\./([\w-]+\.js)";', re.MULTILINE)
INTERFACE = re.compile(r"^export interface (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+)(\??):", re.MULTILINE)


def needed_by(module: str, found: set[str]) -> set[str]:
    for other in IMPORT.findall((STATIC / module).read_text(encoding="utf-8")):
        if other not in found:
            found.add(other)
            needed_by(other, found)
    return found


@pytest.mark.parametrize("page", sorted(PAGES))
def test_a_page_names_every_module_that_it_will_need(page):
    """Otherwise the browser learns of the next one only when it has read the one before."""
    entry = re.findall(r'<script type="module" src="/static/([\w-]+\.js)">', PAGES[page])
    named = re.findall(r'<link rel="modulepreload" href="/static/([\w-]+\.js)">', PAGES[page])
    assert len(entry) == 1
    assert named == sorted(needed_by(entry[0], set()))


def test_every_module_is_needed_by_some_page():
    entries = {name for page in PAGES.values() for name in re.findall(r'<script[^>]* src="/static/([\w-]+\.js)"', page)}
    entries |= set(re.findall(r'serviceWorker\?\.register\("/([\w-]+\.js)"', (STATIC / "app.js").read_text()))
    needed = entries.union(*(needed_by(entry, set()) for entry in entries))
    assert needed == {path.name for path in STATIC.glob("*.js")}


def test_no_module_is_long():
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in STATIC.glob("*.js")}
    assert {name: length for name, length in lengths.items() if length > 400} == {}


Fields = dict[str, dict[str, bool]]
"""The fields of each model, and whether they must be there."""


@pytest.fixture
def models(tmp_path) -> Fields:
    """Everything that is sent or answered."""
    described = dict(
        create_app(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", warm=False)).openapi()["components"][
            "schemas"
        ]
    )
    for adapter in (HELLO, REQUEST):
        schema = adapter.json_schema()
        described |= schema.get("$defs", {})
        if "title" in schema:
            described[schema["title"]] = schema
    return {
        name: {field: field in model.get("required", ()) for field in model["properties"]}
        for name, model in described.items()
        if "properties" in model
    }


def typed() -> Fields:
    text = (STATIC / "types.d.ts").read_text(encoding="utf-8")
    return {name: {field: not mark for field, mark in FIELD.findall(body)} for name, body in INTERFACE.findall(text)}


def test_the_types_of_the_page_are_the_models_of_the_server(models):
    """A field that the server renames or forgets is found here, and by `tsc` wherever the page uses it."""
    shared = set(typed()) & set(models)
    assert {"TableAnswer", "PositionAnswer", "NewTable", "Hello", "StepsTaken", "Claim"} <= shared
    assert len(shared) > 50
    assert {name: typed()[name] for name in shared} == {name: models[name] for name in shared}


def test_every_request_of_the_socket_has_a_type():
    requests = {model["title"] for model in REQUEST.json_schema()["$defs"].values() if "type" in model["properties"]}
    assert requests <= set(typed())


def test_the_lock_file_names_no_host():
    """Where packages come from is everybody's own setting; what they are is fixed by their digests."""
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    fetched = {name: package for name, package in packages.items() if name}
    assert fetched and all("resolved" not in package for package in fetched.values())
    assert all(package["integrity"].startswith("sha512-") for package in fetched.values())

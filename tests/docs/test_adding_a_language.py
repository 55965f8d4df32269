"""The page about a new language, followed to its end: the files that it gives, served by the command that it names."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from tests.docs.pages import DOCS, files_in

PAGE = DOCS / "adding-a-language.md"
GERMAN = {"accept-language": "de-AT,de;q=0.9"}
SEATS = {"w": {"kind": "person"}, "b": {"kind": "person"}}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The address of what the page lets its readers start."""
    folder = tmp_path_factory.mktemp("reader")
    for name, text in files_in(PAGE).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    words = re.search(r"`(tavoliere serve --texts \S+)`", PAGE.read_text(encoding="utf-8"))[1].split()
    command = [sys.executable, "-m", *words, "--port", "0", "--language", "en"]
    environment = {**os.environ, "TAVOLIERE_DATA_DIR": str(folder / "data")}
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield re.search(r"http://\S+", process.stdout.readline())[0].rstrip("/")
    finally:
        process.terminate()
        process.communicate(timeout=30)


def asked(address, sent=None, **more):
    """What is answered to a browser of the new language, whether it is refused or not."""
    data = None if sent is None else json.dumps(sent).encode()
    headers = {**GERMAN, "content-type": "application/json", **more}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=30) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.read().decode()


def test_the_page_is_served_in_the_new_language_and_the_switch_offers_it(served):
    page = asked(served)
    assert '<html lang="de">' in page and re.search(r'<option value="de" lang="de" selected>Deutsch</option>', page)
    assert '<option value="it"' in page
    assert json.loads(asked(f"{served}/api/texts"))["page.turn.yours"] == "Du bist am Zug"
    assert "Schwarz will ihn fangen" in asked(f"{served}/rules/tablut")


def test_somebody_plays_at_a_table_in_the_new_language(served):
    made = json.loads(asked(f"{served}/api/tables", {"game": "tablut", "seats": SEATS}))
    turns, seat = f"{served}/api/tables/{made['table']}/turns", f"Bearer {made['tokens']['w']}"
    refused = asked(turns, {"at": "0.0", "move": "e5-e9"}, authorization=seat)
    assert "der Verteidiger auf e6 steht im Weg" in json.loads(refused)["error"]["text"]
    assert json.loads(asked(turns, {"at": "0.0", "move": "e4-g4"}, authorization=seat))["ply"] == 1
    position = json.loads(asked(f"{served}/api/tables/{made['table']}/positions/1"))
    assert "der weiße Verteidiger zieht von e4 nach g4" in position["last"]["told"]

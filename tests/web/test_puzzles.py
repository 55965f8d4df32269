"""Puzzles over HTTP: where somebody is comes with every request, and wrong tries are answered."""

import pytest

from tavoliere.apps.web.show import courses
from tavoliere.games import own_games
from tavoliere.teach import puzzles
from tavoliere.teach.puzzle import WIN
from tests.messages.loud import write_language, write_page
from tests.web.pages import client


@pytest.fixture
def page(sqlite_url):
    with client(sqlite_url) as running:
        yield running


PUZZLE = next(one for one in puzzles("tablut") if one.kind == WIN and one.within == 3)


def ask(page, status=200, game="tablut", **asked):
    answer = page.post(f"/api/puzzles/{game}", json={"puzzle": PUZZLE.id, **asked})
    assert answer.status_code == status, answer.text
    return answer.json() if status == 200 else answer.json()["error"]


def test_puzzles_are_listed_with_ratings_themes_and_the_one_of_the_day(page):
    found = page.get("/api/puzzles/tablut").json()
    assert len(found["puzzles"]) == len(puzzles("tablut")) and found["day"] in {one["id"] for one in found["puzzles"]}
    first = found["puzzles"][0]
    assert all(found["themes"][place]["text"] for place in first["themes"])
    games = {game["name"]: game["puzzles"] for game in page.get("/api/games").json()["games"]}
    assert games["tablut"] == "/puzzles/tablut"


def test_a_puzzle_is_shown_without_its_solution(page):
    shown = ask(page)
    assert shown["asks"].startswith("Find the turn that wins for ") and shown["verdict"] is None and shown["next"]
    assert PUZZLE.turns[0] not in str(shown["comments"]) and shown["hint"].startswith("It is about this: ")


def test_the_line_solves_it(page):
    first = ask(page, move=PUZZLE.line[0])
    assert first["verdict"]["kind"] == "on" and first["accepted"] == [PUZZLE.line[0]]
    assert first["reply"]["move"] == PUZZLE.line[1] and first["reply"]["next"]
    second = ask(page, accepted=first["accepted"], move=PUZZLE.line[2])
    assert second["verdict"]["kind"] == "done" and second["result"]["winner"]


def test_a_wrong_try_is_answered_by_its_refutation(page):
    start = PUZZLE.start()
    wrong = next(turn for turn in start.legal_moves() if turn not in PUZZLE.turns)
    missed = ask(page, move=wrong)
    assert missed["verdict"]["kind"] == "missed" and missed["accepted"] == []
    assert missed["reply"]["move"] in missed["verdict"]["text"] and missed["reply"]["svg"] != missed["svg"]


def test_the_solution_is_told_when_it_is_asked_for(page):
    assert ask(page, solution=True)["comments"] == [f"The solution: {' '.join(PUZZLE.line)}."]


@pytest.mark.parametrize(
    ("status", "key", "asked"),
    [
        (404, "puzzle.unknown", {"puzzle": "nothing"}),
        (404, "puzzles.missing", {"game": "nothing"}),
        (409, "puzzle.astray", {"accepted": ["a1-i9"]}),
        (400, "step.unknown", {"taken": ["cell:z9", "cell:z8"]}),
        (422, "request.shape", {"accepted": "g7-e7"}),
        (422, "request.shape", {"puzzle": "x" * 100}),
        (422, "request.shape", {"solution": "yes"}),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(page, status, key, asked):
    problem = ask(page, status, **asked)
    assert problem["key"] == key and problem["text"].endswith(".")


def test_the_pages_lead_to_the_puzzles(page):
    assert "Puzzles of Tablut" in page.get("/puzzles/tablut").text
    assert 'href="/puzzles/tablut"' in page.get("/rules/tablut").text
    missing = page.get("/puzzles/nothing")
    assert missing.status_code == 404 and "There are no puzzles of this game." in missing.text


def test_puzzles_speak_the_language_of_the_browser(sqlite_url, tmp_path):
    write_language(tmp_path, ["tablut"])
    write_page(tmp_path)
    with client(sqlite_url, texts=tmp_path) as page:
        page.headers["accept-language"] = "xx"
        assert ask(page)["asks"].isupper()
        assert page.get("/api/puzzles/tablut").json()["themes"][0]["text"].isupper()


def test_nobody_waits_at_a_table_until_the_puzzles_of_its_game_are_read(monkeypatch):
    """The first table of each game kept all others waiting for a tenth of a second."""
    courses._readable_puzzles.cache_clear()
    courses.read_all()
    monkeypatch.setattr(courses, "puzzles", pytest.fail)
    found = {name: courses.puzzles_link(name) for name in own_games()}
    assert found == {name: f"/puzzles/{name}" if puzzles(name).puzzles else None for name in own_games()}

"""Lessons over HTTP: where somebody is comes with every request, and every answer says where to go on."""

import pytest

from tests.messages.loud import write_language, write_page
from tests.web.pages import client


@pytest.fixture
def page(sqlite_url):
    with client(sqlite_url) as running:
        yield running


def ask(page, status=200, game="tablut", **asked):
    answer = page.post(f"/api/lessons/{game}", json=asked)
    assert answer.status_code == status, answer.text
    return answer.json() if status == 200 else answer.json()["error"]


def test_a_course_is_listed_with_its_tasks(page):
    course = page.get("/api/lessons/tablut").json()
    assert course["title"] == "Tablut" and course["lessons"][0]["tasks"] == ["first-slide", "around"]
    assert [lesson["guided"] for lesson in course["lessons"]].count(True) == 1
    games = {game["name"]: game["lessons"] for game in page.get("/api/games").json()["games"]}
    assert games["tablut"] == "/learn/tablut"


def test_a_task_is_shown_with_what_can_be_done_and_what_is_pointed_out(page):
    shown = ask(page, lesson="capture", task="sandwich")
    assert shown["asks"] == "Capture the attacker on d7." and shown["points"] is True
    assert (shown["you"], shown["side"], shown["verdict"]) == ("w", "You play White", None)
    assert "cell:g7" in shown["next"] and "tv-last" in shown["svg"]


def test_the_marks_of_a_table_are_shown_where_a_task_speaks_of_them(page):
    spoken = ask(page, lesson="way-out", task="clear-the-way")
    assert "is marked" in spoken["text"] and "tv-mark-of-line" in spoken["svg"]
    assert "tv-mark-of-line" not in ask(page, lesson="way-out", task="open-line")["svg"]
    after = ask(page, lesson="way-out", task="clear-the-way", move="c3-d3")
    assert "tv-mark-of-goal" in after["reply"]["svg"], "the way that is open now"


def test_steps_lead_to_a_verdict(page):
    half = ask(page, lesson="capture", task="sandwich", taken=["cell:g7"])
    assert half["verdict"] is None and half["next"] and half["taken"] == ["cell:g7"]
    done = ask(page, lesson="capture", task="sandwich", taken=["cell:g7", "cell:e7"])
    assert (done["verdict"]["kind"], done["verdict"]["move"]) == ("done", "g7-e7")
    assert [event["kind"] for event in done["events"]] == ["moved", "captured"] and done["next"] == {}
    missed = ask(page, lesson="capture", task="sandwich", taken=["cell:g7", "cell:g8"])
    assert missed["verdict"]["kind"] == "missed" and missed["verdict"]["text"].startswith("Nothing is captured.")


def test_a_forbidden_try_is_refused_with_its_clause(page):
    problem = ask(page, 400, lesson="capture", task="sandwich", taken=["cell:g7", "cell:c7"])
    assert problem["clause"] == "tablut.blocked" and "in the way" in problem["text"]
    typed = ask(page, lesson="capture", task="sandwich", move="g7-h8")
    assert (typed["verdict"]["kind"], typed["verdict"]["clause"]) == ("refused", "tablut.line")
    assert typed["next"], "the turn can still be made"


def test_a_task_of_two_turns_goes_on_after_the_reply(page):
    first = ask(page, lesson="attack-and-defence", task="two-ways", move="d4-d7")
    assert first["verdict"]["kind"] == "on" and first["accepted"] == ["d4-d7"]
    assert first["reply"]["move"] == "g8-g7" and first["reply"]["text"].startswith("Black answers: ")
    assert first["next"] == {} and "cell:d7" in first["reply"]["next"]
    second = ask(page, lesson="attack-and-defence", task="two-ways", accepted=["d4-d7"], move="d7-a7")
    assert second["verdict"]["kind"] == "done" and second["result"]["winner"] == "w"
    resumed = ask(page, lesson="attack-and-defence", task="two-ways", accepted=["d4-d7"])
    assert resumed["svg"] == first["reply"]["svg"] and resumed["text"] == ""


@pytest.mark.parametrize(
    ("status", "key", "asked"),
    [
        (404, "lesson.unknown", {"lesson": "nothing"}),
        (404, "lesson.unknown", {"lesson": "capture", "task": "nothing"}),
        (409, "lesson.astray", {"lesson": "capture", "task": "sandwich", "accepted": ["g7-e7"]}),
        (409, "lesson.astray", {"lesson": "first-game", "accepted": ["a1-a2"]}),
        (400, "step.unknown", {"lesson": "capture", "task": "sandwich", "taken": ["cell:z9", "cell:z8"]}),
        (422, "request.shape", {"lesson": "capture", "task": "sandwich", "accepted": "g7-e7"}),
        (422, "request.shape", {"lesson": "x" * 100}),
        (422, "request.shape", {"task": "sandwich"}),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(page, status, key, asked):
    problem = ask(page, status, **asked)
    assert problem["key"] == key and problem["text"].endswith(".")


def test_a_game_without_lessons_has_no_page_of_them(page):
    for path in ("/api/lessons/nothing", "/learn/nothing"):
        answer = page.get(path)
        assert answer.status_code == 404 and "There are no lessons about this game." in answer.text


def test_the_page_and_the_rules_lead_to_the_lessons(page):
    assert "Learn Tablut" in page.get("/learn/tablut").text
    assert 'href="/learn/tablut"' in page.get("/rules/tablut").text


def test_requests_are_limited_like_others(sqlite_url):
    with client(sqlite_url, requests=3, requests_a_second=0.001) as page:
        statuses = [page.post("/api/lessons/tablut", json={"lesson": "slide"}).status_code for _ in range(5)]
        assert statuses.count(429) == 2


# Guided games


def test_a_guided_game_is_answered_by_the_opponent(page):
    begun = ask(page, lesson="first-game")
    assert begun["text"] and begun["accepted"] == [] and begun["reply"] is None and begun["next"]
    first = ask(page, lesson="first-game", taken=["cell:e4", "cell:f4"])
    assert len(first["accepted"]) == 2 and first["accepted"][0] == "e4-f4"
    assert first["reply"]["move"] == first["accepted"][1] and first["reply"]["next"]
    second = ask(page, lesson="first-game", accepted=first["accepted"], move="e5-e4")
    assert any("left the castle" in comment for comment in second["comments"])
    assert len(second["accepted"]) == 4


def test_the_opponent_of_a_guided_game_can_be_asked_apart(page):
    """So that the page shows a turn at once, however long the opponent thinks."""
    first = ask(page, lesson="first-game", move="e4-f4", answer=False)
    assert first["accepted"] == ["e4-f4"] and first["reply"] is None and first["next"] == {}
    second = ask(page, lesson="first-game", accepted=first["accepted"])
    assert len(second["accepted"]) == 2 and second["reply"]["next"] and second["next"] == {}
    assert ask(page, 403, lesson="first-game", accepted=first["accepted"], move="d9-d8")["key"] == "turn.not-yours"


def test_a_refused_turn_of_a_guided_game_says_why(page):
    assert ask(page, 400, lesson="first-game", move="e5-e9")["clause"] == "tablut.blocked"


# Another language


def test_lessons_are_taught_in_the_language_of_the_browser(sqlite_url, tmp_path):
    write_language(tmp_path, ["tablut"])
    write_page(tmp_path)
    with client(sqlite_url, texts=tmp_path) as page:
        page.headers["accept-language"] = "xx"
        assert page.get("/api/lessons/tablut").json()["lessons"][3]["title"] == "CAPTURING"
        shown = ask(page, lesson="capture", task="sandwich", move="g7-g8")
        assert shown["asks"] == "CAPTURE THE ATTACKER ON D7."
        assert shown["verdict"]["text"].startswith("NOTHING IS CAPTURED.")


def test_a_board_of_a_lesson_names_special_squares_and_marks_nothing_that_gives_the_answer_away(page):
    shown = ask(page, lesson="way-out", task=page.get("/api/lessons/tablut").json()["lessons"][1]["tasks"][0])
    assert 'data-kind="escape"' in shown["svg"] and "White wins as soon as the king stands here" in shown["svg"]
    assert "tv-aid" not in shown["svg"]


def test_a_task_that_ends_the_game_shows_how_it_ended(page):
    done = ask(page, lesson="the-king-falls", task="on-the-castle", move="b4-e4")
    assert done["verdict"]["kind"] == "done" and done["svg"].count("tv-mark-of-must") == 4
    captured = ask(page, lesson="capture", task="sandwich", move="g7-e7")
    assert captured["svg"].count("tv-mark-of-ghost") == 1


def test_a_guided_game_says_by_which_rule_a_turn_is_forced(page):
    begun = ask(page, game="pit", lesson="first-game")
    assert begun["asks"].startswith("Place your pawn") and begun["rule"]["clause"] == "pit.first-turn"
    free = ask(page, lesson="first-game")
    assert free["asks"] and free["rule"] is None


def test_a_legend_says_what_the_marks_of_a_game_mean(page):
    answer = page.get("/api/legends/tablut").json()
    told = {sign["name"]: sign["text"] for sign in answer["signs"]}
    assert told["escape"] == "an escape that the king can reach in one move" and "any-target" in told
    assert all(sign["svg"].startswith("<svg") for sign in answer["signs"])
    missing = page.get("/api/legends/chess")
    assert missing.status_code == 404 and missing.json()["error"]["text"] == "There is no such game here."

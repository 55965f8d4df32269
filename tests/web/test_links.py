"""A link to any position of any game opens what was seen, with its ending."""

import random
import re
from urllib.parse import parse_qsl, urlsplit

import pytest

import tavoliere as tv
from tavoliere.apps.web.host.settings import Limits
from tavoliere.games import own_games
from tavoliere.records import format_record, recorded
from tests.web.pages import client, guest, new_table

VARIANTS = [(name, variant) for name in own_games() for variant in tv.game(name).facts.variants]
LOOKS = re.compile(r" tv-(target|marked|mark|last|selected)\b")
LEFT_BEHIND = re.compile(
    r' data-fact="[^"]* in the last turn"|^<g (class="tv-mark-of-(ghost|cut)|id="board-shape-).*\n', re.M
)
"""What left the board in the last turn: no position tells it, nor the shapes that only ghosts have."""
LONGEST_LINK = 2000


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("links")
    limits = {"requests": 10**6, "tables": 10**6, "turns": Limits().turns}
    with client(f"sqlite:///{folder / 'games.sqlite3'}", **limits) as running:
        yield running


def opened(page, url):
    """What the page asks the server for when somebody opens a link."""
    address = urlsplit(url)
    query = dict(parse_qsl(address.query, keep_blank_values=True))
    asked = {"game": address.path.removeprefix("/position/"), "text": query.pop("text")}
    if "move" in query:
        asked["moves"] = [query.pop("move")]
    if "result" in query:
        asked["ended"] = {"result": query.pop("result"), "reason": query.pop("reason")}
    asked["options"] = {name: int(value) if value.isdigit() else value for name, value in query.items()}
    answer = page.post("/api/positions", json=asked)
    assert answer.status_code == 200, (url, answer.text)
    return answer.json()


def lasting(svg):
    """A picture without what depends on who looks and on the last turn."""
    return LEFT_BEHIND.sub("", LOOKS.sub("", svg))


def same(seen, found):
    """Whether a link shows what was seen: marks and targets aside, which depend on who looks."""
    assert (found["text"], found["turn"], found["notes"]) == (seen["text"], seen["turn"], seen["notes"])
    assert lasting(found["svg"]) == lasting(seen["svg"])
    ends = [one and (one["told"], one["winner"], one["scores"]) for one in (seen["result"], found["result"])]
    assert ends[0] == ends[1]
    assert bool(found["result"]) == (not found["next"])


def random_moves(game, seed, most=1500):
    """The turns of a random game, up to its end or a good length."""
    position, chance = game.start(), random.Random(seed)
    moves = []
    while position.outcome is None and len(moves) < most:
        before, actions = position, []
        while not actions or position.pending:
            actions.append(chance.choice(position.actions()))
            position = position.act(actions[-1])
        moves.append(before.actions_to_turn(actions))
    return moves


def uploaded(page, record):
    answer = page.post("/api/records", json={"format": "tav", "text": format_record(record)})
    assert answer.status_code == 201, answer.text
    return answer.json()["tables"][0]["table"]


def check_plies(page, table, plies):
    for ply in plies:
        seen = page.get(f"/api/tables/{table}/positions/{ply}").json()
        assert len(seen["position_url"]) < LONGEST_LINK
        found = opened(page, seen["position_url"])
        same(seen, found)
        assert found["url"] == seen["position_url"]


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_the_link_of_any_ply_of_a_random_game_opens_what_was_seen(page, name, options):
    game = tv.game(name, **options)
    for seed in range(3):
        moves = random_moves(game, seed)
        table = uploaded(page, recorded(game, moves))
        last = len(moves)
        check_plies(page, table, [*range(0, last, 1 + last // 12), last - 1, last])
        shown = page.get(f"/api/tables/{table}").json()
        assert shown["result"] and opened(page, shown["position_url"])["result"]["told"] == shown["result"]["told"]


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
@pytest.mark.parametrize("reason", ["resignation", "agreement", "time", "adjudication", "abandoned"])
def test_an_ending_that_no_board_shows_is_in_the_link(page, name, options, reason):
    game = tv.game(name, **options)
    result = (
        "-".join(["1/2"] * len(game.players))
        if reason == "agreement"
        else "-".join("01" + "0" * (len(game.players) - 2))
    )
    record = recorded(game, random_moves(game, 1, most=5), result=result, reason=reason)
    check_plies(page, uploaded(page, record), range(len(record.turns) + 1))


def test_a_draw_by_repetition_is_told_although_only_history_makes_it(page):
    moves = ["e4-f4", "d1-c1", "f4-e4", "c1-b1", "e4-f4", "b1-c1"]
    table = uploaded(page, recorded(tv.game("tablut"), moves))
    check_plies(page, table, range(7))
    found = opened(page, page.get(f"/api/tables/{table}").json()["position_url"])
    assert found["result"]["winner"] is None and found["result"]["reason"] == "repetition"


def test_the_link_of_a_resigned_game_is_there_at_once(page):
    table, tokens = new_table(page)
    with guest(page, table, [tokens["b"]]) as bo:
        bo.send("resign", seat="b")
        seen = bo.until("table", lambda message: message["result"])
    found = opened(page, seen["position_url"])
    assert found["result"]["told"] == seen["result"]["told"] and found["result"]["by"] == "resignation"
    assert not found["next"] and found["turn"] == ""


@pytest.mark.parametrize(
    ("result", "reason"), [("2-0", "time"), ("1-0", "because"), ("", "time"), ("1-0", ""), ("1-0-0", "time")]
)
def test_an_ending_that_no_game_has_is_refused_in_a_sentence(page, result, reason):
    asked = {"game": "tablut", "ended": {"result": result, "reason": reason}}
    answer = page.post("/api/positions", json=asked)
    assert answer.status_code == 400
    assert answer.json()["error"]["text"] == "No game of this kind ends in the way that the link says."

"""The server speaks the made-up language in capitals: no English, no wrong agreement, and each person their own."""

import asyncio
import functools
import io
import json
import random
import re
import shutil

import pytest

import tavoliere as tv
from tavoliere.apps.web.host.settings import Limits, Settings
from tavoliere.apps.web.http.app import create_app
from tavoliere.apps.web.http.server import serve
from tavoliere.apps.web.show import pictures, shown, views, wording
from tavoliere.apps.web.show.voices import voices
from tavoliere.apps.web.table import conduct, uploads
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Turn
from tavoliere.core.language import LanguageError
from tavoliere.games import own_games
from tavoliere.records import RecordError, read_jsonl
from tavoliere.records.record import recorded
from tests.manners.test_why import CASES
from tests.messages.loud import plain, write_language, write_page
from tests.messages.test_loud import LINES, random_turn
from tests.records.test_records import BROKEN, GOOD
from tests.web.loud_page import XX, check_loud, check_text, read_by_people, small_words
from tests.web.pages import AGAINST_MACHINE, client, guest, new_table
from tests.web.tables import EN, FirstMove, Listener, running, table

MANY = 10**9
TAGS = {"game", "rules", "date", "result", "reason", "options", "position"}
FIELDS = {"turns", "options", "game", "move", "colour", "variations", "comments"}
"""Names of tags and fields, which stay as they are written."""
OPTION_NAMES = {option.name for name in own_games() for option in tv.game(name).facts.options}


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The files of the language, as a translator has them."""
    made = tmp_path_factory.mktemp("languages")
    write_language(made, own_games())
    write_page(made)
    return made


@pytest.fixture
def page(sqlite_url, folder):
    with client(sqlite_url, texts=folder, requests=MANY, messages=MANY, tables=MANY) as running_page:
        yield running_page


@pytest.fixture(scope="session")
def loud(folder):
    return voices(folder).named("xx")


# A played game of each kind


TURNS = [
    ("tablut", "3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w", "e4-f4"),
    ("tablut", "9/9/9/9/2k6/9/9/9/8b w", "c5-c9"),
    ("pit-of-pillars", "#6#/8/3W4/8/8/8/8/#wr4# w m 0-0 - 3", "b1-c1"),
    ("never-alone", "8/8/8/8/3r2b1/8/8/8 r 0", "xg4"),
    ("pathwayz", "12/12/12/12/12/12/12/wwwwwwwwwww1 w", "l1"),
    ("pit", "9/9/2o3o2/9/4o4/9/2o3o2/2bW5/7B1 b w6,b5 -", "c2xd2"),
]  # fmt: skip


def people(game):
    return {letter: {"kind": "person", "name": "ANNA"} for letter in tv.game(game).players}


@pytest.mark.parametrize("name", own_games())
def test_a_whole_game_is_told_to_each_in_their_own_language(page, name):
    chance, position = random.Random(f"a game of {name}"), tv.game(name).start()
    id_, tokens = new_table(page, name, seats=people(name))
    everybody = list(tokens.values())
    with guest(page, id_, everybody, XX) as theirs, guest(page, id_, headers={"accept-language": "de"}) as english:
        while position.outcome is None and theirs.table()["ply"] < 120:
            move = random_turn(position, chance)
            check_loud(theirs.ask("why", move=move))
            assert theirs.ask("turn", at=theirs.table()["at"], move=move)["type"] == "accepted"
            position = position.play(move)
            seen = check_loud(theirs.table(position_ply(theirs) + 1))
            if seen["ply"] % 10 == 0:
                check_loud(theirs.ask("view", ply=seen["ply"] // 2))
        if not theirs.table()["result"]:
            theirs.send("resign", seat=tv.game(name).players[0])
            check_loud(theirs.until("said"))
        end = check_loud(theirs.until("table", lambda message: message["result"]))
        told = english.until("table", lambda message: message["result"])["result"]["told"]
        assert plain(end["result"]["told"]) != told and re.fullmatch(r"\w+ wins: [a-z ]+|A draw: [a-z ]+", told)
        check_loud(theirs.ask("why", move="a1"))
    record = page.get(f"/api/tables/{id_}/record", headers=XX).text
    assert record == page.get(f"/api/tables/{id_}/record").text and "⟦" not in record


def position_ply(someone):
    """The ply of the last table that somebody has seen."""
    return [message for message in someone.seen if message["type"] == "table"][-1]["ply"]


@pytest.mark.parametrize(("game", "text", "move"), TURNS, ids=[game for game, *_ in TURNS])
def test_what_is_tried_and_what_is_done_is_told(page, loud, game, text, move):
    letters = tv.game(game).players
    table_id, tokens = new_table(page, game, start=text, seats=people(game))
    with guest(page, table_id, list(tokens.values()), language="xx") as both:
        at = both.table()["at"]
        assert both.table()["title"] == loud.title(game) and loud.title(game).isupper()
        refused = both.ask("why", move="a1-a2-a3")
        assert refused["key"] == "turn.illegal"
        check_loud(refused)
        check_loud(both.ask("attempt", at=at, taken=[], step="cell:a8"))
        check_loud(both.ask("steps", at=at, taken=[]))
        check_loud(both.ask("why", move=move))
        assert both.ask("turn", at=at, move=move)["type"] == "accepted"
        check_loud(both.table(1))
        check_loud(both.ask("view", ply=1))
        if not both.table(1)["result"]:
            both.send("resign", seat=letters[0])
            check_loud(both.until("said"))
            check_loud(both.until("table", lambda message: message["result"]))
        check_loud(both.ask("why", move=move))


def test_every_clause_refuses_in_the_language_of_who_asks(page):
    for name, text, move, *_ in CASES:
        answer = page.post("/api/positions", json={"game": name, "text": text, "moves": [move]}, headers=XX).json()
        assert answer["error"]["clause"]
        check_loud(answer)


def heard(someone, number):
    """The news that came as the first, second, third."""
    said = [message for message in someone.seen if message["type"] == "said"]
    while len(said) < number:
        said.append(someone.until("said"))
    return said[number - 1]


def test_two_people_of_two_languages_hear_the_news_in_their_own(page, loud):
    seats = {"w": {"kind": "person"}, "b": {"kind": "open"}}
    id_, tokens = new_table(page, seats=seats, clock={"kind": "days", "days": 2})
    with guest(page, id_, [tokens["w"]], language="en") as anna, guest(page, id_, language="xx") as bo:
        both = (bo, anna)
        bo.ask("claim", seat="b", name="BO")
        news = [tuple(heard(someone, 1) for someone in both)]
        anna.send("draw")
        news.append(tuple(heard(someone, 2) for someone in both))
        refused = bo.ask("rematch")
        assert refused["key"] == "game.going" and check_loud(refused)
        bo.send("draw", answer=False)
        news.append(tuple(heard(someone, 3) for someone in both))
        for theirs, hers in news:
            assert (theirs["key"], theirs["seat"]) == (hers["key"], hers["seat"])
            check_loud(theirs)
            assert "⟦" not in hers["text"] and small_words(hers["text"])
        assert [hers["text"] for _, hers in news] == [
            "Black sits down.", "White offers a draw.", "Black declines the draw.",
        ]  # fmt: skip
        assert news[1][0]["text"] == loud.text("draw.offered", "tablut", player=tv.game("tablut").player_name("w"))


def test_hints_and_opponents_are_told(page):
    id_, tokens = new_table(page, seats=AGAINST_MACHINE)
    with guest(page, id_, list(tokens.values()), XX) as anna:
        check_loud(anna.table())
        anna.send("hint", id=7)
        check_loud(anna.until("hint"))
    check_loud(page.get(f"/api/tables/{id_}", headers=XX).json())
    told = page.get("/api/games", headers=XX).json()
    for game in (game for game in told["games"] if game["name"] in own_games()):
        check_loud({**game, "name": ""})
        check_text(game["sentence"])
    assert told["opponents"] == [{"spec": "random", "name": "RANDOM"}]


def test_searches_and_their_failures_are_told(sqlite_url, folder, loud):
    worker = FirstMove()
    worker.failures = 1
    with client(sqlite_url, worker, texts=folder) as page:
        id_, tokens = new_table(page, seats=AGAINST_MACHINE)
        with guest(page, id_, list(tokens.values()), XX) as anna:
            anna.ask("turn", at=anna.table()["at"], move="e4-f4")
            failed = check_loud(anna.until("said", lambda message: message["key"] == "opponent.failed"))
            assert failed["text"] == loud.text("opponent.failed", "tablut", player=tv.game("tablut").player_name("b"))
            check_loud(anna.until("thinking", lambda message: message["problem"]))


def test_positions_records_and_refusals_are_told(page):
    ask = functools.partial(page.post, "/api/positions", headers=XX)
    for name, text, move in TURNS:
        check_loud(ask(json={"game": name, "text": text, "moves": [move]}).json())
        check_loud(ask(json={"game": name, "text": "9/9 x"}).json())
        check_loud(ask(json={"game": name, "text": text.replace("9", "8", 1) + " "}).json())
        check_loud(ask(json={"game": name, "options": {"name": "x"}}).json(), OPTION_NAMES)
    check_loud(ask(json={"game": "pit", "options": {"players": 9}}).json(), OPTION_NAMES)
    check_loud(ask(json={"game": "tablot"}).json())
    check_loud(ask(json={"game": 5, "taken": "x", "wrong": 1}).json(), {"wrong", "taken", "game"})
    check_loud(page.get("/api/tables/nowhere", headers=XX).json())
    check_loud(page.get("/api/nothing/here", headers=XX).json())
    bring = functools.partial(page.post, "/api/records", headers=XX)
    for text, *_ in BROKEN:
        answer = bring(json={"format": "tav", "text": text}).json()
        assert "error" in answer
        check_loud(answer, TAGS)
    for line in [*LINES, "{", "[" * 100_000]:
        answer = bring(json={"format": "jsonl", "text": line}).json()
        assert "error" in answer
        check_loud(answer, FIELDS)
    table_id = bring(json={"format": "tav", "text": GOOD}).json()["tables"][0]["table"]
    check_loud(page.get(f"/api/tables/{table_id}", headers=XX).json(), {"anna", "bruno"})


def test_limits_and_sites_are_refused_in_the_language_of_who_asks(sqlite_url, folder, loud):
    with client(sqlite_url, texts=folder, requests=2, requests_a_second=0.001) as page:
        said = [page.get("/api/texts", headers=XX).json() for _ in range(3)][-1]
        assert said["error"]["key"] == "limit.requests" and check_loud(said)
    with client(sqlite_url, texts=folder, hosts=("elsewhere",)) as page:
        said = page.get("/", headers=XX).json()
        assert said["error"]["text"] == loud.text("host.refused") and check_loud(said)


def test_pages_and_their_texts_are_in_the_language_of_who_asks(page, loud):
    for path in ("/", "/game/x", "/position/tablut", "/rules/tablut", "/nowhere"):
        theirs, english = page.get(path, headers=XX), page.get(path)
        assert '<html lang="xx">' in theirs.text and '<html lang="en">' in english.text
        assert (theirs.headers["content-language"], english.headers["content-language"]) == ("xx", "en")
        assert "accept-language" in theirs.headers["vary"] and theirs.headers["cache-control"] == "no-store"
        assert "TO THE " in theirs.text and "TO THE " not in english.text
    assert "TABLUT" in page.get("/position/tablut", headers=XX).text
    texts = page.get("/api/texts", headers=XX)
    assert texts.json() == loud.texts and texts.headers["content-language"] == "xx"
    assert "accept-language" in texts.headers["vary"]
    assert page.get("/api/texts").json() == EN.texts != loud.texts


def test_a_language_is_chosen_with_the_switch_and_remembered(page, loud):
    english = page.get("/").text
    assert '<option value="en" lang="en" selected>English</option>' in english
    assert '<option value="it" lang="it">Italiano</option>' in english and ">LOUD</option>" in english
    answer = page.post("/api/language", json={"language": "xx"})
    assert answer.json() == {"language": "xx"}
    cookie = answer.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("tavoliere-language=xx", "httponly", "samesite=lax", "path=/", "max-age="))
    assert "secure" not in cookie, "this server is asked by http"
    assert '<html lang="xx">' in page.get("/", headers={"accept-language": "en"}).text, "the switch before the browser"
    assert page.get("/api/texts").json() == loud.texts
    with guest(page, new_table(page)[0]) as someone:
        check_loud(someone.table())
    assert page.post("/api/language", json={"language": "it-CH"}).json() == {"language": "it"}
    assert '<html lang="it">' in page.get("/").text


@pytest.mark.parametrize("wrong", ["zz", "", "-" * 30, "it it", "../it", "en;q=1"])
def test_an_unknown_language_is_refused_and_a_forged_cookie_counts_for_nothing(page, wrong):
    refused = page.post("/api/language", json={"language": wrong})
    assert refused.status_code == 400 and "set-cookie" not in refused.headers
    assert refused.json()["error"]["text"] == f"There is no language {wrong} here. The languages are en, it, xx."
    for forged in (wrong, "%00", "x" * 4000, '"; drop'):
        shown = page.get("/", headers={"cookie": f"tavoliere-language={forged}"})
        assert shown.status_code == 200 and '<html lang="en">' in shown.text
    assert page.post("/api/language", json={"language": "x" * 36}).status_code == 422


def test_rules_are_read_in_the_language_of_who_asks(page):
    theirs = page.get("/rules/tablut", headers={"accept-language": "it"}).text
    assert "Come si gioca" in theirs and "tavoliere" in theirs and "How to play" not in theirs
    assert theirs.count("<svg") == page.get("/rules/tablut").text.count("<svg")
    assert "Casi difficili" in theirs and "Tricky cases" not in theirs and 'id="tablut.castle"' in theirs


def test_rules_without_a_reference_have_every_clause_and_the_english_one_below(sqlite_url, folder, tmp_path):
    texts = tmp_path / "texts"
    shutil.copytree(folder, texts)
    (texts / "tablut" / "rules.xx.md").write_text("# TABLUT\n\nBOARDS AND KINGS.\n", encoding="utf-8")
    with client(sqlite_url, texts=texts) as page:
        theirs = page.get("/rules/tablut", headers=XX).text
    places = [theirs.index(part) for part in ("BOARDS AND KINGS", 'id="tablut.castle"', "Tricky cases")]
    assert places == sorted(places)


# Where games and records speak below HTTP


def test_a_game_that_cannot_be_replayed_is_told(loud):
    with pytest.raises(Refusal) as refusal:
        conduct.followed(tv.game("tablut").start(), [Turn("w", "e4-e9", 0)])
    assert refusal.value.key == "game.broken"
    check_loud(wording.body_of(loud, refusal.value))


@pytest.mark.parametrize("line", ["{", *LINES], ids=lambda line: line[:60])
def test_a_line_that_is_refused_is_told_without_words_of_the_reader(loud, line):
    with pytest.raises(RecordError):
        list(read_jsonl(io.StringIO(line)))
    with pytest.raises(Refusal) as refused:
        uploads.read_upload("jsonl", line, Limits())
    assert refused.value.key == "record.refused" and refused.value.reasons == []
    assert "char" not in wording.told(EN, refused.value)


def test_names_and_typed_texts_stay_as_they_are(loud):
    with pytest.raises(tv.PositionError) as refusal:
        tv.game("tablut").position("9/9/3white/9/9/9/9/9/9 w")
    assert plain(loud.say(refusal.value.reasons[0], "tablut")) == (
        "BOARD: ROW 7 HAS 'h', WHICH IS NOTHING THAT CAN STAND THERE"
    )
    with pytest.raises(RecordError) as refused:
        recorded(tv.game("tablut"), [], date="white")
    assert "'white'" in loud.say(str(refused.value), "tablut")
    for typed in ("the purple wizard goes on a1", "Purple wins: magic", "", "e4", "board: no wizard expected"):
        assert loud.say(typed, "tablut") == typed


@pytest.mark.parametrize("name", own_games())
def test_a_stored_reason_is_its_own_key(loud, name):
    for reason in [*tv.game(name).facts.reasons, "resignation", "time", "agreement"]:
        stored = str.__str__(reason)
        result = views.result_view(loud, tv.game(name), "1-0", stored, "board")
        assert not stored or (result["reason"].isupper() and result["reason"].lower() == stored)
        check_loud(result)
    other = views.result_view(loud, tv.game(name), "1-0", "a reason of another time", "board")
    assert other["reason"] == "a reason of another time"


# Once for each language, not for each person


def test_pictures_and_news_are_made_once_for_each_language(sqlite_url, folder, monkeypatch):
    made = {"pictures": [], "tables": [], "news": []}

    def counted(module, function, kind):
        original = getattr(module, function)

        def wrapper(voice, *rest, **named):
            made[kind].append(voice.code)
            return original(voice, *rest, **named)

        monkeypatch.setattr(module, function, wrapper)

    counted(pictures, "parts_of", "pictures")
    counted(views, "common_view", "tables")
    counted(shown.views, "last_view", "news")

    async def play():
        async with running(sqlite_url) as service:
            spoken = voices(folder)
            live, tokens = await table(service)
            watchers = [Listener([], spoken.named(code)) for code in ["en", "xx"] * 10]
            for watcher in watchers:
                service.audience.join(live, watcher)
            await service.turns.typed(live, [tokens["w"]], "0.0", "e4-f4")
            texts = [service.audience.view_text(watcher.voice, live, [], False, shown.Known()) for watcher in watchers]
            assert len(set(texts)) == 2 and texts[0::2] == [texts[0]] * 10
            assert {kind: sorted(codes) for kind, codes in made.items()} == {kind: ["en", "xx"] for kind in made}
            live.say("draw.offered", "w")
            said = [[message for message in watcher.told if message["type"] == "said"][-1] for watcher in watchers]
            assert len({id(message) for message in said}) == 2
            assert len({message["text"] for message in said}) == 2

    asyncio.run(play())


# Which language


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"), ("xx", "xx"), ("XX-ch", "xx"), ("de, xx;q=0.5", "xx"), ("en;q=0.4, xx;q=0.6", "xx"), ("*", "en"),
        ("de-CH, fr", "en"), ("xx;q=0, en", "en"), ("xx;q=nothing", "en"), ("de, *;q=0.1, xx;q=0.05", "en"),
        (";;,,=", "en"), ("xx;q=9", "xx"), (",".join(["de"] * 100 + ["xx"]), "en"), ("x" * 10_000, "en"),
        ("xx-Latn-IT-x-long", "xx"), ("xxy", "en"),
    ],
)  # fmt: skip
def test_the_best_language_that_there_is_counts(folder, accepted, code):
    assert voices(folder).wanted(accepted).code == code
    assert voices().wanted(accepted).code == "en"


def test_the_page_says_its_language_in_its_first_message(page):
    id_, _ = new_table(page)
    for hello, headers, code in [
        ({"language": "xx"}, {}, "xx"), ({"language": "en"}, XX, "en"), ({}, XX, "xx"), ({}, {}, "en"),
        ({"language": "tlh"}, XX, "en"),
    ]:  # fmt: skip
        with guest(page, id_, [], headers, **hello) as someone:
            assert (someone.table()["title"] == "TABLUT") == (code == "xx")
    with guest(page, id_, [], language="x" * 50) as someone:
        assert someone.until("refused")["key"] == "request.shape"


def test_what_a_language_does_not_have_is_english(tmp_path, folder):
    for file in folder.glob("*.toml"):
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    written = {"seat.taken": "OCCUPIED", "draw.offered": "", "result.win": "VICTORY OF {player}"}
    (tmp_path / "xx.json").write_text(json.dumps(written), encoding="utf-8")
    voice = voices(tmp_path).named("xx")
    assert voice.text("seat.taken") == "OCCUPIED" and voice.text("seat.none") == EN.text("seat.none")
    player = tv.game("tablut").player_name("w")
    assert voice.text("draw.offered", "tablut", player=player) == "White offers a draw."
    assert voice.text("result.win", "tablut", player=player) == "VICTORY OF White"
    assert voice.texts["seat.taken"] == "OCCUPIED" and set(voice.texts) == set(EN.texts)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"xx.json": "{}"}, "xx.json is there, but no xx.toml for what all games share"),
        ({"xx.toml": None}, "xx.toml is there, but no xx.json with the texts of the page"),
        ({"xx.toml": None, "xx.json": "["}, "xx.json: "), ({"xx.toml": None, "xx.json": "[]"}, "an object of texts"),
        ({"xx.toml": None, "xx.json": '{"seat.taken": 5}'}, "an object of texts"),
        ({"xx.toml": None, "xx.json": '{"seat.token": "X"}'}, "there is no text 'seat.token'"),
        ({"xx.toml": None, "xx.json": '{"study.wrong": "X"}'}, "there is no text 'study.wrong'"),
        ({"xx.toml": None, "xx.json": '{"seat.sat": "{who}"}'}, "the text 'seat.sat' has no place {who}"),
        ({"xx.toml": None, "xx.json": "{}", "pit/xx.toml": "[words]"}, "unknown parts: words"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)  # fmt: skip
def test_a_wrong_file_is_refused_when_the_server_starts(tmp_path, folder, files, told):
    (tmp_path / "pit").mkdir()
    for name, text in files.items():
        common = (folder / "xx.toml").read_text(encoding="utf-8")
        (tmp_path / name).write_text(common if text is None else text, encoding="utf-8")
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", texts=tmp_path)
    with pytest.raises(LanguageError) as refusal:
        create_app(settings)
    assert told in str(refusal.value) and str(tmp_path) in str(refusal.value)


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(LanguageError, match="nowhere is not a folder with files of languages"):
        serve(Settings(texts=tmp_path / "nowhere"), "127.0.0.1", 0, tell=print)


def test_the_checks_can_fail():
    for message in (
        {"told": "the man moves"}, {"notes": ["WHITE♂¹ MAN♀¹"]}, {"svg": '<g aria-label="board">'},
        {"title": "⟦LA TOWER♀¹⟧♂¹"}, {"kind": "x", "text": "white is out"},
    ):  # fmt: skip
        assert list(read_by_people(message))
        with pytest.raises(AssertionError):
            check_loud(message)

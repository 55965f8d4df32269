"""Live analysis and reviews: opponents come first, work is shared and ends with the last listener, nothing is lost."""

import asyncio
import contextlib
import functools
import json
import threading
import time

import pytest

import tavoliere as tv
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.http.limits import Open
from tavoliere.apps.web.http.thinking import Stream
from tavoliere.apps.web.live import analyst as analysing
from tavoliere.apps.web.live.fairness import ASKER, FairQueue
from tavoliere.apps.web.live.opponents import GLIMPSE, OPPONENT, Pool
from tavoliere.apps.web.live.reviews import Reviews
from tavoliere.apps.web.show.reviews import ReviewShown
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.search.players import Alternative, Choice
from tavoliere.search.specs import parse_spec
from tests.web.pages import client, new_table
from tests.web.servers import real_server
from tests.web.tables import EN, FirstMove, running, table

TABLUT = tv.game("tablut").start()
GAME = ["e4-f4", "d1-c1", "e6-f6", "d9-c9", "f4-f3", "c1-b1"]
MANY = 10**9


class Patient(FirstMove):
    """Thinks about analysis until it is stopped, and about anything else at once."""

    def __init__(self) -> None:
        super().__init__()
        self.ended = threading.Event()
        self.begun: list[str] = []

    def choose(self, spec, position, seed, watch=None, note=None, move=None):  # noqa: ARG002 - one signature
        self.begun.append(spec.text)
        if spec.kind == "champion":
            self.ended.clear()
            watch(choice_of(position))
            assert self.ended.wait(20)
        return choice_of(position, move)

    def stop(self) -> None:
        super().stop()
        self.ended.set()

    def close(self) -> None:
        self.ended.set()


def choice_of(position, move=None, nodes=100):
    moves = [move] if move else position.legal_moves()[:3]
    others = tuple(Alternative(text, 0.5, 0, (text,)) for text in moves)
    values = dict.fromkeys(position.game.players, 1 / len(position.game.players))
    return Choice(moves[0], values, nodes, 0.0, (moves[0],), others, "", 5)


class Quick(FirstMove):
    """Answers every question at once, and counts them."""

    def choose(self, spec, position, seed, watch=None, note=None, move=None):  # noqa: ARG002 - always the same
        self.asked.append(str(position))
        return choice_of(position, move)


class Deaf:
    """Nobody who wants to know."""

    def begin(self) -> None: ...

    def progress(self, choice) -> None: ...

    def compile(self, what) -> None: ...


async def until(condition, seconds=10.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        await asyncio.sleep(0.005)


# The queue and the workers


def test_places_in_the_queue_are_those_in_which_things_come():
    queue: FairQueue[str] = FairQueue()
    for owner, thing in (("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"), ("c", "c2")):
        queue.put(thing, 3, owner)
    queue.put("first", 0, "z")
    places = {
        thing: queue.place(lambda one, thing=thing: one == thing) for thing in ("a1", "a2", "a3", "b1", "c1", "c2")
    }
    order = [queue.get() for _ in range(7)]
    assert places == {thing: order.index(thing) + 1 for thing in places}
    assert queue.place(lambda one: one == "a1") == 0


@pytest.mark.parametrize("cores", [1, 4])
def test_an_opponent_waits_for_no_analysis_which_begins_again_after_it(cores):
    async def play():
        worker = Patient()
        pool = Pool(1, Metrics(), lambda: worker, cores)
        pool.start()
        try:
            thinking = asyncio.create_task(
                pool.choose(parse_spec("champion:seconds=5"), TABLUT, 1, Deaf(), priority=GLIMPSE)
            )
            await until(lambda: len(worker.begun) == 1)
            began = time.monotonic()
            choice = await pool.choose(parse_spec("alphabeta:seconds=5"), TABLUT, 1, Deaf(), priority=OPPONENT)
            assert choice.move and time.monotonic() - began < 2
            await until(lambda: len(worker.begun) == 3)
            assert worker.begun == ["champion:seconds=5", "alphabeta:seconds=5", "champion:seconds=5"]
            assert not thinking.done(), "it has begun again"
            worker.stop()
            assert (await thinking).move
        finally:
            pool.close()

    asyncio.run(play())


def test_analysis_of_one_address_leaves_a_worker_to_the_others():
    async def play():
        workers = []

        def make():
            workers.append(Patient())
            return workers[-1]

        pool = Pool(3, Metrics(), make, 8)
        pool.start()

        async def ask(address):
            ASKER.set(address)
            return await pool.choose(parse_spec("champion:seconds=5"), TABLUT, 1, Deaf(), priority=GLIMPSE)

        asked = [asyncio.create_task(ask("one")) for _ in range(5)]
        await until(lambda: pool.running == 2)
        await asyncio.sleep(0.05)
        assert (pool.running, pool.waiting) == (2, 3)
        asked.append(asyncio.create_task(ask("other")))
        await until(lambda: pool.running == 3)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        pool.close()

    asyncio.run(play())


# Live analysis


def test_two_who_look_at_a_position_share_the_search_and_it_ends_with_them(sqlite_url):
    async def play():
        worker = Patient()
        async with running(sqlite_url, worker) as service:
            first = service.analyst.follow(TABLUT, 3)
            second = service.analyst.follow(tv.game("tablut").start(), 3)
            assert (await anext(first)).choice is None
            await anext(second)
            seen = await until_found(first)
            assert (await until_found(second)).choice == seen.choice and len(worker.begun) == 1
            await first.aclose()
            await asyncio.sleep(0.05)
            assert worker.stopped == 0 and service.analyst.watched == 1
            await second.aclose()
            await until(lambda: worker.stopped == 1)
            assert service.analyst.watched == 0
            again = service.analyst.follow(TABLUT, 3)
            assert (await anext(again)).choice == seen.choice, "what was found is kept"
            await again.aclose()

    asyncio.run(play())


async def until_found(following):
    async for seen in following:
        if seen.choice is not None:
            return seen
    raise AssertionError("nothing was found")


def test_searches_grow_until_there_is_nothing_more_to_find(sqlite_url, monkeypatch):
    monkeypatch.setattr(analysing, "TICK_SECONDS", 0.01)

    async def play():
        worker = Quick()
        async with running(sqlite_url, worker) as service:
            seen = [glimpse async for glimpse in service.analyst.follow(TABLUT, 2)]
            assert seen[-1].is_done and len(worker.asked) == len(analysing.SLICES)
            assert [glimpse async for glimpse in service.analyst.follow(TABLUT, 2)] == seen[-1:]
            assert len(worker.asked) == len(analysing.SLICES)

    asyncio.run(play())


def test_a_certain_result_is_not_looked_for_any_longer():
    certain = choice_of(TABLUT)
    lines = tuple(Alternative(other.text, 1.0, 0, (other.text,), "win") for other in certain.alternatives)
    assert analysing.is_settled(Choice("a", {}, 1, 0, (), lines, "win"), 3)
    assert not analysing.is_settled(Choice("a", {}, 1, 0, (), (*lines[:2], certain.alternatives[2]), "win"), 3)
    assert not analysing.is_settled(certain, 3)


def test_somebody_who_has_gone_before_the_first_event_has_one_stream_less():
    streams = Open(1)
    assert streams.enter("somewhere")

    async def events():
        yield "data: 1"

    async def gone():
        return {"type": "http.disconnect"}

    async def sent(_):
        await asyncio.sleep(0)

    stream = Stream(events(), functools.partial(streams.leave, "somewhere"))
    asyncio.run(stream({"type": "http", "asgi": {"spec_version": "2.3"}}, gone, sent))
    assert streams.total() == 0


@pytest.fixture
def page(sqlite_url, monkeypatch):
    monkeypatch.setattr(analysing, "TICK_SECONDS", 0.01)
    with client(sqlite_url, Quick(), requests=MANY, tables=MANY, work=MANY) as open_page:
        yield open_page


def events_of(answer):
    assert answer.headers["content-type"].startswith("text/event-stream"), answer.text
    return [json.loads(line.removeprefix("data: ")) for line in answer.text.splitlines() if line.startswith("data: ")]


@pytest.mark.parametrize(
    ("name", "options"), [("tablut", {}), ("pit", {"players": 3}), ("pit", {"players": 4})], ids=str
)
def test_the_stream_tells_lines_chances_and_where_they_are(page, name, options):
    asked = {"game": name, "options": options, "lines": 2}
    last = events_of(page.post("/api/analysis", json=asked))[-1]
    players = tv.game(name, **options).players
    assert last["done"] and set(last["found"]["chances"]) == set(players)
    line = last["found"]["lines"][0]
    assert (
        len(last["found"]["lines"]) == 2
        and line["steps"]
        and line["turns"] == [{"move": line["move"], "seat": players[0]}]
    )


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"lines": 6}, "request.shape"),
        ({"lines": 0}, "request.shape"),
        ({"moves": ["e5-e9"]}, "turn.illegal"),
        ({"text": "9/9/9/9/2k6/9/9/9/8b w", "moves": ["c5-c9"]}, "game.over"),
        ({"game": "chess"}, "options.refused"),
    ],
)
def test_what_cannot_be_analysed_is_refused(page, asked, key):
    assert page.post("/api/analysis", json={"game": "tablut", **asked}).json()["error"]["key"] == key


# Reviews


def finished(page, moves=GAME):
    """A record brought by somebody: a game that is over."""
    turns = " ".join(f"{number}. {move}" for number, move in enumerate(moves, start=1))
    text = f'[Game "tablut"]\n[Result "1-0"]\n[Reason "resignation"]\n\n{turns} 1-0\n'
    return page.post("/api/records", json={"format": "tav", "text": text}).json()["tables"][0]["table"]


def test_a_review_is_made_once_stored_and_written_with_its_comments(page):
    game = finished(page)
    assert page.get(f"/api/tables/{game}/review/record").json()["error"]["key"] == "review.going"
    events = events_of(page.post(f"/api/tables/{game}/review", json={}))
    turns = [turn for event in events for turn in event["turns"]]
    assert [turn["number"] for turn in turns] == [1, 2, 3, 4, 5, 6] and [turn["move"] for turn in turns] == GAME
    assert events[-1]["whole"] and set(events[-1]["totals"]) == {"w", "b"}
    again = events_of(page.post(f"/api/tables/{game}/review", json={}))
    assert len(again) == 1 and again[0]["turns"] == turns
    file = page.get(f"/api/tables/{game}/review/record")
    assert "accurate" in file.text and "review.tav" in file.headers["content-disposition"]


def test_whoever_asks_while_a_review_is_being_stored_gets_that_one(page, monkeypatch):
    save = Database.save_review

    async def slowly(self, *stored):
        await asyncio.sleep(0.5)
        await save(self, *stored)

    monkeypatch.setattr(Database, "save_review", slowly)
    game = finished(page)
    events = events_of(page.post(f"/api/tables/{game}/review", json={}))
    again = events_of(page.post(f"/api/tables/{game}/review", json={}))
    assert len(again) == 1 and again[0]["turns"] == [turn for event in events for turn in event["turns"]]


def test_another_try_is_judged(page):
    game = finished(page)
    tried = page.post(f"/api/tables/{game}/review/tries", json={"number": 1, "move": "E4 G4"}).json()
    assert tried["move"] == "e4-g4" and tried["grade"] in ("best", "good")
    wrong = page.post(f"/api/tables/{game}/review/tries", json={"number": 1, "move": "e5-e9"}).json()
    assert wrong["error"]["clause"] == "tablut.blocked"
    assert page.post(f"/api/tables/{game}/review/tries", json={"number": 7, "move": "e4-g4"}).status_code == 404


def test_only_finished_games_with_turns_are_reviewed(page):
    going, _ = new_table(page, moves=["e4-f4"])
    empty = finished(page, [])
    answers = [page.post(f"/api/tables/{one}/review", json={}) for one in (going, empty, "forged-table-id")]
    assert [answer.json()["error"]["key"] for answer in answers] == ["game.going", "review.empty", "table.missing"]


def test_two_who_ask_share_the_work_and_a_review_pauses_and_goes_on(database_url):
    """Each position is thought about once, however often somebody comes and goes, and on another server too."""
    moves = GAME

    async def play():
        worker = Quick()
        async with running(database_url, worker) as service:
            live, tokens = await table(service, moves=moves)
            await service.agreements.resign(live, [tokens["w"]], "w")
            reviews = service.reviews
            one, other = reviews.follow(live.sheet.table), reviews.follow(live.sheet.table)
            first = await anext(one)
            second = await anext(other)
            assert first.review is second.review
            async for progress in one:
                if len(progress.review.turns) >= 2:
                    break
            await one.aclose()
            await other.aclose()
            await until(lambda: service.pool.running == 0 and not reviews._works)
            done = len(worker.asked)
            return live.sheet.table, done

    async def go_on(name):
        worker = Quick()
        async with running(database_url, worker) as service:
            shown = [progress async for progress in service.reviews.follow(name)]
            review = shown[-1].review
            turns = await service.reviews.turns(review, EN, 0)
            told = ReviewShown().news(review, turns, 0, False)
            return len(worker.asked), shown[-1].review.is_whole, told

    name, done = asyncio.run(play())
    later, is_whole, told = asyncio.run(go_on(name))
    assert is_whole and told["done"] == len(moves) and told["of"] == len(moves)
    assert done >= 3 and done + later <= len(moves) + 2, "at most the last question is asked twice"


def test_a_killed_server_goes_on_with_a_review_from_its_last_turn(tmp_path, sqlite_url):
    """With a real search: what was graded before the power failed is not thought about again."""
    moves = play_out(14)
    turns = " ".join(f"{number}. {move}" for number, move in enumerate(moves, start=1))
    text = f'[Game "never-alone"]\n[Result "*"]\n\n{turns} *\n'
    with real_server(tmp_path, sqlite_url) as server:
        game = server.post("/api/records", {"format": "tav", "text": text})["tables"][0]["table"]
        before = followed(server, game, lambda event: event["done"] >= 4)
        time.sleep(2.5)
        server.kill()
        server.start()
        after = followed(server, game, lambda event: event["whole"])
    told = [turn for event in before for turn in event["turns"]]
    found = [turn for event in after for turn in event["turns"]]
    assert len(after[0]["turns"]) >= 1 and len(found) == len(moves)
    # The server may have graded one more turn than it had told before it was killed.
    known = min(len(after[0]["turns"]), len(told))
    assert found[:known] == told[:known]


def play_out(number):
    position, moves = tv.game("never-alone").start(), []
    while len(moves) < number:
        moves.append(position.legal_moves()[len(moves) % 3])
        position = position.play(moves[-1])
    return moves


def followed(server, game, is_enough):
    """The events of a review until there are enough."""
    import urllib.request

    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{server.url}api/tables/{game}/review", b"{}", headers)
    events = []
    with contextlib.closing(urllib.request.urlopen(request, timeout=120)) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                events.append(json.loads(line.removeprefix(b"data: ")))
                if is_enough(events[-1]):
                    return events
    raise AssertionError("the stream ended")


def test_a_refusal_in_the_middle_of_a_review_is_told(sqlite_url):
    async def play():
        worker = Quick()
        worker.choose = broken
        async with running(sqlite_url, worker) as service:
            live, tokens = await table(service, moves=GAME)
            await service.agreements.resign(live, [tokens["w"]], "w")
            with pytest.raises(Refusal) as caught:
                async for _ in service.reviews.follow(live.sheet.table):
                    pass
            assert caught.value.key == "opponent.failed"
            assert isinstance(service.reviews, Reviews)

    asyncio.run(play())


def broken(*_, **__):
    raise RuntimeError("the search broke down")

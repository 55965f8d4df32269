"""Compiling in the background: a process of its own, and a note for everybody at a table."""

import asyncio
import threading

from tavoliere.apps.web.live.warming import Progress, Warming
from tests.web.tables import EN, Listener, running, table


def two_kernels(pipe):
    pipe.send(Progress(0, 2, False))
    pipe.send(Progress(1, 2, True))


def dies(pipe):
    pipe.send(Progress(0, 2, True))
    raise SystemExit(3)


def told_by(work):
    told, ended = [], threading.Event()

    def tell(progress):
        told.append(progress)
        if progress is None:
            ended.set()

    warming = Warming(tell, work)
    warming.start()
    assert ended.wait(60)
    warming.close()
    return told


def test_progress_comes_from_another_process_and_has_an_end():
    assert told_by(two_kernels) == [Progress(0, 2, False), Progress(1, 2, True), None]


def test_a_process_that_dies_ends_the_note():
    assert told_by(dies) == [Progress(0, 2, True), None]


def test_the_note_is_shown_at_the_tables_while_something_is_compiled(sqlite_url):
    async def play():
        async with running(sqlite_url) as service:
            live, _ = await table(service)
            hears = Listener()
            service.audience.join(live, hears)
            hears.told.clear()
            service.audience.warmed(Progress(0, 5, False))
            assert hears.told == [], "what is only loaded takes no time"
            service.audience.warmed(Progress(3, 5, True))
            note = service.audience.view(EN, live, [])["status"]["compiling"]
            assert (note["done"], note["of"]) == (3, 5) and "3 of 5" in note["text"]
            service.audience.warmed(None)
            assert [message["compiling"] for message in hears.told] == [note, None]

    asyncio.run(play())

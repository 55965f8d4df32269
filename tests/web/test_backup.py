"""Copies of the database, made while a server runs and brought back, in the words of docs/hosting.md."""

import asyncio
import contextlib
import sqlite3
import subprocess
from pathlib import Path

from tavoliere.apps.web.table.sheet import Clock
from tests.web import postgres
from tests.web.tables import HandClock, running, table

MOVES = ["e4-f4", "d1-c1"]
TEXT = " ".join(Path(__file__).parents[2].joinpath("docs", "hosting.md").read_text(encoding="utf-8").split())


def file_of(url):
    return Path(url.removeprefix("sqlite:///"))


def copied(url, to):
    if url.startswith("sqlite"):
        assert '".backup ' in TEXT, "which is what Python calls a backup too"
        with (
            contextlib.closing(sqlite3.connect(file_of(url))) as here,
            contextlib.closing(sqlite3.connect(to)) as there,
        ):
            here.backup(there)
    else:
        assert "`pg_dump --format=custom`" in TEXT
        done("pg_dump", "--format=custom", f"--file={to}", url)


def brought_back(url, copy):
    if url.startswith("sqlite"):
        file_of(url).write_bytes(copy.read_bytes())
        for ending in ("-wal", "-shm"):
            assert f"`{ending}`" in TEXT
            Path(f"{file_of(url)}{ending}").unlink(missing_ok=True)
    else:
        assert "`pg_restore --clean`" in TEXT
        done("pg_restore", "--clean", f"--dbname={url}", str(copy))


def done(program, *words):
    folder = postgres.programs()
    assert folder is not None
    subprocess.run([str(folder / program), *words], check=True, timeout=120, capture_output=True)


def test_a_game_goes_on_from_the_copy_and_its_clock_from_what_it_showed_then(database_url, tmp_path):
    now, copy = HandClock(), tmp_path / "copy"

    async def play():
        async with running(database_url, now=now) as service:
            live, tokens = await table(service, clock=Clock("increment", base=600_000))
            for ply, move in enumerate(MOVES):
                await service.turns.typed(live, [tokens["wb"[ply % 2]]], f"{ply}.0", move)
            now.pass_seconds(30)
            await service.servers.beat()
            await asyncio.to_thread(copied, database_url, copy)
            now.pass_seconds(20)
            await service.turns.typed(live, [tokens["w"]], "2.0", "e3-f3")
            return live.sheet.table

    async def look(name):
        async with running(database_url, now=now) as service:
            sheet = (await service.tables.find(name)).sheet
            return [turn.move for turn in sheet.turns], now() - sheet.since

    name = asyncio.run(play())
    now.pass_seconds(50_000)
    assert asyncio.run(look(name))[0] == [*MOVES, "e3-f3"]
    brought_back(database_url, copy)
    assert asyncio.run(look(name)) == (MOVES, 30_000)

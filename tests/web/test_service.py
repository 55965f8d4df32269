"""Tables without HTTP: turns, seats, offers, clocks, opponents, restarts."""

import asyncio
import dataclasses
import threading

import pytest
import sqlalchemy as sa

import tavoliere as tv
from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.live import machines
from tavoliere.apps.web.live import tables as tables_module
from tavoliere.apps.web.show.wording import told
from tavoliere.apps.web.store import hearing
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.conduct import Occupant
from tavoliere.apps.web.table.offers import Outlook
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import OPPONENT, Clock
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import SearchWorker
from tests.web.tables import EN, MACHINE, OPEN, PERSON, FirstMove, HandClock, Listener, running, table

ESCAPE = "9/9/9/9/2k6/9/9/9/8b w"
FAST = Clock("increment", 60_000, 2_000)


async def until(condition, seconds=10.0):
    """Wait for something that another task does."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


async def refused(key, awaitable):
    with pytest.raises(Refusal) as refusal:
        await awaitable
    assert refusal.value.key == key
    return refusal.value


# Turns


def test_a_turn_is_stored_before_anybody_is_told(database_url):
    stored_when_told = []

    class Checker(Listener):
        def refresh(self):
            with self.service.database.engine.connect() as connection:
                rows = connection.exec_driver_sql("select move from turns order by ply").scalars().all()
            stored_when_told.append(rows)

    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            checker = Checker()
            checker.service = service
            service.audience.join(live, checker)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, " e4-f4 ")
            await service.turns.typed(live, [tokens["b"]], live.sheet.at, "d9-d8")

    asyncio.run(play())
    assert stored_when_told == [["e4-f4"], ["e4-f4", "d9-d8"]]


def test_who_may_not_move_is_told_why(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            at = live.sheet.at
            await refused("seat.none", service.turns.typed(live, [], at, "e4-f4"))
            await refused("seat.none", service.turns.typed(live, ["guess"], at, "e4-f4"))
            await refused("turn.not-yours", service.turns.typed(live, [tokens["b"]], at, "d9-d8"))
            illegal = await refused("turn.illegal", service.turns.typed(live, [tokens["w"]], at, "e5-e9"))
            assert (illegal.clause, told(EN, illegal)) == ("tablut.blocked", "the defender on e6 is in the way")
            assert live.sheet.turns == ()

    asyncio.run(play())


def test_of_two_turns_sent_at_once_one_is_accepted_and_the_other_told_why_not(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            both = [service.turns.typed(live, [tokens["w"]], live.sheet.at, move) for move in ("e4-f4", "e4-g4")]
            answers = await asyncio.gather(*both, return_exceptions=True)
            keys = [answer.key for answer in answers if isinstance(answer, Refusal)]
            assert keys == ["turn.stale"] and live.sheet.ply == 1
            stored = await service.database.load(live.sheet.table)
            assert stored == live.sheet

    asyncio.run(play())


def test_two_servers_on_one_database_cannot_make_the_same_turn_twice(database_url):
    async def play():
        async with running(database_url) as one, running(database_url) as two:
            live, tokens = await table(one)
            elsewhere = await two.tables.find(live.sheet.table)
            await one.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await refused("turn.stale", two.turns.typed(elsewhere, [tokens["w"]], elsewhere.sheet.at, "e4-g4"))
            assert [turn.move for turn in elsewhere.sheet.turns] == ["e4-f4"]
            await two.turns.typed(elsewhere, [tokens["b"]], elsewhere.sheet.at, "d9-d8")
            assert (await one.database.load(live.sheet.table)).ply == 2

    asyncio.run(play())


def test_a_turn_is_finished_even_if_whoever_sent_it_has_gone(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            held = threading.Event()
            service.database.submit(lambda _: held.wait(20))
            sent = asyncio.ensure_future(service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4"))
            await asyncio.sleep(0.02)
            sent.cancel()
            held.set()
            await until(lambda: live.sheet.ply == 1)
            assert (await service.database.load(live.sheet.table)).ply == 1

    asyncio.run(play())


def test_a_disk_that_refuses_changes_nothing_and_says_so(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            save = service.database.save

            async def broken(before, after):
                raise OSError("no space left on device")

            service.database.save = broken
            await refused("storage.failed", service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4"))
            service.database.save = save
            assert live.sheet.ply == 0 and (await service.database.load(live.sheet.table)).ply == 0

    asyncio.run(play())


def test_a_game_ends_by_the_board_and_then_nobody_moves(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, start=ESCAPE)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "c5-c9")
            sheet = live.sheet
            assert (sheet.result, sheet.reason, sheet.ended_by, sheet.turn) == ("1-0", "king escaped", "board", "")
            await refused("game.over", service.turns.typed(live, [tokens["b"]], live.sheet.at, "i1-i2"))
            assert service.audience.view(EN, live, [])["result"]["told"] == "White wins: king escaped"

    asyncio.run(play())


def test_a_game_has_a_longest_length(database_url):
    async def play():
        limits = Limits(turns=1)
        async with running(database_url, limits=limits) as service:
            live, tokens = await table(service)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await refused("limit.turns", service.turns.typed(live, [tokens["b"]], live.sheet.at, "d9-d8"))

    asyncio.run(play())


# Seats


def test_an_open_seat_goes_to_the_first_who_sits_down(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": OPEN})
            assert list(tokens) == ["w"] and service.audience.view(EN, live, [])["can"]["claim"] == ["b"]
            both = [service.agreements.sit_down(live, "b", name) for name in ("Bo", "Cy")]
            answers = await asyncio.gather(*both, return_exceptions=True)
            token = next(answer for answer in answers if isinstance(answer, str))
            assert [answer.key for answer in answers if isinstance(answer, Refusal)] == ["seat.taken"]
            await refused("seat.taken", service.agreements.sit_down(live, "w", "Di"))
            await refused("seat.unknown", service.agreements.sit_down(live, "r", "Di"))
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await service.turns.typed(live, [token], live.sheet.at, "d9-d8")

    asyncio.run(play())


def test_only_hashes_of_tokens_are_stored(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            with service.database.engine.connect() as connection:
                hashes = connection.exec_driver_sql("select token_hash from seats").scalars().all()
            assert len(set(hashes)) == 2 and not set(hashes) & set(tokens.values())
            assert all(token not in repr(live.sheet) for token in tokens.values())

    asyncio.run(play())


def test_people_rename_their_own_seats_only(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            await service.agreements.rename(live, [tokens["w"]], "w", "Anna")
            await refused("seat.not-yours", service.agreements.rename(live, [tokens["w"]], "b", "Bo"))
            assert [seat.name for seat in live.sheet.seats] == ["Anna", ""]

    asyncio.run(play())


def test_what_a_spectator_sees_offers_nothing_to_do(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            theirs, mine = service.audience.view(EN, live, []), service.audience.view(EN, live, [tokens["w"]])
            assert theirs["next"] == {} and not theirs["can_move"] and theirs["you"] == []
            assert mine["can_move"] and "cell:e4" in mine["next"] and mine["you"] == ["w"]
            assert "tv-target" in mine["svg"].partition("</defs>")[2]
            assert 'tv-target" data-step' not in theirs["svg"] and 'tv-target" data-step' in mine["svg"]
            assert not any(token in repr(view) for view in (theirs, mine) for token in tokens.values())

    asyncio.run(play())


# Undo, draw, resignation, rematch


def test_against_machines_a_turn_is_taken_back_at_once(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            mine = [tokens["w"]]
            assert service.audience.view(EN, live, mine)["can"]["undo"] is False
            await refused("undo.none", service.agreements.undo(live, mine, answer=True))
            await service.turns.typed(live, mine, live.sheet.at, "e4-f4")
            await until(lambda: live.sheet.ply == 2)
            assert service.audience.view(EN, live, mine)["can"]["undo"] == "now"
            at = live.sheet.at
            await service.agreements.undo(live, mine, answer=True)
            assert (live.sheet.ply, live.sheet.turn, live.position == tv.game("tablut").start()) == (0, "w", True)
            await refused("turn.stale", service.turns.typed(live, mine, at, "e4-g4"))
            await refused("turn.stale", service.turns.typed(live, mine, "0.0", "e4-g4"))
            await service.turns.typed(live, mine, live.sheet.at, "e4-g4")
            stored = await service.database.load(live.sheet.table)
            assert stored.turns[0].move == "e4-g4"

    asyncio.run(play())


def test_between_people_a_turn_is_taken_back_by_consent(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            anna, bo = [tokens["w"]], [tokens["b"]]
            hears = Listener()
            service.audience.join(live, hears)
            await service.turns.typed(live, anna, live.sheet.at, "e4-f4")
            await service.agreements.undo(live, anna, answer=True)
            await service.agreements.undo(live, anna, answer=True)
            assert live.sheet.ply == 1
            assert service.audience.view(EN, live, bo)["offers"]["undo"] == {"by": "w", "agreed": ["w"]}
            await service.agreements.undo(live, bo, answer=False)
            assert service.audience.view(EN, live, bo)["offers"]["undo"] is None
            await refused("undo.none", service.agreements.undo(live, bo, answer=False))
            await service.turns.typed(live, bo, live.sheet.at, "d9-d8")
            await service.agreements.undo(live, anna, answer=True)
            await service.agreements.undo(live, bo, answer=True)
            assert live.sheet.ply == 0
            assert hears.said() == ["undo.asked", "undo.declined", "undo.asked", "undo.done"]

    asyncio.run(play())


def test_whoever_has_all_seats_at_one_screen_needs_nobody_s_consent(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            everybody = list(tokens.values())
            await service.turns.typed(live, everybody, live.sheet.at, "e4-f4")
            await service.turns.typed(live, everybody, live.sheet.at, "d9-d8")
            await service.agreements.undo(live, everybody, answer=True)
            assert live.sheet.ply == 1 and service.audience.view(EN, live, everybody)["can_move"]

    asyncio.run(play())


def test_a_finished_game_against_a_machine_can_be_taken_back(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE}, start=ESCAPE)
            mine = [tokens["w"]]
            await service.turns.typed(live, mine, live.sheet.at, "c5-c9")
            await service.agreements.undo(live, mine, answer=True)
            assert live.sheet.ply == 0 and not live.sheet.is_over and live.sheet.turn == "w"
            await service.agreements.resign(live, mine, "w")
            await service.agreements.undo(live, mine, answer=True)
            assert not live.sheet.is_over

    asyncio.run(play())


def test_a_draw_is_offered_declined_offered_and_accepted(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            anna, bo = [tokens["w"]], [tokens["b"]]
            hears = Listener()
            service.audience.join(live, hears)
            await refused("draw.none", service.agreements.draw(live, bo, answer=False))
            await service.agreements.draw(live, anna, answer=True)
            await service.agreements.draw(live, anna, answer=True)
            assert service.audience.view(EN, live, bo)["offers"]["draw"] == ["w"]
            await service.agreements.draw(live, bo, answer=False)
            await service.agreements.draw(live, anna, answer=True)
            await service.agreements.draw(live, bo, answer=True)
            assert (live.sheet.result, live.sheet.reason) == ("1/2-1/2", "agreement")
            assert hears.said() == ["draw.offered", "draw.declined", "draw.offered", "draw.accepted"]
            await refused("game.over", service.agreements.draw(live, bo, answer=True))

    asyncio.run(play())


def test_a_game_without_draws_offers_none_and_says_so(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, "pit")
            assert not service.audience.view(EN, live, [tokens["w"]])["can"]["draw"]
            refusal = await refused("draw.unknown", service.agreements.draw(live, [tokens["w"]], answer=True))
            assert told(EN, refusal) == "This game knows no draws, so none can be agreed on."
            assert live.sheet.draw_agreed == ""

    asyncio.run(play())


def test_at_a_shared_screen_every_seat_is_asked_for_itself(database_url):
    """One click ended the game, since both seats were one person's."""

    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            both, hears = list(tokens.values()), Listener()
            service.audience.join(live, hears)
            await service.agreements.draw(live, both, answer=True)
            await service.agreements.draw(live, both, answer=True)
            assert live.sheet.draw_agreed == "w" and not live.sheet.is_over
            await refused("seat.not-yours", service.agreements.draw(live, [tokens["w"]], answer=True, seat="b"))
            await service.agreements.draw(live, both, answer=False, seat="b")
            assert live.sheet.draw_agreed == ""
            await service.agreements.draw(live, both, answer=True, seat="b")
            await service.agreements.draw(live, both, answer=True, seat="w")
            assert (live.sheet.result, live.sheet.reason) == ("1/2-1/2", "agreement")
            assert hears.said() == ["draw.offered", "draw.declined", "draw.offered", "draw.accepted"]

    asyncio.run(play())


def test_in_a_draw_of_three_each_who_agrees_is_named(database_url, monkeypatch):
    """Pit stands for a game of three that knows draws; none of ours does."""
    monkeypatch.setattr(conduct, "knows_draws", lambda _: True)

    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, "pit", players=3)
            hears = Listener()
            service.audience.join(live, hears)
            for letter in "wrb":
                await service.agreements.draw(live, [tokens[letter]], answer=True)
            assert live.sheet.is_over and hears.said() == ["draw.offered", "draw.agreed", "draw.accepted"]

    asyncio.run(play())


def test_nobody_waits_for_the_consent_of_an_empty_seat(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": OPEN})
            mine = [tokens["w"]]
            hears = Listener()
            service.audience.join(live, hears)
            can = service.audience.view(EN, live, mine)["can"]
            assert not can["draw"]
            await refused("draw.empty-seat", service.agreements.draw(live, mine, answer=True))
            await service.turns.typed(live, mine, live.sheet.at, "e4-f4")
            assert service.audience.view(EN, live, mine)["can"]["undo"] == "now"
            await service.agreements.undo(live, mine, answer=True)
            assert live.sheet.ply == 0
            await service.agreements.resign(live, mine, "w")
            await service.agreements.undo(live, mine, answer=True)
            assert hears.said() == ["undo.done", "resigned", "undo.reopened"]
            await service.agreements.resign(live, mine, "w")
            await service.agreements.rematch(live, mine, answer=True)
            assert live.sheet.rematch is not None

    asyncio.run(play())


def test_an_offer_lapses_when_the_other_player_moves_on(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            await service.agreements.draw(live, [tokens["w"]], answer=True)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            assert live.sheet.draw_agreed == "w"
            await service.turns.typed(live, [tokens["b"]], live.sheet.at, "d9-d8")
            assert live.sheet.draw_agreed == ""

    asyncio.run(play())


@pytest.mark.parametrize(
    ("at_first", "lately", "is_taken"),
    [
        (0.5, (0.04, 0.03, 0.04, 0.02), True),
        (0.5, (0.04, 0.03, 0.3, 0.02), False),
        (0.5, (0.04, 0.02), False),
        (0.5, (0.4, 0.4, 0.4, 0.4), False),
        (0.11, (0.1, 0.08, 0.05, 0.04), False),
        (0.11, (0.01, 0.01, 0.0, 0.0), True),
        (0.9, (0.3, 0.3, 0.3, 0.3), False),
    ],
)
def test_a_draw_is_taken_when_the_game_has_become_clearly_worse_than_it_was(at_first, lately, is_taken):
    """In Tablut White expects a ninth of a point from the first turn on, which is no reason to give the game up."""
    assert Outlook(at_first, lately).is_worth_a_draw(0.5) == is_taken


class Turning(FirstMove):
    """An opponent whose game is as good as usual at the start, and whatever is wanted elsewhere."""

    def choose(self, spec, position, seed, watch=None, note=None):
        choice = super().choose(spec, position, seed, watch, note)
        is_start = str(position) == str(position.game.start())
        return dataclasses.replace(choice, values=dict.fromkeys("wb", 0.5 if is_start else self.value))


@pytest.mark.parametrize(("expects", "result"), [(0.05, "1/2-1/2"), (0.3, ""), (0.5, ""), (0.8, "")])
def test_a_machine_takes_a_draw_when_it_has_thought_and_expects_less(database_url, expects, result):
    """Levels that played White agreed after their first turn, which looks bad to whoever thinks briefly."""

    async def play():
        worker = Turning()
        worker.value = expects
        async with running(database_url, worker) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            for move, ply in (("e4-f4", 2), ("e3-f3", 4), ("e6-f6", 6)):
                await service.agreements.draw(live, [tokens["w"]], answer=True)
                assert not live.sheet.is_over, "it has made too few turns"
                await service.turns.typed(live, [tokens["w"]], live.sheet.at, move)
                await until(lambda ply=ply: live.sheet.ply == ply and live.opponent is None)
            await service.agreements.draw(live, [tokens["w"]], answer=True)
            assert live.sheet.result == result

    asyncio.run(play())


def test_whoever_moves_while_a_draw_is_thought_about_has_no_draw(database_url):
    async def play():
        worker = Turning()
        worker.value = 0.01
        async with running(database_url, worker) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            for move, ply in (("e4-f4", 2), ("e3-f3", 4), ("e6-f6", 6)):
                await service.turns.typed(live, [tokens["w"]], live.sheet.at, move)
                await until(lambda ply=ply: live.sheet.ply == ply and live.opponent is None)
            worker.gate = threading.Event()
            offered = asyncio.create_task(service.agreements.draw(live, [tokens["w"]], answer=True))
            await until(lambda: service.pool.running == 1)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e7-f7")
            worker.gate.set()
            await offered
            assert not live.sheet.is_over

    asyncio.run(play())


def test_no_offer_is_taken_by_a_search_that_fails(database_url):
    async def play():
        worker = Turning()
        worker.value = 0.01
        async with running(database_url, worker) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            for move, ply in (("e4-f4", 2), ("e3-f3", 4), ("e6-f6", 6)):
                await service.turns.typed(live, [tokens["w"]], live.sheet.at, move)
                await until(lambda ply=ply: live.sheet.ply == ply and live.opponent is None)
            worker.failures = 1
            await service.agreements.draw(live, [tokens["w"]], answer=True)
            assert not live.sheet.is_over

    asyncio.run(play())


def test_an_opponent_never_makes_a_turn_of_somebody_else(sqlite_url):
    async def play():
        async with running(sqlite_url, FirstMove()) as service:
            live, _ = await table(service, seats={"w": PERSON, "b": MACHINE})
            with pytest.raises(Refusal, match=r"turn\.stale"):
                await service.turns.chosen(live, live.sheet.seat("b"), live.sheet.at, "e4-f4")
            assert live.sheet.turns == ()

    asyncio.run(play())


async def offers_of_a_person(url, worker, level, seats, start, turns, find):
    """How the offers of a person are answered, one before each of its turns; the opponent and its searches are real."""
    answers = []
    async with running(url, worker) as service:
        live, tokens = await table(service, seats=seats(Occupant(OPPONENT, spec=level)), start=start)
        ((letter, token),) = tokens.items()
        for place in range(turns):
            await until(lambda: live.sheet.is_over or (live.position.turn == letter and live.opponent is None), 120)
            if not live.sheet.is_over:
                await service.agreements.draw(live, [token], answer=True)
            answers.append(live.sheet.result)
            if live.sheet.is_over:
                break
            move = await asyncio.to_thread(find, live.position, place)
            await service.turns.typed(live, [token], live.sheet.at, move)
    return answers


@pytest.mark.parametrize("level", ["level:1", "level:2", "level:3", "level:5", "level:8", "level:10"])
def test_no_level_gives_the_white_side_of_tablut_away_in_the_opening(sqlite_url, level):
    """Low levels agreed after three turns, since White expects little of Tablut from the beginning."""
    with SearchWorker() as worker:
        answers = asyncio.run(
            offers_of_a_person(
                sqlite_url,
                worker,
                level,
                lambda machine: {"w": machine, "b": PERSON},
                "",
                5,
                lambda position, place: worker.choose(parse_spec("level:4"), position, place).move,
            )
        )
    assert answers == [""] * 5


HOPELESS = "w8/9/9/4w4/3wkw3/4w4/9/9/8b b"
"""Black has one attacker left."""


@pytest.mark.parametrize("level", ["level:3", "level:10"])
def test_a_level_that_expects_more_goes_on_playing(sqlite_url, level):
    """Black is better from the first turn on, and better still against somebody who hardly looks."""
    with SearchWorker() as worker:
        answers = asyncio.run(
            offers_of_a_person(
                sqlite_url,
                worker,
                level,
                lambda machine: {"w": PERSON, "b": machine},
                "",
                5,
                lambda position, place: worker.choose(parse_spec("level:1"), position, place).move,
            )
        )
    assert len(answers) > 3 and "1/2-1/2" not in answers


@pytest.mark.parametrize("level", ["level:1", "level:3", "level:8", "level:10"])
def test_any_level_takes_a_draw_once_it_has_long_been_lost(sqlite_url, level):
    walk = ("a9-b9", "b9-c9", "c9-c8", "c8-b8", "b8-b7")
    with SearchWorker() as worker:
        answers = asyncio.run(
            offers_of_a_person(
                sqlite_url,
                worker,
                level,
                lambda machine: {"w": PERSON, "b": machine},
                HOPELESS,
                5,
                lambda _, place: walk[place],
            )
        )
    assert answers == ["", "", "1/2-1/2"]


def test_a_game_is_not_erased_under_somebody_who_sits_down_at_that_moment(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": OPEN})
            erased, token = await asyncio.gather(
                service.agreements.erase(live, [tokens["w"]]), service.agreements.sit_down(live, "b", "Bo")
            )
            assert erased is False
            stored = await service.database.load(live.sheet.table)
            assert stored is not None and stored.letters_of([token]) == "b"

    asyncio.run(play())


def test_nobody_thinks_and_nothing_happens_at_a_game_that_is_erased(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            watcher = Listener()
            service.audience.join(live, watcher)
            assert await service.agreements.erase(live, [tokens["w"]])
            assert not live.is_followed and watcher.refreshed
            await refused("table.missing", service.agreements.sit_down(live, "w", "Bo"))

    asyncio.run(play())


def test_of_two_players_the_other_wins_when_one_resigns(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            await refused("seat.not-yours", service.agreements.resign(live, [tokens["w"]], "b"))
            await service.agreements.resign(live, [tokens["b"]], "b")
            assert (live.sheet.result, live.sheet.reason) == ("1-0", "resignation")
            await refused("game.over", service.agreements.resign(live, [tokens["w"]], "w"))

    asyncio.run(play())


def test_of_three_players_a_machine_takes_over_the_seat_of_one_who_resigns(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, "pit", players=3)
            hears = Listener()
            service.audience.join(live, hears)
            await service.agreements.resign(live, [tokens["w"]], "w")
            await until(lambda: live.sheet.ply == 1)
            assert not live.sheet.is_over and live.sheet.turn == "r" and live.sheet.seats[0].kind == "opponent"
            assert hears.said() == ["resigned.stands-in"]
            await refused("seat.none", service.turns.typed(live, [tokens["w"]], live.sheet.at, "d2"))

    asyncio.run(play())


def test_a_rematch_swaps_the_seats_and_tokens_stay_good(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, clock=FAST)
            anna, bo = [tokens["w"]], [tokens["b"]]
            await service.agreements.rename(live, anna, "w", "Anna")
            await refused("game.going", service.agreements.rematch(live, anna, answer=True))
            await service.agreements.resign(live, bo, "b")
            await service.agreements.rematch(live, anna, answer=True)
            assert live.sheet.rematch is None and live.sheet.rematch_agreed == "w"
            await asyncio.gather(*(service.agreements.rematch(live, bo, answer=True) for _ in range(3)))
            following = await service.tables.find(live.sheet.rematch)
            assert [seat.name for seat in following.sheet.seats] == ["", "Anna"]
            assert following.sheet.letters_of(anna) == "b" and following.sheet.letters_of(bo) == "w"
            assert following.sheet.previous == live.sheet.table and following.sheet.seats[0].left == 60_000
            await service.turns.typed(following, bo, following.sheet.at, "e4-f4")
            await refused("undo.none", service.agreements.undo(live, anna, answer=True))

    asyncio.run(play())


def test_a_rematch_of_three_moves_everybody_one_seat_on(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, "pit", {"w": PERSON, "r": MACHINE, "b": MACHINE}, players=3)
            over = dataclasses.replace(live.sheet, result="0-1-0", reason="test", turn="")
            live.adopt(live.moment._replace(sheet=over))
            await service.agreements.rematch(live, [tokens["w"]], answer=True)
            following = await service.tables.find(live.sheet.rematch)
            assert [seat.kind for seat in following.sheet.seats] == ["opponent", "opponent", "person"]

    asyncio.run(play())


# Clocks


def test_a_flag_that_falls_ends_the_game_without_anybody_asking(database_url, monkeypatch):
    async def play():
        clock = HandClock()
        async with running(database_url, now=clock) as service:
            live, tokens = await table(service, clock=FAST)
            hears = Listener()
            service.audience.join(live, hears)
            for seat, move in (("w", "e4-f4"), ("b", "d9-d8")):
                clock.pass_seconds(3600)
                await service.turns.typed(live, [tokens[seat]], live.sheet.at, move)
            assert not live.sheet.is_over and service.audience.view(EN, live, [])["clock"]["running"] == "w"
            clock.pass_seconds(59)
            service.flags.look_again()
            await asyncio.sleep(0.02)
            assert not live.sheet.is_over
            assert service.audience.view(EN, live, [])["clock"]["left"] == {"w": 1000, "b": 60_000}
            clock.pass_seconds(1)
            service.flags.look_again()
            await until(lambda: live.sheet.is_over)
            stored = await service.database.load(live.sheet.table)
            assert (stored.result, stored.reason, stored.ended_by) == ("0-1", "time", "time")
            assert hears.said() == ["clock.fell"]
            await refused("undo.time", service.agreements.undo(live, [tokens["w"]], answer=True))

    asyncio.run(play())


def test_a_turn_that_comes_after_the_flag_comes_too_late(database_url):
    async def play():
        clock = HandClock()
        async with running(database_url, now=clock) as service:
            live, tokens = await table(service, clock=FAST)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await service.turns.typed(live, [tokens["b"]], live.sheet.at, "d9-d8")
            clock.pass_seconds(61)
            await refused("clock.fell", service.turns.typed(live, [tokens["w"]], live.sheet.at, "f4-e4"))
            assert live.sheet.result == "0-1" and live.sheet.ply == 2

    asyncio.run(play())


def test_of_three_players_a_machine_takes_over_when_a_flag_falls(database_url):
    async def play():
        clock = HandClock()
        async with running(database_url, now=clock) as service:
            live, tokens = await table(service, "pit", clock=FAST, players=3)
            for letter in "wrb":
                await service.turns.typed(live, [tokens[letter]], live.sheet.at, live.position.legal_moves()[0])
            clock.pass_seconds(60)
            service.flags.look_again()
            await until(lambda: live.sheet.ply == 4)
            assert live.sheet.seats[0].kind == "opponent" and not live.sheet.is_over

    asyncio.run(play())


def test_clocks_go_on_after_a_restart_without_the_time_that_the_server_was_down(database_url):
    clock = HandClock()

    async def first():
        async with running(database_url, now=clock) as service:
            live, tokens = await table(service, clock=FAST)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await service.turns.typed(live, [tokens["b"]], live.sheet.at, "d9-d8")
            clock.pass_seconds(10)
            await service.servers.beat()
            return live.sheet.table, tokens

    async def second(name):
        async with running(database_url, now=clock) as service:
            live = await service.tables.find(name)
            assert service.audience.view(EN, live, [])["clock"]["left"]["w"] == 50_000
            clock.pass_seconds(50)
            service.flags.look_again()
            await until(lambda: live.sheet.is_over)
            assert live.sheet.reason == "time"

    name, _ = asyncio.run(first())
    clock.pass_seconds(100_000)
    asyncio.run(second(name))


# Opponents


def test_an_opponent_answers_and_the_server_goes_on_while_it_thinks(database_url):
    async def play():
        worker = FirstMove()
        worker.gate = threading.Event()
        async with running(database_url, worker) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            hears = Listener()
            service.audience.join(live, hears)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await until(lambda: worker.asked)
            other, others = await table(service)
            await service.turns.typed(other, [others["w"]], other.sheet.at, "e4-f4")
            assert other.sheet.ply == 1 and live.sheet.ply == 1
            await until(lambda: service.audience.view(EN, live, [])["thinking"]["waiting"] is False)
            await until(lambda: service.audience.view(EN, live, [])["thinking"]["compiling"])
            await asyncio.sleep(machines.TICK_SECONDS * 1.2)
            worker.gate.set()
            await until(lambda: live.sheet.ply == 2)
            heard = [message for message in hears.told if message["type"] == "thinking"]
            assert len(heard) >= 2 and heard[-1]["elapsed"] > 0 and heard[-1]["seat"] == "b"

    asyncio.run(play())


def test_nobody_is_shown_thinking_about_a_turn_that_was_taken_back(database_url):
    async def play():
        worker = FirstMove()
        worker.gate = threading.Event()
        async with running(database_url, worker) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await until(lambda: service.audience.view(EN, live, [])["thinking"])
            await service.agreements.undo(live, [tokens["w"]], answer=True)
            assert live.sheet.ply == 0 and service.audience.view(EN, live, [])["thinking"] is None
            worker.gate.set()

    asyncio.run(play())


def test_a_search_that_fails_is_reported_and_tried_again(database_url, monkeypatch):
    monkeypatch.setattr(machines, "WAITS", (0.01,))

    async def play():
        worker = FirstMove()
        worker.failures = 3
        async with running(database_url, worker) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            hears = Listener()
            service.audience.join(live, hears)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await until(lambda: live.sheet.ply == 2)
            assert hears.said() == ["opponent.failed"] * 3
            problems = [message["problem"] for message in hears.told if message["type"] == "thinking"]
            assert problems[0] is None and problems[-1] == "The search of Black failed and is tried again."
            assert service.metrics.value("searches_total", end="failed") == 3

    asyncio.run(play())


def test_a_turn_taken_back_while_the_opponent_thinks_is_not_answered(database_url):
    async def play():
        worker = FirstMove()
        worker.gate = threading.Event()
        async with running(database_url, worker) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await until(lambda: worker.asked)
            await service.agreements.undo(live, [tokens["w"]], answer=True)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-g4")
            await until(lambda: worker.stopped == 1)
            worker.gate.set()
            await until(lambda: live.sheet.ply == 2)
            before = conduct.position_at(live.sheet, 1)
            assert live.sheet.turns[1].move == before.legal_moves()[0]
            assert worker.asked[-1] == str(before)

    asyncio.run(play())


def test_after_a_restart_a_thinking_opponent_thinks_again(database_url):
    async def first():
        worker = FirstMove()
        worker.gate = threading.Event()
        async with running(database_url, worker) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            await until(lambda: worker.asked)
            return live.sheet.table

    async def second(name):
        async with running(database_url) as service:
            live = await service.tables.find(name)
            await until(lambda: live.sheet.ply == 2)
            assert live.sheet.turn == "w"

    name = asyncio.run(first())
    asyncio.run(second(name))


def test_machines_alone_play_only_while_somebody_watches(database_url, monkeypatch):
    monkeypatch.setattr("tavoliere.apps.web.live.machines.SPECTACLE_SECONDS", 0.0)

    async def play():
        worker = FirstMove()
        async with running(database_url, worker) as service:
            live, _ = await table(service, "never-alone", {"r": MACHINE, "b": MACHINE})
            await asyncio.sleep(0.05)
            assert worker.asked == []
            service.audience.join(live, Listener())
            await until(lambda: live.sheet.is_over)

    asyncio.run(play())


def test_people_and_machines_mix_in_a_game_of_four(database_url):
    async def play():
        async with running(database_url) as service:
            seats = {"w": PERSON, "r": MACHINE, "b": PERSON, "g": MACHINE}
            live, tokens = await table(service, "pit", seats, players=4)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, live.position.legal_moves()[0])
            await until(lambda: live.sheet.turn == "b")
            await service.turns.typed(live, [tokens["b"]], live.sheet.at, live.position.legal_moves()[0])
            await until(lambda: live.sheet.turn == "w")
            assert [turn.letter for turn in live.sheet.turns] == ["w", "r", "b", "g"]

    asyncio.run(play())


def test_a_hint_is_for_those_who_play_against_machines(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, "pit", {"w": PERSON, "b": MACHINE}, moves=["d2", "d8"])
            asks = Listener([tokens["w"]])
            hint = await service.machines.hint(live, asks)
            assert hint["move"] == live.position.legal_moves()[0] and hint["at"] == live.sheet.at
            assert hint["steps"][0] == "tray:w/tower" and hint["told"]
            assert [message["hint"] for message in asks.told] == [True]
            people, theirs = await table(service)
            await refused("hint.people", service.machines.hint(people, Listener([theirs["w"]])))
            await refused("seat.none", service.machines.hint(live, Listener()))

    asyncio.run(play())


def test_tables_leave_memory_and_come_back(database_url, monkeypatch):
    monkeypatch.setattr(tables_module, "MOST_IDLE", 2)

    async def play():
        async with running(database_url) as service:
            first, tokens = await table(service)
            await service.turns.typed(first, [tokens["w"]], first.sheet.at, "e4-f4")
            for _ in range(5):
                await table(service)
            assert len(service.tables._live) <= 3 and first.sheet.table not in service.tables._live
            again = await service.tables.find(first.sheet.table)
            assert again is not first and again.sheet == first.sheet
            await refused("table.missing", service.tables.find("nowhere"))

    asyncio.run(play())


def test_a_game_that_cannot_be_replayed_says_so(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            await service.turns.typed(live, [tokens["w"]], live.sheet.at, "e4-f4")
            with service.database.engine.begin() as connection:
                connection.exec_driver_sql("update turns set move = 'e5-e9'")
            service.tables._live.clear()
            await refused("game.broken", service.tables.find(live.sheet.table))

    asyncio.run(play())


def test_tables_are_swept_after_so_many_days_unless_somebody_is_there(database_url):
    clock = HandClock()

    async def play():
        async with running(database_url, now=clock, keep_days=10) as service:
            old, _ = await table(service)
            visited, _ = await table(service)
            played, tokens = await table(service)
            somebody = Listener()
            service.audience.join(visited, somebody)
            clock.pass_seconds(6 * 24 * 3600)
            await service.turns.typed(played, [tokens["w"]], "0.0", "e4-f4")
            assert await service.sweep() == 0
            clock.pass_seconds(5 * 24 * 3600)
            assert await service.sweep() == 1
            await refused("table.missing", service.tables.find(old.sheet.table))
            assert await service.tables.find(played.sheet.table) is played
            service.audience.leave(visited, somebody)
        async with running(database_url, now=clock, keep_days=0) as service:
            await asyncio.sleep(0.1)
            await service.tables.find(visited.sheet.table)
        async with running(database_url, now=clock, keep_days=10) as service:
            async with asyncio.timeout(10):
                while await service.database.load(visited.sheet.table) is not None:
                    await asyncio.sleep(0.01)
            await service.tables.find(played.sheet.table)

    asyncio.run(play())


def test_servers_at_one_database_show_each_others_turns(cluster):
    url = cluster.new_database()

    async def play():
        async with running(url) as here, running(url) as there:
            for service in (here, there):
                assert await asyncio.to_thread(service.hearing.is_listening.wait, 20)
            live, tokens = await table(here)
            twin = await there.tables.find(live.sheet.table)
            anna, bo = Listener([tokens["w"]]), Listener([tokens["b"]])
            here.audience.join(live, anna)
            there.audience.join(twin, bo)
            await here.turns.typed(live, anna.tokens, "0.0", "e4-f4")
            await until(lambda: twin.sheet.ply == 1 and bo.refreshed)
            assert there.audience.view(EN, twin, bo.tokens)["can_move"]
            await there.turns.typed(twin, bo.tokens, "1.0", "d9-d8")
            await until(lambda: live.sheet.ply == 2)
            assert live.sheet == twin.sheet and anna.refreshed == bo.refreshed == 2
            here.audience.leave(live, anna)
            await there.turns.typed(twin, [tokens["w"]], "2.0", "f4-f3")
            await until(lambda: live.sheet.ply == 3)

    asyncio.run(play())


def test_what_other_servers_did_while_the_connection_was_broken_is_caught_up_with(cluster, monkeypatch):
    url = cluster.new_database()
    monkeypatch.setattr(hearing, "AGAIN_SECONDS", 0.3)

    async def play():
        async with running(url) as here, running(url) as there:
            assert await asyncio.to_thread(here.hearing.is_listening.wait, 20)
            live, tokens = await table(here)
            twin = await there.tables.find(live.sheet.table)
            here.audience.join(live, Listener())
            ask = "select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%'"
            with there.database.engine.connect() as connection:
                connection.execute(sa.text(f"{ask} and datname = current_database()"))
            await there.turns.typed(twin, [tokens["w"]], "0.0", "e4-f4")
            await until(lambda: live.sheet.ply == 1)

    asyncio.run(play())


def test_a_flag_that_is_set_at_the_last_moment_does_not_keep_the_server_from_stopping(database_url):
    async def play():
        async with running(database_url) as service:
            await asyncio.sleep(0)
            service.flags.look_again()
            async with asyncio.timeout(20):
                await service.stop()

    asyncio.run(play())


def test_whoever_still_reads_is_waited_for_before_the_connections_are_closed(cluster):
    def slowly(connection):
        connection.execute(sa.text("select pg_sleep(0.5)"))

    async def play():
        async with running(cluster.new_database()) as service:
            reading = service.tasks.spawn(service.database.read(slowly))
            pool = service.database.engine.pool
            await until(lambda: pool.checkedout() > 0)
        assert reading.cancelled() and pool.checkedout() == 0

    asyncio.run(play())


def test_a_second_server_credits_no_time_while_the_first_one_is_alive(cluster):
    url, clock = cluster.new_database(), HandClock()

    async def play():
        async with running(url, now=clock) as here:
            live, tokens = await table(here, clock=FAST)
            everybody = list(tokens.values())
            for at, move in (("0.0", "e4-f4"), ("1.0", "d9-d8")):
                await here.turns.typed(live, everybody, at, move)
            clock.pass_seconds(3)
            async with running(url, now=clock) as there:
                twin = await there.tables.find(live.sheet.table)
                assert twin.sheet == live.sheet
                await there.turns.typed(twin, everybody, "2.0", "f4-f3")
                assert twin.sheet.seats[0].left == FAST.base - 3000 + FAST.increment

    asyncio.run(play())

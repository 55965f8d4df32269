"""A turn walks through the server in one direction: checked once, resolved once, stored, shown."""

import asyncio
from collections import Counter

import pytest

import tavoliere as tv
from tavoliere.apps.web.show.wording import body_of, told
from tavoliere.apps.web.table import conduct, halves, moments, offers
from tavoliere.apps.web.table.refusals import OpponentName, Refusal, Told
from tavoliere.apps.web.table.sheet import Clock
from tests.web.pages import client, guest, new_table
from tests.web.tables import EN, MACHINE, PERSON, HandClock, running, table
from tests.web.test_service import refused

FIRST = {"pit": "d2", "pit-of-pillars": "b1-c1", "pathwayz": "a2", "tablut": "e4-f4", "never-alone": "f6"}
STARTS = {"pit-of-pillars": "#6#/8/3W4/8/8/8/8/#wr4# w m 0-0 - 3"}


@pytest.fixture
def counted(monkeypatch):
    """How often a turn is checked and resolved."""
    calls = Counter()

    def count(where, name, label):
        original = getattr(where, name)

        def counting(*arguments, **named):
            calls[label] += 1
            return original(*arguments, **named)

        monkeypatch.setattr(where, name, counting)

    count(conduct, "check_turn", "checked")
    count(tv.Position, "turn_to_actions", "read")
    count(halves, "stepped", "stepped")
    count(halves, "events_of", "looked at")
    return calls


def actions_in(game, start, move):
    return len((tv.game(game).position(start) if start else tv.game(game).start()).turn_to_actions(move))


@pytest.mark.parametrize("game", FIRST)
@pytest.mark.parametrize("by", ["text", "steps"])
def test_a_turn_is_checked_once_and_resolved_once_until_everybody_has_seen_it(counted, sqlite_url, game, by):
    start, move = STARTS.get(game, ""), FIRST[game]
    position = tv.game(game).position(start) if start else tv.game(game).start()
    steps, actions = halves.steps_of(position, move), actions_in(game, start, move)
    seats = {letter: {"kind": "person"} for letter in position.game.players}
    with client(sqlite_url) as page:
        made, tokens = new_table(page, game, start=start, seats=seats)
        with guest(page, made, list(tokens.values())) as mover, guest(page, made) as watcher:
            at = mover.table()["at"]
            watcher.table()
            counted.clear()
            if by == "text":
                answer = mover.ask("turn", at=at, move=move)
            else:
                answer = mover.ask("steps", at=at, taken=steps, play=True)
            assert answer["type"] == "accepted" and answer["move"] == move
            assert mover.table(1)["last"]["told"] == watcher.table(1)["last"]["told"] != []
    ways = {"read": 1} if by == "text" else {"stepped": 1}
    assert counted == {"checked": 1, "looked at": actions, **ways}


def test_steps_that_are_not_a_whole_turn_change_nothing(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service)
            before = live.moment
            half = await service.turns.stepped(live, [tokens["w"]], "0.0", ("cell:e4",))
            assert half.move is None and "cell:f4" in half.next and live.moment is before
            whole = await service.turns.stepped(live, [tokens["w"]], "0.0", ("cell:e4", "cell:f4"))
            assert whole.move == "e4-f4" and live.moment.events == whole.events and live.position is whole.position
            assert await service.database.load(live.sheet.table) == live.sheet

    asyncio.run(play())


def test_steps_that_come_after_the_flag_come_too_late_and_are_not_acknowledged(sqlite_url):
    clock, acknowledged = HandClock(), []

    async def play():
        async with running(sqlite_url, now=clock) as service:
            live, tokens = await table(service, clock=Clock("increment", 1_000, 0))
            for move in ("e4-f4", "d9-d8"):
                await service.turns.typed(live, list(tokens.values()), live.sheet.at, move)
            clock.pass_seconds(2)
            late = service.turns.stepped(live, [tokens["w"]], "2.0", ("cell:f4", "cell:f3"), acknowledged.append)
            refusal = await refused("clock.fell", late)
            assert refusal.values == {"player": live.position.game.player_name("w")}
            assert (live.sheet.result, live.sheet.ply, acknowledged) == ("0-1", 2, [])
            assert (await service.database.load(live.sheet.table)).ended_by == "time"

    asyncio.run(play())


def test_a_moment_that_is_replayed_is_the_one_that_was_stored(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, "pit", {"w": PERSON, "b": MACHINE})
            await service.turns.typed(live, [tokens["w"]], "0.0", "d2")
            while live.sheet.ply < 2:
                await asyncio.sleep(0.01)
            assert moments.moment_of(await service.database.load(live.sheet.table)) == live.moment

    asyncio.run(play())


# Refusals and news are data until they are shown


def test_a_refusal_is_a_key_with_values_until_it_is_shown():
    game = tv.game("tablut")
    assert told(EN, Refusal("clock.fell", game=game.name, player=game.player_name("w"))).startswith("White")
    assert "Level 3" in told(EN, Refusal("opponent.failed", player=OpponentName("level:3")))
    with pytest.raises(Refusal) as refusal:
        halves.allowed(game.start(), "e5-e9")
    assert refusal.value.values == {"reason": "the defender on e6 is in the way"}
    assert refusal.value.values["reason"].pattern == "{piece:the} on {square} is in the way"
    assert refusal.value.game == "tablut"
    assert str(refusal.value) == "turn.illegal"
    shape = Refusal("request.shape", reasons=[Told("shape.missing", (("field", Told("shape.whole")),))])
    reason = body_of(EN, shape)["reasons"][0]
    assert isinstance(reason, str) and "Told" not in reason and "{" not in reason


def test_offers_are_functions_from_a_moment_to_the_next():
    game = tv.game("tablut")
    sheet, _ = conduct.new_sheet(game.start(), [], {"w": PERSON, "b": PERSON}, Clock(), 1)
    begun = moments.moment_of(sheet)
    offered, said = offers.draw_wanted(begun, "w", {}, 2)
    assert said == ("draw.offered", "w") and offered.sheet.draw_agreed == "w" and begun.sheet.draw_agreed == ""
    assert offers.draw_wanted(offered, "w", {}, 2) == (offered, None)
    drawn, said = offers.draw_wanted(offered, "b", {}, 2)
    assert said == ("draw.accepted", "") and drawn.sheet.result == "1/2-1/2" and drawn.position is begun.position
    assert offers.declined(offered, "b", "draw")[1] == ("draw.declined", "b")
    turned = moments.with_turn(begun, halves.allowed(begun.position, "e4-f4"), 3)
    asked, said = offers.undo_wanted(turned, "w", 4)
    assert said == ("undo.asked", "w")
    back, said = offers.undo_wanted(asked, "b", 5)
    assert said == ("undo.done", "") and back.position == begun.position and back.events == ()

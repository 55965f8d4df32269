"""An agent plays: the server of the Model Context Protocol, asked by the SDK's own client."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

import tavoliere as tv
from tavoliere.apps.agents.server import server
from tavoliere.apps.agents.shelf import Shelf
from tavoliere.games import own_games


def asked(conversation: Callable[[Client], Awaitable[Any]], transport: Any = None) -> Any:
    async def talk() -> Any:
        async with Client(server() if transport is None else transport) as client:
            return await conversation(client)

    return asyncio.run(talk())


async def said(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    found = result.structured_content
    return found["result"] if found is not None and set(found) == {"result"} else found


def test_the_tools_say_what_they_are_for() -> None:
    listed = asked(lambda client: client.list_tools()).tools
    names = {tool.name for tool in listed}
    assert {"games", "rules", "start", "legal_turns", "play", "why_not", "explain", "analyse", "picture"} <= names
    assert all(tool.description for tool in listed)


def test_an_agent_plays_a_game_to_its_end() -> None:
    async def game(client: Client) -> dict[str, Any]:
        shown: dict[str, Any] = await said(client, "start", game="never-alone")
        position = tv.game("never-alone").start()
        while shown["turn"] is not None:
            turns = await said(client, "legal_turns", position=shown["position"])
            assert turns == {"count": len(position.legal_moves()), "turns": position.legal_moves()}
            shown = await said(client, "play", position=shown["position"], turn=turns["turns"][0])
            position = position.play(turns["turns"][0])
            assert shown["text"] == str(position) and shown["drawing"] == position.picture() and shown["did"]
        assert shown["over"] == str(position.verdict)
        return shown

    assert asked(game)["over"]


def test_every_game_is_listed_with_its_rules() -> None:
    async def look(client: Client) -> list[str]:
        listed = await said(client, "games")
        for about in listed:
            text = await said(client, "rules", game=about["name"])
            assert about["about"] and text.startswith("# ")
        return [about["name"] for about in listed]

    assert set(own_games()) <= set(asked(look))


def test_an_agent_is_told_why_not_and_what_a_turn_does() -> None:
    async def ask(client: Client) -> tuple[Any, Any, Any]:
        start = (await said(client, "start", game="tablut"))["position"]
        why = await said(client, "why_not", position=start, turn="e5-e9")
        fine = await said(client, "why_not", position=start, turn="e4-f4")
        return why, fine, await said(client, "explain", position=start, turn="e4-f4")

    why, fine, does = asked(ask)
    assert why == {"allowed": False, "why": "the defender on e6 is in the way [tablut.blocked]"}
    assert fine == {"allowed": True, "why": ""}
    assert does == ["the white defender moves from e4 to f4"]


def test_a_position_is_analysed_and_drawn() -> None:
    async def ask(client: Client) -> tuple[Any, Any]:
        there = await said(client, "start", game="tablut", position="9/9/9/9/2k6/9/9/9/8b w")
        found = await said(client, "analyse", position=there["position"], nodes=200)
        return found, await client.call_tool("picture", {"position": there["position"]})

    found, picture = asked(ask)
    assert found["best"] == "c5-c1" and found["proven"] == "win" and found["chances"] == {"w": 1.0, "b": 0.0}
    assert picture.content[0].type == "image" and picture.content[0].mime_type == "image/png"


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("start", {"game": "chess"}, "there is no game 'chess'"),
        ("start", {"game": "pit", "options": {"players": 9}}, "players: 2, 3 or 4 expected"),
        ("start", {"game": "tablut", "position": "x"}, "not a position"),
        ("legal_turns", {"position": "p99"}, "there is no position 'p99'"),
        ("rules", {"game": "../secrets"}, "there is no game"),
        ("choose", {"position": "p1", "player": "ugi:rm"}, "there is no position"),
    ],
)
def test_what_is_refused_is_told_in_a_sentence(tool: str, arguments: dict[str, Any], words: str) -> None:
    result = asked(lambda client: client.call_tool(tool, arguments))
    assert result.is_error and words in result.content[0].text
    assert "Traceback" not in result.content[0].text


def test_only_levels_can_be_asked_to_choose() -> None:
    async def ask(client: Client) -> tuple[Any, Any]:
        start = (await said(client, "start", game="never-alone"))["position"]
        other = await client.call_tool("choose", {"position": start, "player": "ugi:rm -rf"})
        return await said(client, "choose", position=start, player="level:1"), other

    chosen, other = asked(ask)
    assert chosen["turn"] in tv.game("never-alone").start().legal_moves()
    assert other.is_error and "level:1 to level:10" in other.content[0].text


def test_the_shelf_forgets_what_nobody_looks_at() -> None:
    shelf, start = Shelf(2), tv.game("tablut").start()
    first, second = shelf.put(start), shelf.put(start)
    shelf.get(first)
    third = shelf.put(start)
    assert shelf.get(first) == shelf.get(third) == start
    with pytest.raises(ValueError, match="there is no position"):
        shelf.get(second)


def test_the_command_serves_over_standard_input_and_output() -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "tavoliere", "mcp"])

    async def ask(client: Client) -> Any:
        return await said(client, "start", game="pathwayz")

    assert asked(ask, stdio_client(command))["turn"] == "w"

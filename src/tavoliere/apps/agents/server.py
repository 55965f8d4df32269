"""The tools that agents are offered. Each answers with data or a text, and says in a sentence what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mcp.server.mcpserver import Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import tavoliere as tv
from tavoliere.apps.agents.shelf import Shelf
from tavoliere.games import ruleset, usable_games
from tavoliere.render.png import png_picture
from tavoliere.render.svg import svg_picture

Result = TypeVar("Result")
MOST_NODES = 200_000
MOST_TURNS = 2000
PICTURE_WIDTH = 640
INSTRUCTIONS = (
    "Abstract board games with an exact referee. Start a game, list legal turns, play. Positions have ids such as p1 "
    "and never change: a turn makes a new one. If a turn is refused, why_not says why."
)


def server() -> MCPServer[Any]:
    """A server with a memory of its own."""
    tools = Tools(Shelf())
    made: MCPServer[Any] = MCPServer(
        "tavoliere", instructions=INSTRUCTIONS, version=tv.__version__, log_level="WARNING"
    )
    for tool in (tools.games, tools.rules, tools.start, tools.look, tools.legal_turns, tools.play, tools.why_not,
                 tools.explain, tools.analyse, tools.choose, tools.picture):  # fmt: skip
        made.tool()(tool)
    return made


class Tools:
    """What agents can do, one method a tool; the docstrings are what agents read."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def games(self) -> list[dict[str, Any]]:
        """List the games: their names, what they are about, players and options."""
        return [_about(name) for name in usable_games()[0]]

    def rules(self, game: str) -> str:
        """The rules of a game, as its page tells them."""
        return _refusing(lambda: ruleset(game)).rules_page() or ruleset(game).about()

    def start(self, game: str, options: dict[str, int | str] | None = None, position: str = "") -> dict[str, Any]:
        """Start a game, with its options if you like (such as {"players": 3}), from its start or a position's text."""
        made = _refusing(lambda: tv.game(game, **(options or {})))
        return self._kept(made.start() if not position else _refusing(lambda: made.position(position)))

    def look(self, position: str) -> dict[str, Any]:
        """Look at a position again: its text, a drawing, who is to move, how it ended."""
        return _shown(position, self._at(position))

    def legal_turns(self, position: str) -> dict[str, Any]:
        """List the legal turns of a position."""
        turns = self._at(position).legal_moves()
        return {"count": len(turns), "turns": turns[:MOST_TURNS]}

    def play(self, position: str, turn: str) -> dict[str, Any]:
        """Play a turn, as legal_turns writes it. Gives the new position and what the turn did."""
        before = self._at(position)
        after = _refusing(lambda: before.play(turn))
        return {"did": before.explain(turn), **self._kept(after)}

    def why_not(self, position: str, turn: str) -> dict[str, Any]:
        """Say why a turn is not allowed, in the words of the rules; or that it is."""
        reason = self._at(position).why_not(turn)
        return {"allowed": reason is None, "why": str(reason or "")}

    def explain(self, position: str, turn: str) -> list[str]:
        """Say what a legal turn would do."""
        before = self._at(position)
        return _refusing(lambda: before.explain(turn))

    def analyse(self, position: str, nodes: int = 5000) -> dict[str, Any]:
        """Search a position: the best turns with their lines, the chances of each player, and what is certain."""
        here, budget = self._at(position), max(1, min(nodes, MOST_NODES))
        found = _refusing(lambda: tv.analyse(here, nodes=budget))
        lines = [{"turns": list(line.turns), "chance": round(line.chance, 3)} for line in found.lines]
        return {"best": found.best, "chances": found.chances, "proven": found.proven, "lines": lines}

    def choose(self, position: str, player: str = "level:3") -> dict[str, Any]:
        """Let an opponent choose a turn: level:1 to level:10. It is not played."""
        here = self._at(position)
        if not player.startswith("level:"):
            raise ToolError("an opponent is level:1 to level:10")
        return {"turn": _refusing(lambda: tv.player(player).choose(here)).move}

    def picture(self, position: str) -> Image:
        """A picture of a position."""
        here = self._at(position)
        scene = here.game.ruleset.face.scene(here.state, dict(here.game.options))
        return Image(data=_refusing(lambda: png_picture(svg_picture(scene), PICTURE_WIDTH)), format="png")

    def _at(self, name: str) -> tv.Position:
        return _refusing(lambda: self._shelf.get(name))

    def _kept(self, position: tv.Position) -> dict[str, Any]:
        return _shown(self._shelf.put(position), position)


def _refusing(call: Callable[[], Result]) -> Result:
    """A result, or the refusal in its own words."""
    try:
        return call()
    except ValueError as refusal:
        raise ToolError(str(refusal)) from refusal


def _about(name: str) -> dict[str, Any]:
    rules = ruleset(name)
    options = {option.name: str(option.help) for option in rules.facts.options}
    players = [player.letter for player in rules.facts.players]
    return {"name": name, "about": str(rules.about()), "players": players, "options": options}


def _shown(name: str, position: tv.Position) -> dict[str, Any]:
    return {
        "position": name,
        "text": str(position),
        "drawing": position.picture(),
        "turn": None if position.outcome is not None else position.turn,
        "over": str(position.verdict) or None,
    }

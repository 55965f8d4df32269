"""A search that goes on for a table, as people see it: who thinks, since when, and how far it has come."""

from __future__ import annotations

import time
from collections.abc import Sequence

import tavoliere as tv
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.search.players import Choice
from tavoliere.search.rivals import Rival, against
from tavoliere.search.specs import Spec, parse_spec


class Thinking:
    """Follows one search."""

    def __init__(
        self,
        game: tv.Game,
        seat: str,
        spec: str,
        *,
        is_hint: bool,
        has_failed: bool = False,
        rivals: Sequence[Rival] = (),
        player: Spec | None = None,
    ) -> None:
        """`has_failed` says that the search before this one gave no turn. `rivals` are the others at the table, None
        for people, where somebody plays for a result; `player` is who thinks where the text does not say it.
        """
        self.game, self.seat, self.spec = game, seat, spec
        self.is_hint, self.has_failed = is_hint, has_failed
        self.parsed = (player or parse_spec(spec)).on_the_ladder(game)
        if rivals:
            self.parsed = against(self.parsed, game, rivals)
        self.budget = self.parsed.resolved(game).budget()
        self.is_waiting = True
        self.is_compiling = False
        self.began = time.monotonic()
        self.nodes: int | None = None

    def begin(self) -> None:
        self.is_waiting = False
        self.began = time.monotonic()

    def progress(self, choice: Choice) -> None:
        if self.is_compiling:
            self.is_compiling, self.began = False, time.monotonic()
        self.nodes = choice.nodes

    def compile(self, what: str) -> None:  # noqa: ARG002 - people need not know what
        self.is_compiling = True

    def view(self, voice: Voice) -> Message:
        elapsed = 0 if self.is_waiting else int((time.monotonic() - self.began) * 1000)
        expected = int(self.budget.seconds * 1000) if self.budget.seconds else None
        fraction = elapsed / expected if expected else None
        if self.budget.nodes and self.nodes is not None:
            fraction = max(fraction or 0.0, self.nodes / self.budget.nodes)
        player = self.game.player_name(self.seat)
        return {
            "type": "thinking",
            "seat": self.seat,
            "spec": self.spec,
            "hint": self.is_hint,
            "waiting": self.is_waiting,
            "compiling": voice.text("opponent.compiling") if self.is_compiling else None,
            "elapsed": elapsed,
            "expected": expected,
            "fraction": None if fraction is None else round(min(1.0, fraction), 3),
            "nodes": self.nodes,
            "problem": voice.text("opponent.failed", self.game.name, player=player) if self.has_failed else None,
        }

"""Checks the drawn positions of a documentation page, and what the page claims about them, all in HTML comments.

Positions. `GAME` is a game's name, perhaps with options: `pit players=3`.

- `<!-- GAME: TEXT -->` directly above a ```text block: the block is the picture of this position as the terminal draws
  it without colour. It holds the whole board; of the lines after the board the page may show as many as it likes.
- `<!-- after: MOVE -->` directly above a ```text block: the same for the position after a turn from the position
  before, with the squares of the turn in brackets.
- `<!-- GAME: TEXT -->` elsewhere: a position that claims are made about without drawing it.
- `<!-- board GAME: TEXT -->`, `<!-- marked board GAME: TEXT -->`: a position that the site draws, which is there.
- `<!-- text GAME: TEXT => OUTCOME -->`: the text is accepted, and the game is over with this outcome, or `goes on`.
- `<!-- no text GAME: TEXT => PART -->`: the text is refused, and the message holds this part.
- `<!-- options GAME => PART -->`: the options are refused, and the message holds this part.

Claims about the position above them.

- `<!-- allowed: MOVE -->` and `<!-- refused: MOVE CLAUSE -->`.
- `<!-- only: MOVE MOVE ... -->`: these are all the legal turns.
- `<!-- explain: MOVE => PART -->`: one sentence about the turn holds this part.
- `<!-- whole: MOVE => SENTENCE, SENTENCE -->`: exactly this is said about the turn.
- `<!-- outcome: MOVE => OUTCOME -->`: how the game ends by the turn, `goes on` if it does not.
- `<!-- random: LETTER SHARE -->`: the player wins about so many of 100 random games from here, within two.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.apps.cli.session import Session
from tavoliere.core.compiled import generator, row
from tavoliere.core.playouts import TALLY_LENGTH, playouts
from tavoliere.games import game_from_text
from tavoliere.render.text import text_picture
from tests.docs.pages import Item, items_of

RANDOM_GAMES = 5000
NEAR = 2.0
ELSEWHERE = ("typed", "exit")


def game_named(text: str) -> tv.Game:
    """A game as the command line names it: `pit players=3`."""
    name, *options = shlex.split(text)
    return game_from_text(name, dict(option.split("=", 1) for option in options))


def picture_of(session: Session) -> str:
    """The picture of the position, the squares of the last turn marked."""
    scene = session.game.ruleset.face.scene(session.position.state, dict(session.game.options))
    return text_picture(scene, marks=session.marks())


def board_height(session: Session) -> int:
    """How many lines of a picture are the board and its letters."""
    scene = session.game.ruleset.face.scene(session.position.state, dict(session.game.options))
    return 2 * scene.rows if scene.has_edges else scene.rows + 1


class Reader:
    """Walks over a page, remembers the position that claims speak of, and counts what it has checked."""

    def __init__(self, page: Path) -> None:
        self.page = page
        self.session: Session | None = None
        self.counts: Counter[str] = Counter()
        self.clauses: set[str] = set()

    def run(self) -> None:
        items = items_of(self.page)
        for place, item in enumerate(items):
            if item.kind != "comment":
                continue
            following = items[place + 1] if place + 1 < len(items) else None
            block = following.text if following is not None and following.language == "text" else None
            try:
                self._check(item, block)
            except (AssertionError, ValueError, pytest.fail.Exception) as error:
                raise AssertionError(f"{self.page}:{item.line}: {item.text}: {error}") from error

    def _check(self, item: Item, block: str | None) -> None:
        kind, _, rest = item.text.partition(": ")
        method = getattr(self, f"_{kind}", None)
        if kind in ELSEWHERE:
            return
        if method is not None:
            method(rest)
            self.counts[kind] += 1
        elif item.text.startswith("options "):
            self._refused_options(item.text.removeprefix("options "))
        elif kind.startswith(("text ", "no text ")):
            self._text(kind, rest)
        else:
            kind = kind.removeprefix("linked ").removeprefix("marked ").removeprefix("board ")
            self.session = Session(game_named(kind).position(rest), {})
        if block is not None and (method is None or kind == "after"):
            self._drawn(block)

    def _drawn(self, block: str) -> None:
        assert self.session is not None
        picture = picture_of(self.session).splitlines()
        shown = block.splitlines()
        whole_board = len(shown) >= board_height(self.session)
        assert whole_board and shown == picture[: len(shown)], "it is\n" + "\n".join(picture)
        self.counts["drawn"] += 1

    @property
    def position(self) -> tv.Position:
        assert self.session is not None, "there is no position above this claim"
        return self.session.position

    def _text(self, kind: str, rest: str) -> None:
        text, _, claimed = rest.partition(" => ")
        game = game_named(kind.removeprefix("no ").removeprefix("text "))
        self.counts["texts"] += 1
        if kind.startswith("text "):
            outcome = game.position(text).outcome
            assert str(outcome or "goes on") == claimed, f"it is {outcome}"
            return
        with pytest.raises(tv.PositionError) as refusal:
            game.position(text)
        assert claimed and claimed in str(refusal.value), str(refusal.value)

    def _refused_options(self, rest: str) -> None:
        named, _, claimed = rest.partition(" => ")
        self.counts["options"] += 1
        with pytest.raises(tv.OptionError) as refusal:
            game_named(named)
        assert claimed and claimed in str(refusal.value), str(refusal.value)

    # Claims, each by its kind

    def _after(self, move: str) -> None:
        assert self.session is not None
        self.session.play(move)

    def _allowed(self, move: str) -> None:
        assert self.position.why_not(move) is None, str(self.position.why_not(move))

    def _refused(self, rest: str) -> None:
        move, _, clause = rest.rpartition(" ")
        reason = self.position.why_not(move)
        assert reason is not None, "it is allowed"
        assert reason.clause == clause, str(reason)
        self.clauses.add(clause)

    def _only(self, moves: str) -> None:
        assert self.position.legal_moves() == sorted(moves.split()), self.position.legal_moves()

    def _explain(self, rest: str) -> None:
        move, _, part = rest.partition(" => ")
        told = self.position.explain(move)
        assert part and any(part in sentence for sentence in told), told

    def _whole(self, rest: str) -> None:
        move, _, sentences = rest.partition(" => ")
        told = ", ".join(self.position.explain(move))
        assert told == sentences, told

    def _outcome(self, rest: str) -> None:
        move, _, claimed = rest.partition(" => ")
        outcome = self.position.play(move).outcome
        assert str(outcome or "goes on") == claimed, str(outcome)

    def _random(self, rest: str) -> None:
        match = re.fullmatch(r"([a-z]) ([0-9]+)", rest)
        assert match is not None
        game, tally = self.position.game, row(TALLY_LENGTH)
        out = row(game.facts.most_actions)
        playouts(self.position.state, RANDOM_GAMES, game.facts.random_game_cut, generator(1), out, tally)
        share = 100 * int(tally[game.players.index(match[1])]) / RANDOM_GAMES
        assert abs(share - int(match[2])) <= NEAR, f"it is {share:.1f}"

"""Write the playthroughs: for each game the facts and one seeded game, so that a reviewer sees in a diff what changed.

python -m tests.data.make_playthroughs
"""

from __future__ import annotations

import dataclasses
import math
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

import tavoliere as tv
from tavoliere.core.rng import below, seeded
from tavoliere.render.text import text_picture

PLACE = Path(__file__).resolve().parent / "playthroughs"
COMMAND = "python -m tests.data.make_playthroughs"
WIDTH = 118
FIRST_LEGAL_TURNS = 8
PICTURE_EVERY = 6
"""Of the turns told in full, every so many come with a picture."""


@dataclasses.dataclass(frozen=True)
class Playthrough:
    """A game with its options and the seed that chooses the actions."""

    name: str
    game: str
    seed: int
    options: Mapping[str, int | str] = dataclasses.field(default_factory=dict)
    most_in_full: int = 36
    """How many turns are told in full; of a longer game the others are told by their texts alone."""

    @property
    def path(self) -> Path:
        return PLACE / f"{self.name}.txt"


PLAYTHROUGHS = (
    Playthrough("never-alone", "never-alone", 55),
    Playthrough("pathwayz", "pathwayz", 52),
    Playthrough("pit-2", "pit", 27, {"players": 2}),
    Playthrough("pit-3", "pit", 43, {"players": 3}),
    Playthrough("pit-4", "pit", 43, {"players": 4}),
    Playthrough("pit-of-pillars", "pit-of-pillars", 19, most_in_full=28),
    Playthrough("tablut", "tablut", 18),
)


@dataclasses.dataclass(frozen=True)
class Turn:
    """A turn that was played: the position before it, its actions with their texts, and its move string."""

    before: tv.Position
    actions: tuple[tuple[int, str], ...]
    text: str


def played(start: tv.Position, seed: int) -> tuple[list[Turn], tv.Position]:
    """A game with all actions equally likely at each step, and the position in which it ended."""
    rng, position = seeded(seed), start
    turns: list[Turn] = []
    while position.outcome is None:
        before, actions = position, []
        while position is before or position.pending:
            legal = position.actions()
            action = legal[below(rng, len(legal))]
            actions.append((action, position.action_to_text(action)))
            position = position.act(action)
        text = before.game.ruleset.notation.turn_text([written for _, written in actions])
        turns.append(Turn(before, tuple(actions), text))
    return turns, position


def told(playthrough: Playthrough) -> str:
    """The whole file."""
    game = tv.game(playthrough.game, **playthrough.options)
    turns, last = played(game.start(), playthrough.seed)
    return "\n".join([*_facts(game), "", *_story(turns, playthrough), *_end(last, len(turns))]) + "\n"


def _facts(game: tv.Game) -> Iterator[str]:
    facts = game.facts
    yield f"{facts.title} ({facts.author})"
    yield ""
    yield f"players:         {', '.join(f'{game.player_name(letter)} ({letter})' for letter in game.players)}"
    yield f"options:         {', '.join(f'{name}={value!r}' for name, value in game.options.items()) or 'none'}"
    yield f"actions:         {facts.action_count}, at most {facts.most_actions} legal at once,"
    yield f"                 at most {facts.most_actions_a_turn} in a turn"
    yield f"longest game:    {facts.longest_game or 'not bounded by the rules'}"
    yield f"repetition:      {f'occurrence {facts.repetition} draws' if facts.repetition else 'cannot happen'}"
    yield f"reasons to end:  {', '.join(facts.reasons)}"
    yield f"rules version:   {facts.rules_version}"


def _story(turns: list[Turn], playthrough: Playthrough) -> Iterator[str]:
    """Some turns in full, those between them by their texts alone."""
    every = math.ceil(len(turns) / playthrough.most_in_full)
    told_in_full = f"one of {every} in full" if every > 1 else "all in full"
    yield f"A random game, seed {playthrough.seed}: {len(turns)} turns, {told_in_full}"
    yield ""
    for first in range(0, len(turns), every):
        has_picture = first // every % PICTURE_EVERY == 0
        yield from _in_full(turns[first], first + 1, has_picture)
        yield from _in_brief(turns[first + 1 : first + every], first + 2)
        yield ""


def _in_full(turn: Turn, number: int, has_picture: bool) -> Iterator[str]:
    position, legal = turn.before, turn.before.legal_moves()
    shown = " ".join(legal[:FIRST_LEGAL_TURNS]) + (" ..." if len(legal) > FIRST_LEGAL_TURNS else "")
    yield f"{number}. {position.game.player_name(position.turn)} to move"
    if has_picture:
        yield from ("", *picture(position).splitlines(), "")
    yield from textwrap.wrap(f"   position {position}", WIDTH, subsequent_indent=" " * 12, break_on_hyphens=False)
    yield f"   key      {position.state.key():#018x}"
    yield f"   legal    {len(legal)}: {shown}"
    yield f"   plays    {turn.text}  ({', '.join(f'action {action} {text}' for action, text in turn.actions)})"


def _in_brief(turns: list[Turn], number: int) -> Iterator[str]:
    texts = [f"{number + place}. {turn.before.turn} {turn.text}" for place, turn in enumerate(turns)]
    yield from textwrap.wrap(
        ", ".join(texts), WIDTH, initial_indent="   ", subsequent_indent="   ", break_on_hyphens=False
    )


def _end(last: tv.Position, turns: int) -> Iterator[str]:
    if last.outcome is None:
        raise ValueError("a playthrough tells a whole game")
    yield f"The end, after {turns} turns"
    yield from ("", *picture(last).splitlines(), "")
    yield f"   outcome  {last.outcome}"
    yield f"   scores   {', '.join(f'{letter} {score:g}' for letter, score in last.outcome.scores.items())}"


def picture(position: tv.Position) -> str:
    scene = position.game.ruleset.face.scene(position.state, dict(position.game.options))
    return "\n".join(line.rstrip() for line in text_picture(scene).splitlines())


def main() -> None:
    PLACE.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        text = told(playthrough)
        playthrough.path.write_text(text)
        print(f"{playthrough.path}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()

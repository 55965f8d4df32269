"""A turn that is built step by step from a list, for whoever does not know yet how turns are written."""

from __future__ import annotations

from collections.abc import Sequence

import tavoliere as tv
from tavoliere.apps.cli.layout import in_columns, screen_width
from tavoliere.apps.cli.prompt import Prompt
from tavoliere.apps.cli.speech import say, tell
from tavoliere.core.said import Said, noun_of
from tavoliere.scene import guide
from tavoliere.scene.steps import Steps, next_steps, stepped

QUESTION = Said("step (a number, or nothing to stop)> ")
ENOUGH = ("", "q", "quit")


def turn_by_steps(position: tv.Position, prompt: Prompt) -> str | None:
    """Ask for one step after another until a turn is complete; None from whoever stops before."""
    taken: Steps = ()
    walk = stepped(position, taken)
    while walk.begun or walk.position.pending or not walk.actions:
        choices = next_steps(walk.position, walk.begun)
        chosen = _chosen([say(spoken(step, walk.position)) for step in choices], prompt)
        if chosen is None:
            return None
        taken = (*taken, choices[chosen])
        walk = stepped(position, taken)
    return position.actions_to_turn(walk.actions)


def _chosen(words: Sequence[str], prompt: Prompt) -> int | None:
    """Which of the steps is meant: by its number in the list, or by its words if no other has the same."""
    print(in_columns([f"{number:>4} {word}" for number, word in enumerate(words, 1)], screen_width()))
    while (answer := prompt.ask(say(QUESTION), None, []) or "") not in ENOUGH:
        named = [place for place, word in enumerate(words) if answer in (str(place + 1), word)]
        if len(named) == 1:
            return named[0]
        tell(Said("Please type a number from 1 to {most}.", most=len(words)))
    return None


def spoken(step: str, position: tv.Position) -> str:
    """A step in words; what is taken from beside the board is called what the game calls it."""
    kind, _, name = step.partition(":")
    if kind == "edge":
        first, _, second = name.partition("-")
        return Said("between {first} and {second}", first=first, second=second)
    if kind == "tray":
        supplies = {f"{one.owner}/{one.name}": one.kind for one in guide.plain_scene(position).supplies}
        return Said("{piece:a}", piece=noun_of(supplies.get(name, name.partition("/")[2])))
    return name

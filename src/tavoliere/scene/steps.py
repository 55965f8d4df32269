"""How a person enters a turn: steps with opaque names, such as `cell:e5`, `edge:e4-e5`, `tray:w/tower`, `button:done`.

A game's face says the steps of an action; which step can come next follows from the legal actions. Faces make no
sequence of steps the beginning of another one, so the last step of an action is always the end of it.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tavoliere.core.facts import Options
from tavoliere.core.position import Position

Steps = tuple[str, ...]
Tree = dict[str, "Tree"]
"""Steps, each with those that can follow it within the same action. None follow the last step of an action."""


class Steppable(Protocol):
    """The part of a face that this module needs."""

    def steps(self, state: object, action: int, options: Options) -> Steps:
        """The steps of a legal action."""


def cell(square: str) -> str:
    return f"cell:{square}"


def edge(first: str, second: str) -> str:
    """The side between two squares, the lower or left one first."""
    return f"edge:{first}-{second}"


def tray(owner: str, kind: str) -> str:
    return f"tray:{owner}/{kind}"


def button(name: str) -> str:
    return f"button:{name}"


def action_steps(position: Position) -> dict[Steps, int]:
    """The legal actions by their steps."""
    face: Steppable = position.game.ruleset.face
    options = dict(position.game.options)
    return {face.steps(position.state, action, options): action for action in position.actions()}


def next_steps(position: Position, taken: Steps = ()) -> list[str]:
    """The steps that can follow the ones taken within the current action, sorted."""
    begun = len(taken)
    return sorted({steps[begun] for steps in action_steps(position) if steps[:begun] == taken and len(steps) > begun})


def step_tree(position: Position, taken: Steps = ()) -> Tree:
    """All steps that can follow the ones taken within the current action, sorted."""
    tree: Tree = {}
    for steps in sorted(action_steps(position)):
        branch = tree if steps[: len(taken)] == taken else {}
        for step in steps[len(taken) :]:
            branch = branch.setdefault(step, {})
    return tree


class Walk(NamedTuple):
    """How far steps have led: the position, the actions they completed, and the steps of an action begun since."""

    position: Position
    actions: tuple[int, ...]
    begun: Steps


def stepped(position: Position, taken: Steps) -> Walk:
    """Take steps from a position; a `ValueError` names the first one that leads to no legal turn."""
    walk = Walk(position, (), ())
    for step in taken:
        begun = (*walk.begun, step)
        action = action_steps(walk.position).get(begun)
        if action is not None:
            walk = Walk(walk.position.act(action), (*walk.actions, action), ())
        elif next_steps(walk.position, begun):
            walk = walk._replace(begun=begun)
        else:
            raise ValueError(f"no legal turn goes on with {step!r}")
    return walk

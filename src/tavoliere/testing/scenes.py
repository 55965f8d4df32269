"""What is shown is what is there: pictures, the steps of a click, and events that account for every change."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tavoliere.core.outcome import REPETITION
from tavoliere.core.position import Position
from tavoliere.render.text import text_picture
from tavoliere.scene import Scene
from tavoliere.scene.events import contents, replayed
from tavoliere.scene.steps import Steps, action_steps
from tavoliere.testing.checks import on_beginnings, on_positions, on_walks
from tavoliere.testing.failure import expect, looking_at
from tavoliere.testing.sample import Walk, action_between

MOST_LEAVES = 5000


def scene_of(position: Position) -> Scene:
    scene: Scene = position.game.ruleset.face.scene(position.state, dict(position.game.options))
    return scene


def picture_of(position: Position) -> str:
    return text_picture(scene_of(position))


@on_positions
def a_picture_says_who_is_to_move_and_changes_with_the_board(position: Position) -> None:
    """A picture says who is to move or that the game is over, and different states have different pictures."""
    name = position.game.player_name(position.turn)
    is_over = position.outcome is not None and position.outcome.reason != REPETITION
    line = "The game is over" if is_over else f"{name} ({position.turn}) to move"
    drawn = picture_of(position)
    expect(line in drawn.splitlines(), f"the line {line!r} in the picture", position, found=f"\n{drawn}\n")
    after = [position.act(action) for action in position.actions()[:15]]
    pictures = {picture_of(one) for one in after}
    expect(drawn not in pictures, "another picture after an action", position)
    states = len({one.state for one in after})
    expect(
        len(pictures) == states, f"{states} pictures for {states} states after an action", position, found=len(pictures)
    )


@on_positions
def a_picture_has_the_board_of_the_game(position: Position) -> None:
    """A scene is of this game, with its players, and its squares lie on its board."""
    scene, game = scene_of(position), position.game
    expect(isinstance(scene, Scene), "a Scene from face.scene", position, found=scene)
    expect(scene.game == game.name, f"a scene of {game.name}", position, found=scene.game)
    letters = tuple(seat.letter for seat in scene.seats)
    expect(letters == game.players, f"seats for {', '.join(game.players)}", position, found=letters)
    squares = {stack.square for stack in scene.stacks} | {cell.square for cell in scene.cells}
    columns = "abcdefghijklmnopqrstuvwxyz"[: scene.columns]
    board = {f"{column}{row + 1}" for column in columns for row in range(scene.rows)}
    expect(squares <= board, "squares of the board only", position, found=sorted(squares - board))
    owners = {piece.owner for stack in scene.stacks for piece in stack.pieces} - {""}
    expect(owners <= set(game.players), "pieces that belong to players", position, found=sorted(owners))


@on_walks
def events_account_for_every_change_between_two_positions(walk: Walk) -> None:
    """The events of an action, applied to the scene before it, give what stands in the scene after it."""
    for before, after in pairwise(walk):
        with looking_at(before):
            replay_events(before, action_between(before, after))


def replay_events(position: Position, action: int) -> set[str]:
    """Replay the events of one action; returns their kinds."""
    game = position.game
    names = {letter: game.player_name(letter) for letter in game.players}
    events = game.ruleset.face.events_of(position.state, action, dict(game.options))
    shown, there = replayed(scene_of(position), events), contents(scene_of(position.act(action)))
    for what, told, stands in zip(("pieces", "barriers", "trays"), shown, there, strict=True):
        expect(
            told == stands, f"{what} after the events as in the scene: {stands}", position, action=action, found=told
        )
    silent = [event for event in events if not event.sentence(names)]
    expect(not silent, "a sentence for every event", position, action=action, found=silent)
    return {event.kind for event in events}


@on_beginnings
def every_leaf_of_the_step_tree_is_exactly_one_legal_turn(position: Position) -> None:
    """Clicking through all steps leads to every legal turn, each by one sequence of steps."""
    if len(position.legal_moves()) > MOST_LEAVES:
        return  # a turn of thousands: the shorter ones say enough
    leaves = list(_leaves(position))
    turns = sorted(position.actions_to_turn(actions) for _, actions in leaves)
    odd = set(turns) ^ set(position.legal_moves())
    expect(
        turns == position.legal_moves(), "every legal turn once at the end of steps", position, found=sorted(odd)[:10]
    )
    expect(len({steps for steps, _ in leaves}) == len(leaves), "different steps for different turns", position)


def _leaves(position: Position) -> Iterator[tuple[Steps, list[int]]]:
    """Every sequence of steps that makes a whole turn."""
    for steps, action in action_steps(position).items():
        after = position.act(action)
        if after.pending:
            yield from ((steps + more, [action, *rest]) for more, rest in _leaves(after))
        else:
            yield steps, [action]


@on_positions
def no_steps_of_an_action_begin_those_of_another(position: Position) -> None:
    """Every action has steps of its own, and no action's steps are the beginning of another's."""
    found = action_steps(position)
    expect(len(found) == len(position.actions()), "steps of its own for every action", position, found=len(found))
    begun = [steps for steps in found for end in range(1, len(steps)) if steps[:end] in found]
    expect(not begun, "no steps that go on after an action is complete", position, found=begun[:5])

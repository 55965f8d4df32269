"""Why a part of a turn of Pit of Pillars is not allowed, in the words of the rules."""

from __future__ import annotations

from tavoliere.core.bits import bit64 as bit
from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.squares import Coordinates, coordinates_of, name_of
from tavoliere.games.pit_of_pillars.notation import square_name
from tavoliere.games.pit_of_pillars.rules import BOARD, COMPULSORY, FIRST_MAN, PILLAR, SIZE, WHITE, PitOfPillars, beside

CLAUSES = {
    "pit-of-pillars.corner": "The board has no corners: a1, a8, h1 and h8 do not exist.",
    "pit-of-pillars.stage": "While men are entered nothing moves; in the movement stage men come from the reserve.",
    "pit-of-pillars.vacant": "In the entering stage a man is entered on a vacant square.",
    "pit-of-pillars.first-man": "The first man is entered next to the man that the opponent entered last.",
    "pit-of-pillars.second-man": "The second man is entered on a square all of whose neighbours are vacant.",
    "pit-of-pillars.two-men": "Every turn after the first enters two men, unless no square allows the second.",
    "pit-of-pillars.win": "If the opponent controls no stack after the compulsory part, the game is won.",
    "pit-of-pillars.control": "A player moves a stack with a man of the own colour on top.",
    "pit-of-pillars.line": "Men move in one straight line along a row or column.",
    "pit-of-pillars.height": "So many men move exactly so many squares; a stack cannot send more men than it has.",
    "pit-of-pillars.pillar-blocks": "Men move over or onto anything but a pillar, whoever owns it.",
    "pit-of-pillars.reserve": "A man is entered only while there is one in the reserve.",
    "pit-of-pillars.entry": "A reserve man is entered on a vacant square or on a stack, not on a pillar.",
    "pit-of-pillars.own-pillar": "The optional part moves one of the player's own pillars.",
    "pit-of-pillars.queen": "A pillar moves like a chess queen, in one of eight directions.",
    "pit-of-pillars.pillar-path": "A pillar moves over vacant squares only.",
}
COLOURS = ("White", "Red")


def refusal(state: PitOfPillars, text: str, options: Options) -> Reason:
    names = text.removeprefix("@").split("-")
    places = [coordinates_of(name, SIZE, SIZE) or (0, 0) for name in names]
    for name, place in zip(names, places, strict=True):
        if text != "done" and not BOARD.has(_number(place)):
            return Reason("pit-of-pillars.corner", f"{name} is an omitted corner")
    if state.part == PILLAR:
        return _pillar_refusal(state, places)
    if state.part != COMPULSORY:
        return _entering_refusal(state, text, places)
    if text.startswith("@"):
        return _reserve_refusal(state, text[1:])
    if text == "done":
        return Reason("pit-of-pillars.stage", "a stack moves or a man is entered before a turn can be done")
    if len(places) == 1:
        return Reason("pit-of-pillars.stage", f"men are entered from the reserve now, which is written @{text}")
    return _move_refusal(state, places[0], places[1])


def incomplete(state: PitOfPillars) -> Reason:
    """Why a turn with one man is not a turn while a second one can be entered."""
    example = square_name(state.second_squares().first())
    return Reason("pit-of-pillars.two-men", f"a second man must be entered, for instance on {example}")


def superfluous(state: PitOfPillars, text: str) -> Reason:
    """Why nothing may follow a turn that is complete."""
    if state.part == FIRST_MAN:
        return Reason("pit-of-pillars.two-men", f"the turn is over after {text}: there is no second man to enter")
    if not state.own_pillars():
        return Reason(
            "pit-of-pillars.own-pillar", f"the turn is over after {text}: {COLOURS[state.turn]} has no pillar"
        )
    return Reason("pit-of-pillars.win", f"{text} wins the game, and no pillar move follows")


def _number(place: Coordinates) -> int:
    return place[1] * SIZE + place[0]


def _entering_refusal(state: PitOfPillars, text: str, places: list[Coordinates]) -> Reason:
    if len(places) > 1 or not text[:1].isalpha() or text == "done":
        return Reason("pit-of-pillars.stage", "nothing moves before all men are entered")
    square = _number(places[0])
    if state.men().has(square):
        return Reason("pit-of-pillars.vacant", f"{text} is taken")
    if state.part == FIRST_MAN:
        return Reason(
            "pit-of-pillars.first-man",
            f"{text} is not next to {square_name(state.last)}, where the opponent entered the last man",
        )
    neighbour = next(iter(beside(bit(square)) & state.men()))
    return Reason("pit-of-pillars.second-man", f"{text} has a man next to it, on {square_name(neighbour)}")


def _reserve_refusal(state: PitOfPillars, name: str) -> Reason:
    if state.reserve() == 0:
        return Reason("pit-of-pillars.reserve", f"{COLOURS[state.turn]} has no man in reserve")
    return Reason("pit-of-pillars.entry", f"a pillar stands on {name}")


def _move_refusal(state: PitOfPillars, start: Coordinates, target: Coordinates) -> Reason:
    name = name_of(*start)
    if not state.controlled(state.turn).has(_number(start)):
        return _not_controlled(state, name, _number(start))
    across, up = target[0] - start[0], target[1] - start[1]
    if start == target:
        return Reason("pit-of-pillars.line", f"a move ends on another square than {name}")
    if across and up:
        return Reason("pit-of-pillars.line", f"{name} and {name_of(*target)} are not on one row or column")
    distance, height = abs(across + up), state.height(_number(start))
    if distance > height:
        return Reason(
            "pit-of-pillars.height", f"moving {distance} squares takes {distance} men, and {name} has {height}"
        )
    return _blocked(state, start, target, "pit-of-pillars.pillar-blocks")


def _not_controlled(state: PitOfPillars, name: str, square: int) -> Reason:
    if state.pillars().has(square):
        return Reason("pit-of-pillars.control", f"{name} holds a pillar, which moves only after the compulsory part")
    if not state.men().has(square):
        return Reason("pit-of-pillars.control", f"there is no stack on {name}")
    owner = COLOURS[1 - state.turn]
    return Reason("pit-of-pillars.control", f"{owner} has the top man of {name} and so controls it")


def _blocked(state: PitOfPillars, start: Coordinates, target: Coordinates, clause: str) -> Reason:
    """The first thing in the way between two squares on a line."""
    steps = max(abs(target[0] - start[0]), abs(target[1] - start[1]))
    across, up = (target[0] - start[0]) // steps, (target[1] - start[1]) // steps
    for step in range(1, steps + 1):
        place = (start[0] + across * step, start[1] + up * step)
        if state.pillars().has(_number(place)):
            return Reason(clause, f"a pillar on {name_of(*place)} is in the way")
        if clause == "pit-of-pillars.pillar-path" and state.men().has(_number(place)):
            return Reason(clause, f"a stack on {name_of(*place)} is in the way")
        if not BOARD.has(_number(place)):
            return Reason("pit-of-pillars.corner", f"{name_of(*place)} is an omitted corner")
    return Reason(clause, "the way is not free")


def _pillar_refusal(state: PitOfPillars, places: list[Coordinates]) -> Reason:
    if len(places) == 1:
        return Reason("pit-of-pillars.stage", "after the compulsory part only a pillar may move")
    start, target = places
    name = name_of(*start)
    if not state.own_pillars().has(_number(start)):
        colour = "white" if state.turn == WHITE else "red"
        return Reason("pit-of-pillars.own-pillar", f"there is no {colour} pillar on {name}")
    across, up = abs(target[0] - start[0]), abs(target[1] - start[1])
    if start == target or (across and up and across != up):
        return Reason("pit-of-pillars.queen", f"no line of a queen leads from {name} to {name_of(*target)}")
    return _blocked(state, start, target, "pit-of-pillars.pillar-path")

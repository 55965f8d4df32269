"""Why a part of a turn of Pit of Pillars is not allowed, in the words of the rules."""

from __future__ import annotations

from tavoliere.core.bits import bit64 as bit
from tavoliere.core.errors import Reason, immobility
from tavoliere.core.facts import Options
from tavoliere.core.said import Noun, Qualified, Said
from tavoliere.core.squares import Coordinates, coordinates_of, name_of
from tavoliere.games.pit_of_pillars import words
from tavoliere.games.pit_of_pillars.notation import square_name
from tavoliere.games.pit_of_pillars.rules import (
    BOARD,
    COMPULSORY,
    FACTS,
    FIRST_MAN,
    PILLAR,
    SIZE,
    WHITE,
    PitOfPillars,
    beside,
)

CLAUSES = {
    "pit-of-pillars.corner": Said("The board has no corners: a1, a8, h1 and h8 do not exist."),
    "pit-of-pillars.stage": Said(
        "While men are entered nothing moves; in the movement stage men come from the reserve."
    ),
    "pit-of-pillars.vacant": Said("In the entering stage a man is entered on a vacant square."),
    "pit-of-pillars.first-man": Said("The first man is entered next to the man that the opponent entered last."),
    "pit-of-pillars.second-man": Said("The second man is entered on a square all of whose neighbours are vacant."),
    "pit-of-pillars.two-men": Said("Every turn after the first enters two men, unless no square allows the second."),
    "pit-of-pillars.win": Said("If the opponent controls no stack after the compulsory part, the game is won."),
    "pit-of-pillars.control": Said("A player moves a stack with a man of the own colour on top."),
    "pit-of-pillars.line": Said("Men move in one straight line along a row or column."),
    "pit-of-pillars.height": Said(
        "So many men move exactly so many squares; a stack cannot send more men than it has."
    ),
    "pit-of-pillars.pillar-blocks": Said("Men move over or onto anything but a pillar, whoever owns it."),
    "pit-of-pillars.reserve": Said("A man is entered only while there is one in the reserve."),
    "pit-of-pillars.entry": Said("A reserve man is entered on a vacant square or on a stack, not on a pillar."),
    "pit-of-pillars.own-pillar": Said("The optional part moves one of the player's own pillars."),
    "pit-of-pillars.queen": Said("A pillar moves like a chess queen, in one of eight directions."),
    "pit-of-pillars.pillar-path": Said("A pillar moves over vacant squares only."),
}
STRAIGHT, DIAGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
PLAYERS = tuple(player.name for player in FACTS.players)


def refusal(state: PitOfPillars, text: str, options: Options) -> Reason:
    names = text.removeprefix("@").split("-")
    places = [coordinates_of(name, SIZE, SIZE) or (0, 0) for name in names]
    for name, place in zip(names, places, strict=True):
        if text != "done" and not BOARD.has(_number(place)):
            return Reason("pit-of-pillars.corner", Said("{square} is an omitted corner", square=name))
    if state.part == PILLAR:
        return _pillar_refusal(state, places)
    if state.part != COMPULSORY:
        return _entering_refusal(state, text, places)
    if text.startswith("@"):
        return _reserve_refusal(state, text[1:])
    if text == "done":
        return Reason("pit-of-pillars.stage", Said("a stack moves or a man is entered before a turn can be done"))
    if len(places) == 1:
        return Reason(
            "pit-of-pillars.stage",
            Said("men are entered from the reserve now, which is written @{square}", square=text),
        )
    return _move_refusal(state, places[0], places[1])


def incomplete(state: PitOfPillars) -> Reason:
    """Why a turn with one man is not a turn while a second one can be entered."""
    example = square_name(state.second_squares().first())
    return Reason(
        "pit-of-pillars.two-men", Said("a second man must be entered, for instance on {square}", square=example)
    )


def superfluous(state: PitOfPillars, text: str) -> Reason:
    """Why nothing may follow a turn that is complete."""
    if state.part == FIRST_MAN:
        return Reason(
            "pit-of-pillars.two-men",
            Said("the turn is over after {turn}: there is no second man to enter", turn=text),
        )
    if not state.own_pillars():
        player = PLAYERS[state.turn]
        over = Said("the turn is over after {turn}: {player} has no pillar", turn=text, player=player)
        return Reason("pit-of-pillars.own-pillar", over)
    return Reason("pit-of-pillars.win", Said("{turn} wins the game, and no pillar move follows", turn=text))


def immobile(state: PitOfPillars, name: str, options: Options) -> Reason:
    """Why no turn begins on a square."""
    place = coordinates_of(name, SIZE, SIZE) or (0, 0)
    square = _number(place)
    if state.part == PILLAR:
        if not state.own_pillars().has(square):
            return _no_pillar(state, name)
        return _hemmed_in(state, place, words.PILLAR, STRAIGHT + DIAGONAL, "pit-of-pillars.pillar-path")
    if state.part != COMPULSORY:
        return _entering_refusal(state, name, [place])
    if not state.controlled(state.turn).has(square):
        return _not_controlled(state, name, square)
    return _hemmed_in(state, place, words.STACK, STRAIGHT, "pit-of-pillars.pillar-blocks")


def _hemmed_in(
    state: PitOfPillars, place: Coordinates, piece: Noun, ways: tuple[Coordinates, ...], clause: str
) -> Reason:
    beside = [(place[0] + across, place[1] + up) for across, up in ways]
    inside = [other for other in beside if min(other) >= 0 and max(other) < SIZE and BOARD.has(_number(other))]
    return immobility(piece, name_of(*place), [_blocked(state, place, other, clause) for other in inside])


def _number(place: Coordinates) -> int:
    return place[1] * SIZE + place[0]


def _entering_refusal(state: PitOfPillars, text: str, places: list[Coordinates]) -> Reason:
    if len(places) > 1 or not text[:1].isalpha() or text == "done":
        return Reason("pit-of-pillars.stage", Said("nothing moves before all men are entered"))
    square = _number(places[0])
    if state.men().has(square):
        return Reason("pit-of-pillars.vacant", Said("{square} is taken", square=text))
    if state.part == FIRST_MAN:
        return Reason(
            "pit-of-pillars.first-man",
            Said(
                "{square} is not next to {last}, where the opponent entered the last man",
                square=text,
                last=square_name(state.last),
            ),
        )
    neighbour = square_name(next(iter(beside(bit(square)) & state.men())))
    accompanied = Said("{square} has a man next to it, on {neighbour}", square=text, neighbour=neighbour)
    return Reason("pit-of-pillars.second-man", accompanied)


def _reserve_refusal(state: PitOfPillars, name: str) -> Reason:
    if state.reserve() == 0:
        return Reason("pit-of-pillars.reserve", Said("{player} has no man in reserve", player=PLAYERS[state.turn]))
    return Reason("pit-of-pillars.entry", Said("a pillar stands on {square}", square=name))


def _move_refusal(state: PitOfPillars, start: Coordinates, target: Coordinates) -> Reason:
    name = name_of(*start)
    if not state.controlled(state.turn).has(_number(start)):
        return _not_controlled(state, name, _number(start))
    across, up = target[0] - start[0], target[1] - start[1]
    if start == target:
        return Reason("pit-of-pillars.line", Said("a move ends on another square than {square}", square=name))
    if across and up:
        told = Said("{start} and {target} are not on one row or column", start=name, target=name_of(*target))
        return Reason("pit-of-pillars.line", told)
    distance, height = abs(across + up), state.height(_number(start))
    if distance > height:
        return Reason(
            "pit-of-pillars.height",
            Said(
                "moving {distance} squares takes {distance} men, and {square} has {height}",
                distance=distance,
                square=name,
                height=height,
            ),
        )
    return _blocked(state, start, target, "pit-of-pillars.pillar-blocks")


def _not_controlled(state: PitOfPillars, name: str, square: int) -> Reason:
    if state.pillars().has(square):
        return Reason(
            "pit-of-pillars.control",
            Said("{square} holds a pillar, which moves only after the compulsory part", square=name),
        )
    if not state.men().has(square):
        return Reason("pit-of-pillars.control", Said("there is no stack on {square}", square=name))
    owner = PLAYERS[1 - state.turn]
    return Reason(
        "pit-of-pillars.control",
        Said("{player} has the top man of {square} and so controls it", player=owner, square=name),
    )


def _blocked(state: PitOfPillars, start: Coordinates, target: Coordinates, clause: str) -> Reason:
    """The first thing in the way between two squares on a line."""
    steps = max(abs(target[0] - start[0]), abs(target[1] - start[1]))
    across, up = (target[0] - start[0]) // steps, (target[1] - start[1]) // steps
    for step in range(1, steps + 1):
        place = (start[0] + across * step, start[1] + up * step)
        name = name_of(*place)
        if state.pillars().has(_number(place)):
            return Reason(clause, Said("{piece:a} on {square} is in the way", piece=words.PILLAR, square=name))
        if clause == "pit-of-pillars.pillar-path" and state.men().has(_number(place)):
            return Reason(clause, Said("{piece:a} on {square} is in the way", piece=words.STACK, square=name))
        if not BOARD.has(_number(place)):
            return Reason("pit-of-pillars.corner", Said("{square} is an omitted corner", square=name))
    return Reason(clause, Said("the way is not free"))


def _pillar_refusal(state: PitOfPillars, places: list[Coordinates]) -> Reason:
    if len(places) == 1:
        return Reason("pit-of-pillars.stage", Said("after the compulsory part only a pillar may move"))
    start, target = places
    name = name_of(*start)
    if not state.own_pillars().has(_number(start)):
        return _no_pillar(state, name)
    across, up = abs(target[0] - start[0]), abs(target[1] - start[1])
    if start == target or (across and up and across != up):
        told = Said("no line of a queen leads from {start} to {target}", start=name, target=name_of(*target))
        return Reason("pit-of-pillars.queen", told)
    return _blocked(state, start, target, "pit-of-pillars.pillar-path")


def _no_pillar(state: PitOfPillars, name: str) -> Reason:
    pillar = Qualified(words.WHITE_COLOUR if state.turn == WHITE else words.RED_COLOUR, words.PILLAR)
    missing = Said("there is no {piece} on {square}", piece=pillar, square=name)
    return Reason("pit-of-pillars.own-pillar", missing)

"""What a player of Pit must see: what towers see, what must be done first, the way between the pawns, and what a
barrier would do to it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.core.said import Noun, Said, noun_of
from tavoliere.games.pit import words
from tavoliere.games.pit.notation import ORDERS, SEATS, square_name
from tavoliere.games.pit.rules import (
    BARRIER,
    EAST,
    NONE,
    NORTH,
    PAWN_IN_HOLE,
    PAWN_REPLACED,
    SOUTH,
    STEP,
    WEST,
    Pit,
    joined,
)
from tavoliere.games.pit.why import priority
from tavoliere.scene import Ending, Mark, Sign
from tavoliere.scene.guide import CUT, GHOST

SIGHT = Sign("sight", "line", Said("what your towers see: a tower can be brought in there"), on=words.TOWER)
MUST = Sign("must", "must", Said("a piece that must move now, by the rule of priority"), on=words.TOWER)
TAKE = Sign("take", "threat", Said("a piece that must be replaced now"), on=words.TOWER)
FALL = Sign("fall", "threat", Said("a hole that must be entered now"), on=words.HOLE)
WAY = Sign("way", "way", Said("the way between the pawns: whoever cuts the last one is out"), on=words.PAWN)
EXPOSED = Sign("exposed", "threat", Said("a pawn next to an opponent's piece: it can be replaced"), on=words.PAWN)
HANGING = Sign("hanging", "alone", Said("a tower that one more barrier can cut off from every hole"), on=words.TOWER)
CUTS = Sign("cuts", "cut", Said("a barrier here cuts the pawns off from each other: you would be out"))
ISOLATES = Sign(
    "isolates",
    "threat",
    Said("a tower that leaves the game if the barrier is set where it cuts it off"),
    on=words.TOWER,
)
LOST = Sign("lost", "goal", Said("where the last pawn was lost"), stays=True, on=words.TOWER)
SIGNS = (SIGHT, MUST, TAKE, FALL, WAY, EXPOSED, HANGING, CUTS, ISOLATES, LOST, GHOST, CUT)

MEANINGS: dict[str, str] = {
    words.TOWER: Said("It moves any distance in a line. Without a path to a hole it leaves the game."),
    words.PAWN: Said("It moves one square. Whoever loses it is out."),
    words.HOLE: Said("What enters it is lost. A piece next to it must enter it, unless a replacement is possible."),
    words.BARRIER: Said("Nothing passes it, and it stays for good."),
}


def marks(state: Pit, options: Options) -> tuple[Mark, ...]:
    order = ORDERS[int(options["players"])]
    if state.mid_turn():
        return (*_ways(state, order), *_consequences(state))
    own = [] if state.in_hand >> state.turn & 1 else [*_own_turn(state, order[state.turn])]
    return (*own, *_ways(state, order), *_exposed(state, order), *_hanging(state, order))


def _own_turn(state: Pit, letter: str) -> Iterator[Mark]:
    """What goes first; if nothing does, what the towers see."""
    if not state.is_forced(_all(state.arrivals())):
        if state.reserve():
            yield from (Mark(SIGHT, tuple(map(square_name, line)), owner=letter) for line in sights(state))
        return
    for origin, target in forced_moves(state):
        yield Mark(MUST, (square_name(origin),), owner=letter)
        yield Mark(FALL if state.holes.has(target) else TAKE, (square_name(target),))


def _all(arrivals: tuple[Bits, Bits, Bits, Bits]) -> Bits:
    return arrivals[0] | arrivals[1] | arrivals[2] | arrivals[3]


def forced_moves(state: Pit) -> list[tuple[int, int]]:
    """The moves that go first, from where to where; none if no rule of priority holds."""
    arrivals = state.arrivals()
    if not state.is_forced(_all(arrivals)):
        return []
    return [(target - STEP[direction], target) for direction, squares in enumerate(arrivals) for target in squares]


def sights(state: Pit) -> Iterator[list[int]]:
    """What each tower of the player to move sees, a line for each direction, the tower's own square first."""
    for tower in state.pieces_of(state.turn) & state.towers:
        for direction in range(4):
            line = [tower]
            while (target := _beside(state, line[-1], direction)) >= 0 and not state.holes.has(target):
                line.append(target)
            if len(line) > 1:
                yield line


def _beside(state: Pit, square: int, direction: int) -> int:
    """The square beyond an open side, -1 where there is none."""
    other = square + STEP[direction]
    sides = {NORTH: (state.open_north, square), SOUTH: (state.open_north, other)}
    sides |= {EAST: (state.open_east, square), WEST: (state.open_east, other)}
    openings, place = sides[direction]
    return other if place >= 0 and openings.has(place) else -1


def _neighbours(state: Pit, square: int) -> list[int]:
    return [other for direction in range(4) if (other := _beside(state, square, direction)) >= 0]


def _ways(state: Pit, order: str) -> Iterator[Mark]:
    """A shortest way from each pawn on the board to that of the next player who has one."""
    pawns = [place.first() for player in range(len(order)) if (place := state.pieces_of(player) & state.pawns)]
    for first, second in itertools.pairwise(pawns):
        way = shortest_way(state, first, second)
        if way:
            yield Mark(WAY, tuple(map(square_name, way)))


def shortest_way(state: Pit, first: int, second: int) -> list[int]:
    """The squares from one to another over ground and open sides, pieces or not; nothing if there is no way."""
    came_from = {first: first}
    queue = [first]
    for square in queue:
        if square == second:
            break
        for other in _neighbours(state, square):
            if other not in came_from and state.ground.has(other):
                came_from[other] = square
                queue.append(other)
    if second not in came_from:
        return []
    way = [second]
    while way[-1] != first:
        way.append(came_from[way[-1]])
    return way[::-1]


def _exposed(state: Pit, order: str) -> Iterator[Mark]:
    """Pawns that somebody's piece could replace."""
    for pawn in state.pawns:
        others = [other for other in _neighbours(state, pawn) if state.pieces().has(other)]
        if any(state.owner(other) != state.owner(pawn) for other in others):
            yield Mark(EXPOSED, (square_name(pawn),), owner=order[state.owner(pawn)])


def _hanging(state: Pit, order: str) -> Iterator[Mark]:
    for square in hanging_towers(state):
        yield Mark(HANGING, (square_name(square),), owner=order[state.owner(square)])


def hanging_towers(state: Pit) -> list[int]:
    """Towers that a single barrier could cut off from every hole."""
    return [tower for tower in state.towers if _hangs(state, tower)]


def _hangs(state: Pit, tower: int) -> bool:
    """Whether all ways to a hole cross one side that can get a barrier.

    The first way found is taken away; a tower hangs if one of its sides is on every other way too.
    """
    way = _way_to_hole(state, tower)
    return any(_is_cut_off(state, tower, first, second) for first, second in itertools.pairwise(way))


def _way_to_hole(state: Pit, tower: int) -> list[int]:
    came_from = {tower: tower}
    queue = [tower]
    for square in queue:
        if state.holes.has(square):
            way = [square]
            while way[-1] != tower:
                way.append(came_from[way[-1]])
            return way[::-1]
        for other in _neighbours(state, square):
            if other not in came_from:
                came_from[other] = square
                queue.append(other)
    return []


def _is_cut_off(state: Pit, tower: int, first: int, second: int) -> bool:
    """Whether a barrier between two squares is allowed and leaves a tower without a way to a hole."""
    if state.holes.has(first) or state.holes.has(second):
        return False
    open_north, open_east = _without(state, first, second)
    return not joined(bit(tower), state.ground | state.holes, open_north, open_east, state.holes) & state.holes


def _without(state: Pit, first: int, second: int) -> tuple[Bits, Bits]:
    """The open sides if a barrier stood between two squares."""
    low, high = min(first, second), max(first, second)
    if high - low == 1:
        return state.open_north, state.open_east - bit(low)
    return state.open_north - bit(low), state.open_east


def _consequences(state: Pit) -> Iterator[Mark]:
    """What each side where the barrier may go would do: cut the pawns off, or towers."""
    cut_off: Bits = NONE
    for direction in range(4):
        if not state.free_sides() >> direction & 1:
            continue
        after = state.play(BARRIER + direction)
        if not after.playing >> state.turn & 1:
            sides = sorted((state.reached, state.reached + STEP[direction]))
            yield Mark(CUTS, (square_name(sides[0]), square_name(sides[1])))
        else:
            cut_off |= state.towers - after.towers
    yield from (Mark(ISOLATES, (square_name(square),)) for square in cut_off)


def asked(state: Pit, options: Options) -> str:
    if state.mid_turn():
        square = square_name(state.reached)
        kind = words.PAWN if state.pawns.has(state.reached) else words.TOWER
        return Said("Now set a barrier beside {piece:the} that moved to {square}.", piece=kind, square=square)
    if state.in_hand >> state.turn & 1:
        return Said("Place your pawn on an empty square, not next to an opponent's tower.")
    moves = forced_moves(state)
    if moves and state.holes.has(moves[0][1]):
        return Said("A piece of yours is next to a hole: it must go in.")
    if moves:
        return Said("You must replace a piece of an opponent next to yours.")
    if state.reserve():
        return Said("Move a tower or your pawn, or bring a tower in where one of yours sees.")
    return Said("Move a tower in a line, or your pawn one square.")


def forced(state: Pit, options: Options) -> Reason | None:
    if state.mid_turn():
        return Reason("pit.barrier-due", Said("a barrier follows every slide, replacement and entry"))
    if state.in_hand >> state.turn & 1:
        return Reason("pit.first-turn", Said("the first turn puts the pawn on the board"))
    return priority(state) if forced_moves(state) else None


def ending(state: Pit, action: int, options: Options) -> Ending | None:
    after = state.play(action)
    if after.winner == ONGOING:
        return None
    order = ORDERS[int(options["players"])]
    loser = _player(order[(state.playing & ~after.playing).bit_length() - 1])
    if after.reason == PAWN_REPLACED or after.reason == PAWN_IN_HOLE:
        return _pawn_lost(loser, square_name(action >> 2), is_hole=after.reason == PAWN_IN_HOLE)
    first, second = sorted((state.reached, state.reached + STEP[action - BARRIER]))
    return Ending(
        Said(
            "{player:whose} barrier between {first} and {second} cut the pawns off from each other",
            player=loser,
            first=square_name(first),
            second=square_name(second),
        )
    )


def _pawn_lost(loser: Noun, square: str, *, is_hole: bool) -> Ending:
    told = (
        Said("{player:whose} pawn went into the hole on {square}", player=loser, square=square)
        if is_hole
        else Said("{player:whose} pawn was replaced on {square}", player=loser, square=square)
    )
    # In a hole the pawn's ghost is mark enough.
    return Ending(told, () if is_hole else (Mark(LOST, (square,), told),))


def _player(letter: str) -> Noun:
    return noun_of(SEATS[letter].name)

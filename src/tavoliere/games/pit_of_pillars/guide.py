"""What a player of Pit of Pillars must see: how many men a square has room for, and which stacks can be captured."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tavoliere.core.bits import bit64 as bit
from tavoliere.core.bits import ones
from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING, change
from tavoliere.core.said import Said
from tavoliere.games.pit_of_pillars import words
from tavoliere.games.pit_of_pillars.face import SEATS
from tavoliere.games.pit_of_pillars.notation import square_name
from tavoliere.games.pit_of_pillars.rules import (
    BOARD,
    COMPULSORY,
    FACTS,
    FARTHEST,
    FIRST_MAN,
    MOVE_TARGET,
    NO_LEGAL_MOVE,
    NO_STACK_LEFT,
    PILLAR,
    PitOfPillars,
    beside,
    levels,
    red_men,
)
from tavoliere.scene import Ending, Mark, Sign
from tavoliere.scene.guide import GHOST

ROOM = Sign("room", "count", Said("room: a stack of both colours that is higher is captured"))
CAPTURE = Sign("capture", "threat", Said("a stack that can be captured now"), on=words.MAN)
STUCK = Sign("stuck", "alone", Said("a stack that cannot move"), stays=True, on=words.MAN)
COVERED = Sign("covered", "must", Said("the last men of a player, covered"), stays=True, on=words.MAN)
LAST = Sign("last", "goal", Said("the capture that won the game"), stays=True, on=words.PILLAR)
SIGNS = (ROOM, CAPTURE, STUCK, COVERED, LAST, GHOST)

MEANINGS: dict[str, str] = {
    words.MAN: Said(
        "The top men of a stack move, as many squares as there are men; whoever is on top controls the stack."
    ),
    words.PILLAR: Said(
        "It blocks men and takes away room on the squares beside it; its owner may move it like a queen."
    ),
}


NEIGHBOURS = {square: int(beside(bit(square))) for square in BOARD}


def marks(state: PitOfPillars, options: Options) -> tuple[Mark, ...]:
    rooms, pillars = _rooms(state), state.pillars()
    found = [_room(square, room) for square, room in rooms.items() if not pillars.has(square)]
    if state.part in (COMPULSORY, PILLAR):
        for player in (state.turn, 1 - state.turn):
            if player == state.turn and state.part == PILLAR:
                continue  # that part of the turn is over; what the opponent can do comes next
            seat = SEATS[player]
            told = Said("{player} can capture this stack", player=seat.noun)
            found += [Mark(CAPTURE, (square_name(square),), told, seat.letter) for square in captures(state, player)]
    return tuple(found)


def _rooms(state: PitOfPillars) -> dict[int, int]:
    """The capacity of each square, from bare numbers: they are asked for at every turn that is shown."""
    free = ~int(state.pillars())
    return {square: ones(neighbours & free) for square, neighbours in NEIGHBOURS.items()}


@functools.cache
def _room(square: int, room: int) -> Mark:
    told = Said("room for {count} {count:one=man|many=men} of both colours", count=room)
    return Mark(ROOM, (square_name(square),), told, number=room)


def captures(state: PitOfPillars, player: int) -> list[int]:
    """The squares on which a player could capture, if it were the player's turn: those that men would overfill."""
    mover = change(state, turn=player, part=COMPULSORY, winner=ONGOING)
    room = _rooms(state)
    for square in state.men():
        room[square] -= state.height(square)
    return sorted({square for square, men, colours in _landings(mover, room) if _mixes(mover, square, men, colours)})


def _landings(state: PitOfPillars, room: dict[int, int]) -> Iterator[tuple[int, int, int]]:
    """Where more men can come down in the compulsory part than there is room for, how many, and their colours with the
    top man lowest.
    """
    for square in state.squares_to_enter():
        if room[square] < 1:
            yield square, 1, state.turn
    for square in state.controlled(state.turn):
        for men in range(1, min(state.height(square), FARTHEST) + 1):
            for line in range(square * 4, square * 4 + 4):
                move = line * FARTHEST + men - 1
                target = MOVE_TARGET[move]
                if room.get(target, men) < men and state.can_travel(move):
                    yield target, men, state.colours(square) & levels(men)


def _mixes(state: PitOfPillars, square: int, men: int, colours: int) -> bool:
    """Whether both colours are in a stack once these men have come down there."""
    below = state.height(square)
    return 0 < red_men(men, colours) + red_men(below, state.colours(square)) < below + men


def _only_done(state: PitOfPillars) -> bool:
    """Whether pillars are up, and none of them can move."""
    return state.part == PILLAR and state.actions([0] * FACTS.most_actions) == 1


def asked(state: PitOfPillars, options: Options) -> str:
    if _only_done(state):
        return Said("None of your pillars can move: press Done.")
    if state.part == PILLAR:
        return Said("You may move one of your pillars, or press Done.")
    if state.part == COMPULSORY and state.reserve() > 0:
        return Said("Move the top men of a stack, a square for each, or enter one from the reserve.")
    if state.part == COMPULSORY:
        return Said("Move the top men of a stack of yours, as many squares as men.")
    if state.part == FIRST_MAN and state.last < 0:
        return Said("Enter the first man of the game on any square.")
    if state.part == FIRST_MAN:
        return Said("Enter a man next to {square}, where your opponent's last man is.", square=square_name(state.last))
    return Said("Now enter your second man where all squares around are vacant.")


def forced(state: PitOfPillars, options: Options) -> Reason | None:
    if state.part == FIRST_MAN and state.last >= 0:
        told = Said("the first man goes next to {square}", square=square_name(state.last))
        return Reason("pit-of-pillars.first-man", told)
    if _only_done(state):
        return Reason("pit-of-pillars.pillar-path", Said("a pillar moves over vacant squares only, and there are none"))
    if state.part not in (COMPULSORY, PILLAR, FIRST_MAN):
        return Reason("pit-of-pillars.second-man", Said("the second man goes where it touches no other man"))
    return None


def ending(state: PitOfPillars, action: int, options: Options) -> Ending | None:
    after = state.play(action)
    if after.winner == ONGOING:
        return None
    loser = SEATS[after.turn]
    if after.reason == NO_STACK_LEFT:
        return _without_stacks(state, after)
    if after.reason == NO_LEGAL_MOVE:
        told = Said("{player} has no man in reserve, and no stack can move: pillars are in the way", player=loser.noun)
        stuck = after.controlled(after.turn)
        return Ending(told, tuple(Mark(STUCK, (square_name(square),), owner=loser.letter) for square in stuck))
    return Ending(Said("a hundred turns went by without a capture"))


def _without_stacks(state: PitOfPillars, after: PitOfPillars) -> Ending:
    """What is left of the loser's men is covered, if anything is."""
    loser, winner = SEATS[after.turn], SEATS[after.winner]
    new = after.pillars() - state.pillars()
    covered = [square for square in after.men() if _mixes(after, square, 0, 0)]
    told = (
        Said("{player} controls no stack any more: whoever is left is covered", player=loser.noun)
        if covered
        else Said("{player} controls no stack any more", player=loser.noun)
    )
    marks = [Mark(LAST, (square_name(square),), owner=winner.letter) for square in new]
    return Ending(told, (*marks, *(Mark(COVERED, (square_name(square),), owner=loser.letter) for square in covered)))

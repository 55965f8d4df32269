"""What a turn of Pit of Pillars was good or bad for: men captured, reserves, stacks and the room around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.facts import Options
from tavoliere.core.game import DRAW, ONGOING
from tavoliere.core.said import Pattern, Said, noun_of
from tavoliere.games.pit_of_pillars import words
from tavoliere.games.pit_of_pillars.evaluate import mixed_stacks, reds, total
from tavoliere.games.pit_of_pillars.notation import square_name
from tavoliere.games.pit_of_pillars.rules import (
    DONE,
    MOVE_TARGET,
    MOVES,
    NO_STACK_LEFT,
    PILLAR_MOVES,
    RED,
    PitOfPillars,
    beside,
)
from tavoliere.scene.claims import Claim, Fact, Term, listed

MEN = ("man", "reserve", "free_man")
TERMS = {
    "no-stack": Term(good=False),
    "no-move": Term(good=False),
    "men-captured": Term(MEN, good=False),
    "men": Term(("man",)),
    "in-reserve": Term(MEN),
    "pillars": Term(("pillar",)),
    "stacks": Term(("stack", "single")),
    "prisoners": Term(("prisoner",)),
    "room": Term(("room",)),
    "exposed": Term(("exposed",), good=False),
    "hemmed": Term(("hemmed",), good=False),
}
LOSSES = {
    "no-stack": Pattern("{player} controls no stack any more"),
    "no-move": Pattern("{player} can neither move a stack nor enter a man"),
}
WITH_SQUARES = {
    "men-captured": Pattern("{count} {piece:@count} of {player} {count:one=is|many=are} captured, on {squares}"),
    "pillars": Pattern("{player} has {count} {pillar:@count}, on {squares}"),
    "stacks": Pattern("{player} controls {count} {stack:@count}, on {squares}"),
    "prisoners": Pattern("{player} holds prisoners on {squares}"),
    "exposed": Pattern("{player:whose} {stack:@count} on {squares} {count:one=stands|many=stand} next to the opponent"),
    "hemmed": Pattern("{player:whose} {stack:@count} on {squares} {count:one=stands|many=stand} next to pillars"),
}
WITH_NUMBER = {
    "men-captured": Pattern("{count} {piece:@count} of {player} {count:one=is|many=are} captured"),
    "men": Pattern("{player} has {count} {piece:@count} on the board"),
    "in-reserve": Pattern("{player} has {count} {piece:@count} in reserve"),
    "pillars": Pattern("{player} has {count} {pillar:@count}"),
    "stacks": Pattern("{player} controls {count} {stack:@count}"),
    "prisoners": Pattern("{player} holds prisoners in {count} stacks"),
    "room": Pattern("{count} {count:one=square|many=squares} next to {player:whose} stacks are free of pillars"),
    "exposed": Pattern("{count} stacks of {player} stand next to the opponent"),
    "hemmed": Pattern("{count} stacks of {player} stand next to pillars"),
}


def standing(state: PitOfPillars, player: int, options: Options) -> dict[str, Fact]:
    own, other = state.controlled(player), state.controlled(1 - player)
    return {
        "men": Fact(_men(state, player)),
        "in-reserve": Fact(state.red_reserve if player == RED else state.white_reserve),
        "pillars": _fact(state.red_pillars if player == RED else state.white_pillars),
        "stacks": _fact(own),
        "prisoners": _fact(own & mixed_stacks(state)),
        "room": Fact((beside(own) - state.pillars()).count()),
        "exposed": _fact(own & beside(other)),
        "hemmed": _fact(own & beside(state.pillars())),
    }


def _fact(squares: Bits) -> Fact:
    return Fact(squares.count(), tuple(square_name(square) for square in squares))


def happened(state: PitOfPillars, action: int, options: Options) -> Iterator[tuple[str, int, Fact]]:
    after = state.play(action)
    victim = 1 - state.turn
    taken = _men(state, victim) - _men(after, victim)
    if taken > 0:
        yield "men-captured", victim, Fact(taken, (square_name(_landing(action)),))
    if after.winner not in (ONGOING, DRAW):
        yield "no-stack" if after.reason == NO_STACK_LEFT else "no-move", 1 - after.winner, Fact(1)


def _men(state: PitOfPillars, player: int) -> int:
    """The men of a player on the board."""
    red = reds(state)
    return red if player == RED else total(state, state.men()) - red


def _landing(action: int) -> int:
    """Where the men of the compulsory part come down."""
    return MOVE_TARGET[action - MOVES] if MOVES <= action < PILLAR_MOVES else action % DONE


def told(claim: Claim, names: Mapping[str, str]) -> Said:
    values: dict[str, object] = {"player": noun_of(names[claim.player]), "count": claim.number}
    values |= {"squares": listed(claim.squares), "piece": words.MAN, "pillar": words.PILLAR, "stack": words.STACK}
    pattern = LOSSES.get(claim.kind)
    if pattern is None:
        with_squares = WITH_SQUARES.get(claim.kind) if claim.squares else None
        pattern = with_squares or WITH_NUMBER[claim.kind]
    return pattern.said(**values)

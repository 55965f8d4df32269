"""What puzzles are about, in the game's words: how it ends, what the turn does, what is given up. Names are stored with
the puzzles, and messages made of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tavoliere.core.outcome import REPETITION
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Pattern, Said, noun_of
from tavoliere.scene.events import Event
from tavoliere.teach.conditions import Made, made_by
from tavoliere.teach.puzzle import HOLD

ENDS, STOPS, DOES, QUIET, GIVES = "ends", "stops", "does", "quiet", "gives"
DEEDS = {
    "moved": Pattern("{piece:the} moves"),
    "placed": Pattern("{piece:the} is placed"),
    "turned": Pattern("{piece:the} turns over"),
    "captured": Pattern("{piece:the} is captured"),
    "replaced": Pattern("{piece:the} is replaced"),
    "fell": Pattern("{piece:the} goes into a hole"),
    "removed": Pattern("{piece:the} leaves the game"),
}
BARE_DEEDS = {
    "walled": Said("a barrier is placed"),
    "passed": Said("a turn is passed"),
    "out": Said("a player goes out"),
}
LOSSES = ("captured", "replaced", "fell", "removed", "turned")
"""What happens to pieces against their owner's will."""
QUIET_TURN, GIVEN_UP = Said("a quiet turn"), Said("a piece is given up")


def themes_of(position: Position, kind: str, line: Sequence[str], lost_by: str) -> tuple[str, ...]:
    """The names of the themes of a solution. `lost_by` is how the game would be lost, where that is the point."""
    made = list(_walked(position, line))
    found = [f"{STOPS}:{lost_by}"] if kind == HOLD and lost_by else []
    end = made[-1].after.outcome
    if end is not None:
        found.append(f"{ENDS}:{str.__str__(end.reason)}")
    found += dict.fromkeys(_deeds(made[0].events))
    if not any(event.kind in LOSSES for event in made[0].events):
        found.append(QUIET)
    if any(_gives_up(turn, position.turn) for turn in made[1:-1]):
        found.append(GIVES)
    return tuple(found)


def _walked(position: Position, line: Sequence[str]) -> Iterator[Made]:
    for turn in line:
        made = made_by(position, turn)
        yield made
        position = made.after


def _deeds(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if event.kind in BARE_DEEDS:
            yield f"{DOES}:{event.kind}"
        elif event.kind in DEEDS:
            yield from (f"{DOES}:{event.kind}:{str.__str__(piece.kind)}" for piece in event.pieces)


def _gives_up(made: Made, player: str) -> bool:
    """Whether somebody else's turn takes pieces of a player."""
    if made.before.turn == player:
        return False
    return any(
        event.kind in LOSSES and event.kind != "turned" and any(piece.owner == player for piece in event.pieces)
        for event in made.events
    )


def theme_text(game: Game, name: str) -> Said | None:
    """A theme in words; None for one that is not known."""
    kind, _, rest = name.partition(":")
    if kind in (ENDS, STOPS):
        reasons = {str.__str__(reason): reason for reason in (*game.facts.reasons, REPETITION)}
        if rest not in reasons:
            return None
        pattern = END_THEME if kind == ENDS else STOP_THEME
        return pattern.said(reason=reasons[rest])
    if kind == DOES:
        deed, _, piece = rest.partition(":")
        if deed in BARE_DEEDS and not piece:
            return BARE_DEEDS[deed]
        return DEEDS[deed].said(piece=noun_of(piece)) if deed in DEEDS and piece else None
    return {QUIET: QUIET_TURN, GIVES: GIVEN_UP}.get(name)


END_THEME, STOP_THEME = Pattern("to win: {reason}"), Pattern("to prevent: {reason}")

"""What an action changes on the board, event by event: for the log, for spoken text, for animation.

Events account for every change: applied to what stood before, they give what stands after, which `replayed` does and
a test checks for every game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping

from tavoliere.core.said import ALL, Noun, Pattern, Qualified, Said, Series, adjective_of, noun_of, places_of
from tavoliere.scene import Barrier, Entry, Piece, Scene

SENTENCES = {
    "moved": Pattern("{pieces:the} {pieces:one=moves|many=move} from {square} to {target}"),
    "placed": Pattern("{pieces:the} {pieces:one=goes|many=go} on {square}"),
    "turned": Pattern("{square} turns over and shows {colour}"),
    "captured": Pattern("{pieces:the} on {square} {pieces:one=is|many=are} captured"),
    "replaced": Pattern("{pieces:the} on {square} {pieces:one=is|many=are} replaced"),
    "fell": Pattern("{pieces:the} {pieces:one=falls|many=fall} from {square} into the hole {target}"),
    "removed": Pattern("{pieces:the} on {square} {pieces:one=leaves|many=leave} the game"),
    "walled": Pattern("a barrier is placed between {square} and {target}"),
    "unwalled": Pattern("the barrier between {square} and {target} is taken back"),
    "out": Pattern("{player} is out"),
    "passed": Pattern("{player} passes"),
}
TAKEN_BACK = {
    "captured": Pattern(
        "{pieces:the} on {square} {pieces:one=is|many=are} captured and {pieces:one=goes|many=go} to the reserve"
    ),
    "replaced": Pattern(
        "{pieces:the} on {square} {pieces:one=is|many=are} replaced and {pieces:one=goes|many=go} to the reserve"
    ),
}


@dataclasses.dataclass(frozen=True)
class Event:
    """One change. `kind` says which fields matter; see the functions below, which make events."""

    kind: str
    square: str = ""
    target: str = ""
    pieces: tuple[Piece, ...] = ()
    player: str = ""
    tray: str = ""
    """The entry of the player's tray that the pieces come from or go to, by its id; empty if they come from or go
    nowhere."""
    why: str = ""
    """The reason, as a message."""
    goes_back: bool = False
    """Whether the pieces go to where others are taken from."""

    def sentence(self, names: Mapping[str, str]) -> str:
        """The event as a message; `names` are the players' names by letter."""
        if self.kind == "noted":
            return self.why
        pattern = (TAKEN_BACK if self.goes_back else SENTENCES)[self.kind]
        told = pattern.said(**{place: self._value(place, names) for place in places_of(pattern)})
        return Said("{event} ({why})", event=told, why=self.why) if self.why else told

    def _value(self, place: str, names: Mapping[str, str]) -> object:
        """What stands in a place of the sentence."""
        if place == "pieces":
            return _listed(self.pieces, names)
        if place == "player":
            return noun_of(names.get(self.player, self.player))
        if place == "colour":
            return adjective_of(names.get(self.player, self.player))
        return self.square if place == "square" else self.target


def moved(pieces: tuple[Piece, ...], square: str, target: str) -> Event:
    """The top pieces of a square go on top of another square."""
    return Event("moved", square, target, pieces)


def placed(piece: Piece, square: str, entry: Entry | None = None) -> Event:
    """A piece comes on a square, from an entry of the owner's tray or from outside."""
    return Event("placed", square, pieces=(piece,), tray=_id(entry))


def turned(piece: Piece, square: str) -> Event:
    """What stands on a square now is this piece."""
    return Event("turned", square, pieces=(piece,), player=piece.owner)


def captured(pieces: tuple[Piece, ...], square: str, entry: Entry | None = None, why: str = "") -> Event:
    """Pieces leave a square, for an entry of their owner's tray or for good."""
    return Event("captured", square, pieces=pieces, tray=_id(entry), why=why, goes_back=_takes_back(entry))


def replaced(piece: Piece, square: str, entry: Entry | None = None) -> Event:
    """A piece makes room for another one."""
    return Event("replaced", square, pieces=(piece,), tray=_id(entry), goes_back=_takes_back(entry))


def _id(entry: Entry | None) -> str:
    return "" if entry is None else entry.name


def _takes_back(entry: Entry | None) -> bool:
    return entry is not None and entry.takes_back


def fell(piece: Piece, square: str, hole: str) -> Event:
    """A piece moves into a hole."""
    return Event("fell", square, hole, (piece,))


def removed(piece: Piece, square: str, why: str) -> Event:
    """A piece leaves the game."""
    return Event("removed", square, pieces=(piece,), why=why)


def walled(first: str, second: str) -> Event:
    """A barrier is placed."""
    return Event("walled", first, second)


def unwalled(first: str, second: str, why: str) -> Event:
    """A barrier is taken back."""
    return Event("unwalled", first, second, why=why)


def out(player: str, why: str) -> Event:
    """A player goes out; the tray is emptied."""
    return Event("out", player=player, why=why)


def passed(player: str) -> Event:
    """A player passes."""
    return Event("passed", player=player)


def noted(why: str) -> Event:
    """Something worth saying that changes nothing on the board."""
    return Event("noted", why=why)


Contents = dict[str, dict[str, int]]


def replayed(scene: Scene, events: tuple[Event, ...]) -> tuple[dict[str, tuple[Piece, ...]], set[Barrier], Contents]:
    """What stands where, the barriers and the trays after the events: those of the scene, changed."""
    standing = {stack.square: stack.pieces for stack in scene.stacks}
    barriers = set(scene.barriers)
    trays = {tray.owner: dict(tray.contents) for tray in scene.trays}
    vanishing = {entry.name for entry in scene.entries if entry.vanishes}
    for event in events:
        _apply(event, standing, barriers, trays, vanishing)
    return {square: pieces for square, pieces in standing.items() if pieces}, barriers, trays


def contents(scene: Scene) -> tuple[dict[str, tuple[Piece, ...]], set[Barrier], Contents]:
    """The same of a scene as it is."""
    return replayed(scene, ())


def _apply(
    event: Event,
    standing: dict[str, tuple[Piece, ...]],
    barriers: set[Barrier],
    trays: Contents,
    vanishing: Collection[str],
) -> None:
    here = standing.get(event.square, ())
    count = len(event.pieces)
    if event.kind in ("moved", "fell"):
        standing[event.square] = here[: len(here) - count]
        if event.kind == "moved":
            standing[event.target] = standing.get(event.target, ()) + event.pieces
    elif event.kind == "placed":
        standing[event.square] = here + event.pieces
        _count(trays, event, -1, vanishing)
    elif event.kind == "turned":
        standing[event.square] = event.pieces
    elif event.kind in ("captured", "replaced", "removed"):
        rest = list(here)
        for piece in event.pieces:
            rest.remove(piece)
        standing[event.square] = tuple(rest)
        _count(trays, event, 1, vanishing)
    elif event.kind == "walled":
        barriers.add(Barrier(event.square, event.target))
    elif event.kind == "unwalled":
        barriers.discard(Barrier(event.square, event.target))
    elif event.kind == "out":
        trays.pop(event.player, None)


def _count(trays: Contents, event: Event, sign: int, vanishing: Collection[str]) -> None:
    if not event.tray:
        return
    for piece in event.pieces:
        tray = trays[piece.owner]
        tray[event.tray] = tray.get(event.tray, 0) + sign
        if tray[event.tray] == 0 and event.tray in vanishing:
            del tray[event.tray]


def _listed(pieces: tuple[Piece, ...], names: Mapping[str, str]) -> Noun | Series:
    """Pieces in words: `white tower`, `2 white men and 1 red man`."""
    if len(pieces) == 1:
        return _named(pieces[0], names)
    kinds: dict[Noun, int] = {}
    for piece in pieces:
        name = _named(piece, names)
        kinds[name] = kinds.get(name, 0) + 1
    return Series([Said("{count} {piece:@count}", count=count, piece=name) for name, count in kinds.items()], ALL)


def _named(piece: Piece, names: Mapping[str, str]) -> Noun:
    return Qualified(adjective_of(names.get(piece.owner, piece.owner)), noun_of(piece.kind))


def marked_squares(events: tuple[Event, ...]) -> set[str]:
    """The squares that a picture marks after the events: where pieces moved from and to, or were placed."""
    marks: set[str] = set()
    for event in events:
        if event.kind in ("moved", "placed", "fell"):
            marks |= {square for square in (event.square, event.target) if square}
    return marks


def marked_places(events: tuple[Event, ...]) -> set[str]:
    """The same as names of steps, with the sides where barriers were placed: `cell:e5`, `edge:e4-e5`."""
    walls = {f"edge:{event.square}-{event.target}" for event in events if event.kind == "walled"}
    return walls | {f"cell:{square}" for square in marked_squares(events)}

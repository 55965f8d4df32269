"""What an action changes on the board, event by event: for the log, for spoken text, for animation.

Events account for every change: applied to what stood before, they give what stands after, which `replayed` does and
a test checks for every game.
"""

from __future__ import annotations

import dataclasses

from tavoliere.scene import Barrier, Piece, Scene


@dataclasses.dataclass(frozen=True)
class Event:
    """One change. `kind` says which fields matter; see the functions below, which make events."""

    kind: str
    square: str = ""
    target: str = ""
    pieces: tuple[Piece, ...] = ()
    player: str = ""
    tray: str = ""
    """The entry of the player's tray that the pieces come from or go to; empty if they come from or go nowhere."""
    why: str = ""

    def sentence(self, names: dict[str, str]) -> str:
        """The event in words; `names` are the players' names by letter."""
        what = _listed(self.pieces, names)
        text = {
            "moved": f"{what} {_verb(self.pieces, 'moves', 'move')} from {self.square} to {self.target}",
            "placed": f"{what} {_verb(self.pieces, 'goes', 'go')} on {self.square}",
            "turned": f"{self.square} turns over and shows {names.get(self.player, '').lower()}",
            "captured": f"{what} on {self.square} {_verb(self.pieces, 'is', 'are')} captured",
            "replaced": f"{what} on {self.square} is replaced",
            "fell": f"{what} falls from {self.square} into the hole {self.target}",
            "removed": f"{what} on {self.square} {_verb(self.pieces, 'leaves', 'leave')} the game",
            "walled": f"a barrier is placed between {self.square} and {self.target}",
            "unwalled": f"the barrier between {self.square} and {self.target} is taken back",
            "out": f"{names.get(self.player, '')} is out",
            "passed": f"{names.get(self.player, '')} passes",
            "noted": self.why,
        }[self.kind]
        extra = f" and {_verb(self.pieces, 'goes', 'go')} to the reserve" if self._returns() else ""
        because = f" ({self.why})" if self.why and self.kind != "noted" else ""
        return text + extra + because

    def _returns(self) -> bool:
        return self.tray.endswith("in reserve") and self.kind in ("captured", "replaced")


def moved(pieces: tuple[Piece, ...], square: str, target: str) -> Event:
    """The top pieces of a square go on top of another square."""
    return Event("moved", square, target, pieces)


def placed(piece: Piece, square: str, tray: str = "") -> Event:
    """A piece comes on a square, from the owner's tray or from outside."""
    return Event("placed", square, pieces=(piece,), tray=tray)


def turned(piece: Piece, square: str) -> Event:
    """What stands on a square now is this piece."""
    return Event("turned", square, pieces=(piece,), player=piece.owner)


def captured(pieces: tuple[Piece, ...], square: str, tray: str = "", why: str = "") -> Event:
    """Pieces leave a square, for their owner's tray or for good."""
    return Event("captured", square, pieces=pieces, tray=tray, why=why)


def replaced(piece: Piece, square: str, tray: str = "") -> Event:
    """A piece makes room for another one."""
    return Event("replaced", square, pieces=(piece,), tray=tray)


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
    for event in events:
        _apply(event, standing, barriers, trays)
    return {square: pieces for square, pieces in standing.items() if pieces}, barriers, trays


def contents(scene: Scene) -> tuple[dict[str, tuple[Piece, ...]], set[Barrier], Contents]:
    """The same of a scene as it is."""
    return replayed(scene, ())


def _apply(event: Event, standing: dict[str, tuple[Piece, ...]], barriers: set[Barrier], trays: Contents) -> None:
    here = standing.get(event.square, ())
    count = len(event.pieces)
    if event.kind in ("moved", "fell"):
        standing[event.square] = here[: len(here) - count]
        if event.kind == "moved":
            standing[event.target] = standing.get(event.target, ()) + event.pieces
    elif event.kind == "placed":
        standing[event.square] = here + event.pieces
        _count(trays, event, -1)
    elif event.kind == "turned":
        standing[event.square] = event.pieces
    elif event.kind in ("captured", "replaced", "removed"):
        rest = list(here)
        for piece in event.pieces:
            rest.remove(piece)
        standing[event.square] = tuple(rest)
        _count(trays, event, 1)
    elif event.kind == "walled":
        barriers.add(Barrier(event.square, event.target))
    elif event.kind == "unwalled":
        barriers.discard(Barrier(event.square, event.target))
    elif event.kind == "out":
        trays.pop(event.player, None)


def _count(trays: Contents, event: Event, sign: int) -> None:
    if not event.tray:
        return
    for piece in event.pieces:
        tray = trays[piece.owner]
        tray[event.tray] = tray.get(event.tray, 0) + sign
        if tray[event.tray] == 0 and event.tray.endswith("in hand") and event.tray.startswith("pawn"):
            del tray[event.tray]


def _verb(pieces: tuple[Piece, ...], one: str, many: str) -> str:
    return one if len(pieces) == 1 else many


def _listed(pieces: tuple[Piece, ...], names: dict[str, str]) -> str:
    """Pieces in words: `a white tower`, `2 white men and 1 red man`."""
    kinds: dict[str, int] = {}
    for piece in pieces:
        name = f"{names.get(piece.owner, piece.owner).lower()} {piece.kind}"
        kinds[name] = kinds.get(name, 0) + 1
    if len(pieces) == 1:
        return f"the {next(iter(kinds))}"
    return " and ".join(f"{count} {_plural(name) if count > 1 else name}" for name, count in kinds.items())


def _plural(name: str) -> str:
    return name[:-3] + "men" if name.endswith("man") else name + "s"


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

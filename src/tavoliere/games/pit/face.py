"""What a Pit board looks like."""

from __future__ import annotations

from tavoliere.core.facts import Options
from tavoliere.core.squares import coordinates_of, name_of
from tavoliere.games.pit.notation import ORDERS, SEATS, barrier_names, square_name
from tavoliere.games.pit.rules import FACTS, Pit
from tavoliere.scene import Barrier, Cell, Piece, Scene, Seat, Stack, Tray


def scene(state: Pit, options: Options) -> Scene:
    size, order = int(options["size"]), ORDERS[int(options["players"])]
    seats = tuple(
        Seat(letter, SEATS[letter].name, bool(state.playing >> player & 1)) for player, letter in enumerate(order)
    )
    return Scene(
        FACTS.name,
        size,
        size,
        seats,
        order[state.turn],
        cells=tuple(Cell(square_name(square), "hole") for square in state.holes),
        stacks=tuple(Stack(square_name(square), (_piece(state, square, order),)) for square in state.pieces()),
        barriers=tuple(_barrier(name) for name in sorted(barrier_names(state, options))),
        trays=tuple(_tray(state, player, letter) for player, letter in enumerate(order) if seats[player].is_in),
        has_edges=True,
        notes=(f"A barrier is due beside {square_name(state.reached)}",) if state.mid_turn() else (),
    )


def _piece(state: Pit, square: int, order: str) -> Piece:
    letter = order[state.owner(square)]
    return Piece(letter, "pawn", letter.upper()) if state.pawns.has(square) else Piece(letter, "tower", letter)


def _barrier(name: str) -> Barrier:
    column, row = coordinates_of(name[:-1], 26, 99) or (0, 0)
    beyond = (column, row + 1) if name.endswith("n") else (column + 1, row)
    return Barrier(name[:-1], name_of(*beyond))


def _tray(state: Pit, player: int, letter: str) -> Tray:
    towers = ("tower in reserve", state.reserves >> 4 * player & 15)
    return Tray(letter, (towers, ("pawn in hand", 1)) if state.in_hand >> player & 1 else (towers,))

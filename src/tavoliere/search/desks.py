"""Desks of alpha-beta, kept for the next search: a short one has written little, and to clear that is cheaper than to
lay out a new table. A desk that is given out is as good as new, so nobody can tell the difference.
"""

from __future__ import annotations

import threading

from tavoliere.core.compiled import runs_plain
from tavoliere.core.facts import Facts
from tavoliere.search.kernels.alphabeta import Desk, clear, new_desk, room_for, set_past

MOST_KEPT = 2
MOST_ENTRIES = 1 << 20
"""Larger tables, 16 bytes an entry, are not kept: they are for rare, long searches."""

_kept: list[Desk] = []
_lock = threading.Lock()


def borrowed_desk(facts: Facts, players: int, past: list[int], table_entries: int) -> Desk:
    """A clean desk for a game; `past` are the keys of the game so far."""
    wanted = 2 * table_entries, facts.most_actions, players * facts.action_count, room_for(past), runs_plain()
    with _lock:
        fitting = [desk for desk in _kept if _shape(desk) == wanted]
        if fitting:
            _kept[:] = [desk for desk in _kept if desk is not fitting[0]]
    if not fitting:
        return new_desk(facts.most_actions, facts.action_count, players, past, table_entries)
    set_past(fitting[0], past)
    return fitting[0]


def give_back(desk: Desk) -> None:
    """Keep a desk for the next search, if it is worth it; nobody may write on it any more."""
    if len(desk.table) > 2 * MOST_ENTRIES or runs_plain() != isinstance(desk.table, list):
        return
    clear(desk)
    with _lock:
        _kept.append(desk)
        del _kept[:-MOST_KEPT]


def _shape(desk: Desk) -> tuple[int, int, int, int, bool]:
    lengths = len(desk.table), len(desk.roots), len(desk.history), len(desk.past)
    return *lengths, isinstance(desk.table, list)

"""A game that is written down reads back the same, and its replay is found to be right."""

from __future__ import annotations

from itertools import pairwise

from tavoliere.core.position import Position
from tavoliere.records import RecordError, format_record, read, recorded
from tavoliere.records.check import Checker
from tavoliere.testing.checks import on_walks
from tavoliere.testing.failure import expect
from tavoliere.testing.sample import Walk, action_between


@on_walks
def a_written_game_reads_back_and_checks(walk: Walk) -> None:
    """A random game written to a file reads back the same, and checking it finds nothing wrong."""
    moves, last = moves_of(walk)
    record = recorded(last.game, moves)
    text = format_record(record)
    again = next(read(text))
    expect(again == record, "the same game from its file", last, found=format_record(again))
    wrong = [verdict.error for verdict in Checker().check(text) if isinstance(verdict.error, RecordError)]
    expect(not wrong, "a game file that is right", last, found=wrong)


def moves_of(walk: Walk) -> tuple[list[str], Position]:
    """The whole turns of a walk, and the position that they lead to."""
    moves, actions = [], []
    for before, after in pairwise(walk):
        actions.append(action_between(before, after))
        if not after.pending:
            moves.append(before.actions_to_turn(actions))
            actions = []
    return moves, walk[-1].before_turn()

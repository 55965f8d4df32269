"""Bad input: always the right error, in words for people, and never a change of anything."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from tavoliere.core.errors import IllegalMove, PositionError
from tavoliere.core.position import Game, Position
from tavoliere.testing.checks import on_beginnings, on_positions, on_samples
from tavoliere.testing.failure import LONGEST_MESSAGE as LONGEST_MESSAGE
from tavoliere.testing.failure import Failure, error_shown, expect, refused, shown
from tavoliere.testing.sample import Sample
from tavoliere.testing.turns import is_understood

HUGE = "1" * 10**6
NOT_TEXTS: tuple[object, ...] = (
    None,
    5,
    5.0,
    True,
    b"",
    b"d4",
    [],
    ["d4"],
    (),
    {},
    set(),
    object,
    object(),
    float("nan"),
)
NOT_NUMBERS: tuple[Any, ...] = (
    None, "0", "d4", 0.0, 1.0, True, False, b"", [], [0], (), {}, float("nan"), float("inf"), 1j, object(),
)  # fmt: skip
NOT_POSITIONS = (
    "", "\n", "\0", "start", "8/8", "a b c d e f g", HUGE, "/" * 10**6, " " * 10**6, "w" * 10**6,
)  # fmt: skip
FAR_NUMBERS = (-1, -(10**30), 10**30, 1 << 63, 1 << 64)
STRANGE_MOVES = (
    "", " ", "-", "--", ",", ",,", "x", "@", "*", "done", "pass ", "PASS", "resign", "0", "1", "a", "a0", "a00", "a01",
    "a1 a2", "a1-", "-a1", "a1-a2-a3", "a1--a2", "a1-a1", "A1-A2", "a1\0", "\0", "a1\u2013a2", "a1\u2212a2", "\u04301",
    "a\u0661", "a\u00b9", "a\uff11", "\uff411", "a1\u200b", "a1,", ",a1", "a1,a1,a1", "@a1-a2", "@@a1", "x@a1", "xx",
    "xpass", "a1**", "*a1", "a1*n", "a1nn", "a1-a2nn", "n", "e", "s", "w", "a99", "z1", "z99", "a1\na2", "a1-a2\r",
    "None", "1e5", "a1x", "a1xa2xa3", "l8l8", "(w)", "#", "e5-e5", "\ud83d", "\U0001f600",
)  # fmt: skip
HUGE_MOVES = (
    HUGE, "a1-" * 300_000, "," * 10**6, "@" * 10**6, "x" * 10**6, "n" * 10**6, " " * 10**6, "\0" * 10**6,
)  # fmt: skip


def refused_position(game: Game, text: object) -> PositionError:
    """The refusal of a position text: a `PositionError` whose reasons each name their field."""
    try:
        game.position(text)  # type: ignore[arg-type]
    except PositionError as error:
        is_told = bool(error.reasons) and all(": " in reason and len(reason) > 10 for reason in error.reasons)
        expect(is_told, f"reasons for refusing {shown(text)}, each with its field", found=error.reasons)
        expect(len(str(error)) < LONGEST_MESSAGE, f"a refusal of {shown(text)} that people can read", found=error)
        return error
    except Exception as error:
        raise Failure(f"a PositionError that refuses {shown(text)}", found=error_shown(error)) from error
    raise Failure(f"a PositionError that refuses {shown(text)}", found="it was accepted")


def refused_move(position: Position, move: object) -> IllegalMove:
    """The refusal of a turn, after which the position is what it was."""
    before = (str(position), position.state, position.pending)
    refusal = refused(lambda: position.play(move), move, position)  # type: ignore[arg-type]
    expect(len(refusal.reason) > 10, f"a sentence against {shown(move)}", position, found=refusal.reason)
    after = (str(position), position.state, position.pending)
    expect(after == before, f"an unchanged position after {shown(move)}", position)
    return refusal


@on_samples
def a_position_is_a_text(sample: Sample) -> None:
    """What is not a text is not a position, and the refusal says so of the text."""
    for text in NOT_TEXTS:
        _about_the_text(refused_position(sample.game, text))


@on_samples
def a_text_of_another_shape_is_no_position(sample: Sample) -> None:
    """Texts of another shape, of a million signs too, are refused as positions."""
    for text in NOT_POSITIONS:
        _about_the_text(refused_position(sample.game, text))


def _about_the_text(error: PositionError) -> None:
    fields = {reason.partition(":")[0] for reason in error.reasons}
    expect("text" in fields, "a reason about the field 'text'", found=error.reasons)


@on_samples
def fields_are_separated_by_one_space(sample: Sample) -> None:
    """A position's text with other spaces, or a field more or less, is refused."""
    text = str(sample.game.start())
    around = [f" {text}", f"{text} ", f"{text}\n", f"\n{text}", f"{text} extra"]
    between = [text.replace(" ", gap) for gap in ("  ", "\t", "\u00a0", "\n", "_")] if " " in text else []
    for spoilt in (*around, *between):
        refused_position(sample.game, spoilt)


@on_samples
def a_move_is_a_text(sample: Sample) -> None:
    """What is not a text is not a turn, and the refusal names its type."""
    start = sample.game.start()
    for move in NOT_TEXTS:
        refusal = refused_move(start, move)
        name = type(move).__name__
        expect(name in refusal.reason, f"the type {name} in the reason", start, found=refusal.reason)


@on_positions
def strange_moves_are_refused(position: Position) -> None:
    """Strange texts are refused as turns and as actions."""
    listed = position.before_turn().legal_moves()
    texts = {position.action_to_text(action) for action in position.actions()}
    for move in STRANGE_MOVES:
        if not is_understood(position.before_turn(), listed, move):
            refused_move(position, move)
    for text in (*STRANGE_MOVES, *NOT_TEXTS):
        if not isinstance(text, str) or text.strip() not in texts:
            refused(_reading(position, text), text, position)


def _reading(position: Position, text: object) -> Callable[[], object]:
    return lambda: position.action_from_text(text)  # type: ignore[arg-type]


@on_samples
def huge_moves_are_refused(sample: Sample) -> None:
    """Texts of a million signs are refused as turns and as actions, with a short message."""
    start = sample.game.start()
    for move in HUGE_MOVES:
        refused_move(start, move)
        refused(_reading(start, move), move, start)


@on_beginnings
def near_misses_of_legal_moves_are_refused(position: Position) -> None:
    """Turns in capitals or with a space between their parts are understood; other near misses are refused."""
    listed = position.legal_moves()
    for move in listed[:: max(1, len(listed) // 15)]:
        middle = len(move) // 2
        spaced, doubled = f"{move[:middle]} {move[middle:]}", f"{move[:middle]}--{move[middle:]}"
        changed = [move.upper(), move[:-1], move[1:], move[::-1], move * 2, move.replace("1", "\u0661")]
        added = [f"{move},", f"{move}-", f"{move}\0", spaced, doubled, f"{move}\u0301", f"0{move}"]
        for miss in changed + added:
            if not is_understood(position, listed, miss):
                refused_move(position, miss)


@on_samples
def refusals_can_be_pickled(sample: Sample) -> None:
    """A refused turn and a refused position come back the same from a pickle."""
    move, position = refused_move(sample.game.start(), "?"), refused_position(sample.game, "?")
    for error in (move, position):
        restored = pickle.loads(pickle.dumps(error))
        expect(str(restored) == str(error) and type(restored) is type(error), "the same refusal from a pickle")


@on_samples
def an_action_is_a_whole_number(sample: Sample) -> None:
    """What is not a whole number is not an action, and the refusal names its type."""
    start = sample.game.start()
    for action in NOT_NUMBERS:
        for method in (start.act, start.action_to_text):
            refusal = refused(lambda method=method, action=action: method(action), action, start)  # type: ignore[misc]
            name = type(action).__name__
            expect(name in refusal.reason, f"the type {name} in the reason", start, found=refusal.reason)


@on_positions
def an_action_far_out_of_range_is_refused(position: Position) -> None:
    """Numbers far out of range are refused as actions."""
    for action in FAR_NUMBERS:
        for method in (position.act, position.action_to_text):
            refused(lambda method=method, action=action: method(action), action, position)  # type: ignore[misc]

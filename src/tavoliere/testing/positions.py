"""Properties of positions: texts that lead back, values that stay the same, ends that are ends."""

from __future__ import annotations

import copy
import operator
import pickle
import random
from collections.abc import Sequence

from tavoliere.core.game import ONGOING
from tavoliere.core.outcome import REPETITION
from tavoliere.core.position import Position
from tavoliere.scene.palette import setup_of, text_of
from tavoliere.testing.checks import on_beginnings, on_ends, on_positions, on_samples, on_walks
from tavoliere.testing.failure import expect, raised, refused
from tavoliere.testing.sample import Sample, action_between, sampled


@on_beginnings
def reading_what_was_written_gives_the_same_position(position: Position) -> None:
    """The text of a position leads back to the same position, with the same turns."""
    reread = position.game.position(str(position))
    expect(reread == position and hash(reread) == hash(position), "an equal position from its text", position)
    expect(reread.state == position.state, f"the state {position.state!r} from its text", position, found=reread.state)
    expect(str(reread) == str(position), "the same text again", position, found=str(reread))
    expect(reread.turn == position.turn, f"{position.turn} to move", position, found=reread.turn)
    expect(reread.legal_moves() == position.legal_moves(), "the same legal turns", position)


@on_beginnings
def a_position_taken_apart_by_hand_is_written_as_before(position: Position) -> None:
    """Where a game has a palette, the pieces and fields of a position are put together to its text again."""
    face, options = position.game.ruleset.face, dict(position.game.options)
    if not hasattr(face, "palette"):
        return
    palette, base = face.palette(options), face.scene(position.game.start().state, options)
    setup = setup_of(face.scene(position.state, options), str(position), palette)
    written = text_of(setup, base, palette)
    expect(written == str(position), "the same text from its pieces and fields", position, found=written)


@on_samples
def different_positions_have_different_texts(sample: Sample) -> None:
    """No two different positions have the same text."""
    texts: dict[str, object] = {}
    for position in sample.everything():
        if position.outcome is None and not position.pending:
            known = texts.setdefault(str(position), position.state)
            expect(known == position.state, "a text that no other state has", position, found=known)


@on_beginnings
def equality_and_hash_ignore_history(position: Position) -> None:
    """A position is equal to the one that its text makes, whatever came before."""
    fresh = position.game.position(str(position))
    expect(fresh == position and hash(fresh) == hash(position), "an equal position from its text", position)
    expect(len({fresh, position}) == 1, "one position in a set of both", position)
    expect(fresh.occurrences == 1, "a position from a text occurs for the first time", position)


@on_walks
def no_position_has_neither_an_outcome_nor_an_action(walk: Sequence[Position]) -> None:
    """While a game goes on there is a legal action, after its end there is none, and no game ends within a turn."""
    for position in walk:
        is_going_on = position.outcome is None
        expected = "a legal action while the game goes on, and none after its end"
        expect(is_going_on == (len(position.actions()) > 0), expected, position, found=position.actions())
        expect(is_going_on or position.pending == (), "no end in the middle of a turn", position)


@on_positions
def positions_survive_pickling_in_any_state(position: Position) -> None:
    """A position comes back the same from a pickle of every protocol."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        expect_the_same(pickle.loads(pickle.dumps(position, protocol)), position)


@on_positions
def positions_can_be_copied_in_any_state(position: Position) -> None:
    """A copy of a position is the same position."""
    expect_the_same(copy.copy(position), position)
    expect_the_same(copy.deepcopy(position), position)
    expect(copy.deepcopy([position, position])[0] == position, "the same position in a copied list", position)


def expect_the_same(one: Position, other: Position) -> None:
    """Two positions are equal in everything that can be asked of them."""
    expect(
        one == other and hash(one) == hash(other) and repr(one) == repr(other), "an equal position", other, found=one
    )
    is_same_state = one.state == other.state and type(one.state) is type(other.state)
    expect(is_same_state, f"the state {other.state!r}", other, found=one.state)
    expect(one.pending == other.pending and one.turn == other.turn, "the same actions made and player to move", other)
    expect(one.outcome == other.outcome, f"the outcome {other.outcome}", other, found=one.outcome)
    expect(one.occurrences == other.occurrences, "the same number of occurrences", other)
    expect(one.actions() == other.actions(), "the same legal actions", other)


@on_walks
def an_unpickled_position_goes_on_like_the_one_it_was_made_from(walk: Sequence[Position]) -> None:
    """The rest of a random game, repetition included, comes out the same from a pickled position."""
    middle = len(walk) // 2
    restored = pickle.loads(pickle.dumps(walk[middle]))
    for before, after in zip(walk[middle:], walk[middle + 1 :], strict=False):
        restored = restored.act(action_between(before, after))
        expect_the_same(restored, after)


@on_positions
def playing_changes_nothing_in_the_position_played_from(position: Position, seed: int = 0) -> None:
    """Looking at a position and playing from it leaves it as it was."""
    before, actions = _all_of(position), position.actions()
    for text in sampled([str(action) for action in actions], random.Random(f"{seed} {position!r}")):
        after = position.act(int(text))
        after.actions()
        after.legal_moves()
    position.before_turn().legal_moves()
    expect(_all_of(position) == before and position.actions() == actions, "an unchanged position", position)


def _all_of(position: Position) -> tuple[object, ...]:
    return (
        str(position), position.state, position.pending, position.turn, position.outcome, position.occurrences
    )  # fmt: skip


@on_samples
def positions_cannot_be_changed_from_outside(sample: Sample) -> None:
    """Positions are made by games only, and nothing in them can be set."""
    position = sample.game.start()
    expect(raised(TypeError, Position), "an error when a position is made without a game")
    for name in ("turn", "outcome", "state", "occurrences", "note"):
        is_refused = raised(AttributeError, lambda name=name: setattr(position, name, None))  # type: ignore[misc]
        expect(is_refused, f"an error when position.{name} is set", position)
    position.legal_moves().clear()
    expect(bool(position.legal_moves()), "legal turns that nobody can empty", position)


# The end


@on_ends
def scores_give_every_player_a_number(position: Position) -> None:
    """At the end every player has a score, one for the winner or half for all, and the outcome names the winner."""
    outcome, players = position.outcome, position.game.players
    if outcome is None:
        return
    scores = outcome.scores
    expect(tuple(scores) == players, f"scores for {', '.join(players)}", position, found=scores)
    is_won = set(scores.values()) == {0.0, 1.0} and sum(scores.values()) == 1
    is_drawn = set(scores.values()) == {0.5}
    expect(is_won or is_drawn, "one point for the winner, or half a point for all", position, found=scores)
    winners = [letter for letter, score in scores.items() if score == 1]
    expect(outcome.winner == (winners[0] if winners else None), "the winner has the point", position, found=outcome)
    expect(outcome.reason in str(outcome), "the reason stands in the outcome's text", position, found=str(outcome))


@on_ends
def nobody_may_move_once_the_game_is_over(position: Position) -> None:
    """After the end there are no turns and no actions, and trying says that the game is over."""
    expect(position.legal_moves() == [] and position.actions() == (), "no turns after the end", position)
    moves = position.game.start().legal_moves()
    for move in (*moves[:20], "", "pass", "resign"):
        refusal = refused(lambda move=move: position.play(move), move, position)  # type: ignore[misc]
        expect("over" in str(refusal), f"{move!r} is refused because the game is over", position, found=refusal)
    for action in range(0, position.game.action_count, 37):
        refusal = refused(lambda action=action: position.act(action), action, position)  # type: ignore[misc]
        expect("over" in str(refusal), f"{action} is refused because the game is over", position, found=refusal)


@on_ends
def an_outcome_survives_pickling_and_cannot_be_changed(position: Position) -> None:
    """An outcome comes back the same from a pickle, and its scores cannot be set."""
    outcome = position.outcome
    if outcome is None:
        return
    restored = pickle.loads(pickle.dumps(outcome))
    expect(restored == outcome and hash(restored) == hash(outcome), "the same outcome from a pickle", position)
    scores, first = outcome.scores, position.game.players[0]
    is_fixed = raised(TypeError, lambda: operator.setitem(scores, first, 1.0))  # type: ignore[call-overload]
    expect(is_fixed, "an error when a score is set", position)


@on_walks
def a_state_without_a_winner_is_not_over_unless_by_repetition(walk: Sequence[Position]) -> None:
    """A game is over exactly when its state has a winner or is drawn, or when the repetition rule says so."""
    for position in walk:
        outcome = position.outcome
        if position.state.winner != ONGOING:
            expect(outcome is not None, "an outcome where the state says that the game is over", position)
        elif outcome is not None:
            expect(outcome.reason == REPETITION, "an end by repetition", position, found=outcome)
            allowed = position.game.facts.repetition
            expect(position.occurrences == allowed, f"{allowed} occurrences", position, found=position.occurrences)

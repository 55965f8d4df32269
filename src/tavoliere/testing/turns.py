"""Properties of turns and actions: each has one text, each text one turn, and nothing else can be played."""

from __future__ import annotations

import random

from tavoliere.core.lenient import bare
from tavoliere.core.position import Position
from tavoliere.testing.checks import on_beginnings, on_half_made, on_positions, on_samples
from tavoliere.testing.failure import expect, refused, shown
from tavoliere.testing.sample import Sample, sampled

MANY = 120
MOST_TURNS = 1000
SIGNS = "abcdefghijkl0123456789-x@*,nesw pasdo+#"


def chance_at(position: Position, seed: int) -> random.Random:
    """Random numbers that depend on the position alone, so that a failure can be seen again from its text."""
    return random.Random(f"{seed} {position!r}")


@on_beginnings
def every_listed_turn_can_be_played(position: Position, seed: int = 0) -> None:
    """Every listed turn can be played, with spaces around it too, and there is no reason against it."""
    listed = position.legal_moves()
    expect(listed == sorted(listed) and bool(listed), "a sorted list of turns", position, found=listed[:10])
    for move in sampled(listed, chance_at(position, seed)):
        after = position.play(move)
        expect(after.pending == (), f"{move} is a whole turn", position, found=after)
        expect(after == position.play(f" \t{move}\n"), f"{move} with spaces around is the same turn", position)
        reason = position.why_not(move)
        expect(reason is None, f"no reason against {move}", position, found=reason)


@on_beginnings
def nothing_else_can_be_played(position: Position, seed: int = 0, others: tuple[str, ...] = ()) -> None:
    """A text that means none of the listed turns is refused, with a reason and a clause."""
    chance = chance_at(position, seed)
    listed = position.legal_moves()
    tries = [*others, *(mutated(move, chance) for move in sampled(listed, chance, 25))]
    for text in tries:
        if is_understood(position, listed, text):
            continue
        refusal = refused(lambda text=text: position.play(text), text, position)  # type: ignore[misc]
        reason = position.why_not(text)
        expect(
            reason == refusal.why, f"why_not gives the reason {refusal.why} for {shown(text)}", position, found=reason
        )


def is_understood(position: Position, listed: list[str], text: str) -> bool:
    """Whether a text can mean a listed turn, as it is written or as people type it; if just one, it is read as that."""
    fitting = [move for move in listed if bare(move) == bare(text)]
    meant = [text.strip()] if text.strip() in fitting else fitting
    if len(meant) == 1:
        read = position.read_move(text)
        expect(read == meant[0], f"{shown(text)} is read as {meant[0]}", position, found=read)
    return len(meant) == 1


def mutated(move: str, chance: random.Random) -> str:
    """A move with one sign changed, added or left out."""
    place = chance.randrange(len(move) + 1)
    sign = chance.choice(SIGNS)
    return chance.choice(
        [
            move[:place] + sign + move[place:],
            move[:place] + sign + move[place + 1 :],
            move[: max(place - 1, 0)] + move[place:],
        ]
    )


@on_beginnings
def no_two_turns_share_a_string_and_no_turn_has_two(position: Position) -> None:
    """A turn's text names its actions, its actions name its text, and no two turns share either."""
    listed = position.legal_moves()
    twice = [move for place, move in enumerate(listed[1:]) if move == listed[place]]
    expect(not twice, "every turn listed once", position, found=twice[:10])
    turns: dict[tuple[int, ...], str] = {}
    for move in listed[:MANY]:
        actions = tuple(position.turn_to_actions(move))
        known = turns.setdefault(actions, move)
        expect(known == move, f"actions of its own for {move}", position, found=f"{known} has {actions} too")
        text = position.actions_to_turn(actions)
        expect(text == move, f"the text {move} for the actions {actions}", position, found=text)


@on_beginnings
def the_listed_turns_are_the_ways_to_act_until_the_turn_is_over(position: Position) -> None:
    """Acting until the turn is over, in every way, gives exactly the listed turns."""
    whole, begun = [], [position]
    while begun:
        step = begun.pop()
        for action in step.actions():
            after = step.act(action)
            if after.pending:
                begun.append(after)
            else:
                whole.append(position.actions_to_turn((*step.pending, action)))
        if len(whole) > MOST_TURNS:
            return  # a turn of thousands: the shorter ones say enough
    listed = position.legal_moves()
    odd = set(whole) ^ set(listed)
    expect(sorted(whole) == listed, "the same turns by acting and in the list", position, found=sorted(odd)[:10])


# Half-made turns


@on_half_made
def a_half_made_turn_lists_exactly_the_turns_that_begin_with_it(half: Position, seed: int = 0) -> None:
    """A half-made turn lists the turns that complete it and no others."""
    before = half.before_turn()
    completing, of_the_turn = set(half.legal_moves()), before.legal_moves()
    odd = completing - set(of_the_turn)
    expect(not odd, "turns of the whole turn's list", half, found=sorted(odd)[:10])
    expect(len(completing) == len(half.legal_moves()), "every completion listed once", half)
    for move in sorted(completing)[:MANY] + sampled(of_the_turn, random.Random(seed), MANY):
        begins = tuple(before.turn_to_actions(move)[: len(half.pending)]) == half.pending
        expect(begins == (move in completing), f"{move} listed exactly if it begins like this turn", half)


@on_half_made
def playing_from_a_half_made_turn_starts_before_the_turn(half: Position, seed: int = 0) -> None:
    """Text, player and whole turns of a half-made turn are those of the position before it."""
    before = half.before_turn()
    expect(str(half) == str(before) and half.turn == before.turn, "the text of the position before the turn", half)
    expect(before.pending == () and before.before_turn() == before, "nothing pending before the turn", half)
    expect((half == before) == (half.pending == ()), "a half-made turn differs from the position before it", half)
    for move in sampled(before.legal_moves(), chance_at(half, seed)):
        is_same = half.play(move) == before.play(move) and half.play(move).state == before.play(move).state
        expect(is_same, f"{move} leads to the same position from both", half)


@on_half_made
def a_turn_belongs_to_one_player(half: Position) -> None:
    """All actions of a turn are made by one player, and no game ends between them."""
    step = half.before_turn()
    for action in half.pending:
        expect(step.turn == half.turn and step.outcome is None, f"{half.turn} to move within the turn", step)
        step = step.act(action)
    expect(step == half and step.state == half.state, "the same half-made turn by its actions", half)


# Actions


@on_positions
def every_action_has_a_text_of_its_own_that_leads_back_to_it(position: Position) -> None:
    """No two legal actions share a text, and each text leads back to its action."""
    actions = position.actions()
    texts = [position.action_to_text(action) for action in actions]
    shared = [action for action, text in zip(actions, texts, strict=True) if texts.count(text) > 1]
    expect(not shared, "a text of its own for every action", position, found=shared[:10])
    for action, text in zip(actions, texts, strict=True):
        read = position.action_from_text(text)
        expect(read == action, f"the action {action} from {text!r}", position, action=action, found=read)
    expect(
        actions == tuple(sorted(set(actions))), "every legal action once, in ascending order", position, found=actions
    )


@on_samples
def an_actions_number_and_what_is_told_make_up_its_text(sample: Sample) -> None:
    """An action's number and what is told beyond it stand for its text: records are checked by them alone."""
    notation = sample.game.ruleset.notation
    texts: dict[tuple[int, int, int], str] = {}
    for position in sample.everything():
        place = len(position.pending)
        for action in position.actions():
            text, told = position.action_to_text(action), position.state.told(action)
            known = texts.setdefault((place, action, told), text)
            expect(
                known == text, f"one text for action {action} that tells {told}", position, action=action, found=known
            )
            read = (notation.told(text), notation.parse_part(text, place))
            expect(read == (told, action), f"{told} told and action {action} in {text!r}", position, found=read)
    expect(len(texts) > 1, "more than one action in all games")


@on_positions
def an_action_that_is_not_listed_is_refused(position: Position, seed: int = 0) -> None:
    """A number that is not a legal action is refused."""
    count = position.game.action_count
    numbers = [*range(-2, 3), count, 10**30, *chance_at(position, seed).choices(range(count), k=40)]
    for number in set(numbers) - set(position.actions()):
        refused(lambda number=number: position.act(number), number, position)  # type: ignore[misc]
        refused(lambda number=number: position.action_to_text(number), number, position)  # type: ignore[misc]

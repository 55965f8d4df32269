"""Alpha-beta over any game: principal variation search with a table of positions, one recursion compiled per game.

The side of the player who searches plays against all others, so a game of two is searched exactly and a game of more
as if everybody else had joined forces. Nothing assumes that players alternate: a turn of several actions keeps its
side. Values are those of the side to act: thousandths of a logit, or close to `WIN` where the result is certain.

In the words of the trade this is a fail-soft principal variation search (PVS) with a transposition table, killer moves,
a history heuristic, late move reductions (LMR) and single-reply extensions. There is no quiescence search and no null
move: an action may leave a turn half made, and nobody may pass. The player around it adds iterative deepening and
aspiration windows. Each part names its word where it stands.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from tavoliere.core.compiled import compiled, row, rows, shorts
from tavoliere.core.facts import ACTION_BITS, MOST_ACTION_COUNT
from tavoliere.core.game import DRAW, ONGOING, Actions, Evaluation, State
from tavoliere.core.hashing import fetch_ahead, mixed

WIN = 1_000_000
MOST_PLIES = 128
FAR = WIN - 2 * MOST_PLIES
"""Beyond this a value is a certain win, and what is missing to `WIN` is the number of actions until it."""
INFINITE = 2 * WIN

NODES, LIMIT, STOP, FINISHED, JUDGED, REPEATED, DEEPEST, KNOWN, VIEW, SALT, NOISE, ROOT_ACTIONS, RESTRICTED = range(13)
STORED, DRAWN = 13, 14
COUNTS = 15
NEVER_REPEATED = 1 << 30

# `DRAWN` is what a draw is worth to the side that searches: 0, unless it knows whom it plays.

# An entry of the table, from the lowest bit: what its value is, two marks, depth, action + 1, value + INFINITE.
# In the words of the trade: an exact score, a lower bound (fail high) or an upper bound (fail low); the hash move.
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
COMPLETE = 4  # the search has met nothing but ends of the game
SINGLE = 8  # there is only one action
DEPTH_PLACE, ACTION_PLACE = 4, 12
VALUE_PLACE = ACTION_PLACE + ACTION_BITS
ACTION_MASK = MOST_ACTION_COUNT
NO_VALUE = INFINITE + 1

SEEN_MASK = (1 << 10) - 1
WHOLE_VIEW = 256
KILLER_RANK = 900
HISTORY_BITS = 14
SORTED_LEAVES = 6
"""Right before the evaluation only so many actions are put in order: if none of them cuts, as a rule none does."""
FIRST_RANK = 1 << 40

JOURNAL = 1 << 14
"""After a search that has stored no more than this, its desk is cleared place by place, else as a whole."""

PAST_STEP = 256

Numbers = Actions


class Desk(NamedTuple):
    """Everything a search writes on. The table keeps 16 bytes a position and is the only large part."""

    table: Numbers  # the transposition table: a key and an entry in turn, so that one look into the memory brings both
    actions: MutableSequence[Numbers]  # by ply
    ranks: MutableSequence[Numbers]
    line: MutableSequence[Numbers]  # the principal line (principal variation, PV) from each ply on, a triangle
    lengths: Numbers
    killers: Numbers  # the killer moves, two by ply
    history: Numbers  # by player and action: the history heuristic
    past: Numbers  # keys of the game so far, then of the plies
    seen: Numbers  # how many keys of the past share the low bits, to look closer only then
    roots: Numbers  # the actions to look at first, the best of the last iteration in front
    efforts: Numbers  # what each of them has cost in the last iteration
    counts: Numbers
    journal: Numbers  # the places of the table that were written first


def room_for(past: list[int]) -> int:
    """Room for the keys of the game so far and of the plies, in steps, so that a desk fits the next turns too."""
    return -(-(len(past) + MOST_PLIES + 1) // PAST_STEP) * PAST_STEP


def new_desk(most_actions: int, action_count: int, players: int, past: list[int], table_entries: int) -> Desk:
    """A clean desk; `table_entries` is a power of two."""
    if action_count > MOST_ACTION_COUNT:
        most, found = f"{MOST_ACTION_COUNT:,}", f"{action_count:,}"
        raise ValueError(f"alpha-beta knows games of up to {most} different actions, and this one has {found}")
    desk = Desk(
        row(2 * table_entries), rows(MOST_PLIES, most_actions), rows(MOST_PLIES, most_actions),
        rows(MOST_PLIES + 1, MOST_PLIES + 1), row(MOST_PLIES + 1), row(2 * MOST_PLIES), shorts(players * action_count),
        row(room_for(past)), row(SEEN_MASK + 1), row(most_actions), row(most_actions), row(COUNTS), row(JOURNAL),
    )  # fmt: skip
    clear(desk)
    set_past(desk, past)
    return desk


def set_past(desk: Desk, past: list[int]) -> None:
    """Tell the desk which positions the game has seen."""
    blank(desk.seen)
    for place, key in enumerate(past):
        desk.past[place] = key
        desk.seen[key & SEEN_MASK] += 1
    desk.counts[KNOWN] = len(past)


@compiled
def blank(numbers: Numbers) -> None:
    for place in range(len(numbers)):
        numbers[place] = 0


@compiled
def clear(desk: Desk) -> None:
    """Make a desk as good as new: whatever a search reads before it has written it is as on a new desk."""
    stored = desk.counts[STORED]
    if stored > JOURNAL:
        blank(desk.table)
    for written in range(min(stored, JOURNAL)):
        place = desk.journal[written]
        desk.table[place] = desk.table[place + 1] = 0
    for place in range(len(desk.killers)):
        desk.killers[place] = -1
    for place in range(len(desk.history)):
        desk.history[place] = 0
    blank(desk.past)
    blank(desk.seen)
    blank(desk.counts)
    desk.counts[VIEW] = WHOLE_VIEW


@compiled
def judged(state: State, judge: Evaluation, me: int, players: int) -> int:
    """What the evaluation thinks of a position, for the side that searches."""
    if players == 2:
        value = judge.balance(state)
        if me != 0:
            value = -value
    else:
        value = judge.strength(state, me)
        best = -INFINITE
        for player in range(players):
            if player != me:
                best = max(best, judge.strength(state, player))
        value -= best
    return max(-FAR + 1, min(FAR - 1, value))


@compiled
def result_value(winner: int, me: int, ply: int) -> int:
    """What the end of the game is worth for the side that searches: early wins and late losses are better."""
    if winner == DRAW:
        return 0
    return WIN - ply if winner == me else ply - WIN


@compiled
def drawing_occurrence(desk: Desk, length: int, key: int, repetition: int) -> int:
    """The place of the earliest occurrence that a draw rests on, going back from the first places; -1 if no draw."""
    if desk.seen[key & SEEN_MASK] == 0:
        return -1
    found = 1
    for place in range(length - 1, -1, -1):
        if desk.past[place] == key:
            found += 1
            if found >= repetition:
                return place
    return -1


@compiled
def table_key(state: State, me: int, players: int) -> int:
    """Under which key a position stands in the table: with more than two players the one who searches matters."""
    return mixed(state.full_key(), me + 1) if players > 2 else state.full_key()


@compiled
def place_of(desk: Desk, key: int) -> int:
    """The first of the two places where a position can stand in the table."""
    return 2 * key & (len(desk.table) - 1)


@compiled
def store(desk: Desk, key: int, value: int, depth: int, marks: int, action: int, ply: int) -> None:
    """Keep a result: in the first of two places unless a deeper one of another position stands there.

    In the words of the trade: a bucket of two, depth-preferred and always-replace.
    """
    if value > FAR:
        value += ply
    elif value < -FAR:
        value -= ply
    place = place_of(desk, key)
    if desk.table[place] != key and (desk.table[place + 1] >> DEPTH_PLACE & 255) > depth:
        place ^= 2
    if desk.counts[STORED] < JOURNAL:
        desk.journal[desk.counts[STORED]] = place
    desk.counts[STORED] += 1
    desk.table[place] = key
    desk.table[place + 1] = (
        (value + INFINITE) << VALUE_PLACE
        | (action + 1) << ACTION_PLACE
        | min(max(depth, 0), 255) << DEPTH_PLACE
        | marks
    )  # fmt: skip


@compiled
def entry_of(desk: Desk, key: int) -> int:
    """What the table holds about a position, 0 if nothing."""
    place = place_of(desk, key)
    if desk.table[place] != key:
        place ^= 2
    return desk.table[place + 1] if desk.table[place] == key else 0


@compiled
def value_of(entry: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value in an entry if it is deep and sharp enough for the window, else `NO_VALUE`."""
    bound = entry & 3
    if bound == 0 or ((entry >> DEPTH_PLACE & 255) < depth and not entry & COMPLETE):
        return NO_VALUE
    value = (entry >> VALUE_PLACE) - INFINITE
    if value > FAR:
        value -= ply
    elif value < -FAR:
        value += ply
    if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
        return value
    return NO_VALUE


@compiled
def overlooked(desk: Desk, key: int, action: int) -> bool:
    """Whether a narrow view misses an action in a position; always the same ones for a seed."""
    return (mixed(key ^ desk.counts[SALT], action) >> 7 & 255) >= desk.counts[VIEW]


@compiled
def generate(
    state: State, judge: Evaluation, ply: int, depth: int, known: int, history_base: int, desk: Desk
) -> int:  # fmt: skip
    """List the actions of a ply with their ranks: the known best, then promises, killers and what has cut before.

    In the words of the trade: move ordering by hash move, evaluation, killer moves and history. Right before the
    evaluation a promise costs more than it saves.
    """
    actions, ranks = desk.actions[ply], desk.ranks[ply]
    if ply == 0:
        count = desk.counts[ROOT_ACTIONS]
        for place in range(count):
            actions[place] = desk.roots[place]
            ranks[place] = FIRST_RANK if actions[place] == known else desk.efforts[place]
        return count
    count = state.actions(actions)
    first_killer, second_killer = desk.killers[2 * ply], desk.killers[2 * ply + 1]
    for place in range(count):
        action = actions[place]
        rank = desk.history[history_base + action] >> 4
        if depth > 1:
            rank += judge.promise(state, action)
        if action == first_killer or action == second_killer:
            rank += KILLER_RANK
        if action == known:
            rank = FIRST_RANK
        ranks[place] = rank
    return count


@compiled
def pick(actions: Numbers, ranks: Numbers, place: int, count: int) -> int:
    """Bring the best of the remaining actions to a place and return it.

    First the highest rank, then where it stands: both loops count from 0 and decide nothing on the way, so that the
    compiler needs no sign checks and takes several ranks at once.
    """
    rest = ranks[place:count]
    best_rank = rest[0]
    for other in range(1, len(rest)):
        best_rank = max(best_rank, rest[other])
    best = 0
    while rest[best] != best_rank:
        best += 1
    best += place
    action = actions[best]
    actions[best], ranks[best] = actions[place], ranks[place]
    actions[place], ranks[place] = action, best_rank
    return action


@compiled
def reward(desk: Desk, place: int, bonus: int) -> None:
    """Move a history entry towards its largest or smallest value."""
    old = desk.history[place]
    size = bonus if bonus > 0 else -bonus
    desk.history[place] = old + bonus - ((old * size) >> HISTORY_BITS)


@compiled
def remember_cut(desk: Desk, ply: int, depth: int, history_base: int, place: int, action: int) -> None:
    """An action has refuted the one before: try it early in other places, and those tried in vain late.

    In the words of the trade: at a beta cutoff, killer moves and history with gravity, bonus and malus.
    """
    if desk.killers[2 * ply] != action:
        desk.killers[2 * ply + 1] = desk.killers[2 * ply]
        desk.killers[2 * ply] = action
    bonus = min(16 * depth * depth, 2048)
    reward(desk, history_base + action, bonus)
    for earlier in range(place):
        reward(desk, history_base + desk.actions[ply][earlier], -bonus)


@compiled
def keep_line(desk: Desk, ply: int, action: int) -> None:
    """The principal line of a ply is the action and the line after it."""
    desk.line[ply][ply] = action
    for further in range(ply + 1, desk.lengths[ply + 1]):
        desk.line[ply][further] = desk.line[ply + 1][further]
    desk.lengths[ply] = max(ply + 1, desk.lengths[ply + 1])


@compiled
def reduction(depth: int, tried: int, rank: int) -> int:
    """How much less deeply an action is looked at first that comes late and promises little: late move reductions."""
    if depth < 3 or tried < 3 or rank >= KILLER_RANK:
        return 0
    return 1 + (1 if tried >= 12 else 0) + (1 if depth >= 6 and tried >= 24 else 0)


@compiled
def descend(  # noqa: C901 - one recursion: compiled functions that call each other in a circle cannot be cached
    state: State, judge: Evaluation, me: int, players: int, depth: int, alpha: int, beta: int, ply: int,
    repetition: int, reduce: bool, desk: Desk,
) -> int:  # fmt: skip
    """The value of a state for the side to act, within the window; the game is not over and a ply is left.

    The first action gets the whole window, later ones a null window and a second look if they turn out better (PVS).
    """
    counts, actions, ranks = desk.counts, desk.actions[ply], desk.ranks[ply]
    side = 1 if state.turn == me else -1
    key = table_key(state, me, players)
    desk.lengths[ply] = ply
    entry = entry_of(desk, key)
    # A turn that has begun on the principal line is searched to its end: the table knows its value, not its rest.
    if ply > 0 and entry != 0 and (beta - alpha == 1 or not state.mid_turn()):
        value = value_of(entry, depth, alpha, beta, ply)
        if value != NO_VALUE:
            if not entry & COMPLETE:
                counts[JUDGED] += 1
            return value
    known = (entry >> ACTION_PLACE & ACTION_MASK) - 1
    history_base = state.turn * (len(desk.history) // players)
    # The action that was best before is tried before any other is even listed.
    is_listed = ply == 0 or known < 0
    count = generate(state, judge, ply, depth, known, history_base, desk) if is_listed else 1
    is_single = count == 1 if is_listed else entry & SINGLE != 0
    extended = is_single and ply < 2 * counts[DEEPEST] + 8
    repeated_above, judged_before = counts[REPEATED], counts[JUDGED]
    counts[REPEATED] = NEVER_REPEATED
    best, best_action, floor = -INFINITE, -1, alpha
    tried = place = 0
    while True:
        if not is_listed and place == 1:
            is_listed = True
            count = generate(state, judge, ply, depth, known, history_base, desk)
            pick(actions, ranks, 0, count)
        if place >= count:
            break
        if not is_listed:
            action = known
        elif depth > 1 or place < SORTED_LEAVES:
            action = pick(actions, ranks, place, count)
        else:
            action = actions[place]
        place += 1
        if ply > 0 and counts[VIEW] < WHOLE_VIEW and overlooked(desk, state.full_key(), action):
            continue
        nodes_before = counts[NODES]
        counts[NODES] = nodes_before + 1
        after = state.play(action)
        desk.lengths[ply + 1] = ply + 1
        value, repeated, after_key = 0, -1, -1
        if after.winner == ONGOING and repetition > 0 and not after.mid_turn():
            after_key = after.key()
            repeated = drawing_occurrence(desk, counts[KNOWN] + ply + 1, after_key, repetition)
        left = depth if extended else depth - 1
        if after.winner == DRAW:
            value = side * counts[DRAWN]
        elif after.winner != ONGOING:
            value = side * result_value(after.winner, me, ply + 1)
        elif repeated >= 0:
            value = side * counts[DRAWN]
            counts[REPEATED] = min(counts[REPEATED], repeated - counts[KNOWN])
        elif left <= 0 or ply + 2 >= MOST_PLIES:
            counts[JUDGED] += 1
            value = side * judged(after, judge, me, players)
            if counts[NOISE] > 0:
                value += mixed(after.full_key(), counts[SALT]) % (2 * counts[NOISE] + 1) - counts[NOISE]
        else:
            fetch_ahead(desk.table, place_of(desk, table_key(after, me, players)))
            if repetition > 0:
                desk.past[counts[KNOWN] + ply + 1] = after_key
                if after_key >= 0:
                    desk.seen[after_key & SEEN_MASK] += 1
            flip = -1 if (after.turn == me) != (state.turn == me) else 1
            # Later actions are first asked, perhaps less deeply, whether they are better at all.
            less = reduction(depth, tried, ranks[place - 1]) if reduce and is_listed else 0
            stages = 0 if tried == 0 else 1 if less == 0 else 2
            while True:
                low, high = floor, beta if stages == 0 else floor + 1
                if flip < 0:
                    low, high = -high, -low
                deep = max(1, left - less)
                value = flip * descend(
                    after, judge, me, players, deep, low, high, ply + 1, repetition, reduce, desk
                )  # fmt: skip
                if counts[FINISHED] != 0 or value <= floor or stages == 0 or (stages == 1 and value >= beta):
                    break
                stages -= 1
                less = 0
            if after_key >= 0:
                desk.seen[after_key & SEEN_MASK] -= 1
            if counts[FINISHED] != 0:
                return best
        tried += 1
        if ply == 0:
            ranks[place - 1] = counts[NODES] - nodes_before
        if value > best:
            best, best_action = value, action
            if value > floor or (ply == 0 and tried == 1):
                floor = max(floor, value)
                keep_line(desk, ply, action)
        if floor >= beta:
            if ply > 0 and is_listed:
                remember_cut(desk, ply, depth, history_base, place - 1, action)
            break
        if counts[NODES] >= counts[LIMIT] or counts[STOP] != 0:
            counts[FINISHED] = 1
            return best
    if tried == 0:
        counts[JUDGED] += 1
        counts[REPEATED] = repeated_above
        return side * judged(state, judge, me, players)
    marks = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
    if counts[JUDGED] == judged_before and counts[VIEW] == WHOLE_VIEW:
        marks |= COMPLETE
    # A draw by repeating what came before this node holds on this path only.
    if counts[REPEATED] < ply and best == side * counts[DRAWN]:
        marks = depth = 0
    if is_single:
        marks |= SINGLE
    if ply > 0 or counts[RESTRICTED] == 0:
        store(desk, key, best, depth, marks, best_action, ply)
    counts[REPEATED] = min(counts[REPEATED], repeated_above)
    return best


@compiled
def glances(state: State, judge: Evaluation, players: int, out: Numbers, values: Numbers) -> int:
    """What the evaluation says of each legal action, for the mover, without any look at answers; how many there are."""
    count = state.actions(out)
    mover = state.turn
    for place in range(count):
        after = state.play(out[place])
        if after.winner != ONGOING:
            values[place] = result_value(after.winner, mover, 1)
        else:
            values[place] = judged(after, judge, mover, players)
    return count

"""Desks that are used again: nobody can tell one from a new one, however little or much was written on it."""

import dataclasses
import random
from typing import NamedTuple

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.core.facts import MOST_ACTION_COUNT
from tavoliere.core.game import ONGOING, change, game
from tavoliere.core.hashing import EMPTY_KEY, mixed
from tavoliere.games import own_games
from tavoliere.search import desks
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.kernels import alphabeta as kernel
from tavoliere.search.kernels.alphabeta import INFINITE, JOURNAL, NO_VALUE, WIN, descend, new_desk
from tavoliere.search.kernels.judges import Unjudged
from tavoliere.search.mcts_player import MctsPlayer, Style

SMALL, LARGE = 500, 1_000_000
UNREAD = ("actions", "ranks", "line", "lengths", "roots", "efforts", "journal")
"""What a search writes before it reads it."""


@pytest.fixture(autouse=True)
def tidy(monkeypatch):
    """No desk of another test, and none left for it."""
    monkeypatch.setattr(desks, "_kept", [])


def played(name, turns):
    """A position some random turns into a game that is not over yet."""
    chance, position, before = random.Random(4), tv.game(name).start(), []
    while len(before) <= turns and position.outcome is None:
        before.append(position)
        position = position.act(chance.choice(position.actions()))
    return before[-1].before_turn()


def found(player, position, nodes):
    return dataclasses.replace(player.choose(position, Budget(nodes=nodes)), seconds=0.0)


def assert_as_new(desk, facts, players, table_entries):
    new = new_desk(facts.most_actions, facts.action_count, players, [], table_entries)
    for field in desk._fields:
        if field not in UNREAD:
            ours, theirs = getattr(desk, field), getattr(new, field)
            assert len(ours) == len(theirs) and all(a == b for a, b in zip(ours, theirs, strict=True)), field


@pytest.mark.parametrize("nodes", [SMALL, LARGE])
def test_a_desk_that_was_given_back_is_as_good_as_new(nodes, monkeypatch):
    stored = []
    monkeypatch.setattr(
        desks, "clear", lambda desk: (stored.append(int(desk.counts[kernel.STORED])), kernel.clear(desk))
    )
    position = played("tablut", 12)
    AlphaBetaPlayer(3, table_entries=1 << 16).choose(position, Budget(nodes=nodes))
    (desk,) = desks._kept
    assert stored[0] > JOURNAL if nodes == LARGE else 0 < stored[0] < JOURNAL
    assert_as_new(desk, position.game.facts, 2, 1 << 16)


def test_a_plain_desk_that_was_given_back_is_as_good_as_new():
    position = tv.game("never-alone").start()
    with plain_python():
        AlphaBetaPlayer(3, table_entries=1 << 10).choose(position, Budget(nodes=50))
        (desk,) = desks._kept
        assert isinstance(desk.table, list)
        assert_as_new(desk, position.game.facts, 2, 1 << 10)
    AlphaBetaPlayer(3, table_entries=1 << 10).choose(position, Budget(nodes=50))
    assert not isinstance(desks._kept[-1].table, list)


@pytest.mark.parametrize("name", own_games())
def test_searches_on_used_desks_find_the_same(name):
    positions = [played(name, turns) for turns in (0, 5, 8)]
    new = []
    for position in positions:
        desks._kept.clear()
        new.append(found(AlphaBetaPlayer(2), position, 3000))
    again = [found(AlphaBetaPlayer(2), position, 3000) for position in positions]
    assert again == new
    assert desks._kept


def test_a_stop_that_comes_late_stops_nobody_else():
    player, position = AlphaBetaPlayer(), tv.game("tablut").start()
    player.choose(position, Budget(nodes=10))
    desk = desks.borrowed_desk(position.game.facts, 2, [], player.table_entries)
    player.stop()
    assert desk.counts[kernel.STOP] == 0


def test_few_desks_are_kept_and_no_large_ones():
    for entries in (1 << 10, 1 << 11, 1 << 12, 2 * desks.MOST_ENTRIES):
        AlphaBetaPlayer(table_entries=entries).choose(tv.game("pathwayz").start(), Budget(nodes=5))
    assert [len(desk.table) for desk in desks._kept] == [1 << 12, 1 << 13]


@pytest.mark.parametrize("style", [Style(), Style(cut=2), Style(cut=0, priors=1.0)])
@pytest.mark.parametrize("name", own_games())
def test_a_tree_no_larger_than_its_budget_needs_finds_the_same(name, style, monkeypatch):
    position = played(name, 3)
    small = [found(MctsPlayer(5, style, threads=threads), position, nodes) for threads in (1, 2) for nodes in (1, 40)]
    monkeypatch.setattr("tavoliere.search.mcts_player._Run._room", lambda run: 300_000)
    large = [found(MctsPlayer(5, style, threads=threads), position, nodes) for threads in (1, 2) for nodes in (1, 40)]
    assert small == large


# Numbers of actions that once were too large for an entry of the table


@game
class Takeaway(NamedTuple):
    """Take one to three of a pile; whoever takes the last wins. Actions are numbered from a base on."""

    pile: int
    base: int
    turn: int
    winner: int
    reason: int

    def actions(self, out):
        count = min(3, self.pile)
        for place in range(count):
            out[place] = self.base + place
        return count

    def play(self, action):
        left = self.pile - (action - self.base + 1)
        return change(self, pile=left, turn=1 - self.turn, winner=self.turn if left == 0 else ONGOING)

    def key(self):
        return mixed(mixed(EMPTY_KEY, self.pile), self.turn)


def proof(pile, base):
    """Value, nodes and first action of a full search, as if actions were numbered from 0."""
    desk = new_desk(3, base + 3, 2, [], 1 << 10)
    desk.counts[kernel.LIMIT] = 1 << 40
    state = Takeaway(pile, base, 0, ONGOING, 0)
    for depth in range(1, pile + 1):
        desk.counts[kernel.ROOT_ACTIONS] = state.actions(desk.roots)
        desk.counts[kernel.DEEPEST] = depth
        value = descend(state, Unjudged(0), 0, 2, depth, -INFINITE, INFINITE, 0, 0, True, desk)
    return int(value), int(desk.counts[kernel.NODES]), int(desk.line[0][0]) - base


@pytest.mark.parametrize("base", [65_533, 65_535, 1_000_000])
def test_large_numbers_of_actions_prove_nothing_else(base):
    """An action of 65,535 or more ran over into the value beside it, and a lost game counted as won."""
    for pile in (5, 7, 8, 11, 12):
        value, nodes, action = proof(pile, 0)
        assert (value > 0) == (pile % 4 != 0) and abs(value) > WIN - 100
        assert proof(pile, base) == (value, nodes, action)


@pytest.mark.parametrize("action", [0, 65_534, 65_535, MOST_ACTION_COUNT - 1])
@pytest.mark.parametrize("value", [-INFINITE, -WIN, 0, WIN, INFINITE])
def test_an_entry_keeps_any_action_beside_any_value(action, value):
    desk = new_desk(2, 2, 2, [], 4)
    kernel.store(desk, 77, value, 200, kernel.EXACT, action, 0)
    entry = int(kernel.entry_of(desk, 77))
    assert (entry >> kernel.ACTION_PLACE & kernel.ACTION_MASK) - 1 == action
    assert kernel.value_of(entry, 200, -INFINITE, INFINITE, 0) == value != NO_VALUE


def test_more_numbers_than_an_entry_can_keep_are_refused():
    with pytest.raises(ValueError, match=r"games of up to 16,777,215 different actions, and this one has 16,777,216"):
        new_desk(2, MOST_ACTION_COUNT + 1, 2, [], 4)

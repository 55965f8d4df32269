"""The tree search player: Monte Carlo tree search in one thread or several, with or without an evaluation."""

from __future__ import annotations

import dataclasses
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from tavoliere.core.compiled import generator, row, runs_plain, shorts
from tavoliere.core.game import DRAW, Evaluation, State
from tavoliere.core.position import Position
from tavoliere.search.budget import Budget
from tavoliere.search.judges import NO_JUDGE, judge_of
from tavoliere.search.kernels import mcts as kernel
from tavoliere.search.kernels.mcts import (
    UNCUT,
    UNPROVEN,
    Scratch,
    Setting,
    Tree,
    new_scratch,
    new_tree,
    path_below,
    search,
    transplant,
)
from tavoliere.search.players import (
    LONGEST_SHOWN_LINE,
    SHOWN_ALTERNATIVES,
    Alternative,
    Choice,
    Clock,
    Watcher,
    checked_root,
)

REPORT_SECONDS = 0.25
FIRST_SHARE = 0.7
FORCED_SHARE = 0.1
SLICE = 1 << 14
LEAST_VISITS = 3
"""What was looked at less often is no part of a line."""
SHORT_LINE = 4
"""So many turns are shown of alternatives, and of the choice itself to whoever said stop."""


@dataclasses.dataclass(frozen=True)
class Style:
    """How a tree search judges and explores.

    `cut` is the number of random actions before the game's evaluation judges a leaf, None for games to their end;
    `priors` says how sharply the evaluation's first look at the actions guides the search, 0 for plain upper bounds.
    Whoever plays looks at a certain draw again and again, since it is worth something; with `proofs` the search turns
    to what is still open instead.
    """

    exploration: float = 0.7
    cut: int | None = None
    priors: float = 0.0
    solver: bool = True
    longest: int = 400
    proofs: bool = False


class MctsPlayer:
    """Monte Carlo tree search. Memory is bounded by `tree_nodes` for each thread, at 28 bytes and 8 for each player.

    With `keep`, what was learnt about the position that the game reaches next is kept for the next turn, so that the
    answer depends on the turns before. While a turn begins there are then an old and a new tree, and 4 bytes a node
    for moving one to the other.
    """

    def __init__(
        self,
        seed: int = 1,
        style: Style | None = None,
        tree_nodes: int = 2_000_000,
        threads: int = 1,
        keep: bool = False,
        alternatives: int = SHOWN_ALTERNATIVES,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.seed = seed
        self.style = style or Style()
        self.tree_nodes = tree_nodes
        self.threads = threads
        self.keep = keep
        self.alternatives = alternatives
        self.clock = clock
        self.kept: tuple[Position, list[Tree]] | None = None
        self._stopped = threading.Event()
        self._running: list[Scratch] = []

    def stop(self) -> None:
        self._stopped.set()
        for scratch in self._running:
            scratch.counts[kernel.STOP] = 1

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:
        root = checked_root(position)
        self._stopped.clear()
        run = _Run(self, root, budget, watch)
        self._running = run.scratches
        actions: list[int] = []
        state = root.state
        while not actions or state.mid_turn():
            run.search(state, actions, 1.0 if actions else run.first_share())
            if not actions and not state.play(run.preferred(actions, state.turn)).mid_turn():
                run.search(state, actions, 1.0)  # a turn of one action leaves the rest for itself
            actions.append(run.preferred(actions, state.turn))
            state = state.play(actions[-1])
        choice = run.choice(actions)
        self.kept = (root, run.trees) if self.keep else None
        return choice


class _Run:
    """One search for one turn: the budget, the trees of the threads and their scratch rows."""

    def __init__(self, player: MctsPlayer, root: Position, budget: Budget, watch: Watcher | None) -> None:
        self.player, self.root, self.budget, self.watch = player, root, budget, watch
        self.begun = self.reported = player.clock()
        self.done = 0
        self.is_stuck = False
        facts = root.game.facts
        self.players = len(root.game.players)
        style = player.style
        self.setting = Setting(
            style.exploration, style.priors, UNCUT if style.cut is None else style.cut, style.longest,
            kernel.PROOFS if style.proofs else int(style.solver), facts.repetition or 0, self.players,
            facts.most_actions * facts.most_actions_a_turn,
        )  # fmt: skip
        self.judge: Evaluation = judge_of(root.game) if style.cut is not None or style.priors else NO_JUDGE
        past = root.past_keys() if facts.repetition else []
        self.known = len(past)
        nodes = self._room()
        self.trees = self._kept_trees(nodes) or [new_tree(nodes, self.players) for _ in range(player.threads)]
        self.scratches = [new_scratch(past, facts.most_actions) for _ in range(player.threads)]
        self.rngs = [generator(player.seed + 7919 * number) for number in range(player.threads)]

    def _room(self) -> int:
        """How many nodes a tree gets: never more than a budget of simulations can fill, each of which lets one node
        grow, and a few more at every action of the turn.
        """
        facts, wanted = self.root.game.facts, self.budget.nodes
        nodes = max(self.player.tree_nodes, 3 * facts.most_actions + 3 + self.setting.reserve)
        if wanted is None or self.player.keep:
            return nodes
        most_grown = wanted + (self.player.threads + 2) * (facts.most_actions_a_turn + 1)
        return min(nodes, 1 + (most_grown + 1) * facts.most_actions + self.setting.reserve)

    def _kept_trees(self, nodes: int) -> list[Tree]:
        """The trees of the last turn, cut down to what is below the position reached now, if it is reached."""
        if self.player.kept is None:
            if self.player.keep:
                get_ready_to_keep(self.root)
            return []
        before, trees = self.player.kept
        actions = actions_between(before, self.root, trees[0])
        if actions is None:
            return []
        kept = []
        for tree in trees:
            node = node_at(tree, actions)
            if node is None or tree.proven[node] != UNPROVEN or self.player._stopped.is_set():
                return []
            fresh = new_tree(nodes, self.players)
            transplant(tree, node, fresh, shorts(nodes, blank=False))
            if fresh.used[0] + self.setting.reserve > nodes:
                return []
            kept.append(fresh)
        return kept

    def first_share(self) -> float:
        """How much of the budget goes into the first action, so that something is left for others of the turn."""
        return FIRST_SHARE if self.root.game.facts.most_actions_a_turn > 1 else 1.0

    def search(self, state: State, begun: list[int], share: float) -> None:
        """Search below the actions chosen so far until the share of the budget is used or the result is certain."""
        while True:
            left = self._left(share)
            nodes = [node_at(tree, begun) or 0 for tree in self.trees]
            is_grown = all(
                tree.first[node] > 0 or tree.proven[node] != UNPROVEN
                for tree, node in zip(self.trees, nodes, strict=True)
            )
            if is_grown and (left <= 0 or self.player._stopped.is_set()):
                return
            if not is_grown:
                # Even who is stopped at once needs a look at the actions.
                self._let_go()
            wanted = max(1, min(left, SLICE)) if is_grown else max(2, len(self.trees))
            used = sum(int(tree.used[0]) for tree in self.trees)
            made = self._made(state, nodes, wanted, share)
            self.done += sum(made)
            self.is_stuck = sum(made) >= SLICE // 2 and used == sum(int(tree.used[0]) for tree in self.trees)
            self._report(begun)
            if any(tree.proven[node] != UNPROVEN for tree, node in zip(self.trees, nodes, strict=True)):
                return

    def _made(self, state: State, nodes: list[int], wanted: int, share: float) -> list[int]:
        """Let every thread simulate; an alarm ends the slice when the time is over or a report is due."""
        alarm = None
        if self.budget.seconds is not None:
            left = self.begun + self.budget.seconds * share - self.player.clock()
            alarm = threading.Timer(max(0.0005, min(left, REPORT_SECONDS)), self._ring)
            alarm.daemon = True
            alarm.start()
        try:
            if len(self.trees) == 1:
                return [int(self._slice(state, 0, nodes[0], wanted))]
            each, more = divmod(wanted, len(self.trees))
            shares = [(place, node, each + (place < more)) for place, node in enumerate(nodes)]
            if runs_plain():
                return [int(self._slice(state, *share)) for share in shares]
            with ThreadPoolExecutor(len(self.trees)) as pool:
                slices = [pool.submit(self._slice, state, *share) for share in shares]
                return [int(each_slice.result()) for each_slice in slices]
        finally:
            if alarm is not None:
                alarm.cancel()
                alarm.join()
            if not self.player._stopped.is_set():
                self._let_go()

    def _slice(self, state: State, place: int, node: int, wanted: int) -> int:
        return search(
            state, self.judge, node, self.trees[place], wanted, self.setting, self.known, self.rngs[place],
            self.scratches[place],
        )  # fmt: skip

    def _ring(self) -> None:
        for scratch in self.scratches:
            scratch.counts[kernel.STOP] = 1

    def _let_go(self) -> None:
        for scratch in self.scratches:
            scratch.counts[kernel.STOP] = 0

    def _left(self, share: float) -> int:
        """How many simulations may still be made; time only says some or none."""
        left = 1 << 40
        if self.budget.nodes is not None:
            left = int(self.budget.nodes * share) - self.done
        if self.budget.depth is not None:
            # A tree that has stopped growing gets no deeper.
            deepest = max(int(scratch.counts[kernel.DEEPEST]) for scratch in self.scratches)
            left = 0 if deepest >= self.budget.depth or self.is_stuck else left
        seconds = self.budget.seconds
        if seconds is not None:
            if len(self.root.actions()) == 1 and self.root.game.facts.most_actions_a_turn == 1:
                seconds *= FORCED_SHARE
            if self.player.clock() - self.begun >= seconds * share:
                left = 0
        return left

    def _report(self, begun: list[int]) -> None:
        now = self.player.clock()
        if self.watch is None or begun or now - self.reported < REPORT_SECONDS:
            return
        self.reported = now
        self.watch(self.choice(self._turn_so_far()))

    def _turn_so_far(self) -> list[int]:
        actions: list[int] = []
        state = self.root.state
        while not actions or state.mid_turn():
            actions.append(self.preferred(actions, state.turn))
            state = state.play(actions[-1])
        return actions

    # What the trees say together

    def stats(self, begun: list[int]) -> list[_Stat]:
        """The children of the node below some actions, over all trees."""
        merged: dict[int, _Stat] = {}
        for tree in self.trees:
            node = node_at(tree, begun)
            if node is None or tree.first[node] == 0:
                continue
            first = int(tree.first[node])
            for child in range(first, first + int(tree.children[node])):
                stat = merged.setdefault(int(tree.action[child]), _Stat(int(tree.action[child]), self.players))
                stat.add(tree, child)
        return list(merged.values())

    def preferred(self, begun: list[int], mover: int) -> int:
        """The action that a mover would choose now."""
        stats = self.stats(begun)
        if not stats:
            position = self.root
            for action in begun:
                position = position.act(action)
            return position.actions()[0]
        return max(stats, key=lambda stat: (stat.rank(mover), -stat.action)).action

    def line(self, begun: list[int], most: int) -> tuple[str, ...]:
        """What all prefer from some first actions on, in at most so many turns, as far as the trees have looked."""
        turns: list[str] = []
        actions: list[int] = []
        position, started = self.root, 0
        while position.outcome is None and len(turns) < most:
            if len(actions) < len(begun):
                action = begun[len(actions)]
            else:
                mover = position.state.turn
                stats = self.stats(actions)
                best = max(stats, key=lambda stat: (stat.rank(mover), -stat.action), default=None)
                if best is None or (best.visits < LEAST_VISITS and best.proven == UNPROVEN):
                    break
                action = best.action
            actions.append(action)
            after = position.act(action)
            if not after.pending:
                turns.append(position.before_turn().actions_to_turn(actions[started:]))
                started = len(actions)
            position = after
        return tuple(turns)

    def choice(self, actions: list[int]) -> Choice:
        mover = self.root.state.turn
        stats = {stat.action: stat for stat in self.stats([])}
        chosen = stats.get(actions[0])
        # Positions and their notation are plain Python, which takes its time, and whoever said stop is waiting.
        longest, others = (SHORT_LINE, 1) if self.player._stopped.is_set() else (LONGEST_SHOWN_LINE, SHORT_LINE)
        letters = self.root.game.players
        return Choice(
            self.root.actions_to_turn(actions),
            {letter: chosen.expected(player) if chosen else 1 / self.players for player, letter in enumerate(letters)},
            self.done,
            self.player.clock() - self.begun,
            self.line(actions, longest),
            self._alternatives(list(stats.values()), actions, mover, others),
            self._verdict(chosen, list(stats.values()), mover) if chosen else "",
            int(max(scratch.counts[kernel.DEEPEST] for scratch in self.scratches)),
        )

    def _verdict(self, chosen: _Stat, stats: list[_Stat], mover: int) -> str:
        """A certain draw is the result only if nothing else could be better."""
        is_open = chosen.proven == DRAW and any(stat.proven == UNPROVEN for stat in stats)
        return "" if is_open else verdict(chosen.proven, mover)

    def _alternatives(self, stats: list[_Stat], chosen: list[int], mover: int, longest: int) -> tuple[Alternative, ...]:
        """The best turns, each with the line that it begins."""
        most = self.player.alternatives
        found = sorted(
            self._turns(self.root, [], stats, mover, most),
            key=lambda pair: (pair[0] != chosen, -pair[1].rank(mover), pair[0]),
        )
        shown = []
        for actions, stat in found[:most]:
            turns = self.line(actions, longest)
            if turns:
                shown.append(
                    Alternative(turns[0], stat.expected(mover), stat.visits, turns, verdict(stat.proven, mover))
                )
        return tuple(shown)

    def _turns(
        self, position: Position, begun: list[int], stats: list[_Stat], mover: int, most: int
    ) -> list[tuple[list[int], _Stat]]:
        """Whole turns with what the trees know about their last action, those with the better first ones only."""
        found = []
        for stat in sorted(stats, key=lambda stat: (-stat.rank(mover), stat.action))[:most]:
            actions, after = [*begun, stat.action], position.act(stat.action)
            if not after.pending:
                found.append((actions, stat))
            else:
                found += self._turns(after, actions, self.stats(actions), mover, most)
        return found


class _Stat:
    """What all trees know about one action."""

    def __init__(self, action: int, players: int) -> None:
        self.action = action
        self.visits = 0
        self.totals = [0.0] * players
        self.proven = UNPROVEN

    def add(self, tree: Tree, node: int) -> None:
        self.visits += int(tree.visits[node])
        players = len(self.totals)
        for player in range(players):
            self.totals[player] += float(tree.totals[players * node + player])
        if tree.proven[node] != UNPROVEN:
            self.proven = int(tree.proven[node])

    def rank(self, mover: int) -> float:
        """How much a mover prefers this: a proven win first, a proven loss last, else by visits."""
        if self.proven == mover:
            return 1e18
        if self.proven not in (UNPROVEN, DRAW):
            return -1.0
        return float(self.visits)

    def expected(self, player: int) -> float:
        """What a player can expect, between 0 and 1."""
        players = len(self.totals)
        if self.proven != UNPROVEN:
            return 1 / players if self.proven == DRAW else float(self.proven == player)
        return self.totals[player] / self.visits if self.visits else 1 / players


def verdict(proven: int, mover: int) -> str:
    """A proven result in the words of a choice."""
    return "" if proven == UNPROVEN else "draw" if proven == DRAW else "win" if proven == mover else "loss"


def node_at(tree: Tree, actions: list[int]) -> int | None:
    """The node that actions lead to from the root, if the tree has it."""
    node = 0
    for action in actions:
        first = int(tree.first[node])
        if first == 0:
            return None
        for child in range(first, first + int(tree.children[node])):
            if tree.action[child] == action:
                node = child
                break
        else:
            return None
    return node


def get_ready_to_keep(root: Position) -> None:
    """Load or compile now what the next turn needs, when somebody may be waiting."""
    old, new = (new_tree(1, len(root.game.players)) for _ in range(2))
    actions_between(root, root, old)
    transplant(old, 0, new, shorts(1))


def actions_between(before: Position, now: Position, tree: Tree) -> list[int] | None:
    """The actions by which the game went from one position to another, looked for among visited nodes of a tree: a turn
    of each player at the most.

    Another way to the same position does not count where positions recur: its nodes know other repetitions.
    """
    path = row(len(before.game.players) * before.game.facts.most_actions_a_turn)
    length = int(path_below(before.state, 0, tree, now.state.full_key(), path, 0))
    if length < 0:
        return None
    actions = [int(path[place]) for place in range(length)]
    position = before
    for action in actions:
        position = position.act(action)
    is_same = position.state == now.state and position.past_keys() == now.past_keys()
    return actions if is_same else None

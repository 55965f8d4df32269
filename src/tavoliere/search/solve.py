"""Proof search: who wins if nobody errs, with the shortest win or the longest resistance.

Two players: alpha-beta without any shortcut that could hide a line, one action deeper each time. A win is certain as
soon as a line to it is found that no answer escapes; a draw once every line has been followed to the end of the game.
What was searched in full says at least that nothing can be forced within so many actions. More players: first whether
the mover wins against all others together, then the solver of the tree search.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Iterator

from tavoliere.core.position import Position
from tavoliere.search import alphabeta as kernel
from tavoliere.search.alphabeta import FAR, WIN
from tavoliere.search.alphabeta_player import AlphaBetaPlayer, _Run, chance_of
from tavoliere.search.budget import MOST_DEPTH, Budget
from tavoliere.search.mcts_player import MctsPlayer, Style
from tavoliere.search.players import Alternative, Choice, Clock, Watcher, checked_root, turns_of

TABLE_ENTRIES = 1 << 22
"""64 megabytes: proofs live from what they remember."""
TREE_NODES = 2_000_000
LONGEST_LINE = 1000


class Solver:
    """A player that looks for proofs. `Choice.proven` is `win`, `draw` or `loss` for the mover, or empty.

    `Choice.depth` is how many actions deep everything was searched. See `is_of_exact_length` for what it says of the
    line.
    """

    def __init__(
        self,
        seed: int = 1,
        table_entries: int = TABLE_ENTRIES,
        tree_nodes: int = TREE_NODES,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.seed, self.table_entries, self.tree_nodes, self.clock = seed, table_entries, tree_nodes, clock
        self._stopped = threading.Event()
        self._thinking: AlphaBetaPlayer | MctsPlayer | None = None

    def stop(self) -> None:
        self._stopped.set()
        thinking = self._thinking
        if thinking is not None:
            thinking.stop()

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:
        root = checked_root(position)
        self._stopped.clear()
        if len(root.game.players) == 2:
            return self._deepened(root, budget, watch)
        alone = self._deepened(root, _halved(budget), watch)
        if alone.proven or self._stopped.is_set():
            return alone
        style = Style(cut=0, priors=1.0) if root.game.ruleset.evaluation is not None else Style()
        tree = MctsPlayer(self.seed, style, tree_nodes=self.tree_nodes, clock=self.clock)
        self._thinking = tree
        found = tree.choose(root, _halved(budget), watch)
        nodes, seconds = alone.nodes + found.nodes, alone.seconds + found.seconds
        return dataclasses.replace(found, nodes=nodes, seconds=seconds, depth=alone.depth)

    def _deepened(self, root: Position, budget: Budget, watch: Watcher | None) -> Choice:
        player = AlphaBetaPlayer(self.seed, self.table_entries, reduce=False, clock=self.clock)
        self._thinking = player
        return _Proof(self, player, root, budget, watch).choice()


class _Proof:
    """One proof of one position by alpha-beta."""

    def __init__(
        self, solver: Solver, player: AlphaBetaPlayer, root: Position, budget: Budget, watch: Watcher | None
    ) -> None:
        self.solver, self.player, self.root, self.budget, self.watch = solver, player, root, budget, watch
        self.begun = player.clock()
        self.nodes = 0
        self.depth = 0
        self.value = 0
        self.proven = ""
        self.line: list[int] = []

    def choice(self) -> Choice:
        """Search deeper until the result and its length are certain, or the budget is used up."""
        for value, line, depth, is_exact in self._iterations(self.root, self.budget.depth or MOST_DEPTH):
            # Where nothing but ends of the game was met, everything was searched as deep as any line is long.
            is_whole_win = is_exact and abs(value) > FAR
            self.value, self.line, self.depth = value, line, max(depth, WIN - abs(value)) if is_whole_win else depth
            self.proven = self._verdict(value, is_exact)
            if self.watch is not None and depth > 1:
                self.watch(self._choice())
            if is_exact or (self.proven and depth >= WIN - abs(value)):
                break
        if self.proven:
            self._complete()
        return self._choice()

    def _iterations(self, root: Position, deepest: int) -> Iterator[tuple[int, list[int], int, bool]]:
        """Value, line, depth of each finished search, and whether it met nothing but ends of the game.

        A search that is broken off counts only if it has found a win: that is a proof all the same.
        """
        left = self._left()
        if left is None:
            return
        run = _Run(self.player, root, list(root.actions()), left, None)
        self.player._desk = run.desk
        if self.solver._stopped.is_set():
            return
        alarm = threading.Timer(left.seconds, self.player.stop) if left.seconds is not None else None
        if alarm is not None:
            alarm.daemon = True
            alarm.start()
        before = self.nodes
        try:
            for depth in range(1, deepest + 1):
                judged = run.desk.counts[kernel.JUDGED]
                line = run.searched(root.state, run.firsts, depth, run.lines[0].value if run.lines else 0)
                self.nodes = before + int(run.desk.counts[kernel.NODES])
                if line is not None and (not run.is_out() or line.value > FAR or not run.lines):
                    run.lines = [line]
                    reached = depth - 1 if run.is_out() else depth
                    is_exact = not run.is_out() and run.desk.counts[kernel.JUDGED] == judged
                    yield line.value, line.actions, reached, is_exact
                if run.is_out():
                    return
        finally:
            if alarm is not None:
                alarm.cancel()

    def _left(self) -> Budget | None:
        """What is left of the budget, None if nothing."""
        nodes, seconds = self.budget.nodes, self.budget.seconds
        if nodes is not None:
            nodes -= self.nodes
        if seconds is not None:
            seconds -= self.player.clock() - self.begun
        if (nodes is not None and nodes <= 0) or (seconds is not None and seconds <= 0):
            return None
        return Budget(seconds, nodes, MOST_DEPTH)

    def _verdict(self, value: int, is_exact: bool) -> str:
        if value > FAR:
            return "win"
        if len(self.root.game.players) > 2:
            return ""  # others who join forces may take more than they could alone
        return "loss" if value < -FAR else "draw" if is_exact else ""

    def _complete(self) -> None:
        """Follow the proven line to the end of the game; the table may have cut it short."""
        position, line = self.root, []
        for action in self.line:
            if action not in position.actions():
                break
            line.append(action)
            position = position.act(action)
        while position.outcome is None and len(line) < LONGEST_LINE:
            found: list[int] = []
            for value, actions, depth, is_exact in self._iterations(position, MOST_DEPTH):
                if is_exact or (abs(value) > FAR and depth >= WIN - abs(value)):
                    found = actions
                    break
            if not found:
                break
            for action in found:
                line.append(action)
                position = position.act(action)
        self.line = line

    def _choice(self) -> Choice:
        position, line = self.root, list(self.line)
        for action in line:
            position = position.act(action)
        while not line or position.pending:
            line.append(position.actions()[0])
            position = position.act(line[-1])
        turns = turns_of(self.root, line, LONGEST_LINE)
        chance = 0.5 if self.proven == "draw" else chance_of(self.value)
        letters, mover = self.root.game.players, self.root.turn
        values = {letter: chance if letter == mover else (1 - chance) / (len(letters) - 1) for letter in letters}
        best = Alternative(turns[0], chance, 0, turns, self.proven)
        seconds = self.player.clock() - self.begun
        return Choice(turns[0], values, self.nodes, seconds, turns, (best,), self.proven, self.depth)


def _halved(budget: Budget) -> Budget:
    nodes = None if budget.nodes is None else max(1, budget.nodes // 2)
    return Budget(None if budget.seconds is None else budget.seconds / 2, nodes, budget.depth)


def is_complete(position: Position, choice: Choice) -> bool:
    """Whether the line of a choice ends the game."""
    return _end(position, choice)[0].outcome is not None


def is_of_exact_length(position: Position, choice: Choice) -> bool:
    """Whether a proven line is as short as a win can be made, and as long as a loss can be delayed, counted in actions.

    So it is if everything was searched as deep as the line is long; what tree search proves may be longer.
    """
    end, actions = _end(position, choice)
    return choice.proven in ("win", "loss") and end.outcome is not None and choice.depth >= actions


def _end(position: Position, choice: Choice) -> tuple[Position, int]:
    """Where the line of a choice leads, and how many actions it takes."""
    end, actions = position.before_turn(), 0
    for turn in choice.line:
        actions += len(end.turn_to_actions(turn))
        end = end.play(turn)
    return end, actions

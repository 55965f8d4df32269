"""Proof search: who wins if nobody errs, with the shortest win or the longest resistance.

First alpha-beta without any shortcut that could hide a line, one action deeper each time: a win is certain as soon as
a line to it is found that no answer escapes. With more than two players it asks for each of them whether that one wins
against all others together. What was searched in full says at least that nothing can be forced within so many actions.
Alpha-beta proves draws only where every line it needs ends the game, so the rest of the budget goes to the solver of
the tree search, which knows draws as well.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Iterator
from typing import NamedTuple

from tavoliere.core.position import Position
from tavoliere.search.alphabeta_player import AlphaBetaPlayer, Branch, _Run
from tavoliere.search.budget import MOST_DEPTH, Budget
from tavoliere.search.calibration import calibration_of
from tavoliere.search.judges import judge_of
from tavoliere.search.kernels import alphabeta as kernel
from tavoliere.search.kernels.alphabeta import FAR, WIN
from tavoliere.search.mcts_player import MctsPlayer, Style
from tavoliere.search.players import Alternative, Choice, Clock, Watcher, checked_root, turns_of
from tavoliere.search.values import calibrated_chance, chance_of

TABLE_ENTRIES = 1 << 22
"""64 megabytes: proofs live from what they remember."""
TREE_NODES = 2_000_000
TREE_SHARE = 0.25
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
        found = self._deepened(root, _share(budget, 1 - TREE_SHARE), watch)
        if found.proven or self._stopped.is_set():
            return found
        style = Style(cut=0 if root.game.ruleset.evaluation is not None else None, proofs=True)
        tree = MctsPlayer(self.seed, style, tree_nodes=self.tree_nodes, clock=self.clock)
        self._thinking = tree
        second = tree.choose(root, _share(budget, TREE_SHARE))
        nodes, seconds = found.nodes + second.nodes, found.seconds + second.seconds
        return dataclasses.replace(second if second.proven else found, nodes=nodes, seconds=seconds, depth=found.depth)

    def _deepened(self, root: Position, budget: Budget, watch: Watcher | None) -> Choice:
        player = AlphaBetaPlayer(self.seed, self.table_entries, reduce=False, clock=self.clock)
        self._thinking = player
        return _Proof(self, player, root, budget, watch).choice()


class _Found(NamedTuple):
    """What a search for one player's win has found: a value for that player, a line, and how far it can be trusted."""

    player: int
    value: int
    line: list[int]
    depth: int
    is_exact: bool

    def is_settled(self) -> bool:
        """Whether the result and its length are certain."""
        return self.is_exact or (abs(self.value) > FAR and self.depth >= WIN - abs(self.value))


class _Proof:
    """One proof of one position by alpha-beta."""

    def __init__(
        self, solver: Solver, player: AlphaBetaPlayer, root: Position, budget: Budget, watch: Watcher | None
    ) -> None:
        self.solver, self.player, self.root, self.budget, self.watch = solver, player, root, budget, watch
        self.begun = player.clock()
        self.nodes = 0
        self.depth = 0
        self.proven = ""
        self.chance = 0.5
        self.winner = -1
        self.line: list[int] = []

    def choice(self) -> Choice:
        """Search deeper until the result and its length are certain, or the budget is used up."""
        mover, players = self.root.state.turn, len(self.root.game.players)
        # With two players, one who cannot win is one whose opponent does: a single question answers both.
        asked = [mover] if players == 2 else [mover, *(player for player in range(players) if player != mover)]
        for found in self._iterations(self.root, asked, self.budget.depth or MOST_DEPTH):
            if not self._is_news(found):
                continue
            if self.watch is not None and found.depth > 1:
                self.watch(self._choice())
            if self.proven and found.is_settled():
                break
            if self.proven:
                # Who wins is certain; how soon is left to find, and only that player's search can tell.
                asked[:] = [found.player]
        if self.proven:
            self._complete()
        return self._choice()

    def _is_news(self, found: _Found) -> bool:
        """Take over what a search has found, if it says more than is known."""
        mover, players = self.root.state.turn, len(self.root.game.players)
        is_mover = found.player == mover
        winner = found.player if found.value > FAR else 1 - mover if found.value < -FAR and players == 2 else -1
        if winner < 0 and (self.proven or not is_mover):
            return False
        if is_mover or winner >= 0:
            self.line, self.depth, self.winner = found.line, found.depth, winner
        if winner >= 0:
            self.proven = "win" if winner == mover else "loss"
            # Where nothing but ends of the game was met, everything was searched as deep as any line is long.
            self.depth = max(found.depth, WIN - abs(found.value)) if found.is_exact else found.depth
        elif found.is_exact and players == 2:
            self.proven = "draw"
        self.chance = 0.5 if self.proven == "draw" else self._chance(found.value if is_mover else -found.value)
        return True

    def _chance(self, value: int) -> float:
        """What the mover can expect by a value; of two players, as games have shown it."""
        if len(self.root.game.players) != 2:
            return chance_of(value)
        return calibrated_chance(value, self.root.state.turn, calibration_of(self.root.game, judge_of(self.root.game)))

    def _iterations(self, root: Position, asked: list[int], deepest: int) -> Iterator[_Found]:
        """What each search has found, depth by depth for each player in question.

        A search that is broken off counts only if it has found a win for the mover: that is a proof all the same.
        """
        left = self._left()
        if left is None:
            return
        run = _Run(self.player, root, Branch((), tuple(root.actions())), left, None)
        self.player._desk = run.desk
        if self.solver._stopped.is_set():
            return
        alarm = threading.Timer(left.seconds, self.player.stop) if left.seconds is not None else None
        if alarm is not None:
            alarm.daemon = True
            alarm.start()
        before, guesses = self.nodes, dict.fromkeys(asked, 0)
        try:
            for depth in range(1, deepest + 1):
                for me in asked:
                    run.me = me
                    judged = run.desk.counts[kernel.JUDGED]
                    line = run.searched(run.branch, depth, guesses[me])
                    self.nodes = before + int(run.desk.counts[kernel.NODES])
                    is_out = run.is_out()
                    is_mover = me == root.state.turn
                    if line is not None and (not is_out or (is_mover and (line.value > FAR or depth == 1))):
                        guesses[me], run.lines = line.value, [line]
                        is_exact = not is_out and run.desk.counts[kernel.JUDGED] == judged
                        value = line.value if is_mover else -line.value
                        yield _Found(me, value, line.actions, depth - 1 if is_out else depth, is_exact)
                    if is_out:
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

    def _complete(self) -> None:
        """Follow the proven line to the end of the game; the table may have cut it short."""
        position, line = self.root, []
        for action in self.line:
            if action not in position.actions():
                break
            line.append(action)
            position = position.act(action)
        while position.outcome is None and len(line) < LONGEST_LINE:
            asked = [self.winner if self.winner >= 0 else position.state.turn]
            settled = (found for found in self._iterations(position, asked, MOST_DEPTH) if found.is_settled())
            found = next(settled, None)
            if found is None or not found.line:
                break
            for action in found.line:
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
        letters, mover = self.root.game.players, self.root.turn
        values = {letter: (1 - self.chance) / (len(letters) - 1) for letter in letters} | {mover: self.chance}
        if self.winner >= 0:
            values = {letter: float(place == self.winner) for place, letter in enumerate(letters)}
        best = Alternative(turns[0], values[mover], 0, turns, self.proven)
        seconds = self.player.clock() - self.begun
        return Choice(turns[0], values, self.nodes, seconds, turns, (best,), self.proven, self.depth)


def _share(budget: Budget, share: float) -> Budget:
    nodes = None if budget.nodes is None else max(1, round(budget.nodes * share))
    return Budget(None if budget.seconds is None else budget.seconds * share, nodes, budget.depth)


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

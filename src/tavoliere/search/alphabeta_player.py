"""The alpha-beta player: deepens turn by turn until the budget is used up or the result is certain."""

from __future__ import annotations

import copy
import dataclasses
import threading
import time
from typing import Any, NamedTuple

from tavoliere.core.game import ONGOING, Evaluation, State
from tavoliere.core.position import Position
from tavoliere.core.rng import scramble
from tavoliere.search.budget import MOST_DEPTH, Budget
from tavoliere.search.desks import borrowed_desk, give_back
from tavoliere.search.judges import TERMS, judge_of
from tavoliere.search.kernels import alphabeta as kernel
from tavoliere.search.kernels.alphabeta import FAR, INFINITE, WIN, Desk, descend
from tavoliere.search.players import Alternative, Choice, Clock, Watcher, checked_root, position_after, turns_of
from tavoliere.search.values import expected, verdict_of

NO_LIMIT = 1 << 60
FIRST_WINDOW = 150
WIDEST_WINDOW = 4000
FORCED_SHARE = 0.1
LEAST_REDUCED = 4
"""Shorter wins are never hidden by reductions."""
SHORTENING_NODES = 50_000
CLOSER_LOOK = 0.1
"""Whoever would repeat a position when so much of the budget is used looks at all else with what is left."""
HURRIED_TURNS = 3
"""So much of its line is shown to whoever said stop, and of other lines only the turn."""


class AlphaBetaPlayer:
    """Searches with the game's evaluation. Memory is that of the table, 16 bytes for each of its entries.

    `view` (of 256) is the share of the actions that the player sees below the first; `noise` (in thousandths of a
    logit) blurs what it thinks of a position, always alike for a seed, so that it does not play the same game again;
    `alternatives` says for how many turns it finds a value of their own, at about as much effort for each. A `judge` of
    its own comes before the one of the game that `judged_by` names. Whoever knows whom it plays knows what a `draw` is
    worth, in thousandths of a logit, and looks closer at all else before it repeats a position; without it, as in
    analysis, a draw is half a point.
    """

    def __init__(
        self,
        seed: int = 1,
        table_entries: int = 1 << 20,
        alternatives: int = 1,
        view: int = kernel.WHOLE_VIEW,
        noise: int = 0,
        reduce: bool = True,
        judge: Evaluation | None = None,
        clock: Clock = time.perf_counter,
        judged_by: str = TERMS,
        draw: int | None = None,
    ) -> None:
        self.seed = seed
        self.table_entries = table_entries
        self.alternatives = alternatives
        self.view = view
        self.noise = noise
        self.reduce = reduce
        self.judge = judge
        self.judged_by = judged_by
        self.draw = draw
        self.clock = clock
        self._stopped = threading.Event()
        self._desk: Desk | None = None
        self._at_the_desk = threading.Lock()

    def stop(self) -> None:
        self._stopped.set()
        self._ring()

    def _ring(self) -> None:
        """End the search under way; unlike `stop` this hurries nobody over what is left to be told."""
        with self._at_the_desk:
            if self._desk is not None:
                self._desk.counts[kernel.STOP] = 1

    def _leave(self, run: _Run) -> None:
        """Give back what a search has written on; whoever says stop now says it to nobody."""
        with self._at_the_desk:
            self._desk = None
        for desk in run.desks:
            give_back(desk)

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:
        root = checked_root(position)
        return self.choose_among(root, list(root.actions()), budget, watch)

    def choose_among(self, root: Position, firsts: list[int], budget: Budget, watch: Watcher | None = None) -> Choice:
        """A turn that begins with one of some legal actions."""
        return self._chosen(root, Branch((), tuple(firsts)), budget, watch)

    def value(self, position: Position, move: str, budget: Budget) -> Choice:
        """What a turn is worth in the eyes of the player who makes it, as a choice that has no other."""
        root = checked_root(position)
        *begun, last = root.turn_to_actions(move)
        if budget.depth is not None:
            # Where there is but one action the search looks one action further.
            budget = dataclasses.replace(budget, depth=max(1, budget.depth - 1))
        return self._chosen(root, Branch(tuple(begun), (last,)), budget, None)

    def _chosen(self, root: Position, branch: Branch, budget: Budget, watch: Watcher | None) -> Choice:
        self._stopped.clear()
        run = _Run(self, root, branch, budget, watch)
        self._desk = run.desk
        if self._stopped.is_set():
            # The word came before there was a desk to write it on.
            self.stop()
        seconds = budget.seconds
        if seconds is None:
            choice = run.result()
            self._leave(run)
            return choice
        if len(root.actions()) == 1 and not root.act(root.actions()[0]).pending:
            seconds *= FORCED_SHARE
        alarm = threading.Timer(max(0.001, seconds - (self.clock() - run.begun)), self._ring)
        alarm.daemon = True
        alarm.start()
        try:
            choice = run.result()
        finally:
            alarm.cancel()
            alarm.join()  # one that is late would end the next search
        self._leave(run)
        return choice


class Branch(NamedTuple):
    """Some of the turns: those that begin with certain actions and go on with one of several."""

    begun: tuple[int, ...]
    nexts: tuple[int, ...]


class _Line:
    """What an iteration has found for one of the branches, from the root on."""

    def __init__(self, value: int, actions: list[int], depth: int) -> None:
        self.value, self.actions, self.depth = value, actions, depth


def _numbers(row: kernel.Numbers, count: int) -> list[int]:
    """The first numbers of a row as plain ones; one by one they take ten times as long out of an array."""
    first: Any = row[:count]
    return first if isinstance(first, list) else first.tolist()


class _Run:
    """One search for one turn."""

    def __init__(
        self, player: AlphaBetaPlayer, root: Position, branch: Branch, budget: Budget, watch: Watcher | None
    ) -> None:
        self.player, self.root, self.branch, self.budget, self.watch = player, root, branch, budget, watch
        self.begun = player.clock()
        facts = root.game.facts
        self.players = len(root.game.players)
        self.repetition = facts.repetition or 0
        self.judge = player.judge if player.judge is not None else judge_of(root.game, player.judged_by)
        past = root.past_keys() if self.repetition else []
        self.desk = borrowed_desk(facts, self.players, past, player.table_entries)
        self.desks = [self.desk]
        self.desk.counts[kernel.VIEW] = player.view
        self.desk.counts[kernel.NOISE] = player.noise
        self.desk.counts[kernel.SALT] = scramble(player.seed) >> 2
        self.desk.counts[kernel.DRAWN] = player.draw or 0
        self.desk.counts[kernel.LIMIT] = budget.nodes if budget.nodes is not None else NO_LIMIT
        self.me = root.state.turn
        self.lines: list[_Line] = []
        self.is_exact = False  # the last iteration met nothing but ends of the game
        self.aside: _Line | None = None  # a repetition, while all else is looked at more closely
        self._turns: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._acted: dict[tuple[int, int], Position | None] = {}

    def result(self) -> Choice:
        self.deepen(self.player.alternatives)
        self._weigh_repetition()
        shorter = self._unreduced()
        if shorter is None:
            return self.choice()
        shorter.deepen(1)
        found = shorter if shorter.lines and shorter.lines[0].value > self.lines[0].value else self
        nodes = int(self.desk.counts[kernel.NODES] + shorter.desk.counts[kernel.NODES])
        return dataclasses.replace(found.choice(), nodes=nodes, seconds=self.player.clock() - self.begun)

    def _unreduced(self) -> _Run | None:
        """A search for a shorter win than the one that was found, where reductions may have hidden it. It takes
        what is left of the budget, but not much more than the first search has taken.
        """
        value, used = self.lines[0].value, int(self.desk.counts[kernel.NODES])
        length = WIN - value
        if self.is_out() or len(self.lines) > 1 or value <= FAR or length < LEAST_REDUCED or not self.player.reduce:
            return None
        nodes = max(used, SHORTENING_NODES)
        if self.budget.nodes is not None:
            nodes = min(nodes, self.budget.nodes - used)
        if nodes <= 0:
            return None
        player, budget = copy.copy(self.player), Budget(nodes=nodes, depth=length - 1)
        player.reduce = False
        run = _Run(player, self.root, self.branch, budget, None)
        self.desks += run.desks
        # A word to stop, or the end of the time, may have come while there was no desk for it.
        run.desk.counts[kernel.STOP] = self.desk.counts[kernel.STOP]
        self.player._desk = run.desk
        run.desk.counts[kernel.STOP] |= self.desk.counts[kernel.STOP]
        return run

    def deepen(self, wanted: int) -> None:
        """Search deeper and deeper, for the best `wanted` turns."""
        most, depth = min(self.budget.depth or MOST_DEPTH, MOST_DEPTH), 0
        while depth < most:
            depth += 1
            judged_before = self.desk.counts[kernel.JUDGED]
            found = self.iteration(depth, wanted)
            self.is_exact = wanted == 1 and not self.is_out() and self.desk.counts[kernel.JUDGED] == judged_before
            self.lines = self._ranked(found)[:wanted] if wanted > 1 else found or self.lines
            if self.watch is not None and depth > 1 and self.aside is None:
                self.watch(self.choice())
            best = self.lines[0].value
            if self.is_out() or self.is_exact:
                return
            if wanted == 1 and (best > FAR or best < -FAR) and depth >= WIN - abs(best):
                return
            if wanted == 1 and self._would_repeat():
                self._look_closer()
                depth -= 1

    def _would_repeat(self) -> bool:
        """Whether somebody who plays would choose a draw by repetition, has other turns, and time to look at them."""
        others = len(self.branch.nexts) - 1
        if self.player.draw is None or self.aside is not None or self.branch.begun or not others:
            return False
        turn = self.first_turn(self.lines[0].actions)
        after = self._after(turn)
        is_repetition = after.outcome is not None and after.state.winner == ONGOING
        return is_repetition and len(turn) == 1 and self._used() >= CLOSER_LOOK

    def _used(self) -> float:
        """The share of the budget that is used."""
        nodes, seconds = self.budget.nodes, self.budget.seconds
        by_nodes = int(self.desk.counts[kernel.NODES]) / nodes if nodes is not None else 0.0
        by_time = (self.player.clock() - self.begun) / seconds if seconds is not None else 0.0
        return max(by_nodes, by_time)

    def _look_closer(self) -> None:
        """Go on without the repetition that was found best."""
        self.aside = self.lines[0]
        repeated = self.aside.actions[0]
        self.branch = Branch((), tuple(action for action in self.branch.nexts if action != repeated))
        self.lines = []

    def _weigh_repetition(self) -> None:
        """Repeat after all, unless something better was found."""
        aside = self.aside
        if aside is not None and not (self.lines and self.lines[0].depth > 0 and self.lines[0].value > aside.value):
            self.lines = [aside]

    def iteration(self, depth: int, wanted: int) -> list[_Line]:
        """The best turns at one depth, one after another: what is not the best turn falls into branches that differ
        from it in one action, and the next best is the best of any branch.
        """
        found: list[_Line] = []
        known: list[tuple[_Line, Branch]] = []
        waiting = [self.branch]
        for place in range(wanted):
            guess = self.lines[place].value if place < len(self.lines) else 0
            for branch in waiting:
                line = self.searched(branch, depth, guess)
                if line is not None:
                    known.append((line, branch))
                if self.is_out():
                    return found + [line for line, _ in known]
            if not known:
                break
            best = max(known, key=lambda pair: pair[0].value)
            known.remove(best)
            found.append(best[0])
            waiting = self._others(*best) if place + 1 < wanted else []
        return found

    def _others(self, line: _Line, branch: Branch) -> list[Branch]:
        """The turns of a branch without that of the line that was found for it."""
        turn = self.first_turn(line.actions)
        branches = []
        for place in range(len(branch.begun), len(turn)):
            nexts = branch.nexts if place == len(branch.begun) else tuple(self._after(turn[:place]).actions())
            left = tuple(action for action in nexts if action != turn[place])
            if left:
                branches.append(Branch(turn[:place], left))
        return branches

    def _after(self, actions: tuple[int, ...]) -> Position:
        position = self.root
        for action in actions:
            position = self._act(position, action)
        return position

    def _act(self, position: Position, action: int) -> Position:
        """The position after a legal action."""
        after = self._tried(position, action)
        assert after is not None
        return after

    def _tried(self, position: Position, action: int) -> Position | None:
        """The same, or None if it is not legal; the same object each time, which has found its own actions already."""
        key = id(position), action
        if key not in self._acted:
            self._acted[key] = position_after(position, action)
        return self._acted[key]

    def first_turn(self, line: list[int]) -> tuple[int, ...]:
        """The actions of a line's first turn."""
        known = self._turns.get(tuple(line))
        if known is not None:
            return known
        position, actions = self.root, []
        for action in self.completed(line):
            actions.append(action)
            position = self._act(position, action)
            if not position.pending:
                break
        self._turns[tuple(line)] = tuple(actions)
        return tuple(actions)

    def _ranked(self, found: list[_Line]) -> list[_Line]:
        """What an iteration has found, the best first, and behind it what only earlier ones have.

        Whatever an iteration did not choose is taken to be no better than what it chose, whatever it was before. A
        broken one has not looked at everything, so nothing is certain to be lost because of it.
        """
        ranked = sorted(found, key=lambda line: -line.value)
        used = {self.first_turn(line.actions) for line in found}
        most = ranked[-1].value if found and (ranked[-1].value > -FAR or not self.is_out()) else INFINITE
        earlier = [line for line in self.lines if self.first_turn(line.actions) not in used]
        return ranked + [_Line(min(line.value, most), line.actions, line.depth) for line in earlier]

    def is_out(self) -> bool:
        return bool(self.desk.counts[kernel.FINISHED])

    def searched(self, branch: Branch, depth: int, guess: int) -> _Line | None:
        """The best line of a branch: a narrow window around the last value first, opened where the value lies outside.

        In the middle of a turn the search begins there, and what it finds is put behind the actions before.
        """
        done = len(branch.begun)
        if done == 0:
            return self._searched(self.root, branch, depth, guess)
        line = self._searched(self._after(branch.begun), branch, max(1, depth - done), guess)
        if line is None:
            return None
        value = line.value - done if line.value > FAR else line.value + done if line.value < -FAR else line.value
        return _Line(value, [*branch.begun, *line.actions], depth)

    def _searched(self, position: Position, branch: Branch, depth: int, guess: int) -> _Line | None:
        desk, counts, state, roots, done = self.desk, self.desk.counts, position.state, branch.nexts, len(branch.begun)
        before = next((line.actions[done:] for line in self.lines if self._is_in(line, branch)), [])
        self._set_roots(position, roots, before[0] if before else -1)
        counts[kernel.DEEPEST] = depth
        margin = FIRST_WINDOW if depth > 2 and abs(guess) < FAR else INFINITE
        alpha, beta = max(-INFINITE, guess - margin), min(INFINITE, guess + margin)
        line: _Line | None = None
        while True:
            counts[kernel.REPEATED] = kernel.NEVER_REPEATED
            value = int(self._descended(state, depth, alpha, beta))
            actions = _numbers(desk.line[0], int(desk.lengths[0]))
            count = len(roots)
            desk.roots[:count], desk.efforts[:count] = desk.actions[0][:count], desk.ranks[0][:count]
            if actions:
                desk.efforts[_numbers(desk.roots, count).index(actions[0])] = kernel.FIRST_RANK
            if self.is_out():
                # What a broken iteration has finished still counts, if it is better than nothing.
                is_new = bool(actions) and value > alpha
                if not is_new and line is None and not self.lines:
                    return _Line(0, [int(desk.roots[0])], 0)
                return _Line(value, actions, depth) if is_new else line
            actions = actions or (line.actions if line else [int(desk.roots[0])])
            # A line that falls short of the window breaks off early; what was known of it still holds.
            line = _Line(value, before if before[: len(actions)] == actions else actions, depth)
            if alpha < value < beta or margin >= WIN:
                return line
            margin = 4 * margin if 4 * margin <= WIDEST_WINDOW else INFINITE
            if value <= alpha:
                alpha = max(-INFINITE, value - margin)
            else:
                beta = min(INFINITE, value + margin)

    def _descended(self, state: State, depth: int, alpha: int, beta: int) -> int:
        return descend(
            state, self.judge, self.me, self.players, depth, alpha, beta, 0, self.repetition, self.player.reduce,
            self.desk,
        )  # fmt: skip

    def _is_in(self, line: _Line, branch: Branch) -> bool:
        """Whether a line begins a turn of a branch."""
        done = len(branch.begun)
        return (
            tuple(line.actions[:done]) == branch.begun
            and len(line.actions) > done
            and line.actions[done] in branch.nexts
        )

    def _set_roots(self, position: Position, roots: tuple[int, ...], best: int) -> None:
        """Put the best of the last iteration in front, since a broken iteration is measured by it."""
        desk = self.desk
        count = int(desk.counts[kernel.ROOT_ACTIONS])
        known = zip(_numbers(desk.roots, count), _numbers(desk.efforts, count), strict=True)
        efforts = {action: min(effort, kernel.FIRST_RANK - 1) for action, effort in known}
        efforts[best] = kernel.FIRST_RANK
        ordered = sorted(roots, key=lambda action: -efforts.get(action, 0))
        desk.roots[: len(ordered)] = ordered
        desk.efforts[: len(ordered)] = [efforts.get(action, 0) for action in ordered]
        desk.counts[kernel.ROOT_ACTIONS] = len(ordered)
        desk.counts[kernel.RESTRICTED] = int(len(position.actions()) != len(roots))

    def completed(self, line: list[int]) -> list[int]:
        """The line with its first turn made whole; a turn that the line leaves open is finished as best as possible."""
        position = self.root
        actions: list[int] = []
        for action in line:
            after = None if actions and not position.pending else self._tried(position, action)
            if after is None:
                break
            actions.append(action)
            position = after
        while position.pending:
            action = self._best_rest(position)
            actions.append(action)
            position = self._act(position, action)
        return actions if len(actions) > len(line) else line if line[: len(actions)] == actions else actions

    def _shown(self, line: _Line) -> list[int]:
        """A line with its first turn whole. Where it breaks off because the table knew the rest, the table goes on."""
        actions = self.completed(line.actions)
        position = self.root
        for place, action in enumerate(actions):
            after = self._tried(position, action)
            if after is None:
                return actions[:place]
            position = after
        while len(actions) < line.depth and position.outcome is None:
            action = self._known(position.state)
            after = self._tried(position, action)
            if after is None:
                break
            actions = [*actions, action]
            position = after
        return actions

    def _known(self, state: State) -> int:
        """The best action in a state, if the table knows one; else -1."""
        entry = int(kernel.entry_of.plain(self.desk, kernel.table_key.plain(state, self.me, self.players)))
        return (entry >> kernel.ACTION_PLACE & kernel.ACTION_MASK) - 1

    def _best_rest(self, position: Position) -> int:
        """The best action in the middle of a turn, by looking at each alone."""

        def value(action: int) -> tuple[int, int]:
            after = position.state.play(action)
            sign = 1 if self.me == 0 else -1
            if after.winner >= 0:
                return int(kernel.result_value.plain(after.winner, self.me, 1)), -action
            if self.players == 2:
                return sign * self.judge.balance(after), -action
            return self.judge.strength(after, self.me), -action

        return max(position.actions(), key=value)

    # What was found

    def choice(self) -> Choice:
        best = self.lines[0]
        turns = self._told(best, HURRIED_TURNS)
        return Choice(
            turns[0],
            expected(self.root, self._shown_value(best), self.judge),
            int(self.desk.counts[kernel.NODES]),
            self.player.clock() - self.begun,
            turns,
            tuple(self._alternative(line, turns if line is best else self._told(line, 1)) for line in self.lines),
            self._verdict(best),
            best.depth,
        )

    def _told(self, line: _Line, most: int) -> tuple[str, ...]:
        """A line as turns, at most so many of them for somebody who waits: notation is plain Python, which takes its
        time.
        """
        if not self.player._stopped.is_set():
            return turns_of(self.root, self._shown(line), act=self._tried)
        rest = line.actions[: most * self.root.game.facts.most_actions_a_turn]
        return turns_of(self.root, self.completed(rest), most, self._tried)

    def _alternative(self, line: _Line, turns: tuple[str, ...]) -> Alternative:
        mine = expected(self.root, self._shown_value(line), self.judge)[self.root.turn]
        return Alternative(turns[0], mine, 0, turns, self._verdict(line))

    def _shown_value(self, line: _Line) -> int:
        """What a line is worth, a draw being half a point whatever it is worth to the player."""
        return 0 if line.value == (self.player.draw or 0) else line.value

    def _verdict(self, line: _Line) -> str:
        """What is certain of a line; a draw only if all first actions were looked at."""
        is_whole = len(self.branch.nexts) == len(self.root.actions()) and not self.branch.begun
        return verdict_of(self._shown_value(line), self.players, self.is_exact and is_whole)

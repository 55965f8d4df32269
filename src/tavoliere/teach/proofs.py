"""What must be true of a course, found out by trying every turn: for tests, and for authors by `tavoliere conform`.

Each function gives a sentence for each fault, so that all of them can be told at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from tavoliere.core.outcome import REPETITION
from tavoliere.core.position import Position
from tavoliere.scene.steps import Tree, action_steps, step_tree
from tavoliere.teach.conditions import Made, every_turn, made_by
from tavoliere.teach.judging import MISSED, accepted_turns, judged_at, stage_of
from tavoliere.teach.lesson import Course, Fact, Task

LUCK = 0.2
"""A random clicker solves less than this share of a course at the first try."""


def faults_of(course: Course) -> list[str]:
    """Everything that is wrong with a course."""
    found = [fault for task in course.tasks() for fault in task_faults(task)]
    return [*found, *uncovered(course), *repeated(course), *too_easy(course)]


def task_faults(task: Task) -> Iterator[str]:
    """What is wrong with a task by itself."""
    if not accepted_turns(task):
        yield f"task {task.id!r} cannot be done"
    for turn, clause in task.tries.items():
        reason = task.start().why_not(turn)
        if reason is None or reason.clause != clause:
            yield f"task {task.id!r}: {turn!r} is refused by {reason and reason.clause}, not by {clause}"
    for fact in task.facts:
        if not fact.holds.holds(last_of(task, fact)):
            yield f"task {task.id!r}: after {', '.join(fact.after) or 'no turn'}, {fact.holds.source} is not true"
    yield from unmet(task)


def last_of(task: Task, fact: Fact) -> Made:
    """The turn that a fact speaks of."""
    position = task.start()
    made = Made(position, "", (), position)
    for turn in fact.after:
        made = made_by(made.after, turn)
    return made


def unmet(task: Task) -> Iterator[str]:
    """Reasons for missing the goal that no turn ever gets."""
    stage = stage_of(task)
    said = {
        verdict.text
        for made in every_turn(stage.position)
        if (verdict := judged_at(task, stage, made.turn)).kind == MISSED
    }
    for miss in task.misses:
        if task.within == 1 and miss.text not in said:
            yield f"task {task.id!r}: no turn is told {miss.text!r}"
    if not said and not is_forced(task):
        yield f"task {task.id!r}: every turn is accepted, so there is nothing to learn"


def uncovered(course: Course) -> Iterator[str]:
    """Clauses of the rules that no task meets, tricky ones that only one does, and endings that none shows."""
    rules = course.ruleset
    met = Counter(clause for task in course.tasks() for clause in set(task.tries.values()))
    for clause in rules.why.CLAUSES:
        wanted = 2 if clause in course.tricky else 1
        if met[clause] < wanted:
            yield f"the clause {clause} is met in {met[clause]} tasks, not in {wanted}"
    shown = {reason for task in course.tasks() for reason in endings_of(task)}
    reasons = [*rules.facts.reasons, *([REPETITION] if rules.facts.repetition else [])]
    yield from (f"no task shows how a game ends by {reason!r}" for reason in reasons if reason not in shown)


def endings_of(task: Task) -> set[str]:
    """How a game ends by the turns that do the task, or as its facts tell."""
    told = [last_of(task, fact).after for fact in task.facts]
    done = [made.after for made in every_turn(task.start()) if task.goal.holds(made)]
    return {str(position.outcome.reason) for position in [*told, *done] if position.outcome is not None}


def repeated(course: Course) -> Iterator[str]:
    """Tasks that are the same seen from another side: the position, and the turns that are accepted."""
    seen: dict[tuple[object, ...], str] = {}
    for task in course.tasks():
        sides = list(views_of(task))
        same = next((seen[side] for side in sides if side in seen), None)
        if same is not None:
            yield f"task {task.id!r} is task {same!r} seen from another side"
        seen |= dict.fromkeys(sides, task.id)


def views_of(task: Task) -> Iterator[tuple[object, ...]]:
    """A task seen from all sides: the board, and the actions of the turns that are accepted."""
    rules, options, start = task.game.ruleset, dict(task.game.options), task.start()
    turns = [start.exact_actions(turn) for turn in accepted_turns(task)]
    for number in range(rules.symmetries):
        turned, _ = rules.symmetric(start.state, options, number)
        accepted = frozenset(tuple(_turned(start, actions, number)) for actions in turns)
        yield tuple(options.items()), rules.notation.position_text(turned, options), accepted


def _turned(position: Position, actions: list[int], number: int) -> Iterator[int]:
    rules, options = position.game.ruleset, dict(position.game.options)
    for action in actions:
        _, turned_action = rules.symmetric(position.state, options, number)
        yield turned_action(action)
        position = position.act(action)


def too_easy(course: Course) -> Iterator[str]:
    """A course whose tasks are done by luck too often."""
    chances = [luck(task) for task in course.tasks() if not is_forced(task)]
    mean = sum(chances) / max(1, len(chances))
    if mean >= LUCK:
        yield f"a random clicker does {mean:.0%} of the tasks at the first try, not less than {LUCK:.0%}"


def is_forced(task: Task) -> bool:
    """Whether the rules leave a single turn, such as a pass: then finding it out is the task, and luck says nothing."""
    return len(list(islice(every_turn(task.start()), 2))) == 1


def luck(task: Task) -> float:
    """How likely somebody does the first turn of a task right who clicks at random on what can be clicked."""
    wanted = set(accepted_turns(task))
    start = task.start()
    return sum(chance for actions, chance in random_turns(start, 1.0) if start.actions_to_turn(actions) in wanted)


def random_turns(position: Position, chance: float) -> Iterator[tuple[tuple[int, ...], float]]:
    """Whole turns, and how likely each one is if every click is as likely as any other."""
    tree = step_tree(position)
    for steps, action in action_steps(position).items():
        likely = chance * chance_of(tree, steps)
        after = position.act(action)
        if after.pending:
            yield from (((action, *rest), share) for rest, share in random_turns(after, likely))
        else:
            yield (action,), likely


def chance_of(tree: Tree, steps: tuple[str, ...]) -> float:
    chance = 1.0
    for step in steps:
        chance /= len(tree)
        tree = tree[step]
    return chance

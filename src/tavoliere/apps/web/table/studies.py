"""Studies: all lines that somebody has tried from a position, as a tree. Values and functions; nothing waits here.

A study is a list of nodes, each with the number of the one before it; 0 is the first position. The first node after
another one goes on with the main line, the others are variations. Whatever comes from outside is replayed here before
anybody keeps it, and comes out in one order, so that the same tree is the same text.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import tavoliere as tv
from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.setup import chosen_game, chosen_position
from tavoliere.apps.web.table.uploads import LONGEST_COMMENT, LONGEST_NAME, LONGEST_VALUE, MOST_TAGS, UNSEEN
from tavoliere.records import Record, RecordError, Turn
from tavoliere.records.record import (
    AGREED_REASONS,
    MARKS,
    MOST_NESTED,
    UNFINISHED,
    check_tags,
    possible_results,
    result_of,
)

ROOT = 0
BETWEEN = "\n"
"""What stands between several comments on a turn when they become one."""


class Node(NamedTuple):
    """A turn in a study."""

    parent: int
    """The place of the turn before it, counted from 1; 0 for the first position."""
    move: str
    mark: str = ""
    comment: str = ""
    seat: str = ""
    """Who makes it; known once the study was replayed."""


class Ended(NamedTuple):
    """How the game ended at a node, where the board does not show it."""

    node: int
    result: str
    reason: str


@dataclasses.dataclass(frozen=True)
class Study:
    """A tree of lines from a position."""

    game: str
    options: dict[str, Any]
    start: str = ""
    comment: str = ""
    names: dict[str, str] = dataclasses.field(default_factory=dict)
    date: str = ""
    tags: dict[str, str] = dataclasses.field(default_factory=dict)
    """Whatever else a file says about the game."""
    ended: Ended | None = None
    nodes: tuple[Node, ...] = ()


# Looking at what somebody brings


def checked(study: Study, limits: Limits) -> Study:
    """The same study in its own order, every turn replayed; a refusal says what is wrong with it."""
    if len(study.nodes) > limits.study:
        raise Refusal("study.many", most=limits.study)
    _check_texts(study)
    children = _children(study.nodes)
    game = chosen_game(study.game, study.options)
    first = chosen_position(game, study.start)
    _check_tags(study, game)
    _check_ending(study, game)
    order: list[int] = []
    nodes: list[Node] = []
    for number, seat in _walk(study, first, children, limits.turns):
        order.append(number)
        nodes.append(study.nodes[number - 1]._replace(seat=seat))
    places = {ROOT: ROOT} | {number: place for place, number in enumerate(order, start=1)}
    ended = None if study.ended is None else study.ended._replace(node=places[study.ended.node])
    return dataclasses.replace(
        study,
        options=dict(game.options),
        start="" if first == game.start() else str(first),
        ended=ended,
        nodes=tuple(node._replace(parent=places[node.parent]) for node in nodes),
    )


def _check_texts(study: Study) -> None:
    texts = [(LONGEST_COMMENT, study.comment), *((LONGEST_NAME, name) for name in study.names.values())]
    texts += [(LONGEST_VALUE, value) for value in study.tags.values()]
    for number, node in enumerate(study.nodes, start=1):
        texts.append((LONGEST_COMMENT, node.comment))
        if node.mark and node.mark not in MARKS:
            raise Refusal("study.mark", number=number, known=" ".join(MARKS))
    for most, text in texts:
        if len(text) > most:
            raise Refusal("study.long", most=most)
        if UNSEEN.search(text) is not None:
            raise Refusal("study.sign")


def _children(nodes: Sequence[Node]) -> dict[int, list[int]]:
    """The nodes after each node. A number that is forged cannot make a circle: a turn comes after the one before it."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    known: set[tuple[int, str]] = set()
    for number, node in enumerate(nodes, start=1):
        if not ROOT <= node.parent < number:
            raise Refusal("study.parent", number=number)
        if (node.parent, node.move) in known:
            raise Refusal("study.twice", number=number, move=node.move)
        known.add((node.parent, node.move))
        children[node.parent].append(number)
    return children


def _check_tags(study: Study, game: tv.Game) -> None:
    """What a file says about a game besides its turns must fit into a file."""
    if len(study.tags) > MOST_TAGS:
        raise Refusal("study.tags", most=MOST_TAGS)
    try:
        check_tags(Record(game, (), players=study.names, date=study.date, other_tags=study.tags))
    except RecordError as error:
        raise Refusal("record.refused", game=game.name, problem=str(error)) from error


def _check_ending(study: Study, game: tv.Game) -> None:
    ended = study.ended
    if ended is None:
        return
    if not ROOT <= ended.node <= len(study.nodes):
        raise Refusal("study.parent", number=ended.node)
    if ended.result not in possible_results(game) or ended.reason not in AGREED_REASONS:
        raise Refusal("ending.unknown")


class _Branch(NamedTuple):
    """A node whose turn is still to be made, from the position before it."""

    number: int
    before: tv.Position
    length: int
    nested: int


def _walk(study: Study, first: tv.Position, children: dict[int, list[int]], longest: int) -> Iterator[tuple[int, str]]:
    """Every node with its mover, the main line first. Only the positions at open branches are kept."""
    waiting = [_Branch(number, first, 1, place > 0) for place, number in _backwards(children[ROOT])]
    while waiting:
        number, before, length, nested = waiting.pop()
        if length > longest:
            raise Refusal("limit.turns", most=longest)
        if nested > MOST_NESTED:
            raise Refusal("study.nested", most=MOST_NESTED)
        position = _played(study, number, before)
        yield number, before.turn
        waiting += [
            _Branch(following, position, length + 1, nested + (place > 0))
            for place, following in _backwards(children[number])
        ]


def _backwards(numbers: list[int]) -> list[tuple[int, int]]:
    """Children with their places, the last one first, as a stack wants them."""
    return list(enumerate(numbers))[::-1]


def _played(study: Study, number: int, before: tv.Position) -> tv.Position:
    move = study.nodes[number - 1].move
    try:
        position = before
        for action in before.exact_actions(move):
            position = position.act(action)
        return position
    except tv.IllegalMove as refusal:
        raise Refusal(
            "study.illegal", game=study.game, clause=refusal.clause, number=number, move=move, reason=refusal.why.text
        ) from refusal


# Files


def study_of(record: Record) -> Study:
    """A record as a study; several comments on a turn become one."""
    grower = _Grower()
    main = grower.line(record.first_position(), record.turns, ROOT)
    is_agreed = record.result != UNFINISHED and record.last_position().outcome is None
    return Study(
        record.game.name,
        dict(record.game.options),
        record.start,
        BETWEEN.join(record.comments),
        dict(record.players),
        record.date,
        dict(record.other_tags),
        Ended(main, record.result, record.reason) if is_agreed else None,
        tuple(grower.nodes),
    )


class _Grower:
    """Puts the lines of a record together to a tree."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[tuple[int, str], int] = {}

    def line(self, position: tv.Position, turns: Sequence[Turn], parent: int) -> int:
        """Add a line with its variations; the number of its last node."""
        for turn in turns:
            number = self._node(Node(parent, turn.move, turn.mark, BETWEEN.join(turn.comments), position.turn))
            for variation in turn.variations:
                self.line(position, variation, parent)
            parent = number
            position = position.play(turn.move)
        return parent

    def _node(self, node: Node) -> int:
        """Add a turn; one that is there already only gets what was said about it."""
        number = self._numbers.setdefault((node.parent, node.move), len(self.nodes) + 1)
        if number > len(self.nodes):
            self.nodes.append(node)
        else:
            known = self.nodes[number - 1]
            said = BETWEEN.join(filter(None, (known.comment, node.comment)))
            self.nodes[number - 1] = known._replace(mark=known.mark or node.mark, comment=said)
        return number


def record_of(study: Study) -> Record:
    """A study that was checked as a record: the first node after each is the game, the others its variations."""
    game = chosen_game(study.game, study.options)
    children = _children(study.nodes)
    main = list(_main_line(children, ROOT))
    position = chosen_position(game, study.start)
    for number in main:
        position = position.play(study.nodes[number - 1].move)
    result, reason = UNFINISHED, ""
    if position.outcome is not None:
        result, reason = result_of(position.outcome, game), str(position.outcome.reason)
    elif study.ended is not None and study.ended.node == (main[-1] if main else ROOT):
        result, reason = study.ended.result, study.ended.reason
    return Record(
        game,
        _line(study.nodes, children, children[ROOT][:1]),
        result,
        reason,
        dict(study.names),
        study.date,
        study.start,
        game.facts.rules_version,
        (study.comment,) if study.comment else (),
        dict(study.tags),
    )


def _main_line(children: dict[int, list[int]], number: int) -> Iterator[int]:
    while children[number]:
        number = children[number][0]
        yield number


def _line(nodes: Sequence[Node], children: dict[int, list[int]], begin: list[int]) -> tuple[Turn, ...]:
    """The turns from a node on; whatever else could follow the node before it is a variation of the first one."""
    turns = []
    while begin:
        number = begin[0]
        node = nodes[number - 1]
        siblings = children[node.parent]
        others = siblings[1:] if number == siblings[0] else []
        variations = tuple(_line(nodes, children, [other]) for other in others)
        turns.append(Turn(node.move, (node.comment,) if node.comment else (), variations, node.mark))
        begin = children[number][:1]
    return tuple(turns)


# As a text that is kept


def to_json(study: Study) -> str:
    """A study that was checked, in one form: the same tree is the same text."""
    return json.dumps(dataclasses.asdict(study), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def from_json(text: str) -> Study:
    data = json.loads(text)
    ended = data.pop("ended")
    nodes = tuple(Node(*node) for node in data.pop("nodes"))
    return Study(**data, ended=None if ended is None else Ended(*ended), nodes=nodes)


def id_of(text: str) -> str:
    """The name under which a study is kept: whoever shares the same one again gets the same link."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]

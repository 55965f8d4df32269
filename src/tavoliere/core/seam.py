"""What a ruleset must hand over, checked when a game is loaded: every fault is named, before anybody plays.

Here is what can be seen at a glance. Whether the rules keep what they promise is for `tavoliere.testing` to find out.
"""

from __future__ import annotations

import inspect
import itertools
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tavoliere.core.beside import CALIBRATION, LADDER, text_beside
from tavoliere.core.facts import MOST_ACTION_COUNT, Facts, Level, Player
from tavoliere.core.game import GAMES, MOST_PLAYERS, ONGOING
from tavoliere.core.learnt import Learnt
from tavoliere.core.ruleset import Ruleset, ruleset_at
from tavoliere.core.weights import Rows

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
CLAUSE = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")

MOST_LEVELS = 99
STATE_FIELDS = ("turn", "winner", "reason")
STATE_METHODS = {"start": ("options",), "actions": ("out",), "play": ("action",), "key": ()}
NOTATION = {
    "action_text": ("state", "action"),
    "parse_part": ("text", "place"),
    "told": ("text",),
    "turn_text": ("parts",),
    "turn_parts": ("text",),
    "position_text": ("state", "options"),
    "parse_position": ("text", "options"),
}
FACE = {
    "scene": ("state", "options"),
    "steps": ("state", "action", "options"),
    "events_of": ("state", "action", "options"),
}
WHY = {"refusal": ("state", "text", "options")}
WHY_IF_WANTED = {"immobile": ("state", "square", "options")}
GUIDE = {
    "marks": ("state", "options"),
    "asked": ("state", "options"),
    "forced": ("state", "options"),
    "ending": ("state", "action", "options"),
}
WHY_OF_LONG_TURNS = {"incomplete": ("state",), "superfluous": ("state", "text")}


def faults_of(ruleset: Ruleset) -> list[str]:
    """Everything that is wrong with a ruleset as far as a glance can tell, a sentence each; none if it is sound."""
    try:
        shape = [*facts_faults(ruleset.facts), *_part_faults(ruleset)]
        files = (*ladder_faults(ruleset.where), *calibration_faults(ruleset.where))
        return shape or [*_place_faults(ruleset), *_variant_faults(ruleset), *files]
    except (AttributeError, TypeError, ValueError, LookupError) as problem:
        # Whatever stands there is of another type altogether; one broken game must not hurt the others.
        return [f"something in it is of a type that no game has: {problem!r}"]


# Facts


def facts_faults(facts: Facts) -> Iterator[str]:
    """What is wrong with the facts by themselves."""
    if not _is_text(facts.name) or NAME.fullmatch(facts.name) is None:
        yield f"facts.name is lower-case words joined by hyphens, like my-game, not {facts.name!r}"
    for name in ("title", "author"):
        if not _is_text(getattr(facts, name)):
            yield f"facts.{name} is a text with something in it, not {getattr(facts, name)!r}"
    yield from player_faults(facts.players)
    yield from _number_faults(facts)
    if not facts.reasons or not all(map(_is_text, facts.reasons)) or len(set(facts.reasons)) != len(facts.reasons):
        yield f"facts.reasons are different texts, at least one and none of them empty, not {facts.reasons!r}"
    yield from _option_faults(facts)


def _number_faults(facts: Facts) -> Iterator[str]:
    counts = ("columns", "rows", "action_count", "most_actions", "most_actions_a_turn", "rules_version")
    for name in (*counts, "random_game_cut"):
        if not _is_count(getattr(facts, name), 1):
            yield f"facts.{name} is a whole number from 1 on, not {getattr(facts, name)!r}"
    if _is_count(facts.action_count, MOST_ACTION_COUNT + 1):
        yield f"facts.action_count is at most {MOST_ACTION_COUNT:,}, not {facts.action_count:,}"
    if _is_count(facts.action_count, 1) and _is_count(facts.most_actions, facts.action_count + 1):
        yield f"facts.most_actions ({facts.most_actions}) is not more than facts.action_count ({facts.action_count})"
    if facts.longest_game is not None and not _is_count(facts.longest_game, 1):
        yield f"facts.longest_game is None or a whole number from 1 on, not {facts.longest_game!r}"
    if facts.repetition is not None and not _is_count(facts.repetition, 2):
        yield f"facts.repetition is None or a whole number from 2 on, not {facts.repetition!r}"


def player_faults(players: Sequence[Player]) -> Iterator[str]:
    """What is wrong with the players of a game or of a variant."""
    letters, names = [player.letter for player in players], [player.name for player in players]
    if not 2 <= len(players) <= MOST_PLAYERS:
        yield f"facts.players are 2 to {MOST_PLAYERS}, not {len(players)}"
    for letter in letters:
        if not _is_text(letter) or len(letter) != 1 or not letter.islower():
            yield f"facts.players: a player's letter is one lower-case letter, not {letter!r}"
    for name in names:
        if not _is_text(name):
            yield f"facts.players: a player's name is a text with something in it, not {name!r}"
    if len(set(letters)) != len(letters) or len(set(names)) != len(names):
        yield f"facts.players have letters and names of their own, not {', '.join(map(str, (*letters, *names)))}"


def _option_faults(facts: Facts) -> Iterator[str]:
    names = [option.name for option in facts.options]
    if len(set(names)) != len(names):
        yield f"facts.options have names of their own, not {', '.join(names)}"
    for option in facts.options:
        if re.fullmatch(r"[a-z_]+", option.name) is None:
            yield f"facts.options: a name is lower-case letters, not {option.name!r}"
        if option.type not in (int, str):
            yield f"facts.options: {option.name} is of type int or str, not {option.type!r}"
        if not isinstance(option.title, str):
            yield f"facts.options: {option.name} has a title, not {option.title!r}"
        if not _is_text(option.help):
            yield f"facts.options: {option.name} has a help text, not {option.help!r}"
    if not facts.variants:
        yield "facts.variants holds at least one set of options; {} stands for the defaults"


# Parts


def _part_faults(ruleset: Ruleset) -> Iterator[str]:
    yield from _state_faults(ruleset.state)
    yield from _function_faults("notation", ruleset.notation, NOTATION)
    if not _is_text(getattr(ruleset.notation, "MOVE_FORMS", None)):
        yield "notation.MOVE_FORMS, a text about how turns are written, is missing"
    yield from _function_faults("face", ruleset.face, FACE)
    has_long_turns = _is_count(ruleset.facts.most_actions_a_turn, 2)
    wanted = {name: given for name, given in WHY_IF_WANTED.items() if hasattr(ruleset.why, name)}
    yield from _function_faults("why", ruleset.why, {**WHY, **wanted, **(WHY_OF_LONG_TURNS if has_long_turns else {})})
    yield from _clause_faults(getattr(ruleset.why, "CLAUSES", None))
    if not _is_count(ruleset.symmetries, 1):
        yield f"symmetries is a whole number from 1 on, not {ruleset.symmetries!r}"
    yield from _signature_faults("symmetric", ruleset.symmetric, ("state", "options", "number"))
    yield from _evaluation_faults(ruleset.evaluation)
    yield from _learnt_faults(ruleset.learnt)
    yield from _guide_faults(ruleset.guide)
    yield from _level_faults(ruleset.levels)
    if not _is_text(ruleset.opponent):
        yield f"opponent is a player as text, like level:3, not {ruleset.opponent!r}"


def _state_faults(state: Any) -> Iterator[str]:
    if state not in GAMES:
        yield f"state is a class under @game, not {state!r}"
        return
    for field in STATE_FIELDS:
        if GAMES[state].fields.get(field) is not int:
            yield f"the state {state.__name__} has no field {field} of type int"
    for name, parameters in STATE_METHODS.items():
        found = getattr(state, name, None)
        if found is None:
            yield f"the state {state.__name__} has no method {name}"
        else:
            bound = () if name == "start" else ("self",)
            yield from _signature_faults(f"{state.__name__}.{name}", found, (*bound, *parameters))


def _function_faults(part: str, given: Any, wanted: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for name, parameters in wanted.items():
        if not hasattr(given, name):
            yield f"{part}.{name}({', '.join(parameters)}) is missing"
        else:
            yield from _signature_faults(f"{part}.{name}", getattr(given, name), parameters)


def _signature_faults(name: str, function: Any, parameters: tuple[str, ...]) -> Iterator[str]:
    if not callable(function):
        yield f"{name} is a function of ({', '.join(parameters)}), not {function!r:.80}"
        return
    try:
        signature = inspect.signature(function)
        signature.bind(*parameters)
    except TypeError:
        yield f"{name} takes ({', '.join(parameters)}), not {signature}"
    except ValueError:  # a function without a readable signature is taken at its word
        return


def _clause_faults(clauses: Any) -> Iterator[str]:
    if not isinstance(clauses, Mapping) or not clauses:
        yield "why.CLAUSES, the clauses of the rules by their ids, is missing"
        return
    for clause, sentence in clauses.items():
        if not _is_text(clause) or CLAUSE.fullmatch(clause) is None:
            yield f"why.CLAUSES: an id is the game's name, a full stop and a word, like my-game.empty, not {clause!r}"
        if not _is_text(sentence):
            yield f"why.CLAUSES: {clause!r} has a sentence, not {sentence!r}"


def _evaluation_faults(judge: Any) -> Iterator[str]:
    if judge is not None and type(judge) not in GAMES:
        yield f"evaluation is an instance of a class under @evaluation, not {judge!r:.80}"


def _learnt_faults(learnt: Any) -> Iterator[str]:
    if not isinstance(learnt, tuple) or not all(isinstance(judge, Learnt) for judge in learnt):
        yield f"learnt is a tuple of Learnt, not {learnt!r:.80}"
        return
    for each in learnt:
        fields = GAMES[each.judge].fields if each.judge in GAMES else {}
        if not fields or list(each.rows) != list(fields) or set(fields.values()) != {Rows}:
            yield f"learnt: {each.judge!r:.80} is no class under @evaluation whose fields are the rows it names"
    if len({each.players for each in learnt}) < len(learnt):
        yield "learnt has two judges for one number of players"


def _guide_faults(guide: Any) -> Iterator[str]:
    """A game may leave its players without a guide; one that is there is whole."""
    if guide is None:
        return
    yield from _function_faults("guide", guide, GUIDE)
    meanings = getattr(guide, "MEANINGS", None)
    if not isinstance(meanings, Mapping):
        yield "guide.MEANINGS, what special squares and pieces are about by their kinds, is missing"
        return
    for kind, sentence in meanings.items():
        if not _is_text(kind) or not _is_text(sentence):
            yield f"guide.MEANINGS: the kind {kind!r} has a sentence, not {sentence!r}"


def _level_faults(levels: Any) -> Iterator[str]:
    if not isinstance(levels, Sequence) or not all(isinstance(level, Level) for level in levels):
        yield f"levels are a tuple of Level, not {levels!r:.80}"
        return
    for place, level in enumerate(levels, start=1):
        if not _is_text(level.name) or not _is_text(level.sentence):
            yield f"levels: number {place} has a name and a sentence, not {level.name!r} and {level.sentence!r}"


# The whole


def _place_faults(ruleset: Ruleset) -> Iterator[str]:
    """Other processes find a game by its place, so the place must lead back to it."""
    try:
        found = ruleset_at(ruleset.where)
    except Exception as error:
        yield f"where ({ruleset.where!r}) does not lead to the ruleset: {error!r}"
        return
    if found is not ruleset:
        yield f"where ({ruleset.where!r}) leads to another ruleset"


def _variant_faults(ruleset: Ruleset) -> Iterator[str]:
    """The default options and each variant can be set up and started."""
    for variant in ({}, *ruleset.facts.variants):
        try:
            options = ruleset.set_up(dict(variant))
            players = ruleset.players_of(options)
            start = ruleset.state.start(options)
        except Exception as error:
            yield f"a game with the options {variant!r} of facts.variants cannot be started: {error!r}"
            continue
        yield from player_faults(players)
        if not isinstance(start, ruleset.state):
            yield f"{ruleset.state.__name__}.start gives a {type(start).__name__} instead of a state"
        elif start.winner != ONGOING or not 0 <= start.turn < len(players):
            yield f"a game with the options {variant!r} does not begin with a player to move"


# Files beside it


def ladder_faults(where: str) -> Iterator[str]:
    """What is wrong with the shape of `ladder.json`; who its players are, the room that makes players knows."""
    text = text_beside(where, LADDER)
    if text is None:
        return
    try:
        ladders = json.loads(text)
    except ValueError as problem:
        yield f"{LADDER} is no JSON: {problem}"
        return
    if not isinstance(ladders, dict):
        yield f'{LADDER} holds ladders by number of players, like {{"2": ...}}, not {ladders!r:.80}'
        return
    for players, ladder in ladders.items():
        for fault in _rung_faults(players, ladder):
            yield f"{LADDER}: {fault}"


def _rung_faults(players: str, ladder: Any) -> Iterator[str]:
    if players not in map(str, range(2, MOST_PLAYERS + 1)):
        yield f"a number of players is 2 to {MOST_PLAYERS}, not {players!r}"
    if not isinstance(ladder, dict) or not _is_text(ladder.get("champion")):
        yield f"the ladder for {players} names its champion as a text"
        return
    levels = ladder.get("levels")
    if not isinstance(levels, list) or not 1 <= len(levels) <= MOST_LEVELS:
        yield f"the ladder for {players} has a list of 1 to {MOST_LEVELS} levels"
        return
    for number, level in enumerate(levels, start=1):
        if not isinstance(level, dict) or not _is_text(level.get("player")):
            yield f"level {number} for {players} names its player as a text"
        elif not all(_is_rating(level.get(name)) for name in ("elo", "error")):
            yield f"level {number} for {players} has elo and error as numbers, or none"


def calibration_faults(where: str) -> Iterator[str]:
    """What is wrong with the shape of `calibration.json`."""
    text = text_beside(where, CALIBRATION)
    if text is None:
        return
    try:
        maps = json.loads(text)
    except ValueError as problem:
        yield f"{CALIBRATION} is no JSON: {problem}"
        return
    if not isinstance(maps, list):
        yield f"{CALIBRATION} holds a list of maps, not {maps!r:.80}"
        return
    for number, entry in enumerate(maps, start=1):
        if not isinstance(entry, dict) or entry.get("players") != 2 or not _is_text(entry.get("weights")):
            yield f"{CALIBRATION}: map {number} is for 2 players, and names the weights that it belongs to"
        elif not all(_is_growing(entry.get(name)) for name in ("found", "shown")):
            yield f"{CALIBRATION}: map {number} has two or more growing numbers as found and as shown"
        elif len(entry["found"]) != len(entry["shown"]):
            yield f"{CALIBRATION}: map {number} shows as many numbers as were found"


def _is_growing(numbers: object) -> bool:
    """Whether something is a list of at least two whole numbers, each larger than the last."""
    if not isinstance(numbers, list) or len(numbers) < 2 or not all(type(number) is int for number in numbers):
        return False
    return all(one < other for one, other in itertools.pairwise(numbers))


def _is_rating(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.strip() == value != ""


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least

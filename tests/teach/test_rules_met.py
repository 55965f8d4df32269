"""Sentences of the rules are met in lessons, the tricky ones in two; nothing happens in games that no lesson shows."""

import random

import pytest

import tavoliere as tv
from tavoliere.games import own_games
from tavoliere.teach import accepted_turns, lessons
from tavoliere.teach.conditions import every_turn
from tavoliere.teach.judging import stage_of
from tavoliere.teach.proofs import last_of

RULES = {
    "never-alone": {
        "a new piece goes three squares away in a row or a column": "three-away nothing-in-between",
        "or two along a diagonal": "two-aslant side-by-side",
        "what stands in between does not matter": "nothing-in-between",
        "a piece with a friend on one of its four sides is safe": "side-by-side not-slantwise",
        "a capture takes the square of a lonely enemy and wins": "take-it first-come",
        "* a safe piece cannot be captured": "not-the-safe-one protect",
        "* captures need the right distance": "only-from-the-distance take-it",
        "* who can play may not pass": "take-the-shared-square three-away",
        "* who has no square, or no piece in hand, must pass": "no-square empty-hand",
        "two passes end the game, safe pieces count, equal points draw": "take-the-shared-square",
    },
    "pathwayz": {
        "a chain from left to right wins, corners link": "last-link around-the-corner",
        "a taken square is closed": "last-link around-the-corner",
        "* a permanent piece shows the other colour and turns all eight around it": "turn-three spare-your-own",
        "* own pieces turn too": "spare-your-own two-at-once",
        "* permanent pieces never turn": "never-turns turn-the-gap stand-in-the-way",
        "* chains are looked for after the turning": "turn-the-gap two-at-once",
        "* a chain wins for its colour, whoever completed it": "crossing stand-in-the-way dare",
        "* of two chains completed at once, that of whoever moved wins": "both-at-once dare",
        "a full board without a chain is a draw": "last-square",
    },
    "pit": {
        "the first turn puts the pawn, not in a hole, not beside an enemy tower": "put-the-pawn black-pawn four-begin",
        "a tower slides any distance, over nothing": "tower-and-barrier past-a-piece",
        "a pawn moves one square": "pawn-step",
        "* a barrier follows, beside the square just reached": "tower-and-barrier pawn-step",
        "no barrier on the rim, beside a hole, or where one stands": "tower-and-barrier pawn-step leave-your-own",
        "* a tower enters where one of yours sees, past pieces, not past barriers and holes": "far-corner past-a-piece",
        "a replaced tower goes back to its reserve, a replaced pawn is lost": "send-it-back take-the-pawn",
        "* who can replace must": "send-it-back red-is-out",
        "* else whoever stands beside a hole must go in": "must-fall not-the-pawn",
        "a piece in a hole is gone, and no barrier follows": "from-afar must-fall",
        "a pawn in a hole puts its owner out": "not-the-pawn",
        "* who cuts the pawns off is out, and the barrier is taken back": "leave-a-way red-is-out pawn-step",
        "* a tower without a way to a hole leaves, of whatever colour": "lock-it-in leave-your-own",
        "who is out takes all pieces along, and the others play on": "red-is-out",
    },
    "pit-of-pillars": {
        "the corners do not exist": "first-man count-the-room",
        "* the first man goes beside the one that was entered last": "two-men beside-the-last",
        "the second goes where all neighbours are vacant, if he can": "two-men beside-the-last",
        "* as many men move as squares are passed, in a line": "climb two-by-two split",
        "* whoever is on top controls a stack, and what is left behind changes hands": "climb split take-control",
        "* men pass men, but no pillar": "two-by-two walls wall-him-in",
        "* a mixed stack higher than its square's room is captured": "on-the-edge count-the-room pillars-take-room",
        "* a pillar beside a square takes room from it": "pillars-take-room between-pillars",
        "a capture gives a pillar, own men come back, the others are gone": "on-the-edge fresh-pillar",
        "* then a pillar may move like a queen": "like-a-queen fresh-pillar wall-him-in",
        "a man from the reserve enters on any stack or empty square": "drop-in take-control",
        "who leaves the other no stack wins": "cover-the-last",
        "who cannot move men loses": "wall-him-in",
        "a position for the third time is a draw": "third-time",
        "a hundred turns without a capture are a draw": "hundred",
    },
    "tablut": {
        "pieces slide in a line, over nothing": "first-slide around",
        "a king on an escape wins": "open-line clear-the-way",
        "* nobody enters or crosses the castle": "not-back black-cannot-cross",
        "* nobody enters or crosses a camp from outside": "open-line no-way-back black-captures",
        "an attacker moves within its camp and out": "through-the-camp beside-the-castle",
        "a piece between two enemies is captured, by the move of one": "sandwich black-captures king-helps",
        "who steps in between is safe": "step-between",
        "one move captures in several directions": "two-at-once",
        "* the castle counts as an enemy": "against-the-castle beside-the-castle",
        "* a camp counts as an enemy": "against-a-camp black-uses-a-camp against-his-camp",
        "an attacker at home is not captured against its camp": "inside-a-camp",
        "* how many attackers a king takes": "on-the-castle beside-the-castle in-the-open against-his-camp",
        "who has no move loses": "no-move",
        "a position for the second time is a draw": "comes-back",
    },
}
"""Sentences of the rules with the tasks that are about them; a star for those that are easily got wrong."""
GAMES = [
    ("never-alone", {}),
    ("pathwayz", {}),
    *[("pit", {"players": n}) for n in (2, 3, 4)],
    ("pit-of-pillars", {}),
    ("tablut", {}),
]
MOST_ACTIONS = 400


@pytest.mark.parametrize("name", own_games())
def test_every_sentence_of_the_rules_is_met_and_tricky_ones_twice(name):
    known = {task.id for task in lessons(name).tasks()}
    for sentence, named in RULES[name].items():
        tasks = named.split()
        assert set(tasks) <= known and len(tasks) == len(set(tasks)), sentence
        assert len(tasks) >= 1 + sentence.startswith("*"), sentence


def kinds_of(events):
    """What happens, whoever does it and wherever."""
    return {(event.kind, piece.kind) for event in events for piece in event.pieces} | {
        (event.kind, "") for event in events
    }


def kinds_in_games(name, options):
    """What happens in some games of random steps."""
    found = set()
    for seed in range(6):
        chance, position = random.Random(seed), tv.game(name, **options).start()
        face = position.game.ruleset.face
        for _ in range(MOST_ACTIONS):
            if position.outcome is not None:
                break
            action = chance.choice(list(position.actions()))
            found |= kinds_of(face.events_of(position.state, action, dict(position.game.options)))
            position = position.act(action)
    return found


def kinds_in_lessons(name):
    """What happens in turns that do a task, and in those that a task tells of."""
    found = set()
    for task in lessons(name).tasks():
        accepted = set(accepted_turns(task))
        made = [one for one in every_turn(stage_of(task).position) if one.turn in accepted]
        for one in [*made, *(last_of(task, fact) for fact in task.facts)]:
            found |= kinds_of(one.events)
    return found


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_nothing_happens_in_a_game_that_no_lesson_shows(name, options):
    happened = kinds_in_games(name, options)
    assert len(happened) >= 2 and happened - kinds_in_lessons(name) == set()

"""Whoever clicks a piece that has no turn is told why this piece has none. What is true of it the referees say."""

import itertools
import random
from collections import Counter

import pytest

import tavoliere as tv
from tavoliere.apps.web.show.wording import told
from tavoliere.apps.web.table import halves
from tavoliere.games import ruleset
from tavoliere.scene.steps import action_steps
from tests.oracles import never_alone, pathwayz, pit, pit_of_pillars, tablut
from tests.web.tables import EN

POSITIONS = 200
PIT_FORCED = "7B1/9/2o3o2/9/3bo4/3w5/2o3o2/1W7/9 w w3,b5 -"


def most_common(clauses):
    """The clauses that nothing else is met more often than."""
    counted = Counter(clauses)
    return {clause for clause in counted if counted[clause] == max(counted.values())}


# By the referees: which clause explains that nothing begins on a square where something stands.


def tablut_clauses(found, square):
    if ("b" if found.pieces[square] == tablut.ATTACKER else "w") != found.to_move:
        return {"tablut.own-piece"}
    beside = [line[0] for line in tablut.LINES[square] if line]
    blocked = ["tablut.blocked" for other in beside if other in found.pieces]
    castle = ["tablut.castle" for other in beside if other not in found.pieces and other == tablut.CASTLE]
    return most_common([*blocked, *castle, *["tablut.camp"] * (len(beside) - len(blocked) - len(castle))])


def pit_clauses(found, square):
    if found.to_move in found.pawns_in_hand:
        return {"pit.pawn-square"}
    if found.pieces[square].lower() != found.to_move:
        return {"pit.own-piece"}
    replacements, into_holes = pit.replacements(found), pit.steps_into_holes(found)
    conceivable = itertools.chain(replacements, into_holes, pit.slides(found))
    if any(move.startswith((f"{square}-", f"{square}x")) for move in conceivable):
        return {"pit.priority-replacement" if replacements else "pit.priority-hole"}
    sides = pit.neighbours(found.board.size)[square]
    is_open = {side: pit.is_open(found.board, found.barriers, square, side) for side in sides}
    return most_common("pit.piece-in-way" if is_open[side] else "pit.barrier-in-way" for side in sides)


def pillars_clauses(found, square):
    if found.stage == "e":
        return {"pit-of-pillars.vacant"}
    is_own = found.men.get(square, " ")[-1] == found.to_move
    return {"pit-of-pillars.pillar-blocks" if is_own else "pit-of-pillars.control"}


def never_alone_clauses(found, square):
    mover = found.to_move
    if sum(piece == mover for piece in found.pieces.values()) == never_alone.PIECES_EACH:
        return {"never-alone.hand"}
    if found.pieces[square] == mover:
        return {"never-alone.empty"}
    if any(found.pieces.get(other) == found.pieces[square] for other in never_alone.NEXT_TO[square]):
        return {"never-alone.safe"}
    return {"never-alone.must-pass" if never_alone.legal_turns(found) == ["pass"] else "never-alone.distance"}


def pathwayz_clauses(found, square):
    assert square in found.pieces
    return {"pathwayz.empty"}


def pit_halfway(found, first, square):
    return {"pit.barrier-due"}


def pillars_halfway(found, first, square):
    if found.stage == "e":
        return {"pit-of-pillars.vacant"}
    between = pit_of_pillars.do_first_part(found, first)
    is_own = between.pillars.get(square) == found.to_move
    return {"pit-of-pillars.pillar-path" if is_own else "pit-of-pillars.own-pillar"}


GAMES = [
    ("tablut", {}, tablut, tablut_clauses, None),
    ("pit", {}, pit, pit_clauses, pit_halfway),
    ("pit", {"players": 3}, pit, pit_clauses, pit_halfway),
    ("pit", {"players": 4}, pit, pit_clauses, pit_halfway),
    ("pit-of-pillars", {}, pit_of_pillars, pillars_clauses, pillars_halfway),
    ("never-alone", {}, never_alone, never_alone_clauses, None),
    ("pathwayz", {}, pathwayz, pathwayz_clauses, None),
]
USUAL = {
    "tablut": {"tablut.own-piece", "tablut.blocked"},
    "pit": {"pit.pawn-square", "pit.own-piece", "pit.priority-replacement", "pit.priority-hole", "pit.barrier-due"},
    "pit-of-pillars": {"pit-of-pillars.vacant", "pit-of-pillars.control", "pit-of-pillars.own-pillar"},
    "never-alone": {"never-alone.empty", "never-alone.safe", "never-alone.distance"},
    "pathwayz": {"pathwayz.empty"},
}


def positions(name, options):
    """So many positions between turns of random games."""
    chance = random.Random(5)
    position = tv.game(name, **options).start()
    for _ in range(POSITIONS):
        yield position
        while (position := position.act(chance.choice(position.actions()))).pending:
            pass
        if position.outcome is not None:
            position = tv.game(name, **options).start()


def idle(position, begun=()):
    """The squares where something stands that no step can begin with."""
    half = halves.half_made(position, begun)
    scene = position.game.ruleset.face.scene(half.position.state, dict(position.game.options))
    return [stack.square for stack in scene.stacks if f"cell:{stack.square}" not in half.next]


def clause_said(position, begun, square):
    refusal = halves.attempted(position, begun, f"cell:{square}")
    assert refusal is not None
    return refusal.clause


@pytest.mark.parametrize(("name", "options", "referee", "clauses", "halfway"), GAMES)
def test_every_piece_without_a_turn_says_what_the_referee_says(name, options, referee, clauses, halfway):
    said = set()
    for position in positions(name, options):
        found = referee.parse(str(position), **options)
        for square in idle(position):
            clause = clause_said(position, (), square)
            assert clause in clauses(found, square), (str(position), square)
            said.add(clause)
        if halfway is not None:
            said |= said_halfway(position, found, halfway)
    assert said >= USUAL[name]


def said_halfway(position, found, halfway):
    """The same after the first action of a turn, if the turn goes on."""
    steps, action = random.Random(str(position)).choice(sorted(action_steps(position).items()))
    if not position.act(action).pending:
        return set()
    clauses = {square: clause_said(position, steps, square) for square in idle(position, steps)}
    for square, clause in clauses.items():
        assert clause in halfway(found, position.action_to_text(action), square), (str(position), steps, square)
    return set(clauses.values())


@pytest.mark.parametrize(
    ("name", "text", "square", "sentence"),
    [
        ("tablut", "", "e5", "the king on e5 cannot move: e6, f5, e4, d5 are taken"),
        ("tablut", "", "a5", "the piece on a5 is Black's, and White is to move"),
        ("pit", PIT_FORCED, "b2", "a replacement goes first: d4xd5"),
    ],
)
def test_the_answer_is_about_what_was_clicked(name, text, square, sentence):
    game = tv.game(name)
    position = game.position(text) if text else game.start()
    refusal = halves.attempted(position, (), f"cell:{square}")
    assert refusal is not None
    assert sentence in told(EN, refusal)


def test_a_replacement_goes_first_with_the_piece_in_hand_too():
    refusal = halves.attempted(tv.game("pit").position(PIT_FORCED), ("cell:d4",), "cell:c4")
    assert refusal is not None
    assert refusal.clause == "pit.priority-replacement"


def test_a_game_that_says_nothing_itself_is_asked_about_the_moves_of_other_pieces(monkeypatch):
    monkeypatch.delattr(ruleset("tablut").why, "immobile")
    refusal = halves.attempted(tv.game("tablut").start(), (), "cell:e5")
    assert refusal is not None
    assert (refusal.clause, "in the way" in told(EN, refusal)) == ("tablut.blocked", True)

"""Tablut: rules, notation and face."""

from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import Said
from tavoliere.games.tablut import face, guide, notation, why
from tavoliere.games.tablut.balance import cautions
from tavoliere.games.tablut.evaluate import JUDGE
from tavoliere.games.tablut.learnt import LEARNT
from tavoliere.games.tablut.levels import LEVELS
from tavoliere.games.tablut.rules import FACTS, Tablut
from tavoliere.games.tablut.symmetry import symmetric

RULESET = Ruleset(
    where="tavoliere.games.tablut:RULESET",
    facts=FACTS,
    state=Tablut,
    notation=notation,
    symmetries=8,
    symmetric=symmetric,
    face=face,
    why=why,
    evaluation=JUDGE,
    learnt=(LEARNT,),
    guide=guide,
    levels=LEVELS,
    sentence=Said(
        "Tablut is a game of unequal sides: White has a king and eight defenders in the middle of the board, "
        "Black has sixteen attackers around them. White wants to bring the king to the edge of the board, "
        "Black wants to capture him."
    ),
    cautions=cautions,
)

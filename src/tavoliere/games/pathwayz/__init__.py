"""Pathwayz: rules, notation and face."""

from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import Said
from tavoliere.games.pathwayz import face, guide, notation, why
from tavoliere.games.pathwayz.balance import cautions
from tavoliere.games.pathwayz.evaluate import JUDGE
from tavoliere.games.pathwayz.learnt import LEARNT
from tavoliere.games.pathwayz.levels import LEVELS
from tavoliere.games.pathwayz.rules import FACTS, Pathwayz
from tavoliere.games.pathwayz.symmetry import symmetric

RULESET = Ruleset(
    where="tavoliere.games.pathwayz:RULESET",
    facts=FACTS,
    state=Pathwayz,
    notation=notation,
    symmetries=4,
    symmetric=symmetric,
    face=face,
    why=why,
    evaluation=JUDGE,
    learnt=(LEARNT,),
    guide=guide,
    levels=LEVELS,
    sentence=Said(
        "Both players want a chain of their own colour from the left side of the board to the right. A turn "
        "places a piece, and one kind of piece turns its neighbours over."
    ),
    cautions=cautions,
)

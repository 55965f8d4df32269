"""Pathwayz: rules, notation and face."""

from tavoliere.core.ruleset import Ruleset
from tavoliere.games.pathwayz import face, notation, why
from tavoliere.games.pathwayz.evaluate import JUDGE
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
)

"""Tablut: rules, notation and face."""

from tavoliere.core.ruleset import Ruleset
from tavoliere.games.tablut import face, notation, why
from tavoliere.games.tablut.evaluate import JUDGE
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
)

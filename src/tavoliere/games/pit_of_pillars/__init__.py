"""Pit of Pillars: rules, notation and face."""

from tavoliere.core.ruleset import Ruleset
from tavoliere.games.pit_of_pillars import face, notation, why
from tavoliere.games.pit_of_pillars.evaluate import JUDGE
from tavoliere.games.pit_of_pillars.rules import FACTS, PitOfPillars
from tavoliere.games.pit_of_pillars.symmetry import symmetric

RULESET = Ruleset(
    where="tavoliere.games.pit_of_pillars:RULESET",
    facts=FACTS,
    state=PitOfPillars,
    notation=notation,
    symmetries=8,
    symmetric=symmetric,
    face=face,
    why=why,
    evaluation=JUDGE,
)

"""Pit: rules, notation and face."""

from tavoliere.core.ruleset import Ruleset
from tavoliere.games.pit import face, notation, why
from tavoliere.games.pit.evaluate import JUDGE
from tavoliere.games.pit.rules import FACTS, Pit
from tavoliere.games.pit.symmetry import symmetric

RULESET = Ruleset(
    where="tavoliere.games.pit:RULESET",
    facts=FACTS,
    state=Pit,
    notation=notation,
    symmetries=8,
    symmetric=symmetric,
    face=face,
    why=why,
    evaluation=JUDGE,
    check_options=notation.check_options,
    players=notation.players,
)

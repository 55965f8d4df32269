"""Pit of Pillars: rules, notation and face."""

from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import Said
from tavoliere.games.pit_of_pillars import face, guide, notation, why
from tavoliere.games.pit_of_pillars.evaluate import JUDGE
from tavoliere.games.pit_of_pillars.learnt import LEARNT
from tavoliere.games.pit_of_pillars.levels import LEVELS
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
    learnt=(LEARNT,),
    guide=guide,
    levels=LEVELS,
    sentence=Said(
        "Two players fill the board with men, then move them in stacks and capture stacks that grow too high "
        "for their square. Every capture leaves a pillar, which makes the squares around it smaller; whoever "
        "leaves the opponent without a stack wins."
    ),
)

"""Pit: rules, notation and face."""

from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import Said
from tavoliere.games.pit import face, guide, notation, why
from tavoliere.games.pit.balance import cautions
from tavoliere.games.pit.evaluate import JUDGE
from tavoliere.games.pit.learnt import LEARNT
from tavoliere.games.pit.levels import LEVELS
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
    learnt=(LEARNT,),
    guide=guide,
    levels=LEVELS,
    sentence=Said(
        "Two, three or four players move towers and a pawn each over a board with holes, and almost every "
        "turn adds a barrier. Whoever loses the pawn, or places the barrier that cuts the pawns off from each "
        "other, is out; the last one left wins."
    ),
    check_options=notation.check_options,
    players=notation.players,
    cautions=cautions,
)

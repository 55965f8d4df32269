"""Never Alone: rules, notation and face."""

from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import Said
from tavoliere.games.never_alone import face, guide, notation, why
from tavoliere.games.never_alone.balance import cautions
from tavoliere.games.never_alone.evaluate import JUDGE
from tavoliere.games.never_alone.levels import LEVELS
from tavoliere.games.never_alone.rules import FACTS, NeverAlone
from tavoliere.games.never_alone.symmetry import symmetric

RULESET = Ruleset(
    where="tavoliere.games.never_alone:RULESET",
    facts=FACTS,
    state=NeverAlone,
    notation=notation,
    symmetries=8,
    symmetric=symmetric,
    face=face,
    why=why,
    evaluation=JUDGE,
    guide=guide,
    levels=LEVELS,
    sentence=Said(
        "Two players place pieces at set distances from their own, and a piece without a neighbour of its "
        "colour can be captured. The first capture wins; without one, the player with more pieces in company "
        "wins."
    ),
    check_options=notation.check_options,
    cautions=cautions,
)

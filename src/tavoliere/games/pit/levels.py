"""The levels of Pit as people meet them: their names, what they see, what they overlook and who beats them."""

from __future__ import annotations

from tavoliere.core.facts import Level
from tavoliere.core.said import Said

LEVELS = (
    Level(
        Said("Digger"),
        Said(
            "Counts towers and likes open ground around its pawn. Overlooks holes and you. Anyone who has read "
            "the rules beats it."
        ),
    ),
    Level(
        Said("Mason"),
        Said(
            "Sees what its own move does, and little of your answer. Walks into forced moves. One game is enough "
            "to beat it."
        ),
    ),
    Level(
        Said("Carpenter"),
        Said(
            "Looks a step further than its own barrier. Overlooks which move a priority will force. Beginners who"
            " plan beat it."
        ),
    ),
    Level(
        Said("Watchman"),
        Said(
            "Sees most replacements coming. Overlooks how barriers close in on its pawn. A few evenings of play "
            "beat it."
        ),
    ),
    Level(
        Said("Surveyor"),
        Said(
            "Looks a few moves ahead and keeps its pawn from holes. Overlooks long chains of forced moves. "
            "Regular players beat it."
        ),
    ),
    Level(
        Said("Builder"),
        Said(
            "Looks several moves ahead and uses priorities itself. Overlooks towers that will be cut off later. "
            "Regular players beat it now and then."
        ),
    ),
    Level(
        Said("Engineer"),
        Said("Plans barriers so that your moves are forced. Overlooks slow encirclements. Strong players beat it."),
    ),
    Level(
        Said("Architect"),
        Said("Sees long forced lines on both sides. Overlooks only deep plans. Strong players beat it on good days."),
    ),
    Level(
        Said("Strategist"),
        Said("Calculates nearly every forced line to its end. Overlooks little. Few people beat it."),
    ),
    Level(
        Said("Pit master"),
        Said(
            "Thinks for three seconds a turn with everything the program knows. What it overlooks, we have not "
            "found. Beating it is news."
        ),
    ),
)

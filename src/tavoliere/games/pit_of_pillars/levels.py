"""The levels of Pit of Pillars as people meet them: their names, what they see and overlook, and who beats them."""

from __future__ import annotations

from tavoliere.core.facts import Level
from tavoliere.core.said import Said

LEVELS = (
    Level(
        Said("Pebble"),
        Said(
            "Sees its own move only and is content with any decent one. Overlooks captures. Anyone who has read "
            "the rules beats it."
        ),
    ),
    Level(Said("Brick"), Said("Captures what it can at once. Overlooks your answer. One game is enough to beat it.")),
    Level(
        Said("Tile"),
        Said(
            "Sees part of your answers and misjudges them. Overlooks stacks that are full. Whoever counts the "
            "room of squares beats it."
        ),
    ),
    Level(
        Said("Beam"),
        Said(
            "Sees your next move, but misjudges what it is worth. Overlooks what pillars take away. Beginners who"
            " look twice beat it."
        ),
    ),
    Level(
        Said("Arch"),
        Said("Sees your next move and judges it well. Overlooks double captures. A few evenings of play beat it."),
    ),
    Level(
        Said("Vault"),
        Said("Sees its move, yours and its next. Overlooks pillars that come from far. Regular players beat it."),
    ),
    Level(
        Said("Column"),
        Said(
            "Looks several moves ahead and guards its stacks. Overlooks long plans with pillars. Strong players "
            "beat it."
        ),
    ),
    Level(
        Said("Dome"),
        Said("Sees chains of captures coming. Overlooks only deep plans. Strong players beat it on good days."),
    ),
    Level(Said("Temple"), Said("Calculates nearly every capture to its end. Overlooks little. Few people beat it.")),
    Level(
        Said("Colossus"),
        Said(
            "Thinks for three seconds a turn with everything the program knows. What it overlooks, we have not "
            "found. Beating it is news."
        ),
    ),
)

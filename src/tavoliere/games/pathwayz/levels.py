"""The levels of Pathwayz as people meet them: their names, what they see, what they overlook and who beats them."""

from __future__ import annotations

from tavoliere.core.facts import Level
from tavoliere.core.said import Said

LEVELS = (
    Level(
        Said("Stroller"),
        Said(
            "Sees the board after its own move only. Overlooks chains that you can finish. Anyone who has read "
            "the rules beats it."
        ),
    ),
    Level(
        Said("Walker"),
        Said(
            "Prefers moves that lengthen its chain. Overlooks what a permanent piece of yours turns over. One "
            "game is enough to beat it."
        ),
    ),
    Level(
        Said("Rambler"),
        Said(
            "Finds the better squares for itself. Overlooks your answer, each time. Whoever keeps a permanent "
            "piece ready beats it."
        ),
    ),
    Level(
        Said("Wayfarer"),
        Said(
            "Sees your next move, but misjudges what it is worth. Overlooks double threats. Beginners who look "
            "twice beat it."
        ),
    ),
    Level(
        Said("Guide"),
        Said(
            "Sees your next move and judges it well. Overlooks what two moves prepare. A few evenings of play beat it."
        ),
    ),
    Level(
        Said("Scout"),
        Said("Sees its move, yours and its next. Overlooks wide detours around its walls. Regular players beat it."),
    ),
    Level(
        Said("Pathfinder"),
        Said(
            "Looks several moves ahead and blocks most chains. Overlooks slow walls of permanent pieces. Strong "
            "players beat it."
        ),
    ),
    Level(
        Said("Ranger"),
        Said("Sees long turn-overs coming. Overlooks only very wide plans. Strong players beat it on good days."),
    ),
    Level(Said("Explorer"), Said("Calculates nearly every threat to its end. Overlooks little. Few people beat it.")),
    Level(
        Said("Trailblazer"),
        Said(
            "Thinks for three seconds a move with everything the program knows. What it overlooks, we have not "
            "found. Beating it is news."
        ),
    ),
)

"""The levels of Never Alone as people meet them: their names, what they see, what they overlook and who beats them."""

from __future__ import annotations

from tavoliere.core.facts import Level
from tavoliere.core.said import Said

LEVELS = (
    Level(
        Said("Hermit"),
        Said(
            "Sees where a piece may go, and not what you do next. Leaves pieces within your reach. Anyone who has"
            " read the rules beats it."
        ),
    ),
    Level(
        Said("Loner"),
        Said(
            "Likes squares beside its own pieces, but does not look at your answer. Overlooks captures. One game "
            "is enough to beat it."
        ),
    ),
    Level(
        Said("Neighbour"),
        Said(
            "Builds company with care, one move ahead. Overlooks that you can capture next. Whoever watches "
            "lonely pieces beats it."
        ),
    ),
    Level(
        Said("Friend"),
        Said(
            "Sees your next move, but misjudges what it is worth. Overlooks a capture now and then. Beginners who"
            " look twice beat it."
        ),
    ),
    Level(
        Said("Companion"),
        Said(
            "Sees your next move and mostly judges it well. Overlooks what two moves prepare. A few evenings of "
            "play beat it."
        ),
    ),
    Level(
        Said("Ally"),
        Said(
            "Sees every capture one move ahead. Overlooks squares that it will miss at the end. Whoever counts "
            "points beats it."
        ),
    ),
    Level(
        Said("Crew"),
        Said("Looks several moves ahead. Overlooks long races for the last squares. Regular players beat it."),
    ),
    Level(
        Said("Guild"),
        Said(
            "Looks far ahead and fights for every point. Overlooks little until the board is nearly full. Strong "
            "players beat it."
        ),
    ),
    Level(
        Said("League"),
        Said(
            "Sees deep plans and loses no piece by oversight. Overlooks only what lies far ahead. Few people beat it."
        ),
    ),
    Level(
        Said("Legion"),
        Said(
            "Thinks for three seconds a move with everything the program knows. What it overlooks, we have not "
            "found. Beating it is news."
        ),
    ),
)

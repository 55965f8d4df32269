"""The levels of Tablut as people meet them: their names, what they see, what they overlook and who beats them."""

from __future__ import annotations

from tavoliere.core.facts import Level
from tavoliere.core.said import Said

LEVELS = (
    Level(
        Said("Page"),
        Said(
            "Sees how pieces move, and not what you do next. Overlooks your king's free line. Anyone who has read"
            " the rules beats it."
        ),
    ),
    Level(
        Said("Squire"),
        Said(
            "Picks the move that looks best on the board, without your answer. Overlooks captures. One game is "
            "enough to beat it."
        ),
    ),
    Level(
        Said("Scout"),
        Said(
            "Sees your next move, but often misjudges it. Overlooks two lines opening at once. Beginners who plan"
            " two moves beat it."
        ),
    ),
    Level(
        Said("Guard"),
        Said(
            "Sees your next move and mostly judges it well. Overlooks what two moves prepare. A few evenings of "
            "play beat it."
        ),
    ),
    Level(
        Said("Archer"),
        Said(
            "Looks a few moves ahead. Overlooks quiet moves that close the net. Whoever builds walls of attackers"
            " beats it."
        ),
    ),
    Level(
        Said("Knight"),
        Said(
            "Looks several moves ahead and misses few captures. Overlooks long encirclements. Regular players beat it."
        ),
    ),
    Level(
        Said("Captain"),
        Said("Sees combinations of captures and escapes. Overlooks slow plans. Strong players beat it now and then."),
    ),
    Level(
        Said("Marshal"),
        Said(
            "Sees far ahead on both sides of the siege. Overlooks only deep plans. Strong players beat it on good days."
        ),
    ),
    Level(
        Said("Regent"),
        Said("Calculates nearly every line of the king to its end. Overlooks little. Few people beat it."),
    ),
    Level(
        Said("Jarl"),
        Said(
            "Thinks for three seconds a move with everything the program knows. What it overlooks, we have not "
            "found. Beating it is news."
        ),
    ),
)

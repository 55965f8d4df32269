"""What Never Alone calls its pieces and colours."""

from tavoliere.core.said import Adjective, Noun

PIECE = Noun("piece")
RED_COLOUR, BLACK_COLOUR = Adjective("red"), Adjective("black")

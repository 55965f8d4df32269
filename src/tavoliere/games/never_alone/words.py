"""What Never Alone calls its pieces, colours and sides."""

from tavoliere.core.said import Adjective, Noun

PIECE = Noun("piece")
RED_COLOUR, BLACK_COLOUR = Adjective("red"), Adjective("black")
RED_SIDE, BLACK_SIDE = Noun("red"), Noun("black")

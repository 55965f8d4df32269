"""What Pit calls its pieces, squares and colours."""

from tavoliere.core.said import Adjective, Noun

TOWER, PAWN = Noun("tower"), Noun("pawn")
PIECE = Noun("piece")
HOLE, BARRIER = Noun("hole"), Noun("barrier")
WHITE_COLOUR, RED_COLOUR = Adjective("white"), Adjective("red")
BLACK_COLOUR, GREEN_COLOUR = Adjective("black"), Adjective("green")

"""What Pathwayz calls its pieces and colours."""

from tavoliere.core.said import Adjective, Noun

PIECE, NORMAL, PERMANENT = Noun("piece"), Noun("normal piece"), Noun("permanent piece")
WHITE_COLOUR, BLACK_COLOUR = Adjective("white"), Adjective("black")

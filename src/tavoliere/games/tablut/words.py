"""What Tablut calls its pieces, squares and colours."""

from tavoliere.core.said import Adjective, Noun

KING, DEFENDER, ATTACKER = Noun("king"), Noun("defender"), Noun("attacker")
PIECE = Noun("piece")
CAMP, CASTLE, ESCAPE = Noun("camp"), Noun("castle"), Noun("escape")
WHITE_COLOUR, BLACK_COLOUR = Adjective("white"), Adjective("black")

"""What Pit of Pillars calls its pieces, squares and colours."""

from tavoliere.core.said import Adjective, Noun

MAN, PILLAR = Noun("man", many="men"), Noun("pillar")
STACK, CORNER = Noun("stack"), Noun("corner")
WHITE_COLOUR, RED_COLOUR = Adjective("white"), Adjective("red")

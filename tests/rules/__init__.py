"""The rules suite: every rule and ruling of the rules files as a position, a move, and what must be true."""

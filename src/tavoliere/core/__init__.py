"""The engine: sets of squares, compilation, states as values, positions. It knows no game and no clock."""

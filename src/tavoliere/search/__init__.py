"""Opponents for any game: Monte Carlo tree search, budgets, players. Games are handed in; this room names none."""

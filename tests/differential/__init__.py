"""The engine against the slow independent referees, turn by turn, over seeded games and hostile texts."""

"""What kind of game is this? Self-play measured for designers: fairness, length, depth, drama, with their errors."""

"""Matches between players and what they prove: paired games, scores with their errors, sequential tests."""

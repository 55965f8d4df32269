"""The table in the browser: a server that keeps games, clocks and opponents, and pages that show them.

The browser holds no rules and draws nothing. What a person reads comes from one catalogue, `texts/en.json`.
"""

"""The table in the browser: a server that keeps games, clocks and opponents, and pages that show them.

The browser holds no rules and draws nothing. What a person reads comes from messages and from `texts/`. The rooms,
lowest first: `texts`, `host`, `table`, `store` and `show`, `live`, `http`; `docs/architecture.md` says what is in each.
"""

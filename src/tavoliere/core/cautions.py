"""What is told to those who choose options that are not fair."""

from __future__ import annotations

from tavoliere.core.said import Pattern, Said


def uneven(player: str, low: int, high: int, players: int = 2) -> str:
    """Figures call a setting uneven: a player gets so many of 100 points (95 %) between equals who look ahead.

    >>> from tavoliere.core.said import Noun
    >>> uneven(Noun("Red"), 70, 74)
    'Not even: between equals who look ahead Red gets 70 to 74 of 100 points. Two games with sides changed are fair.'
    >>> print(uneven(Noun("Black"), 9, 15, players=4))  # doctest: +NORMALIZE_WHITESPACE
    Not even: between equals who look ahead Black gets 9 to 15 of 100 points; 25 would be fair.
    4 games are fair, if everybody sits in each place once.
    """
    if players > 2:
        return Said(
            "Not even: between equals who look ahead {player} gets {low} to {high} of 100 points; {share} would be "
            "fair. {players} games are fair, if everybody sits in each place once.",
            player=player,
            low=low,
            high=high,
            share=round(100 / players),
            players=players,
        )
    return Said(
        "Not even: between equals who look ahead {player} gets {low} to {high} of 100 points. Two games with sides "
        "changed are fair.",
        player=player,
        low=low,
        high=high,
    )


def forced_win(player: str, turns: int) -> str:
    """A search has proven that a player wins from the start of a setting.

    >>> from tavoliere.core.said import Noun
    >>> forced_win(Noun("Red"), 7)
    'From this start Red can force a win in 7 turns.'
    """
    pattern = Pattern("From this start {player} can force a win in {turns} {turns:one=turn|many=turns}.")
    return pattern.said(player=player, turns=turns)

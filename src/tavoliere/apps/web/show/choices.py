"""What there is to choose from: games, opponents and clocks, and the texts of the page."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import tavoliere as tv
from tavoliere.apps.web.show import pictures, rulebooks
from tavoliere.apps.web.show.phrases import names_of, title_of
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.wording import opponent_name
from tavoliere.apps.web.texts import catalogue
from tavoliere.games import ruleset, usable_games
from tavoliere.search.ladder import ladder_of

CLOCKS = {"none": {}, "increment": {"base": (1, 86_400), "increment": (0, 3_600)}, "days": {"days": (1, 30)}}


def texts_view() -> dict[str, str]:
    """Everything that the page says by itself, by key; what games say comes with the answers."""
    return {key: text for key, text in catalogue().items() if not key.startswith("said.")}


def choices_view(opponents: Sequence[str]) -> Message:
    """The games, the opponents on offer and the clocks."""
    return {
        "games": [game_view(name) for name in usable_games()[0]],
        "opponents": [{"spec": spec, "name": opponent_name(spec)} for spec in opponents],
        "clocks": CLOCKS,
    }


@functools.cache
def game_view(name: str) -> Message:
    facts = ruleset(name).facts
    return {
        "name": name,
        "title": title_of(name),
        "author": facts.author,
        "sentence": rulebooks.sentence_of(name),
        "rules": f"/rules/{name}" if rulebooks.text_of(name) is not None else None,
        "svg": pictures.board(pictures.taster(tv.game(name)), id_prefix=f"start-{name}", with_seats=False),
        "players": _players(tv.game(name)),
        "options": [
            {"name": option.name, "type": option.type.__name__, "default": option.default, "help": option.help}
            for option in facts.options
        ],
        "variants": [
            {"options": dict(variant), **_of_the_variant(tv.game(name, **variant))} for variant in facts.variants
        ],
    }


def _of_the_variant(game: tv.Game) -> Message:
    """What depends on the options: who plays, and which levels there are to play against."""
    return {"players": _players(game), "levels": list(ladder_of(game).names)}


def _players(game: tv.Game) -> list[dict[str, str]]:
    return [{"letter": letter, "name": name} for letter, name in names_of(game).items()]


def rules_view(game: str) -> Message | None:
    """The rules of a game, with drawn positions; None if they are not here."""
    html = rulebooks.html_of(game)
    return None if html is None else {"game": game, "title": title_of(game), "html": html}

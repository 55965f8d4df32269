"""What there is to choose from: games, opponents and clocks."""

from __future__ import annotations

from collections.abc import Sequence

import tavoliere as tv
from tavoliere.apps.web.show import courses, pictures, rulebooks
from tavoliere.apps.web.show.once import made_once
from tavoliere.apps.web.show.setups import has_palette
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.show.wording import level_face, opponent_name
from tavoliere.games import ruleset, usable_games
from tavoliere.render.legend import legend
from tavoliere.scene import guide
from tavoliere.search.ladder import Ladder, ladder_of
from tavoliere.search.specs import usual_opponent

CLOCKS = {"none": {}, "increment": {"base": (1, 86_400), "increment": (0, 3_600)}, "days": {"days": (1, 30)}}


def choices_view(voice: Voice, opponents: Sequence[str], lobby: bool) -> Message:
    """The games, the opponents on offer and the clocks."""
    return {
        "games": [game_view(voice, name) for name in usable_games()[0]],
        "opponents": [{"spec": spec, "name": opponent_name(voice, spec)} for spec in opponents],
        "clocks": CLOCKS,
        "lobby": lobby,
    }


@made_once
def game_view(voice: Voice, name: str) -> Message:
    facts = ruleset(name).facts
    return {
        "name": name,
        "title": voice.title(name),
        "author": voice.say(facts.author, name),
        "sentence": rulebooks.sentence_of(voice, name),
        "rules": f"/rules/{name}" if rulebooks.text_of(voice, name) is not None else None,
        "lessons": courses.lessons_link(name),
        "puzzles": courses.puzzles_link(name),
        "by_hand": has_palette(tv.game(name)),
        "svg": pictures.plain_board(voice, pictures.taster(tv.game(name)), id_prefix=f"start-{name}", with_seats=False),
        "levels": [_level_view(voice, name, spec) for spec in ladder_of(tv.game(name)).names],
        "players": _players(voice, tv.game(name)),
        "options": [
            {
                "name": option.name,
                "type": option.type.__name__,
                "default": option.default,
                "title": voice.say(option.title or option.name, name),
                "help": voice.say(option.help, name),
            }
            for option in facts.options
        ],
        "variants": [
            {"options": dict(variant), **_of_the_variant(voice, tv.game(name, **variant))} for variant in facts.variants
        ],
    }


def _level_view(voice: Voice, name: str, spec: str) -> Message:
    """A level as this game calls it, and what is to be expected of it."""
    face = level_face(name, spec)
    sentence = "" if face is None else voice.say(face.sentence, name)
    return {"spec": spec, "name": opponent_name(voice, spec, name), "sentence": sentence}


def _of_the_variant(voice: Voice, game: tv.Game) -> Message:
    """What depends on the options: who plays, and which levels there are to play against."""
    return {
        "players": _players(voice, game),
        "levels": list(ladder_of(game).names),
        "usual": usual_opponent(game).text,
        "cautions": cautions_of(voice, game),
        **_measured(ladder_of(game)),
    }


def cautions_of(voice: Voice, game: tv.Game) -> list[str]:
    """What speaks against a game with these options."""
    return [voice.say(caution, game.name) for caution in game.cautions]


def _measured(ladder: Ladder) -> Message:
    """What is known about the strength of the levels, and about what each side is worth among equals."""
    rungs = zip(ladder.names, ladder.levels, strict=True)
    return {
        "ratings": [{"spec": spec, "elo": rung.elo, "error": rung.error} for spec, rung in rungs],
        "sides": [{"level": one.level, "games": one.games, "scores": one.scores} for one in ladder.sides],
    }


def _players(voice: Voice, game: tv.Game) -> list[Message]:
    return [{"letter": letter, **noun} for letter, noun in voice.players(game).items()]


def legend_view(voice: Voice, game: str) -> Message | None:
    """What can lie on the boards of a game, and what it means; None if there is no such game."""
    return _legend_view(voice, game) if game in usable_games()[0] else None


@made_once
def _legend_view(voice: Voice, game: str) -> Message:
    start = tv.game(game).start()
    entries = legend(pictures.scene_of(start), guide.signs_of(start.game), voice.speaker(game))
    signs = [{"name": entry.name, "text": entry.told, "svg": entry.svg} for entry in entries]
    return {"game": game, "signs": signs}


def rules_view(voice: Voice, game: str) -> Message | None:
    """The rules of a game, with drawn positions; None if they are not here."""
    html = rulebooks.html_of(voice, game)
    return None if html is None else {"game": game, "title": voice.title(game), "html": html}

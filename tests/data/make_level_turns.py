"""Which turns the levels below the highest choose, before anything about them is changed: `level_turns.json`.

Run it with the version whose choices are to stay: python tests/data/make_level_turns.py
"""

import json
import random
from pathlib import Path

import tavoliere as tv
from tavoliere.games import own_games
from tavoliere.search.ladder import ladder_of
from tavoliere.search.specs import parse_spec

FILE = Path(__file__).with_name("level_turns.json")
POSITIONS = 3


def positions(name):
    """Some positions of a game that random turns lead to."""
    chance, found = random.Random(f"levels of {name}"), []
    while len(found) < POSITIONS:
        position = tv.game(name).start()
        for _ in range(4 + 3 * len(found)):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is None:
            found.append(position)
    return found


def chosen(position, level):
    spec = parse_spec(f"level:{level}").resolved(position.game)
    return spec.player(7).choose(position, spec.budget()).move


def turns_of_levels():
    return {
        name: {
            str(position): [chosen(position, level) for level in range(1, len(ladder_of(position.game).levels))]
            for position in positions(name)
        }
        for name in own_games()
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(turns_of_levels(), indent=1) + "\n", encoding="utf-8")

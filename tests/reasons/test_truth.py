"""Every claim is true in the line that it is about, as the independent referees see it.

`python -m tests.reasons.test_truth 2000` checks as many positions a game.
"""

from __future__ import annotations

import collections
import itertools
import sys

import pytest

import tavoliere as tv
from tavoliere.arena.reasons import fault_claims, hint_claims, reasons_of
from tavoliere.scene.claims import DRAWN, claim_data
from tests.reasons import truth
from tests.reasons.lines import Fork, forks

GAMES = [
    tv.game("tablut"),
    tv.game("never-alone"),
    tv.game("pathwayz"),
    tv.game("pit"),
    tv.game("pit", players=3),
    tv.game("pit", players=4),
    tv.game("pit-of-pillars"),
]
NAMES = [f"{game.name} {len(game.players)}" for game in GAMES]
POSITIONS = 40


def checked(fork: Fork, kinds: collections.Counter[str]) -> None:
    """All that is said about two lines, whichever is called the better one, and about a line on its own."""
    game, text = fork.root.game, str(fork.root)
    asked = [(fork.first, fork.second, False), (fork.second, fork.first, False), (fork.first, [], True)]
    for better, played, is_hint in asked:
        claims = hint_claims(fork.root, better, 1.0) if is_hint else fault_claims(fork.root, better, played)
        for claim in claims:
            lines = {"better": better, "played": played}
            wrong = truth.problem(game.name, game.options, text, lines, claim_data(claim))
            assert wrong is None, f"{game} {text}: {lines}: {claim}: {wrong}"
            kinds[claim.kind] += 1


def all_checked(game: tv.Game, positions: int) -> collections.Counter[str]:
    kinds: collections.Counter[str] = collections.Counter()
    for fork in itertools.islice(forks(game, seed=18), positions):
        checked(fork, kinds)
    return kinds


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_what_is_said_is_true_in_the_line(game):
    kinds = all_checked(game, POSITIONS)
    assert sum(kinds.values()) >= POSITIONS // 2


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_every_kind_of_claim_can_be_checked(game):
    assert set(reasons_of(game).TERMS) == set(truth.KINDS[game.name])


@pytest.mark.parametrize("game", GAMES[:4] + GAMES[6:], ids=NAMES[:4] + NAMES[6:])
def test_a_false_claim_is_found_out(game):
    """One square or one number that is wrong, and the checker says so."""
    caught = 0
    for fork in itertools.islice(forks(game, seed=7), 15):
        for claim in fault_claims(fork.root, fork.first, fork.second):
            if claim.kind == DRAWN:
                continue
            lines = {"better": fork.first, "played": fork.second}
            data = claim_data(claim) | {"number": claim.number + 1}
            assert truth.problem(game.name, game.options, str(fork.root), lines, data)
            caught += 1
    assert caught


if __name__ == "__main__":
    for each in GAMES:
        found = all_checked(each, int(sys.argv[1]))
        print(f"{each.name} {len(each.players)}: {sum(found.values())} claims are true: {dict(found)}", flush=True)

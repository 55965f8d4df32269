"""Batches against the independent referees: who acts, what is legal, how games end, in every variant."""

from __future__ import annotations

import numpy as np

from tavoliere.core.game import DRAW
from tests.conformance.variants import Variant
from tests.differential.driver import oracle_of
from tests.gym.test_batch import every_variant, made

TURNS = {"pit-of-pillars": 12, "pit": 40}
"""Where a position has thousands of whole turns, a referee takes its time over each."""


@every_variant
def test_a_batch_plays_by_the_referee(variant: Variant) -> None:
    batch = made(variant, 1, seed=17, longest=1 << 20)
    game, referees = batch.game, oracle_of(variant[0])
    begin = referees.start(**dict(variant[1]))
    position, referee = game.start(), begin
    ended = 0
    for _ in range(TURNS.get(variant[0], 150)):
        assert referees.text(referee) == str(position) and game.players[batch.player[0]] == referees.turn(referee)
        turns = {tuple(position.turn_to_actions(turn)) for turn in referees.legal_turns(referee)}
        before, played = position, ()
        while played not in turns:
            allowed = {turn[len(played)] for turn in turns if turn[: len(played)] == played}
            assert set(np.flatnonzero(batch.mask[0]).tolist()) == allowed == set(batch.legal[0, : batch.counts[0]])
            played += (int(batch.random_actions()[0]),)
            position = position.act(played[-1])
            batch.step(played[-1:])
        referee = referees.play(referee, before.actions_to_turn(played))
        outcome = referees.outcome(referee)
        assert batch.done[0] == (outcome is not None)
        if outcome is not None:
            scores = [outcome[0][letter] for letter in game.players]
            assert batch.winner[0] == (scores.index(1) if 1 in scores else DRAW)
            position, referee, ended = game.start(), begin, ended + 1
        assert batch.state(0) == position.state
    assert ended > 0 or batch.game.name in ("pit-of-pillars", "tablut", "pit")

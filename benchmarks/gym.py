"""How fast batches are, as ratios in one run: to the bare kernel of random games, and to pgx where it is installed.

`python benchmarks/gym.py [--rounds N] [--size N]` alternates rounds of CPU time, one core, and shows medians. All of it
is on: observation, mask, rewards, auto-reset, repetition. A peer is a game of about the same size; it needs pgx.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import tavoliere as tv
from tavoliere.core.compiled import generator, row
from tavoliere.core.playouts import ACTIONS_PLAYED, TALLY_LENGTH, playouts
from tavoliere.games import own_games

PEERS = {"never-alone": "othello", "pathwayz": "hex", "tablut": "go_9x9", "pit-of-pillars": "chess"}
SECONDS = 0.25


def rate(work: Callable[[], int]) -> float:
    """Steps a second of CPU time."""
    began, done = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        done += work()
    return done / (time.process_time() - began)


def batch_of(game: tv.Game, size: int) -> Callable[[], int]:
    batch = tv.gym.Batch(game, size)

    def steps() -> int:
        for _ in range(4):
            batch.step(batch.random_actions())
        return 4 * size

    return steps


def bare(game: tv.Game) -> Callable[[], int]:
    """Random games without anything to see."""
    rng, out = generator(1), row(game.facts.most_actions)

    def games() -> int:
        tally = row(TALLY_LENGTH)
        playouts(game.start().state, 50, game.facts.random_game_cut, rng, out, tally)
        return int(tally[ACTIONS_PLAYED])

    return games


def single(game: tv.Game) -> Callable[[], int]:
    """One game at a time, with observation and mask."""
    batch = tv.gym.Batch(game, 1)

    def steps() -> int:
        for _ in range(200):
            batch.step(batch.random_actions())
        return 200

    return steps


def peer(name: str, size: int) -> Callable[[], int] | None:
    """A game of pgx with random actions; None where pgx is not installed."""
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def one(state: object, key: object) -> object:
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))  # type: ignore[attr-defined]
        return step(state, jax.random.categorical(key, logits))

    def many(state: object, key: object) -> object:
        def body(carried: object, key: object) -> tuple[object, None]:
            return jax.vmap(one)(carried, jax.random.split(key, size)), None

        return jax.lax.scan(body, state, jax.random.split(key, 4))[0]

    run = jax.jit(many)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
    kept = [jax.block_until_ready(run(state, jax.random.PRNGKey(1)))]

    def steps() -> int:
        kept[0] = jax.block_until_ready(run(kept[0], jax.random.PRNGKey(2)))
        return 4 * size

    return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=1024)
    chosen = parser.parse_args()
    print(f"{'game':18}{'batch':>12}{'single':>12}{'to bare':>10}  to pgx")
    for name in own_games():
        for variant in tv.game(name).facts.variants:
            game = tv.game(name, **variant)
            other = peer(PEERS[name], chosen.size) if name in PEERS else None
            works = {"batch": batch_of(game, chosen.size), "single": single(game), "bare": bare(game)}
            works |= {"peer": other} if other else {}
            for work in works.values():
                work()
            rounds = [{kind: rate(work) for kind, work in works.items()} for _ in range(chosen.rounds)]
            middle = {kind: statistics.median(found[kind] for found in rounds) for kind in works}
            to_bare = statistics.median(found["batch"] / found["bare"] for found in rounds)
            to_peer = f"{middle['batch'] / middle['peer']:.1f} x {PEERS[name]}" if other else "-"
            title = f"{name} {len(game.players)}"
            print(f"{title:18}{middle['batch']:12,.0f}{middle['single']:12,.0f}{to_bare:10.2f}  {to_peer}", flush=True)


if __name__ == "__main__":
    main()

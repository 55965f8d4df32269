"""How fast batches are, as ratios in one run: to the bare kernel of random games, and to peers that are installed.

`python benchmarks/gym.py [--rounds N] [--size N] [--game NAME]` alternates rounds of processor time and shows medians.
All of it is on: observation, mask, rewards, auto-reset, repetition. Peers of batches are games of pgx of about the same
size, peers of one game at a time are OpenSpiel's loop in Python, with observation and mask as well.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import tavoliere as tv
from tavoliere.core.compiled import generator, row
from tavoliere.core.playouts import ACTIONS_PLAYED, TALLY_LENGTH, playouts
from tavoliere.games import own_games

PEERS = {
    "never-alone": ("othello",),
    "pathwayz": ("hex",),
    "tablut": ("hex", "go_9x9"),
    "pit-of-pillars": ("chess",),
}
LOOPS = ("hex", "breakthrough", "amazons")
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
        choosing, beginning = jax.random.split(key)
        return step(state, jax.random.categorical(choosing, logits), beginning)

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


def loop(name: str) -> Callable[[], int] | None:
    """One game of OpenSpiel after another, as its examples play; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, chance = pyspiel.load_game(name), random.Random(1)

    def steps() -> int:
        state, done = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(chance.choice(state.legal_actions()))
            done += 1
        return done

    return steps


def measured(game: tv.Game, rounds: int, size: int) -> tuple[dict[str, float], dict[str, float]]:
    """Medians of all rates, and of the batch's or the single game's rate over each other one of the same round."""
    works = {"batch": batch_of(game, size), "single": single(game), "bare": bare(game)}
    batched = {f"pgx {name}": peer(name, size) for name in PEERS.get(game.name, ())}
    looped = {f"OpenSpiel {name}": loop(name) for name in LOOPS}
    works |= {title: work for title, work in (batched | looped).items() if work is not None}
    for work in works.values():
        work()
    found = [{title: rate(work) for title, work in works.items()} for _ in range(rounds)]
    own = {title: "single" if title in looped else "batch" for title in works if title not in ("batch", "single")}
    ratios = {title: statistics.median(one[mine] / one[title] for one in found) for title, mine in own.items()}
    return {title: statistics.median(one[title] for one in found) for title in works}, ratios


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--game", action="append", help="only this game; may be given again")
    chosen = parser.parse_args()
    for name in chosen.game or own_games():
        for variant in tv.game(name).facts.variants:
            game = tv.game(name, **variant)
            rates, ratios = measured(game, chosen.rounds, chosen.size)
            told = ", ".join(f"{ratio:.3g} x {title}" for title, ratio in ratios.items())
            title = f"{name} {len(game.players)}"
            print(f"{title:18}{rates['batch']:12,.0f}{rates['single']:12,.0f}  {told}", flush=True)


if __name__ == "__main__":
    main()

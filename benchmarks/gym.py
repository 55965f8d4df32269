"""How fast batches are, as ratios in one run: to the bare kernel of random games, and to peers that are installed.

`python benchmarks/gym.py [--rounds N] [--size N] [--game NAME]` alternates rounds of processor time and shows medians.
All of it is on: observation, mask, rewards, auto-reset, repetition. Peers of batches are games of pgx of about the same
size, peers of one game at a time are OpenSpiel's loop in Python, with observation and mask as well; what plays one game
at a time is a batch of one, and then each of the adapters that are installed.
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


def agents(game: tv.Game) -> Callable[[], int] | None:
    """One game after another as PettingZoo's users play; None where it is not installed."""
    try:
        from tavoliere.gym import zoo
    except ImportError:
        return None
    env, chance = zoo.raw_env(game.name, **dict(game.options)), random.Random(1)

    def steps() -> int:
        env.reset()
        for done, _ in enumerate(env.agent_iter()):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return done
            env.step(chance.choice(observation["action_mask"].nonzero()[0]))
        return 0

    return steps


def seat(game: tv.Game) -> Callable[[], int] | None:
    """One seat after another as Gymnasium's users play, against random turns, which are not counted."""
    try:
        from tavoliere.gym.solo import Solo
    except ImportError:
        return None
    env, chance = Solo(game.name, opponent="random", **dict(game.options)), random.Random(1)
    env.reset(seed=1)

    def steps() -> int:
        info, done, over = env.reset()[1], 0, False
        while not over:
            _, _, terminated, truncated, info = env.step(chance.choice(info["action_mask"].nonzero()[0]))
            done, over = done + 1, terminated or truncated
        return done

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


def registered(game: tv.Game) -> Callable[[], int] | None:
    """A game of ours in OpenSpiel's loop, where a Python game shows itself by its observer."""
    try:
        import pyspiel

        from tavoliere.gym import spiel
    except ImportError:
        return None
    spiel.register()
    ours, chance = pyspiel.load_game(spiel.short_name(game)), random.Random(1)
    observer = ours.make_py_observer()

    def steps() -> int:
        state, done = ours.new_initial_state(), 0
        while not state.is_terminal():
            observer.set_from(state, state.current_player())
            state.legal_actions_mask()
            state.apply_action(chance.choice(state.legal_actions()))
            done += 1
        return done

    return steps


def measured(game: tv.Game, rounds: int, size: int) -> tuple[dict[str, float], dict[tuple[str, str], float]]:
    """Medians of all rates, and of our rates over those of the bare kernel and of peers in the same round."""
    ones = {"single": single(game), "PettingZoo": agents(game), "OpenSpiel": registered(game), "Gymnasium": seat(game)}
    batched = {f"pgx {name}": peer(name, size) for name in PEERS.get(game.name, ())}
    looped = {f"OpenSpiel's {name}": loop(name) for name in LOOPS}
    others = {"batch": batch_of(game, size), "bare": bare(game)}
    works = {title: work for title, work in (others | ones | batched | looped).items() if work is not None}
    for work in works.values():
        work()
    found = [{title: rate(work) for title, work in works.items()} for _ in range(rounds)]
    pairs = [("batch", title) for title in ("bare", *batched)] + [(one, title) for one in ones for title in looped]
    known = [(mine, title) for mine, title in pairs if mine in works and title in works]
    ratios = {(mine, title): statistics.median(one[mine] / one[title] for one in found) for mine, title in known}
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
            print(f"{name} {len(game.players)}")
            for mine in ("batch", "single", "PettingZoo", "OpenSpiel", "Gymnasium"):
                if mine in rates:
                    told = ", ".join(
                        f"{ratio:.3g} x {title}" for (ours, title), ratio in ratios.items() if ours == mine
                    )
                    print(f"  {mine:12}{rates[mine]:12,.0f}  {told}", flush=True)


if __name__ == "__main__":
    main()

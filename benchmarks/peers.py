"""Random play side by side, in one run: our games and the nearest that others have.

Rolit with two players on 8×8 and Othello have the same board, the same captures and some sixty moves a game. Hopsy has
about as many moves to choose from as Go on 9×9 squares, Hops as backgammon, which has dice too. Each contender plays
random games for the same time, in turns, several rounds; medians are reported, and ratios to the slowest. A peer that
is not installed is named as missing. Without `--gpu`, everybody has one core, and only the time is counted in which it
worked for them: other work on the machine slows nobody down more than another.

    pip install open_spiel pgx
    python -m benchmarks.peers
    python -m benchmarks.peers --gpu
"""

from __future__ import annotations

import argparse
import functools
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

# One core for everybody: these are read when the libraries load.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # a GPU is shared by all of us

Contender = Callable[[int], int]
"""Plays some random games from a seed and returns how many moves it played."""


def ludotheque_compiled() -> Contender:
    """Compiled playouts on the kernel."""
    import ludotheque as lt
    from ludotheque.core.boards.lines import bound_to
    from ludotheque.core.boards.linestate import LineState

    state = lt.start("rolit", players=2, size=8)
    assert isinstance(state, LineState)
    playouts = bound_to(state.arithmetic).playouts
    return lambda seed: int(playouts(state.setting.rules, state.line, 200, 60, seed, 0, state.arithmetic.sets)[0])


def ludotheque_batches(game: str = "rolit", games: int = 1024, **options: object) -> Contender:
    """Whole games of a batch, as `lt.playouts` plays them."""
    import ludotheque as lt

    return lambda seed: int(lt.playouts(game, games, device="cpu", seed=seed, **options).plies.sum())


def ludotheque_steps() -> Contender:
    """A batch move by move from Python, with a legal action for each game drawn by the batch."""
    import ludotheque as lt

    many = lt.batch("rolit", 1024, reset=True, players=2, size=8)

    def play(seed: int) -> int:
        for _ in range(60):
            many.step(many.random_actions())
        return 60 * many.games

    return play


def ludotheque_states() -> Contender:
    """`moves()` and `play()` from Python."""
    import random

    import ludotheque as lt

    start = lt.start("rolit", players=2, size=8)

    def play(seed: int) -> int:
        rng, state, moves = random.Random(seed), start, 0
        while not state.over:
            state = state.play(rng.choice(state.moves()))
            moves += 1
        return moves

    return play


def open_spiel_states(name: str = "othello") -> Contender:
    """`legal_actions()` and `apply_action()` from Python; the rules are C++. Dice are rolled, and not counted."""
    import random

    import pyspiel

    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        rng, state, moves = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return moves

    return play


def ludotheque_gpu(game: str, games: int, **options: object) -> Contender:
    """Whole games on a GPU, as `lt.playouts` plays them; how many moves they took comes back to the CPU."""
    import ludotheque as lt

    return lambda seed: int(lt.playouts(game, games, device="cuda", seed=seed, **options).plies.copy_to_host().sum())


def ludotheque_gpu_steps(games: int) -> Contender:
    """A batch on a GPU move by move from Python."""
    import ludotheque as lt

    many = lt.batch("rolit", games, device="cuda", reset=True, players=2, size=8)

    def play(seed: int) -> int:
        for _ in range(60):
            many.step(many.random_actions(), illegal="skip")
        many.refused.copy_to_host()  # until all is done
        return 60 * many.games

    return play


def pgx_batch(game: str = "othello", games: int = 1024, plies: int = 60) -> Contender:
    """Whole batches of games compiled by JAX, as Pgx is meant to be used: on a GPU where JAX finds one."""
    import jax
    import jax.numpy as jnp
    import pgx

    environment = pgx.make(game)
    init, step = jax.vmap(environment.init), jax.vmap(environment.step)

    def run(key: Any) -> Any:
        def one(carry: tuple[Any, Any], _: Any) -> tuple[tuple[Any, Any], Any]:
            state, key = carry
            key, draw, chance = jax.random.split(key, 3)
            scores = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(draw, scores, axis=-1)
            going = ~state.terminated
            return (step(state, action, jax.random.split(chance, games)), key), going.sum()

        key, first = jax.random.split(key)
        _, counts = jax.lax.scan(one, (init(jax.random.split(first, games)), key), None, length=plies)
        return counts.sum()

    compiled = jax.jit(run)
    return lambda seed: int(compiled(jax.random.PRNGKey(seed)))


CONTENDERS: dict[str, Callable[[], Contender]] = {
    "Ludothèque, Rolit 8×8, compiled": ludotheque_compiled,
    "Ludothèque, Rolit 8×8, playouts": functools.partial(ludotheque_batches, players=2, size=8),
    "Ludothèque, Rolit 8×8, steps of 1024 games": ludotheque_steps,
    "Ludothèque, Rolit 8×8, State from Python": ludotheque_states,
    "OpenSpiel Othello, state from Python": open_spiel_states,
    "Pgx Othello, batches of 1024": pgx_batch,
    "Ludothèque, Hopsy, playouts": functools.partial(ludotheque_batches, "hopsy", 256),
    "OpenSpiel Go 9×9, state from Python": functools.partial(open_spiel_states, "go(board_size=9)"),
    "Pgx Go 9×9, batches of 256": functools.partial(pgx_batch, "go_9x9", 256),
    "Ludothèque, Hops, playouts": functools.partial(ludotheque_batches, "hops_dice", 64),
    "OpenSpiel backgammon, state from Python": functools.partial(open_spiel_states, "backgammon"),
    "Pgx backgammon, batches of 256": functools.partial(pgx_batch, "backgammon", 256),
}
_MANY = 1 << 14
ON_GPU: dict[str, Callable[[], Contender]] = {
    "Ludothèque, Rolit 8×8, playouts": functools.partial(ludotheque_gpu, "rolit", 1 << 23, players=2, size=8),
    "Ludothèque, Rolit 6×6, playouts": functools.partial(ludotheque_gpu, "rolit", 1 << 23),
    "Ludothèque, Rolit 8×8, steps of 2²⁰ games": functools.partial(ludotheque_gpu_steps, 1 << 20),
    "Ludothèque, Hopsy, playouts": functools.partial(ludotheque_gpu, "hopsy", 1 << 21),
    "Ludothèque, Le Mix, playouts": functools.partial(ludotheque_gpu, "hopsy", 1 << 20, variant="mix"),
    "Ludothèque, Hops, playouts": functools.partial(ludotheque_gpu, "hops_dice", 1 << 18),
    "Ludothèque, Plic-Plac, playouts": functools.partial(ludotheque_gpu, "plic_plac", 1 << 21, players=2),
    "Pgx Othello, batches of 2¹⁴": functools.partial(pgx_batch, "othello", _MANY),
    "Pgx Go 9×9, batches of 2¹⁴": functools.partial(pgx_batch, "go_9x9", _MANY),
    "Pgx backgammon, batches of 2¹⁴": functools.partial(pgx_batch, "backgammon", _MANY),
}


def main() -> None:
    """Prints a table of moves per second."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each turn lasts")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--gpu", action="store_true", help="who plays on a GPU")
    chosen = parser.parse_args()
    if not chosen.gpu and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    clock = time.perf_counter if chosen.gpu else time.process_time
    players: dict[str, Contender] = {}
    for name, make in (ON_GPU if chosen.gpu else CONTENDERS).items():
        try:
            players[name] = make()
            players[name](0)
        except ImportError as error:
            print(f"{name}: not installed ({error.name})")
    rates: dict[str, list[float]] = {name: [] for name in players}
    for turn in range(chosen.rounds):
        for name, play in players.items():
            moves, began = 0, clock()
            while (spent := clock() - began) < chosen.seconds:
                moves += play(turn * 10_000_019 + moves + 1)
            rates[name].append(moves / spent)
    medians = {name: statistics.median(each) for name, each in rates.items()}
    slowest = min(medians.values())
    for name, median in sorted(medians.items(), key=lambda pair: -pair[1]):
        print(f"{name:45} {median:14,.0f} moves/s   ×{median / slowest:,.1f}")


if __name__ == "__main__":
    main()

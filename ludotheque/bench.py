"""Measures how fast the rules run: compiled random play, and play through `State`, on one core, medians of runs."""

from __future__ import annotations

import random
import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from types import ModuleType

from ludotheque.core.contract import Game, State
from ludotheque.core.lines import bound_to
from ludotheque.core.linestate import LineState

_RUNS = 5


@dataclass(frozen=True)
class Speed:
    """How fast one game runs, and what it takes."""

    compiled_moves_per_s: float
    state_moves_per_s: float
    first_move_s: float
    """From nothing in memory but Python to the first move played; the disk cache as it was found."""
    state_bytes: int
    """What one state holds on to, at the end of a random game."""
    peak_memory_mib: float

    def plain(self) -> dict[str, float]:
        return asdict(self)


def measure(game: Game, options: dict[str, object], seconds: float = 0.3) -> Speed:
    """The speed of one game with these options; each run lasts about so many seconds."""
    began = time.perf_counter()
    state = game.start(**options)
    state.play(state.moves()[0])
    first_move = time.perf_counter() - began
    through_state = _rate(lambda seed: _random_game(state, seed)[0], seconds)
    end = _random_game(state, 1)[1]
    return Speed(
        compiled_moves_per_s=_compiled_rate(state, seconds),
        state_moves_per_s=through_state,
        first_move_s=first_move,
        state_bytes=_size(end),
        peak_memory_mib=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def _rate(play: Callable[[int], int], seconds: float) -> float:
    """Moves per second of a function from a seed to a number of moves."""
    play(0)
    rates = []
    for run in range(_RUNS):
        moves, began = 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds:
            moves += play(run * 1_000_003 + moves + 1)
        rates.append(moves / spent)
    return statistics.median(rates)


def _random_game(state: State, seed: int) -> tuple[int, State]:
    """Plays random moves through `moves()` and `play()` to the end: how many, and the last state."""
    rng = random.Random(seed)
    moves = 0
    while not state.over:
        state = state.play(rng.choice(state.moves()))
        moves += 1
    return moves, state


def _compiled_rate(state: State, seconds: float) -> float:
    assert isinstance(state, LineState), f"{state.game.id} has no kernel of positions"
    kernel: ModuleType = state.kernel
    playouts = bound_to(kernel).playouts

    def play(seed: int) -> int:
        plies, _ = playouts(state.setting.rules, state.line, 50, state.longest, seed, len(state.identity), kernel.SETS)
        return plies

    return _rate(play, seconds)


def _size(state: State) -> int:
    assert isinstance(state, LineState)
    return int(state.__sizeof__() + state.line.nbytes)

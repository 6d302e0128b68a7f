"""`ludotheque bench`: measures how fast the rules run and bots think: compiled random play, play through `State`,
thoughts; on one core, medians of runs."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Protocol, runtime_checkable

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table as RichTable

from ludotheque.cli.bench_search import Searched, measure_search
from ludotheque.cli.words import OptionPairs, SomeGames, said
from ludotheque.core.boards.arrays import np
from ludotheque.core.contract import CHANCE, Game, State
from ludotheque.core.cupboard import find, games
from ludotheque.core.options import pairs
from ludotheque.core.text import Text

_RUNS = 5


def bench(
    game: SomeGames = None,
    option: OptionPairs = None,
    json_: Annotated[bool, typer.Option("--json", help=said(Text("For machines.")))] = False,
    cold: Annotated[bool, typer.Option(help=said(Text("Also measure without a cache.")))] = False,
    seconds: Annotated[float, typer.Option(min=0.01, help=said(Text("How long a run lasts.")))] = 0.3,
) -> None:
    chosen = [find(name) for name in game] if game else list(games().values())
    options = pairs(option or ())
    speeds = {}
    for each in track(chosen, "…", console=Console(stderr=True), transient=True):
        speeds[each.id] = measure(each, options, seconds, cold=cold)
    if json_:
        print(json.dumps({name: speed.plain() for name, speed in speeds.items()}, indent=2))
        return
    table = RichTable("", *speeds)
    for row in dict.fromkeys(row for speed in speeds.values() for row in speed.plain()):
        figures = [speed.plain().get(row) for speed in speeds.values()]
        table.add_row(
            row, *("" if each is None else f"{each:,.0f}" if each >= 100 else f"{each:.2f}" for each in figures)
        )
    Console().print(table)


@runtime_checkable
class PlaysCompiled(Protocol):
    """A state whose game can be played at random in compiled code alone."""

    def random_play(self, seed: int) -> int:
        """Plays some random games by the rules of this one; how many moves they took."""


@dataclass(frozen=True)
class Speed:
    """How fast one game runs, and what it takes."""

    compiled_moves_per_s: float | None
    """Random games in compiled code alone; None for a game that has none. Hop ! C'est plié counts rows of crosses."""
    state_moves_per_s: float
    """`moves()` and `play()`, a random game after the other."""
    state_games_per_minute: float
    first_move_warm_s: float
    """A new Python process up to its first move, the machine code on disk."""
    first_move_cold_s: float | None
    """The same with nothing on disk; measured only when asked."""
    state_bytes: int
    """What one state holds on to, at the end of a random game."""
    peak_memory_mib: float | None
    """Where the system tells it."""
    searched: Searched
    """How fast bots think."""

    def plain(self) -> dict[str, float]:
        """The figures by name, without those that were not measured."""
        figures = {**asdict(self), **self.searched._asdict()}
        return {name: value for name, value in figures.items() if value is not None and name != "searched"}


def measure(game: Game, options: Mapping[str, object], seconds: float = 0.3, *, cold: bool = False) -> Speed:
    """The speed of one game with these options; each run lasts about so many seconds."""
    state = game.start(**options)
    through_state = _rate(lambda seed: _random_game(state, seed)[0], seconds)
    lengths = [_random_game(state, seed)[0] for seed in range(20)]
    _first_move(game, options)
    return Speed(
        compiled_moves_per_s=_rate(state.random_play, seconds) if isinstance(state, PlaysCompiled) else None,
        state_moves_per_s=through_state,
        state_games_per_minute=60 * through_state / statistics.mean(lengths),
        first_move_warm_s=statistics.median(_first_move(game, options) for _ in range(3)),
        first_move_cold_s=_first_move(game, options, cold=True) if cold else None,
        state_bytes=_size(_random_game(state, 1)[1]),
        peak_memory_mib=_peak_memory(),
        searched=measure_search(game, options, seconds),
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
        seat = rng.choice(state.waiting)
        state = state.play(state.draw(rng) if seat == CHANCE else rng.choice(state.moves(seat)), seat)
        moves += 1
    return moves, state


def _first_move(game: Game, options: Mapping[str, object], *, cold: bool = False) -> float:
    """How long a new process takes to its first move."""
    code = (
        f"import random, ludotheque as lt; s = lt.start({game.id!r}, **{dict(options)!r});"
        "s.play(s.draw(random.Random(1)) if lt.CHANCE in s.acting else s.moves()[0])"
    )
    with tempfile.TemporaryDirectory() as empty:
        elsewhere = {"XDG_CACHE_HOME": empty, "NUMBA_CACHE_DIR": ""} if cold else {}
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], env={**os.environ, **elsewhere}, check=True)
        return time.perf_counter() - began


def _size(state: State) -> int:
    held = vars(state).values()
    return sys.getsizeof(vars(state)) + sum(
        each.nbytes if isinstance(each, np.ndarray) else sys.getsizeof(each) for each in held
    )


def _peak_memory() -> float | None:
    """The most memory this process has had, in MiB; `None` where the system does not tell."""
    if importlib.util.find_spec("resource") is None:
        return None
    resource = importlib.import_module("resource")
    peak: float = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return peak

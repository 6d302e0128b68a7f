"""A GPU, through numba: one thread for each game. Nothing loads this until a batch is wanted there."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludotheque.core.boards.compiled import Compiled, compiles
from ludotheque.core.boards.engine import Engine
from ludotheque.core.boards.randomness import mixed
from ludotheque.research.devices import Array, Device
from ludotheque.research.loops import bound_to
from ludotheque.research.memory import Memory, rows_for, rules_on

if not hasattr(np, "row_stack"):  # numba.cuda asks for it when it loads, and NumPy 2.5 no longer has it
    vars(np)["row_stack"] = np.vstack  # by this way, as checkers of types too know it only of older ones

from numba import config
from numba import cuda as cuda  # a global of this module: numba's simulator of a GPU puts its own in its place

_BLOCK, _BLOCKS = 128, 1 << 11
"""Threads in a block; and blocks, when whole games are played: as many as a large GPU runs at once."""
_FEW_SETS = 32
"""As many as a thread can have at hand."""
_SPARING = {} if config.ENABLE_CUDASIM else {"max_registers": 64}
"""For threads that wait for memory a lot: with few registers each, others run meanwhile. (The simulator has none.)"""


class Cuda(Device):
    """Rows of games lie so that what neighbours read lies together."""

    name = "cuda"

    def __init__(self) -> None:
        if not cuda.is_available():
            raise ValueError("device='cuda': numba finds no GPU here")

    def put(self, values: Array) -> Array:
        return values if hasattr(values, "__cuda_array_interface__") else cuda.to_device(np.asarray(values))

    def make(self, shape: tuple[int, ...], dtype: type) -> Array:
        return cuda.to_device(np.zeros(shape, dtype))

    def make_by_game(self, shape: tuple[int, ...], dtype: type) -> Array:
        games, *others = shape
        strides = [np.dtype(dtype).itemsize]  # of the game, then from the last dimension to the first
        for length in [games, *reversed(others[1:])]:
            strides.append(strides[-1] * length)
        return cuda.device_array(shape, dtype, strides=(strides[0], *reversed(strides[1:])))

    def get(self, array: Array) -> Any:
        return array.copy_to_host()

    def run(self, done: Compiled[..., None], games: int, memory: Memory, *args: Array) -> None:
        _kernel(done)[(games + _BLOCK - 1) // _BLOCK, _BLOCK](games, memory, args)

    def play_out(self, engine: Engine, games: int, seed: int, most: int) -> tuple[Any, Any]:
        if engine.looks_back and engine.longest is None:
            raise ValueError("device='cuda': a game that nothing bounds, and whose rules look back, has no end here")
        plies, scores = cuda.device_array(games, np.int32), cuda.device_array((games, engine.seats), np.float32)
        rules, first = rules_on(self, engine.rules), self.put(engine.first)
        blocks = min((games + _BLOCK - 1) // _BLOCK, _BLOCKS)
        kernel, is_large = engine.kernel, engine.kernel.sets > _FEW_SETS
        shape = rows_for(engine, most), kernel.words, kernel.sets, engine.seats
        scratch = cuda.device_array((blocks * _BLOCK if is_large else 1, kernel.sets, 2), np.int64)
        play = _playouts(bound_to(engine)["played_out"], shape, engine.point, apart=is_large)
        play[blocks, _BLOCK](rules, first, scratch, seed, most, plies, scores)
        return plies, scores


@cache
def _playouts(done: Compiled[..., Any], shape: tuple[int, int, int, int], point: float, *, apart: bool) -> Any:
    """Whole games: each thread has its rows for itself, and plays one game after the other. So it has its sets, unless
    they are so many that, woven into those of its neighbours, most of what is fetched with them would not be asked for:
    then they lie `apart`."""
    rows, words, sets, seats = shape
    code, mix = code_for_threads(done), code_for_threads(mixed)

    @cuda.jit(device=True)
    def play(rules, first, own, seed, most, plies, scored):  # type: ignore[no-untyped-def]  # as below
        line = cuda.local.array((rows, words), np.int64)
        points = cuda.local.array(seats, np.int64)
        for game in range(cuda.grid(1), plies.shape[0], cuda.gridsize(1)):
            plies[game] = code(rules, first, line, own, mix(seed, game), most, points)
            for seat in range(seats):
                scored[game, seat] = point * points[seat]

    def with_sets(rules, first, scratch, seed, most, plies, scored):  # type: ignore[no-untyped-def]  # as below
        own = cuda.local.array((sets, 2), np.int64)
        play(rules, first, own, seed, most, plies, scored)

    def with_sets_apart(rules, first, scratch, seed, most, plies, scored):  # type: ignore[no-untyped-def]  # as below
        play(rules, first, scratch[cuda.grid(1)], seed, most, plies, scored)

    return cuda.jit(with_sets_apart, **_SPARING) if apart else cuda.jit(with_sets)


def code_for_threads(done: Compiled[..., Any]) -> Any:
    """A function as threads of a GPU can call it."""
    if done.allocates:
        raise ValueError(
            "device='cuda': to find the moves of this game arrays are made, which threads of a GPU cannot;"
            " device='cpu' plays it"
        )
    return done.machine() if compiles() else done.plain


@cache
def _kernel(done: Compiled[..., None]) -> Any:
    """What each thread does: the same function as on the CPU, for the game with its number."""
    code = code_for_threads(done)

    @cuda.jit
    def kernel(games, memory, args):  # type: ignore[no-untyped-def]  # numba reads no annotations here
        g = cuda.grid(1)
        if g < games:
            code(g, g + 1, memory, *args)

    return kernel

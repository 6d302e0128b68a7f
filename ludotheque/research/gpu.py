"""A GPU, through numba: one thread for each game. Nothing loads this until a batch is wanted there."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ludotheque.core.boards.compiled import Compiled, compiles
from ludotheque.research.devices import Array, Device
from ludotheque.research.loops import Memory

if not hasattr(np, "row_stack"):  # numba.cuda asks for it when it loads, and NumPy 2.5 no longer has it
    np.row_stack = np.vstack

from numba import cuda  # a global of this module: numba's simulator of a GPU puts its own in its place

_BLOCK = 128


class Cuda(Device):
    """Rows of games lie so that what neighbours read lies together."""

    name = "cuda"
    lanes = 1 << 18

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


@cache
def _kernel(done: Compiled[..., None]) -> Any:
    """What each thread does: the same function as on the CPU, for the game with its number."""
    code: Any = done.machine() if compiles() else done.plain

    @cuda.jit
    def kernel(games, memory, args):  # type: ignore[no-untyped-def]  # numba reads no annotations here
        g = cuda.grid(1)
        if g < games:
            code(g, g + 1, memory, *args)

    return kernel

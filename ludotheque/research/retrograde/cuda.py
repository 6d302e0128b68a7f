"""A GPU that fills a table, through numba: a group of threads for each block, which they have in the memory they share.

Nothing loads this until a table is wanted there.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numba import config, int32, int64, uint32

from ludotheque.core.boards.arrays import Words
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.symmetry import WAYS
from ludotheque.research.gpu import code_for_threads, cuda
from ludotheque.research.retrograde.layers import Place, Store, bound
from ludotheque.research.retrograde.machines import Machine
from ludotheque.research.retrograde.numbering import Numbering

config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
"""The last looks at a table ask little: that a GPU has hardly anything to do then is no news."""
THREADS = 512
"""In a group: with so many, two or three blocks fit a processor's memory, and their threads its registers."""
_QUESTIONS = 256
"""Threads in a group where each looks something up."""
_FREE_SHARED = 48 << 10
"""Bytes of shared memory that a group has without asking for more."""


class Cuda(Machine):
    """A GPU of this machine."""

    name = "cuda"

    def __init__(self, placement: Placement, numbering: Numbering) -> None:
        if not cuda.is_available():
            raise ValueError("device='cuda': numba finds no GPU here")
        self._threads, self._shared = THREADS, 4 * numbering.words
        self._kernels = _kernels(placement, numbering.choose.shape)

    @property
    def most(self) -> int | None:  # type: ignore[override]  # asked anew each time: memory fills
        """How many bytes there is room for."""
        context = cuda.current_context()
        return int(context.get_memory_info()[0]) if hasattr(context, "get_memory_info") else None

    def put(self, values: Any) -> Any:
        return cuda.to_device(np.asarray(values))

    def make(self, shape: tuple[int, ...], dtype: type) -> Any:
        made = cuda.device_array(shape, dtype)
        flat = made.reshape(prod(shape))
        self._kernels["erase"][min(prod(shape) // _QUESTIONS + 1, 1 << 12), _QUESTIONS](flat)
        return made

    def get(self, array: Any) -> Any:
        return array.copy_to_host()

    def begin(self, store: Store) -> None:
        self._run("begin_all", store)

    def find_wins(self, store: Store, depth: int) -> None:
        self._run("find_all_wins", store, depth)

    def find_losses(self, store: Store, depth: int) -> None:
        self._run("find_all_losses", store, depth)

    def gather(self, store: Store, most: int) -> Any:
        codes, number = cuda.device_array(most, np.int64), self.put(np.zeros(1, np.int64))
        self._kernels["gather_all"][store.boards.shape[0], _QUESTIONS](store, codes, number)
        found = int(number.copy_to_host()[0])
        return codes[:found].copy_to_host() if found <= most else None

    def look(self, store: Store, movers: Words, waiting: Words) -> Any:
        out = cuda.device_array((len(movers), 3), np.int64)
        groups = (len(movers) + _QUESTIONS - 1) // _QUESTIONS
        self._kernels["look_at_all"][groups, _QUESTIONS](store, self.put(movers), self.put(waiting), out)
        return out.copy_to_host()

    def _run(self, name: str, store: Store, *args: int) -> None:
        launch = self._kernels[name][store.boards.shape[0], self._threads, 0, self._shared]
        if self._shared > _FREE_SHARED:
            launch.pre_launch_callbacks.append(_ask_for_shared_memory)
        launch(store, *args)
        cuda.synchronize()


def _ask_for_shared_memory(kernel: Any, launch: Any) -> None:
    """Tells the driver that a group of threads will share more than is usual. (Numba has no word for it.)"""
    from cuda.bindings import driver

    held = kernel._codelibrary.get_cufunc().handle
    attribute = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    if isinstance(held, driver.CUfunction):
        (answer,) = driver.cuFuncSetAttribute(held, attribute, launch.sharedmem)
    else:
        (answer,) = driver.cuKernelSetAttribute(attribute, launch.sharedmem, held, cuda.current_context().device.id)
    if answer != driver.CUresult.CUDA_SUCCESS:
        raise MemoryError(f"{launch.sharedmem} bytes of shared memory for each group of threads: {answer}")


@cuda.jit(device=True)
def _clear(bits, word, mask):  # type: ignore[no-untyped-def]  # numba reads no annotations here
    cuda.atomic.and_(bits, word, np.uint32(~mask & 0xFFFF_FFFF))


@cuda.jit(device=True)
def _mark(bits, block, word, mask):  # type: ignore[no-untyped-def]  # numba reads no annotations here
    cuda.atomic.or_(bits, (block, word), np.uint32(mask))


@cuda.jit(device=True)
def _add(numbers, at, more):  # type: ignore[no-untyped-def]  # likewise
    return cuda.atomic.add(numbers, at, more)


_CALLED = ("prepare", "begin", "find_losses", "retreat", "settle_wins", "gather", "look")
"""The functions of `layers` that threads begin with."""


def _kernels(placement: Placement, coefficients: tuple[int, int]) -> dict[str, Any]:
    """What each group of threads does: the functions of `layers`, with all threads waiting for each other between two
    of them that read what the other has written."""
    here = bound(placement, "cuda", {"clear": _clear, "mark": _mark, "add": _add})
    parts = {name: code_for_threads(here[name]) for name in _CALLED}
    arrive = _arriving(parts["prepare"], placement.size**2, coefficients)
    return {**_filling(parts, arrive), **_asking(parts, arrive)}


def _arriving(prepare: Any, cells: int, coefficients: tuple[int, int]) -> Any:
    """Where a thread finds itself: the block of its group, and what the group shares."""
    rows, columns = coefficients

    @cuda.jit(device=True)
    def arrive(store):  # type: ignore[no-untyped-def]  # likewise
        where = cuda.shared.array(cells, int64)
        turned = cuda.shared.array(WAYS, int64)
        choose = cuda.shared.array(coefficients, int32)
        bits = cuda.shared.array(0, uint32)
        for i in range(cuda.threadIdx.x, rows * columns, cuda.blockDim.x):
            choose[i // columns, i % columns] = store.choose[i // columns, i % columns]
        place = Place(cuda.blockIdx.x, cuda.threadIdx.x, cuda.blockDim.x, where, turned, choose, bits)
        if cuda.threadIdx.x == 0:
            prepare(store, place)
        return place

    return arrive


def _filling(parts: dict[str, Any], arrive: Any) -> dict[str, Any]:
    """What is done to every block, layer by layer."""
    begin, find_losses = parts["begin"], parts["find_losses"]
    retreat, settle_wins = parts["retreat"], parts["settle_wins"]

    @cuda.jit
    def begin_all(store):  # type: ignore[no-untyped-def]  # likewise
        place = arrive(store)
        cuda.syncthreads()
        begin(store, place)

    @cuda.jit
    def find_all_losses(store, depth):  # type: ignore[no-untyped-def]  # likewise
        if store.news[cuda.blockIdx.x] < depth - 1:  # it may have been told more meanwhile
            return
        place = arrive(store)
        for word in range(place.start, store.won.shape[1], place.step):
            place.bits[word] = store.won[place.block, word]
        cuda.syncthreads()
        find_losses(store, place, depth)

    @cuda.jit
    def find_all_wins(store, depth):  # type: ignore[no-untyped-def]  # likewise
        if store.news[cuda.blockIdx.x] < depth - 1:  # it may have been told more meanwhile
            return
        place = arrive(store)
        for word in range(place.start, store.open.shape[1], place.step):
            place.bits[word] = store.open[place.block, word]
        cuda.syncthreads()
        retreat(store, place)
        cuda.syncthreads()
        settle_wins(store, place, depth)

    return {"begin_all": begin_all, "find_all_losses": find_all_losses, "find_all_wins": find_all_wins}


def _asking(parts: dict[str, Any], arrive: Any) -> dict[str, Any]:
    """What is read from a table, and how it is made empty."""
    gather, look = parts["gather"], parts["look"]

    @cuda.jit
    def gather_all(store, codes, number):  # type: ignore[no-untyped-def]  # likewise
        gather(store, arrive(store), codes, number)

    @cuda.jit
    def look_at_all(store, movers, waiting, out):  # type: ignore[no-untyped-def]  # likewise
        i = cuda.grid(1)
        if i < movers.shape[0]:
            look(store, movers[i], waiting[i], out[i])

    @cuda.jit
    def erase(array):  # type: ignore[no-untyped-def]  # likewise
        for i in range(cuda.grid(1), array.shape[0], cuda.gridsize(1)):
            array[i] = 0

    return {"gather_all": gather_all, "look_at_all": look_at_all, "erase": erase}

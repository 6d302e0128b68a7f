"""A strong solution: who wins every position of a game, and how soon, from the end backwards.

Positions are counted as they stand on the board: one that is turned or mirrored is another one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import comb
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.boards.arrays import Words
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import squares, whole
from ludotheque.research.retrograde.layers import Store
from ludotheque.research.retrograde.machines import Cpu, Machine
from ludotheque.research.retrograde.numbering import NUMBER_BITS, Numbering, number

_PLANES, _MOST_PLANES = 3, 5
"""How many bits a distance has at least, and at most."""
_MOST_FAR = 1 << 25
"""So many positions farther away than that are listed one by one."""
_SPARED = 1 << 30
"""Bytes that a table leaves to all else."""


class Layer(NamedTuple):
    """The positions that are decided within just so many moves."""

    moves: int
    """Odd: the side to move wins; even: it loses."""
    positions: int
    seconds: float


class Table:
    """A table of a game. It is filled layer by layer; then it can be asked."""

    def __init__(self, placement: Placement, device: str = "cpu", planes: int | None = None) -> None:
        self.placement, self.numbering = placement, number(placement)
        self._machine = machine_named(device, placement, self.numbering)
        self.planes = self._planes() if planes is None else planes
        self._store = self._made()
        self.layers: list[Layer] = []
        self.found: list[Any] = []
        """By layer and block: how many positions were found."""
        self._far_codes: Any = np.zeros(0, np.int64)
        self._far_moves: Any = np.zeros(0, np.int64)
        """Positions that are too far away for the bits of a distance, in order, and how far; `None`: too many."""

    @property
    def positions(self) -> int:
        """How many ways there are to place the pawns of both sides."""
        cells, pawns = self.placement.size**2, self.placement.pawns
        return comb(cells, pawns) * comb(cells - pawns, pawns)

    @property
    def entries(self) -> int:
        """How many of them the table holds."""
        return len(self.numbering.boards) * len(self.numbering.sets)

    @property
    def impossible(self) -> int:
        """In how many the side to move has a line already."""
        lined = [bool(self.placement.aligned(int(board), int(board))) for board in self.numbering.boards]
        return int(self.numbering.sizes[np.array(lined)].sum()) * len(self.numbering.sets)

    @property
    def open(self) -> int:
        """How many are decided for nobody, once all layers are there."""
        return self.positions - self.impossible - sum(layer.positions for layer in self.layers)

    @property
    def farthest(self) -> int:
        """Distances from here on are not told by their bits."""
        return 2 * ((1 << self.planes) - 1) - 1

    def fill(self) -> Iterator[Layer]:
        """Finds layer after layer, until one has nothing."""
        yield self._layer(0)
        while True:
            for moves in (len(self.layers), len(self.layers) + 1):
                layer = self._layer(moves)
                yield layer
                if layer.positions == 0:
                    return

    def look(self, movers: Words, waiting: Words) -> Any:
        """By position: who wins (1: the side to move, -1: the other, 0: nobody can force it), within how many moves."""
        if len(movers) == 0:
            return np.zeros((0, 2), np.int64)
        told = self._machine.look(self._store, np.asarray(movers, np.int64), np.asarray(waiting, np.int64))
        far = np.flatnonzero(told[:, 1] >= self.farthest)
        if len(far) and self._far_codes is not None:
            told[far, 1] = self._far_moves[np.searchsorted(self._far_codes, told[far, 2])]
        return told[:, :2]

    def boards_beside(self, block: int) -> Words:
        """The boards of the other side that go with a block, in the order of its bits."""
        numbering = self.numbering
        where = np.array(squares(whole(self.placement.size) & ~int(numbering.boards[block])), np.int64)
        bits = (numbering.sets[:, None] >> np.arange(len(where))) & 1
        boards: Words = (bits.astype(np.int64) << where).sum(axis=1)
        return boards

    def at_distance(self, block: int, moves: int) -> Any:
        """The numbers of the positions in a block (of the side that waits) that are won or lost about that far away."""
        if moves >= self.farthest and self._far_codes is not None:
            here = (self._far_codes >> NUMBER_BITS == block) & (self._far_moves == moves)
            return self._far_codes[here] & (1 << NUMBER_BITS) - 1
        wanted, found = (moves + 1) // 2, np.ones(len(self.numbering.sets), bool)
        for plane in range(self.planes):
            row = np.unpackbits(self._machine.get(self._store.far[plane, block]).view(np.uint8), bitorder="little")
            found &= row[: len(found)] == (wanted >> plane) & 1
        return np.flatnonzero(found)

    def count_open(self) -> int:
        """How many positions are marked as open: what `open` says, counted."""
        total, sizes = 0, self.numbering.sizes
        for start in range(0, len(sizes), 1 << 12):
            rows = self._machine.get(self._store.open[start : start + (1 << 12)])
            total += int(np.bitwise_count(rows).sum(axis=1, dtype=np.int64) @ sizes[start : start + (1 << 12)])
        return total

    def _layer(self, moves: int) -> Layer:
        began = time.perf_counter()
        if moves == 0:
            self._machine.begin(self._store)
        elif moves % 2:
            self._machine.find_wins(self._store, moves)
        else:
            self._machine.find_losses(self._store, moves)
        found = self._machine.get(self._store.found)
        self._store = self._store._replace(found=self._machine.put(np.zeros_like(found)))
        self.found.append(found.astype(np.int32))
        layer = Layer(moves, int(found @ self.numbering.sizes), time.perf_counter() - began)
        self.layers.append(layer)
        if moves >= self.farthest and layer.positions and self._far_codes is not None:
            self._list_far(moves)
        return layer

    def _list_far(self, moves: int) -> None:
        """Keeps which positions of a layer are too far away for the bits of a distance."""
        codes = self._machine.gather(self._store, _MOST_FAR)
        if codes is None:
            self._far_codes = None
            return
        new = np.setdiff1d(codes, self._far_codes)
        every = np.concatenate([self._far_codes, new])
        distances = np.concatenate([self._far_moves, np.full(len(new), moves)])
        order = np.argsort(every)
        self._far_codes, self._far_moves = every[order], distances[order]

    def _planes(self) -> int:
        if self._machine.most is None:
            return _MOST_PLANES
        plane = 4 * len(self.numbering.boards) * self.numbering.words
        fitting = (self._machine.most - _SPARED) // plane - 3
        if fitting < _PLANES:
            needed, free = (_PLANES + 3) * plane >> 30, self._machine.most >> 30
            raise ValueError(f"device={self._machine.name!r}: a table takes {needed} GiB, and {free} are free")
        return min(_MOST_PLANES, fitting)

    def _made(self) -> Store:
        machine, numbering = self._machine, self.numbering
        shape = len(numbering.boards), numbering.words
        arrays = (numbering.boards, numbering.orbits, numbering.sets, numbering.choose)
        boards, orbits, sets, choose = (machine.put(each) for each in arrays)
        return Store(
            boards=boards,
            orbits=orbits,
            sets=sets,
            choose=choose,
            open=machine.make(shape, np.uint32),
            far=machine.make((self.planes, *shape), np.uint32),
            won=machine.make(shape, np.uint32),
            fresh=machine.make(shape, np.uint32),
            found=machine.put(np.zeros(shape[0], np.int64)),
            news=machine.put(np.zeros(shape[0], np.int64)),
        )


def machine_named(name: str, placement: Placement, numbering: Numbering) -> Machine:
    """Who fills a table."""
    if name not in ("cpu", "cuda"):
        raise ValueError(f"device={name!r}: it is 'cpu' or 'cuda'")
    if name == "cpu":
        return Cpu(placement, numbering)
    from ludotheque.research.retrograde.cuda import Cuda

    return Cuda(placement, numbering)

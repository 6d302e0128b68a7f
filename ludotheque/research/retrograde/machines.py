"""Who runs through the blocks of a table: here this machine's CPU; `cuda.py` has a GPU."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from ludotheque.core.boards.arrays import Words
from ludotheque.core.boards.compiled import Compiled, compiled, specialised
from ludotheque.core.boards.placement import Placement
from ludotheque.research.retrograde.layers import Bits, Place, Store, bound, word_of
from ludotheque.research.retrograde.numbering import Numbering


class Machine(ABC):
    """Keeps the arrays of a table, and does to each block what is to be done."""

    name: str
    most: int | None = None
    """How many bytes there is room for; `None`: as many as there are."""

    @abstractmethod
    def put(self, values: Any) -> Any:
        """An array as this machine has it."""

    @abstractmethod
    def make(self, shape: tuple[int, ...], dtype: type) -> Any:
        """An array of zeros."""

    @abstractmethod
    def get(self, array: Any) -> Any:
        """An array as NumPy has it."""

    @abstractmethod
    def begin(self, store: Store) -> None:
        """Fills a table with what is over before a move is made."""

    @abstractmethod
    def find_wins(self, store: Store, depth: int) -> None:
        """A layer of wins, from the losses of the layer before."""

    @abstractmethod
    def find_losses(self, store: Store, depth: int) -> None:
        """A layer of losses."""

    @abstractmethod
    def gather(self, store: Store, most: int) -> Any:
        """The codes of the positions that are too far away for the bits of a distance; `None` if they are too many."""

    @abstractmethod
    def look(self, store: Store, movers: Words, waiting: Words) -> Any:
        """What a table knows of many positions: by position, who wins and within how many moves, and its
        code."""


@compiled
def clear(bits: Bits, word: int, mask: int) -> None:
    bits[word] = word_of(bits[word]) & ~mask


@compiled
def mark(bits: Bits, block: int, word: int, mask: int) -> None:
    bits[block, word] = word_of(bits[block, word]) | mask


@compiled
def add(numbers: Words, at: int, more: int) -> int:
    before = int(numbers[at])
    numbers[at] = before + more
    return before


def prepare(store: Store, place: Place) -> None:
    raise NotImplementedError("bound to a game by Cpu")


def begin(store: Store, place: Place) -> None:
    raise NotImplementedError("bound to a game by Cpu")


def find_losses(store: Store, place: Place, depth: int) -> None:
    raise NotImplementedError("bound to a game by Cpu")


def retreat(store: Store, place: Place) -> None:
    raise NotImplementedError("bound to a game by Cpu")


def settle_wins(store: Store, place: Place, depth: int) -> None:
    raise NotImplementedError("bound to a game by Cpu")


def look(store: Store, mover: int, waiting: int, out: Words) -> None:
    raise NotImplementedError("bound to a game by Cpu")


def gather(store: Store, place: Place, codes: Words, number: Words) -> None:
    raise NotImplementedError("bound to a game by Cpu")


def begin_all(store: Store, place: Place) -> None:
    for block in range(store.boards.shape[0]):
        here = Place(block, 0, 1, place.where, place.turned, store.choose, place.bits)
        prepare(store, here)
        begin(store, here)


def find_all_losses(store: Store, place: Place, depth: int) -> None:
    for block in range(store.boards.shape[0]):
        if store.news[block] < depth - 1:  # it may have been told more meanwhile
            continue
        here = Place(block, 0, 1, place.where, place.turned, store.choose, store.won[block])
        prepare(store, here)
        find_losses(store, here, depth)


def find_all_wins(store: Store, place: Place, depth: int) -> None:
    for block in range(store.boards.shape[0]):
        if store.news[block] < depth - 1:  # it may have been told more meanwhile
            continue
        for word in range(place.bits.shape[0]):
            place.bits[word] = store.open[block, word]
        here = Place(block, 0, 1, place.where, place.turned, store.choose, place.bits)
        prepare(store, here)
        retreat(store, here)
        settle_wins(store, here, depth)


def gather_all(store: Store, place: Place, codes: Words, number: Words) -> None:
    for block in range(store.boards.shape[0]):
        gather(store, Place(block, 0, 1, place.where, place.turned, store.choose, place.bits), codes, number)


def look_at_all(store: Store, movers: Words, waiting: Words, out: Any) -> None:
    for i in range(movers.shape[0]):
        look(store, int(movers[i]), int(waiting[i]), out[i])


class Cpu(Machine):
    """One core: for small boards, and for tests."""

    name = "cpu"

    def __init__(self, placement: Placement, numbering: Numbering) -> None:
        parts = bound(placement, "cpu", {"clear": clear, "mark": mark, "add": add})
        self._done: dict[str, Compiled[..., None]] = {
            each.__name__: specialised(each, placement.name, parts, apart=True)
            for each in (begin_all, find_all_losses, find_all_wins, gather_all, look_at_all)
        }
        bits = np.zeros(numbering.words, np.uint32)
        self._place = Place(0, 0, 1, np.zeros(64, np.int64), np.zeros(8, np.int64), numbering.choose, bits)

    def put(self, values: Any) -> Any:
        return np.asarray(values)

    def make(self, shape: tuple[int, ...], dtype: type) -> Any:
        return np.zeros(shape, dtype)

    def get(self, array: Any) -> Any:
        return array

    def begin(self, store: Store) -> None:
        self._done["begin_all"](store, self._place)

    def find_wins(self, store: Store, depth: int) -> None:
        self._done["find_all_wins"](store, self._place, depth)

    def find_losses(self, store: Store, depth: int) -> None:
        self._done["find_all_losses"](store, self._place, depth)

    def gather(self, store: Store, most: int) -> Any:
        codes, number = np.zeros(most, np.int64), np.zeros(1, np.int64)
        self._done["gather_all"](store, self._place, codes, number)
        return codes[: number[0]] if number[0] <= most else None

    def look(self, store: Store, movers: Words, waiting: Words) -> Any:
        out = np.zeros((len(movers), 3), np.int64)
        self._done["look_at_all"](store, movers, waiting, out)
        return out

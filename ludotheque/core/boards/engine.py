"""What many games at once are made of: a kernel, its rules, the rows of the start, and how programs see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludotheque.core.boards.arrays import Bytes, Line, Words
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.lines import Kernel
from ludotheque.core.contract import State


@compiled
def nothing_dealt(rules: Words, line: Line, at: int, seed: int) -> int:
    """What chance does before the first move of a game that has no chance: nothing."""
    return seed


@dataclass(frozen=True, eq=False)
class Engine:
    """One game with its options, ready to be played many times at once."""

    kernel: Kernel
    rules: Any
    """What the kernel's functions are given first: the options as integers, or whatever they ask for."""
    first: Line
    """The rows of the start."""
    seats: int
    looks_back: bool
    """Whether rules look back at earlier rows; else two rows serve for all."""
    longest: int | None
    """A number of moves that no game goes beyond."""
    point: float
    """What one of the kernel's points is worth."""
    shape: tuple[int, int, int]
    actions: int
    write: Callable[[Any, Line, int, int, Bytes], None]
    """(rules, line, at, seat, out): the planes of a row for a seat."""
    number_of: Callable[[Any, int], int]
    code_of: Callable[[Any, int], int]
    """Between the kernel's codes and actions: (rules, code or number)."""
    state_of: Callable[[Line], State]
    """The readable state that some rows are."""
    deal: Callable[[Any, Line, int, int], int] = nothing_dealt
    """(rules, line, at, seed): what chance does first, from a state of the generator; gives back the next."""

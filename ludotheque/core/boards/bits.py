"""Counting bits: the two things a processor does in one instruction and arithmetic in a dozen.

Numba offers neither to Python code, so each is one LLVM instruction when compiled and one line of Python when not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.core.boards.compiled import Compiled, MachineCode

_WORD = 0xFFFF_FFFF_FFFF_FFFF


def _instruction(emit: Callable[[Any, Any], Any]) -> MachineCode:
    """A function of one int64 that compiles to what `emit` writes."""
    import numba
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def instruction(typing_context, word):  # type: ignore[no-untyped-def]  # numba reads no annotations here
        def write(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # likewise
            return emit(builder, arguments[0])

        return types.int64(types.int64), write

    machine: MachineCode = numba.njit(lambda word: instruction(word), forceinline=True)
    return machine


def _population() -> MachineCode:
    return _instruction(lambda builder, word: builder.ctpop(word))


def _trailing_zeros() -> MachineCode:
    from llvmlite import ir

    return _instruction(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 1)))


def _count(board: int) -> int:
    """How many bits are set in a 64-bit word."""
    return (int(board) & _WORD).bit_count()


def _first(board: int) -> int:
    """The lowest bit set in a word that is not 0."""
    return (int(board) & -int(board)).bit_length() - 1


count = Compiled(_count, written=_population)
first = Compiled(_first, written=_trailing_zeros)

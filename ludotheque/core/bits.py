"""Counting bits: the two things a processor does in one instruction and arithmetic in a dozen.

Numba offers neither to Python code, so each is one LLVM instruction when compiled and one line of Python when not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from ludotheque.core.compiled import compiled

_WORD = 0xFFFF_FFFF_FFFF_FFFF

if TYPE_CHECKING or numba.config.DISABLE_JIT:

    def count(board: int) -> int:
        """How many bits are set in a 64-bit word."""
        return (int(board) & _WORD).bit_count()

    def first(board: int) -> int:
        """The lowest bit set in a word that is not 0."""
        return (int(board) & -int(board)).bit_length() - 1

else:

    def _instruction(emit: Callable[[Any, Any], Any]) -> Any:
        """A function of one int64 that compiles to what `emit` writes."""

        @intrinsic
        def instruction(typing_context, word):
            def write(context, builder, signature, arguments):
                return emit(builder, arguments[0])

            return types.int64(types.int64), write

        return instruction

    _population = _instruction(lambda builder, word: builder.ctpop(word))
    _trailing_zeros = _instruction(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 1)))

    @compiled
    def count(board: int) -> int:
        """How many bits are set in a 64-bit word."""
        return _population(board)

    @compiled
    def first(board: int) -> int:
        """The lowest bit set in a word that is not 0."""
        return _trailing_zeros(board)

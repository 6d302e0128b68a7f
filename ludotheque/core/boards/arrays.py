"""Rows of integers: NumPy's arrays where NumPy is installed, else a small stand-in that does as much as the rules need.

This is the one place that decides it. Kernels and searches import `np` from here and use no more of it than
`plainarrays` has: arrays of one to three dimensions, filled, indexed, sliced, copied, as lists and as bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple


class Rows(NamedTuple):
    """What kind of rows a function takes: the letter that `array.array` gives their words, and how many dimensions.

    Annotations of compiled functions name it, so that they can be compiled before anybody calls them."""

    letter: str
    dimensions: int


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.int64]
    Line = NDArray[np.int64]
    Stack = NDArray[np.int64]
    Reals = NDArray[np.float64]
    RealGrid = NDArray[np.float64]
    Shorts = NDArray[np.int16]
    ShortGrid = NDArray[np.int16]
    Bytes = NDArray[np.int8]
    ByteGrid = NDArray[np.int8]
    ByteStack = NDArray[np.int8]
else:
    from typing import Annotated

    try:
        import numpy as np
    except ImportError:
        from ludotheque.core.boards import plainarrays as np

    Words, Line, Stack = (Annotated[np.ndarray, Rows("q", dimensions)] for dimensions in (1, 2, 3))
    Reals, RealGrid = (Annotated[np.ndarray, Rows("d", dimensions)] for dimensions in (1, 2))
    Shorts, ShortGrid = (Annotated[np.ndarray, Rows("h", dimensions)] for dimensions in (1, 2))
    Bytes, ByteGrid, ByteStack = (Annotated[np.ndarray, Rows("b", dimensions)] for dimensions in (1, 2, 3))

__all__ = [
    "ByteGrid",
    "ByteStack",
    "Bytes",
    "Line",
    "RealGrid",
    "Reals",
    "Rows",
    "ShortGrid",
    "Shorts",
    "Stack",
    "Words",
    "np",
]

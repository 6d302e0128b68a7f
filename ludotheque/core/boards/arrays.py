"""Rows of integers: NumPy's arrays where NumPy is installed, else a small stand-in that does as much as the rules need.

This is the one place that decides it. Kernels and searches import `np` from here and use no more of it than
`plainarrays` has: arrays of one to three dimensions, filled, indexed, sliced, copied, as lists and as bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.int64]
    Line = NDArray[np.int64]
    Reals = NDArray[np.float64]
    Shorts = NDArray[np.int16]
    Bytes = NDArray[np.int8]
else:
    try:
        import numpy as np
    except ImportError:
        from ludotheque.core.boards import plainarrays as np

    Words = Line = Reals = Shorts = Bytes = np.ndarray

__all__ = ["Bytes", "Line", "Reals", "Shorts", "Words", "np"]

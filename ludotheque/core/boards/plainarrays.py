"""What the rules need of NumPy, in plain Python, for machines that do not have it. Names and meanings are NumPy's.

An array is a buffer of machine words, an offset, and for each dimension a length and a step; parts share the buffer.
"""

from __future__ import annotations

from array import array as buffer
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

Number = int | float
Index = int | slice
Nested = Sequence[Number] | Sequence["Nested"]

int8, int16, int64, float64 = "b", "h", "q", "d"
"""The kinds of words, by the letter that `array.array` gives them."""


class ndarray:  # noqa: N801  # NumPy's name for it
    """Words in one to three dimensions."""

    __slots__ = ("_data", "_offset", "_steps", "dtype", "shape")
    __hash__ = None  # type: ignore[assignment]  # as NumPy's: it can change

    def __init__(
        self,
        data: buffer[int] | buffer[float],
        dtype: str,
        shape: tuple[int, ...],
        offset: int = 0,
        steps: tuple[int, ...] | None = None,
    ) -> None:
        self._data, self.dtype, self.shape, self._offset = data, dtype, shape, offset
        self._steps = tuple(prod(shape[axis + 1 :]) for axis in range(len(shape))) if steps is None else steps

    # One word: what kernels do all the time

    def __getitem__(self, at: Index | tuple[Index, ...]) -> object:
        if type(at) is tuple:
            if len(at) == 2 == len(self.shape):
                row, column = at
                if type(row) is int and type(column) is int:
                    rows, columns = self.shape
                    if not (-rows <= row < rows and -columns <= column < columns):
                        raise IndexError(at)
                    steps = self._steps
                    return self._data[self._offset + row % rows * steps[0] + column % columns * steps[1]]
        elif type(at) is int:
            length = self.shape[0]
            if not -length <= at < length:
                raise IndexError(at)
            place = self._offset + at % length * self._steps[0]
            if len(self.shape) == 1:
                return self._data[place]
            return ndarray(self._data, self.dtype, self.shape[1:], place, self._steps[1:])
        part = self._part(at)
        return part if part.shape else part._data[part._offset]

    def __setitem__(self, at: Index | tuple[Index, ...], value: Number | Iterable[Number]) -> None:
        if type(at) is int and len(self.shape) == 1:
            length = self.shape[0]
            if not -length <= at < length:
                raise IndexError(at)
            self._data[self._offset + at % length * self._steps[0]] = value  # type: ignore[assignment]  # a number
            return
        part = self._part(at)
        if isinstance(value, int | float):
            for place in part._places():
                part._data[place] = value  # type: ignore[assignment]  # words are numbers of one kind
            return
        words = list(value._words() if isinstance(value, ndarray) else value)
        for place, word in zip(part._places(), words, strict=True):
            part._data[place] = word  # type: ignore[assignment]  # likewise

    def _part(self, at: Index | tuple[Index, ...]) -> ndarray:
        """Some of the words, in the same buffer."""
        indices = at if isinstance(at, tuple) else (at,)
        offset, shape, steps = self._offset, [], []
        for axis, length in enumerate(self.shape):
            index = indices[axis] if axis < len(indices) else slice(None)
            if isinstance(index, slice):
                span = range(*index.indices(length))
                offset += span.start * self._steps[axis]
                shape.append(len(span))
                steps.append(span.step * self._steps[axis])
            elif -length <= index < length:
                offset += index % length * self._steps[axis]
            else:
                raise IndexError(at)
        return ndarray(self._data, self.dtype, tuple(shape), offset, tuple(steps))

    def _places(self) -> Iterable[int]:
        if self._steps == tuple(prod(self.shape[axis + 1 :]) for axis in range(len(self.shape))):
            return range(self._offset, self._offset + self.size)
        ways = (range(0, length * step, step) for length, step in zip(self.shape, self._steps, strict=True))
        return [self._offset + sum(way) for way in product(*ways)]

    def _words(self) -> buffer[int] | buffer[float]:
        places = self._places()
        if isinstance(places, range):
            return self._data[places.start : places.stop]
        return buffer(self.dtype, [self._data[place] for place in places])

    # All of them

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self._data.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[object]:
        return iter(self._words()) if len(self.shape) == 1 else (self[i] for i in range(self.shape[0]))

    def slots(self, dtype: str) -> tuple[int, ...]:
        """Where the words lie, and how long each dimension is: for code that works on them there."""
        if dtype != self.dtype or not isinstance(self._places(), range):
            raise TypeError(
                f"compiled code takes rows of {dtype!r} that lie together, not this array of {self.dtype!r}"
            )
        return (self._data.buffer_info()[0] + self._offset * self._data.itemsize, *self.shape)

    def copy(self) -> ndarray:
        return ndarray(self._words()[:], self.dtype, self.shape)

    def tobytes(self) -> bytes:
        return self._words().tobytes()

    def tolist(self) -> list[object]:
        if len(self.shape) == 1:
            return list(self._words())
        return [row.tolist() for row in self if isinstance(row, ndarray)]


def full(shape: int | tuple[int, ...], value: Number, dtype: str) -> ndarray:
    lengths = (shape,) if isinstance(shape, int) else tuple(shape)
    return ndarray(buffer(dtype, [value]) * prod(lengths), dtype, lengths)


def zeros(shape: int | tuple[int, ...], dtype: str = float64) -> ndarray:
    return full(shape, 0, dtype)


empty = zeros


def array(given: Nested | ndarray, dtype: str = float64) -> ndarray:
    words, shape = _unfolded(given)
    return ndarray(buffer(dtype, words), dtype, shape)


def _unfolded(given: Nested | ndarray) -> tuple[list[Number], tuple[int, ...]]:
    """The numbers of nested lists in order, and how long the lists are."""
    parts = [_unfolded(each) if isinstance(each, Sequence | ndarray) else each for each in given]
    words: list[Number] = []
    inside: tuple[int, ...] = ()
    for part in parts:
        if isinstance(part, tuple):
            words += part[0]
            inside = part[1]
        elif isinstance(part, int | float):
            words.append(part)
    return words, (len(parts), *inside)


def frombuffer(data: bytes, dtype: str) -> ndarray:
    words: buffer[int] | buffer[float] = buffer(dtype)
    words.frombytes(data)
    return ndarray(words, dtype, (len(words),))

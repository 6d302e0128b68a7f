"""Compiled functions in a browser: a WebAssembly module beside Python's own, made ahead of time (`app/module.py`).

A function is called with one address. There lie its arguments, slot by slot (`kinds.py`), after two slots of its own;
it gives back a status, and writes what it has to say in the same place: its result, or in the first two slots where
the error lies that it would raise, pickled, and how long it is. Rows are worked on where they are.
"""

from __future__ import annotations

import ctypes
import pickle
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from struct import Struct
from typing import Any

from ludotheque.core.boards import plainarrays
from ludotheque.core.boards.arrays import Rows
from ludotheque.core.boards.kinds import Kind, Several, Signature, form

SLOT = 8
HEAD = 2
"""How many slots are not arguments: they tell of errors."""
MOST_SLOTS = 256
SOURCES = "ludotheque_sources"
"""The text in a module that tells which sources it was made from."""
RELEASE = "ludotheque_release"
"""The function that frees rows which were given back."""
MODULE = Path(__file__).with_name("kernels.wasm")
"""Where the module lies in an app."""


def exported(name: str) -> str:
    """What a function is called in the module.

    >>> exported("ludotheque.core.boards.lines:opened_rolit")
    'core_boards_lines__opened_rolit'
    """
    return name.partition(".")[2].replace(".", "_").replace(":", "__")


class SideModule:
    """A module that has been loaded."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        self._frame = ctypes.create_string_buffer(MOST_SLOTS * SLOT)
        self._address = ctypes.addressof(self._frame)
        self._release = getattr(self._library, RELEASE)
        self._release.argtypes, self._release.restype = [ctypes.c_void_p], None

    @property
    def sources(self) -> str:
        """Which sources it was made from."""
        return bytes((ctypes.c_char * 16).in_dll(self._library, SOURCES)).decode()

    def function(self, name: str, declared: Signature) -> Callable[..., Any]:
        """A function by its name; one that is not there is an error, never slow."""
        call = getattr(self._library, exported(name))
        call.argtypes, call.restype = [ctypes.c_void_p], ctypes.c_int
        taken = Struct(f"<{form(declared.takes)}")
        given = Struct(f"<{_answered(declared.gives)}")
        frame, address, flat = self._frame, self._address, _flattening(declared.takes)
        start, unpack, assemble = HEAD * SLOT, given.unpack_from, self._assembling(declared.gives)

        def run(*args: Any) -> Any:
            taken.pack_into(frame, start, *flat(args))
            if call(address):
                raise self._error()
            return assemble(iter(unpack(frame, start)))

        return run

    def _error(self) -> Exception:
        """The error a function would have raised."""
        where, length = Struct("<qq").unpack_from(self._frame)
        if not where:
            return RuntimeError("compiled code has stopped")
        kind, given, *_ = pickle.loads(ctypes.string_at(where, length))
        error: Exception = kind(*(given or ()))
        return error

    def _assembling(self, kind: Kind) -> Callable[[Iterable[Any]], Any]:
        """What makes a result of its slots."""
        if isinstance(kind, Several):
            parts = [self._assembling(part) for part in kind.parts]
            return lambda slots: kind.made([part(slots) for part in parts])
        if isinstance(kind, Rows):
            return lambda slots: self._taken_over(kind, slots)
        if kind is None:
            return lambda slots: None
        return (lambda slots: bool(next(iter(slots)))) if kind is bool else (lambda slots: next(iter(slots)))

    def _taken_over(self, kind: Rows, slots: Iterable[Any]) -> plainarrays.ndarray:
        """Rows that a function has made: copied, and freed there."""
        each = iter(slots)
        held, address = next(each), next(each)
        shape = tuple(next(each) for _ in range(kind.dimensions))
        words: array[Any] = array(kind.letter)
        size = words.itemsize
        for length in shape:
            size *= length
        words.frombytes(ctypes.string_at(address, size))
        self._release(held)
        return plainarrays.ndarray(words, kind.letter, shape)


def _answered(kind: Kind) -> str:
    """The slots of a result: rows that were made come with what holds them."""
    if isinstance(kind, Several):
        return "".join(map(_answered, kind.parts))
    return "q" + form((kind,)) if isinstance(kind, Rows) else form((kind,))


def _flattening(kinds: tuple[Kind, ...]) -> Callable[[Iterable[Any]], list[Any]]:
    """What makes slots of arguments. Tuples of rows are the same from call to call: they are taken apart once."""
    ways = [_way(kind) for kind in kinds]

    def flat(values: Iterable[Any]) -> list[Any]:
        slots: list[Any] = []
        for way, value in zip(ways, values, strict=True):
            if way is None:
                slots.append(value)
            else:
                slots += way(value)
        return slots

    return flat


def _way(kind: Kind) -> Callable[[Any], Iterable[Any]] | None:
    if isinstance(kind, Rows):
        return lambda rows: rows.slots(kind.letter)
    if not isinstance(kind, Several):
        return None
    flat = _flattening(kind.parts)
    last: tuple[object, list[Any]] = (None, [])

    def taken_apart(value: Any) -> list[Any]:
        nonlocal last
        if last[0] is not value:
            last = (value, flat(value))
        return last[1]

    return taken_apart


@cache
def side_module() -> SideModule | None:
    """The module of this app; nothing where there is none."""
    return SideModule(MODULE) if MODULE.exists() else None

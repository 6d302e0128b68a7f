"""Compiles the rules' arithmetic and keeps the machine code on disk.

Numba's disk cache does not notice that a function called from another file has changed, so the cache folder is named
after a hash of all the sources a function is made from: a changed rule is compiled anew, never mixed with old code, and
the other games' rules are not.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core.event import Listener, register
from numpy.typing import NDArray

from ludotheque.core.sources import digest

Words = NDArray[np.int64]
Line = NDArray[np.int64]

P = ParamSpec("P")
R = TypeVar("R")

_UNUSED_DAYS = 30
_MADE_FROM = "made_from"
"""The attribute of a bound template that names the modules it is made from."""


@cache
def cache_folder(modules: frozenset[str]) -> str:
    """A folder for this version of the sources of some modules; those of versions long unused are swept away."""
    if numba.config.DISABLE_JIT:
        return ""
    chosen = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    home = Path(chosen) / "ludotheque"
    folder = home / f"compiled-{digest(modules)}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            for other in home.glob("compiled-*"):
                if other.stat().st_mtime < time.time() - _UNUSED_DAYS * 86_400:
                    shutil.rmtree(other, ignore_errors=True)
        os.utime(folder)
        if os.access(folder, os.W_OK):
            return str(folder)
    except OSError:
        pass
    return _passing_folder()


@cache
def _passing_folder() -> str:
    """Where machine code is kept as long as the program runs, if it can be kept nowhere else."""
    passing = tempfile.mkdtemp(prefix="ludotheque-compiled-")
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return passing


# Kernels are towers of tiny functions: inlined into one another they run nearly twice as fast.
_inlined = numba.njit(cache=True, forceinline=True)
_called = numba.njit(cache=True)

_NOTING = threading.Lock()


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of integers and arrays; with `NUMBA_DISABLE_JIT=1` it stays plain Python."""
    return _with_our_cache(_inlined, function)


def compiled_apart(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a long function that several others call: it is compiled once, not into each of them."""
    return _with_our_cache(_called, function)


def _with_our_cache(njit: Callable[..., Any], function: Callable[P, R]) -> Callable[P, R]:
    with _NOTING:
        others = numba.config.CACHE_DIR  # ours only while numba notes it: other code in the process keeps its own
        numba.config.CACHE_DIR = cache_folder(_modules_of(function))
        try:
            return cast(Callable[P, R], njit(function))
        finally:
            numba.config.CACHE_DIR = others


def _modules_of(function: Callable[..., object]) -> frozenset[str]:
    """The modules a function is made from: its own, and for a bound template those of what it was bound to."""
    plain = getattr(function, "py_func", function)
    return getattr(plain, _MADE_FROM, frozenset({plain.__module__, __name__}))


def specialised(
    template: Callable[P, R], name: str, bindings: Mapping[str, Callable[..., Any]], *, apart: bool = False
) -> Callable[P, R]:
    """A compiled copy of a template in which some global names stand for a given game's functions; `apart` as in
    `compiled_apart`.

    So perft, playouts and searches are written once and still compile to one piece of machine code per game.
    (Passing the functions as arguments or closing over them would defeat the disk cache.)
    """
    source = cast(FunctionType, template)
    copy = FunctionType(source.__code__, {**source.__globals__, **bindings}, source.__name__, source.__defaults__)
    copy.__qualname__ = f"{source.__name__}_{name}"
    copy.__module__ = source.__module__
    setattr(copy, _MADE_FROM, _modules_of(source).union(*map(_modules_of, bindings.values())))
    return (compiled_apart if apart else compiled)(cast(Callable[P, R], copy))


class _Watch(Listener):  # type: ignore[misc]  # numba has no types
    """Hears when compiling begins and ends; a function compiled within another is part of the same."""

    def __init__(self, begun: Callable[[], None], done: Callable[[], None]) -> None:
        self._begun, self._done = begun, done
        self._depth = 0

    def on_start(self, event: object) -> None:
        self._depth += 1
        if self._depth == 1:
            self._begun()

    def on_end(self, event: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._done()


def watch_compiling(begun: Callable[[], None], done: Callable[[], None]) -> None:
    """From now on these are called whenever this process begins to compile something, and when that is done."""
    register("numba:compile", _Watch(begun, done))

"""Compiles the rules' arithmetic and keeps the machine code on disk.

Numba's disk cache does not notice that a function called from another file has changed, so the cache folder is named
after a hash of all our sources: a changed rule is compiled anew, never mixed with old code.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.int64]
Line = NDArray[np.int64]

P = ParamSpec("P")
R = TypeVar("R")

_UNUSED_DAYS = 30


def _sources_digest() -> str:
    """Of all that may be compiled or called from there; the server is neither."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] == "server":
            continue
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """A folder for this version of the sources; those of versions long unused are swept away."""
    chosen = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    home = Path(chosen) / "ludotheque"
    folder = home / f"compiled-{_sources_digest()}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            for other in home.glob("compiled-*"):
                if other.stat().st_mtime < time.time() - _UNUSED_DAYS * 86_400:
                    shutil.rmtree(other, ignore_errors=True)
        os.utime(folder)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    passing = Path(tempfile.mkdtemp(prefix="ludotheque-compiled-"))
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return passing


_FOLDER = "" if numba.config.DISABLE_JIT else str(_cache_folder())

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
        numba.config.CACHE_DIR = _FOLDER
        try:
            return cast(Callable[P, R], njit(function))
        finally:
            numba.config.CACHE_DIR = others


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
    return (compiled_apart if apart else compiled)(cast(Callable[P, R], copy))

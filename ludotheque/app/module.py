"""The module of all kernels, searches and minds, made once for each version of what it is made from."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ludotheque.bots.search import alphabeta, montecarlo
from ludotheque.core.boards.compiled import KNOWN, Compiled, cache_home, sweep
from ludotheque.core.boards.kinds import Undeclared
from ludotheque.core.boards.lines import Kernel, bound_to
from ludotheque.core.boards.sources import digest, imported
from ludotheque.core.cupboard import games
from ludotheque.core.text import Refusal, Text

_SEARCHES = [alphabeta.__name__, montecarlo.__name__]
NUMBA = "0.68"
"""What functions are written out with is not for everybody's use in numba, and may be otherwise in the next version."""


def declared() -> list[Compiled[..., Any]]:
    """Every function that the rules and bots of all games may call, with what is bound to each of them: the same ones
    whatever else this process has loaded."""
    for game in games().values():
        assert game.rules is not None
        search = game.brain.search
        if search is not None:
            alphabeta.bound_to(search)
            montecarlo.bound_to(search)
        for kernel in _kernels(game.package):
            bound_to(kernel)
    near = imported([f"{game.package}.{part}" for game in games().values() for part in ("rules", "brain")] + _SEARCHES)
    found = sorted((each for each in KNOWN.values() if each.made_from <= near), key=lambda each: each.name)
    if unknown := [each.name for each in found if each.is_undeclared]:
        raise Undeclared(f"these would run as plain Python, as they do not declare what they take: {unknown}")
    return [each for each in found if each.is_declared]


def _kernels(package: str) -> Iterator[Kernel]:
    """Those that a game's modules hold."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{package}."):
            yield from (each for each in vars(module).values() if isinstance(each, Kernel))


def sources() -> str:
    """Changes when the module must be made anew: with the sources of functions, with how it is made, and by what."""
    functions = declared()
    modules = {module for each in functions for module in each.made_from}
    makers = {"ludotheque.app.lowering", "ludotheque.app.linking"}
    made_by = [version(name) for name in ("numba", "llvmlite")]
    told = digest(modules | makers), [each.name for each in functions], made_by
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def built() -> Path:
    """The module for the sources there are: found, or made now, in a process of its own, as numba is of no other use to
    the one that makes it."""
    wanted = sources()
    path = cache_home() / f"kernels-{wanted}.wasm"
    if not path.exists():
        check_tools()  # told before a minute is spent
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", __name__, str(path), wanted], check=True)
        sweep(path.parent.glob("kernels-*"))
    path.touch()
    check(path, wanted)
    return path


def check_tools() -> None:
    """Refuses versions that this was not written for, and says what to install."""
    from ludotheque.app.linking import linker

    if not version("numba").startswith(f"{NUMBA}."):
        raise Refusal(Text("numba is {found}: pip install 'numba=={wanted}.*'", found=version("numba"), wanted=NUMBA))
    linker()


def make(path: Path, wanted: str) -> None:
    """Compiles and links every function there should be."""
    from ludotheque.app.linking import link, optimised, whole
    from ludotheque.app.lowering import Lowered

    lowered = Lowered(declared())
    made = optimised(whole(lowered.texts, lowered.entries, wanted))
    beside = path.with_suffix(f".{os.getpid()}")
    link(made, lowered.entries, beside)
    beside.replace(path)


def check(path: Path, wanted: str) -> None:
    """Refuses a module that was made from other sources than it should be."""
    if wanted.encode() not in path.read_bytes():
        raise RuntimeError(f"{path} was made from other sources than those there are ({wanted}): remove it")


if __name__ == "__main__":
    make(Path(sys.argv[1]), sys.argv[2])

"""Machine code that one process makes and others take over while they run.

Compiling takes seconds to minutes, and nobody shall wait for it. So a process of its own compiles
(`bots/preparation.py`) and notes on disk, game by game, which functions it has machine code of. Those who serve or
think run the same functions as plain Python until then. A thread of theirs finds the notes, loads the machine code from
numba's cache, and the functions change over. Results are the same, so nobody notices but the clock.
"""

from __future__ import annotations

import os
import pickle
import threading
import time
import zlib
from importlib.metadata import version
from pathlib import Path

from ludotheque.core.boards.compiled import FOUND, KNOWN, Made, cache_folder, cache_home, compile_nothing, compiles
from ludotheque.core.boards.sources import digest

_LOOK_SECONDS = 0.3
"""How often a thread looks for new notes."""
_UNREADABLE = (OSError, pickle.UnpicklingError, EOFError, ValueError)
"""What reading a note may end in that is not there yet, or that another version wrote."""


_HERE = f"{zlib.crc32(str(Path(__file__).parent).encode()):08x}"
"""Where this copy of the project lies: another one on the same machine, of another version perhaps, has its own
notes."""


def _path(game: str) -> Path:
    return cache_home() / f"ready-{_HERE}-{game}"


def _machine() -> tuple[str, str]:
    """Machine code is good for one version of the compiler on one kind of processor."""
    import llvmlite.binding

    return version("numba"), str(llvmlite.binding.get_host_cpu_name())


def note(game: str, *, whole: bool = False) -> None:
    """Notes what this process has compiled so far; `whole`: somebody who plays this game needs no more than that."""
    if not compiles():
        return
    made: dict[str, Made] = {
        name: (cache_folder(each.made_from), each.signatures)
        for name, each in KNOWN.items()
        if each.called and each.signatures
    }
    path = _path(game)
    beside = path.with_suffix(f".{os.getpid()}")
    modules = frozenset[str]().union(*(KNOWN[name].made_from for name in made)) if whole else frozenset[str]()
    beside.write_bytes(pickle.dumps((_machine(), made, modules, digest(modules))))
    os.replace(beside, path)


def is_ready(game: str) -> bool:
    """Whether all its machine code was made, on such a machine, from the sources as they are."""
    try:
        machine, made, modules, made_of = pickle.loads(_path(game).read_bytes())
    except _UNREADABLE:
        return False
    if not modules or machine != _machine() or made_of != digest(modules):
        return False
    return all(Path(folder).is_dir() for folder, _ in made.values())


def _taken(path: Path) -> None:
    """Takes over what is noted there, if it was made on such a machine."""
    machine, made, _, _ = pickle.loads(path.read_bytes())
    if machine != _machine():
        return
    FOUND.update(made)  # functions that are not there yet find it when they are first called
    for name in made:
        if (known := KNOWN.get(name)) is not None:
            known.change_over()


_seen: dict[str, float] = {}
"""Which notes were taken over, and how old they were."""


def take_over(games: list[str]) -> None:
    """Takes over the machine code of these games that there is and that was not taken yet."""
    for game in games:
        try:
            noted = _path(game).stat().st_mtime
            if noted > _seen.get(game, 0):
                _taken(_path(game))
                _seen[game] = noted
        except _UNREADABLE:
            continue


class ChangeOver(threading.Thread):
    """Looks for machine code of these games, and takes it over, until the process ends."""

    def __init__(self, games: list[str]) -> None:
        super().__init__(daemon=True, name="change-over")
        self._games = games

    def run(self) -> None:
        while True:
            take_over(self._games)
            time.sleep(_LOOK_SECONDS)


def wait_for_nothing(games: list[str]) -> None:
    """This process compiles nothing, and takes over what others compile."""
    if compiles():
        compile_nothing()
        ChangeOver(games).start()

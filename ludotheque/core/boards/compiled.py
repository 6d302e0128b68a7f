"""Functions of integers and rows that run as plain Python or as machine code: the same functions, the same results.

`@compiled` marks them. Where numba is installed they become machine code when they are first called; in a browser those
run that were compiled ahead of time, to WebAssembly (`sidemodule.py`); elsewhere, and with `NUMBA_DISABLE_JIT=1`, they
stay what they are. This is the one place that decides it, and loading a module full of them loads no compiler. A
process in which nobody shall wait compiles nothing: it runs them as plain Python until another process has made their
machine code (`compile_nothing`, and `changeover.py`).

Machine code is kept on disk. Numba's disk cache does not notice that a function called from another file has changed,
so the folder is named after a hash of all the sources a function is made from: a changed rule is compiled anew, never
mixed with old code, and the other games' rules are not.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import sys
import tempfile
import time
from _thread import RLock
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Protocol, TypeVar

from ludotheque.core.boards.sources import digest

if TYPE_CHECKING:
    from ludotheque.core.boards.kinds import Signature

P = ParamSpec("P")
R = TypeVar("R")


class MachineCode(Protocol):
    """What numba makes of a function, as far as we use it (numba itself has no types)."""

    signatures: list[Any]

    def __call__(self, *args: Any) -> Any: ...

    def compile(self, arguments: Any) -> object: ...

    def disable_compile(self) -> None: ...


_UNUSED_DAYS = 30
_MAKING_ARRAYS = {"empty", "zeros", "full", "array"}
"""NumPy's functions that do."""


@cache
def compiles() -> bool:
    """Whether functions become machine code here."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return importlib.util.find_spec("numba") is not None


def is_in_browser() -> bool:
    """Whether Python itself runs as WebAssembly."""
    return sys.platform == "emscripten"


class Compiled(Generic[P, R]):
    """A function of integers and rows. Calling it runs its machine code where there is some, else the function."""

    def __init__(
        self,
        plain: Callable[P, R],
        *,
        inline: bool = True,
        copied: bool = False,
        beside: bool = False,
        within: bool = False,
        written: Callable[[], MachineCode] | None = None,
        made_from: frozenset[str] = frozenset(),
    ) -> None:
        """`written` makes machine code that numba would not find by itself; `made_from` names more modules that the
        function depends on than its own."""
        update_wrapper(self, plain)
        self.plain = plain
        self.made_from = made_from | {plain.__module__, __name__}
        self.called = False
        """Whether Python has called it: functions that only others call are compiled into those."""
        self._options: dict[str, object] = {"forceinline": inline, "nogil": beside}
        self._is_within = within or copied or plain.__name__.startswith("_")
        """Whether only other compiled functions call it."""
        if copied:
            self._options["inline"] = "always"
        self._written = written
        self._machine: MachineCode | None = None
        self._changed_over = False
        self._run: Callable[..., R] = self._first
        KNOWN[self.name] = self

    @property
    def name(self) -> str:
        """What it is called by other processes too."""
        return f"{self.plain.__module__}:{self.plain.__qualname__}"

    @cached_property
    def signature(self) -> Signature | None:
        """What its annotations declare; nothing where they leave it open."""
        from ludotheque.core.boards.kinds import Undeclared, signature

        try:
            return signature(self.plain)
        except Undeclared:
            return None

    @property
    def is_declared(self) -> bool:
        """Whether it is compiled ahead of time for machines that cannot. Where it is short and takes nothing but
        numbers, calling it there would take longer than running it as it is."""
        declared = self.signature
        if declared is None or self._written or self._is_within:
            return False
        return declared.has_rows or not self._options["forceinline"]

    @property
    def is_undeclared(self) -> bool:
        """Whether Python may call it, and its annotations leave open what it takes."""
        return self.signature is None and not self._is_within

    @property
    def is_awaited(self) -> bool:
        """Whether it runs as plain Python for now, until another process has made its machine code."""
        return _waiting and not self._changed_over and compiles() and not self._written and not self.change_over()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._run(*args)

    def _first(self, *args: Any) -> R:
        self.called = True
        if not compiles():
            self._run = self._ahead_of_time() or self.plain
        elif not _waiting:
            self._run = self.machine()
        elif not self.change_over():
            self._run = self.plain
        return self._run(*args)

    def _ahead_of_time(self) -> Callable[..., R] | None:
        """What was compiled of it before, where there is a module of such functions and this is one for it."""
        if not is_in_browser():
            return None
        from ludotheque.core.boards.sidemodule import side_module

        module, declared = side_module(), self.signature
        if module is None or declared is None:
            return None
        if self._is_within and declared.has_rows:
            raise RuntimeError(f"{self.name} is called by Python, and declared to be called by compiled code alone")
        return module.function(self.name, declared) if self.is_declared else None

    def change_over(self) -> bool:
        """Runs from now on the machine code that another process has made, if it did, and compiles nothing."""
        folder, signatures = FOUND.get(self.name, ("", []))
        if self._written or not signatures or folder != cache_folder(self.made_from):
            return False
        with _LINKING:
            if not self._changed_over and any(Path(folder).glob("*/*.nbi")):
                machine = self.machine()
                for arguments in signatures:
                    machine.compile(arguments)
                machine.disable_compile()
                self._changed_over, self._run = True, self._careful
        return self._changed_over

    def _careful(self, *args: Any) -> R:
        assert self._machine is not None
        try:
            result: R = self._machine(*args)
        except TypeError:  # arguments nobody has compiled it for; or the function's own, which is raised again
            return self.plain(*args)  # type: ignore[call-arg]  # positions only: names would cost
        return result

    def machine(self) -> MachineCode:
        """Its machine code; compiled for the kinds of arguments it is called with, or found on disk."""
        with _LINKING:
            if self._machine is None:
                self._machine = self._written() if self._written else self._linked()
            return self._machine

    @property
    def signatures(self) -> list[Any]:
        """The kinds of arguments there is machine code for."""
        return [] if self._machine is None else list(self._machine.signatures)

    @cached_property
    def allocates(self) -> bool:
        """Whether it makes arrays, itself or through what it calls. (One that gives back an array must make it.)"""
        plain = self.plain
        assert isinstance(plain, FunctionType)
        names = set(plain.__code__.co_names)
        if names & _MAKING_ARRAYS:
            return True
        held = [plain.__globals__.get(name) for name in names]
        modules = [each for each in held if isinstance(each, ModuleType)]
        called = held + [getattr(module, name, None) for module in modules for name in names]
        return any(each.allocates for each in called if isinstance(each, Compiled) and each is not self)

    def _linked(self) -> MachineCode:
        """A copy whose names stand for machine code too, given to numba."""
        plain = self.plain
        assert isinstance(plain, FunctionType)
        names = {**plain.__globals__}
        copy = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
        copy.__qualname__, copy.__module__ = plain.__qualname__, plain.__module__
        # Where no array is made, none need be counted: that is half as fast again.
        machine = self._machine = _given_to_numba(copy, self.made_from, {**self._options, "_nrt": self.allocates})
        for name in plain.__code__.co_names:
            if name in names:
                names[name] = _as_machine_code(names[name])
        return machine


KNOWN: dict[str, Compiled[..., Any]] = {}
"""All functions there are, by name."""
Made = tuple[str, list[Any]]
"""Where a function's machine code is, and the kinds of arguments it was made for."""
FOUND: dict[str, Made] = {}
"""What other processes have made, by the function's name (see `changeover.py`)."""
_waiting = False


def compile_nothing() -> None:
    """From now on this process runs functions as plain Python until another process has made their machine code. Those
    that it has called before are compiled already."""
    global _waiting
    _waiting = True


_LINKING = RLock()
_shadows: dict[str, ModuleType] = {}


def _as_machine_code(value: object) -> object:
    """What compiled code finds under a name: of our functions their machine code, also of those in a module."""
    if isinstance(value, Compiled):
        return value.machine()
    if isinstance(value, ModuleType) and any(isinstance(each, Compiled) for each in vars(value).values()):
        if value.__name__ not in _shadows:
            shadow = _shadows[value.__name__] = ModuleType(value.__name__)
            vars(shadow).update({name: _as_machine_code(each) for name, each in vars(value).items()})
        return _shadows[value.__name__]
    return value


def _given_to_numba(function: FunctionType, made_from: frozenset[str], options: Mapping[str, object]) -> MachineCode:
    """Kernels are towers of tiny functions: inlined into one another they run nearly twice as fast."""
    import numba

    others = numba.config.CACHE_DIR  # ours only while numba notes it: other code in the process keeps its own
    numba.config.CACHE_DIR = cache_folder(made_from)
    try:
        machine: MachineCode = numba.njit(function, cache=True, **options)
        return machine
    finally:
        numba.config.CACHE_DIR = others


def compiled(function: Callable[P, R]) -> Compiled[P, R]:
    """Marks a function of integers and rows."""
    return Compiled(function)


def compiled_apart(function: Callable[P, R]) -> Compiled[P, R]:
    """The same for a long function that several others call: it is compiled once, not into each of them."""
    return Compiled(function, inline=False)


def specialised(
    template: Callable[P, R],
    name: str,
    bindings: Mapping[str, Any],
    *,
    apart: bool = False,
    copied: bool = False,
    beside: bool = False,
    within: bool = False,
) -> Compiled[P, R]:
    """A copy of a template in which some names stand for a given game's functions; `apart` as in `compiled_apart`,
    `copied` where it is written into whatever calls it and never compiled by itself, `beside` where other threads may
    run beside it, `within` where only other compiled functions call it (as with names that begin with `_`).

    So perft, playouts and searches are written once and still compile to one piece of machine code per game.
    (Passing the functions as arguments or closing over them would defeat the disk cache.)
    """
    assert isinstance(template, FunctionType)
    copy = FunctionType(template.__code__, {**template.__globals__, **bindings}, template.__name__)
    copy.__defaults__, copy.__module__ = template.__defaults__, template.__module__
    copy.__annotations__ = template.__annotations__
    copy.__qualname__ = f"{template.__name__}_{name}"
    made_from = [each.made_from for each in bindings.values() if isinstance(each, Compiled)]
    sources = frozenset[str]().union(*made_from)
    return Compiled(copy, inline=not apart, copied=copied, beside=beside, within=within, made_from=sources)


def cache_home() -> Path:
    """Where machine code is kept."""
    chosen = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) / "ludotheque"


@cache
def cache_folder(modules: frozenset[str]) -> str:
    """A folder for this version of the sources of some modules; those of versions long unused are swept away."""
    home = cache_home()
    folder = home / f"compiled-{digest(modules)}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            sweep(home.glob("compiled-*"))
        os.utime(folder)
        if os.access(folder, os.W_OK):
            return str(folder)
    except OSError:
        pass
    return _passing_folder()


def sweep(paths: Iterable[Path]) -> None:
    """Removes what nobody has used for long."""
    for path in paths:
        if path.stat().st_mtime < time.time() - _UNUSED_DAYS * 86_400:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


@cache
def _passing_folder() -> str:
    """Where machine code is kept as long as the program runs, if it can be kept nowhere else."""
    passing = tempfile.mkdtemp(prefix="ludotheque-compiled-")
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return passing

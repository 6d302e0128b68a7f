"""From compiled functions to LLVM's language, as numba writes it before anything is made of it for this machine.

Numba is asked for each function with the kinds of arguments that its annotations declare. What it would do for this
machine is left out: no optimising, no machine code, no keeping. Around each function stands an *entry*, which takes its
arguments from memory and puts its result there (`core/boards/sidemodule.py` says how).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary, JITCPUCodegen
from numba.core.dispatcher import Dispatcher
from numba.core.lowering import BaseLower
from numba.core.registry import cpu_target
from numba.core.runtime import nrtdynmod, rtsys
from numba.core.types.containers import BaseTuple
from numba.np.arrayobj import make_array, populate_array

from ludotheque.core.boards.arrays import Rows
from ludotheque.core.boards.compiled import Compiled
from ludotheque.core.boards.kinds import Kind, Several, Signature, signature
from ludotheque.core.boards.sidemodule import HEAD, exported

_WORDS = {"q": types.int64, "d": types.float64, "h": types.int16, "b": types.int8}
_NUMBERS = {int: types.int64, float: types.float64, bool: types.boolean, None: types.none}
_INT32, _INT64, _DOUBLE = ir.IntType(32), ir.IntType(64), ir.DoubleType()
_POINTER = ir.IntType(8).as_pointer()


def kind_for_numba(kind: Kind) -> Any:
    """What numba calls a kind of values."""
    if isinstance(kind, Rows):
        return types.Array(_WORDS[kind.letter], kind.dimensions, "C")
    if isinstance(kind, Several):
        parts = [kind_for_numba(part) for part in kind.parts]
        return BaseTuple.from_types(parts, kind.named)
    return _NUMBERS[kind]


@contextmanager
def for_no_machine() -> Iterator[None]:
    """As long as it lasts numba writes what functions are, and makes nothing of it. (Its own context is made first.)"""
    cpu_target.target_context.refresh()

    def finished(library: Any) -> None:
        library._finalized = True

    with (
        patch.object(Dispatcher, "enable_caching", lambda self: None),
        patch.object(CPUCodeLibrary, "_optimize_functions", lambda self, module: None),
        patch.object(CPUCodeLibrary, "finalize", finished),
        patch.object(JITCodeLibrary, "get_pointer_to_function", lambda self, name: 0),
        patch.object(BaseLower, "create_cpython_wrapper", lambda self, release_gil: None),
        patch.object(BaseLower, "create_cfunc_wrapper", lambda self: None),
        patch.object(JITCPUCodegen, "set_env", lambda self, name, environment: None),
    ):
        yield


class Lowered:
    """Functions in LLVM's language, with their entries."""

    def __init__(self, functions: Iterable[Compiled[..., Any]]) -> None:
        self.entries: list[str] = []
        self._context = cpu_target.target_context
        self._module = ir.Module("entries")
        self._libraries: dict[int, Any] = {}
        with for_no_machine():
            for each in functions:
                self._add(each)

    @property
    def texts(self) -> Iterator[str]:
        """Modules that make one together."""
        yield str(self._module)
        yield str(nrtdynmod.create_nrt_module(self._context)[0])
        for library in self._libraries.values():
            yield str(library._final_module)

    def _add(self, function: Compiled[..., Any]) -> None:
        declared = signature(function.plain)
        takes = tuple(map(kind_for_numba, declared.takes))
        machine: Any = function.machine()
        machine.compile(takes)
        result = machine.overloads[takes]
        gives, wanted = result.signature.return_type, kind_for_numba(declared.gives)
        if cpu_target.typing_context.can_convert(gives, wanted) is None:
            raise TypeError(f"{function.name} gives {gives}, and declares {wanted}")
        self._collect(result.library)
        name = exported(function.name)
        _Entry(self._context, self._module, name).write(result.fndesc, declared)
        self.entries.append(name)

    def _collect(self, library: Any) -> None:
        """A library, and those it needs."""
        if id(library) not in self._libraries and library is not rtsys.library:
            self._libraries[id(library)] = library
            for other in library._linking_libraries:
                self._collect(other)


class _Entry:
    """What stands around one function."""

    def __init__(self, context: Any, module: ir.Module, name: str) -> None:
        self._context, self._module = context, module
        entry = ir.Function(module, ir.FunctionType(_INT32, [_POINTER]), name)
        self._builder = ir.IRBuilder(entry.append_basic_block())
        self._frame = entry.args[0]
        self._next = HEAD

    def write(self, description: Any, declared: Signature) -> None:
        """Arguments from memory, the call, and back to memory its result, or where its error lies."""
        builder, convention = self._builder, self._context.call_conv
        callee = self._context.declare_function(self._module, description)
        values = [self._read(kind) for kind in declared.takes]
        status, result = convention.call_function(builder, callee, description.restype, description.argtypes, values)
        with builder.if_then(status.is_error, likely=False):
            with builder.if_else(status.is_user_exc) as (raised, other):
                with raised:
                    error = builder.load(status.excinfoptr)
                    self._put(0, builder.ptrtoint(builder.extract_value(error, 0), _INT64))
                    self._put(1, builder.zext(builder.extract_value(error, 1), _INT64))
                with other:
                    self._put(0, ir.Constant(_INT64, 0))
            builder.ret(ir.Constant(_INT32, 1))
        self._next = HEAD
        self._write(declared.gives, description.restype, result)
        builder.ret(ir.Constant(_INT32, 0))

    def _slot(self, number: int, kind: ir.Type) -> Any:
        where = cgutils.pointer_add(self._builder, self._frame, 8 * number)
        return self._builder.bitcast(where, kind.as_pointer())

    def _put(self, number: int, value: Any) -> None:
        self._builder.store(value, self._slot(number, value.type))

    def _take(self, kind: ir.Type = _INT64) -> Any:
        value = self._builder.load(self._slot(self._next, kind))
        self._next += 1
        return value

    def _read(self, kind: Kind) -> Any:
        """An argument, as numba passes it."""
        builder = self._builder
        if isinstance(kind, Several):
            parts = [self._read(part) for part in kind.parts]
            return self._context.make_tuple(builder, kind_for_numba(kind), parts)
        if isinstance(kind, Rows):
            return self._read_rows(kind)
        if kind is float:
            return self._take(_DOUBLE)
        word = self._take()
        return builder.icmp_signed("!=", word, ir.Constant(_INT64, 0)) if kind is bool else word

    def _read_rows(self, kind: Rows) -> Any:
        builder, numba_kind = self._builder, kind_for_numba(kind)
        rows = make_array(numba_kind)(self._context, builder)
        address = builder.inttoptr(self._take(), rows.data.type)
        shape = [self._take() for _ in range(kind.dimensions)]
        size = ir.Constant(_INT64, numba_kind.dtype.bitwidth // 8)
        strides = [size]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        populate_array(rows, data=address, shape=shape, strides=strides, itemsize=size, meminfo=None)
        return rows._getvalue()

    def _write(self, kind: Kind, numba_kind: Any, value: Any) -> None:
        """A result, to where it is asked for."""
        builder = self._builder
        if isinstance(kind, Several):
            for at, (part, numba_part) in enumerate(zip(kind.parts, numba_kind.types, strict=True)):
                self._write(part, numba_part, builder.extract_value(value, at))
        elif isinstance(kind, Rows):
            rows = make_array(numba_kind)(self._context, builder, value)
            lengths = cgutils.unpack_tuple(builder, rows.shape)
            for word in (builder.ptrtoint(rows.meminfo, _INT64), builder.ptrtoint(rows.data, _INT64), *lengths):
                self._write(int, types.int64, word)
        elif kind is not None:
            wanted = kind_for_numba(kind)
            value = self._context.cast(builder, value, numba_kind, types.int64 if kind is bool else wanted)
            self._put(self._next, value)
            self._next += 1

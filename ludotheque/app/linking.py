"""From LLVM's language to one WebAssembly module that stands beside Python's own in a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from ludotheque.core.boards.sidemodule import RELEASE, SOURCES
from ludotheque.core.text import Refusal, Text

LINKER = "wasm-ld"
OLDEST_LINKER = 14
_TRIPLE = "wasm32-unknown-emscripten"
_FEATURES = "+sign-ext,+bulk-memory,+nontrapping-fptoint,+mutable-globals"
_OFFERED = {"malloc", "free", "log", "sqrt"}
"""What Python's own module offers to others, as far as it is needed here."""

_RUNTIME = f"""
%held = type {{ i64, ptr, ptr, ptr, i64 }}
declare ptr @malloc(i32)
declare void @free(ptr)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {{
  %wide = zext i32 %align to i64
  %head = add i64 %size, 32
  %all = add i64 %head, %wide
  %fits = icmp ult i64 %all, 2147483648
  br i1 %fits, label %ask, label %none
ask:
  %asked = trunc i64 %all to i32
  %held = call ptr @malloc(i32 %asked)
  %full = icmp eq ptr %held, null
  br i1 %full, label %none, label %made
made:
  %at = ptrtoint ptr %held to i32
  %past = add i32 %at, 31
  %beyond = add i32 %past, %align
  %mask = sub i32 0, %align
  %aligned = and i32 %beyond, %mask
  %data = inttoptr i32 %aligned to ptr
  store %held {{ i64 1, ptr null, ptr null, ptr null, i64 0 }}, ptr %held
  %where = getelementptr %held, ptr %held, i32 0, i32 3
  store ptr %data, ptr %where
  ret ptr %held
none:
  ret ptr null
}}

define void @NRT_MemInfo_call_dtor(ptr %held) {{
  call void @free(ptr %held)
  ret void
}}

define void @{RELEASE}(ptr %held) {{
  call void @free(ptr %held)
  ret void
}}
"""
"""What numba's runtime does for compiled code: rows are made, and freed when nobody holds them. A `held` is how many
do, two addresses that stay empty, where the words lie, and their size."""


def linker() -> str:
    """The linker, if there is one that is new enough."""
    found = shutil.which(LINKER)
    if found is None:
        raise Refusal(Text("{tool} is missing: as root, apt-get install lld", tool=LINKER))
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"LLD (\d+)", told)
    if version is None or int(version[1]) < OLDEST_LINKER:
        raise Refusal(
            Text(
                "{tool} is {found}; it must be {wanted} or newer", tool=LINKER, found=told.strip(), wanted=OLDEST_LINKER
            )
        )
    return found


def _sources(digest: str) -> str:
    return f'@{SOURCES} = constant [{len(digest)} x i8] c"{digest}"\n'


def whole(texts: Iterable[str], entries: list[str], digest: str) -> Any:
    """One module of many, in which nothing is seen from outside but the entries."""
    machine = _machine()
    layout = str(machine.target_data)
    together = llvm.parse_assembly(_RUNTIME + _sources(digest))
    together.triple, together.data_layout = _TRIPLE, layout
    for text in texts:
        part = llvm.parse_assembly(text)
        part.triple, part.data_layout = _TRIPLE, layout
        together.link_in(part)
    together.verify()
    defined = {each.name for each in together.functions if not each.is_declaration}
    if not defined.issuperset(entries):
        raise RuntimeError(f"there is no {', no '.join(sorted(set(entries) - defined))}")
    seen = {*entries, RELEASE, SOURCES}
    for each in (*together.functions, *together.global_variables):
        if not each.is_declaration and each.name not in seen:
            each.linkage = "internal"
    return together


def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(_TRIPLE)
    return target.create_target_machine(features=_FEATURES, opt=3, reloc="pic", codemodel="default")


def optimised(module: Any) -> bytes:
    """The module as an object for the linker."""
    machine = _machine()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    counts = llvm.create_new_module_pass_manager()  # once all is in one place, most counting of holders is not needed
    counts.add_refprune_pass()
    counts.run(module, builder)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    missing = {each.name for each in module.functions if each.is_declaration and not each.name.startswith("llvm.")}
    if missing - _OFFERED:
        raise RuntimeError(f"compiled code asks for {', '.join(sorted(missing - _OFFERED))}, which nobody offers")
    made: bytes = machine.emit_object(module)
    return made


def link(made: bytes, entries: list[str], out: Path) -> None:
    """Writes the module."""
    beside = out.with_suffix(".o")
    beside.write_bytes(made)
    exports = [f"--export={name}" for name in (*entries, RELEASE, SOURCES)]
    shared = ["-shared", "--experimental-pic", "--no-entry", "--allow-undefined", "-O2", "--strip-debug"]
    try:
        told = subprocess.run(
            [linker(), *shared, *exports, str(beside), "-o", str(out)], capture_output=True, text=True
        )
        if told.returncode:
            raise RuntimeError(told.stderr)
    finally:
        beside.unlink()

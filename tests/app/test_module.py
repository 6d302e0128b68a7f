"""How the module is made, and what is refused."""

from __future__ import annotations

import importlib
import json
import marshal
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludotheque.app import folder, linking, memory, module
from ludotheque.app.compiling import compiled
from ludotheque.app.lowering import Lowered
from ludotheque.app.package import apart, contents, packed
from ludotheque.cli.commands import app
from ludotheque.core.boards.compiled import KNOWN, Compiled
from ludotheque.core.boards.kinds import Undeclared
from ludotheque.core.text import Refusal
from tests.cases import OURS

ROOT = Path(__file__).parents[2]


def _halved(number: int) -> int:
    return number // 2


def _halved_otherwise(number: int) -> float:
    return "a half" if number else ""  # type: ignore[return-value]  # that is what is tried


def _undeclared(number):  # type: ignore[no-untyped-def]  # likewise
    return number


def test_every_search_and_every_kernel_is_in_the_module() -> None:
    names = {each.name.partition(":")[2] for each in module.declared()}
    for game in ("rolit", "hopsy", "hops_dice"):
        assert {f"search_{game}", f"grow_{game}", f"opened_{game}", f"extended_{game}", f"perft_{game}"} <= names
    assert {"opened_plic_plac", "turn_worth", "look_farther", "room_for"} <= names


def test_what_is_in_the_module_does_not_depend_on_what_else_is_loaded() -> None:
    for game in OURS:
        importlib.import_module(f"ludotheque.games.{game}.encoding")
    importlib.import_module("ludotheque.research.batches")
    code = "from ludotheque.app.module import sources; print(sources())"
    alone = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert module.sources() == alone.strip()


def test_a_function_that_may_be_called_and_declares_nothing_fails_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would run as plain Python there, and nobody would know why that takes so long."""
    monkeypatch.setitem(vars(KNOWN["ludotheque.core.boards.combinations:rank"]), "signature", None)
    with pytest.raises(Undeclared, match="combinations:rank"):
        module.declared()


@pytest.mark.slow
def test_a_function_that_is_not_what_it_declares_fails_the_build() -> None:
    try:
        assert Lowered([Compiled(_halved)]).entries == ["app_test_module___halved"]
        with pytest.raises(TypeError, match="_halved_otherwise gives unicode_type, and declares float64"):
            Lowered([Compiled(_halved_otherwise)])
        with pytest.raises(Undeclared, match="_undeclared"):
            Lowered([Compiled(_undeclared)])
    finally:
        for name in [name for name in KNOWN if name.startswith(__name__)]:
            del KNOWN[name]


@pytest.mark.usefixtures("tools")
def test_a_function_that_asks_for_what_nobody_offers_fails_the_build() -> None:
    asking = "declare i32 @elsewhere()\ndefine i32 @entry() {\n %a = call i32 @elsewhere()\n ret i32 %a\n}\n"
    with pytest.raises(RuntimeError, match="asks for elsewhere"):
        linking.optimised(linking.whole([asking], ["entry"], "0" * 16))


@pytest.mark.usefixtures("tools")
def test_an_entry_that_is_not_there_fails_the_build() -> None:
    with pytest.raises(RuntimeError, match="there is no entry"):
        linking.whole([], ["entry"], "0" * 16)


@pytest.mark.usefixtures("tools")
def test_a_module_of_other_sources_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kernels.wasm"
    linking.link(linking.optimised(linking.whole([], [], "0" * 16)), [], path)
    module.check(path, "0" * 16)
    with pytest.raises(RuntimeError, match="made from other sources"):
        module.check(path, "1" * 16)


def test_what_is_missing_or_of_another_version_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"Pyodide is not in .*: npm install pyodide@"):
        folder.check_pyodide(tmp_path)
    (tmp_path / "package.json").write_text(json.dumps({"version": "0.1"}), encoding="utf-8")
    with pytest.raises(Refusal, match=r"Pyodide is 0\.1: npm install pyodide@"):
        folder.check_pyodide(tmp_path)
    monkeypatch.setattr(module, "NUMBA", "0.1")
    with pytest.raises(Refusal, match=r"pip install 'numba==0.1.\*'"):
        module.check_tools()
    monkeypatch.setattr(linking, "OLDEST_LINKER", 1000)
    with pytest.raises(Refusal, match="it must be 1000 or newer"):
        linking.linker()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Refusal, match="as root, apt-get install lld"):
        linking.linker()


def test_only_an_app_is_written_over(tmp_path: Path) -> None:
    """Of whatever version, finished or not; a folder that is something else's is left alone."""
    folder.check(tmp_path / "new")
    (tmp_path / "letters.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(Refusal, match="is not empty, and not an app"):
        folder.check(tmp_path)
    first, _ = next(folder._contents(ROOT))
    (tmp_path / first).write_text("{}", encoding="utf-8")
    folder.check(tmp_path)


def test_the_command_says_what_is_missing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    told = CliRunner().invoke(app, ["build-app", str(tmp_path / "app"), "--pyodide", str(tmp_path)])
    assert told.exit_code == 2
    assert f"npm install pyodide@{folder.PYODIDE}" in told.output + capfd.readouterr().err
    assert not (tmp_path / "app").exists()


def test_the_version_of_pyodide_is_told_once() -> None:
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]["pyodide"]
    assert wanted == folder.PYODIDE


def test_the_pack_holds_no_server_and_is_the_same_each_time(tmp_path: Path) -> None:
    path = tmp_path / "kernels.wasm"
    path.write_bytes(b"\0asm")
    made = contents(path)
    assert packed(made) == packed(contents(path))
    assert made["ludotheque/core/boards/kernels.wasm"] == b"\0asm"
    assert not [name for name in made if "/server/" in name or "/research/" in name or "/web/static/" in name]
    assert not made.keys() & apart().keys()
    assert "ludotheque/games/rolit/patterns-8-2.bin" in apart(), "large files are fetched when they are opened"


def test_what_python_begins_with_is_compiled_without_words_and_does_the_same() -> None:
    source = (
        b'"""About it."""\nfrom __future__ import annotations\n\n\n'
        b'def half(of: int) -> int:\n    """Half."""\n    return of // 2\n\n\n'
        b'class Empty:\n    """Nothing."""\n'
    )
    code = marshal.loads(compiled(source, "halves.py")[16:])
    found: dict[str, Any] = {}
    exec(code, found)
    assert found["half"](8) == 4
    assert [found.get("__doc__"), found["half"].__doc__, found["Empty"].__doc__] == [None, None, None]
    assert found["half"].__code__.co_firstlineno == 5


def test_a_memory_that_cannot_be_made_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(RuntimeError, match="the memory could not be made"):
        memory.remembered(b"", tmp_path)
    monkeypatch.setattr(memory, "OLDEST_NODE", 1000)
    with pytest.raises(Refusal, match="it must be 1000 or newer"):
        memory.remembered(b"", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Refusal, match="as root, apt-get install nodejs"):
        memory.remembered(b"", tmp_path)

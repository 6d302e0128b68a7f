"""Games from outside the repository: written by `ludotheque new`, changed as a test wants them, and found by their
entry points as an installed package's are."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludotheque.cli.new import new
from ludotheque.core import catalogues, cupboard, parts
from ludotheque.core.contract import Game

Change = tuple[str, str, str]
"""A file of the game's folder, what stands there, and what shall stand there instead; of a new file, nothing stands."""


def write(folder: Path, id_: str, *changes: Change, without: tuple[str, ...] = ()) -> None:
    """A package with one small game, and what an installer writes beside it."""
    new(id_, folder / "source")
    package = folder / "source" / id_ / id_
    for file, old, new_ in changes:
        text = (package / file).read_text(encoding="utf-8") if old else ""
        assert old in text, f"{file} does not say {old!r}"
        (package / file).write_text(text.replace(old, new_), encoding="utf-8")
    for file in without:
        (package / file).unlink()
    package.rename(folder / id_)
    facts = folder / f"{id_}-0.1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {id_}\nVersion: 0.1\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text(f"[ludotheque.games]\n{id_} = {id_}:GAME\n", encoding="utf-8")


def _look_again() -> None:
    cupboard._found.cache_clear()
    parts.has_part.cache_clear()
    catalogues.catalogue.cache_clear()
    importlib.invalidate_caches()


@contextmanager
def installed(folder: Path, id_: str, *changes: Change, without: tuple[str, ...] = ()) -> Iterator[Game]:
    """Such a game in the cupboard, here and in processes that are started meanwhile."""
    write(folder, id_, *changes, without=without)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(folder)
            patch.setenv("PYTHONPATH", str(folder))
            _look_again()
            yield cupboard.find(id_)
    finally:
        for name in [name for name in sys.modules if name == id_ or name.startswith(f"{id_}.")]:
            del sys.modules[name]
        _look_again()

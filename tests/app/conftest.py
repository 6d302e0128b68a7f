"""The app, made once for all tests of a process."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.app.folder import write
from ludotheque.app.module import check_tools
from ludotheque.core.text import Refusal
from tests.app.house import PYODIDE


@pytest.fixture(scope="session")
def tools() -> None:
    """What makes it, of the very version it was written for: the lowest numba that plays is not that one."""
    try:
        check_tools()
    except Refusal as refusal:
        pytest.skip(str(refusal))


@pytest.fixture(scope="session")
def built(tools: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder; who changes something there takes a copy."""
    if not PYODIDE.is_dir():
        pytest.skip("Pyodide is not installed: npm ci")
    folder = tmp_path_factory.mktemp("built") / "app"
    write(folder, PYODIDE)
    return folder

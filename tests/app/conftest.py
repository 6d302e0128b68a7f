"""The app, made once for all tests of a process."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ludotheque.app.folder import write
from ludotheque.app.module import check_tools
from ludotheque.core.text import Refusal
from tests.app.house import PYODIDE
from tests.app.site import BELOW, Person, Site


@pytest.fixture(scope="session")
def tools() -> None:
    """What makes it, of the very version it was written for: the lowest numba that plays is not that one."""
    try:
        check_tools()
    except Refusal as refusal:
        pytest.skip(str(refusal))


@pytest.fixture(scope="session")
def built(tools: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder, the same for all processes that test; who changes something there takes a copy."""
    if not PYODIDE.is_dir():
        pytest.skip("Pyodide is not installed: npm ci")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (shared / "app-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the first one makes it, the others wait for it
        if not (shared / "app-built").exists():
            write(shared / "app", PYODIDE)
            (shared / "app-built").touch()
    return shared / "app"


@pytest.fixture(scope="module")
def site(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Files at an address below a root, as any static web space has them."""
    root = tmp_path_factory.mktemp("space")
    shutil.copytree(built, root / BELOW)
    running = Site(root)
    yield running
    running.shut()


@pytest.fixture
def bare(built: Path, tmp_path: Path) -> Iterator[Site]:
    """The same as `python -m http.server` has it: no policy, and nothing where there is no file."""
    root = tmp_path / "space"
    (root / BELOW).parent.mkdir(parents=True)
    (root / BELOW).symlink_to(built)
    running = Site(root, bare=True)
    yield running
    running.shut()


@pytest.fixture(scope="module")
def person(browser: Browser, site: Site) -> Iterator[Person]:
    """Somebody whose pages report no errors."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    somebody = Person(context, site)
    yield somebody
    context.close()
    assert somebody.troubles == []

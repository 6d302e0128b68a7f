"""What all tests share."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from hypothesis import HealthCheck, settings

from tests.browsers import CHROMIUM
from tests.volume import THOROUGH

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")  # a busy machine is no defect
DEFAULT_TIMEOUT_CONFIG.read = 60.0  # nor is a server that needs longer than the five seconds there are for others
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
_ONLY_SLOW = "pytestmark = pytest.mark.slow"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A quick look does not even read files in which everything is slow: some take seconds to be made into tests."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    return True if _ONLY_SLOW in collection_path.read_text(encoding="utf-8").splitlines() else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What only `make thorough` tries is counted as left out, not as passed. Of the laws of our games with options, as
    many as there are, every second one is."""
    for item in items:
        law = getattr(item, "originalname", "") == "test_law_with_options" and item.get_closest_marker("slow")
        if law and zlib.crc32(item.name.encode()) % 2:
            item.add_marker(pytest.mark.thorough)
    left_out = [] if THOROUGH else [item for item in items if item.get_closest_marker("thorough")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages in English whatever the machine speaks; a test that wants French asks for it."""
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests of a process: a second one beside it cannot be driven."""
    from playwright.sync_api import sync_playwright  # most tests need none

    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: the pages are not tried in a browser")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        yield running
        running.close()

"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.volume import THOROUGH

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")  # a busy machine is no defect
_ONLY_SLOW = "pytestmark = pytest.mark.slow"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A quick look does not even read files in which everything is slow: some take seconds to be made into tests."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    return True if _ONLY_SLOW in collection_path.read_text(encoding="utf-8").splitlines() else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What only `make thorough` tries is counted as left out, not as passed."""
    left_out = [] if THOROUGH else [item for item in items if item.get_closest_marker("thorough")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages in English whatever the machine speaks; a test that wants French asks for it."""
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")

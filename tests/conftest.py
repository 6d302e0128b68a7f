"""What all tests share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages in English whatever the machine speaks; a test that wants French asks for it."""
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")

"""Which browsers there are: for tests, and for what is measured in one."""

from __future__ import annotations

import os
import shutil


def _found(variable: str, *names: str) -> str | None:
    """The one somebody names, or the first that is installed."""
    return os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)


CHROMIUM = _found("CHROMIUM", "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The same engine without windows and menus takes a third less of the machine."""
FIREFOX = _found("FIREFOX", "firefox-esr", "firefox")

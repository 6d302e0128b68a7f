"""Which browsers there are: for tests, and for what is measured in one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def _found(variable: str, *names: str) -> str | None:
    """The one somebody names, or the first that is installed."""
    return os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)


CHROMIUM = _found("CHROMIUM", "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The same engine without windows and menus takes a third less of the machine."""
FIREFOX = _found("FIREFOX", "firefox-esr", "firefox")
DRIVER = _found("WEBKIT_DRIVER", "WebKitWebDriver")
"""What drives WebKit, the engine of Safari, as it comes with GTK (Debian: `webkit2gtk-driver`)."""
WEBKIT = next(map(str, Path("/usr").glob("lib*/*/webkit2gtk-*/MiniBrowser")), None)
"""Its own small browser, which comes along."""
XVFB = _found("XVFB", "Xvfb")
"""A screen that nobody sees: that browser wants one."""

"""WebKit as it comes with GTK, the engine of Safari, driven over WebDriver: as much of it as the app is tried with."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.app.elsewhere import Driven
from tests.browsers import DRIVER, WEBKIT, XVFB

_SCRIPT = """
const told = arguments[arguments.length - 1];
Promise.resolve().then(%s).then((found) => told({ found: found ?? null }), (error) => told({ error: String(error) }));
"""
_PATIENCE = 120
_ALONE = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
"""It opens nothing but our pages, and needs neither a sandbox, which containers do not allow, nor a graphics card."""


class WebKit(Driven):
    """One window; its tabs die with what runs in them, and what they kept is there until the browser ends."""

    def __init__(self, driver: httpx.Client) -> None:
        self._driver, self._session = driver, ""
        given = {"alwaysMatch": {"webkitgtk:browserOptions": {"binary": WEBKIT, "args": ["--automation"]}}}
        self._session = f"/session/{self._send('POST', '/session', capabilities=given)['sessionId']}"
        self._send("POST", "/timeouts", script=_PATIENCE * 1000)

    def _send(self, method: str, path: str, **given: object) -> Any:
        answer = self._driver.request(method, self._session + path, json=given if method == "POST" else None)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def go(self, url: str) -> None:
        self._send("POST", "/url", url=url)

    def run(self, code: str) -> Any:
        told = self._send("POST", "/execute/async", script=_SCRIPT % code, args=[])
        assert "error" not in told, told
        return told["found"]

    def another_tab(self) -> None:
        """The one there is ends at once, after a new one was opened."""
        opened = self._send("POST", "/window/new", type="tab")["handle"]
        self._send("DELETE", "/window")
        self._send("POST", "/window", handle=opened)

    def end(self) -> None:
        self._send("DELETE", "")


@contextmanager
def webkit(folder: Path, port: int) -> Iterator[WebKit]:
    """A browser whose windows nobody sees."""
    assert DRIVER is not None
    assert XVFB is not None
    display = f":{port}"
    around = {**os.environ, **_ALONE, "DISPLAY": display, "XDG_RUNTIME_DIR": str(folder), "HOME": str(folder)}
    with (
        _running([XVFB, display, "-screen", "0", "1280x900x24", "-nolisten", "tcp"], around),
        _running([DRIVER, f"--port={port}"], around),
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=_PATIENCE) as driver,
    ):
        _awaited(driver)
        browser = WebKit(driver)
        yield browser
        browser.end()


@contextmanager
def _running(command: list[str], around: dict[str, str]) -> Iterator[None]:
    with subprocess.Popen(command, env=around, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def _awaited(driver: httpx.Client) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            driver.get("/status")
        except httpx.TransportError:
            assert time.monotonic() < until, "WebKit did not begin"
            time.sleep(0.2)
        else:
            return

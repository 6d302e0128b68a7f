"""Firefox, driven over WebDriver BiDi: as much of it as the app is tried with."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.app.elsewhere import Driven
from tests.browsers import FIREFOX

_PREFERENCES = """
user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.enabled", false);
user_pref("intl.accept_languages", "en-GB");
"""
_PRIVATE = """
user_pref("browser.privatebrowsing.autostart", true);
"""


class Firefox(Driven):
    """One window with one tab."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._count = line, 0
        self._send("session.new", capabilities={})
        self._tab = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **given: object) -> Any:
        self._count += 1
        self._line.send(json.dumps({"id": self._count, "method": method, "params": given}))
        while True:
            told = json.loads(self._line.recv(60))
            if told.get("id") == self._count:
                assert told["type"] == "success", told
                return told["result"]

    def go(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, code: str) -> Any:
        told = self._send(
            "script.evaluate",
            expression=f"Promise.resolve(({code})()).then((found) => JSON.stringify(found) ?? 'null')",
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])


@contextmanager
def firefox(profile: Path, port: int, *, private: bool = False) -> Iterator[Firefox]:
    """A browser without windows; it can be ended and begun again with what it keeps. Or one that keeps nothing."""
    assert FIREFOX is not None
    profile.mkdir(exist_ok=True)
    (profile / "user.js").write_text(_PREFERENCES + (_PRIVATE if private else ""), encoding="utf-8")
    started = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", str(port)]
    with subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with _connected(port) as line:
                yield Firefox(line)
        finally:
            process.kill()


def _connected(port: int) -> ClientConnection:
    until = time.monotonic() + 60
    while True:
        try:
            return connect(f"ws://127.0.0.1:{port}/session", max_size=None)
        except (OSError, WebSocketException):
            assert time.monotonic() < until, "Firefox did not begin"
            time.sleep(0.2)

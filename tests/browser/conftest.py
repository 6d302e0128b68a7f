"""Real browsers against a real server: what all these tests share."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from benchmarks.servers import free_port

ARTEFACTS = Path(__file__).parents[2] / "artefacts"
_START = """
if __name__ == "__main__":  # the processes of bots import this file, too
    import json, sys
    from pathlib import Path
    from ludotheque.server.run import serve
    from ludotheque.server.settings import Settings
    serve(Settings(port=int(sys.argv[1]), data=Path(sys.argv[2]), bot_pause=0.0, tables_per_hour=100_000,
                   tables_per_visitor=1000, requests_per_minute=1_000_000, log_level="warning",
                   **json.loads(sys.argv[3])))
"""
_NO_COACH = """if (location.protocol !== "about:") localStorage["ludotheque-learnt"] ??= '{"coach": false}';"""
_PATIENCE_MS = 30_000
"""A page that is slow is no defect of a busy machine; what people may wait for is timed where it is asked for."""
expect.set_options(timeout=_PATIENCE_MS)


@dataclass
class Server:
    """A server in a process of its own; it can be killed and started again on the same data."""

    data: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    more: dict[str, object] = field(default_factory=dict)
    """Settings that differ."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        script = self.data / "start.py"
        script.write_text(_START, encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(self.port), str(self.data), json.dumps(self.more)]
        )
        until = time.monotonic() + 90
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=2)
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.05)
            else:
                assert self.process.poll() is None, "another server has answered"
                return
        raise TimeoutError("the server did not answer")

    def kill(self) -> None:
        """No time to say goodbye."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


def new_server(data: Path, **more: object) -> Server:
    server = Server(data, free_port(), more=more)
    server.start()
    return server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = new_server(tmp_path_factory.mktemp("cupboard"))
    yield running
    running.stop()


@dataclass
class People:
    """Opens browsers for people, and notes what goes wrong in their pages."""

    browser: Browser
    base: str
    contexts: list[BrowserContext] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def person(
        self,
        nickname: str = "",
        *,
        width: int = 1280,
        height: int = 800,
        language: str = "fr-FR",
        dark: bool = False,
        calm: bool = True,
        newcomer: bool = False,
    ) -> Page:
        """A page of a new visitor; only to newcomers the coach speaks."""
        context = self.browser.new_context(
            base_url=self.base,
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            has_touch=width < 600,
        )
        context.set_default_timeout(_PATIENCE_MS)
        if not newcomer:
            context.add_init_script(_NO_COACH)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        page.on("console", lambda said: self._heard(said.type, said.text, page.url))
        if nickname:
            me = page.request.get("/api/me").json()
            answer = page.request.put("/api/me", data={"nickname": nickname}, headers={"X-CSRF": me["csrf"]})
            assert answer.ok, answer.text()
        return page

    def _heard(self, kind: str, text: str, url: str) -> None:
        if kind == "error" and "Failed to load resource" not in text and "WebSocket" not in text:
            self.troubles.append(f"{url}: {text}")


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """People in front of the shared server. A test fails when one of their pages reports an error."""
    group = People(browser, server.url)
    yield group
    for context in group.contexts:
        context.close()
    assert group.troubles == []


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Keeps a screenshot to be looked at, when somebody wants to look (`make pictures`)."""

    def keep(page: Page, name: str, *, whole: bool = False) -> None:
        if not os.environ.get("PICTURES"):
            return
        ARTEFACTS.mkdir(exist_ok=True)
        page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=whole, animations="disabled")

    return keep

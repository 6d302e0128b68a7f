"""The app as people have it: a folder of files below a static web space, a browser, and people in front of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Frame, Page, expect

from tests.app.house import Bare, Files, Space
from tests.browser.acts import MOVES, NEXT, PICKED

BELOW = "games/ours"
"""Where the app lies below the web space."""
_NO_COACH = """if (location.protocol !== "about:") localStorage["ludotheque-learnt"] ??= '{"coach": false}';"""
_ASK = """
async ([method, path, body]) => {
  const root = document.documentElement.dataset.root;
  const sent = { method, body: body === null ? undefined : JSON.stringify(body) };
  const response = await fetch(`${root}/api${path}`, sent);
  return [response.status, await response.json().catch(() => null)];
}
"""


class _Slowly(Files):
    """The same over a line of 10 Mbit/s, which all requests share."""

    line = threading.Lock()
    chunk = 16_384
    bytes_a_second = 10_000_000 / 8
    free = 0.0
    """When all that was sent so far is through."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while part := source.read(self.chunk):
            self.passed(len(part))
            outputfile.write(part)

    @classmethod
    def passed(cls, size: int) -> None:
        """Waits until so many more bytes are through; who wakes late has lost nothing."""
        with cls.line:
            cls.free = until = max(cls.free, time.monotonic()) + size / cls.bytes_a_second
        time.sleep(max(0.0, until - time.monotonic()))


class Site:
    """A static web space with the app on it. It can be shut, and opened again at the same address."""

    def __init__(self, root: Path, *, slowly: bool = False, bare: bool = False) -> None:
        self.root = root
        self._files: type[Bare] = _Slowly if slowly else Bare if bare else Files
        self._port = 0
        self._server: Space | None = None
        self.open()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/{BELOW}/"

    @property
    def folder(self) -> Path:
        return self.root / BELOW

    def open(self) -> None:
        self._server = Space(("127.0.0.1", self._port), partial(self._files, directory=str(self.root)))
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def hold(self, name: str, until: threading.Event) -> None:
        """What begins with this name is not sent before that."""
        kind = self._files

        class Holding(kind):  # type: ignore[misc, valid-type]  # whichever it is
            def copyfile(self, source: Any, outputfile: Any) -> None:
                if name in self.path:
                    until.wait(60)
                super().copyfile(source, outputfile)

        self.shut()
        self._files = Holding
        self.open()
        self._files = kind

    def shut(self) -> None:
        """From now on there is no network."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class Person:
    """Somebody with the app open."""

    def __init__(self, context: BrowserContext, site: Site, path: str = "", *, patient: bool = True) -> None:
        self.site, self.context = site, context
        context.set_default_timeout(30_000)
        context.add_init_script(_NO_COACH)
        self.troubles: list[str] = []
        self.page = self._opened()
        self.go(path, patient=patient)

    def _opened(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda said: self._heard(said.type, said.text))
        return page

    def kill(self) -> None:
        """The tab dies at once, with all that runs in it; then there is a new one."""
        dead = self.page
        with suppress(Error):
            dead.goto("chrome://crash", timeout=5_000)
        dead.close()
        self.page = self._opened()

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and "Failed to load resource" not in text:
            self.troubles.append(text)

    def go(self, path: str, *, patient: bool = True) -> None:
        """Opens an address, in a document of its own."""
        self.page.goto(self.site.url + path)
        if patient:
            self.ready()

    def ready(self) -> None:
        """Until Python is there, and a page."""
        expect(self.page.locator("#bar[data-gone]")).to_be_attached(timeout=60_000)
        expect(self.page.locator("#cover[data-gone]")).to_be_attached(timeout=60_000)

    @property
    def frame(self) -> Frame:
        """The page inside."""
        element = self.page.locator("iframe.page").element_handle()
        found = element.content_frame()
        assert found is not None
        return found

    def inside(self, path: str) -> None:
        """Goes to a page as a link does."""
        self.frame.evaluate("path => location.assign(document.documentElement.dataset.root + path)", path)
        self.page.wait_for_url(f"**{path}")
        self.frame.wait_for_load_state()

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """What the app answers to a page, which must be granted."""
        status, content = self.asked(method, path, body)
        assert status < 300, content
        return content

    def asked(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """The same, and the status, whatever it is."""
        status, content = self.frame.evaluate(_ASK, [method, path, body])
        return status, content

    def ask_later(self, method: str, path: str, body: object = None) -> None:
        """Asks without waiting for what is answered."""
        self.frame.evaluate(f"given => {{ globalThis.asked = ({_ASK})(given); }}", [method, path, body])

    def answered(self) -> Any:
        """The status and the content of what was asked so."""
        return self.frame.evaluate("() => globalThis.asked")

    def open_table(self, game: str, *seats: str, **options: object) -> str:
        """A table with a person in each seat called `me`, and bots in the others; it is shown."""
        wish = [{"kind": "me"} if seat == "me" else {"kind": "bot", "bot": seat} for seat in seats]
        table: str = self.ask("POST", "/tables", {"game": game, "options": options, "seats": wish})["id"]
        self.inside(f"/t/{table}")
        expect(self.frame.locator("#turn")).not_to_be_empty()
        return table

    def moves(self) -> list[str]:
        """The moves as the page tells them."""
        return self.frame.locator(MOVES).all_inner_texts()

    def play(self, until: Callable[[], bool]) -> None:
        """Plays by clicks whatever can be chosen, as long as it is asked for."""
        while not until():
            picked = self.frame.locator(PICKED).count()
            places = self.frame.locator("g.floor.next, g.choice.next") if picked else self.frame.locator(NEXT)
            with suppress(Error):  # what could be chosen may be gone by now
                places.first.click(timeout=500)

    def play_on(self, table: str, many: int = 10_000) -> list[str]:
        """Plays the first legal move whenever it is a person's turn, so often or until the game is over, and waits for
        what bots answer; all moves."""
        while not (told := self.ask("GET", f"/tables/{table}"))["over"]:
            seat = next((seat for seat in told["you"] if seat in told["acting"]), None)
            if seat is not None and (paths := self.ask("GET", f"/tables/{table}?seat={seat}")["paths"]):
                if not many:
                    break
                key = f"{table} {told['sequence']} {seat}"
                self.ask_later("POST", f"/tables/{table}/moves", {"seat": seat, "move": next(iter(paths)), "key": key})
                many -= self.answered()[0] < 300  # refused where a bot was quicker
            else:
                self.page.wait_for_timeout(100)
        return [move["text"] for move in told["moves"]]

"""The app in browsers that Playwright does not drive here: what is the same in each of them."""

from __future__ import annotations

import json
import random
import time
from typing import Any

from tests.app.site import Site

_READY = "() => document.querySelector('#bar[data-gone]') && document.querySelector('#cover[data-gone]') && 1"
_WHOLE = "() => document.body.dataset.whole !== undefined && 1"
_INSIDE = "document.querySelector('iframe.page').contentDocument"
_SHOWN = f"() => {_INSIDE}.querySelectorAll('#moves li:not(.none)').length"
_ENDED = f"() => {_INSIDE}.querySelector('#rematch:not([hidden])') && 1"
_REPLAYED = f"() => {_INSIDE}.querySelector('#board svg') && 1"
_ARRIVED = f"""() => location.pathname.endsWith(%s) && {_INSIDE}.querySelector("main")
  && {_INSIDE}.readyState === "complete" && 1"""
NEWS = "document.querySelector('#news')"
_ASK = """async () => {
  const root = document.documentElement.dataset.root;
  const inside = document.querySelector("iframe.page").contentWindow;
  const response = await inside.fetch(root + "/api" + %s, %s);
  return [response.status, await response.json()];
}"""


class Driven:
    """A browser with one tab. Whoever drives one says how to open an address, and how to run a function."""

    def go(self, url: str) -> None:
        raise NotImplementedError

    def run(self, code: str) -> Any:
        """What a function without arguments gives back in the page, or what it promises."""
        raise NotImplementedError

    def wait(self, code: str, seconds: float = 60) -> Any:
        """Until a function gives back something."""
        until = time.monotonic() + seconds
        while not (found := self.run(code)):
            assert time.monotonic() < until, code
            time.sleep(0.1)
        return found


class Visitor:
    """Somebody with the app open in such a browser."""

    def __init__(self, browser: Driven, site: Site) -> None:
        self.browser, self.site = browser, site

    def open(self, path: str = "") -> None:
        self.browser.go(self.site.url + path)
        self.browser.wait(_READY, 120)

    def inside(self, path: str) -> None:
        """Goes there as a link does: Python goes on running."""
        self.browser.run(
            f"() => {_INSIDE}.defaultView.location.assign(document.documentElement.dataset.root + '/{path}')"
        )
        self.browser.wait(_ARRIVED % json.dumps(f"/{path}"))

    def has_everything(self) -> None:
        """From now on no network is needed."""
        self.browser.wait(_WHOLE, 120)

    def asked(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """What a page is answered."""
        sent = json.dumps({"method": method} if body is None else {"method": method, "body": json.dumps(body)})
        status, content = self.browser.run(_ASK % (json.dumps(path), sent))
        return status, content

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The same, which must be granted."""
        status, content = self.asked(method, path, body)
        assert status < 300, content
        return content

    def open_table(self, game: str, *bots: str) -> str:
        """A table against them, which is shown."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": each} for each in bots)]
        table: str = self.ask("POST", "/tables", {"game": game, "options": {}, "seats": seats})["id"]
        self.inside(f"t/{table}")
        return table

    def play(self, table: str, many: int = 10_000) -> None:
        """Up to so many moves of mine; the page shows them, what the bots answer, and the end."""
        rng = random.Random(table)
        while many and not (told := self.ask("GET", f"/tables/{table}"))["over"]:
            seat = next((seat for seat in told["you"] if seat in told["acting"]), None)
            paths = () if seat is None else self.ask("GET", f"/tables/{table}?seat={seat}")["paths"]
            if not paths:
                time.sleep(0.1)
                continue
            move = {"seat": seat, "move": rng.choice(list(paths)), "key": f"{told['sequence']}"}
            status, content = self.asked("POST", f"/tables/{table}/moves", move)
            assert status < 300 or status == 409, content  # a bot may have been quicker
            many -= status < 300
        self.browser.wait(f"{_SHOWN} >= {self.moves(table)} && 1")
        if self.ask("GET", f"/tables/{table}")["over"]:
            self.browser.wait(_ENDED)

    def moves(self, table: str) -> int:
        """How many were made."""
        return len(self.ask("GET", f"/tables/{table}")["moves"])

    def sees_the_replay(self, table: str) -> None:
        self.inside(f"t/{table}/replay")
        self.browser.wait(_REPLAYED)

"""A page is told everything once and then what changes; it shows what a page that is loaded anew shows."""

from __future__ import annotations

import random
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import ludotheque as lt
from tests.browser.acts import MOVES, api, open_table, visit
from tests.browser.conftest import People
from tests.volume import usually, volume

pytestmark = pytest.mark.slow
SEATS = [{"kind": "me", "nickname": "Ada"}, {"kind": "open"}]
_FOLLOW = """async (table) => {
  const here = document.querySelector('script[type="module"]').src;
  const { Live } = await import(new URL("live.js", here).href);
  const [live, heard, kinds] = [new Live(table, 0), {}, []];
  live.onmessage = (message) => { if (message.type === "table") heard[message.sequence] = message; };
  live.connect();
  live.socket.addEventListener("message", (event) => kinds.push(JSON.parse(event.data).type));
  Object.assign(window, { live, heard, kinds });
}"""
_HAS = "(sequence) => sequence in window.heard"
_HEALS = """(sequence) => {
  if (window.live.socket?.readyState === 1 && !(sequence in window.heard)) window.live.socket.send('{"type":"ping"}');
  return sequence in window.heard;
}"""
_DRAWN = """() => [...document.querySelectorAll("#board svg.scene g.item, #choices > *, #moves li, #seats > *, #turn")]
  .map((each) => [each.dataset.id, each.getAttribute("class"), each.getAttribute("transform"),
    each.querySelector("use")?.getAttribute("href"), each.getAttribute("aria-label"), each.textContent].join("|"))"""
_HIS_OWN = ("told", "server_ms", "type", "spectators")


def _table(told: dict[str, Any]) -> dict[str, Any]:
    """A table without what differs between two who look at the same moment: when that is, and who else is there."""
    kept = {name: value for name, value in told.items() if name not in _HIS_OWN}
    kept["seats"] = [{**seat, "online": None, "clock_ms": None} for seat in told["seats"]]
    return kept


def _sees(page: Page, table: str) -> dict[str, Any]:
    seen: dict[str, Any] = page.request.get(f"/api/tables/{table}?lang=fr").json()
    return seen


def _plays(players: list[Page], table: str, rng: random.Random) -> bool:
    """Whoever may plays something; whether the game goes on."""
    for seat in rng.sample(range(2), 2):
        seen = players[seat].request.get(f"/api/tables/{table}?plain=1").json()
        if seen["over"]:
            return False
        moves = [move for move in seen["moves"] if move != "blocage"]
        if moves and seat in seen["waiting"]:
            answer = api(players[seat], "POST", f"/tables/{table}/moves", {"seat": seat, "move": rng.choice(moves)})
            assert answer.ok, answer.text()
            return True
    raise AssertionError("nobody may move")


class Rough:
    """A line that loses messages, brings them twice, and in another order."""

    def __init__(self, page: Page) -> None:
        self.trouble, self.kept = cycle(["twice", "later", "", "lost", ""]), list[str | bytes]()
        self.done = {"lost": 0, "twice": 0, "later": 0}
        page.route_web_socket("**/live?*", self._between)

    def _between(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda message: self._take(route, message))

    def _take(self, route: WebSocketRoute, message: str | bytes) -> None:
        if '"since"' not in str(message):
            route.send(message)
            return
        what = next(self.trouble)
        if what:
            self.done[what] += 1
        if what == "later":
            self.kept.append(message)
            return
        for _ in range({"lost": 0, "twice": 2}.get(what, 1)):
            route.send(message)
        while self.kept:
            route.send(self.kept.pop())


@pytest.mark.parametrize("game", usually(("rolit", "plic_plac", "hop_plie"), lt.games()))
def test_a_page_that_follows_shows_what_a_new_one_shows(people: People, game: str) -> None:
    rng = random.Random(game)
    ada, bo = people.person("Ada"), people.person("Bo")
    rough = Rough(bo)
    table = open_table(ada, game, SEATS)
    assert api(bo, "POST", f"/tables/{table}/seats/1", {"nickname": "Bo"}).ok
    bo.goto("/me")  # a page with scripts, and without a line of its own
    for page in (ada, bo):
        page.evaluate(_FOLLOW, table)
        page.wait_for_function("() => Object.keys(window.heard).length > 0")
    for _ in range(volume(5, 20)):
        on = _plays([ada, bo], table, rng)
        seen = _sees(ada, table)
        ada.wait_for_function(_HAS, arg=seen["sequence"])
        assert _table(ada.evaluate("(at) => window.heard[at]", seen["sequence"])) == _table(seen)
        if not on:
            break
    expect(ada.locator(MOVES)).to_have_count(len(_sees(ada, table)["moves"]))
    _same_as_anew(ada, table)
    assert ada.evaluate("() => window.kinds").count("table") == 1, "everything was told once"
    seen = _sees(bo, table)
    bo.wait_for_function(_HEALS, arg=seen["sequence"], polling=100)
    assert _table(bo.evaluate("(at) => window.heard[at]", seen["sequence"])) == _table(seen)
    assert all(rough.done.values()), f"the line was not rough: {rough.done}"


def _same_as_anew(page: Page, table: str) -> None:
    """What is drawn is what another page of the same person draws that is loaded now."""
    anew = page.context.new_page()
    visit(anew, table)
    for _ in range(50):
        drawn, fresh = page.evaluate(_DRAWN), anew.evaluate(_DRAWN)
        if drawn == fresh:
            break
        page.wait_for_timeout(100)
    assert drawn == fresh
    assert len(drawn) > 10
    anew.close()

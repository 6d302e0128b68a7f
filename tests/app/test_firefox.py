"""The app in Firefox: a whole game against a bot without a network, killed and begun again on the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.servers import free_port
from tests.app.firefox import Firefox, firefox
from tests.app.site import BELOW, Site
from tests.browsers import FIREFOX

pytestmark = pytest.mark.slow
READY = "() => document.querySelector('#bar[data-gone]') && document.querySelector('#cover[data-gone]') && 1"
_ASK = """async () => {
  const root = document.documentElement.dataset.root;
  const inside = document.querySelector("iframe.page").contentWindow;
  const response = await inside.fetch(root + "/api" + %s, %s);
  return await response.json();
}"""
_INSIDE = "document.querySelector('iframe.page').contentDocument"
_MOVES = f"() => {_INSIDE}.querySelectorAll('#moves li:not(.none)').length"
_OVER = f"{_INSIDE}.querySelector('#rematch:not([hidden])')"


def ask(browser: Firefox, path: str, sent: str = "{}") -> dict[str, object]:
    found: dict[str, object] = browser.run(_ASK % (repr(path), sent))
    return found


def play(browser: Firefox, table: str) -> None:
    """A move, answered by the bot."""
    told = ask(browser, f"/tables/{table}")
    paths, before = told["paths"], told["moves"]
    assert isinstance(paths, dict)
    assert isinstance(before, list)
    body = f'JSON.stringify({{seat: 0, move: "{next(iter(paths))}"}})'
    ask(browser, f"/tables/{table}/moves", f'{{ method: "POST", body: {body} }}')
    browser.wait(f"() => (({_MOVES})() >= {len(before) + 2} || {_OVER}) && 1")


def test_a_whole_game_in_firefox_without_a_network(built: Path, tmp_path: Path) -> None:
    if FIREFOX is None:
        pytest.skip("Firefox is not installed: the app is not tried in it")
    shutil.copytree(built, tmp_path / "space" / BELOW)
    site, port = Site(tmp_path / "space"), free_port()
    wish = "{game: 'hopsy', options: {}, seats: [{kind: 'me'}, {kind: 'bot', bot: 'novice'}]}"
    try:
        with firefox(tmp_path / "profile", port) as browser:
            browser.go(site.url)
            browser.wait(READY, 120)
            browser.wait("() => document.body.dataset.whole !== undefined && 1")
            site.shut()
            table = str(ask(browser, "/tables", f'{{ method: "POST", body: JSON.stringify({wish}) }}')["id"])
            browser.go(f"{site.url}t/{table}")
            browser.wait(READY, 120)
            browser.wait(f"() => ({_MOVES})() === 0 && 1")
            play(browser, table)
            play(browser, table)
        with firefox(tmp_path / "profile", port) as browser:
            browser.go(f"{site.url}t/{table}")
            browser.wait(READY, 120)
            browser.wait(f"() => ({_MOVES})() === 4 && 1")
            while not ask(browser, f"/tables/{table}")["over"]:
                play(browser, table)
            browser.wait(f"() => {_OVER} && 1")
            browser.go(f"{site.url}t/{table}/replay")
            browser.wait(READY, 120)
            browser.wait(f"() => {_INSIDE}.querySelector('#board svg') && 1")
    finally:
        site.shut()

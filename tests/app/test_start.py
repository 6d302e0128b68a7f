"""How the app begins: a first board, links from elsewhere, files that are not what they should be, installing, bots."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from ludotheque.app.shelf import doors
from ludotheque.bots.levels import SECONDS, Level
from ludotheque.core.catalogues import catalogue
from ludotheque.core.cupboard import find
from ludotheque.home import pace
from ludotheque.tables import jobs
from tests.app.site import BELOW, Person, Site
from tests.app.thinking import thinking
from tests.volume import volume

pytestmark = pytest.mark.slow


def test_a_lesson_has_its_board_before_there_is_python(browser: Browser, site: Site) -> None:
    """Whoever comes for the first time learns while the rest is on its way."""
    come = threading.Event()
    site.hold("parts/memory.bin", come)
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    try:
        somebody = Person(context, site, "games/rolit/lessons/rolit", patient=False)
        inside = somebody.page.frame_locator("iframe.page")
        expect(inside.locator("#board svg .item").first).to_be_attached(timeout=60_000)
        expect(somebody.page.locator("#bar[data-gone]")).not_to_be_attached()
        come.set()
        somebody.ready()
    finally:
        come.set()
        context.close()


def test_a_link_leads_to_its_page_at_the_first_visit(browser: Browser, site: Site) -> None:
    """A web space that has only files answers what it has for missing ones, and that leads on."""
    context = browser.new_context(locale="en-GB")
    try:
        somebody = Person(context, site, "puzzles/rolit/3?lang=de#top", patient=False)
        expect(somebody.page.frame_locator("iframe.page").locator("#board svg")).to_be_attached(timeout=60_000)
        assert somebody.page.url.startswith(f"{site.url}puzzles/rolit/3")
        expect(somebody.page.locator("html[lang=de]")).to_be_attached()
        nowhere = f"{site.url}nothing.txt"
        assert "This page is not in the cupboard." in context.request.get(nowhere).text()
        somebody.page.goto(nowhere)
        expect(somebody.page.locator("body")).to_contain_text(
            catalogue("de").gettext("This page is not in the cupboard.")
        )
    finally:
        context.close()


def test_a_link_leads_to_its_page_where_there_are_only_files(browser: Browser, bare: Site) -> None:
    """Pages whose addresses are known when the app is built are reached on any web space, and no folder is listed."""
    context = browser.new_context(locale="en-GB")
    try:
        somebody = Person(context, bare, "games/rolit/rules?lang=de#top", patient=False)
        expect(somebody.page.frame_locator("iframe.page").locator(".rulebook")).to_be_attached(timeout=60_000)
        assert somebody.page.url.startswith(f"{bare.url}games/rolit/rules")
        assert somebody.troubles == []
    finally:
        context.close()
    context = browser.new_context(service_workers="block")  # so it says what it lacks, and stays where it is
    try:
        page = context.new_page()
        for path in doors()[:: volume(4, 1)]:
            page.goto(f"{bare.url}{path}?lang=de#top")
            page.wait_for_url(f"{bare.url}{path}?lang=de#top")
            expect(page.locator("#cover-text")).not_to_be_empty()
    finally:
        context.close()


def test_a_file_that_is_not_what_it_should_be_is_not_used(browser: Browser, site: Site) -> None:
    picture = site.folder / "games" / "rolit" / "picture.svg"
    packed = picture.with_name("picture.svg.packed")
    held = {path: path.read_bytes() for path in (picture, packed) if path.is_file()}
    context = browser.new_context(locale="en-GB")
    try:
        for path in held:
            path.write_bytes(b"<svg>not this</svg>")
        somebody = Person(context, site)
        fetched = "async (url) => { const got = await fetch(url); return [got.status, await got.text()]; }"
        status, text = somebody.frame.evaluate(fetched, f"{site.url}games/rolit/picture.svg")
        assert (status, text) == (504, "")
        expect(somebody.page.locator("#toasts")).to_contain_text("is not the one it should be")
    finally:
        for path, content in held.items():
            path.write_bytes(content)
        context.close()


_FULL = """async () => {
    const [name] = await caches.keys();
    const store = await caches.open(name);
    const [gone] = (await store.keys()).slice(-1);
    await store.delete(gone);
    globalThis.put = Cache.prototype.put;
    Cache.prototype.put = async () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
_ROOM = "() => { Cache.prototype.put = globalThis.put; }"
_KEPT = "async () => (await (await caches.open((await caches.keys())[0])).keys()).length"


def test_files_that_could_not_be_kept_are_told_and_fetched_by_a_tap(browser: Browser, site: Site) -> None:
    """The device was full, and something was thrown away: who has made room taps."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    try:
        somebody = Person(context, site)
        whole, news = somebody.page.locator("body[data-whole]"), somebody.page.locator("#news")
        expect(whole).to_be_attached(timeout=60_000)
        (worker,) = context.service_workers
        kept = worker.evaluate(_KEPT)
        worker.evaluate(_FULL)
        again = news.get_by_role("button", name="Try again")
        for trying in (somebody.page.reload, again.click):
            trying()
            expect(again).to_be_visible(timeout=60_000)
            expect(news).to_contain_text("Not all files could be kept")
            expect(whole).not_to_be_attached()
        assert worker.evaluate(_KEPT) == kept - 1
        worker.evaluate(_ROOM)
        again.click()
        expect(whole).to_be_attached(timeout=30_000)
        expect(news).to_be_hidden()
        assert worker.evaluate(_KEPT) == kept
    finally:
        context.close()


def test_a_file_that_cannot_be_had_now_ends_nothing(browser: Browser, built: Path, tmp_path: Path) -> None:
    """Python reads it while it runs: it is told of an error, lives on, and tries again when somebody asks again."""
    shutil.copytree(built, tmp_path / BELOW)
    locale, elsewhere = tmp_path / BELOW / "parts" / "ludotheque" / "locale", tmp_path / "elsewhere"
    elsewhere.mkdir()
    lacking = sorted(locale.glob("it.mo*"))
    for file in lacking:
        file.rename(elsewhere / file.name)
    site, context = Site(tmp_path), browser.new_context(locale="en-GB", reduced_motion="reduce")
    try:
        somebody = Person(context, site)
        table = somebody.open_table("hopsy", "me", "me")
        status, refused = somebody.asked("POST", f"/tables/{table}/moves", {"seat": 0, "move": "A1-A1"})
        assert status == 422
        assert {"de", "en", "fr"} <= refused["error"]["message"].keys()
        assert "it" not in refused["error"]["message"]
        assert somebody.asked("GET", f"/tables/{table}?lang=it")[0] == 500
        for file in lacking:
            (elsewhere / file.name).rename(locale / file.name)
        assert somebody.ask("GET", f"/tables/{table}?lang=it")["table"] == table
        assert "it" in somebody.asked("POST", f"/tables/{table}/moves", {"seat": 0})[1]["error"]["message"]
    finally:
        context.close()
        site.shut()


_INSTALLABLE = """() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    event.prompt = async () => { globalThis.prompted = true; };
    dispatchEvent(event);
    return event.defaultPrevented;
}"""


def test_it_can_be_installed_and_asks_once(person: Person, site: Site) -> None:
    """Browsers offer it by an event, which no test can cause; what is made of it is tried."""
    news = person.page.locator("#news")
    assert person.page.evaluate(_INSTALLABLE)
    expect(news).to_contain_text("can be installed")
    news.get_by_role("button", name="Install").click()
    assert person.page.evaluate("() => globalThis.prompted")
    person.page.evaluate(_INSTALLABLE)
    news.get_by_role("button", name="Later").click()
    expect(news).to_be_hidden()
    person.page.evaluate(_INSTALLABLE)
    expect(news).to_be_hidden()


def test_browsers_read_the_manifest_and_find_nothing_wrong(browser: Browser, site: Site) -> None:
    """As Chromium tells it: what it is called, where it is, and that it is another app than one that lies beside it."""
    context = browser.new_context(service_workers="block")
    try:
        page = context.new_page()
        page.goto(site.url)
        told = context.new_cdp_session(page).send("Page.getAppManifest")
    finally:
        context.close()
    manifest = told["manifest"]
    assert told["errors"] == []
    assert (manifest["name"], manifest["display"]) == ("Ludothèque", "kStandalone")
    assert manifest["id"] == manifest["startUrl"] == manifest["scope"] == site.url
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    purposes = json.loads((site.folder / "app.webmanifest").read_text(encoding="utf-8"))["icons"]
    assert any("maskable" in icon.get("purpose", "") for icon in purposes)
    for icon in manifest["icons"]:
        assert (site.folder / icon["url"].removeprefix(site.url)).is_file(), icon


_STANDS_STILL = """(() => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    Atomics.wait(new Int32Array(memory.buffer), 0, 0);
})()"""
"""Hears nothing any more, as whoever thinks, and takes no time from the tests beside it."""
_FOR_LONG = """() => void setTimeout(() => {
    for (const until = Date.now() + 25_000; Date.now() < until; );
    new BroadcastChannel("thought").postMessage("enough");
}, 0)"""
_BUSY = 1_000
"""Milliseconds that a browser may have to wait for the processor when tests run beside it."""
_HEARD = """() => {
    globalThis.line = new BroadcastChannel("thought");
    line.onmessage = () => { globalThis.enough = true; };
}"""


def test_thinking_never_freezes_the_page(person: Person) -> None:
    """While the worker of the bots has no time for anything, pages are made, asked and moved on."""
    person.open_table("rolit", "me", "novice")
    person.page.wait_for_function("() => localStorage['ludotheque-pace'] > 0", timeout=60_000)
    (bots,) = (worker for worker in person.page.workers if worker.url.endswith("bots.js"))
    person.page.evaluate(_HEARD)
    bots.evaluate(_FOR_LONG)
    table = person.open_table("hopsy", "me", "me")
    told = person.ask("GET", f"/tables/{table}")
    person.ask("POST", f"/tables/{table}/moves", {"seat": told["seat"], "move": next(iter(told["paths"]))})
    expect(person.frame.locator("#moves li:not(.none)")).to_have_count(1)
    assert not person.page.evaluate("() => globalThis.enough"), "all of this was before the thought was over"
    person.page.reload()  # ends who thinks
    person.ready()


@pytest.mark.thorough  # how long it takes is measured by benchmarks/browser.py; here it must not be out of all reason
def test_the_master_answers_within_two_seconds_beside_the_page(browser: Browser, site: Site) -> None:
    """What takes the master all its time takes none of the page's."""
    seen = thinking(browser, site, "rolit", "master", 2)
    assert 1_000 < min(seen.thoughts) <= max(seen.thoughts) < 2_000 + _BUSY
    assert seen.longest < min(seen.thoughts) / 2


_SOON = """
const later = globalThis.setTimeout;
globalThis.setTimeout = (work, after, ...given) => later(work, after === 30_000 ? 3_000 : after, ...given);
"""


def test_bots_that_think_for_too_long_are_stopped_and_the_game_goes_on(browser: Browser, site: Site) -> None:
    """Nobody waits half a minute here: a clock that runs faster."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    try:
        context.add_init_script(_SOON)
        somebody = Person(context, site)
        somebody.open_table("rolit", "me", "novice")
        somebody.page.wait_for_function("() => localStorage['ludotheque-pace'] > 0", timeout=60_000)
        (stuck,) = (worker for worker in somebody.page.workers if worker.url.endswith("bots.js"))
        stuck.evaluate(f"() => void setTimeout(() => {_STANDS_STILL}, 0)")
        table = somebody.open_table("hopsy", "me", "novice")
        for moves in (2, 4):
            told = somebody.ask("GET", f"/tables/{table}")
            somebody.ask("POST", f"/tables/{table}/moves", {"seat": told["seat"], "move": next(iter(told["paths"]))})
            expect(somebody.frame.locator("#moves li:not(.none)")).to_have_count(moves, timeout=30_000)
    finally:
        context.close()


def test_levels_think_as_long_as_the_device_needs_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    times: dict[str, float] = {}
    monkeypatch.setattr(jobs, "_times", times)
    for rate, wanted in ((0, None), (pace.SERVER, 1.0), (pace.SERVER * 10, 1.0), (4_000_000, 1.25), (1_000_000, 4 / 3)):
        kept = pace.keep(rate)
        assert kept == rate or rate == 0 < kept
        assert set(times) == set(SECONDS)
        assert wanted is None or times["master"] == pytest.approx(wanted)
    made: Any = jobs._made(find("hopsy"), "master")
    assert isinstance(made, Level)
    assert made.budget.seconds == pytest.approx(2.0 - 0.05)

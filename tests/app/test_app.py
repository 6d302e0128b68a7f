"""The app in a real browser, from files alone: whole games, no network, killed tabs, two tabs, a new version."""

from __future__ import annotations

import os
import time

import pytest
from playwright.sync_api import Browser, expect

import ludotheque as lt
from ludotheque.app.folder import write_worker
from ludotheque.core.catalogues import catalogue
from tests.app.site import Person, Site
from tests.browser.acts import MOVES
from tests.browser.test_lessons import ways
from tests.cases import OURS
from tests.volume import volume

pytestmark = pytest.mark.slow


def test_a_whole_game_against_a_bot_without_a_network(person: Person, site: Site) -> None:
    """The first visit has fetched everything: after it, nothing is asked of anybody."""
    expect(person.page.locator("body[data-whole]")).to_be_attached(timeout=60_000)
    site.shut()
    try:
        person.page.reload()
        person.ready()
        expect(person.frame.locator("a.box")).to_have_count(5)
        table = person.open_table("rolit", "me", "novice", size=4)
        assert person.page.url == f"{site.url}t/{table}"
        person.play(lambda: person.frame.locator("#rematch").is_visible())
        moves = person.moves()
        person.page.reload()
        person.ready()
        expect(person.frame.locator("#rematch")).to_be_visible()
        assert person.moves() == moves, "what was played is kept"
        assert person.ask("GET", f"/tables/{table}")["over"]
    finally:
        site.open()


@pytest.mark.thorough
@pytest.mark.parametrize("game", OURS)
def test_whole_games_of_every_box_against_bots(person: Person, game: str) -> None:
    table = person.open_table(game, "me", "player")
    moves = person.play_on(table)
    assert len(moves) > 3
    expect(person.frame.locator("#rematch")).to_be_visible()
    person.inside(f"/t/{table}/replay")
    expect(person.frame.locator("#board svg")).to_be_visible()


def _any_move(person: Person, table: str) -> tuple[int, str]:
    """Whose turn it is, and a move they may make."""
    told = person.ask("GET", f"/tables/{table}")
    return told["seat"], next(iter(told["paths"]))


def _logged(person: Person, table: str) -> list[str]:
    return [move["text"] for move in person.ask("GET", f"/tables/{table}")["moves"]]


def test_a_killed_tab_loses_nothing(person: Person) -> None:
    """A move that was answered is there again, however the tab ends."""
    table = person.open_table("hopsy", "me", "me")
    played: list[str] = []
    for _ in range(volume(2, 100)):
        seat, move = _any_move(person, table)
        person.ask("POST", f"/tables/{table}/moves", {"seat": seat, "move": move})
        played.append(move)
        person.kill()
        person.go(f"t/{table}")
        assert _logged(person, table) == played
        if person.ask("GET", f"/tables/{table}")["over"]:
            table, played = person.open_table("hopsy", "me", "me"), []


def test_two_tabs_on_one_table_agree(person: Person, site: Site) -> None:
    """What one does the other shows; of two who do the same at the same moment one is refused, and both go on."""
    table = person.open_table("rolit", "me", "me")
    other = Person(person.context, site, f"t/{table}")
    try:
        for somebody in (person, other, person):
            seat, move = _any_move(somebody, table)
            somebody.ask("POST", f"/tables/{table}/moves", {"seat": seat, "move": move})
            for each in (person, other):
                expect(each.frame.locator(MOVES)).to_have_count(len(_logged(somebody, table)))
        seat, *_ = _any_move(person, table)
        moves = list(person.ask("GET", f"/tables/{table}")["paths"])[:2]
        both = (person, other)
        for each, move in zip(both, moves, strict=True):
            each.ask_later("POST", f"/tables/{table}/moves", {"seat": seat, "move": move})
        statuses = sorted(each.answered()[0] for each in both)
        assert statuses[0] == 200
        assert statuses[1] >= 400
        assert _logged(person, table) == _logged(other, table)
        assert other.troubles == []
    finally:
        other.page.close()


_HELD_UP = """
const fetched = globalThis.fetch;
globalThis.fetch = async (...given) => {
  if (String(given[0]).includes("languages.json")) await new Promise((resolve) => { globalThis.goOn = resolve; });
  return fetched(...given);
};
"""


def test_a_tab_that_has_only_begun_answers_what_it_was_asked_meanwhile(person: Person, site: Site) -> None:
    """The service worker asks the tab that is looked at, however far it is; what it was asked too early is not lost."""
    person.inside("/")
    page = person.context.new_page()
    page.add_init_script(_HELD_UP)
    try:
        page.goto(site.url, wait_until="domcontentloaded")
        page.wait_for_function("() => globalThis.goOn")
        page.bring_to_front()
        person.ask_later("GET", "/me")
        page.wait_for_timeout(500)
        page.evaluate("() => goOn()")
        status, _ = person.answered()
        assert status == 200
    finally:
        page.close()


PAGES = {
    "": "a.box",
    "/games/rolit": "#new-table",
    "/games/rolit/rules": ".rulebook",
    "/games/rolit/lessons/rolit": "#board svg",
    "/tables": "#mine",
    "/me": "#me",
    "/daily": ".task",
    "/puzzles": ".riddle",
    "/puzzles/hopsy/1": "#board svg",
    "/analysis/hopsy": "#board svg",
    "/games/hop_plie/draw": "#draw-surfaces *",
}
"""Every kind of page without a table, and something that it shows when its scripts have run."""
MADE_THERE = {"/me": "This is you", "/daily": "The day's tasks"}
"""Pages that Python makes in the browser, and what stands above them."""


def test_every_page_is_there_in_the_language_somebody_chooses(person: Person) -> None:
    person.inside("/")
    person.frame.locator("#language").select_option("de")
    person.page.wait_for_url("**lang=de")
    for path, shown in PAGES.items():
        person.inside(path or "/")
        expect(person.frame.locator(shown).first).to_be_attached()
        assert person.page.locator("html").get_attribute("lang") == "de"
        assert person.frame.locator("html").get_attribute("lang") == "de"
        assert person.page.title() == person.frame.title()
        if path in MADE_THERE:
            expect(person.frame.locator("h1")).to_have_text(catalogue("de").gettext(MADE_THERE[path]))
    person.frame.locator("#language").select_option("en")
    person.page.wait_for_url("**lang=en")
    expect(person.page.locator("html[lang=en]")).to_be_attached()


def test_the_device_is_handed_over(person: Person) -> None:
    """Hidden cards, two people, one device; the record and what the bots think of the game are there afterwards."""
    table = person.open_table("plic_plac", "me", "me")
    expect(person.frame.locator("#handover")).to_be_visible()
    person.frame.locator("#handover-ready").click()
    expect(person.frame.locator("#handover")).to_be_hidden()
    person.frame.locator("[data-action=resign]").click()
    person.frame.locator("#ask-answers button").first.click()
    expect(person.frame.locator("#rematch")).to_be_visible()
    person.inside(f"/t/{table}/replay")
    expect(person.frame.locator("#board svg")).to_be_visible()
    with person.page.expect_download() as taken:
        person.frame.locator("#record").click()
    assert taken.value.suggested_filename == f"plic_plac-{table}.txt"
    assert taken.value.path().read_text(encoding="utf-8").startswith("Ludotheque record")


def test_lessons_puzzles_days_sheets_and_records_without_a_network(person: Person, site: Site) -> None:
    """Each as far as it was never asked for before, by clicks; Python answers where a server would."""
    expect(person.page.locator("body[data-whole]")).to_be_attached(timeout=60_000)
    before = lt.start("hopsy")
    move = before.moves()[0]
    record = lt.Record.of(before).played(before, move, 0, before.play(move)).dumps()
    site.shut()
    try:
        person.inside("/games/hopsy/lessons/hopsy")
        frame = person.frame
        expect(frame.locator('#table[data-asked="0"]')).to_be_attached()
        for thing in ways("hopsy", "hopsy")[0]:
            frame.locator(f'.next[data-id="{thing}"]').first.click()
        expect(frame.locator('#table[data-asked="1"]')).to_be_attached(timeout=30_000)
        person.inside("/puzzles/hopsy/1")
        person.frame.locator("#puzzle-show").click()
        expect(person.frame.locator('#table[data-asked="over"]')).to_be_attached(timeout=30_000)
        person.inside("/daily")
        person.frame.get_by_role("button", name="Play it").first.click()
        person.page.wait_for_url("**/t/*")
        person.inside("/analysis/hopsy")
        person.frame.locator("details:has(#open-record) summary").click()
        person.frame.locator("#record").fill(record)
        person.frame.locator("#open-record button").click()
        expect(person.frame.locator("#tree")).to_contain_text(str(move))
        expect(person.frame.locator("#candidates li").first).to_be_attached(timeout=60_000)
        with person.page.expect_download() as taken:
            person.frame.locator("#save").click()
        assert lt.Record.loads(taken.value.path().read_text(encoding="utf-8")).moves[0].move == str(move)
        person.inside("/games/hop_plie/draw")
        expect(person.frame.locator("#draw-play")).to_be_enabled(timeout=30_000)
        expect(person.frame.locator("#draw-print")).to_contain_text("Printing needs a network and a server.")
        person.frame.locator("#draw-name").fill("Shooting stars")
        person.frame.locator("#draw-keep").click()
        expect(person.frame.locator("#draw-mine li")).to_have_count(1)
        expect(person.frame.locator("#draw-play")).to_be_enabled(timeout=30_000)
        person.frame.locator("#draw-play").click()
        person.page.wait_for_url("**/t/*")
        expect(person.frame.locator('[data-id="cell-H8"]')).to_be_attached()
    finally:
        site.open()


def _version(person: Person) -> str:
    code = "() => getComputedStyle(document.documentElement).getPropertyValue('--version')"
    return str(person.frame.evaluate(code)).strip()


def test_a_full_device_says_so_and_loses_nothing(person: Person) -> None:
    table = person.open_table("rolit", "me", "me")
    seat, move = _any_move(person, table)
    (house,) = (worker for worker in person.page.workers if worker.url.endswith("house.js"))
    house.evaluate("""() => {
        globalThis.add = IDBObjectStore.prototype.add;
        IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); };
    }""")
    person.ask_later("POST", f"/tables/{table}/moves", {"seat": seat, "move": move})
    status, content = person.answered()
    assert (status, content["error"]["code"]) == (507, "storage-full")
    assert "no room left" in content["error"]["text"]
    assert _logged(person, table) == []
    house.evaluate("() => { IDBObjectStore.prototype.add = globalThis.add; }")
    person.ask("POST", f"/tables/{table}/moves", {"seat": seat, "move": move})
    assert _logged(person, table) == [move]


_THROWN_AWAY = """async (table) => {
    const { name } = (await indexedDB.databases()).find((each) => each.name !== "ludotheque trial");
    const request = indexedDB.open(name);
    await new Promise((resolve) => { request.onsuccess = resolve; });
    const store = request.result.transaction("entries", "readwrite").objectStore("entries");
    const log = IDBKeyRange.bound([table, 0], [table, Infinity]);
    globalThis.left = () => new Promise((resolve) => {
        const count = request.result.transaction("entries").objectStore("entries").count(log);
        count.onsuccess = () => resolve(count.result);
    });
    store.delete(log);
    await new Promise((resolve) => { store.transaction.oncomplete = resolve; });
}"""


def test_what_another_tab_has_thrown_away_does_not_come_back(person: Person) -> None:
    """A move of a tab that has not heard of it yet would be a log without a beginning."""
    table = person.open_table("rolit", "me", "me")
    seat, move = _any_move(person, table)
    (house,) = (worker for worker in person.page.workers if worker.url.endswith("house.js"))
    house.evaluate(_THROWN_AWAY, table)
    person.ask_later("POST", f"/tables/{table}/moves", {"seat": seat, "move": move})
    status, content = person.answered()
    assert (status, content["error"]["code"]) == (404, "no-table")
    assert house.evaluate("() => globalThis.left()") == 0


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        ("delete globalThis.WebAssembly", "Dieser Browser hat kein WebAssembly"),
        ("delete globalThis.Worker", "Dieser Browser hat keine Worker"),
        ("delete Navigator.prototype.serviceWorker", "lässt die App ihre Dateien nicht speichern"),
        ("indexedDB.open = () => { throw new Error('no'); }", "deine Partien nicht auf diesem Gerät speichern"),
    ],
)
def test_what_a_browser_lacks_is_told(browser: Browser, site: Site, lacks: str, said: str) -> None:
    context = browser.new_context(locale="de-DE")
    try:
        context.add_init_script(lacks)
        somebody = Person(context, site, patient=False)
        expect(somebody.page.locator("#cover-text")).to_contain_text(said)
    finally:
        context.close()


_UPDATED = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const found = new Promise((resolve) => { registration.onupdatefound = resolve; });
    const asked = registration.update().catch(() => undefined);
    await found;
    const coming = registration.installing;
    await new Promise((resolve) => { coming.onstatechange = resolve; });
    await asked;
    return coming.state;
}"""


def test_a_new_version_comes_quietly_in_mid_game(person: Person, site: Site) -> None:
    """Whole or not at all, when somebody wants it, and then in all tabs."""
    table = person.open_table("rolit", "me", "me")
    seat, move = _any_move(person, table)
    person.ask("POST", f"/tables/{table}/moves", {"seat": seat, "move": move})
    other = Person(person.context, site, f"t/{table}")
    with (site.folder / "static" / "base.css").open("a", encoding="utf-8") as style:
        style.write(":root { --version: new; }")
    face = site.folder / "faces" / "0-0.svg"
    new = face.read_bytes() + b"<!-- new -->"
    face.write_bytes(new)
    write_worker(site.folder)
    face.write_bytes(new + b"<!-- other -->")
    assert person.page.evaluate(_UPDATED) == "redundant", "a file is not what the list says"
    face.write_bytes(new)
    for changed in (face, site.folder / "sw.js"):
        os.utime(changed, (later := time.time() + 60, later))  # web spaces count times in whole seconds
    person.page.evaluate("() => void navigator.serviceWorker.getRegistration().then((each) => each.update())")
    news = person.page.locator("#news")
    expect(news).to_contain_text("A new version is here.", timeout=60_000)
    assert _version(person) == "", "nobody is disturbed who does not want it yet"
    with person.page.expect_navigation():
        news.get_by_role("button", name="Use it now").click()
    person.ready()
    assert person.page.url.endswith(f"/t/{table}")
    other.ready()
    assert [_version(each) for each in (person, other)] == ["new", "new"]
    assert _logged(person, table) == [move]
    other.page.close()

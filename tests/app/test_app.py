"""The app in a real browser, from files alone: whole games, no network, killed tabs, two tabs, a new version."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from ludotheque.app.folder import write
from tests.app.house import PYODIDE
from tests.app.site import BELOW, Person, Site
from tests.browser.acts import MOVES
from tests.volume import volume

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not PYODIDE.is_dir():
        pytest.skip("Pyodide is not installed: npm ci")
    root = tmp_path_factory.mktemp("space")
    write(root / BELOW, PYODIDE)
    running = Site(root)
    yield running
    running.shut()


@pytest.fixture(scope="module")
def person(browser: Browser, site: Site) -> Iterator[Person]:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    somebody = Person(context, site)
    yield somebody
    context.close()
    assert somebody.troubles == []


def test_a_whole_game_against_a_bot_without_a_network(person: Person, site: Site) -> None:
    """The first visit has fetched everything: after it, nothing is asked of anybody."""
    expect(person.page.locator("body[data-whole]")).to_be_attached(timeout=60_000)
    site.shut()
    try:
        person.page.reload()
        person.ready()
        expect(person.frame.locator("a.box")).to_have_count(5)
        table = person.open_table("hopsy", "me", "novice")
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

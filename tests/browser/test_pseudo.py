"""Every page in a language nobody speaks (see tests/pseudo.py): no text bypasses the catalogues, no layout breaks with
texts four tenths longer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import ludotheque as lt
from ludotheque.bots import roster
from ludotheque.bots.characters import character
from ludotheque.games.hop_plie.paper import ROWS
from ludotheque.pages.rendering import ROOT, WEB
from tests import pseudo
from tests.browser.acts import LEARNING, MOVES, api, open_table, play_any, settled, visit
from tests.browser.conftest import People, Server, new_server
from tests.browser.windows import SIZES, TIGHTEST, fits, resize
from tests.cases import OURS
from tests.volume import THOROUGH, usually, volume

pytestmark = pytest.mark.slow
Keep = Callable[..., None]
_BOTS = {character(bot, "", number).name for bot in roster.bots() for number in range(8)}
_TITLES = [str(game.title) for game in lt.games().values()]
_WIDTHS = (320, 390, 768, 1280, 1920) if THOROUGH else (320, 768)
"""The narrowest phone, and the narrowest window with columns beside each other; the others are roomier."""
_BOXES = OURS if THOROUGH else ["hopsy", "hop_plie"]
"""Those that differ most: all are made of one template."""
_NAMES = ("Ludothèque", "Ada", "Bo", "Le Mix", "PDF", "Letter", ROWS, *_BOTS, *_TITLES)
"""What is called the same everywhere, and the letters beside a sheet."""
_SPOKEN = """() => [...document.querySelectorAll("body *")].flatMap((each) =>
  each.closest(".prose, [lang]:not(html), .foreign") ? [] :
  ["title", "aria-label", "placeholder", "alt"].map((name) => each.getAttribute(name)).filter(Boolean))"""
_READ = """() => {
  const left = document.body.cloneNode(true);
  for (const other of left.querySelectorAll(".prose, [lang], script, style, noscript, code, svg text, input, .foreign"))
    other.remove();
  for (const date of left.querySelectorAll("time, [data-day]")) date.remove(); // browsers put them into words
  for (const each of left.querySelectorAll("*")) if (each.hidden) each.remove();
  return left.textContent;
}"""
_WIDE = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""
_CUT = """() => [...document.querySelectorAll("button, a, label, h1, h2, legend, summary, #turn, .what")]
  .filter((each) => each.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !each.closest(".spoken"))
  .filter((each) => {
    const style = getComputedStyle(each), hides = ["hidden", "clip"].includes(style.overflowX);
    return hides && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1;
  }).map((each) => each.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def abroad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that speaks it."""
    folder = tmp_path_factory.mktemp("locale")
    pseudo.write(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTHEQUE_LOCALES", str(folder))
        server = new_server(tmp_path_factory.mktemp("abroad"))
    yield server
    server.stop()


@pytest.fixture
def foreigners(browser: Browser, abroad: Server) -> Iterator[People]:
    everybody = People(browser, abroad.url)
    yield everybody
    for context in everybody.contexts:
        context.close()
    assert not everybody.troubles, everybody.troubles


def _is_foreign(page: Page) -> None:
    """Nothing to read or to hear has bypassed the catalogues."""
    assert page.locator("html").get_attribute("lang") == pseudo.CODE
    heard = " \n".join(page.evaluate(_SPOKEN))
    assert not pseudo.bypassing(page.evaluate(_READ), *_NAMES), page.url
    assert not pseudo.bypassing(heard, *_NAMES), page.url
    assert not pseudo.bypassing(page.title(), *_NAMES), page.url


def _fits(page: Page, *widths: int) -> None:
    for width in widths:
        page.set_viewport_size({"width": width, "height": 1080 if width == 1920 else 720})
        page.wait_for_timeout(50)
        assert page.evaluate(_WIDE) <= 0, f"{page.url} is wider than {width}"
        assert not page.evaluate(_CUT), f"{page.url} at {width}"
    page.set_viewport_size({"width": 1280, "height": 800})


def _person(people: People) -> Page:
    page = people.person(language=pseudo.CODE)
    api(page, "PUT", "/me", {"nickname": "Ada"})
    return page


def _open_all(page: Page) -> None:
    """What is opened may have others inside that are made only then."""
    closed = page.locator("details:not([open])")
    while closed.count():
        closed.evaluate_all("all => all.forEach((each) => (each.open = true))")


def test_pages_without_a_table(foreigners: People, picture: Keep) -> None:
    page = _person(foreigners)
    for path in ("/", "/tables", "/me", "/device", "/docs", "/t/nothing", *(f"/games/{game}" for game in _BOXES)):
        page.goto(path)
        settled(page)
        _open_all(page)
        if path != "/docs":  # what is for programs is in English
            _is_foreign(page)
        _fits(page, *_WIDTHS)
        picture(page, f"pseudo{path.replace('/', '-')}")


def test_pages_to_learn_on(foreigners: People, picture: Keep) -> None:
    page = _person(foreigners)
    for name, path in LEARNING.items():
        page.goto(path)
        settled(page)
        _open_all(page)
        _is_foreign(page)
        _fits(page, *_WIDTHS)
        picture(page, f"pseudo-{name}")


def test_an_invitation(foreigners: People, picture: Keep) -> None:
    host, guest = _person(foreigners), _person(foreigners)
    table = open_table(host, "hop_plie", [{"kind": "me"}, {"kind": "open"}], level="4")
    visit(guest, table)
    expect(guest.locator("#invitation button")).to_be_enabled()
    _is_foreign(guest)
    _fits(guest, *_WIDTHS)
    picture(guest, "pseudo-invitation")


@pytest.mark.parametrize("game", usually(("rolit", "plic_plac", "hop_plie"), OURS))
def test_at_a_table(foreigners: People, picture: Keep, game: str) -> None:
    """Some moves, what is said of them, all that can be opened; and the end, as far as it can be brought about."""
    page = _person(foreigners)
    table = open_table(page, game, [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    for moves in (1, 2, 3):
        play_any(page, moves)
        _is_foreign(page)
    _open_all(page)
    _is_foreign(page)
    _fits(page, *_WIDTHS)
    picture(page, f"pseudo-{game}")
    fits(page, game, SIZES if THOROUGH else TIGHTEST)
    resize(page, 1280, 800)
    api(page, "POST", f"/tables/{table}/actions", {"seat": 0, "action": "resign"})
    if game != "hop_plie":
        expect(page.locator("#turn")).to_contain_text(pseudo.OPEN)
    visit(page, table, "/tv")
    _is_foreign(page)
    expect(page.locator("body")).to_contain_text(pseudo.OPEN)


def test_a_finished_game(foreigners: People, picture: Keep) -> None:
    page = _person(foreigners)
    table = open_table(page, "rolit", [{"kind": "me"}, {"kind": "me", "nickname": "Bo"}], size="4")
    for number in range(1, 13):
        play_any(page, number)
    expect(page.locator(MOVES)).to_have_count(12)
    _is_foreign(page)
    _fits(page, *_WIDTHS)
    picture(page, "pseudo-over")
    page.goto(f"/t/{table}/replay")
    expect(page.locator("#moves li, .marks, .graph").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    _is_foreign(page)
    _fits(page, *_WIDTHS)
    picture(page, "pseudo-replay")


_PAGES_OF_THE_APP = f"import json; from ludotheque.app.shelf import pages; print(json.dumps(pages({pseudo.CODE!r})))"


@pytest.fixture(scope="module")
def made_ahead(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages that the app brings along, by their paths."""
    folder = tmp_path_factory.mktemp("locale")
    pseudo.write(folder)
    given = {**os.environ, "LUDOTHEQUE_LOCALES": str(folder)}
    command = [sys.executable, "-c", _PAGES_OF_THE_APP]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=given).stdout
    return {path: text.replace(ROOT, "") for path, text in json.loads(told).items()}


def test_pages_of_the_app(browser: Browser, made_ahead: dict[str, str]) -> None:
    """As they are before any script has run: no lesson, no table is on them yet."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        file = WEB / path.lstrip("/")
        if path in made_ahead:
            route.fulfill(body=made_ahead[path], content_type="text/html; charset=utf-8")
        elif file.is_file() and file.suffix != ".js":
            route.fulfill(path=file)
        else:
            route.fulfill(body="", content_type="text/javascript" if file.suffix == ".js" else "image/svg+xml")

    page = browser.new_page()
    page.route("**/*", answer)
    try:
        for path in [*made_ahead][:: volume(2, 1)]:
            page.goto(f"http://app.test{path}")
            _open_all(page)
            _is_foreign(page)
            _fits(page, *_WIDTHS)
    finally:
        page.close()
    assert made_ahead.keys() >= {"/", "/tables", "/puzzles", *(f"/games/{game}" for game in OURS)}


def test_the_pseudo_language_finds_what_bypasses(foreigners: People) -> None:
    """A text set by hand is found, and a page that is too wide."""
    page = _person(foreigners)
    page.goto("/")
    page.evaluate("document.querySelector('h1').textContent = 'Hello there'")
    with pytest.raises(AssertionError, match="Hello"):
        _is_foreign(page)
    page.evaluate("document.querySelector('h1').style.width = '2000px'")
    with pytest.raises(AssertionError, match="wider"):
        _fits(page, 390)

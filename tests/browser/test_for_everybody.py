"""For everybody: by keyboard alone, on a phone, in both languages, in the dark, with a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ludotheque as lt
from tests.browser.acts import LEARNING, NEXT, api, click, moves_are, open_table, play_any, settled, short_game, visit
from tests.browser.conftest import People
from tests.browser.windows import resize
from tests.volume import THOROUGH, volume

pytestmark = pytest.mark.slow
Keep = Callable[..., None]
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
HERE = [{"kind": "me", "nickname": "Ada"}, {"kind": "me", "nickname": "Bo"}]
BOT = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def _tab_to(page: Page, css: str, most: int = 60) -> None:
    for _ in range(most):
        if page.evaluate("css => document.activeElement.matches(css)", css):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{css} cannot be reached with the Tab key")


def test_a_question_is_answered_where_the_keyboard_is(people: People) -> None:
    """Escape means no, and one is back where one was."""
    page = people.person("Ada")
    open_table(page, "plic_plac", [{"kind": "me"}], players="1")
    button = page.locator('[data-id="say-blocage"]')
    for leave in ("Escape", "Enter"):
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#ask button").last).to_be_focused()
        page.keyboard.press(leave)
        expect(page.locator("#ask")).to_be_hidden()
        expect(button).to_be_focused()
    page.locator('[data-action="resign"], [data-action="leave"]').locator("visible=true").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#ask button").first).to_be_focused()


def test_keyboard_alone_from_the_shelf_to_a_move(people: People, picture: Keep) -> None:
    page = people.person("Ada")
    page.goto("/")
    _tab_to(page, 'a.box[href="/games/hopsy"]')
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/hopsy")
    expect(page.locator("#seating li")).to_have_count(2)
    _tab_to(page, "button[type=submit]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.locator(NEXT).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    first = page.evaluate("document.activeElement.dataset.id")
    assert first.startswith("pawn-")
    expect(page.locator(".halo.focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.id") != first
    page.keyboard.press("Enter")
    expect(page.locator("g.item.picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("g.item.picked")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("g.item.picked")).to_have_count(1)
    moved = page.evaluate("document.querySelector('g.item.picked').dataset.id")
    _focus_a_destination(page)
    picture(page, "keyboard")
    page.keyboard.press("Enter")
    moves_are(page, 2)
    expect(page.locator(f'g.item.next[data-id="{moved}"]:focus')).to_have_count(1)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('g.next')"), "the keys go on where they were"


def _focus_a_destination(page: Page) -> None:
    for key in ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft") * 6:
        if page.evaluate("document.activeElement.matches('g.floor.next')"):
            return
        page.keyboard.press(key)
    raise AssertionError("no destination can be reached with the arrow keys")


def test_a_screen_reader_hears_what_happens(people: People) -> None:
    page = people.person("Ada")
    open_table(page, "hopsy", HERE)
    pawn = page.locator('[data-id="pawn-6"]')
    expect(pawn).to_have_role("button")
    expect(pawn).to_have_accessible_name("pion rouge en F5, peut être choisi")
    pawn.click()
    expect(pawn).to_have_accessible_name("pion rouge en F5, choisi")
    expect(pawn).to_have_attribute("aria-pressed", "true")
    click(page, ["E4"])
    expect(page.locator("#announce")).to_contain_text("Rouge (Ada) : le pion de F5 à E4")
    expect(page.locator("#announce")).to_contain_text("À vous, Bo")
    expect(page.locator('[data-id="pawn-6"]')).to_have_role("img")


ALIKE = {*(f"box-{game}" for game in [*lt.games()][1:]), "puzzle-cards", "analysis-plie", "lesson-plie"}
"""Pages like another one: they are made of the same template, of the same parts."""


def _addresses(page: Page) -> dict[str, str]:
    """Every kind of page: a name for its picture, and where it is."""
    table = open_table(page, "hopsy", HERE)
    finished = open_table(page, "hopsy", HERE, position="b.b.r./.r..b./..r.../b..r../..rb../r..b.. r")
    api(page, "POST", f"/tables/{finished}/moves", {"seat": 0, "move": "A5-A6"})
    api(page, "POST", f"/tables/{finished}/actions", {"action": "resign", "seat": 0})
    return {
        "shelf": "/",
        **{f"box-{game}": f"/games/{game}" for game in lt.games()},
        **LEARNING,
        "lobby": "/tables",
        "me": "/me",
        "docs": "/docs",
        "table": f"/t/{table}",
        "tv": f"/t/{table}/tv",
        "table-over": f"/t/{finished}",
        "replay": f"/t/{finished}/replay",
        "replay-not-yet": f"/t/{table}/replay",
        "not-found": "/nowhere",
    }


SMALL = """
() => [...document.querySelectorAll('a, button, input, select, summary, g.next')].filter(each => {
    const box = each.getBoundingClientRect();
    if (!box.width || each.closest('.skip, .prose, .sr') || getComputedStyle(each).opacity === '0') return false;
    const least = each.matches('g') ? 22 : 23.9;  // a sheet of fifteen columns leaves no more on a phone
    return box.width < least || box.height < least;
}).map(each => each.outerHTML.slice(0, 90) + ' ' + JSON.stringify(each.getBoundingClientRect()))
"""


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm ci brings it where node is present")
@pytest.mark.parametrize("half", [0, 1], ids=["some", "others"])
def test_every_page_is_for_fingers_and_for_screen_readers(people: People, picture: Keep, half: int) -> None:
    """None is wider than a phone, and everything to be touched is large enough. On a large screen axe finds nothing
    serious; in the dark only the colours are others, and they are the same ones everywhere. Of pages made of one
    template axe looks at one, where it has not all the time."""
    page = people.person("Ada", newcomer=True)
    addresses = _addresses(page)
    addresses["cards"] = f"/t/{open_table(page, 'plic_plac', HERE)}"
    addresses["open"] = f"/t/{open_table(page, 'rolit', [{'kind': 'me'}, {'kind': 'open'}])}"
    page.context.add_init_script(path=AXE)
    for number, (name, address) in enumerate([*addresses.items()][half::2]):
        resize(page, 390, 844)
        page.goto(address)
        settled(page)
        _fits_fingers(page, address)
        picture(page, f"phone-{name}")
        resize(page, 1280, 800)
        if not THOROUGH and name in ALIKE:
            continue
        assert _serious(page) == [], address
        if number % volume(3, 1):
            continue
        page.emulate_media(color_scheme="dark")
        assert _serious(page, "color-contrast") == [], f"{address} in the dark"
        page.emulate_media(color_scheme="light")


def _fits_fingers(page: Page, where: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, where
    assert page.evaluate(SMALL) == [], where


def _serious(page: Page, *only: str) -> list[tuple[str, list[str]]]:
    asked = {"resultTypes": ["violations"], **({"runOnly": only} if only else {})}
    found = page.evaluate("async asked => (await axe.run(asked)).violations", asked)
    return [
        (each["id"], [node["html"][:160] for node in each["nodes"][:4]])
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def test_a_board_takes_the_width_of_a_phone(people: People, picture: Keep) -> None:
    page = people.person("Ada", width=390, height=844, newcomer=True)
    for game in lt.games():
        open_table(page, game, BOT)
        expect(page.locator(NEXT).first).to_be_visible()
        _fits_fingers(page, game)
        width = page.locator(".scene").evaluate("each => each.getBoundingClientRect().width")
        assert width > 350, "the board takes the whole width"
        picture(page, f"phone-table-{game}")


def test_a_game_by_touch_on_a_phone(people: People) -> None:
    page = people.person("Ada", width=390, height=844)
    open_table(page, "hops_dice", BOT)
    for number in (1, 3):
        play_any(page, number)
        moves_are(page, number + 1)


def test_french_first_then_english_by_browser_and_by_switch(people: People, picture: Keep) -> None:
    french, english = people.person(), people.person(language="en-GB")
    german, swedish = people.person(language="de-AT"), people.person(language="sv-SE")
    for page, language, heading in (
        (french, "fr", "Que prend-on ?"),
        (english, "en", "What shall we play?"),
        (german, "de", "Was spielen wir?"),
    ):
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_have_text(heading)
    swedish.goto("/")
    expect(swedish.locator("html")).to_have_attribute("lang", "fr")
    swedish.get_by_role("combobox", name="Langue").select_option(label="English")
    expect(swedish.locator("html")).to_have_attribute("lang", "en")
    expect(swedish.locator("#language")).to_have_value("en")
    swedish.goto("/games/rolit")
    expect(swedish.locator("#rules")).to_have_text("The rules")
    expect(swedish.locator(".prose")).to_contain_text("monkey")
    table = open_table(english, "rolit", BOT)
    expect(english.locator("#turn")).to_contain_text("Your turn")
    expect(english.locator('[data-seat="0"] .who')).to_have_text("red")
    expect(english.locator("[data-action=hint]")).to_have_text("A hint")
    visit(french, table)
    expect(french.locator("#watching")).to_contain_text("Vous regardez")
    picture(english, "english-table")
    answer = api(english, "POST", f"/tables/{table}/moves", {"seat": 0, "move": "A1"})
    assert "is beside no ball" in answer.json()["error"]["message"]["en"]
    english.locator("#language").select_option("fr")
    expect(english.locator("#turn")).to_contain_text("À vous de jouer")
    assert english.url.partition("?")[0].endswith(f"/t/{table}"), "whoever plays stays at the table"


COUNT = """
async () => {
    const { say, sayCounted } = await import('/static/dom.js');
    const counted = [0, 1, 2, 100, 101, 202].map(n => sayCounted('{n} blunder', '{n} blunders', n));
    return [say('{name} to move', { name: '{n}' }), ...counted];
}
"""


def test_scripts_count_as_the_language_does(people: People) -> None:
    english, french = people.person(language="en"), people.person()
    english.goto("/me")
    assert english.evaluate(COUNT) == [
        "{n} to move", "0 blunders", "1 blunder", "2 blunders", "100 blunders", "101 blunders", "202 blunders"
    ]  # fmt: skip
    french.goto("/me")
    assert french.evaluate(COUNT) == [
        "C'est à {n} de jouer", "0 gaffe", "1 gaffe", "2 gaffes", "100 gaffes", "101 gaffes", "202 gaffes"
    ]  # fmt: skip


def test_light_and_dark(people: People, picture: Keep) -> None:
    page = people.person("Ada", dark=True)
    page.goto("/")
    colour = "() => getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(colour)
    picture(page, "shelf-dark")
    page.locator("#theme").click()
    light = page.evaluate(colour)
    assert light != dark
    page.reload()
    assert page.evaluate(colour) == light, "the choice is remembered"
    open_table(page, "plic_plac", BOT)
    page.locator("#theme").click()
    picture(page, "plic-plac-dark")


def test_sound_is_off_until_switched_on(people: People) -> None:
    page = people.person()
    page.goto("/me")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    page.locator("#sound").click()
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")


def test_calm_for_those_who_ask(people: People) -> None:
    """With reduced motion a piece is at once where it goes; else it slides there."""
    for calm in (True, False):
        page = people.person("Ada", calm=calm)
        open_table(page, "hopsy", HERE)
        page.evaluate(
            "() => { window.moved = 0; const animate = Element.prototype.animate;"
            " Element.prototype.animate = function (...given) { moved += 1; return animate.apply(this, given); } }"
        )
        click(page, short_game("hopsy", 9, 21)[0][2])
        moves_are(page, 1)
        assert (page.evaluate("window.moved") == 0) is calm


FOLD = """
async () => {
    const { Stage } = await import('/static/stage.js');
    const host = document.createElement('div');
    document.body.append(host);
    const square = '<rect x="-50" y="-50" width="100" height="100"/>';
    const stage = new Stage(host, { square }, 'try');
    const item = { id: 'a', symbol: 'square', x: 2.5, y: 0.5, name: '', states: [], turn: 0, scale: 1, label: '' };
    const scene = { width: 4, height: 1, title: 'paper', items: [item], trail: [], buttons: [] };
    await stage.show(scene);
    const flap = { ...item, x: 1.5, group: 'flap' };
    const groups = [{ id: 'flap', hinge: [2, 0, 2, 1] }];
    const shown = stage.show({ ...scene, items: [flap], groups });
    const group = host.querySelector('.group');
    const folding = group.getAnimations()[0];
    const middle = () => {
        const [box, all] = [group.getBoundingClientRect(), stage.svg.getBoundingClientRect()];
        return [4 * (box.x + box.width / 2 - all.x) / all.width, 4 * box.width / all.width];
    };
    folding.pause();
    const seen = [0, 400, 799.9].map(time => { folding.currentTime = time; return middle(); });
    folding.finish();
    await shown;
    return seen;
}
"""


def test_paper_folds_about_its_hinge(people: People) -> None:
    """A flap starts flat on the other side of the hinge, stands up on it, and comes down where it belongs."""
    page = people.person(calm=False)
    page.goto("/me")
    (start, _), (risen, width), (end, _) = page.evaluate(FOLD)
    assert start == pytest.approx(2.5, abs=0.05)
    assert risen == pytest.approx(2, abs=0.1)
    assert width < 0.2
    assert end == pytest.approx(1.5, abs=0.05)

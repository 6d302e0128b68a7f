"""Whatever the window, the board and all that is needed to move are inside it, at every moment of every game."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core.catalogues import languages
from tests.browser.acts import api, open_table
from tests.browser.conftest import People
from tests.browser.windows import DRAWN, SIZES, TIGHT, TIGHTEST, fits, resize
from tests.volume import THOROUGH, volume

pytestmark = pytest.mark.slow
Keep = Callable[..., None]
GAMES: tuple[Any, ...] = (
    pytest.param("hopsy", 2, {}, marks=pytest.mark.thorough),
    ("hopsy", 2, {"variant": "mix"}),
    ("hops_dice", 2, {}),
    ("rolit", 4, {"players": "4", "size": "8"}),
    pytest.param("plic_plac", 2, {"layout": "ring"}, marks=pytest.mark.thorough),
    ("plic_plac", 6, {"players": "6", "layout": "pyramid"}),
    ("hop_plie", 1, {"players": "1", "level": "1"}),
    pytest.param("hop_plie", 3, {"players": "3", "level": "2"}, marks=pytest.mark.thorough),
    ("hop_plie", 4, {"players": "4", "level": "4"}),
)
MOMENTS = volume(1, 6)
LATER = SIZES if THOROUGH else TIGHT
ELSE = SIZES if THOROUGH else TIGHTEST
"""The start is looked at in every window; what comes later, in those with least room; and what a moment leads
to, in one of each shape."""
BESIDE = """
wide => {
  const box = (id) => document.querySelector(`[data-id=${id}]`).getBoundingClientRect();
  return (box('small-1').left > box('cell-A15').right) === wide;
}
"""


def _told(page: Page, table: str, seat: int | None = None) -> dict[str, Any]:
    told: dict[str, Any] = api(page, "GET", f"/tables/{table}" + ("" if seat is None else f"?seat={seat}")).json()
    return told


def _play(page: Page, table: str, rng: random.Random) -> bool:
    """A random move, every kind of move as likely as any other; whether there was one."""
    told = _told(page, table)
    if told["over"]:
        return False
    seat = rng.choice(told["waiting"])
    moves = api(page, "GET", f"/tables/{table}/moves?seat={seat}").json()["moves"]
    kinds: dict[str, list[str]] = {}
    for move in moves:
        kinds.setdefault(move.split()[0] if " " in move else move[:1], []).append(move)
    move = rng.choice(kinds[rng.choice(sorted(kinds))])
    if not api(page, "POST", f"/tables/{table}/moves", {"seat": seat, "move": move}).ok:
        assert _told(page, table)["sequence"] > told["sequence"], "only the page is quicker, where one must"
    return True


def _shown(page: Page, table: str) -> None:
    """Until the page shows the table as it is: a cover, or its moves and what to choose."""
    told = _told(page, table)
    expect(page.locator("#moves li:not(.none)")).to_have_count(len(told["moves"]))
    expect(page.locator(".choices.resting")).to_have_count(0)
    if told["hidden"] and len(told["you"]) > 1 and not told["over"]:
        cover = page.locator("#handover:visible, .scene g.next, .choices button:not(:disabled)")
        expect(cover.first).to_be_visible()
    elif not told["over"]:
        expect(page.locator(".scene g.next, .choices button:not(:disabled)").first).to_be_visible()


def _look_closely(page: Page, rng: random.Random, moment: str, sizes: Sequence[tuple[int, int]]) -> None:
    """As it is; behind the cover; and in the middle of a choice."""
    fits(page, moment, sizes)
    resize(page, 1280, 800)
    if page.locator("#handover").is_visible():
        page.locator("#handover-ready").click()
        expect(page.locator("#handover")).to_be_hidden()
        expect(page.locator(".scene g.next, .choices button:not(:disabled)").first).to_be_visible()
        fits(page, f"{moment}, uncovered", ELSE)
    resize(page, 1280, 800)
    steps = page.evaluate("() => [...document.querySelectorAll('.scene g.next')].map((each) => each.dataset.id)")
    winding = page.locator(".choices .idle").count()
    if steps and winding:
        page.locator(f'.scene g.next[data-id="{rng.choice(steps)}"]').click()
        if page.locator("g.item.picked").count():
            fits(page, f"{moment}, in mid-choice", ELSE)
            page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    GAMES,
    ids=lambda each: each if isinstance(each, str | int) else "-".join(each.values()),
)
def test_board_and_buttons_are_inside_every_window(
    people: People, picture: Keep, game: str, seats: int, options: Mapping[str, str]
) -> None:
    rng = random.Random(f"{game} {seats}")
    page = people.person("Ada", newcomer=True)
    names = ["Maximilienne-Alexandrine", "Bartholomeus-Konstantin", "Cunégonde-Philippine", "Di", "Eve", "Fi"]
    table = open_table(page, game, [{"kind": "me", "nickname": name} for name in names[:seats]], **options)
    for moment in range(MOMENTS):
        _shown(page, table)
        _look_closely(page, rng, f"{game} {options}, moment {moment}", LATER if moment else SIZES)
        for size in ((320, 568), (844, 390), (768, 1024)) if os.environ.get("PICTURES") else ():
            resize(page, *size)
            picture(page, f"fits-{game}-{'-'.join(options.values())}-{moment}-{size[0]}x{size[1]}")
        if not all(_play(page, table, rng) for _ in range(rng.randint(1, 9))):
            break
    _shown(page, table)
    _look_closely(page, rng, f"{game} {options}, at last", LATER)


def test_in_a_wide_window_the_other_sheets_stand_beside_ones_own(people: People) -> None:
    """One's own sheet has the height of the board; what was begun goes on when a tablet is turned."""
    page = people.person("Ada", newcomer=True)
    seats = [{"kind": "me", "nickname": name} for name in ("Ada", "Bo", "Cy", "Di")]
    table = open_table(page, "hop_plie", seats, players="4", level="4")
    _shown(page, table)
    page.locator(".choices button.next").first.click()
    page.locator("g.next").first.click()
    expect(page.locator("g.item.picked")).to_have_count(1)
    for width, height in ((1024, 768), (390, 844), (1280, 800), (1920, 1080), (844, 390)):
        resize(page, width, height)
        wide = width > height
        page.wait_for_function(BESIDE, arg=wide)
        cell = page.locator('[data-id="cell-A1"]').bounding_box()
        assert cell is not None
        assert cell["width"] >= (0.034 * height if wide else 0.044 * width), f"{width}×{height}: {cell['width']}"
        expect(page.locator("g.item.picked")).to_have_count(1)
    resize(page, 1280, 800)
    page.locator("g.floor.next:not(.picked)").first.click()
    expect(page.locator("#moves li")).to_have_count(3)


def test_questions_and_a_lost_connection_leave_room(people: People) -> None:
    """What is asked and told above the board makes the board smaller, not the page longer."""
    ada = people.person("Ada")
    open_table(ada, "plic_plac", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    expect(ada.locator("#turn")).to_contain_text("À vous de jouer")
    ada.locator('[data-action="resign"]').click()
    expect(ada.locator("#ask")).to_be_visible()
    fits(ada, "a question")
    ada.context.set_offline(True)
    expect(ada.locator("#offline")).to_be_visible()
    fits(ada, "offline")
    ada.context.set_offline(False)


def test_the_buttons_of_a_replay_are_beside_or_below_its_board(people: People) -> None:
    ada = people.person("Ada")
    here = [{"kind": "me", "nickname": "Ada"}, {"kind": "me", "nickname": "Bo"}]
    for game in ("hopsy", "rolit"):
        table = open_table(ada, game, here)
        moves = api(ada, "GET", f"/tables/{table}/moves?seat=0").json()["moves"]
        api(ada, "POST", f"/tables/{table}/moves", {"seat": 0, "move": moves[0]})
        api(ada, "POST", f"/tables/{table}/actions", {"action": "resign", "seat": 1})
        ada.goto(f"/t/{table}/replay")
        expect(ada.locator("#caption")).to_contain_text("Début")
        for width, height in SIZES:
            resize(ada, width, height)
            for part in (".scene", "#first", "#play", "#last", "#slider"):
                box = ada.locator(part).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= height, f"{part} at {width}×{height}"
            assert ada.evaluate(DRAWN) > 0.4, f"{width}×{height}: the board is small"


OVER_THE_SHELF = """
() => {
  const range = document.createRange(), over = [];
  for (const each of document.querySelectorAll('.shelf .side, .shelf .blurb, .shelf .name')) {
    range.selectNodeContents(each);
    const spot = each.closest('li').getBoundingClientRect(), box = each.getBoundingClientRect();
    const out = [...range.getClientRects()].some((line) => line.left < spot.left || line.right > spot.right);
    const cut = each.matches('.side') && each.scrollWidth > each.clientWidth;
    if (out || cut || box.right > spot.right + 1) over.push(each.textContent.trim());
  }
  return over;
}
"""


def test_all_words_on_the_shelf_have_room_on_a_phone(people: People) -> None:
    for language in sorted(languages()):
        page = people.person(width=320, height=568, language=language)
        page.goto("/")
        expect(page.locator(".shelf .blurb").first).to_be_visible()
        for width in (320, 390, 430):
            resize(page, width, 844)
            assert page.evaluate(OVER_THE_SHELF) == [], f"{language} at {width}"
        page.close()

"""A touch never means the wrong thing: what lies close together is enlarged first."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core.contract import CHANCE
from ludotheque.core.cupboard import games
from ludotheque.drawing.drawn import drawn
from ludotheque.testing.play import Options, cases, random_states
from tests.browser.acts import api, open_table
from tests.browser.conftest import People
from tests.browser.windows import resize
from tests.volume import usually, volume

pytestmark = pytest.mark.slow
WIDTHS = (308, 380)
"""Of a board on a small phone and on a usual one, in pixels."""
MOMENTS = volume(80, 1000)
OTHERS = volume(8, 200)
"""So many moments of each other choice of options."""
TOLD_APART = """
async ([moments, pixels]) => {
  const { APART, enlarged, shows } = await import("/static/enlarging.js");
  const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
  const wrong = [];
  for (const { targets, width, height } of moments) {
    for (const [target, times] of targets.flatMap((target) => [[target, 1], [target, 1.3]])) {
      const now = { x: 0, y: 0, width: width / times, height: height / times };  // for what was chosen before
      const frame = enlarged(targets, target, { x: 0, y: 0, width, height }, pixels / now.width, now);
      const apart = Math.min(...targets.filter((each) => each !== target).map((each) => far(each, target)));
      const shown = (apart * pixels) / (frame ?? now).width;
      if (shown < APART || (frame && !shows(frame, [target]))) wrong.push([target, times, shown]);
    }
  }
  return wrong;
}
"""


def moments(game: str, number: int, options: Options) -> list[dict[str, object]]:
    """What can be chosen next at so many random moments of a game, after none or some of the clicks of a move."""
    rng, found = random.Random(f"{game}{options}"), list[dict[str, object]]()
    while len(found) < number:
        for state, seat, _ in random_states(games()[game].start(**options), rng, 200):
            if seat == CHANCE or len(found) >= number:
                continue
            shown, paths = drawn(state), list(drawn(state).paths(seat).values())
            way = rng.choice(paths)
            chosen = way[: rng.randrange(len(way))]
            next_ids = {
                path[len(chosen)] for path in paths if path[: len(chosen)] == chosen and len(path) > len(chosen)
            }
            scene = shown.scene(seat)
            targets = [{"x": 100 * item.x, "y": 100 * item.y} for item in scene.items if item.id in next_ids]
            found.append({"targets": targets, "width": 100 * scene.width, "height": 100 * scene.height})
    return found


@pytest.mark.parametrize("game", usually(("hopsy", "rolit", "hop_plie"), games()))
def test_things_to_touch_are_apart_or_are_told_apart(people: People, game: str) -> None:
    page = people.person()
    page.goto("/me")
    for options in cases(games()[game]):
        found = moments(game, OTHERS if options else MOMENTS, options)
        for width in WIDTHS:
            assert page.evaluate(TOLD_APART, [found, width]) == [], f"{options} at {width}"


TWICE = """
id => {  // at once, as no machine is too slow for
  for (const time of [1, 2]) {
    const { x, y, width, height } = document.querySelector(`.scene g[data-id="${id}"]`).getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, pointerType: "touch" };
    document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new PointerEvent("click", at));
  }
}
"""
FINGERTIP = 44
_DOUBLE = 400
"""So long after it was enlarged the board can be touched again, in milliseconds."""
TOO_SMALL = """
least => [...document.querySelectorAll("button, select, summary, input:not([type=range]), a[href]")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  // what only those hear who cannot see; links in a line of text; headlines; boxes whose whole label can be pressed
  .filter((each) => !each.closest(".sr, .skip, .coach-more, .prose, label, h1, h2, h3"))
  .filter((each) => !each.closest("p:not(.elsewhere, .crumb, .asides)"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, box]) => box.height < least || (each.matches("button") && box.width < least))
  .map(([each, box]) => `${each.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)
"""
PAGES = ("/", "/tables", "/me", "/puzzles", "/daily", "/games/hop_plie", "/games/rolit", "/games/hop_plie/draw")


def _large_enough(page: Page, moment: str) -> None:
    page.wait_for_load_state()  # with its style
    for width, height in ((320, 568), (390, 844)):
        resize(page, width, height)
        assert page.evaluate(TOO_SMALL, FINGERTIP) == [], f"{moment} at {width}"


def test_what_stands_by_itself_is_as_large_as_a_fingertip(people: People) -> None:
    page = people.person("Ada", width=390, height=844, language="de-DE", newcomer=True)
    for path in (*PAGES, "/games/hopsy/lessons/hopsy", "/puzzles/hopsy/1"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        _large_enough(page, path)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("hopsy", {"variant": "mix"}),
        pytest.param("hops_dice", {}, marks=pytest.mark.thorough),
        pytest.param("rolit", {"players": "4", "size": "8"}, marks=pytest.mark.thorough),
        ("plic_plac", {"players": "6", "specials": "yes"}),
        ("hop_plie", {"level": "4"}),
    ],
)
def test_buttons_at_a_table_are_as_large_as_a_fingertip(people: People, game: str, options: dict[str, str]) -> None:
    """In one's own turn, with everything unfolded, while something is asked, and at the end."""
    page = people.person("Ada", width=390, height=844, language="de-DE", newcomer=True)
    names = ("Ada", *("Bo", "Cleo", "Dan", "Eve", "Flo")[: int(options.get("players", 2)) - 1])
    open_table(page, game, [{"kind": "me", "nickname": name} for name in names], **options)
    if game == "plic_plac":
        _large_enough(page, "handing over")
        page.locator("#handover-ready").click()
    expect(page.locator(".scene g.next").first).to_be_attached()
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    _large_enough(page, "one's turn")
    page.locator('[data-action="resign"]').click()
    _large_enough(page, "are you sure")
    page.locator("#ask-answers button").first.click()
    expect(page.locator("#ask")).to_be_hidden()
    if len(names) == 2:
        expect(page.locator("#replay-link")).to_be_visible()
        _large_enough(page, "the end")
        page.locator("#replay-link").click()
        expect(page.locator("#slider")).to_be_visible()
        _large_enough(page, "the replay")


def crowded(page: Page) -> tuple[str, str] | None:
    """Two things beside each other that can be touched now, if there are any."""
    boxes = page.locator(".scene g.next").evaluate_all(
        "all => all.map((each) => [each.dataset.id, ...(({ x, y }) => [x, y])(each.getBoundingClientRect())])"
    )
    for (one, x, y), (other, x2, y2) in pairwise(sorted(boxes, key=lambda box: (box[2], box[1]))):
        if abs(x - x2) + abs(y - y2) < 30:
            return one, other
    return None


def beside(page: Page, css: str) -> None:
    """It hides nothing of the board, and it can all be seen."""
    told, board = page.locator(css).bounding_box(), page.locator(".scene").bounding_box()
    assert told is not None
    assert board is not None
    assert told["y"] >= board["y"] + board["height"] or told["y"] + told["height"] <= board["y"], f"{told}, {board}"
    expect(page.locator(css)).to_be_in_viewport(ratio=1)


def test_a_touch_enlarges_and_the_next_one_chooses(people: People) -> None:
    page = people.person("Ada", width=390, height=844)
    table = open_table(page, "hop_plie", [{"kind": "me"}], players="1")
    rng = random.Random(3)
    pair = None
    for _ in range(40):
        told = api(page, "GET", f"/tables/{table}/moves?seat=0").json()["moves"]
        rows = [move for move in told if move.startswith("row")]
        move = rng.choice(rows or told)
        assert api(page, "POST", f"/tables/{table}/moves", {"seat": 0, "move": move}).ok
        if rows and len(rows) > 1:
            page.reload()
            expect(page.locator(".scene g.next, .choices button.next").first).to_be_attached()
            if pair := crowded(page):
                break
    assert pair is not None
    box = page.locator(f'.scene g[data-id="{pair[0]}"]').bounding_box()
    assert box is not None
    page.evaluate(TWICE, pair[0])
    expect(page.locator(".whole-board")).to_be_visible()
    beside(page, ".whole-board")
    expect(page.locator("g.picked")).to_have_count(0)
    page.wait_for_timeout(_DOUBLE)
    larger = page.locator(f'.scene g[data-id="{pair[0]}"]').bounding_box()
    assert larger is not None
    assert larger["width"] >= 38
    page.touchscreen.tap(larger["x"] + larger["width"] / 2, larger["y"] + larger["height"] / 2)
    expect(page.locator(f'g.picked[data-id="{pair[0]}"]')).to_have_count(1)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (568, 320), (360, 740), (390, 844)])
def test_dice_are_far_enough_apart_for_two_fingers(people: People, width: int, height: int) -> None:
    """The first thing one touches is taken at once."""
    page = people.person("Ada", width=width, height=height, newcomer=True)
    open_table(page, "hop_plie", [{"kind": "me"}, {"kind": "me", "nickname": "Bo"}])
    expect(page.locator('g.next[data-id="die-white"]')).to_have_count(1)
    tap(page, "die-white")
    expect(page.locator('g.used[data-id="die-white"]')).to_have_count(1)
    expect(page.locator(".whole-board")).to_have_count(0)


def test_the_faces_a_die_may_end_with_are_far_enough_apart_for_two_fingers(people: People) -> None:
    page = people.person("Ada", width=320, height=568, newcomer=True)
    open_table(page, "hops_dice", [{"kind": "me"}, {"kind": "me", "nickname": "Bo"}])
    faces = [page.locator(f'.scene g[data-id="value-{value}"]').bounding_box() for value in range(1, 7)]
    for one, other in pairwise(box["x"] for box in faces if box):
        assert other - one >= 40


def test_a_hint_asked_for_below_the_board_shows_the_board(people: People) -> None:
    page = people.person("Ada", width=390, height=844)
    open_table(page, "hop_plie", [{"kind": "me"}], players="1")
    ask = page.locator("[data-action=hint]")
    expect(page.locator('g.next[data-id="cell-A1"]')).to_have_count(1)  # a die that is no choice is taken by itself
    expect(page.locator(".toast")).to_have_count(0)
    expect(ask).to_be_visible()
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    top = "() => document.querySelector('#board').getBoundingClientRect().top"
    assert page.evaluate(top) < 0, "the board is out of sight, or this shows nothing"
    advised = False
    while not advised:  # on a busy machine a bot may have had no time
        with page.expect_response("**/hint*", timeout=60_000) as answer:
            ask.evaluate("each => each.click()")  # without the tool's own scrolling
        advised = answer.value.ok
    hint = page.locator(".toast", has_text="Conseil")
    expect(hint).to_be_visible()
    expect(hint).not_to_contain_text("(")  # who plays against nobody stands neither well nor badly
    room = f"hint => ({top})() >= hint.getBoundingClientRect().height"  # what is told does not lie on it
    page.wait_for_function(room, arg=hint.element_handle())


def tap(page: Page, thing: str) -> None:
    box = page.locator(f'.scene g[data-id="{thing}"]').bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def hold(page: Page, thing: str) -> None:
    """A finger stays on something until it is told what that is, and goes."""
    box = page.locator(f'.scene g[data-id="{thing}"]').bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator(".explanation")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_leaves_no_ghosts_behind(people: People) -> None:
    page = people.person("Ada", width=390, height=844)
    table = open_table(page, "hop_plie", [{"kind": "me"}], players="1")
    expect(page.locator('g.next[data-id="cell-A1"]')).to_have_count(1)
    paths = api(page, "GET", f"/tables/{table}").json()["paths"]
    first, last = next(path for path in paths.values() if path[0] == "cell-A1")
    tap(page, first)
    expect(page.locator(f'g.picked[data-id="{first}"]')).to_have_count(1)
    moves = page.locator("#moves li").count()
    tap(page, last)
    if page.locator(".whole-board").count():
        page.wait_for_timeout(_DOUBLE)
        tap(page, last)
    expect(page.locator("#moves li")).to_have_count(moves + 1)
    page.wait_for_function("() => !document.querySelector('.choices.resting')")
    count = (
        "() => [document.querySelectorAll('.halos .halo').length, document.querySelectorAll('.scene g.next').length]"
    )
    halos, places = page.evaluate(count)
    assert halos == places, "something is shown of a place that nobody has chosen"


def test_what_a_finger_asks_about_stays_to_be_read(people: People) -> None:
    page = people.person("Ada", width=390, height=844, newcomer=True)
    open_table(page, "hop_plie", [{"kind": "me"}], players="1")
    expect(page.locator('g.next[data-id="cell-A1"]')).to_have_count(1)
    told = page.locator(".explanation")
    hold(page, "cell-H8")
    expect(told).to_contain_text("Une cible")
    page.wait_for_timeout(200)  # had it gone with the finger, it would be gone now
    expect(told).to_be_visible()
    tap(page, "count-0")  # nothing to choose: it says what it is
    expect(told).to_contain_text("Cibles : 0 sur 5")
    page.touchscreen.tap(200, 20)
    expect(told).to_be_hidden()


@pytest.mark.parametrize("height", [568, 844])
def test_what_a_finger_asks_about_hides_nothing_of_the_board(people: People, height: int) -> None:
    """And it goes, once read, when the game goes on."""
    page = people.person("Ada", width=320 if height < 600 else 390, height=height, newcomer=True)
    table = open_table(page, "rolit", [{"kind": "me"}, {"kind": "me", "nickname": "Bo"}])
    expect(page.locator(".scene g.next").first).to_be_attached()
    hold(page, "D4")
    expect(page.locator(".explanation")).to_be_visible()
    beside(page, ".explanation")
    move = api(page, "GET", f"/tables/{table}/moves?seat=0").json()["moves"][0]
    assert api(page, "POST", f"/tables/{table}/moves", {"seat": 0, "move": move}).ok
    expect(page.locator(".explanation")).to_be_hidden()

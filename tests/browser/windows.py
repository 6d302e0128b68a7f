"""Windows of many sizes, and whether a table is whole in them."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

SIZES = (
    (320, 568),
    (375, 667),
    (390, 844),
    (768, 1024),
    (820, 1180),
    (844, 390),
    (568, 320),
    (640, 400),  # a window of 1280 by 800 made twice as large
    (1024, 768),
    (1280, 800),
    (1920, 1080),
)
TIGHT = ((320, 568), (375, 667), (768, 1024), (844, 390), (568, 320), (640, 400))
"""Those in which there is least room."""
TIGHTEST = ((320, 568), (768, 1024), (568, 320))
"""One of each shape: a phone upright, a tablet upright, and a phone on its side."""
OUTSIDE = """
() => {
  scrollTo(0, 0);
  const [wide, high] = [document.documentElement.clientWidth, innerHeight];
  const seen = (each) => each.checkVisibility({ visibilityProperty: true });
  const needed = '.scene, .scene g.next, .choices button, #handover button, #ask button, #turn, #handover-to';
  const wrong = [];
  for (const each of document.querySelectorAll(needed)) {
    if (!seen(each)) continue;
    const box = each.getBoundingClientRect();
    const name = each.id || each.dataset.id || each.textContent || each.tagName;
    if (box.left < -0.5 || box.top < -0.5 || box.right > wide + 0.5 || box.bottom > high + 0.5)
      wrong.push(`${name} is outside: ${JSON.stringify(box)}`);
    if (each.tagName !== 'BUTTON' || each.disabled || each.closest('.resting')) continue;
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!each.contains(hit)) wrong.push(`${name} is covered by ${hit?.outerHTML.slice(0, 80)}`);
    if (box.height < 24 || box.width < 24) wrong.push(`${name} is too small: ${JSON.stringify(box)}`);
  }
  const here = (css) => [...document.querySelectorAll(css)].some((each) => seen(each) && each.textContent.trim());
  const coach = document.querySelector('.table:not(.lesson) .coach');
  const range = document.createRange();
  if (coach && seen(coach) && parseFloat(getComputedStyle(coach).borderTopWidth)) {
    range.selectNodeContents(coach.querySelector('#coach-line'));
    const [box, line] = [coach, range].map((each) => each.getBoundingClientRect());
    const room = Math.min(line.top - box.top, box.bottom - line.bottom, line.left - box.left);
    if (line.height && room < 4) wrong.push(`what the coach says touches its border: ${room}`);
  }
  if (coach && !coach.hidden && !here('#coach-line, .turn small, .choices .told, #handover, #ask'))
    wrong.push('a newcomer is not told what is asked');
  return wrong;
}
"""
DRAWN = """
() => {
  const scene = document.querySelector('.scene');
  const [box, picture] = [scene.getBoundingClientRect(), scene.viewBox.baseVal];
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  return Math.max(picture.width, picture.height) * scale / Math.min(innerWidth, innerHeight);
}
"""


def resize(page: Page, width: int, height: int) -> None:
    """Another window, once the page has heard of it."""
    page.set_viewport_size({"width": width, "height": height})
    query = f"(width: {width}px) and (height: {height}px)"  # the styles hear of it later than the script
    page.wait_for_function("query => matchMedia(query).matches", arg=query)


def fits(page: Page, moment: str, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    """In every window the board and all that is needed to move are inside, uncovered and large enough."""
    for width, height in sizes:
        resize(page, width, height)
        outside = page.evaluate(OUTSIDE)
        assert outside == [], f"{moment}, {width}×{height}: {outside}"
        if page.locator(".scene").count():
            assert page.evaluate(DRAWN) > 0.55, f"{moment}, {width}×{height}: the board is small"

"""How long the basics of each game take: plays its first lesson in a browser at a person's pace, on a running server.

python -m benchmarks.lessons http://127.0.0.1:8000

A person reads about 200 words a minute, and takes a moment to find what to click and to get there. What moves on the
page moves as it does for everybody.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from playwright.sync_api import Page, sync_playwright

from ludotheque.core.cupboard import games
from ludotheque.core.lesson import lessons_of, moments
from ludotheque.drawing.lessons import told
from tests.browsers import CHROMIUM

WORDS_A_SECOND = 200 / 60
A_CLICK = 0.9
"""Seconds to find a thing and to get there."""
MOST = 90.0


def _read_and_do(page: Page, step: int, way: Sequence[str]) -> None:
    page.wait_for_selector(f'#table[data-asked="{step}"]', timeout=60_000)
    words = page.locator("#lesson-words").inner_text().split()
    page.wait_for_timeout(1000 * len(words) / WORDS_A_SECOND)
    for thing in way:
        page.wait_for_timeout(1000 * A_CLICK)
        page.locator(f'.next[data-id="{thing}"]').first.click()


def main(address: str) -> int:
    """Measures every game's basics; 1 if one takes too long."""
    slow = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game in games().values():
            lesson = lessons_of(game)[0]
            ways = [way for moment in moments(game, lesson) for way in told(moment, "en").paths.values()]
            page = browser.new_context(base_url=address, locale="en", viewport={"width": 390, "height": 760}).new_page()
            page.goto(f"/games/{game.id}/lessons/{lesson.id}?lang=en")
            page.wait_for_selector('#table[data-asked="0"]', timeout=60_000)
            begun = time.monotonic()
            for step, way in enumerate(ways):
                _read_and_do(page, step, way)
            page.wait_for_selector("#choices button.strong", timeout=60_000)
            taken = time.monotonic() - begun
            slow += taken > MOST
            print(f"{game.id}: {len(ways)} steps, {taken:.0f} s", flush=True)
        browser.close()
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""Lessons in a browser: every one is played to its end, by hand or by keyboard; other clicks are answered kindly."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core.catalogues import Language, languages
from ludotheque.core.cupboard import find, games
from ludotheque.core.lesson import lessons_of, moments
from ludotheque.core.text import Text
from ludotheque.drawing.lessons import told
from tests.browser.conftest import People
from tests.volume import THOROUGH

pytestmark = pytest.mark.slow
PHONE, DESKTOP = (390, 760), (1280, 800)
SOON = 1500
"""What a lesson lets people look at is over by then."""
LARGE = ("hopsy", "plic_plac")
"""A board and a hand of cards."""
PATIENCE = 30
"""How many seconds a busy machine may take for one step."""


def ways(game: str, name: str) -> list[tuple[str, ...]]:
    """What is clicked in each step."""
    lesson = next(each for each in lessons_of(find(game)) if each.id == name)
    return [way for moment in moments(find(game), lesson) for way in told(moment, "en").paths.values()]


def asked(page: Page, what: int | str) -> None:
    """Until a step is asked for: what people look at meanwhile is passed over quickly."""
    here = page.locator(f'#table[data-asked="{what}"]')
    _until(page, lambda: here.count() > 0, f"{what!r} was not asked for")


def _until(page: Page, is_so: Callable[[], bool], else_: str) -> None:
    """The page's clock runs ahead of ours; what the server takes counts by ours."""
    late = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < late, else_
        page.clock.fast_forward(SOON)
        page.wait_for_timeout(40)


def by_hand(page: Page, way: Sequence[str]) -> None:
    for thing in way:
        page.locator(f'.next[data-id="{thing}"]').first.click()


def by_keyboard(page: Page, way: Sequence[str]) -> None:
    for thing in way:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement?.dataset.id ?? ''") == thing:
                break
        page.keyboard.press("Enter")


def play(
    page: Page, game: str, name: str, do: Callable[[Page, Sequence[str]], None] = by_hand, language: Language = "fr"
) -> None:
    """A whole lesson, up to the little game."""
    then = Text("Play a little game against the novice").to(language)
    page.goto(f"/games/{game}/lessons/{name}")
    for step, way in enumerate(ways(game, name)):
        asked(page, step)
        do(page, way)
    end = page.locator("#choices button")
    _until(page, lambda: end.all_inner_texts() == [then], f"{game} {name} does not end")


@pytest.mark.parametrize("game", games())
def test_every_lesson_can_be_played(people: People, game: str) -> None:
    """All of them on a phone, the first one of a box or two also in a large window."""
    lessons = [lesson.id for lesson in lessons_of(find(game))]
    large = lessons[:1] if THOROUGH or game in LARGE else []
    for (width, height), names in ((PHONE, lessons), (DESKTOP, large)):
        page = people.person(width=width, height=height, newcomer=True)
        page.clock.install()
        for name in names:
            play(page, game, name)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"


@pytest.mark.thorough
@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_lesson_can_be_played_in_every_language(
    people: People, size: tuple[int, int], language: Language
) -> None:
    page = people.person(width=size[0], height=size[1], language=language, newcomer=True)
    page.clock.install()
    for game in games().values():
        for lesson in lessons_of(game):
            play(page, game.id, lesson.id, language=language)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"


def test_a_lesson_by_keyboard_alone_leads_to_a_game_with_the_coach(people: People) -> None:
    page = people.person("Ada", newcomer=True)
    page.clock.install()
    play(page, "rolit", "rolit", by_keyboard)
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.locator("#coach-line")).not_to_be_empty()
    expect(page.locator("#coach-line")).to_contain_text("Posez une boule rouge")
    expect(page.locator("#coach-lesson")).to_have_text("Leçon")  # taken already


def test_what_else_is_clicked_is_answered_and_a_lesson_goes_on_where_it_was_left(people: People) -> None:
    page = people.person(width=390, height=760, newcomer=True)
    page.goto("/games/hopsy/lessons/hopsy")
    expect(page.locator('#table[data-asked="0"]')).to_be_visible()
    board = page.locator(".scene").bounding_box()
    assert board is not None
    page.mouse.click(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    expect(page.locator("#lesson-why")).to_have_text("Choisissez d'abord le pion que vous voulez déplacer.")
    expect(page.locator("#lesson-words")).to_be_hidden()
    assert page.locator(".scene").bounding_box() == board, "what is said moves nothing under the finger"
    page.locator("g.item.next").click()
    expect(page.locator("#lesson-words")).to_be_visible()
    page.locator("#lesson-skip").click()
    expect(page.locator('#table[data-asked="1"]')).to_be_visible()
    expect(page.locator("#lesson-why")).to_be_empty()
    page.reload()
    expect(page.locator('#table[data-asked="1"]')).to_be_visible()
    page.locator("#lesson-back").click()
    expect(page.locator('#table[data-asked="0"]')).to_be_visible()


def test_lessons_speak_every_language(people: People) -> None:
    lesson = lessons_of(find("hopsy"))[0]
    page = people.person(newcomer=True)
    for language in languages():
        page.goto(f"/games/hopsy/lessons/hopsy?lang={language}")
        expect(page.locator("#lesson-words")).to_have_text(lesson.steps[0].words.to(language))
        expect(page.locator("h1")).to_have_text(lesson.title.to(language))


def test_a_box_leads_to_its_lessons(people: People) -> None:
    page = people.person(newcomer=True)
    for game in games().values():
        page.goto(f"/games/{game.id}")
        lessons = page.locator(".lessons a[href*='/lessons/']")
        found = lessons.evaluate_all("all => all.map((each) => each.getAttribute('href'))")
        assert found == [f"/games/{game.id}/lessons/{lesson.id}" for lesson in lessons_of(game)]

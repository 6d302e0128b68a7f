"""Puzzles and the day's tasks in a browser: wrong tries are answered on the board, what is solved is remembered."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from ludotheque.core import daily
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find
from ludotheque.core.puzzle import Puzzle, puzzles_of
from ludotheque.core.solving import attempt, begun
from ludotheque.drawing.drawn import drawn
from ludotheque.drawing.puzzles import puzzle_told
from tests.browser.conftest import People
from tests.browser.test_lessons import asked, by_hand, by_keyboard

pytestmark = pytest.mark.slow
SOON = 1500


def ways(game: Game, puzzle: Puzzle, tried: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What is clicked for each move, after some that were right."""
    state = attempt(game, puzzle, tried).state if tried else begun(game, puzzle)
    return dict(drawn(state).paths(puzzle_told(game, puzzle, "en").now.seat))


@pytest.mark.parametrize("name", ["hopsy", "plic_plac", "hop_plie"])
def test_a_puzzle_of_each_kind_is_solved_by_its_solution(people: People, name: str) -> None:
    """On a phone; and the list remembers it."""
    game = find(name)
    puzzle = puzzles_of(game)[0]
    page = people.person(width=390, height=760)
    page.clock.install()
    page.goto(f"/puzzles/{name}/{puzzle.number}")
    asked(page, "0")
    right = [stage.right for stage in puzzle.stages] or [played.move for played in puzzle.then]
    for at, move in enumerate(right):
        asked(page, str(at))
        by_hand(page, ways(game, puzzle, right[:at])[move])
    asked(page, "over")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"
    page.goto("/puzzles")
    expect(page.locator(".riddle.solved")).to_have_count(1)


def test_a_wrong_try_is_answered_and_one_tries_again_by_keyboard(people: People) -> None:
    game = find("hopsy")
    puzzle = next(each for each in puzzles_of(game) if each.goal == 2)
    stage = puzzle.stages[0]
    move, line = next((move, line) for move, line in stage.wrong.items() if line)
    page = people.person()
    page.clock.install()
    page.goto(f"/puzzles/hopsy/{puzzle.number}?lang=en")
    asked(page, "0")
    assert stage.right not in page.content()
    by_keyboard(page, ways(game, puzzle, [])[move])
    again = page.locator("#choices button", has_text="Try again")
    for _ in range(100):
        if again.count():
            break
        page.clock.fast_forward(SOON)
        page.wait_for_timeout(30)
    expect(page.locator("#puzzle-said")).to_have_text("Not this one: see the answer.")
    expect(page.locator("#puzzle-words")).to_contain_text(line[-1].move.split("-")[0])
    page.keyboard.press("Enter")
    asked(page, "0")
    page.locator("#puzzle-show").click()
    asked(page, "over")
    expect(page.locator("#puzzle-said")).to_have_text("This is how.")
    page.locator("#choices button", has_text="Once more").click()
    asked(page, "0")
    expect(page.locator("#puzzle-said")).to_be_empty()
    page.goto("/puzzles")
    expect(page.locator(".riddle.solved")).to_have_count(0)


def test_the_days_task_is_played_remembered_and_shared(people: People) -> None:
    today = daily.today().isoformat()
    task = daily.task(find("hopsy"), daily.today())
    assert task is not None
    assert task.puzzle is not None
    page = people.person(width=390, height=760)
    page.clock.install()
    page.goto("/daily?lang=en")
    page.locator('.task[data-game="hopsy"] a.button').click()
    tried: list[str] = []
    for stage in task.puzzle.stages:
        asked(page, str(len(tried)))
        by_hand(page, ways(find("hopsy"), task.puzzle, tried)[stage.right])
        tried.append(stage.right)
    asked(page, "over")
    shared = page.locator("#result .result-text").input_value()
    assert "🟩" in shared
    assert f"/daily/{today}" in shared
    assert not any(move in shared for move in tried), "it would spoil the puzzle"
    page.goto("/daily?lang=en")
    expect(page.locator('.task.done[data-game="hopsy"]')).to_have_count(1)
    page.locator('.task[data-game="hop_plie"] [data-play]').click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".choices button.next").first).to_be_visible()
    page.goto("/daily?lang=en")
    expect(page.locator('.task[data-game="hop_plie"] [data-play]')).to_have_text("Go on")

"""What people do at a table, in a few words."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, cast

from playwright.sync_api import APIResponse, Page, Route, expect

import ludotheque as lt
from ludotheque.bots.roster import make
from ludotheque.bots.turns import next_move, show
from ludotheque.core.cupboard import find

NEXT = "g.next:not(.picked), .choices button.next"
PICKED = "g.item.picked, .choices .picked"
MOVES = "#moves li:not(.none)"


LEARNING = {
    "puzzles": "/puzzles",
    "puzzle": "/puzzles/hopsy/1",
    "puzzle-cards": "/puzzles/plic_plac/1",
    "daily": "/daily",
    "analysis-hopsy": "/analysis/hopsy",
    "analysis-plie": "/analysis/hop_plie",
    "lesson-rolit": "/games/rolit/lessons/rolit",
    "lesson-plie": "/games/hop_plie/lessons/level-1",
    "draw": "/games/hop_plie/draw",
    "collection": "/games/hop_plie/collection",
}
"""Pages to learn and to try things on, without a table: a name for a picture of each, and where it is."""


def settled(page: Page) -> None:
    """Waits until a page has all it asks for. The analysis board goes on asking bots, who may be slow: there, the board
    is enough."""
    if page.locator("#opinion-on").count():
        expect(page.locator("#board svg").first).to_be_visible()
    else:
        page.wait_for_load_state("networkidle")


def api(page: Page, method: str, path: str, body: object = None) -> Any:
    """A request to the API as this visitor makes it; the answer and its status."""
    known = {} if method == "GET" else {"X-CSRF": page.request.get("/api/me").json()["csrf"]}
    return page.request.fetch(f"/api{path}", method=method, data=cast(Any, body), headers=known)


def open_table(page: Page, game: str, seats: Sequence[Mapping[str, str]], **options: str) -> str:
    """Opens a table by the API and goes there; its id."""
    clock = options.pop("clock", None)
    public = options.pop("public", "")
    body: dict[str, object] = {"game": game, "seats": list(seats), "options": options, "public": public == "yes"}
    if clock:
        body["clock"] = {"seconds": int(clock), "increment": 0}
    answer = api(page, "POST", "/tables", body)
    assert answer.ok, answer.text()
    table = str(answer.json()["id"])
    visit(page, table)
    return table


def visit(page: Page, table: str, view: str = "") -> None:
    page.goto(f"/t/{table}{view}")
    expect(page.locator("#turn")).not_to_be_empty()


def sit(page: Page, seat: int, nickname: str = "") -> None:
    """Takes a free seat: the first one, to which a guest is invited."""
    if nickname:
        page.locator("#invitation [name=nickname]").fill(nickname)
    page.locator("#invitation button").click()
    expect(page.locator(f'[data-seat="{seat}"] .what')).to_contain_text("vous")


def click(page: Page, path: Sequence[str]) -> None:
    """Clicks the things that make a move, one after the other; a die or a fold can have a button besides."""
    for step in path:
        page.locator(f'.next[data-id="{step}"]').first.click()


def moves_are(page: Page, count: int) -> None:
    """So many moves were made. A bot that begins to think on a busy machine takes its time."""
    expect(page.locator(MOVES)).to_have_count(count, timeout=60_000)


def play_any(page: Page, after: int) -> None:
    """Plays some legal move by real clicks; `after` is how many moves there are then, at least."""
    while page.locator(MOVES).count() < after:
        picked = page.locator(PICKED).count()
        # With something picked, a place to go to rather than another piece.
        places = page.locator("g.floor.next, g.choice.next") if picked else page.locator(NEXT)
        places.first.click()
        page.wait_for_function(
            "([moves, picked, after, before]) => document.querySelectorAll(moves).length >= after ||"
            " document.querySelectorAll(picked).length > before",
            arg=[MOVES, PICKED, after, picked],
        )


def in_words(game: str, move: str, language: str = "fr") -> str:
    """A move as people are told it."""
    state = lt.start(game)
    return state.describe(state.parse(move)).to(language)


@cache
def short_game(game: str, least: int, most: int) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """A whole decided game of about so many moves: seat, move and what to click."""
    for seed in range(500):
        rng = random.Random(seed)
        state = lt.start(game)
        bots = {0: make(find(game), "greedy"), 1: make(find(game), "random")}
        played: list[tuple[int, str, tuple[str, ...]]] = []
        while len(played) <= most and (turn := next_move(state, bots, rng)):
            seat, move = turn
            played.append((seat, str(move), state.paths(seat)[str(move)]))
            state = state.play(move, seat)
            show(state, bots)
        if state.over and state.outcome and state.outcome.winners and least <= len(played) <= most:
            return tuple(played)
    raise AssertionError(f"no game of {game} is so short")


class Held:
    """Requests that are kept back until they are let go."""

    def __init__(
        self, page: Page, pattern: str, which: Callable[[str], bool] = lambda url: True, *, answers: bool = False
    ) -> None:
        """With `answers`, what is kept back is not the question but the answer."""
        self.page, self.pattern, self.which, self.answers = page, pattern, which, answers
        self.answered: dict[Route, APIResponse] = {}
        self.routes: list[Route] = []
        self.asked: list[str] = []
        page.route(pattern, self._take)

    def _take(self, route: Route) -> None:
        self.asked.append(route.request.url)
        if self.which(route.request.url):
            if self.answers:
                self.answered[route] = route.fetch()
            self.routes.append(route)
        else:
            route.continue_()

    def wait(self, number: int = 1) -> None:
        """Until so many were asked."""
        for _ in range(200):
            if len(self.routes) >= number:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.pattern} was asked {len(self.routes)} times, not {number}")

    def release(self) -> None:
        held, self.routes, self.which = self.routes, [], lambda url: False
        for route in held:
            if route in self.answered:
                route.fulfill(response=self.answered[route])
            else:
                route.continue_()

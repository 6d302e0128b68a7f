"""What the pages show that are not the same for everybody: which template, and what it is filled with."""

from __future__ import annotations

from dataclasses import asdict

from ludotheque.answers import boxes, pages
from ludotheque.answers.learning import date_of, lesson_named
from ludotheque.answers.pages import Page
from ludotheque.core import daily
from ludotheque.home.asked import Answer, Asked, route
from ludotheque.home.house import viewer
from ludotheque.home.person import my_bests
from ludotheque.home.rooms import Rooms
from ludotheque.home.shelf import game_of
from ludotheque.tables.refusals import NO_PAGE, NOT_HERE, refused


def _answer(rooms: Rooms, page: Page, *tables: str, **more: object) -> Answer:
    facts = {**page.facts, **more, "nickname": rooms.house.nickname}
    return Answer({"template": page.template, "facts": facts, "blocks": dict(page.blocks)}, tables=tables)


def _table(rooms: Rooms, asked: Asked, template: str, *, watch: bool = False) -> Answer:
    table = rooms.house.table(asked.place["table"])
    looking = viewer(None, asked.language, watch=watch)
    page = pages.table_page(template, table, looking, rooms.house.look(table, looking))
    return _answer(
        rooms,
        page,
        table.id,
        has_rules=True,  # the app is made of boxes that have one
        host=rooms.house.nickname,
        invited=False,
        invitation="",
        unreachable=NOT_HERE.message.to(asked.language),
    )


@route("GET", "/page/t/{table}")
def table_page(rooms: Rooms, asked: Asked) -> Answer:
    return _table(rooms, asked, "table.html")


@route("GET", "/page/t/{table}/tv")
def tv_page(rooms: Rooms, asked: Asked) -> Answer:
    return _table(rooms, asked, "tv.html", watch=True)


@route("GET", "/page/t/{table}/replay")
def replay_page(rooms: Rooms, asked: Asked) -> Answer:
    return _table(rooms, asked, "replay.html", watch=True)


@route("GET", "/page/me")
def me_page(rooms: Rooms, asked: Asked) -> Answer:
    return _answer(rooms, Page("me.html", {"here": "me", "bests": my_bests(rooms.house, asked.language)}, {}))


@route("GET", "/page/games/{game}")
def box_page(rooms: Rooms, asked: Asked) -> Answer:
    """What was reached alone in a game: all else on the page of a box is the same for everybody."""
    game = game_of(asked)
    facts = {"game": asdict(boxes.facts(game, asked.language)), "bests": my_bests(rooms.house, asked.language, game.id)}
    return _answer(rooms, Page("bests.html", facts, {}))


@route("GET", "/page/games/{game}/draw")
def draw_page(rooms: Rooms, asked: Asked) -> Answer:
    page = pages.drawing_page(game_of(asked), asked.queries, asked.language)
    if page is None:
        raise refused(NO_PAGE)
    return _answer(rooms, page, public=False)


@route("GET", "/page/games/{game}/lessons/{lesson}")
def lesson_page(rooms: Rooms, asked: Asked) -> Answer:
    game = game_of(asked)
    return _answer(rooms, pages.lesson_page(game, lesson_named(game, asked.place["lesson"]), asked.language))


@route("GET", "/page/puzzles/{game}/{number}")
def puzzle_page(rooms: Rooms, asked: Asked) -> Answer:
    return _answer(rooms, pages.puzzle_page(game_of(asked), asked.at("number", 1, 99_999), asked.language))


@route("GET", "/page/daily")
def today_page(rooms: Rooms, asked: Asked) -> Answer:
    return _answer(rooms, pages.day_page(daily.today(), asked.language))


@route("GET", "/page/daily/{date}")
def day_page(rooms: Rooms, asked: Asked) -> Answer:
    return _answer(rooms, pages.day_page(date_of(asked.place["date"]), asked.language))


@route("GET", "/page/daily/{date}/{game}")
def day_puzzle_page(rooms: Rooms, asked: Asked) -> Answer:
    return _answer(rooms, pages.day_puzzle_page(game_of(asked), asked.place["date"], asked.language))

"""The pages: thin routes that render templates with what the services give."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from ludotheque.answers import boxes, drawings, pages
from ludotheque.answers.learning import lesson_named
from ludotheque.core.catalogues import languages
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games
from ludotheque.core.text import Refusal
from ludotheque.drawing.editor import editor_of
from ludotheque.drawing.robots import LOOKS, RANKS, robot
from ludotheque.drawing.rulebooks import all_diagrams, folder
from ludotheque.pages.rendering import render, trouble
from ludotheque.server.http import answers, bests, drafts
from ludotheque.server.http.guard import client, door, language_of
from ludotheque.server.http.packing import packed
from ludotheque.server.http.services import services
from ludotheque.server.pages import apidocs, appfolder, everybody, files
from ludotheque.server.pages.appfolder import AppFolder
from ludotheque.server.pages.everybody import filled
from ludotheque.server.pages.files import Files
from ludotheque.server.pages.rulebook import rules
from ludotheque.server.settings import Settings
from ludotheque.server.store.database import Store
from ludotheque.server.store.visitors import nickname_of
from ludotheque.server.think import printing
from ludotheque.tables import snapshot
from ludotheque.tables.log import now_ms
from ludotheque.tables.opening import takes_long
from ludotheque.tables.snapshot import Viewer
from ludotheque.tables.table import Table

_COOKIE_SECONDS = 400 * 86_400
_KEPT = ("seat", "watch")
"""What of an address stays when one chooses another language."""

Handler = Callable[[Request, Exception], Awaitable[Response]]
router = APIRouter(include_in_schema=False)
_FILES = Files()


async def _page(request: Request, template: str, *, status: int = 200, **given: object) -> Response:
    """A template with what every page needs."""
    language = language_of(request.scope)
    found, visitor = services(request), request.scope["state"]["visitor"]
    theme = request.cookies.get("theme", "")
    kept = "&".join(
        f"{key}={value}" for key, value in request.query_params.items() if key in _KEPT and value.isdecimal()
    )
    facts: dict[str, object] = {
        "keep_query": f"{kept}&" if kept else "",
        "theme": theme if theme in ("light", "dark") else "",
        "csrf": found.signer.csrf(visitor.id),
        "nickname": await nickname_of(found.store, visitor.id),
        "root": found.settings.root,
        "static": f"{found.settings.root}{_FILES.address}",
        "door": _door(request, found.settings),
        "app_url": found.settings.app_url,
        **given,
    }
    content, headers = packed(request, render(template, language, facts).encode())
    response = Response(content, status, {**headers, "cache-control": "no-cache"}, "text/html; charset=utf-8")
    if request.query_params.get("lang") in languages():
        response.set_cookie("lang", language, max_age=_COOKIE_SECONDS, samesite="lax", path=found.settings.root or "/")
    return response


def _door(request: Request, settings: Settings) -> str:
    """What links to others begin with, where it is not the address by which this page was found."""
    found = door(request, settings).url
    return "" if found == str(request.base_url).rstrip("/") else found


def _game(game_id: str) -> Game:
    if game_id not in games():
        raise HTTPException(404)
    return games()[game_id]


@router.get("/")
async def shelf(request: Request) -> Response:
    return await _page(request, "shelf.html", **everybody.shelf(language_of(request.scope)))


@router.get("/games/{game_id}")
async def game_page(request: Request, game_id: str) -> Response:
    game, language, settings = _game(game_id), language_of(request.scope), services(request).settings
    visitor = request.scope["state"]["visitor"]
    return await _page(
        request,
        "game.html",
        **await asyncio.to_thread(everybody.box, game, language, settings.root),
        bests=await bests.of_visitor(services(request).store, visitor.id, language, game_id),
        public_drafts=settings.public_drafts,
    )


@router.get("/games/{game_id}/rules")
async def rules_page(request: Request, game_id: str) -> Response:
    """The rulebook alone; a table shows it beside the board."""
    root = services(request).settings.root
    found = await asyncio.to_thread(everybody.rules, _game(game_id), language_of(request.scope), root)
    if found is None:
        raise HTTPException(404)
    return await _page(request, "rules.html", **found)


@router.get("/games/{game_id}/lessons/{name}")
async def lesson_page(request: Request, game_id: str, name: str) -> Response:
    """A lesson, step by step on the board."""
    game = _game(game_id)
    facts = everybody.lesson(game, lesson_named(game, name), language_of(request.scope))
    return await _page(request, "lesson.html", **facts)


@router.get("/games/{game_id}/seats")
async def game_seats(request: Request, game_id: str) -> Response:
    """The seats that options give, for the form."""
    game, language = _game(game_id), language_of(request.scope)
    given = {name: value for name, value in request.query_params.items() if name != "lang"}
    try:
        seats = partial(boxes.seating, game, given, language)
        if takes_long(given):
            found = await services(request).take_time(client(request.scope), seats)
        else:
            found = await asyncio.to_thread(seats)
    except Refusal as error:
        return answers.answer(error, language)
    return JSONResponse(asdict(found))


@router.get("/games/{game_id}/picture.svg")
async def game_picture(request: Request, game_id: str) -> Response:
    drawn = await asyncio.to_thread(boxes.picture, _game(game_id).id)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})


@router.get("/games/{game_id}/variants/{variant_id}.svg")
async def variant_picture(game_id: str, variant_id: str) -> Response:
    drawn = await asyncio.to_thread(boxes.variant_picture, _game(game_id).id, variant_id)
    if drawn is None:
        raise HTTPException(404)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})


@router.get("/games/{game_id}/paper.pdf")
async def game_paper(request: Request, game_id: str, paper: str = "a4", what: str = "all") -> Response:
    """The game to print; options of the game say which board, which sheet."""
    game, found = _game(game_id), services(request)
    given = drawings.asked_options(game, request.query_params)
    wish = printing.wish_of(game, paper, what, language_of(request.scope), given)
    if not found.printing.has(wish):
        await found.prints.check(client(request.scope))
    name = f'inline; filename="{game.id}-{wish.what}-{wish.paper}.pdf"'
    headers = {"cache-control": "public, max-age=3600", "content-disposition": name, "vary": "accept-language, cookie"}
    return Response(await found.printing.pdf(wish), media_type="application/pdf", headers=headers)


@router.get("/games/{game_id}/draw")
async def draw_page(request: Request, game_id: str) -> Response:
    """A page for drawing what the game is played on; what a link holds is shown at once."""
    facts = everybody.draw(_game(game_id), language_of(request.scope), dict(request.query_params))
    if facts is None:
        raise HTTPException(404)
    return await _page(request, "draw.html", **facts, public=services(request).settings.public_drafts)


@router.get("/games/{game_id}/draft.svg")
async def draft_picture(request: Request, game_id: str, d: str, pose: int = 0) -> Response:
    """What was drawn, in one of its poses."""
    drawn = await asyncio.to_thread(drawings.picture, _game(game_id).id, d, pose)
    if drawn is None:
        raise HTTPException(404)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


@router.get("/games/{game_id}/collection")
async def collection_page(request: Request, game_id: str) -> Response:
    """What people have drawn for everybody, where the owner of the server allows that."""
    game, language, found = _game(game_id), language_of(request.scope), services(request)
    if editor_of(game) is None or not found.settings.public_drafts:
        raise HTTPException(404)
    shown = await drafts.collection(found, game, request.scope["state"]["visitor"].id)
    return await _page(request, "collection.html", game=boxes.facts(game, language), drafts=shown.drafts)


@router.get("/games/{game_id}/diagrams/{name}")
async def game_diagram(game_id: str, name: str) -> Response:
    game = _game(game_id)
    diagram = all_diagrams(game).get(f"diagrams/{name}")
    if diagram is None:
        raise HTTPException(404)
    return FileResponse(folder(game) / diagram.path, media_type="image/svg+xml")


@router.get("/faces/{rank}-{look}.svg")
async def face(rank: int, look: int) -> Response:
    """The face of a bot."""
    if rank not in range(RANKS) or look not in range(LOOKS):
        raise HTTPException(404)
    return Response(robot(rank, look), media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


@router.get("/tables")
async def lobby(request: Request) -> Response:
    return await _page(request, "lobby.html", here="lobby")


@router.get("/me")
async def me(request: Request) -> Response:
    language, visitor = language_of(request.scope), request.scope["state"]["visitor"]
    found = await bests.of_visitor(services(request).store, visitor.id, language)
    return await _page(request, "me.html", here="me", bests=found)


@router.get("/device")
async def device(request: Request) -> Response:
    """Where the link leads that one device shows to another."""
    return await _page(request, "device.html", here="me")


@router.get("/docs")
async def api_page(request: Request) -> Response:
    """The API for programmers."""
    document = request.app.openapi()
    shapes = apidocs.messages(document)
    names = [message.name for message in shapes]
    return await _page(request, "docs.html", calls=apidocs.calls(document), messages=shapes, names=names)


@router.get("/t/{table_id}")
async def table_page(request: Request, table_id: str) -> Response:
    return await _table(request, table_id, "table.html")


@router.get("/t/{table_id}/tv")
async def tv_page(request: Request, table_id: str) -> Response:
    return await _table(request, table_id, "tv.html", watch=True)


@router.get("/t/{table_id}/replay")
async def replay_page(request: Request, table_id: str) -> Response:
    return await _table(request, table_id, "replay.html", watch=True)


async def _table(request: Request, table_id: str, template: str, *, watch: bool = False) -> Response:
    """A page about a table, with all its viewer may see of it at this moment."""
    language, found = language_of(request.scope), services(request)
    live = await found.registry.look(table_id)
    visitor = "" if watch else request.scope["state"]["visitor"].at(table_id)
    viewer = Viewer(visitor, None, language)
    here = door(request, found.settings)
    shown = snapshot.snapshot(live.table, viewer, live.company(), now_ms())
    facts = filled(pages.table_page(template, live.table, viewer, shown))
    with_rules = await asyncio.to_thread(rules, live.table.game.id, language, found.settings.root)
    more = {
        "has_rules": with_rules is not None,
        "host": await _host(found.store, live.table),
        "invited": shown["invited"] and not request.query_params.get("watch"),
        "invitation": f"{here.url}/t/{table_id}",
        "unreachable": None if here.problem is None else here.problem.to(language),
    }
    return await _page(request, template, **{**facts, **more})


async def _host(store: Store, table: Table) -> str:
    """Who invites to a table: whoever opened it, by the name they have there."""
    seated = next((player.nickname for player in table.players if player.visitor == table.owner), "")
    return seated or await nickname_of(store, table.owner)


async def _error(request: Request, status: int, message: str | None = None) -> Response:
    language = language_of(request.scope)
    number = request.scope["state"]["number"]
    return await _page(request, "error.html", **trouble(status, language, message, number))


def install(app: FastAPI, settings: Settings) -> None:
    """Adds the pages and the static files. Call it last: outside the API, errors become pages too."""
    app.include_router(router)
    if settings.app:
        app.mount(appfolder.PLACE, AppFolder(Path(settings.app), settings.root), name="app")
    app.mount(files.PLACE, _FILES, name="static")
    handlers: dict[Any, Any] = dict(app.exception_handlers)  # keyed by status or by class
    for kind in (HTTPException, Refusal, Exception):
        app.add_exception_handler(kind, _as_page(handlers.get(kind)))


def _as_page(answered: Handler | None) -> Handler:
    """A handler that shows people a page and leaves programs the answer they get anyway."""

    async def handler(request: Request, error: Exception) -> Response:
        response = await answered(request, error) if answered else None
        if response is not None and request.scope["state"]["path"].startswith(("/api", "/healthz", "/metrics")):
            return response
        message = error.words.to(language_of(request.scope)) if isinstance(error, Refusal) else None
        if response is not None:
            status = response.status_code
        else:
            status = error.status_code if isinstance(error, HTTPException) else 500
        return await _error(request, status, message)

    return handler


page, game_of = _page, _game
"""What pages in other files are made with."""

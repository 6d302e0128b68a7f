"""The JSON API: who you are, which games there are, tables, moves and actions."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from ludotheque.answers import forms
from ludotheque.bots import roster
from ludotheque.core.catalogues import Language
from ludotheque.core.cupboard import games
from ludotheque.drawing.drawn import symbols_of
from ludotheque.server.http import bests, lists, models, person_models, recovery
from ludotheque.server.http.guard import language_of
from ludotheque.server.http.identity import Visitor, fingerprint
from ludotheque.server.http.services import Services, services, visitor_with
from ludotheque.server.store import visitors
from ludotheque.tables.opening import game_named, tidy_nickname
from ludotheque.tables.refusals import NOT_YOURS, refused

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": models.Error} for code in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api", responses=REFUSALS)


async def asking(request: Request) -> Visitor:
    """Who asks."""
    return await visitor_with(request, services(request))


def speaking(
    request: Request,
    lang: Annotated[str | None, Query(description="A language's code; else by Accept-Language.")] = None,
) -> Language:
    """The language of the answer."""
    return language_of(request.scope)


Found = Annotated[Services, Depends(services)]
Asking = Annotated[Visitor, Depends(asking)]
Speaking = Annotated[Language, Depends(speaking)]
Name = Annotated[str, Path(max_length=64)]
"""Of a game, a lesson: what stands in a path."""


@router.get("/me", tags=["you"])
async def me(found: Found, visitor: Asking) -> models.Me:
    """Who you are to this server."""
    nickname = await visitors.nickname_of(found.store, visitor.id)
    return models.Me(visitor=fingerprint(visitor.id)[:12], nickname=nickname, csrf=found.signer.csrf(visitor.id))


def in_person(visitor: Visitor) -> None:
    """The token of one seat is not the person: it names, recovers and is recovered by nobody."""
    if visitor.table:
        raise refused(NOT_YOURS)


@router.put("/me", tags=["you"])
async def rename(found: Found, visitor: Asking, wish: models.Nickname) -> models.Me:
    """Takes a nickname."""
    in_person(visitor)
    await visitors.rename(found.store, visitor.id, tidy_nickname(wish.nickname))
    return await me(found, visitor)


@router.post("/me/recovery", tags=["you"])
async def new_recovery(found: Found, visitor: Asking) -> models.SentCode:
    """A code with which another device takes over all your seats, once. It replaces an earlier one."""
    in_person(visitor)
    return models.SentCode(code=await recovery.recovery_code(found.store, visitor.id))


@router.post("/me/recover", tags=["you"])
async def recover(request: Request, found: Found, visitor: Asking, wish: models.Code) -> models.Recovered:
    """Takes over the seats of the visitor who was given this code."""
    in_person(visitor)
    await found.recoveries.check(request.client.host if request.client else "")
    moved, nickname = await recovery.recover(found.registry, visitor.id, wish.code)
    return models.Recovered(tables=moved, nickname=nickname)


@router.get("/me/bests", tags=["you"])
async def my_bests(
    found: Found,
    visitor: Asking,
    language: Speaking,
    game: Annotated[str, Query(max_length=64, description="Only of this game.")] = "",
) -> list[person_models.Best]:
    """The best you have reached alone, by game and options, the latest first."""
    in_person(visitor)
    return await bests.of_visitor(found.store, visitor.id, language, game)


@router.get("/me/tables", tags=["you"])
async def my_tables(found: Found, visitor: Asking, language: Speaking) -> models.Lobby:
    """The tables you sit at or have opened, the latest first."""
    return models.Lobby(tables=await lists.own_tables(found.registry, visitor.id, language))


@router.get("/games", tags=["games"])
async def all_games(language: Speaking) -> list[models.GameFacts]:
    """The boxes on the shelf."""
    return [models.GameFacts.model_validate(forms.facts(game, language)) for game in games().values()]


@router.get("/games/{game}", tags=["games"])
async def one_game(game: str, language: Speaking) -> models.GameForm:
    """A box: its facts, its options as a form, its bots."""
    return models.GameForm.model_validate(forms.form(game_named(game), language))


@router.get("/games/{game}/symbols", tags=["games"], response_model=dict[str, str])
async def symbols(request: Request, game: str) -> Response:
    """The game's drawings as SVG markup by name; scenes refer to them."""
    body = orjson.dumps(dict(symbols_of(game_named(game))))
    tag = f'"{fingerprint(body.decode())[:20]}"'
    headers = {"etag": tag, "cache-control": "public, max-age=300"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.get("/bots", tags=["games"])
async def bots(language: Speaking) -> list[models.BotFacts]:
    """The bots there are, weakest first."""
    return [models.BotFacts.model_validate(each) for each in forms.bots(list(roster.bots()), language)]


@router.get("/phrases", tags=["games"])
async def phrases() -> list[models.Phrase]:
    """What people can say to each other."""
    return [models.Phrase.model_validate(each) for each in forms.phrases()]

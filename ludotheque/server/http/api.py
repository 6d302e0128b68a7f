"""The JSON API: who you are, which games there are, tables, moves and actions."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response

from ludotheque.bots import NAMES
from ludotheque.core.cupboard import games
from ludotheque.core.text import LANGUAGES, Language, language_of
from ludotheque.server.http import answers, forms, models
from ludotheque.server.http.identity import Visitor, fingerprint
from ludotheque.server.services import Services, services, visitor_with
from ludotheque.server.store import visitors
from ludotheque.tables import refusals
from ludotheque.tables.opening import game_named
from ludotheque.tables.phrases import PHRASES

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": models.Error} for code in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api", responses=REFUSALS)


async def asking(request: Request) -> Visitor:
    """Who asks."""
    return await visitor_with(request, services(request))


def speaking(
    request: Request, lang: Annotated[Language | None, Query(description="fr or en; else by Accept-Language.")] = None
) -> Language:
    """The language of the answer."""
    return lang or preferred(request.headers.get("accept-language", ""), request.cookies.get("lang", ""))


def preferred(header: str, chosen: str = "") -> Language:
    """The language chosen by the switch, or the first of ours that a browser asks for.

    >>> preferred("de-DE, en;q=0.8, fr;q=0.5")
    'en'
    """
    if chosen in LANGUAGES:
        return language_of({"LANG": chosen})
    wishes = []
    for part in header.split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), name[:2].lower()))
        except ValueError:
            continue
    for _, name in sorted(wishes, key=lambda wish: wish[0]):
        if name in ("fr", "en"):
            return language_of({"LANG": name})
    return "fr"


Found = Annotated[Services, Depends(services)]
Asking = Annotated[Visitor, Depends(asking)]
Speaking = Annotated[Language, Depends(speaking)]


@router.get("/me", tags=["you"])
async def me(found: Found, visitor: Asking) -> models.Me:
    """Who you are to this server."""
    nickname = await visitors.nickname_of(found.store, visitor.id)
    return models.Me(visitor=fingerprint(visitor.id)[:12], nickname=nickname, csrf=found.signer.csrf(visitor.id))


def _in_person(visitor: Visitor) -> None:
    """The token of one seat is not the person: it names, recovers and is recovered by nobody."""
    if visitor.table:
        raise refusals.not_yours()


@router.put("/me", tags=["you"])
async def rename(found: Found, visitor: Asking, wish: models.Nickname) -> models.Me:
    """Takes a nickname."""
    _in_person(visitor)
    await visitors.rename(found.store, visitor.id, wish.nickname)
    return await me(found, visitor)


@router.post("/me/recovery", tags=["you"])
async def recovery(found: Found, visitor: Asking) -> models.SentCode:
    """A code with which another device takes over all your seats, once. It replaces an earlier one."""
    _in_person(visitor)
    return models.SentCode(code=await visitors.recovery_code(found.store, visitor.id))


@router.post("/me/recover", tags=["you"])
async def recover(request: Request, found: Found, visitor: Asking, wish: models.Code) -> models.Recovered:
    """Takes over the seats of the visitor who was given this code."""
    _in_person(visitor)
    found.recoveries.check(request.client.host if request.client else "")
    moved, nickname = await visitors.recover(found.tables, visitor.id, wish.code)
    return models.Recovered(tables=moved, nickname=nickname)


@router.get("/me/tables", tags=["you"])
async def my_tables(found: Found, visitor: Asking, language: Speaking) -> models.Lobby:
    """The tables you sit at or have opened, the latest first."""
    return models.Lobby(tables=await visitors.own_tables(found.tables, visitor.id, language))


@router.get("/games", tags=["games"])
async def all_games(language: Speaking) -> list[models.GameFacts]:
    """The boxes on the shelf."""
    return [forms.facts(game, language) for game in games().values()]


@router.get("/games/{game}", tags=["games"])
async def one_game(game: str, language: Speaking) -> models.GameForm:
    """A box: its facts, its options as a form, its bots."""
    return forms.form(game_named(game), language)


@router.get("/games/{game}/symbols", tags=["games"], response_model=dict[str, str])
async def symbols(request: Request, game: str) -> Response:
    """The game's drawings as SVG markup by name; scenes refer to them."""
    body = orjson.dumps(dict(game_named(game).part("board").SYMBOLS))
    tag = f'"{fingerprint(body.decode())[:20]}"'
    headers = {"etag": tag, "cache-control": "public, max-age=300"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.get("/bots", tags=["games"])
async def bots() -> list[models.BotFacts]:
    """The bots there are, weakest first."""
    return [models.BotFacts(name=name) for name in NAMES]


@router.get("/phrases", tags=["games"])
async def phrases() -> list[models.Phrase]:
    """What people can say to each other."""
    return [models.Phrase(key=key, text=models.SentText(fr=text.fr, en=text.en)) for key, text in PHRASES.items()]


__all__ = ["REFUSALS", "Asking", "Found", "Speaking", "answers", "preferred", "router"]

"""The JSON API of what is kept of you."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from ludotheque.server.http import forgetting, person_models
from ludotheque.server.http.api import REFUSALS, Asking, Found, Speaking, in_person
from ludotheque.server.http.guard import no_cookie

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["you"])


@router.get("/me/data", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def my_data(found: Found, visitor: Asking, language: Speaking) -> Response:
    """All that is kept of you, as a file: your name, your tables with the records of their games, your best results and
    your drawings."""
    in_person(visitor)
    await found.exports.check(visitor.id)
    headers = {"content-disposition": 'attachment; filename="ludotheque.json"', "cache-control": "no-store"}
    pieces = forgetting.told(found.registry, visitor.id, language)
    return StreamingResponse(pieces, media_type="application/json", headers=headers)


@router.delete("/me")
async def forget_me(request: Request, response: Response, found: Found, visitor: Asking) -> person_models.Forgotten:
    """Deletes you, at once and for good: name, best results, drawings, other devices, tokens, tables at which
    nobody else was.
    Where others played with you, your moves remain, and your name does not."""
    in_person(visitor)
    await found.exports.check(visitor.id)
    deleted, changed = await forgetting.forget(found.registry, visitor.id)
    response.headers.append("set-cookie", no_cookie(found.settings))
    response.headers["cache-control"] = "no-store"
    return person_models.Forgotten(deleted=deleted, changed=changed)

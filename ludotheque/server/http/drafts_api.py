"""The JSON API of what people draw."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from ludotheque.answers import drafts as told
from ludotheque.core.catalogues import Language
from ludotheque.server.http import answers, drafts
from ludotheque.server.http.api import REFUSALS, Asking, Found, Name, Speaking, in_person
from ludotheque.server.http.draft_models import (
    Code,
    Difficulty,
    DraftGiven,
    DraftJudged,
    DraftKept,
    DraftsKept,
    EditorTold,
    Publishing,
)
from ludotheque.server.store import drafts as store

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["drawings"])
Id = Annotated[str, Path(max_length=32)]


@lru_cache(maxsize=64)
def _editor(game_id: str, kind: str, language: Language) -> bytes:
    """What is needed to draw, as JSON: the same for everybody."""
    return EditorTold.model_validate(told.editor_told(game_id, kind, language)).model_dump_json().encode()


@router.get("/games/{game}/editor/{kind}", response_model=EditorTold)
async def editor(game: Name, kind: Annotated[str, Path(max_length=16)], language: Speaking) -> Response:
    """What can be put on cells, how that looks, and all ways the drawing can lie."""
    made = await asyncio.to_thread(_editor, game, kind, language)
    return Response(made, media_type="application/json", headers={"cache-control": "no-cache"})


@router.post("/games/{game}/drafts/judged")
async def judged(game: Name, found: Found, visitor: Asking, language: Speaking, given: DraftGiven) -> DraftJudged:
    """What is wrong with a drawing, and where. Nothing is kept."""
    box, editor = told.editor_named(game)
    draft = editor.draft(given.code, given.name)
    await found.sketches.check(visitor.id)
    document, mistakes = await drafts.judged(found, visitor.id, box, draft)
    return DraftJudged.model_validate(told.judged(draft, document, mistakes, language))


@router.get("/games/{game}/drafts/difficulty")
async def difficulty(
    game: Name, found: Found, visitor: Asking, language: Speaking, code: Annotated[Code, Query()]
) -> Difficulty:
    """How hard a drawing is for bots that play it alone. Ask again until all games are done."""
    box, editor = told.editor_named(game)
    draft = editor.draft(code, "")
    await drafts.check_good(found, visitor.id, box, draft)
    options, beside = told.trials(box, editor, draft)
    if not found.trials.known(box.id, options):
        await found.beginnings.check(visitor.id)
    tried = found.trials.progress(box.id, options)
    return Difficulty.model_validate(told.difficulty(box, tried, found.trials.progress(box.id, beside), language))


@router.get("/games/{game}/drafts")
async def collection(game: Name, found: Found, visitor: Asking) -> DraftsKept:
    """The public collection, where the server has one."""
    box, _ = told.editor_named(game)
    return await drafts.collection(found, box, visitor.id)


@router.get("/games/{game}/drafts/mine")
async def mine(game: Name, found: Found, visitor: Asking) -> DraftsKept:
    """What you keep, the latest first."""
    in_person(visitor)
    box, _ = told.editor_named(game)
    return await drafts.of_visitor(found, box, visitor.id)


@router.post("/games/{game}/drafts", status_code=201)
async def keep(game: Name, found: Found, visitor: Asking, given: DraftGiven) -> DraftKept:
    """Keeps a drawing for you, finished or not."""
    in_person(visitor)
    box, editor = told.editor_named(game)
    await found.sketches.check(visitor.id)
    return await drafts.keep(found, box, visitor.id, editor.draft(given.code, given.name))


@router.put("/me/drafts/{draft}")
async def publish(draft: Id, found: Found, visitor: Asking, given: Publishing) -> DraftKept:
    """Shows one of your drawings to everybody, or no longer."""
    in_person(visitor)
    return await drafts.publish(found, visitor.id, draft, public=given.public)


@router.delete("/me/drafts/{draft}", response_model=dict[str, bool])
async def remove(draft: Id, found: Found, visitor: Asking) -> Response:
    """Throws one of your drawings away, also out of the collection."""
    in_person(visitor)
    await drafts.own(found, visitor.id, draft)
    await store.remove(found.store, visitor.id, draft)
    return answers.json({"removed": True})

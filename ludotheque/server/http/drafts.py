"""What people draw: judged, kept, shown to everybody."""

from __future__ import annotations

from ludotheque.answers.drafts import NO_DRAFT, NO_TIME, document_of, editor_named, mistakes_of
from ludotheque.answers.drafts import check_good as check_no_mistakes
from ludotheque.core.contract import Game
from ludotheque.core.text import Text
from ludotheque.drawing.editor import Draft, Mistake, check_public_name
from ludotheque.server.http.draft_models import DraftKept, DraftsKept
from ludotheque.server.http.limits import too_many
from ludotheque.server.http.services import Services
from ludotheque.server.store import drafts as kept
from ludotheque.server.store.drafts import KeptDraft
from ludotheque.tables.log import now_ms
from ludotheque.tables.opening import new_table_id
from ludotheque.tables.refusals import Problem, refused

_MOST_SHOWN = 200
NO_COLLECTION = Problem("not-allowed", Text("This server has no public collection."))


async def judged(found: Services, visitor: str, game: Game, draft: Draft) -> tuple[str, list[Mistake]]:
    """A draft as a document, and what is wrong with it."""
    try:
        return await found.desk.run(visitor, mistakes_of, (game.id, draft.code, draft.name))
    except TimeoutError as error:
        raise refused(NO_TIME) from error


async def check_good(found: Services, visitor: str, game: Game, draft: Draft) -> None:
    """Refuses a draft that something is wrong with."""
    _, mistakes = await judged(found, visitor, game, draft)
    check_no_mistakes(mistakes)


async def keep(found: Services, game: Game, visitor: str, draft: Draft) -> DraftKept:
    """Keeps a draft for a visitor."""
    theirs = await kept.of_visitor(found.store, visitor, game.id)
    if len(theirs) >= found.settings.drafts_per_visitor:
        raise too_many(Text("You keep too many drawings: throw one away first."))
    made = KeptDraft(new_table_id(), visitor, game.id, draft.name, draft.code, public=False, at_ms=now_ms())
    await kept.keep(found.store, made)
    return _told(made, visitor)


async def of_visitor(found: Services, game: Game, visitor: str) -> DraftsKept:
    """What a visitor keeps."""
    theirs = await kept.of_visitor(found.store, visitor, game.id)
    return DraftsKept(drafts=[_told(each, visitor) for each in theirs], can_publish=found.settings.public_drafts)


async def collection(found: Services, game: Game, visitor: str) -> DraftsKept:
    """What everybody may see; nothing where the owner of the server does not want a collection."""
    public = found.settings.public_drafts
    shown = await kept.collection(found.store, game.id, _MOST_SHOWN) if public else []
    return DraftsKept(drafts=[_told(each, visitor) for each in shown], can_publish=public)


async def own(found: Services, visitor: str, id_: str) -> KeptDraft:
    """One of a visitor's own."""
    draft = await kept.one(found.store, visitor, id_)
    if draft is None:
        raise refused(NO_DRAFT)
    return draft


async def publish(found: Services, visitor: str, id_: str, *, public: bool) -> DraftKept:
    """Shows one of a visitor's own to everybody, or no longer. It must have a name, and be good to play on."""
    draft = await own(found, visitor, id_)
    if public:
        if not found.settings.public_drafts:
            raise refused(NO_COLLECTION)
        check_public_name(draft.name)
        game, editor = editor_named(draft.game)
        await check_good(found, visitor, game, editor.draft(draft.code, draft.name))
    await kept.publish(found.store, visitor, id_, public=public)
    return _told(await own(found, visitor, id_), visitor)


def _told(draft: KeptDraft, visitor: str) -> DraftKept:
    return DraftKept(
        id=draft.id,
        name=draft.name,
        code=draft.code,
        document=document_of(draft.game, draft.code, draft.name),
        public=draft.public,
        author=draft.author,
        mine=draft.visitor == visitor,
    )

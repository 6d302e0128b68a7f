"""What people draw: judged, tried, kept, shown to everybody."""

from __future__ import annotations

from statistics import median
from typing import Literal

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.options import changed, read_all
from ludotheque.core.solo import Measure, Result
from ludotheque.core.text import Text
from ludotheque.drawing.editor import Draft, Editor, Mistake, check_public_name, editor_of
from ludotheque.server.http.draft_models import Difficulty, DraftKept, DraftsKept
from ludotheque.server.http.limits import too_many
from ludotheque.server.http.services import Services
from ludotheque.server.store import drafts as kept
from ludotheque.server.store.drafts import KeptDraft
from ludotheque.server.think.trials import GAMES, Tried
from ludotheque.tables.log import now_ms
from ludotheque.tables.opening import game_named, new_table_id
from ludotheque.tables.refusals import Problem, Refused, refused

_MOST_SHOWN = 200
_FAR = 2
"""From so many on, one number of rounds (or whatever is measured) is plainly more than another."""
NO_DRAWING = Problem("no-page", Text("There is nothing to draw for this game."))
NO_DRAFT = Problem("no-page", Text("There is no such drawing (any more)."))
NO_COLLECTION = Problem("not-allowed", Text("This server has no public collection."))


def editor_named(game_id: str) -> tuple[Game, Editor]:
    """A game and its editor."""
    game = game_named(game_id)
    editor = editor_of(game)
    if editor is None:
        raise refused(NO_DRAWING)
    return game, editor


def mistakes_of(job: tuple[str, str, str]) -> tuple[str, list[Mistake]]:
    """What a document is, and what is wrong with it (in a process of bots): by game, code and name."""
    _, editor = editor_named(job[0])
    draft = editor.draft(job[1], job[2])
    return editor.document(draft), list(editor.mistakes(draft))


async def judged(found: Services, visitor: str, game: Game, draft: Draft) -> tuple[str, list[Mistake]]:
    """A draft as a document, and what is wrong with it."""
    try:
        return await found.desk.run(visitor, mistakes_of, (game.id, draft.code, draft.name))
    except TimeoutError as error:
        raise Refused("busy", Text("Nobody has time to look at it now: try again in a moment.")) from error


async def check_good(found: Services, visitor: str, game: Game, draft: Draft) -> None:
    """Refuses a draft that something is wrong with."""
    _, mistakes = await judged(found, visitor, game, draft)
    if mistakes:
        raise Refused("not-now", Text("Mend first what is wrong: {problem}", problem=mistakes[0].message))


def trial_options(game: Game, editor: Editor, draft: Draft) -> tuple[tuple[str, str], ...]:
    """The options with which bots try a draft."""
    given = {**editor.trial, editor.option: editor.document(draft)}
    return tuple(changed(game.options, read_all(game.id, game.options, given)).items())


def difficulty(game: Game, tried: Tried, beside: Tried, language: Language) -> Difficulty:
    """How hard something is, by its games and those of the game's own."""
    measure = game.solo.measures[-1] if game.solo else None
    done = len(tried.results) + len(beside.results)
    part = done + tried.part + beside.part
    told = Difficulty(total=2 * GAMES, done=done, part=round(part, 2), won=_won(tried), usual="", beside="", words="")
    if measure is None or not tried.results:
        return told
    told.usual = _usual(tried, measure).to(language)
    if tried.done and beside.done and beside.results:
        told.beside = _compared(tried, beside, measure)
        usual = _usual(tried, measure)
        told.words = _sentence(told.beside, usual=usual, won=told.won, games=len(tried.results)).to(language)
    return told


def _sentence(beside: str, **values: Text | int) -> Text:
    if beside == "easier":
        return Text("Easier than the game's own: {usual}, {won} of {games} games won.", **values)
    if beside == "harder":
        return Text("Harder than the game's own: {usual}, {won} of {games} games won.", **values)
    return Text("About as hard as the game's own: {usual}, {won} of {games} games won.", **values)


def _won(tried: Tried) -> int:
    return sum(result is not None for result in tried.results)


def _usual(tried: Tried, measure: Measure) -> Text:
    """What it usually came to when it was won."""
    won = [result[-1] for result in tried.results if result is not None]
    return measure.told(round(median(won))) if won else Text("never won")


def _compared(tried: Tried, beside: Tried, measure: Measure) -> Literal["easier", "alike", "harder"]:
    one, other = (_typical(each.results, measure) for each in (tried, beside))
    if abs(one - other) < _FAR:
        return "alike"
    return "harder" if one < other else "easier"


def _typical(results: tuple[Result | None, ...], measure: Measure) -> float:
    """The middle of all results, the larger the better; a game that was lost is worse than any."""
    won = [result[-1] * (1 if measure.better == "more" else -1) for result in results if result is not None]
    worst = min(won, default=0) - 2 * _FAR
    return median([*won, *[worst] * (len(results) - len(won))])


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
    mine = draft.visitor == visitor
    return DraftKept(id=draft.id, name=draft.name, code=draft.code, public=draft.public, author=draft.author, mine=mine)

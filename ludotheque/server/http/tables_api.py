"""The JSON API of tables: open, look, sit, move, act; hints, records, replays, pictures."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from ludotheque.answers import played
from ludotheque.core.text import Text
from ludotheque.server.http import bests, identity, lists, models, person_models
from ludotheque.server.http.api import REFUSALS, Asking, Found, Speaking
from ludotheque.server.http.guard import client, door
from ludotheque.server.http.identity import Visitor
from ludotheque.server.http.limits import too_many
from ludotheque.server.http.packing import packed
from ludotheque.server.http.qr import qr as qr_code
from ludotheque.server.http.services import Services
from ludotheque.server.live import botturns
from ludotheque.server.live.telling import whole
from ludotheque.server.store import tables as listing
from ludotheque.server.store import visitors
from ludotheque.server.store.database import Statement
from ludotheque.tables import actions, carrying
from ludotheque.tables import playback as games_played
from ludotheque.tables.actions import Draft
from ludotheque.tables.actions import Request as Asked
from ludotheque.tables.log import Entry, now_ms
from ludotheque.tables.opening import SeatWish, TableWish, first_entry, new_table_id, takes_long, tidy_nickname
from ludotheque.tables.refusals import HOUSE_FULL, NOT_YOURS, refused
from ludotheque.tables.snapshot import Viewer

router = APIRouter(prefix="/api/tables", responses=REFUSALS, tags=["tables"])
Table = Annotated[str, Path(max_length=32)]
Seat = Annotated[int, Path(ge=0, le=63)]
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""For the animated picture, which carries its own style and runs no script."""
Which = Annotated[int | None, Query(ge=1, le=10_000, description="Which game of the match; else the latest.")]


def _token(visitor: Visitor, table_id: str) -> tuple[str, Statement]:
    token = identity.new_token()
    return token, listing.token(identity.fingerprint(token), table_id, visitor.id)


@router.get("")
async def lobby(found: Found, visitor: Asking, language: Speaking) -> models.Lobby:
    """The lobby: public tables with an open seat, the newest first."""
    return models.Lobby(tables=await lists.lobby(found.registry, visitor.id, language))


@router.post("", status_code=201)
async def open_table(request: Request, found: Found, visitor: Asking, wish: models.TableWish) -> models.Opened:
    """Opens a table. Seats that are not described are open; none described: you and open seats."""
    wished = TableWish(
        wish.game,
        wish.options,
        [SeatWish(each.kind, each.bot or "", each.nickname) for each in wish.seats],
        None if wish.clock is None else {"seconds": wish.clock.seconds, "increment": wish.clock.increment},
        wish.public,
    )
    return await opened(request, found, visitor, wished, token=wish.token)


async def opened(
    request: Request, found: Services, visitor: Visitor, wished: TableWish, *, token: bool = False
) -> models.Opened:
    """A table as somebody wished for it, unless they have too many."""
    await _check_opening(request, found, visitor, bots=any(each.kind == "bot" for each in wished.seats))
    nickname = await visitors.nickname_of(found.store, visitor.id)
    entry = await _first(found, client(request.scope), wished, visitor.id, nickname)
    table_id = new_table_id()
    key = None
    await found.registry.open(table_id, [entry])
    if token:
        key, statement = _token(visitor, table_id)
        await found.store.execute([statement])
    return models.Opened(id=table_id, url=f"{door(request, found.settings).url}/t/{table_id}", token=key)


async def _check_opening(request: Request, found: Services, visitor: Visitor, *, bots: bool) -> None:
    """Whether somebody may open one more table."""
    await found.openings.check(client(request.scope))
    if visitor.table:
        raise refused(NOT_YOURS)
    if await listing.unfinished(found.store, visitor.id) >= found.settings.tables_per_visitor:
        raise too_many(Text("Finish your other games first."))
    if found.thinkers.full and bots:
        raise refused(HOUSE_FULL)


@router.post("/carried", status_code=201)
async def carry(request: Request, found: Found, visitor: Asking, wish: models.CarriedLog) -> models.Opened:
    """A table that began on a device goes on here: its log is played through by the rules. Seats of `me` become yours;
    those that are to be free for others become open."""
    await _check_opening(request, found, visitor, bots=True)
    table_id = new_table_id()
    replayed = partial(carrying.arrived, table_id, wish.entries, visitor.id, now_ms(), wish.open)
    entries = await found.take_time(client(request.scope), replayed)
    await found.registry.open(table_id, entries)
    return models.Opened(id=table_id, url=f"{door(request, found.settings).url}/t/{table_id}")


@router.get("/{table_id}/log")
async def log(found: Found, visitor: Asking, table_id: Table) -> models.LeavingLog:
    """The log of your table, to go on with it on a device. Refused where other people's secrets are in it."""
    table = await found.registry.table(table_id)
    entries = await found.store.log(table_id)
    left = carrying.leaving(entries[: table.sequence], table, visitor.at(table_id))
    return models.LeavingLog.model_validate({"entries": left})


async def _first(found: Services, address: str, wish: TableWish, visitor: str, nickname: str) -> Entry:
    """The first entry; a sheet of one's own is looked at beside the event loop."""
    if takes_long(wish.options):
        return await found.take_time(address, lambda: first_entry(wish, visitor, nickname))
    return first_entry(wish, visitor, nickname)


@router.get("/{table_id}", response_model=models.Snapshot)
async def look(
    found: Found,
    visitor: Asking,
    language: Speaking,
    table_id: Table,
    seat: Annotated[int | None, Query(ge=0, le=63, description="From which of your seats to look.")] = None,
    plain: Annotated[int, Query(ge=0, le=1, description="1, for programs: view and legal moves, no picture.")] = 0,
) -> Response:
    """The table as you may see it."""
    live = await found.registry.look(table_id)
    viewer = Viewer(visitor.at(table_id), seat, language, bool(plain))
    return Response(whole(live.table, viewer, live.company(), now_ms()), media_type="application/json")


@router.post("/{table_id}/seats/{seat}")
async def sit(found: Found, visitor: Asking, table_id: Table, seat: Seat, wish: models.SitWish) -> models.Sat:
    """Takes an open seat."""
    nickname = tidy_nickname(wish.nickname or "") or await visitors.nickname_of(found.store, visitor.id)
    token, statements = None, []
    if wish.token:
        token, statement = _token(visitor, table_id)
        statements.append(statement)
    asked = Asked(visitor.at(table_id), seat, nickname=nickname)
    after = await found.registry.act(table_id, "sit", asked, statements)
    return models.Sat(seat=seat, sequence=after.sequence, token=token)


@router.delete("/{table_id}/seats/{seat}")
async def leave(found: Found, visitor: Asking, table_id: Table, seat: Seat) -> models.Done:
    """Gives your seat back: anyone with the link may take it, or a bot."""
    after = await found.registry.act(table_id, "leave", Asked(visitor.at(table_id), seat))
    return models.Done(sequence=after.sequence)


@router.put("/{table_id}/seats/{seat}/bot")
async def put_bot(found: Found, visitor: Asking, table_id: Table, seat: Seat, wish: models.BotWish) -> models.Done:
    """A bot takes a seat that nobody holds, or whose person has been away for a minute."""
    after = await found.registry.act(table_id, "replace", Asked(visitor.at(table_id), seat, bot=wish.bot))
    return models.Done(sequence=after.sequence)


@router.post("/{table_id}/moves")
async def move(found: Found, visitor: Asking, table_id: Table, wish: models.MoveWish) -> models.Done:
    """Plays a move; the answer comes when it is stored."""
    sequence = await found.registry.move(
        table_id, wish.seat, visitor.at(table_id), wish.move, wish.key or "", wish.after or 0
    )
    return models.Done(sequence=sequence)


@router.get("/{table_id}/moves")
async def legal(
    found: Found, visitor: Asking, table_id: Table, seat: Annotated[int, Query(ge=0, le=63)]
) -> models.LegalMoves:
    """The legal moves of one of your seats."""
    table = await found.registry.table(table_id)
    if seat not in table.seats_of(visitor.at(table_id)):
        raise refused(NOT_YOURS)
    return models.LegalMoves.model_validate(played.legal(table, seat))


@router.get("/{table_id}/ways")
async def ways(
    found: Found,
    visitor: Asking,
    table_id: Table,
    seat: Annotated[int, Query(ge=0, le=63)],
    first: Annotated[str, Query(max_length=64, description="The id of the scene that the moves begin with.")],
) -> models.Ways:
    """The ways of one of your pieces to where it can move; none in games whose pieces have none."""
    table = await found.registry.table(table_id)
    if seat not in table.seats_of(visitor.at(table_id)):
        raise refused(NOT_YOURS)
    return models.Ways.model_validate(await asyncio.to_thread(played.ways, table, seat, first))


@router.get("/{table_id}/explanation")
async def explanation(
    found: Found,
    visitor: Asking,
    language: Speaking,
    table_id: Table,
    seat: Annotated[int, Query(ge=0, le=63)],
    thing: Annotated[str, Query(max_length=64, description="An id of the scene.")],
    chosen: Annotated[list[str], Query(max_length=16, description="The ids clicked so far of a move.")] = [],  # noqa: B006  # FastAPI copies it
) -> models.Explanation:
    """What something on the table is, and why clicking it does nothing now."""
    table = await found.registry.table(table_id)
    if seat not in table.seats_of(visitor.at(table_id)):
        raise refused(NOT_YOURS)
    told = await asyncio.to_thread(table.state.explained, seat, thing, chosen)
    return models.Explanation.model_validate(played.explanation(told, language))


@router.post("/{table_id}/actions")
async def action(found: Found, visitor: Asking, table_id: Table, wish: models.ActionWish) -> models.Done:
    """Undo, draw, resign, rematch, or a phrase."""
    asked = Asked(visitor.at(table_id), wish.seat, phrase=wish.phrase or "")
    after = await found.act_by_name(table_id, wish.action, asked)
    return models.Done(sequence=after.sequence)


@router.post("/{table_id}/hint")
async def hint(
    found: Found, visitor: Asking, language: Speaking, table_id: Table, wish: models.SeatChosen
) -> models.Hint:
    """What the master would play in your place, having seen what you saw."""
    table = await found.registry.table(table_id)
    actions.perform(Draft(table), "hint", Asked(visitor.at(table_id), wish.seat))
    await found.hints.check(visitor.id)
    advice = await botturns.hint(found.registry, table, wish.seat)
    return models.Hint.model_validate(played.hint(table, wish.seat, advice, language))


@router.get("/{table_id}/best")
async def best(found: Found, visitor: Asking, table_id: Table, language: Speaking) -> person_models.SoloEnd:
    """How the game you played alone compares with the best you have reached."""
    table = await found.registry.table(table_id)
    return await bests.end_of(found.store, table, visitor.at(table_id), language)


@router.get("/{table_id}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(found: Found, table_id: Table, game: Which = None) -> Response:
    """The game as text; while it goes on, without what is still hidden."""
    table = await found.registry.table(table_id)
    text = games_played.record(table, game).dumps()
    headers = {"content-disposition": f'attachment; filename="{table.game.id}-{table_id[:4]}.txt"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/{table_id}/replay", response_model=models.Replay)
async def replay(
    request: Request,
    found: Found,
    table_id: Table,
    language: Speaking,
    game: Which = None,
    first: Annotated[int, Query(alias="from", ge=0, description="The first picture.")] = 0,
    last: Annotated[int, Query(alias="to", ge=0, description="The last one; at most 50 at once.")] = 49,
) -> Response:
    """A finished game, picture by picture, as spectators saw it."""
    table = await found.registry.table(table_id)

    def shown() -> tuple[bytes, dict[str, str]]:
        told = models.Replay.model_validate(played.replay(table, game, language, first, last))
        return packed(request, told.model_dump_json(by_alias=True).encode())

    content, headers = await found.take_time(client(request.scope), shown)
    return Response(content, headers=headers, media_type="application/json")


@router.get("/{table_id}/analysis")
async def analysis(
    request: Request,
    found: Found,
    table_id: Table,
    language: Speaking,
    game: Which = None,
    after: Annotated[int, Query(ge=0, description="Only what is known of moves after this one.")] = 0,
) -> models.Analysis:
    """A finished game, judged move by move: asking begins it, asking again tells more."""
    table = await found.registry.table(table_id)
    number, finished = games_played.finished_game(table, game)
    if not found.analyses.known(table, number):
        await found.beginnings.check(client(request.scope))
    known = found.analyses.progress(table, number, finished, after)
    told = played.analysis(table, number, known.verdicts, known.total, known.done, language)
    return models.Analysis.model_validate(told)


@router.get("/{table_id}/animation.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def animation(
    request: Request, found: Found, table_id: Table, language: Speaking, game: Which = None
) -> Response:
    """A finished game as one animated picture."""
    table = await found.registry.table(table_id)
    _, finished = games_played.finished_game(table, game)
    drawn = partial(games_played.animation, table, finished, language)
    text = await found.take_time(client(request.scope), drawn)
    headers = {
        "content-disposition": f'attachment; filename="{table.game.id}-{table_id[:4]}.svg"',
        "content-security-policy": _PICTURE_POLICY,
    }
    return Response(text, media_type="image/svg+xml", headers=headers)


@router.get("/{table_id}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr(request: Request, found: Found, table_id: Table) -> Response:
    """The invitation to the table as a QR code."""
    await found.registry.live(table_id)
    text = qr_code(f"{door(request, found.settings).url}/t/{table_id}")
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "no-cache"})

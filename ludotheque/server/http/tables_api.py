"""The JSON API of tables: open, look, sit, move, act; hints, records, replays, pictures."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from ludotheque.core.text import Language
from ludotheque.server.http import identity, limits, models, playback
from ludotheque.server.http.api import REFUSALS, Asking, Found, Speaking
from ludotheque.server.http.guard import client
from ludotheque.server.http.identity import Visitor
from ludotheque.server.live import botturns
from ludotheque.server.services import Services
from ludotheque.server.store import visitors
from ludotheque.server.store.database import Statement
from ludotheque.tables import actions, refusals, snapshot
from ludotheque.tables.log import now_ms
from ludotheque.tables.opening import first_entry
from ludotheque.tables.refusals import too_many
from ludotheque.tables.snapshot import Viewer

router = APIRouter(prefix="/api/tables", responses=REFUSALS, tags=["tables"])
Table = Annotated[str, Path(max_length=32)]
Seat = Annotated[int, Path(ge=0, le=63)]
Which = Annotated[int | None, Query(ge=1, le=10_000, description="Which game of the match; else the latest.")]


async def _token(visitor: Visitor, table_id: str) -> tuple[str, Statement]:
    token = identity.new_token()
    values = {"print": identity.fingerprint(token), "table": table_id, "visitor": visitor.id}
    sql = "INSERT INTO tokens (fingerprint, table_id, visitor) VALUES (:print, :table, :visitor)"
    return token, Statement(sql, values)


@router.get("")
async def lobby(found: Found, visitor: Asking, language: Speaking) -> models.Lobby:
    """The lobby: public tables with an open seat, the newest first."""
    return models.Lobby(tables=await visitors.lobby(found.tables, visitor.id, language))


@router.post("", status_code=201)
async def open_table(request: Request, found: Found, visitor: Asking, wish: models.TableWish) -> models.Opened:
    """Opens a table. Seats that are not described are open; none described: you and open seats."""
    found.openings.check(client(request.scope))
    if visitor.table:
        raise refusals.not_yours()
    if await visitors.unfinished(found.store, visitor.id) >= found.settings.tables_per_visitor:
        raise too_many(Text("Finish your other games first."))
    entry = first_entry(wish, visitor.id, await visitors.nickname_of(found.store, visitor.id))
    table_id = identity.new_table_id()
    token = None
    await found.tables.open(table_id, entry)
    if wish.token:
        token, statement = await _token(visitor, table_id)
        await found.store.execute([statement])
    return models.Opened(id=table_id, url=f"{base_url(request, found)}/t/{table_id}", token=token)


def base_url(request: Request, found: Services) -> str:
    """What links to this server begin with."""
    return found.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")


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
    live = await found.tables.live(table_id)
    viewer = Viewer(visitor.at(table_id), seat, language, bool(plain))
    return Response(snapshot.snapshot(live.table, viewer, live.company(), now_ms()), media_type="application/json")


@router.post("/{table_id}/seats/{seat}")
async def sit(found: Found, visitor: Asking, table_id: Table, seat: Seat, wish: models.SitWish) -> models.Sat:
    """Takes an open seat."""
    if not visitor.at(table_id):
        raise refusals.not_yours()
    nickname = limits.nickname(wish.nickname or "") or await visitors.nickname_of(found.store, visitor.id)
    token, statements = None, []
    if wish.token:
        token, statement = await _token(visitor, table_id)
        statements.append(statement)
    after = await found.tables.change(
        table_id, lambda draft: actions.sit(draft, seat, visitor.id, nickname), statements
    )
    return models.Sat(seat=seat, sequence=after.sequence, token=token)


@router.delete("/{table_id}/seats/{seat}")
async def leave(found: Found, visitor: Asking, table_id: Table, seat: Seat) -> models.Done:
    """Gives your seat back: anyone with the link may take it, or a bot."""
    after = await found.tables.change(table_id, lambda draft: actions.leave(draft, seat, visitor.at(table_id)))
    return models.Done(sequence=after.sequence)


@router.put("/{table_id}/seats/{seat}/bot")
async def put_bot(found: Found, visitor: Asking, table_id: Table, seat: Seat, wish: models.BotWish) -> models.Done:
    """A bot takes a seat that nobody holds, or whose person has been away for a minute."""
    gone = (await found.tables.live(table_id)).gone()
    after = await found.tables.change(
        table_id, lambda draft: actions.put_bot(draft, seat, visitor.at(table_id), wish.bot, gone)
    )
    return models.Done(sequence=after.sequence)


@router.post("/{table_id}/moves")
async def move(found: Found, visitor: Asking, table_id: Table, wish: models.MoveWish) -> models.Done:
    """Plays a move; the answer comes when it is stored."""
    sequence = await found.tables.move(
        table_id, wish.seat, visitor.at(table_id), wish.move, wish.key or "", wish.after or 0
    )
    return models.Done(sequence=sequence)


@router.get("/{table_id}/moves")
async def legal(
    found: Found, visitor: Asking, table_id: Table, seat: Annotated[int, Query(ge=0, le=63)]
) -> models.LegalMoves:
    """The legal moves of one of your seats."""
    table = await found.tables.table(table_id)
    if seat not in table.seats_of(visitor.at(table_id)):
        raise refusals.not_yours()
    paths = table.state.paths(seat) if seat in table.acting else {}
    told = {name: list(path) for name, path in paths.items()}
    return models.LegalMoves(seat=seat, moves=snapshot.legal_moves(table, seat), paths=told)


@router.post("/{table_id}/actions")
async def action(found: Found, visitor: Asking, table_id: Table, wish: models.ActionWish) -> models.Done:
    """Undo, draw, resign, rematch, or a phrase."""
    asker = visitor.at(table_id)
    if wish.action == "phrase":
        found.check_phrases(asker)
    after = await found.tables.change(
        table_id, lambda draft: actions.act(draft, wish.action, wish.seat, asker, wish.phrase or "")
    )
    return models.Done(sequence=after.sequence)


@router.post("/{table_id}/hint")
async def hint(found: Found, visitor: Asking, table_id: Table, wish: models.SeatChosen) -> models.Hint:
    """What the master would play in your place, having seen what you saw."""
    table = await found.tables.table(table_id)
    if wish.seat not in table.seats_of(visitor.at(table_id)):
        raise refusals.not_yours()
    if wish.seat not in table.acting:
        raise refusals.not_now(Text("It is not your turn."))
    found.hints.check(visitor.id)
    return await botturns.hint(found.tables, table, wish.seat)


@router.get("/{table_id}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def record(found: Found, table_id: Table, game: Which = None) -> Response:
    """The game as text; while it goes on, without what is still hidden."""
    table = await found.tables.table(table_id)
    text = playback.record(table, game).dumps()
    headers = {"content-disposition": f'attachment; filename="{table.game.id}-{table_id[:4]}.txt"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/{table_id}/replay")
async def replay(
    found: Found,
    table_id: Table,
    language: Speaking,
    game: Which = None,
    first: Annotated[int, Query(alias="from", ge=0, description="The first picture.")] = 0,
    last: Annotated[int, Query(alias="to", ge=0, description="The last one; at most 50 at once.")] = 49,
) -> models.Replay:
    """A finished game, picture by picture, as spectators saw it."""
    table = await found.tables.table(table_id)
    return await playback.replay(table, game, language, first, last)


@router.get("/{table_id}/analysis")
async def analysis(
    request: Request,
    found: Found,
    table_id: Table,
    game: Which = None,
    after: Annotated[int, Query(ge=0, description="Only what is known of moves after this one.")] = 0,
) -> models.Analysis:
    """A finished game, judged move by move: asking begins it, asking again tells more."""
    table = await found.tables.table(table_id)
    number, finished = playback.finished_game(table, game)
    if not found.analyses.known(table, number):
        found.beginnings.check(client(request.scope))
    return found.analyses.told(table, number, finished, after)


@router.get("/{table_id}/animation.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def animation(found: Found, table_id: Table, language: Speaking, game: Which = None) -> Response:
    """A finished game as one animated picture."""
    table = await found.tables.table(table_id)
    text = await playback.animation(table, game, language)
    headers = {
        "content-disposition": f'attachment; filename="{table.game.id}-{table_id[:4]}.svg"',
        "content-security-policy": playback.PICTURE_POLICY,
    }
    return Response(text, media_type="image/svg+xml", headers=headers)


@router.get("/{table_id}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr(request: Request, found: Found, table_id: Table) -> Response:
    """The invitation to the table as a QR code."""
    await found.tables.live(table_id)
    text = playback.qr(f"{base_url(request, found)}/t/{table_id}")
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


__all__ = ["Language", "router"]

"""Tables: open, look, sit, move, act; hints, records, replays, pictures. As the server's `tables_api` answers."""

from __future__ import annotations

from typing import Any

from ludotheque.answers import played
from ludotheque.home.asked import SEATS, Answer, Asked, Given, malformed, route
from ludotheque.home.house import Keep, viewer
from ludotheque.home.rooms import Rooms
from ludotheque.tables import actions, playback
from ludotheque.tables.actions import Draft, Request
from ludotheque.tables.carrying import ME, MOST_ENTRIES
from ludotheque.tables.jobs import Advice, advise, job_at
from ludotheque.tables.log import ClockEntry
from ludotheque.tables.opening import CLOCK_SECONDS, INCREMENT_SECONDS, SeatWish, TableWish, tidy_nickname
from ludotheque.tables.refusals import NO_IDEA, refused

_MOST_NAME = 200
_MOST_GAMES = 10_000
_MOST_PICTURES = 100_000


@route("POST", "/api/tables")
def open_table(rooms: Rooms, asked: Asked) -> Answer:
    """Opens a table. Seats that are not described are open; none described: you and open seats."""
    body = asked.body
    seats = [_seat_wish(Given(each)) for each in body.each("seats", 16)]
    wish = TableWish(body.word("game", 64), body.table("options"), seats, _clock(body), body.flag("public"))
    return opened(rooms, wish)


def opened(rooms: Rooms, wish: TableWish) -> Answer:
    """A table as somebody wished for it."""
    return _opened(rooms.house.open(wish))


def _opened(keep: Keep) -> Answer:
    assert keep.change is not None
    table = keep.change.table.id
    return Answer({"id": table, "url": f"t/{table}", "token": None}, 201, keep=keep)


@route("POST", "/api/tables/carried")
def carry(rooms: Rooms, asked: Asked) -> Answer:
    """A table from a server goes on here: its log is played through by the rules."""
    return _opened(rooms.house.carry([dict(each) for each in asked.body.each("entries", MOST_ENTRIES)]))


@route("GET", "/api/tables/{table}/log")
def log(rooms: Rooms, asked: Asked) -> Answer:
    """Everything that happened at the table, to go on with it elsewhere."""
    return Answer({"entries": rooms.house.log(asked.place["table"])})


def _seat_wish(given: Given) -> SeatWish:
    kind = given.word("kind")
    if kind not in ("me", "open", "bot"):
        raise malformed("kind")
    nickname = given.word("nickname", _MOST_NAME) if "nickname" in given else None
    return SeatWish(kind, given.word("bot"), nickname)  # type: ignore[arg-type]  # checked


def _clock(body: Given) -> ClockEntry | None:
    if "clock" not in body:
        return None
    clock = Given(body.table("clock"))
    seconds = clock.number("seconds", CLOCK_SECONDS[0], CLOCK_SECONDS[-1])
    return {"seconds": seconds, "increment": clock.whole("increment", 0, INCREMENT_SECONDS[-1]) or 0}


@route("GET", "/api/tables/{table}")
def look(rooms: Rooms, asked: Asked) -> Answer:
    """The table as you may see it."""
    table = rooms.house.table(asked.place["table"])
    plain = asked.query.whole("plain", 0, 1) == 1
    looking = viewer(asked.query.whole("seat", 0, SEATS), asked.language, plain=plain)
    return Answer(rooms.house.look(table, looking), tables=[table.id])


# What changes it


def _done(rooms: Rooms, table_id: str, keep: Keep | None) -> Answer:
    after = keep.change.table if keep and keep.change else rooms.house.table(table_id)
    return Answer({"sequence": after.sequence}, keep=keep, tables=[table_id])


def _act(rooms: Rooms, asked: Asked, name: str, request: Request) -> Answer:
    table_id = asked.place["table"]
    return _done(rooms, table_id, rooms.house.act(table_id, name, request))


@route("POST", "/api/tables/{table}/seats/{seat}")
def sit(rooms: Rooms, asked: Asked) -> Answer:
    """Takes an open seat."""
    seat = asked.at("seat")
    nickname = tidy_nickname(asked.body.word("nickname", _MOST_NAME)) or rooms.house.nickname
    done = _act(rooms, asked, "sit", Request(ME, seat, nickname=nickname))
    assert isinstance(done.content, dict)
    return Answer({"seat": seat, **done.content, "token": None}, keep=done.keep)


@route("DELETE", "/api/tables/{table}")
def put_away(rooms: Rooms, asked: Asked) -> Answer:
    """A table that goes on elsewhere is no longer here: there are no two of it."""
    table = rooms.house.table(asked.place["table"])
    return Answer({"deleted": table.id}, keep=Keep(deletes=(f"listed/{table.id}",), drops=(table.id,)))


@route("DELETE", "/api/tables/{table}/seats/{seat}")
def leave(rooms: Rooms, asked: Asked) -> Answer:
    """Gives your seat back: a bot may take it."""
    return _act(rooms, asked, "leave", Request(ME, asked.at("seat")))


@route("PUT", "/api/tables/{table}/seats/{seat}/bot")
def put_bot(rooms: Rooms, asked: Asked) -> Answer:
    """A bot takes a seat that nobody holds."""
    return _act(rooms, asked, "replace", Request(ME, asked.at("seat"), bot=asked.body.word("bot")))


@route("POST", "/api/tables/{table}/moves")
def move(rooms: Rooms, asked: Asked) -> Answer:
    """Plays a move; sent again with the same key it is played once."""
    table_id, body = asked.place["table"], asked.body
    seat, text, key = body.number("seat"), body.word("move", 512, least=1), body.word("key")
    own_key = f"{seat}:{key}" if key else ""
    before = rooms.house.table(table_id).played_before(ME, own_key) if own_key else None
    if before is not None:
        return Answer({"sequence": before}, tables=[table_id])
    keep = rooms.house.act(table_id, "move", Request(ME, seat, move=text, key=own_key))
    assert keep is not None
    assert keep.change is not None
    after = keep.change.table
    sequence = (after.played_before(ME, own_key) if own_key else None) or after.sequence
    return Answer({"sequence": sequence}, keep=keep)


@route("POST", "/api/tables/{table}/actions")
def action(rooms: Rooms, asked: Asked) -> Answer:
    """Undo, draw, resign, rematch, or a phrase."""
    body = asked.body
    return _act(rooms, asked, body.word("action"), Request(ME, body.number("seat"), phrase=body.word("phrase")))


# What is asked about it


@route("GET", "/api/tables/{table}/moves")
def legal(rooms: Rooms, asked: Asked) -> Answer:
    """The legal moves of one of your seats."""
    seat = asked.query.number("seat")
    return Answer(played.legal(rooms.house.own(asked.place["table"], seat), seat))


@route("GET", "/api/tables/{table}/ways")
def ways(rooms: Rooms, asked: Asked) -> Answer:
    """The ways of one of your pieces to where it can move."""
    seat = asked.query.number("seat")
    return Answer(played.ways(rooms.house.own(asked.place["table"], seat), seat, asked.query.word("first")))


@route("GET", "/api/tables/{table}/explanation")
def explanation(rooms: Rooms, asked: Asked) -> Answer:
    """What something on the table is, and why clicking it does nothing now."""
    query = asked.query
    seat = query.number("seat")
    table = rooms.house.own(asked.place["table"], seat)
    told = table.state.explained(seat, query.word("thing"), query.words("chosen", 16))
    return Answer(played.explanation(told, asked.language))


@route("POST", "/api/tables/{table}/hint")
def hint(rooms: Rooms, asked: Asked) -> Answer:
    """What the master would play in your place, having seen what you saw."""
    table, seat = rooms.house.table(asked.place["table"]), asked.body.number("seat")
    actions.perform(Draft(table), "hint", Request(ME, seat))

    def then(found: tuple[Advice | None] | None) -> Answer:
        advice = found[0] if found else None
        if advice is None:
            raise refused(NO_IDEA)
        return Answer(played.hint(table, seat, advice, asked.language))

    return Answer(task=rooms.turns.ask(advise, job_at(table, advised=seat), then, table.id))


def game_asked(asked: Asked) -> int | None:
    """Which game of the match is asked about."""
    return asked.query.whole("game", 1, _MOST_GAMES)


@route("GET", "/api/tables/{table}/record")
def record(rooms: Rooms, asked: Asked) -> Answer:
    """The game as text; while it goes on, without what is still hidden."""
    table = rooms.house.table(asked.place["table"])
    text = playback.record(table, game_asked(asked)).dumps()
    return Answer(text=text, media="text/plain; charset=utf-8", name=f"{table.game.id}-{table.id[:4]}.txt")


@route("GET", "/api/tables/{table}/replay")
def replay(rooms: Rooms, asked: Asked) -> Answer:
    """A finished game, picture by picture."""
    table, query = rooms.house.table(asked.place["table"]), asked.query
    first = query.whole("from", 0, _MOST_PICTURES) or 0
    last: Any = query.whole("to", 0, _MOST_PICTURES)
    return Answer(played.replay(table, game_asked(asked), asked.language, first, 49 if last is None else last))


@route("GET", "/api/tables/{table}/animation.svg")
def animation(rooms: Rooms, asked: Asked) -> Answer:
    """A finished game as one animated picture."""
    table = rooms.house.table(asked.place["table"])
    _, finished = playback.finished_game(table, game_asked(asked))
    drawn = playback.animation(table, finished, asked.language)
    return Answer(text=drawn, media="image/svg+xml", name=f"{table.game.id}-{table.id[:4]}.svg")

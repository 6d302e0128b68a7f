"""Tables that go from one place to another as their logs: from a device to a server, and back.

What comes is never believed. The first entry is made anew, every other one is judged by the table it follows, moves by
the rules; only the fields its kind has are taken. What leaves tells nothing of who people are: all of them are `ME`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from ludotheque.bots.levels import STAND_IN
from ludotheque.bots.roster import names
from ludotheque.core import daily
from ludotheque.core.contract import CHANCE, IllegalMove
from ludotheque.core.text import Text
from ludotheque.tables.actions import Draft, Request, perform
from ludotheque.tables.forgetting import others
from ludotheque.tables.log import ClockEntry, Entry, entry_of
from ludotheque.tables.opening import (
    CLOCK_SECONDS,
    INCREMENT_SECONDS,
    SeatWish,
    TableWish,
    first_entry,
    tidy_nickname,
)
from ludotheque.tables.phrases import PHRASES
from ludotheque.tables.refusals import CLOSED, NOT_YOURS, Refused, not_now, refused
from ludotheque.tables.snapshot import ENDINGS
from ludotheque.tables.table import Table, fold, opened

ME = "me"
"""Whoever has the device: the only person there is in a log that travels."""
MOST_ENTRIES = 4000
_MOST_AGAIN = 20_000
"""Where moves are taken back, those before them are played through again: so many in all."""
_TIMES = range(10**14)
"""When entries can have been made, in milliseconds: clocks of devices go wrong, but not by thousands of years."""
_MOST_MOVE, _MOST_OPTION = 512, 20_000
_QUESTIONS = ("undo", "draw", "rematch")
_OTHERS_PLAY = not_now(Text("Others play here too: the table can be taken along when the game is over."))
_NO_SEAT_LEFT = not_now(Text("Keep a seat for yourself."))
_SECRETS = not_now(Text("A game that was given up keeps its cards hidden."))

Raw = Mapping[str, Any]
"""An entry as somebody sent it."""


# What leaves


def leaving(entries: Sequence[Entry], table: Table, visitor: str) -> list[Entry]:
    """The log of somebody's table, for their device; refused where it would tell other people's secrets."""
    if visitor not in table.people:
        raise refused(NOT_YOURS)
    if table.abandoned:
        raise refused(CLOSED)
    if others(entries, visitor):
        if not table.over:
            raise refused(_OTHERS_PLAY)
        if table.game.hidden and any(game.outcome.reason in ENDINGS for game in table.finished):
            raise refused(_SECRETS)
    return [_nameless(entry) for entry in entries if entry["kind"] != "handed"]


def _nameless(entry: Entry) -> Entry:
    """An entry that tells no visitor's id, and no key of a page."""
    changed = entry.copy()
    changed.pop("key", None)
    if changed.get("visitor"):
        changed["visitor"] = ME
    if "owner" in changed:
        changed["owner"] = ME
    if "players" in changed:
        changed["players"] = [{**player, "visitor": ME if player["visitor"] else ""} for player in changed["players"]]
    return changed


# What comes


def carried(table_id: str, entries: Sequence[Raw], visitor: str, now: int) -> tuple[Table, list[Entry]]:
    """A table from the log of another place, whose person is this visitor; and its log here."""
    if not 0 < len(entries) <= MOST_ENTRIES:
        raise _wrong(0)
    shift = _shift(entries, now)
    table = opened(table_id, _first(entries[0], visitor, shift))
    log = [_first(entries[0], visitor, shift)]
    again = 0
    for number, raw in enumerate(entries[1:], 1):
        try:
            entry = _judged(table, raw, visitor, max(table.at, _time(raw) + shift))
            again += int(entry["to"]) if entry["kind"] == "undone" else 0
            _must(again <= _MOST_AGAIN)
            table = fold(table, entry)
        except (IllegalMove, Refused, LookupError, TypeError, ValueError) as error:
            raise _wrong(number) from error
        log.append(entry)
    return table, log


def arrived(table_id: str, entries: Sequence[Raw], visitor: str, now: int, free: Sequence[int] = ()) -> list[Entry]:
    """The log of such a table here; the visitor may leave some seats to others, their own and those of bots."""
    table, log = carried(table_id, entries, visitor, now)
    log[0]["carried"] = True  # those who come later are told
    draft = Draft(table, now)
    for seat in free:
        if seat in range(len(table.match.seating)) and table.player(seat).kind == "bot":
            draft.add("left", seat=seat)
        else:
            perform(draft, "leave", Request(visitor, seat))
    if not draft.table.seats_of(visitor):
        raise refused(_NO_SEAT_LEFT)
    return [*log, *draft.entries]


def _wrong(number: int) -> Refused:
    return Refused("malformed", Text("That is no log of a table: entry {number} cannot be.", number=number + 1))


def _time(raw: Raw) -> int:
    return _whole(raw["at"], _TIMES)


_malformed = ValueError("not as an entry is")


def _shift(entries: Sequence[Raw], now: int) -> int:
    """Clocks stood still on the way: the last entry is made now, the others as long before it as they were."""
    try:
        return now - max(_time(raw) for raw in entries)
    except (LookupError, TypeError, ValueError) as error:
        raise _wrong(0) from error


def _first(raw: Raw, visitor: str, shift: int) -> Entry:
    """The first entry, as it is made for a wish."""
    try:
        if raw["kind"] != "opened":
            raise _malformed
        seats = [_seat(player) for player in _list(raw["players"])]
        options = {_word(name): _word(value, _MOST_OPTION) for name, value in raw["options"].items()}
        wish = TableWish(_word(raw["game"]), options, seats, _clock(raw["clock"]), luck=_luck(raw.get("luck", "")))
        at = _time(raw) + shift
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise _wrong(0) from error
    return {**first_entry(wish, visitor, ""), "at": at}


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > 16:
        raise _malformed
    return value


def _word(value: Any, most: int = 64) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise _malformed
    return value


def _whole(value: Any, allowed: Container[int]) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
        raise _malformed
    return value


def _seat(player: Raw) -> SeatWish:
    kind = player["kind"]
    if kind == "person" and player["visitor"] == ME:
        return SeatWish("me", nickname=_word(player["nickname"], 200) or None)
    if kind == "bot":
        return SeatWish("bot", _word(player["bot"]))
    if kind != "open":
        raise _malformed
    return SeatWish("open")


def _clock(clock: Any) -> ClockEntry | None:
    if clock is None:
        return None
    seconds, increment = _whole(clock["seconds"], CLOCK_SECONDS), _whole(clock["increment"], INCREMENT_SECONDS)
    return {"seconds": seconds, "increment": increment}


def _luck(given: Any) -> str:
    """The day whose luck the table has: one that has come."""
    if not given:
        return ""
    if not isinstance(given, str) or not daily.FIRST.isoformat() <= given <= daily.today().isoformat():
        raise _malformed
    return given


# Every other entry


def _judged(table: Table, raw: Raw, visitor: str, at: int) -> Entry:
    """An entry with the fields that its kind has; refused where the table is not so that it could be made."""
    kind = _word(raw["kind"])
    return entry_of(kind, at, **_KINDS[kind](table, raw, visitor))


def _seat_of(table: Table, raw: Raw) -> int:
    return _whole(raw["seat"], range(len(table.match.seating)))


def _must(condition: bool) -> None:  # noqa: FBT001  # that is all it takes
    if not condition:
        raise _malformed


def _own(table: Table, raw: Raw) -> int:
    """A seat that a person has."""
    seat = _seat_of(table, raw)
    _must(table.player(seat).kind == "person" and not table.abandoned)
    return seat


def _sat(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    seat = _seat_of(table, raw)
    _must(table.player(seat).kind == "open" and raw["visitor"] == ME)
    return {"seat": seat, "visitor": visitor, "nickname": tidy_nickname(_word(raw["nickname"], 200))}


def _left(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    """Somebody leaves a seat; a bot too, where a guest was to have it."""
    seat = _seat_of(table, raw)
    _must(table.player(seat).kind != "open" and not table.abandoned)
    return {"seat": seat}


def _bot(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    seat = _seat_of(table, raw)
    _must(table.player(seat).kind != "bot" and raw["bot"] in names(table.game))
    return {"seat": seat, "bot": raw["bot"]}


def _move(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    """The rules judge it when it is folded; where luck is given, also what chance does."""
    seat, move = _whole(raw["seat"], table.acting), _word(raw["move"], _MOST_MOVE)
    if seat == CHANCE and table.luck:
        before = sum(played.seat == CHANCE for played in table.moves)
        _must(move == daily.luck(table.game, table.luck, table.state, before))
    return {"seat": seat, "move": str(table.state.parse(move))}


def _undone(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    _must(table.playing and not table.game.hidden)
    return {"to": _whole(raw["to"], range(len(table.moves)))}


def _asked(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    what = raw["what"]
    _must(what in _QUESTIONS and table.over == (what == "rematch") and table.full)
    return {"what": what, "seat": _own(table, raw)}


def _answered(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    yes, asked = raw["yes"], table.asked
    _must(isinstance(yes, bool) and asked is not None and asked.what == raw["what"])
    people = sum(player.kind == "person" for player in table.players)
    _must(raw["what"] != "draw" or (people == len(table.players) == 2 and not table.game.chance and table.playing))
    return {"what": raw["what"], "seat": _own(table, raw), "yes": yes}


def _resigned(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    _must(table.playing and len(table.players) > 1)
    return {"seat": _own(table, raw), "bot": STAND_IN}


def _flagged(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    seat, due = _own(table, raw), table.flag_due()
    _must(table.playing and due is not None and due[1] == table.match.seating[seat])
    return {"seat": seat, "bot": STAND_IN}


def _phrase(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    _must(raw["phrase"] in PHRASES)
    return {"seat": _own(table, raw), "phrase": raw["phrase"]}


def _next_game(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    _must(table.over and table.full and not table.abandoned)
    return {}


def _seen(table: Table, raw: Raw, visitor: str) -> dict[str, object]:
    _must(table.pause_due() is not None)
    return {"seat": _own(table, raw)}


_KINDS: Mapping[str, Callable[[Table, Raw, str], dict[str, object]]] = {
    "sat": _sat,
    "left": _left,
    "bot": _bot,
    "move": _move,
    "undone": _undone,
    "asked": _asked,
    "answered": _answered,
    "resigned": _resigned,
    "flagged": _flagged,
    "phrase": _phrase,
    "next-game": _next_game,
    "seen": _seen,
}
"""All but `abandoned` (such a table is closed), `handed` (there is one person) and a second `opened`."""

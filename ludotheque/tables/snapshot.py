"""What each viewer is told of a table: never more than the view of the seat they look from.

A snapshot has two parts. What depends only on the seat, the language and the shape (scene, paths, moves) is made once
per table and kept as JSON; what depends on the viewer (which seats are theirs, who is there, clocks) is small and made
for each.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import orjson

from ludotheque.core.contract import CHANCE, HIDDEN, Outcome, Plain, View
from ludotheque.core.text import Language, Text
from ludotheque.tables import actions
from ludotheque.tables.phrases import PHRASES
from ludotheque.tables.table import Played, Player, Table

ENDINGS: Mapping[str, Text] = {
    "resigned": Text("abandon", "resignation"),
    "flagged": Text("temps écoulé", "out of time"),
    "agreed": Text("nulle d'un commun accord", "draw agreed"),
    "abandoned": Text("table fermée", "table closed"),
}
"""How a game can end by other than its rules."""
_SECRETLY = Text("en secret", "in secret")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table, from which seat, in which language and shape."""

    visitor: str = ""
    looking: int | None = None
    """The seat asked for; `None`: chosen for them."""
    language: Language = "fr"
    plain: bool = False
    """For programs: the view and the legal moves instead of a picture."""


@dataclass(slots=True)
class Company:
    """Who is at the table just now."""

    online: Collection[str] = field(default_factory=frozenset)
    spectators: int = 0


def seat_shown(table: Table, viewer: Viewer) -> int | None:
    """Whose view a viewer gets: a seat of their own, or a spectator's.

    Who plays several seats gets the one the game waits for; but where something is hidden nothing is shown until they
    say who is looking, so that the screen can be handed over."""
    mine = table.seats_of(viewer.visitor)
    if viewer.looking in mine:
        return viewer.looking
    if not mine or (table.game.hidden and len({table.match.seating[seat] for seat in mine}) > 1):
        return None
    return next((seat for seat in table.waiting if seat in mine), mine[0])


def snapshot(table: Table, viewer: Viewer, company: Company, now: int, kind: str = "table") -> bytes:
    """Everything a viewer may know of the table, as JSON."""
    seat = seat_shown(table, viewer)
    shared = _shared(table, seat, viewer.language, plain=viewer.plain)
    own = orjson.dumps(_own(table, viewer, seat, company, now))
    return b'{"type":"' + kind.encode() + b'",' + shared + b"," + own[1:]


def _shared(table: Table, seat: int | None, language: Language, *, plain: bool) -> bytes:
    """The part that is the same for all who look from this seat: JSON fields without braces."""
    key = (seat, language, plain)
    if (made := table.told_cache.get(key)) is None:
        fields = _plain(table, seat) if plain else _drawn(table, seat, language)
        made = table.told_cache[key] = _common_to_all(table, language) + b"," + orjson.dumps(fields)[1:-1]
    return made


def _common_to_all(table: Table, language: Language) -> bytes:
    """The part that is the same for everybody who reads a language: JSON fields without braces."""
    if (made := table.told_cache.get(language)) is None:
        made = table.told_cache[language] = orjson.dumps(_common(table, language))[1:-1]
    return made


def _common(table: Table, language: Language) -> dict[str, object]:
    return {
        "table": table.id,
        "sequence": table.sequence,
        "game": table.game.id,
        "options": table.options,
        "language": language,
        "label": table.game.title.to(language),
        "hidden": table.game.hidden,
        "hotseat": _shared_device(table),
        "public": table.public,
        "number": len(table.moves),
        "acting": table.acting,
        "waiting": table.waiting,
        "over": table.over,
        "outcome": _outcome(table, language),
        "finished": table.over,
        "turn_started_ms": table.turn_at,
        "running": [seat for seat, number in enumerate(table.match.seating) if table.since[number] is not None],
        "clock": table.clock,
        "asked": None if table.asked is None else {"what": table.asked.what, "by": table.asked.seat},
        "match": table.score,
    }


def _shared_device(table: Table) -> bool:
    """One person's device serves several players."""
    people = [player.visitor for player in table.players if player.kind == "person"]
    return len(set(people)) < len(people)


def _plain(table: Table, seat: int | None) -> dict[str, object]:
    last = table.moves[-1] if table.moves else None
    return {
        "view": _view(table, seat),
        "moves": [] if seat is None else legal_moves(table, seat),
        "last": None if last is None else {"number": len(table.moves), "seat": last.seat, "text": last.told},
    }


def _view(table: Table, seat: int | None) -> View | orjson.Fragment:
    """What a seat sees. Where nothing is hidden all see the same, so it is made once."""
    if table.game.hidden:
        return table.state.view(seat)
    if (made := table.told_cache.get("view")) is None:
        view = {name: value for name, value in table.state.view(None).items() if name != "seat"}
        made = table.told_cache["view"] = orjson.dumps(view)
    return orjson.Fragment(b'{"seat":' + (b"null" if seat is None else str(seat).encode()) + b"," + made[1:])


def _drawn(table: Table, seat: int | None, language: Language) -> dict[str, object]:
    acting = seat is not None and seat in table.acting
    return {
        "scene": table.state.scene(seat).plain(language),
        "paths": table.state.paths(seat) if acting else {},
        "moves": move_list(table),
        "phrases": [
            {
                "sequence": said.sequence,
                "seat": said.seat,
                "key": said.phrase,
                "text": PHRASES[said.phrase].to(language),
            }
            for said in table.said
        ],
        "text": spoken(table, language),
    }


def legal_moves(table: Table, seat: int) -> list[str]:
    """The texts of a seat's legal moves."""
    return [str(move) for move in table.state.moves(seat)] if seat in table.acting else []


def move_list(table: Table) -> list[dict[str, Plain]]:
    """The moves of the game, as everybody may be told."""
    return [
        {"number": number, "seat": played.seat, "text": played.told} for number, played in enumerate(table.moves, 1)
    ]


def reason(table: Table, outcome: Outcome) -> Text:
    """Why a game ended, in words."""
    return table.game.reasons.get(outcome.reason) or ENDINGS[outcome.reason]


def _outcome(table: Table, language: Language) -> dict[str, Plain] | None:
    outcome = table.outcome
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "reason": reason(table, outcome).to(language),
        "key": outcome.reason,
    }


def spoken(table: Table, language: Language) -> str:
    """What a screen reader announces: the last move, and how the game ended."""
    parts = []
    if table.moves:
        players = tuple(table.players[number] for number in table.match.seating)
        parts.append(announced(table, table.moves[-1], players, language))
    if table.outcome is not None:
        parts.append(reason(table, table.outcome).to(language))
    return ". ".join(parts)


def announced(table: Table, played: Played, players: Sequence[Player], language: Language) -> str:
    """A move, and who made it."""
    who = table.state.seat_name(played.seat).to(language)
    if played.seat != CHANCE and (nickname := players[played.seat].nickname):
        who = f"{who} ({nickname})"
    what = _SECRETLY.to(language) if played.told == HIDDEN else played.told
    return f"{who} : {what}" if language == "fr" else f"{who}: {what}"


def _own(table: Table, viewer: Viewer, seat: int | None, company: Company, now: int) -> dict[str, object]:
    return {
        "seat": seat,
        "you": table.seats_of(viewer.visitor),
        "owner": bool(viewer.visitor) and table.owner == viewer.visitor,
        "seats": seats(table, viewer, company, now),
        "can": actions.can(table, viewer.visitor),
        "spectators": company.spectators,
        "server_ms": now,
    }


def seats(table: Table, viewer: Viewer, company: Company, now: int) -> list[dict[str, object]]:
    """Who sits where, as one viewer may know it: nobody learns a visitor's id."""
    scores = table.outcome.scores if table.outcome is not None else None
    told = []
    for seat, number in enumerate(table.match.seating):
        player, place = table.players[number], table.state.seats[seat]
        mine = player.kind == "person" and player.visitor == viewer.visitor
        told.append(
            {
                "seat": seat,
                "player": number,
                "id": place.id,
                "name": place.name.to(viewer.language),
                "kind": player.kind,
                "nickname": player.nickname,
                "bot": player.bot or None,
                "mine": mine,
                "online": player.kind == "bot" or (player.kind == "person" and player.visitor in company.online),
                "score": None if scores is None else scores[seat],
                "clock_ms": table.clock_ms(number, now),
            }
        )
    return told

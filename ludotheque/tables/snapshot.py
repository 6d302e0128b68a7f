"""What each viewer is told of a table: never more than the view of the seat they look from.

A snapshot has two parts. What depends only on the seat, the language and the shape (scene, paths, moves) is `shared` by
all who look so, and can be kept (`told.py` says what changes in it); what depends on the viewer (`own`: which seats are
theirs, who is there, clocks, what they may do) is small and made for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import CHANCE, Hurry, Outcome, Pause, Plain, Seat
from ludotheque.core.text import Text, capital, joined, verbatim
from ludotheque.drawing.coach import Asked
from ludotheque.drawing.sight import Sight
from ludotheque.tables.actions import offered
from ludotheque.tables.characters import bot_at, called, seconds_of
from ludotheque.tables.parts import MovePlayed, Player
from ludotheque.tables.phrases import PHRASES
from ludotheque.tables.standing import Standing, standing
from ludotheque.tables.table import Table
from ludotheque.tables.told import Told, in_words, move_told

ENDINGS: Mapping[str, Text] = {
    "resigned": Text("resignation"),
    "flagged": Text("out of time"),
    "agreed": Text("draw agreed"),
    "abandoned": Text("table closed"),
}
"""How a game can end by other than its rules."""
_OFFERED = {"offer-draw": "draw", "move": None}
"""What `can` calls an action where it has another name, or does not mention it."""


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
    """Who is at the table just now, and who has been away for a while."""

    online: frozenset[str] = frozenset()
    spectators: int = 0
    gone: frozenset[str] = frozenset()


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


def snapshot(table: Table, viewer: Viewer, company: Company, now: int) -> dict[str, object]:
    """Everything a viewer may know of the table, as plain data."""
    seat = seat_shown(table, viewer)
    return {
        "type": "table",
        **shared(table, seat, viewer.language, plain=viewer.plain),
        **own(table, viewer, seat, company, now),
    }


def shared(table: Table, seat: int | None, language: Language, *, plain: bool) -> dict[str, object]:
    """The part that is the same for all who look from this seat."""
    return {**common(table, language), **for_programs(table, seat)} if plain else told(table, seat, language).whole()


def for_programs(table: Table, seat: int | None) -> dict[str, object]:
    """What programs are told instead of a picture, whatever the language."""
    last = len(table.moves)
    return {
        "view": _sight(table, seat).view,
        "moves": [] if seat is None else legal_moves(table, seat),
        "last": move_told(table, last) if last else None,
    }


def told(table: Table, seat: int | None, language: Language) -> Told:
    """What pages are told that look from this seat: made once for all of them."""
    key = seat, language
    found = table.made.told.get(key)
    if found is None:
        found = table.made.told[key] = _told(table, seat, language)
    return found


def _told(table: Table, seat: int | None, language: Language) -> Told:
    sight = _sight(table, seat)
    acting = seat is not None and seat in table.acting
    nothing: Mapping[str, Any] = {}
    return Told(
        seat,
        language,
        table,
        _for_pages(table, language),
        None if seat is None else _in_plain_words(sight.asked, language),
        sight.scene,
        sight.paths if acting else nothing,
        sight.ghosts if acting else nothing,
    )


def _sight(table: Table, seat: int | None) -> Sight:
    """What a seat sees, whatever the language, made once."""
    found = table.made.sights.get(seat)
    if found is None:
        others = None if seat is None or table.game.hidden else _sight(table, None)
        found = table.made.sights[seat] = Sight(table.state, seat, others)
    return found


def common(table: Table, language: Language) -> dict[str, object]:
    """The part that is the same for everybody who reads a language, made once."""
    found = table.made.common.get(language)
    if found is None:
        found = table.made.common[language] = _made_common(table, language)
    return found


def _for_pages(table: Table, language: Language) -> dict[str, object]:
    """The same and what else pages are told, whatever the seat, made once."""
    found = table.made.for_pages.get(language)
    if found is None:
        phrases = [
            {
                "sequence": each.sequence,
                "seat": each.seat,
                "key": each.phrase,
                "text": PHRASES[each.phrase].to(language),
            }
            for each in table.said
        ]
        found = {**common(table, language), "phrases": phrases, "text": spoken(table, language)}
        table.made.for_pages[language] = found
    return found


def _made_common(table: Table, language: Language) -> dict[str, object]:
    tallies = table.tallies()
    return {
        "table": table.id,
        "sequence": table.sequence,
        "game": table.game.id,
        "options": table.options,
        "language": language,
        "label": table.game.title.to(language),
        "title": table.state.title.to(language),
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
        "hurry": _time(table.hurry_due(), table.hurry),
        "pause": _time(table.pause_due(), table.state.pause),
        "asked": None if table.asked is None else {"what": table.asked.what, "by": table.asked.seat},
        "declined": None if table.declined is None else asdict(table.declined),
        "match": {
            "games": len(table.finished),
            "scores": [tallies[number].wins for number in table.match.seating],
            "points": [tallies[number].points for number in table.match.seating],
        },
    }


def _time(until: int | None, what: Hurry | Pause | None) -> dict[str, int] | None:
    """A time that runs: until when, and how long it is in all."""
    return None if until is None or what is None else {"until_ms": until, "seconds": what.seconds}


def _shared_device(table: Table) -> bool:
    """One person's device serves several players."""
    people = [player.visitor for player in table.players if player.kind == "person"]
    return len(set(people)) < len(people)


def _in_plain_words(asked: Asked, language: Language) -> dict[str, Plain]:
    """What is asked of a seat now."""
    return {"line": asked.line.to(language), "then": asked.then.to(language), "things": list(asked.things)}


def legal_moves(table: Table, seat: int) -> list[str]:
    """The texts of a seat's legal moves."""
    return [str(move) for move in _sight(table, seat).moves] if seat in table.acting else []


def reason(table: Table, outcome: Outcome) -> Text:
    """Why a game ended, in words."""
    return table.state.reasons_in_words.get(outcome.reason) or ENDINGS[outcome.reason]


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
        names = called(table.game, tuple(enumerate(table.players)), table.match.seating)
        parts.append(announced(table, table.moves[-1], names, language))
    if table.outcome is not None:
        parts.append(reason(table, table.outcome).to(language))
    return ". ".join(parts)


def announced(table: Table, played: MovePlayed, names: Sequence[str], language: Language) -> str:
    """A move, and who made it; those in the seats have these names, or none. Of dice and shuffles only what they do is
    said: nobody of that name sits there."""
    words = in_words(table, played, language)
    if played.seat == CHANCE:
        return capital(verbatim(words)).to(language)
    who = table.state.seat_name(played.seat)
    if name := names[played.seat]:
        who = joined(" ", [who, f"({name})"])
    return capital(Text("{player}: {move}", player=who, move=words)).to(language)


def own(table: Table, viewer: Viewer, seat: int | None, company: Company, now: int) -> dict[str, object]:
    """The part that is made for one viewer, who looks from a seat."""
    stands, places = standing(table), table.state.seats
    scores = None if table.outcome is None else table.outcome.scores
    seats, can = _seats(stands, places, viewer.visitor, viewer.language, company.online, company.gone, scores)
    if table.clock is not None:
        clocks = [table.clock_ms(number, now) for number in table.match.seating]
        seats = [{**each, "clock_ms": clock} for each, clock in zip(seats, clocks, strict=True)]
    mine = table.seats_of(viewer.visitor)
    return {
        "seat": seat,
        "you": mine,
        "invited": not mine and table.owner != viewer.visitor and "sit" in can,
        "owner": bool(viewer.visitor) and table.owner == viewer.visitor,
        "seats": seats,
        "can": can,
        "spectators": company.spectators,
        "server_ms": now,
    }


@lru_cache(maxsize=1 << 12)
def _seats(
    stands: Standing,
    places: tuple[Seat, ...],
    visitor: str,
    language: Language,
    online: frozenset[str],
    gone: frozenset[str],
    scores: tuple[float, ...] | None,
) -> tuple[list[dict[str, object]], list[str]]:
    """Who sits where, as one viewer may know it, and what they could do there and at all. It is the same at many
    moments: whoever is told it changes nothing of it."""
    offers = offered(stands, visitor, gone)
    every = dict.fromkeys(name for each in offers for name in each)
    can = [called for name in every if (called := _OFFERED.get(name, name)) is not None]
    return [
        {
            **_seat(stands, at, place, visitor, language, online),
            "can": offers[at],
            "score": None if scores is None else scores[at],
            "clock_ms": None,
        }
        for at, place in enumerate(places)
    ], can


def _seat(
    stands: Standing, seat: int, place: Seat, visitor: str, language: Language, online: frozenset[str]
) -> dict[str, object]:
    """Who sits somewhere: nobody learns a visitor's id."""
    number, player = stands.seating[seat], stands.player(seat)
    bot = bot_at(stands.game, stands.players, number)
    return {
        "seat": seat,
        "player": number,
        "id": place.id,
        "name": place.name.to(language),
        "kind": player.kind,
        "nickname": player.nickname,
        "bot": player.bot or None,
        "bot_name": bot.name if bot else None,
        "bot_face": bot.face if bot else None,
        "bot_seconds": seconds_of(player),
        "mine": player.kind == "person" and player.visitor == visitor,
        "online": is_here(player, online),
    }


def is_here(player: Player, online: frozenset[str]) -> bool:
    """Whether a player is at the table now; bots always are."""
    return player.kind == "bot" or (player.kind == "person" and player.visitor in online)

"""From a wish for a table to the first entry of its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from ludotheque.bots.levels import USUAL
from ludotheque.core.contract import Game, State
from ludotheque.core.cupboard import find, games
from ludotheque.core.options import changed
from ludotheque.core.text import Text
from ludotheque.server.http import limits
from ludotheque.server.http.forms import refuse_files
from ludotheque.server.http.models import SeatWish, TableWish
from ludotheque.tables import actions
from ludotheque.tables.log import Entry, PlayerEntry, now_ms
from ludotheque.tables.refusals import Refused


def game_named(name: str) -> Game:
    """The game with this id."""
    if name not in games():
        raise Refused("no-game", 404, Text("Ce jeu n'est pas dans l'armoire.", "That game is not in the cupboard."))
    return find(name)


def first_entry(wish: TableWish, visitor: str, nickname: str) -> Entry:
    """The log's first entry; refuses options that do not go together, and seats that are not there."""
    game = game_named(wish.game)
    state = game.start(**_tidied(game, wish.options))
    return {
        "kind": "opened",
        "at": now_ms(),
        "game": game.id,
        "options": changed(game.options, state.options),
        "players": _players(state, wish.seats, visitor, nickname),
        "clock": None if wish.clock is None else {"seconds": wish.clock.seconds, "increment": wish.clock.increment},
        "public": wish.public,
        "owner": visitor,
    }


def _tidied(game: Game, options: Mapping[str, object]) -> dict[str, object]:
    """Options as a form sends them: what was left empty was not given. What might name a file of ours is refused."""
    given = {name: value for name, value in options.items() if value != ""}
    refuse_files(game, given)
    return given


def _players(state: State, wishes: Sequence[SeatWish], visitor: str, nickname: str) -> list[PlayerEntry]:
    """One player for each who holds a seat. Wishes may be one per seat or one per player; the rest is open."""
    holders = state.holders
    count = len(set(holders))
    if len(wishes) > len(holders):
        many = len(holders)
        raise Refused("no-seat", 422, Text(f"Il n'y a que {many} places.", f"There are only {many} seats."))
    by_player: dict[int, SeatWish] = {}
    per_player = len(wishes) <= count
    for at, wish in enumerate(wishes):
        by_player.setdefault(at if per_player else holders[at], wish)
    if not wishes:
        by_player[0] = SeatWish(kind="me")
    return [_player(state.game, by_player.get(number), visitor, nickname) for number in range(count)]


def _player(game: Game, wish: SeatWish | None, visitor: str, nickname: str) -> PlayerEntry:
    if wish is None or wish.kind == "open":
        return {"kind": "open", "visitor": "", "nickname": "", "bot": ""}
    if wish.kind == "bot":
        bot = wish.bot or USUAL
        actions.check_bot(game, bot)
        return {"kind": "bot", "visitor": "", "nickname": "", "bot": bot}
    given = limits.nickname(wish.nickname or "") or nickname
    return cast(PlayerEntry, {"kind": "person", "visitor": visitor, "nickname": given, "bot": ""})

"""What the players of a table are called: people by the name they gave, bots by the one they have at this table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ludotheque.bots.characters import SPARE, Character, character
from ludotheque.bots.levels import SECONDS
from ludotheque.core.contract import Game
from ludotheque.tables.parts import Player
from ludotheque.tables.table import Table

_NOTICED = 0.5
"""Seconds of thinking that people notice."""
_ALL_ELSE = 1.0
"""Seconds: a bot pauses so that people can follow, and its move travels."""
Numbered = tuple[tuple[int, Player], ...]
"""Players with their numbers."""


@lru_cache(maxsize=1 << 10)
def bots_of(game: Game, players: Numbered) -> dict[int, Character]:
    """Which bots play, by their numbers. None is called like a person at the same table."""
    taken = {player.nickname.casefold() for _, player in players if player.kind != "bot"}
    found: dict[int, Character] = {}
    for number, player in players:
        if player.kind == "bot":
            known = [character(player.bot, game.id, each) for each in (number, *SPARE)]
            found[number] = next((each for each in known if each.name.casefold() not in taken), known[0])
            taken.add(found[number].name.casefold())
    return found


def bot_at(game: Game, players: Sequence[Player], number: int) -> Character | None:
    """Which bot a player of a table is, if it is one."""
    return bots_of(game, tuple(enumerate(players))).get(number)


def seconds_of(player: Player) -> float | None:
    """How long people wait for a bot's move, at most, where all goes well: what it may spend, and what all else takes.
    Nothing is said of those who answer at once."""
    thinking = SECONDS.get(player.bot, 0.0) if player.kind == "bot" else 0.0
    return thinking + _ALL_ELSE if thinking >= _NOTICED else None


@lru_cache(maxsize=1 << 10)
def called(game: Game, players: Numbered, seating: tuple[int, ...]) -> tuple[str, ...]:
    """What those in the seats are called, where each seat has a player by their number; nothing for somebody without a
    name."""
    bots, known = bots_of(game, players), dict(players)
    return tuple(known[number].nickname or (bots[number].name if number in bots else "") for number in seating)


def names_of_players(table: Table) -> list[str]:
    """What the players of a table are called, in the order of their numbers."""
    return list(called(table.game, tuple(enumerate(table.players)), tuple(range(len(table.players)))))


def names_by_seat(table: Table, game: int | None = None, players: Sequence[Player] | None = None) -> tuple[str, ...]:
    """What those in the seats are called: of the game on the table, or of a finished one and who played it."""
    seating = table.match.seating
    if game is not None and game <= len(table.match.results):
        seating = table.match.results[game - 1][0]
    seated = enumerate(table.players) if players is None else dict(zip(seating, players, strict=True)).items()
    return called(table.game, tuple(seated), seating)

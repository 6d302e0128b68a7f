"""What the players of a table are called: people by the name they gave, bots by the one they have at this table."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.bots.characters import Character, character
from ludotheque.bots.levels import SECONDS
from ludotheque.core.contract import Game
from ludotheque.tables.parts import Player
from ludotheque.tables.table import Table

_NOTICED = 0.5
"""Seconds of thinking that people notice."""
_ALL_ELSE = 1.0
"""Seconds: a bot pauses so that people can follow, and its move travels."""


def bot_at(game: Game, number: int, player: Player) -> Character | None:
    """Which bot a player is, if it is one."""
    return character(player.bot, game.id, number) if player.kind == "bot" else None


def seconds_of(player: Player) -> float | None:
    """How long people wait for a bot's move, at most, where all goes well: what it may spend, and what all else takes.
    Nothing is said of those who answer at once."""
    thinking = SECONDS.get(player.bot, 0.0) if player.kind == "bot" else 0.0
    return thinking + _ALL_ELSE if thinking >= _NOTICED else None


def called(table: Table, number: int, player: Player) -> str:
    """What a player is called; nothing for somebody without a name."""
    bot = bot_at(table.game, number, player)
    return player.nickname or (bot.name if bot else "")


def names_by_seat(table: Table, game: int | None = None, players: Sequence[Player] | None = None) -> list[str]:
    """What those in the seats are called: of the game on the table, or of a finished one and who played it."""
    seating = table.match.seating
    if game is not None and game <= len(table.match.results):
        seating = table.match.results[game - 1][0]
    seated = [table.players[number] for number in seating] if players is None else players
    return [called(table, number, player) for number, player in zip(seating, seated, strict=True)]

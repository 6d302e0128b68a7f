"""Finished games to look at again: as records, and picture by picture."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import HIDDEN
from ludotheque.core.record import Played, Record, result_text, seat_id
from ludotheque.core.text import Text
from ludotheque.drawing import animated
from ludotheque.drawing.drawn import Drawn, drawn, symbols_of
from ludotheque.tables.parts import Finished, MovePlayed, Player
from ludotheque.tables.refusals import not_now, refused
from ludotheque.tables.snapshot import announced
from ludotheque.tables.table import Table
from ludotheque.tables.told import in_words


def record(table: Table, game: int | None = None) -> Record:
    """A game of the match as a record, as it may be told to anybody now: that one, or the one on the table."""
    moves, players = _moves(table, game)
    start = table.match.start
    names = {
        seat.id: name
        for seat, player in zip(start.seats, players, strict=True)
        if (name := player.nickname or player.bot)
    }
    state = start
    for each in moves:
        state = state.play(each.move, each.seat)
    # Only when the rules have ended the game is everything told: a game given up stays as hidden as it was.
    recorded = tuple(
        Played(seat_id(start, each.seat), each.move if each.public or state.over else HIDDEN) for each in moves
    )
    date = datetime.datetime.fromtimestamp(table.opened_at / 1000, datetime.UTC).date()
    return Record(table.game.id, table.options, names, date, recorded, result_text(state))


def _moves(table: Table, game: int | None) -> tuple[tuple[MovePlayed, ...], tuple[Player, ...]]:
    if game is not None and game <= len(table.finished):
        return table.finished[game - 1].moves, table.finished[game - 1].players
    if game is not None and game != len(table.finished) + 1:
        raise refused(not_now(Text("That game has not been played yet.")))
    return table.moves, tuple(table.players[number] for number in table.match.seating)


def finished_game(table: Table, game: int | None) -> tuple[int, Finished]:
    """A game of the match that is over, and its number: that one, or the latest."""
    if game is None:
        game = len(table.finished)
    if not 0 < game <= len(table.finished):
        raise refused(not_now(Text("The game is not over.")))
    return game, table.finished[game - 1]


def frames(
    table: Table, finished: Finished, names: Sequence[str], language: Language, first: int, last: int
) -> list[dict[str, object]]:
    """Some pictures of a finished game, as spectators saw it, each with the move that led there and who made it."""
    states = _states(table, finished.moves[:last])
    shown: list[dict[str, object]] = []
    for number in range(first, last + 1):
        played = finished.moves[number - 1] if number else None
        shown.append(
            {
                "number": number,
                "seat": played.seat if played else None,
                "text": "" if played is None else played.move if played.public else HIDDEN,
                "words": in_words(table, played, language) if played else "",
                "spoken": announced(table, played, names, language) if played else "",
                "scene": dict(states[number].scene(None).plain(language)),
            }
        )
    return shown


def animation(table: Table, finished: Finished, language: Language) -> str:
    """A finished game as one animated SVG."""
    scenes = [state.scene(None) for state in _states(table, finished.moves)]
    return animated.render(scenes, symbols_of(table.game), table.game.id, language)


def _states(table: Table, moves: tuple[MovePlayed, ...]) -> list[Drawn]:
    states = [drawn(table.match.start)]
    for played in moves:
        states.append(states[-1].play(played.move, played.seat))
    return states

"""Finished games to look at again: records, pictures move by move, one animated picture. Also QR codes."""

from __future__ import annotations

import asyncio
import datetime
import io
from typing import cast

import segno

from ludotheque.core.record import Played as RecordedMove
from ludotheque.core.record import Record, result_text, seat_id
from ludotheque.core.text import Language
from ludotheque.drawing import animated
from ludotheque.drawing.drawn import Drawn
from ludotheque.server.http import models
from ludotheque.server.pages.words import bot_name
from ludotheque.tables import refusals, snapshot
from ludotheque.tables.table import Finished, Played, Player, Table

_MOST_FRAMES = 50
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""For the animated picture, which carries its own style and runs no script."""


def _moves(table: Table, game: int | None) -> tuple[tuple[Played, ...], tuple[Player, ...], Finished | None]:
    """The moves and players of a game of the match: that one, or the one on the table."""
    if game is not None and game <= len(table.finished):
        finished = table.finished[game - 1]
        return finished.moves, finished.players, finished
    if game is not None and game != len(table.finished) + 1:
        raise refusals.not_now(Text("That game has not been played yet."))
    players = tuple(table.players[number] for number in table.match.seating)
    if table.over and not table.abandoned:
        return table.moves, players, table.finished[-1]
    return table.moves, players, None


def record(table: Table, game: int | None = None) -> Record:
    """The game as a record, as it may be told to anybody now."""
    moves, players, _ = _moves(table, game)
    start = table.match.start
    names = {}
    for seat, player in zip(start.seats, players, strict=True):
        if name := player.nickname or player.bot:
            names[seat.id] = name
    state, played = start, []
    for each in moves:
        state = state.play(each.move, each.seat)
        played.append((each, seat_id(start, each.seat)))
    # Only when the rules have ended the game is everything told: a game given up stays as hidden as it was.
    recorded = tuple(RecordedMove(seat, each.move if state.over else each.told) for each, seat in played)
    date = datetime.datetime.fromtimestamp(table.opened_at / 1000, datetime.UTC).date()
    return Record(table.game.id, table.options, names, date, recorded, result_text(state))


def finished_game(table: Table, game: int | None) -> tuple[int, Finished]:
    """A game of the match that is over, and its number: that one, or the latest."""
    if game is None:
        game = len(table.finished)
    if not 0 < game <= len(table.finished):
        raise refusals.not_now(Text("The game is not over."))
    return game, table.finished[game - 1]


def _states(table: Table, moves: tuple[Played, ...]) -> list[Drawn]:
    states = [cast(Drawn, table.match.start)]
    for played in moves:
        states.append(states[-1].play(played.move, played.seat))
    return states


async def replay(table: Table, game: int | None, language: Language, first: int, last: int) -> models.Replay:
    """Some pictures of a finished game; drawn beside the event loop."""
    number, finished = finished_game(table, game)
    last = min(last, first + _MOST_FRAMES - 1, len(finished.moves))
    frames = await asyncio.to_thread(_frames, table, finished, language, first, last)
    outcome = finished.outcome
    return models.Replay(
        game=number,
        games=len(table.finished),
        total=len(finished.moves) + 1,
        **{"from": first},
        frames=frames,
        outcome=models.Outcome(
            winners=list(outcome.winners),
            scores=list(outcome.scores),
            reason=snapshot.reason(table, outcome).to(language),
            key=outcome.reason,
        ),
        seats=[
            models.LobbySeat(name=seat.name.to(language), kind=player.kind, nickname=_called(player, language))
            for seat, player in zip(table.state.seats, finished.players, strict=True)
        ],
    )


def _called(player: Player, language: Language) -> str:
    return player.nickname or (bot_name(player.bot).to(language) if player.bot else "")


def _frames(table: Table, finished: Finished, language: Language, first: int, last: int) -> list[models.Frame]:
    states = _states(table, finished.moves[:last])
    frames = []
    for number in range(first, last + 1):
        played = finished.moves[number - 1] if number else None
        frames.append(
            models.Frame(
                number=number,
                seat=played.seat if played else None,
                text=played.told if played else "",
                spoken=snapshot.announced(table, played, finished.players, language) if played else "",
                scene=dict(states[number].scene(None).plain(language)),
            )
        )
    return frames


async def animation(table: Table, game: int | None, language: Language) -> str:
    """A finished game as one animated SVG; drawn beside the event loop."""
    _, finished = finished_game(table, game)
    return await asyncio.to_thread(_animation, table, finished, language)


def _animation(table: Table, finished: Finished, language: Language) -> str:
    scenes = [state.scene(None) for state in _states(table, finished.moves)]
    return animated.render(scenes, table.game.part("board").SYMBOLS, table.game.id, language)


def qr(address: str) -> str:
    """An address as a QR code, dark on white so that any camera reads it."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return out.getvalue().decode()

"""What is asked about games: replays, analyses, hints, in the shapes of the API. Also QR codes."""

from __future__ import annotations

import io

import segno

from ludotheque.core.catalogues import Language
from ludotheque.core.text import capital
from ludotheque.drawing.coach import Explained
from ludotheque.server.http import models
from ludotheque.server.think.analyses import Progress
from ludotheque.tables import playback
from ludotheque.tables.characters import names_by_seat
from ludotheque.tables.jobs import Advice, Verdict
from ludotheque.tables.parts import MovePlayed
from ludotheque.tables.snapshot import reason
from ludotheque.tables.table import Table
from ludotheque.tables.told import in_words

_MOST_FRAMES = 50
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""For the animated picture, which carries its own style and runs no script."""


def replay(table: Table, game: int | None, language: Language, first: int, last: int) -> models.Replay:
    """Some pictures of a finished game."""
    number, finished = playback.finished_game(table, game)
    last = min(last, first + _MOST_FRAMES - 1, len(finished.moves))
    names = names_by_seat(table, number, finished.players)
    frames = playback.frames(table, finished, names, language, first, last)
    outcome = finished.outcome
    return models.Replay(
        game=number,
        games=len(table.finished),
        total=len(finished.moves) + 1,
        **{"from": first},
        frames=[models.Frame.model_validate(frame) for frame in frames],
        outcome=models.Outcome(
            winners=list(outcome.winners),
            scores=list(outcome.scores),
            reason=reason(table, outcome).to(language),
            key=outcome.reason,
        ),
        seats=[
            models.LobbySeat(name=seat.name.to(language), kind=player.kind, nickname=name)
            for seat, player, name in zip(table.state.seats, finished.players, names, strict=True)
        ],
    )


def _words(table: Table, move: str, language: Language) -> str:
    """A move that the asker may know, in words."""
    return in_words(table, MovePlayed(0, move, public=True), language)


def hint(table: Table, seat: int, advice: Advice, language: Language) -> models.Hint:
    """Advice, and what to click for it."""
    return models.Hint(
        move=advice.move,
        words=_words(table, advice.move, language),
        value=advice.value,
        path=list(table.state.paths(seat).get(advice.move, ())),
        others=[
            models.Candidate(move=move, words=_words(table, move, language), value=value)
            for move, value in advice.others
        ],
    )


def analysis(table: Table, number: int, progress: Progress, language: Language) -> models.Analysis:
    """A finished game, as far as it is judged."""
    return models.Analysis(
        game=number,
        total=progress.total,
        done=progress.done,
        duel=len(table.state.seats) == 2 and not table.game.hidden and not table.game.chance,
        moves=[_judged(table, verdict, language) for verdict in progress.verdicts],
    )


def _judged(table: Table, verdict: Verdict, language: Language) -> models.JudgedMove:
    judgement = verdict.judgement
    return models.JudgedMove(
        number=judgement.number,
        seat=judgement.seat,
        move=judgement.move,
        move_words=_words(table, judgement.move, language),
        value=round(judgement.value, 3),
        loss=round(judgement.loss, 3),
        mark=judgement.mark,
        best=judgement.best,
        words=_words(table, judgement.best, language),
        path=list(verdict.path),
    )


def ways(table: Table, seat: int, first: str) -> models.Ways:
    """The ways of a seat's moves that begin with a click on this."""
    found = table.state.ways(seat, first) if seat in table.acting else {}
    return models.Ways(
        number=len(table.moves),
        ways={
            move: [models.StopTold(x=stop.x, y=stop.y, symbol=stop.symbol) for stop in way]
            for move, way in found.items()
        },
    )


def explanation(told: Explained, language: Language) -> models.Explanation:
    """What a thing is, and why choosing it does nothing."""
    return models.Explanation(what=capital(told.what).to(language), why=told.why.to(language))


def qr(address: str) -> str:
    """An address as a QR code, dark on white so that any camera reads it."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return out.getvalue().decode()

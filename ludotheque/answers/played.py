"""What is asked about games at tables: hints, ways, explanations, replays, analyses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import CHANCE
from ludotheque.core.text import Text, capital
from ludotheque.drawing.coach import Explained
from ludotheque.tables import playback
from ludotheque.tables.characters import names_by_seat
from ludotheque.tables.jobs import Advice, Verdict
from ludotheque.tables.parts import Finished, MovePlayed
from ludotheque.tables.refusals import not_now, refused
from ludotheque.tables.snapshot import ENDINGS, legal_moves, reason
from ludotheque.tables.table import Table
from ludotheque.tables.told import in_words

Told = dict[str, object]
"""Plain data, ready for JSON."""
_MOST_FRAMES = 50


def replay(table: Table, game: int | None, language: Language, first: int, last: int) -> Told:
    """Some pictures of a finished game."""
    number, finished = playback.finished_game(table, game)
    last = min(last, first + _MOST_FRAMES - 1, len(finished.moves))
    names = names_by_seat(table, number, finished.players)
    outcome = finished.outcome
    return {
        "game": number,
        "games": len(table.finished),
        "total": len(finished.moves) + 1,
        "from": first,
        "frames": playback.frames(table, finished, names, language, first, last),
        "outcome": {
            "winners": list(outcome.winners),
            "scores": list(outcome.scores),
            "reason": reason(table, outcome).to(language),
            "key": outcome.reason,
        },
        "seats": [
            {"name": seat.name.to(language), "kind": player.kind, "nickname": name}
            for seat, player, name in zip(table.state.seats, finished.players, names, strict=True)
        ],
    }


def _words(table: Table, move: str, language: Language) -> str:
    """A move that the asker may know, in words."""
    return in_words(table, MovePlayed(0, move, public=True), language)


def hint(table: Table, seat: int, advice: Advice, language: Language) -> Told:
    """Advice, and what to click for it."""
    return {
        "move": advice.move,
        "words": _words(table, advice.move, language),
        "value": advice.value,
        "path": list(table.state.paths(seat).get(advice.move, ())),
        "others": [
            {"move": move, "words": _words(table, move, language), "value": value} for move, value in advice.others
        ],
    }


def analysis(table: Table, number: int, verdicts: Sequence[Verdict], total: int, done: int, language: Language) -> Told:
    """A finished game, as far as it is judged: so many of all its moves, and what is thought of these."""
    return {
        "game": number,
        "total": total,
        "done": done,
        "duel": len(table.state.seats) == 2 and not table.game.hidden and not table.game.chance,
        "moves": [_judged(table, verdict, language) for verdict in verdicts],
    }


def judged_moves(finished: Finished) -> list[int]:
    """The numbers of the moves that are to be judged: all but those of chance."""
    return [number for number, played in enumerate(finished.moves, 1) if played.seat != CHANCE]


def check_public(table: Table, finished: Finished) -> None:
    """A game given up keeps its secrets, and advice would tell them."""
    if table.game.hidden and finished.outcome.reason in ENDINGS:
        raise refused(not_now(Text("A game that was given up keeps its cards hidden.")))


def _judged(table: Table, verdict: Verdict, language: Language) -> Told:
    judgement = verdict.judgement
    return {
        "number": judgement.number,
        "seat": judgement.seat,
        "move": judgement.move,
        "move_words": _words(table, judgement.move, language),
        "value": round(judgement.value, 3),
        "loss": round(judgement.loss, 3),
        "mark": judgement.mark,
        "best": judgement.best,
        "words": _words(table, judgement.best, language),
        "path": list(verdict.path),
    }


def legal(table: Table, seat: int) -> Told:
    """The moves of a seat, and what to click for them."""
    paths = table.state.paths(seat) if seat in table.acting else {}
    clicks = {name: list(path) for name, path in paths.items()}
    return {"seat": seat, "moves": legal_moves(table, seat), "paths": clicks}


def ways(table: Table, seat: int, first: str) -> Told:
    """The ways of a seat's moves that begin with a click on this."""
    found = table.state.ways(seat, first) if seat in table.acting else {}
    return {
        "number": len(table.moves),
        "ways": {move: [asdict(stop) for stop in way] for move, way in found.items()},
    }


def explanation(told: Explained, language: Language) -> Told:
    """What a thing is, and why choosing it does nothing."""
    return {"what": capital(told.what).to(language), "why": told.why.to(language)}

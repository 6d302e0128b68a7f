"""What came out of a tournament: the figures, for machines and for people."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from rich.table import Table as RichTable

from ludotheque.arena.fixtures import GameResult, Setup, share
from ludotheque.arena.fixtures import score as score_of
from ludotheque.arena.rating import Estimate, Sprt, Verdict, difference, mean, ratings
from ludotheque.arena.results import Pairing, Results
from ludotheque.core.catalogues import Language
from ludotheque.core.cupboard import find
from ludotheque.core.text import Text, verbatim

_VERDICTS: dict[Verdict, Text] = {
    "stronger": Text("stronger"),
    "not stronger": Text("not stronger"),
    "open": Text("undecided"),
}


@dataclass(frozen=True)
class Meeting:
    """How one bot did against another."""

    one: str
    other: str
    games: int
    score: Estimate
    """The first one's, from 0 to 1: by rank against each of the other's seats; draws half."""
    won: int
    drawn: int
    lost: int
    elo: Estimate
    share: Estimate | None
    """The first one's part of the wins, at tables of three or more."""
    fair: float
    """The part of the seats it had."""
    verdict: Verdict | None = None


@dataclass(frozen=True)
class BotResult:
    """How one bot did in all its games."""

    name: str
    rating: Estimate
    games: int
    seconds: float
    """For a move, on average."""
    slowest: float
    points: float
    """On average, for each seat."""
    wins: float
    """The part of its seats that won, alone or with others."""
    rounds: float | None
    """The median length of its games, where the game counts rounds."""
    illegal: float | None = None
    """The part of its replies that named no legal move, where it answers in words."""


@dataclass(frozen=True)
class Report:
    """The figures of a tournament."""

    setup: Setup
    standings: tuple[BotResult, ...]
    """The strongest first."""
    meetings: tuple[Meeting, ...]
    test: Sprt | None = None

    def plain(self) -> dict[str, object]:
        """As plain data, to be kept beside the games; what is without bounds is `None`."""
        found = asdict(self)
        del found["setup"]
        return {name: _finite(value) for name, value in found.items()}


def report(results: Results, verdicts: Mapping[Pairing, Verdict] | None = None, test: Sprt | None = None) -> Report:
    """The figures of all complete units."""
    verdicts = verdicts or {}
    units = {pairing: list(results.units(pairing).values()) for pairing in results.pairings}
    rated = ratings({pairing: scores for pairing, scores in units.items() if scores}, results.size)
    meetings = tuple(
        _meeting(results, pairing, scores, verdicts.get(pairing)) for pairing, scores in units.items() if scores
    )
    played = list({game.fixture: game for pairing in units for game in results.complete(pairing)}.values())
    standings = [_standing(name, rating, played) for name, rating in rated.items()]
    standings.sort(key=lambda each: -each.rating.value)
    return Report(results.setup, tuple(standings), meetings, test)


def _meeting(results: Results, pairing: Pairing, scores: list[float], verdict: Verdict | None) -> Meeting:
    one, other = pairing
    form, played = results.setup.form, results.complete(pairing)
    size = results.size
    units = [played[at : at + size] for at in range(0, len(played), size)]
    parts = [statistics.mean(share(game, one) for game in unit) for unit in units]
    each = (
        [score_of(form, unit, one) for unit in units] if form == "alone" else [score_of(form, [g], one) for g in played]
    )
    mine = sum(game.fixture.seats.count(one) for game in played) / sum(len(game.fixture.seats) for game in played)
    estimate = mean(scores, results.size)
    return Meeting(
        one,
        other,
        len(each),
        estimate,
        sum(value > 0.5 for value in each),
        sum(value == 0.5 for value in each),
        sum(value < 0.5 for value in each),
        difference(estimate),
        mean(parts, results.size) if results.seats > 2 else None,
        mine,
        verdict,
    )


def _standing(name: str, rating: Estimate, played: list[GameResult]) -> BotResult:
    mine = [game for game in played if name in game.fixture.seats]
    seats = [(game, seat) for game in mine for seat, who in enumerate(game.fixture.seats) if who == name]
    efforts = [game.efforts[name] for game in mine if name in game.efforts]
    rounds = [game.rounds for game in mine if game.rounds is not None]
    replies = sum(effort.replies for effort in efforts)
    return BotResult(
        name,
        rating,
        len(mine),
        sum(effort.seconds for effort in efforts) / max(1, sum(effort.moves for effort in efforts)),
        max((effort.slowest for effort in efforts), default=0.0),
        statistics.mean(game.scores[seat] for game, seat in seats),
        statistics.mean(seat in game.winners for game, seat in seats),
        statistics.median(rounds) if rounds else None,
        sum(effort.refused for effort in efforts) / replies if replies else None,
    )


def _finite(value: object) -> object:
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value


def title(setup: Setup, language: Language) -> str:
    """The game and its options, in words."""
    options = ", ".join(f"{name}={value}" for name, value in setup.options.items())
    return find(setup.game).title.to(language) + (f" ({options})" if options else "")


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def between(estimate: Estimate) -> str:
    """The interval of a part, in per cent."""
    return f"{100 * estimate.low:.1f} – {100 * estimate.high:.1f}"


def points(value: float) -> str:
    """Elo points with their sign.

    >>> points(-12.3), points(0), points(float("inf"))
    ('−12', '0', '+∞')
    """
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value):+d}".replace("-", "−") if round(value) else "0"


def tables(found: Report, language: Language) -> list[RichTable]:
    """The figures as tables for the terminal."""
    return [_standings(found, language), _meetings(found, language)]


def _standings(found: Report, language: Language) -> RichTable:
    heads = (
        Text("bot"),
        verbatim("Elo"),
        verbatim("95 %"),
        Text("games"),
        Text("points"),
        Text("won"),
        Text("ms/move"),
        Text("at most"),
    )
    rounds = any(each.rounds is not None for each in found.standings)
    table = RichTable(*(head.to(language) for head in heads), title=title(found.setup, language))
    if rounds:
        table.add_column(Text("rounds (median)").to(language))
    answers = any(each.illegal is not None for each in found.standings)
    if answers:
        table.add_column(Text("illegal replies").to(language))
    for each in found.standings:
        table.add_row(
            each.name,
            points(each.rating.value),
            f"{points(each.rating.low)} … {points(each.rating.high)}",
            str(each.games),
            f"{each.points:.2f}",
            percent(each.wins),
            f"{1000 * each.seconds:.1f}",
            f"{1000 * each.slowest:.0f}",
            *([f"{each.rounds:g}" if each.rounds is not None else ""] if rounds else []),
            *([percent(each.illegal) if each.illegal is not None else ""] if answers else []),
        )
    return table


def _meetings(found: Report, language: Language) -> RichTable:
    heads = (Text("meeting"), Text("games"), verbatim("+ = −"), Text("score"), *map(verbatim, ("95 %", "Elo", "95 %")))
    table = RichTable(*(head.to(language) for head in heads))
    shared = any(each.share for each in found.meetings)
    if shared:
        table.add_column(Text("share of wins").to(language))
    if found.test:
        table.add_column(f"SPRT {found.test.low:g} / {found.test.high:g}")
    for each in found.meetings:
        row = [
            f"{each.one} – {each.other}",
            str(each.games),
            f"{each.won} {each.drawn} {each.lost}",
            percent(each.score.value),
            between(each.score),
            points(each.elo.value),
            f"{points(each.elo.low)} … {points(each.elo.high)}",
        ]
        if shared and each.share:
            fair = Text("fair").to(language)
            row.append(f"{percent(each.share.value)} [{between(each.share)}], {fair} {percent(each.fair)}")
        if found.test:
            row.append(_VERDICTS[each.verdict or "open"].to(language))
        table.add_row(*row)
    return table

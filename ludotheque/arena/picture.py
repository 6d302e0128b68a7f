"""A tournament as one SVG picture: who scored what against whom, and a plot of the ratings."""

from __future__ import annotations

import math
from html import escape

from ludotheque.arena.rating import Estimate
from ludotheque.arena.report import Meeting, Report, between, points, title
from ludotheque.core.catalogues import Language
from ludotheque.core.text import Text, counted

_INK, _FAINT, _PAPER = "#2f2a25", "#8a7a68", "#fffaf0"
_GOOD, _BAD = (43, 122, 120), (196, 107, 51)
"""Teal and orange: told apart by everybody."""
_CELL_WIDTH, _CELL_HEIGHT, _MARGIN = 110, 46, 24
_ROW = 34
_PLOT_WIDTH = 420


def svg(found: Report, language: Language = "fr") -> str:
    """The picture."""
    names = [each.name for each in found.standings]
    label = max(90, 9 * max((len(part) for name in names for part in name.split(":")), default=0))
    width = 2 * _MARGIN + label + max(_CELL_WIDTH * len(names), _PLOT_WIDTH)
    table_top = 74
    plot_top = table_top + _CELL_HEIGHT * (len(names) + 1) + 60
    height = plot_top + _ROW * len(names) + 70
    heading = escape(title(found.setup, language))
    below = _counted(found)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="system-ui, sans-serif" font-size="14"><title>{heading}</title>'
        f'<rect width="{width}" height="{height}" rx="10" fill="{_PAPER}"/>'
        + _text(_MARGIN, 36, heading, size=20, weight=700)
        + _text(_MARGIN, 57, escape(below.to(language)), size=13, colour=_FAINT)
        + _cross(found, names, _MARGIN, table_top, label)
        + _plot(found, _MARGIN, plot_top, label, language)
        + "</svg>\n"
    )


def _counted(found: Report) -> Text:
    """How many games there were, and how they were played."""
    games = sum(each.games for each in found.meetings)
    how = {
        "shared": counted("{n} game, seats balanced", "{n} games, seats balanced", n=games),
        "lone": counted("{n} game, one against copies", "{n} games, one against copies", n=games),
        "alone": counted("{n} comparison, each alone", "{n} comparisons, each alone", n=games),
    }[found.setup.form]
    return Text("{how}; intervals of 95 %", how=how)


def _text(
    x: float, y: float, text: str, *, size: int = 14, weight: int = 400, colour: str = _INK, anchor: str = "start"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{colour}"'
        f' text-anchor="{anchor}">{text}</text>'
    )


def _cross(found: Report, names: list[str], left: float, top: float, label: float) -> str:
    """Scores, each row's against each column's."""
    drawn = ""
    cells = {(each.one, each.other): each.score for each in found.meetings}
    mirrored = {(each.other, each.one): _mirrored(each) for each in found.meetings}
    if found.setup.form != "lone":
        cells = {**mirrored, **cells}
    for column, name in enumerate(names):
        x = left + label + _CELL_WIDTH * (column + 0.5)
        drawn += _name(x, top + _CELL_HEIGHT - 26, name, anchor="middle")
    for row, name in enumerate(names):
        y = top + _CELL_HEIGHT * (row + 1)
        drawn += _name(left, y + 22, name)
        for column, other in enumerate(names):
            drawn += _cell(left + label + _CELL_WIDTH * column, y, cells.get((name, other)))
    return drawn


def _mirrored(meeting: Meeting) -> Estimate:
    score = meeting.score
    return Estimate(1 - score.value, 1 - score.high, 1 - score.low)


def _name(x: float, y: float, name: str, *, anchor: str = "start") -> str:
    """A bot's name, and its settings below it, as large as there is room."""
    bot, _, settings = name.partition(":")
    drawn = _text(x, y, escape(bot), weight=600, anchor=anchor)
    if settings:
        size = max(7, min(11, round(1.7 * _CELL_WIDTH / len(settings))))
        drawn += _text(x, y + 14, escape(settings), size=size, colour=_FAINT, anchor=anchor)
    return drawn


def _cell(x: float, y: float, score: Estimate | None) -> str:
    box = f'<rect x="{x + 2:g}" y="{y + 2:g}" width="{_CELL_WIDTH - 4}" height="{_CELL_HEIGHT - 4}" rx="6"'
    if score is None:
        return f'{box} fill="#efe6d6"/>'
    middle = x + _CELL_WIDTH / 2
    return (
        f'{box} fill="{_shade(score.value)}"/>'
        + _text(middle, y + 22, f"{100 * score.value:.1f} %", weight=600, anchor="middle", size=15)
        + _text(middle, y + 37, between(score), anchor="middle", size=11)
    )


def _shade(score: float) -> str:
    """From orange through paper to teal, light enough to be written on."""
    end, part = (_GOOD, 2 * score - 1) if score >= 0.5 else (_BAD, 1 - 2 * score)
    mixed = [round(245 + (each - 245) * 0.62 * part) for each in end]
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def _plot(found: Report, left: float, top: float, label: float, language: Language) -> str:
    """A dot and its interval for each rating."""
    rated = [each.rating for each in found.standings]
    low, high = min((each.low for each in rated), default=-1.0), max((each.high for each in rated), default=1.0)
    step = _step(high - low)
    low, high = step * math.floor(low / step), step * math.ceil(high / step)
    start, scale = left + label + 10, (_PLOT_WIDTH - 30) / (high - low)
    bottom = top + _ROW * len(rated)
    drawn = _text(left, top - 16, "Elo", weight=700)
    for tick in range(round((high - low) / step) + 1):
        value = low + tick * step
        x = start + scale * (value - low)
        colour = _FAINT if value == 0 else "#e2d6c2"
        drawn += f'<line x1="{x:g}" y1="{top:g}" x2="{x:g}" y2="{bottom:g}" stroke="{colour}"/>'
        drawn += _text(x, bottom + 18, points(value), size=12, colour=_FAINT, anchor="middle")
    for row, each in enumerate(found.standings):
        y = top + _ROW * (row + 0.5)
        a, b, c = (start + scale * (at - low) for at in (each.rating.low, each.rating.value, each.rating.high))
        drawn += _name(left, y + (0 if ":" in each.name else 5), each.name)
        drawn += (
            f'<path d="M{a:.1f} {y:g}H{c:.1f}M{a:.1f} {y - 6:g}v12M{c:.1f} {y - 6:g}v12" stroke="{_INK}"'
            f' stroke-width="2" fill="none"/><circle cx="{b:.1f}" cy="{y:g}" r="6" fill="rgb{_GOOD}"/>'
        )
        drawn += _text(b, y - 10, points(each.rating.value), size=11, anchor="middle")
    mean = Text("0: the mean").to(language)
    return drawn + _text(left, bottom + 44, mean, size=12, colour=_FAINT)


def _step(span: float) -> float:
    """A round distance between ticks, about six of them."""
    rough = max(span, 1.0) / 6
    size = 10 ** math.floor(math.log10(rough))
    return float(next(size * each for each in (1, 2, 5, 10) if size * each >= rough))

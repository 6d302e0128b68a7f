"""People, not machine guns: at each table a move every three seconds, half of the tables against bots of all levels,
all games mixed. Prints how long moves take and how much memory a table takes, for more and more tables; draws a curve.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path

import uvloop

from benchmarks.loadplayers import Counted, Wanted, open_tables, seat_players
from benchmarks.loadserver import Running
from ludotheque.bots.roster import names
from ludotheque.core.cupboard import find, games

PACE_SECONDS = 3.0
_SETTLING_SECONDS = 6.0


@dataclass(frozen=True)
class Point:
    """What so many tables were like."""

    tables: int
    moves_per_second: int
    median_ms: float
    p99_ms: float
    server_cpu_percent: int
    server_ms_per_move: float
    kb_per_table: float
    """What the server takes with them more than without, for each: the table and the lines of those who play."""
    refused: int
    full: int
    """How many tables with bots were refused: more of them were thinking than people would wait for."""


def mixture(tables: int) -> list[Wanted]:
    """So many tables: the games in turns, every other one against a bot, and these of all levels in turns."""
    levels = {game: cycle(names(find(game))) for game in games()}
    found = []
    for at, game in enumerate(islice(cycle(games()), tables)):
        found.append(Wanted(game, next(levels[game]) if at // len(levels) % 2 else ""))
    return found


async def _at(running: Running, tables: int, seconds: float) -> Point:
    counted, before = Counted(), running.memory()
    opened = await open_tables(running.address, mixture(tables))
    players = await seat_players(running.address, opened, "delta=1&lang=fr", counted, PACE_SECONDS)
    await asyncio.sleep(_SETTLING_SECONDS)
    counted.latencies.clear()
    began, worked = time.perf_counter(), running.cpu_seconds()
    await asyncio.sleep(seconds)
    took, moves = time.perf_counter() - began, sorted(counted.latencies) or [0.0]
    worked, memory = running.cpu_seconds() - worked, running.memory()
    for player in players:
        player.leave()
    await asyncio.sleep(1.0)
    return Point(
        tables,
        round(len(moves) / took),
        round(moves[len(moves) // 2] * 1000, 1),
        round(moves[int(len(moves) * 0.99)] * 1000, 1),
        round(100 * worked / took),
        round(1000 * worked / len(moves), 2),
        round((memory - before) / 1024 / tables, 1),
        counted.refused,
        sum(not tokens for _, tokens in opened),
    )


def main(running: Mapping[str, Running], tables: Sequence[int], seconds: float, picture: Path | None) -> None:
    """Measures at these numbers of tables, one after the other, on each server; the first one's curve is drawn."""
    curve: dict[str, list[Point]] = {name: [] for name in running}
    for number in tables:
        for name, each in running.items():
            point = uvloop.run(_at(each, number, seconds))
            curve[name].append(point)
            code = f"code {name}  " if len(running) > 1 else ""
            print(code + "  ".join(f"{key} {value}" for key, value in asdict(point).items()), flush=True)
    if picture is not None:
        picture.write_text(drawn(next(iter(curve.values()))), encoding="utf-8")


# The picture

_WIDTH, _HEIGHT, _LEFT, _TOP, _BELOW = 640, 360, 70, 50, 60
_INK, _FAINT, _LINE = "#2f2a25", "#b7ab9a", "#2b7a78"
_AIM_MS = 100.0


def drawn(points: Sequence[Point]) -> str:
    """The curve of p99 against live tables, both on a scale of powers of ten for the time."""
    most = max(point.tables for point in points)
    high = max(10 * _AIM_MS, *(10 * point.p99_ms for point in points))
    top = next(10.0**power for power in range(2, 9) if 10.0**power * 10 > high)

    def at(tables: float, ms: float) -> tuple[float, float]:
        share = math.log10(max(ms, 1.0)) / math.log10(top)
        return _LEFT + (_WIDTH - _LEFT - 30) * tables / most, _HEIGHT - _BELOW - (_HEIGHT - _BELOW - _TOP) * share

    drawing = [_said(_LEFT, 30, "How long 99 of 100 moves take at most, by live tables", 16, "start")]
    ms = 1.0
    while ms <= top:
        (x1, y), (x2, _) = at(0, ms), at(most, ms)
        drawing.append(f'<path d="M{x1:.1f} {y:.1f}H{x2:.1f}" stroke="{_FAINT}" stroke-width="0.7"/>')
        drawing.append(_said(x1 - 8, y + 4, f"{ms:g} ms", 12, "end"))
        ms *= 10
    for point in points:
        x, _ = at(point.tables, 1)
        drawing.append(_said(x, _HEIGHT - _BELOW + 20, f"{point.tables:,}", 12, "middle"))
    drawing.append(_said(_WIDTH / 2, _HEIGHT - 14, "live tables, a move every three seconds at each", 13, "middle"))
    places = [at(point.tables, point.p99_ms) for point in points]
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    drawing.append(f'<path d="M{line}" fill="none" stroke="{_LINE}" stroke-width="2.5"/>')
    drawing += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_LINE}"/>' for x, y in places]
    drawing += [
        _said(x, y - 10, f"{point.p99_ms:g}", 12, "middle") for (x, y), point in zip(places, points, strict=True)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        ' font-family="system-ui, sans-serif"><title>p99 against live tables</title>'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="10" fill="#fffaf0"/>{"".join(drawing)}</svg>\n'
    )


def _said(x: float, y: float, text: str, size: int, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{_INK}" text-anchor="{anchor}">{text}</text>'

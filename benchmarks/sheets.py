"""How hard the sheets of Hop ! C'est plié are: each level is played alone many times, all six columns alike.

    python -m benchmarks.sheets --games 300 --svg docs/sheets.svg

Prints a table of how many rounds it took, and draws the distributions.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np

import ludotheque as lt
from ludotheque.core.boards.arrays import Words
from ludotheque.games.hop_plie import mind, turns
from ludotheque.games.hop_plie.kernel import WORDS
from ludotheque.games.hop_plie.rules import HopPlieState, die_faces
from ludotheque.games.hop_plie.setting import SOLO_ROUNDS
from ludotheque.games.hop_plie.sheet import LEVELS, solo_columns

_BOXES = {"b": 2, "w": 4, "h": 6}
"""The dice a box allows, a bit each."""
_LOST = SOLO_ROUNDS + 1
JUDGE = "judge"
BOTS = {name: bot for name, bot in mind.LEVELS.items() if bot.width} | {JUDGE: mind.SheetLevel(width=3, aims=2)}
"""The levels that plan a turn; and one that plans it well, but no farther. The sheets are judged by that one."""


def boxes_of(game: int) -> Words:
    """The boxes of the column that a game is played on, all columns in turn."""
    column = solo_columns()[game % len(solo_columns())]
    return np.array([_BOXES[box] for box in column[:SOLO_ROUNDS]], np.int64)


def dice_seed(game: int) -> int:
    """What the dice of a game are drawn from."""
    return 7919 * game + 1


def rounds(level: int, games: Iterable[int], bot: mind.SheetLevel) -> list[int]:
    """In how many rounds each game was won; one more than there are for a game that was lost."""
    state = lt.start("hop_plie", players=1, level=level)
    assert isinstance(state, HopPlieState)
    outlook, track = mind.outlook_of(state, bot), np.empty((SOLO_ROUNDS, WORDS), np.int64)
    ahead, new, faces = mind.ahead_of(outlook), state.setting.new_sheet(), die_faces()
    taken = []
    for game in games:
        won = turns.solo(outlook, ahead, bot.ends, bot.farther, new, boxes_of(game), faces, dice_seed(game), track)
        taken.append(won or _LOST)
    return taken


def table_of(results: dict[int, list[int]]) -> str:
    """The results as a table for a document."""
    lines = [
        "| level | games | median | middle half | fewest | most | lost |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for level, taken in results.items():
        low, middle, high = (round(each) for each in statistics.quantiles(taken, n=4, method="inclusive"))
        won = [each for each in taken if each < _LOST]
        lost = 1 - len(won) / len(taken)
        lines.append(f"| {level} | {len(taken)} | {middle} | {low}–{high} | {min(won)} | {max(won)} | {lost:.1%} |")
    return "\n".join(lines)


def plot(results: dict[int, list[int]]) -> str:
    """The distributions as SVG: for each level a row of bars, one for each number of rounds."""
    low, high = 12, _LOST
    step, height, left, top = 30, 110, 90, 30
    width = left + step * (high - low + 1) + 20
    drawn = []
    for at, (level, taken) in enumerate(results.items()):
        base = top + (at + 1) * height
        counts = Counter(max(each, low) for each in taken)
        drawn.append(f'<text x="10" y="{base - 30}" font-size="18" font-weight="700">{level}</text>')
        drawn.append(f'<path d="M{left} {base}H{width - 20}" stroke="#8a7a5c"/>')
        for number, count in sorted(counts.items()):
            tall = 220 * count / len(taken)
            x, colour = left + step * (number - low), "#b3201a" if number == _LOST else "#2f7d4f"
            drawn.append(
                f'<rect x="{x + 3}" y="{base - tall:.1f}" width="{step - 6}" height="{tall:.1f}" fill="{colour}"/>'
            )
            drawn.append(
                f'<text x="{x + step / 2}" y="{base - tall - 4:.1f}" font-size="11" text-anchor="middle">'
                f"{100 * count / len(taken):.0f}</text>"
            )
    foot = top + len(results) * height + 22
    for number in range(low, high + 1):
        label = "lost" if number == _LOST else str(number)
        drawn.append(f'<text x="{left + step * (number - low + 0.5)}" y="{foot}" text-anchor="middle">{label}</text>')
    title = "Rounds to win alone, per level, in percent of the games"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {foot + 20}" width="{width}" role="img"'
        f' font-size="13" font-family="system-ui, sans-serif" fill="#3b3630"><title>{title}</title>'
        f'<rect width="{width}" height="{foot + 20}" fill="#fffdf6"/><text x="10" y="22" font-size="17">{title}</text>'
        + "".join(drawn)
        + "</svg>\n"
    )


def main() -> None:
    """Plays, prints, draws."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--bot", choices=BOTS, default=JUDGE, help="whose way of thinking plays")
    parser.add_argument("--level", type=int, choices=LEVELS, action="append", help="which levels; else all")
    parser.add_argument("--svg", type=Path)
    given = parser.parse_args()
    results = {}
    for level in given.level or LEVELS:
        results[level] = rounds(level, range(given.games), BOTS[given.bot])
        print(f"level {level}: {sorted(Counter(results[level]).items())}", flush=True)
    print(table_of(results))
    if given.svg:
        given.svg.write_text(plot(results), encoding="utf-8")


if __name__ == "__main__":
    main()

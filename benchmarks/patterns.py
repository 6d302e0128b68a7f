"""Learns the patterns of Rolit from games that it plays against itself.

    python -m benchmarks.patterns --size 8 --seats 2 --write

Games begin with random moves. In the first round the weights know nothing; each round plays better than the one before,
with the weights fitted to the two rounds before it, and looks farther ahead. Games of two look some moves ahead, and
their ends are certain; the weights are fitted to the margin. Games of several grow a small tree before each move; the
weights are fitted to what the end is worth to each (`AIMS`).

The games have numbers, and a number decides the whole game: the same command plays the same games with any number of
processes, and makes the same file. What is learnt is written after every round. After the last, the weights are fitted
more patiently, and in games of two it is measured how far off short looks are, for `ahead.py`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import multiprocessing.pool
import os
import tempfile
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

import ludotheque as lt
from benchmarks import patternfit, patterngames
from ludotheque.core.boards.arrays import Line, Reals
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.boards.squares import whole
from ludotheque.games.rolit import ahead, patterns, several

Rounds = tuple[tuple[int, int], ...]
"""Of each round: how far games look ahead (moves; or how often a tree grows), and how many games."""
ROUNDS: dict[tuple[int, int], Rounds] = {
    (6, 2): ((1, 20_000), (2, 30_000), (4, 40_000)),
    (8, 2): ((1, 20_000), (2, 30_000), (3, 40_000), (5, 50_000)),
    (6, 3): ((1, 30_000), (1, 30_000), (60, 60_000), (120, 80_000)),
    (6, 4): ((1, 30_000), (1, 30_000), (60, 60_000), (120, 80_000)),
    (8, 3): ((1, 20_000), (1, 20_000), (40, 50_000), (80, 50_000)),
    (8, 4): ((1, 20_000), (1, 20_000), (40, 50_000), (80, 50_000)),
}
AIMS = {2: patterns.TO_THE_WINNER, 3: patterns.TO_THE_WINNER, 4: (400, 500)}
"""By the number of seats: in thousandths, how much of what an end is worth goes to the winners, and how much by rank.
Of four, three do not win: what they still play for tells more of their game than that."""
_CHUNK = 100
_RANDOM = {6: 16, 8: 30}
"""How many random moves a game begins with at most."""
_SOON, _IN_THE_END = (1.0, 0.3), (1.0, 1.0, 1.0, 0.3)
"""How far weights move, each time all positions are gone through, as a part of the usual: after each round, and after
the last."""
_TWO, _SEVERAL = (1.0, 1000.0), (0.05, 2.0)
"""How far that is, and how much a weight resists at first."""
_HELD_BACK = 20
"""Of a round, one part of so many is not learnt from: it tells how good the weights are."""
_SAMPLE, _DEEP = 240, 8
"""On how many positions of each phase short looks are compared with long ones, and how long these are."""

_AT_FIRST = [5 * ahead.BALL] * (ahead.DEEPEST + 1)
"""How far off short looks are taken to be before that is measured."""

Pool = multiprocessing.pool.Pool
Round = tuple[Line, Reals]
"""The positions of some games, and what they came to."""


class Course:
    """Learning about one kind of games."""

    def __init__(self, size: int, seats: int, aims: tuple[int, int]) -> None:
        self.size, self.seats, self.tables, self.aims = size, seats, 1 if seats == 2 else seats, aims
        self.fit = patternfit.begun(size, seats, self.tables)
        each = patterns.entries(size, seats)
        parts = patterns.phases(size) * self.tables
        self._shown = np.repeat(np.arange(parts) * each, each) + np.tile(self.fit.same, parts)
        state = lt.start("rolit", size=size, players=seats)
        assert isinstance(state, LineState)
        self.start = state
        self.off = np.array([_AT_FIRST] * (size * size + 1), np.int64)

    def looked_up(self) -> patterns.Tables:
        """The weights as they are now."""
        unit = ahead.BALL if self.seats == 2 else several.LOGIT
        weights = np.clip(np.round(self.fit.weights * unit), -32767, 32767).astype(np.int16)
        return patterns.tables_of(self.size, self.seats, weights[self._shown], self.aims)

    def learn(self, rounds: list[Round], rates: tuple[float, ...]) -> tuple[float, float]:
        """Begins anew with these rounds; how far off the weights are on what they have seen, and on what not."""
        self.fit = patternfit.begun(self.size, self.seats, self.tables)
        positions, results = (np.concatenate(each) for each in zip(*rounds, strict=True))
        newest = len(positions) - len(rounds[-1][0])
        held = np.arange(newest, newest + len(rounds[-1][0]) // _HELD_BACK)
        order = np.setdiff1d(np.arange(len(positions)), held)
        rng, off = np.random.default_rng(1), 0.0
        for part in rates:
            off = self._through(positions, results, rng.permutation(order), part)
        return off, self._through(positions, results, held, 0.0)

    def _through(self, positions: Line, results: Reals, order: Line, part: float) -> float:
        every, tables = whole(self.size), self.looked_up()
        if self.seats == 2:
            rate, hold = _TWO
            return patternfit.learn_margins(positions, order, every, part * rate, hold, tables, self.fit)
        rate, hold = _SEVERAL
        return patternfit.learn_shares(positions, results, order, every, part * rate, hold, tables, self.fit)


def chunk(course: Course, tables: patterns.Tables, look: int, numbers: range) -> Round:
    """The positions of the games with these numbers, and what they came to."""
    most = len(numbers) * course.size**2
    if course.seats == 2:
        desk, out = patterngames.desk(course.size, tables, course.off), np.zeros((most, 4), np.int64)
        many = patterngames.games_of_two(numbers[0], len(numbers), look, _RANDOM[course.size], desk, out)
        return out[:many], np.zeros((many, 1))
    table = patterngames.round_of(course.start.setting.rules, course.start.line, tables)
    out, results = np.zeros((most, 6), np.int64), np.zeros((most, course.seats))
    many = patterngames.games_of_several(numbers[0], len(numbers), look, _RANDOM[course.size], table, out, results)
    return out[:many], results[:many]


def spread(course: Course, tables: patterns.Tables, row: Line) -> list[int]:
    """How much more than a short look a long one finds, by depth."""
    sheet = patterngames.desk(course.size, tables, course.off).sheet
    own, theirs, neutral = map(int, row[:3])
    values = [ahead.promised(own, theirs, neutral, whole(course.size), tables)]
    sheet.control[ahead.SELECTIVE] = 0
    for depth in range(1, _DEEP + 1):
        values.append(ahead.search(own, theirs, neutral, depth, -ahead.INFINITE, ahead.INFINITE, 0, sheet))
    return [values[depth] - values[ahead.shorter(depth)] for depth in range(_DEEP + 1)]


def measured(course: Course, tables: patterns.Tables, positions: Line, pool: Pool) -> list[list[int]]:
    """How far off short looks are, by phase and depth."""
    balls = np.bitwise_count(positions[:, 0] | positions[:, 1] | positions[:, 2])
    phases = np.array([patterns.phase_of(empty, course.size) for empty in range(course.size**2 + 1)])
    phase = phases[course.size**2 - balls]
    off: list[list[int]] = []
    for each in range(patterns.phases(course.size)):
        there = np.flatnonzero((phase == each) & (course.size**2 - balls > _DEEP))
        if len(there) < _SAMPLE:
            off.append(off[-1] if off else _AT_FIRST)
            continue
        chosen = np.random.default_rng(each).choice(there, _SAMPLE, replace=False)
        found = np.array(pool.map(partial(spread, course, tables), positions[chosen]))
        by_depth = [round(float(np.sqrt(np.mean(found[:, depth].astype(float) ** 2)))) for depth in range(_DEEP + 1)]
        off.append([by_depth[min(depth, _DEEP - (_DEEP - depth) % 2)] for depth in range(ahead.DEEPEST + 1)])
    return off


def chunks(games: range) -> Iterator[range]:
    """The games, some at a time."""
    return (games[at : at + _CHUNK] for at in range(0, len(games), _CHUNK))


def taught(course: Course, rounds: Rounds, workers: int) -> Iterator[tuple[list[str], patterns.Tables]]:
    """Plays and fits, round by round; what there is to say of it so far, and the weights."""
    warm = course.looked_up()
    for look in (1, 2):
        chunk(course, warm, look, range(1))
    course.learn([chunk(course, warm, 1, range(20))], _SOON)  # compiled once, for all processes
    if course.seats == 2:
        spread(course, warm, np.array([int(each) for each in chunk(course, warm, 1, range(1))[0][0]]))
    kept: list[Round] = []
    said, begin = list[str](), 0
    for number, (look, games) in enumerate(rounds, 1):
        tables = course.looked_up()
        with multiprocessing.get_context("fork").Pool(workers) as pool:
            parts = pool.map(partial(chunk, course, tables, look), chunks(range(begin, begin + games)), 1)
        kept = [*kept[-1:], (np.concatenate([each for each, _ in parts]), np.concatenate([each for _, each in parts]))]
        seen, unseen = course.learn(kept, _IN_THE_END if number == len(rounds) else _SOON)
        what = f"{look} ahead, {games} games, {len(kept[-1][0])} positions"
        said.append(f"round {number}: {what}, off by {seen:.4f}, of those held back {unseen:.4f}")
        print(said[-1], flush=True)
        begin += games
        tables = course.looked_up()
        yield said + (_as_lines([_AT_FIRST] * patterns.phases(course.size)) if course.seats == 2 else []), tables
    if course.seats == 2:
        with multiprocessing.get_context("fork").Pool(workers) as pool:
            yield said + _as_lines(measured(course, tables, kept[-1][0], pool)), tables


def _as_lines(off: list[list[int]]) -> list[str]:
    return [f"off in phase {phase}: {' '.join(map(str, each))}" for phase, each in enumerate(off)]


def write(path: Path, said: list[str], tables: patterns.Tables, command: str) -> None:
    """The file that the game reads."""
    head = [patterns.FORMAT, f"made by: {command}", f"with: NumPy {np.__version__}", *said]
    packed = zlib.compress(tables.weights.astype("<i2").tobytes(), 9)
    path.write_bytes("\n".join(head).encode() + b"\n\n" + packed)
    print(f"{path}: {len(packed)} bytes")


def main() -> None:
    """Plays, fits, prints, and writes if told to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, choices=(6, 8), default=8)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--part", type=float, default=1.0, help="so much of the usual games")
    parser.add_argument("--rounds", type=int, default=9, help="stop after so many rounds, with what is learnt by then")
    parser.add_argument("--aims", type=int, nargs=2, metavar=("WINNING", "RANK"), help="in thousandths, not the usual")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--write", nargs="?", type=Path, const=Path(str(patterns.__file__)).parent, metavar="FOLDER")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # Numba crashes where a function calls a recursive one that it has found on disk: all is compiled here.
        os.environ["NUMBA_CACHE_DIR"] = folder
        learn(given)


def learn(given: argparse.Namespace) -> None:
    """Plays and fits as was asked."""
    rounds = tuple((look, max(_CHUNK, int(given.part * games))) for look, games in ROUNDS[given.size, given.seats])
    kind = f"--size {given.size} --seats {given.seats} --part {given.part:g}"
    fewer = given.rounds if given.rounds < len(rounds) else None
    kind += f" --rounds {fewer}" if fewer else ""
    winning, ranking = given.aims or AIMS[given.seats]
    kind += f" --aims {winning} {ranking}" if given.aims else ""
    course = Course(given.size, given.seats, (winning, ranking))
    aims = [f"{patterns.AIMS}: {winning} {ranking}"] if given.seats > 2 else []
    for said, tables in islice(taught(course, rounds, given.workers), fewer):
        if given.write is not None:
            path = given.write / f"patterns-{given.size}-{given.seats}.bin"
            write(path, aims + said, tables, f"python -m benchmarks.patterns {kind} --write")


if __name__ == "__main__":
    main()

"""Games of positions, compiled: what a kernel offers, and what is built on any kernel.

A *line* is the list of positions of a game so far, one row of integers each; the last row is the present. Searches
push and pop rows, and rules about repetition find the past where they need it. Every row begins with the same three
words: whose turn it is, how the game stands, and the ply; the rest is the game's own.

A kernel offers four functions:

- `moves(rules, line, at, sets)`: writes the legal moves of row `at` as sets of squares and returns how many sets.
  A set is a row of two words: a label (what moves, and how) and a board (where to). Rows past those returned are
  scratch paper. The code of a move is `label * 64 + square`.
- `play(rules, line, at, code)`: writes row `at + 1`.
- `judge(rules, line, at)`: completes a row whose board, seat and ply are written: how the game stands, and what the
  row knows of the past.
- `scores(rules, line, at, out)`: the score of each seat when the game is over.

`rules` are the game's options as integers (or whatever its functions ask for). A game declares its kernel as a
`Kernel`. The functions below are templates: `bound_to(kernel)` compiles them for one game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled, specialised
from ludotheque.core.boards.grid import bit, nth
from ludotheque.core.boards.randomness import below, random_next

SEAT, STATUS, PLY = 0, 1, 2
"""The first words of every row."""
HEADER = 3
"""Where a game's own words begin."""
PLAYING, BLOCKED = 0, 1
"""Statuses all kernels share: a player without a legal move is blocked."""


@dataclass(frozen=True, eq=False, slots=True)
class Kernel:
    """The arithmetic of a game."""

    name: str
    words: int
    """How wide a row is."""
    sets: int
    """How many sets of moves there may be, scratch paper included."""
    codes: int
    """All codes of moves are below this."""
    moves: Callable[[Any, Line, int, Line], int]
    play: Callable[[Any, Line, int, int], None]
    judge: Callable[[Any, Line, int], None]
    scores: Callable[[Any, Line, int, Words], None]


def moves(rules: Words, line: Line, at: int, sets: Line) -> int:
    raise NotImplementedError("bound to a kernel by bound_to")


def play(rules: Words, line: Line, at: int, code: int) -> None:
    raise NotImplementedError("bound to a kernel by bound_to")


@compiled
def total(sets: Line, number: int) -> int:
    """How many moves the sets hold."""
    sum_ = 0
    for i in range(number):
        sum_ += count(int(sets[i, 1]))
    return sum_


@compiled
def nth_code(sets: Line, skip: int) -> int:
    """The code of a move, counting through the sets."""
    i = 0
    size = count(int(sets[0, 1]))
    while skip >= size:
        skip -= size
        i += 1
        size = count(int(sets[i, 1]))
    return int(sets[i, 0]) * 64 + nth(int(sets[i, 1]), skip)


@compiled
def write_codes(sets: Line, number: int, out: Words) -> None:
    """All codes of the sets, in order."""
    written = 0
    for i in range(number):
        base = int(sets[i, 0]) * 64
        board = int(sets[i, 1])
        while board != 0:
            square = first(board)
            board &= ~bit(square)
            out[written] = base + square
            written += 1


@compiled
def copy_rows(line: Line, start: int, out: Line) -> None:
    """Writes the rows of a line from `start` on to the beginning of another. (Assigning slices would compile for
    seconds: numba then brings along the words of an error message.)"""
    for row in range(start, line.shape[0]):
        for word in range(line.shape[1]):
            out[row - start, word] = line[row, word]


@compiled
def occurrences(line: Line, at: int, end: int) -> int:
    """How often the position of row `at` has come about up to then, itself included: the same words from the header up
    to `end`, and the same of two seats to move, who take turns. (The first word tells nearly all rows apart: looking
    back costs one word for every second row.)"""
    times = 1
    told = line[at, HEADER]
    for row in range(at & 1, at, 2):
        if line[row, HEADER] == told:
            word = HEADER + 1
            while word < end and line[row, word] == line[at, word]:
                word += 1
            if word == end:
                times += 1
    return times


@compiled
def win_or_draw(out: Words, loser: int, decided: int) -> None:
    """The scores of two seats: two for a win and none for a loss, or one each."""
    out[0] = out[1] = 1
    if decided:
        out[loser] = 0
        out[1 - loser] = 2


def settled(rules: Words, line: Line, at: int, sets: Line) -> int:
    """The moves of row `at`; a player found to have none is marked as blocked."""
    if line[at, STATUS] != PLAYING:
        return 0
    number = moves(rules, line, at, sets)
    if number == 0:
        line[at, STATUS] = BLOCKED
    return number


def opened(rules: Words, line: Line, sets_height: int) -> Words:
    """The codes of the last row's moves."""
    sets = np.empty((sets_height, 2), np.int64)
    number = settled(rules, line, line.shape[0] - 1, sets)
    codes = np.empty(total(sets, number), np.int64)
    write_codes(sets, number, codes)
    return codes


def extended(rules: Words, line: Line, code: int, keep: int) -> Line:
    """A new line with a move played, keeping that many rows of the past."""
    longer = np.empty((keep + 1, line.shape[1]), np.int64)
    copy_rows(line, line.shape[0] - keep, longer)
    play(rules, longer, keep - 1, code)
    return longer


def perft(rules: Words, line: Line, depth: int, sets_height: int) -> int:
    """How many sequences of `depth` moves follow the last row."""
    if depth == 0:
        return 1
    past = line.shape[0]
    path = np.empty((past + depth, line.shape[1]), np.int64)
    copy_rows(line, 0, path)
    sets = np.empty((depth, sets_height, 2), np.int64)
    numbers = np.zeros(depth, np.int64)
    current = np.zeros(depth, np.int64)
    leaves = 0
    level = 0
    numbers[0] = settled(rules, path, past - 1, sets[0])
    while level >= 0:
        if level == depth - 1:
            leaves += total(sets[level], int(numbers[level]))
            level -= 1
            continue
        i = int(current[level])
        while i < numbers[level] and sets[level, i, 1] == 0:
            i += 1
        current[level] = i
        if i == numbers[level]:
            level -= 1
            continue
        square = first(int(sets[level, i, 1]))
        sets[level, i, 1] &= ~bit(square)
        play(rules, path, past - 1 + level, int(sets[level, i, 0]) * 64 + square)
        level += 1
        current[level] = 0
        numbers[level] = settled(rules, path, past - 1 + level, sets[level])
    return leaves


def playouts(
    rules: Words, line: Line, games: int, most: int, seed: int, looks_back: int, sets_height: int
) -> tuple[int, int]:
    """Plays random games from the last row, at most so many plies each: the plies played, and the generator's state.

    Where the rules do not look back (0), two rows serve for all plies.
    """
    past = line.shape[0]
    path = np.empty((past + (most if looks_back else 1), line.shape[1]), np.int64)
    sets = np.empty((sets_height, 2), np.int64)
    plies = 0
    for _ in range(games):
        copy_rows(line, 0, path)
        at = past - 1
        for _ in range(most):
            number = settled(rules, path, at, sets)
            if number == 0:
                break
            seed = random_next(seed)
            play(rules, path, at, nth_code(sets, below(seed, total(sets, number))))
            plies += 1
            if looks_back:
                at += 1
            else:
                for word in range(path.shape[1]):
                    path[at, word] = path[at + 1, word]
    return plies, seed


class Bound(NamedTuple):
    """The templates compiled for one kernel."""

    opened: Callable[[Words, Line, int], Words]
    extended: Callable[[Words, Line, int, int], Line]
    perft: Callable[[Words, Line, int, int], int]
    playouts: Callable[[Words, Line, int, int, int, int, int], tuple[int, int]]


@cache
def bound_to(kernel: Kernel) -> Bound:
    """The templates for this kernel; each compiles when it is first called."""
    rules: dict[str, Callable[..., object]] = {"moves": kernel.moves, "play": kernel.play}
    rules["settled"] = specialised(settled, kernel.name, rules, within=True)
    return Bound(
        opened=specialised(opened, kernel.name, rules),
        extended=specialised(extended, kernel.name, rules),
        perft=specialised(perft, kernel.name, rules),
        playouts=specialised(playouts, kernel.name, rules),
    )

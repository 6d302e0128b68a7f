"""What is done to the games of a batch, compiled: the same functions for many games on a core of the CPU, and for one
game in each thread of a GPU.

They are given the memory of all games, and from which game to which they are to do it. They are templates, as in
`core/boards/lines`: `bound_to(engine)` gives those of one game. They make no arrays: a GPU's threads cannot.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ludotheque.core.boards.arrays import Bytes, Line, Words
from ludotheque.core.boards.bits import first
from ludotheque.core.boards.compiled import Compiled, compiled, specialised
from ludotheque.core.boards.engine import Engine
from ludotheque.core.boards.grid import bit
from ludotheque.core.boards.lines import PLAYING, SEAT, STATUS, Kernel, copy_rows, nth_code, settled, total
from ludotheque.core.boards.randomness import below, mixed, random_next
from ludotheque.research.memory import Memory

KEEPING, RESETTING = 0, 1
"""What becomes of a game that is over: it stays as it is, or the next one begins."""


def write(rules: Any, line: Line, at: int, seat: int, out: Bytes) -> None:
    raise NotImplementedError("bound to an engine by bound_to")


def number_of(rules: Any, code: int) -> int:
    raise NotImplementedError("bound to an engine by bound_to")


def code_of(rules: Any, number: int) -> int:
    raise NotImplementedError("bound to an engine by bound_to")


def play(rules: Any, line: Line, at: int, code: int) -> None:
    raise NotImplementedError("bound to an engine by bound_to")


def scores(rules: Any, line: Line, at: int, out: Words) -> None:
    raise NotImplementedError("bound to an engine by bound_to")


def deal(rules: Any, line: Line, at: int, seed: int) -> int:
    raise NotImplementedError("bound to an engine by bound_to")


LOOKS_BACK, POINT, WORDS = False, 1.0, 0
"""Bound to an engine too: whether earlier rows are kept, what a point of the kernel is worth, and how wide a row is
(known when it is compiled, so that copying a row needs no loop)."""


def look(g: int, memory: Memory) -> None:
    """Finds the legal moves of the present row, and who is to move."""
    line, at = memory.lines[g], int(memory.at[g])
    memory.numbers[g] = settled(memory.rules, line, at, memory.sets[g])
    memory.seat[g] = line[at, SEAT]
    memory.over[g] = line[at, STATUS] != PLAYING
    if line[at, STATUS] != PLAYING:
        scores(memory.rules, line, at, memory.points[g])
        for seat in range(memory.points.shape[1]):
            memory.scores[g, seat] = POINT * memory.points[g, seat]


def begin(g: int, memory: Memory) -> None:
    """Puts a game to its start, and lets chance do what comes first."""
    line = memory.lines[g]
    copy_rows(memory.first, 0, line)
    at = memory.first.shape[0] - 1
    memory.at[g] = at
    memory.seeds[g] = deal(memory.rules, line, at, int(memory.seeds[g]))
    look(g, memory)


def onward(line: Line, at: int) -> int:
    """The row of the present after a move was written into the next one: that one, or, where no rule looks back, the
    same as before."""
    if LOOKS_BACK:
        return at + 1
    for word in range(WORDS):
        line[at, word] = line[at + 1, word]
    return at


def played_out(rules: Any, first: Line, line: Line, sets: Line, seed: int, most: int, points: Words) -> int:
    """Plays one game at random in these rows, and counts its points: how many moves it took, or -1 where it was given
    up. It touches nothing else: on a GPU, rows and sets are a thread's own."""
    copy_rows(first, 0, line)
    for seat in range(points.shape[0]):
        points[seat] = 0
    at = first.shape[0] - 1
    seed = deal(rules, line, at, seed)
    number = settled(rules, line, at, sets)
    played = 0
    while line[at, STATUS] == PLAYING and played < most:
        seed = random_next(seed)
        play(rules, line, at, nth_code(sets, below(seed, total(sets, number))))
        at = onward(line, at)
        number = settled(rules, line, at, sets)
        played += 1
    if line[at, STATUS] == PLAYING:
        return -1
    scores(rules, line, at, points)
    return played


def advance(g: int, memory: Memory, code: int) -> None:
    """Plays a legal move."""
    line, at = memory.lines[g], int(memory.at[g])
    play(memory.rules, line, at, code)
    memory.at[g] = onward(line, at)
    look(g, memory)


@compiled
def among(sets: Line, number: int, code: int) -> bool:
    """Whether a code is one of those that the sets hold."""
    found = False
    for i in range(number):
        if sets[i, 0] == code >> 6 and int(sets[i, 1]) & bit(code & 63):
            found = True
    return found


def reset(start: int, end: int, memory: Memory, which: Any) -> None:
    """Puts those games to their start that are asked for."""
    for g in range(start, end):
        if which[g]:
            begin(g, memory)


def check(start: int, end: int, memory: Memory, actions: Words, count: int, refused: Any) -> None:
    """Notes which actions cannot be played. In a game that is over, anything is played: nothing happens."""
    for g in range(start, end):
        action, number = int(actions[g]), int(memory.numbers[g])
        refused[g] = number > 0 and (
            action < 0 or action >= count or not among(memory.sets[g], number, code_of(memory.rules, action))
        )


def step(start: int, end: int, memory: Memory, actions: Words, refused: Any, after: int) -> None:
    """Plays an action in each game, unless it was refused or the game is over. `after` says what becomes of a game that
    is over then."""
    for g in range(start, end):
        if memory.numbers[g] > 0 and not refused[g]:
            advance(g, memory, code_of(memory.rules, int(actions[g])))
            if after == RESETTING and memory.over[g]:
                begin(g, memory)
                memory.over[g] = True


def draw(start: int, end: int, memory: Memory, actions: Words) -> None:
    """Draws a legal action for each game, each alike; -1 where the game is over."""
    for g in range(start, end):
        sets, number = memory.sets[g], int(memory.numbers[g])
        actions[g] = -1
        if number > 0:
            seed = random_next(int(memory.seeds[g]))
            memory.seeds[g] = seed
            actions[g] = number_of(memory.rules, nth_code(sets, below(seed, total(sets, number))))


def mask(start: int, end: int, memory: Memory, out: Any) -> None:
    """Writes which actions are legal."""
    for g in range(start, end):
        sets = memory.sets[g]
        for action in range(out.shape[1]):
            out[g, action] = False
        for i in range(memory.numbers[g]):
            label, board = int(sets[i, 0]), int(sets[i, 1])
            while board != 0:
                square = first(board)
                board &= ~bit(square)
                out[g, number_of(memory.rules, label * 64 + square)] = True


def observe(start: int, end: int, memory: Memory, seats: Words, out: Any) -> None:
    """Writes what a seat of each game sees."""
    for g in range(start, end):
        write(memory.rules, memory.lines[g], int(memory.at[g]), int(seats[g]), out[g])


def playout(start: int, end: int, memory: Memory, seed: int, most: int, plies: Words, scored: Any) -> None:
    """Plays random games to their ends, in lanes: in lane g those numbered g, g + lanes, and so on."""
    for g in range(start, end):
        points = memory.points[g]
        for game in range(g, plies.shape[0], memory.seeds.shape[0]):
            plies[game] = played_out(
                memory.rules, memory.first, memory.lines[g], memory.sets[g], mixed(seed, game), most, points
            )
            for seat in range(scored.shape[1]):
                scored[game, seat] = POINT * points[seat]


_DONE_TO_GAMES: tuple[Callable[..., None], ...] = (reset, check, step, draw, mask, observe, playout)


def bound_to(engine: Engine) -> dict[str, Compiled[..., Any]]:
    """The functions of one game, by name."""
    codes = engine.write, engine.number_of, engine.code_of
    return _bound(engine.kernel, *codes, engine.deal, looks_back=engine.looks_back, point=engine.point)


@cache
def _bound(
    kernel: Kernel,
    write: Callable[..., None],
    number_of: Callable[..., int],
    code_of: Callable[..., int],
    deal: Callable[..., int],
    *,
    looks_back: bool,
    point: float,
) -> dict[str, Compiled[..., Any]]:
    held: dict[str, Any] = {"write": write, "number_of": number_of, "code_of": code_of, "deal": deal}
    held |= {"moves": kernel.moves, "play": kernel.play, "scores": kernel.scores}
    held |= {"LOOKS_BACK": looks_back, "POINT": point, "WORDS": kernel.words}
    for template in (settled, onward, look, begin, advance, played_out):
        is_apart = template in (begin, played_out)  # called once a game: compiled once, not into others
        held[template.__name__] = specialised(template, kernel.name, held, apart=is_apart, copied=not is_apart)
    done = {each.__name__: specialised(each, kernel.name, held, apart=True, beside=True) for each in _DONE_TO_GAMES}
    return {**done, "played_out": held["played_out"]}

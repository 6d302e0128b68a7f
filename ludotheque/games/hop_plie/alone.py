"""One player's sheet through a whole game alone, compiled: the dice, the boxes of the column, rounds, and the end.

What is drawn and folded is in `kernel`. A row holds, after the common words, the sheet (see `pad`), the round, what the
two dice show, and the state of the generator that rolls them. The code of a move is the number of a row of crosses, in
the order in which `rowpaths` finds them, or ROOM and an act.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.lines import HEADER, PLAYING, PLY, SEAT, STATUS, Kernel
from ludotheque.core.boards.randomness import below, random_next
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.design import LONGEST, STEPS, Design
from ludotheque.games.hop_plie.kernel import BLACK, DIE, DONE, HELD, PLUS, WHITE, WORDS
from ludotheque.games.hop_plie.rowpaths import rows

ROUND, SHOWN, SEED = HEADER + WORDS, HEADER + WORDS + 1, HEADER + WORDS + 3
"""SHOWN: the numbers of the black die as `pad` packs them, and in the next word those of the white one."""
_WORDS = SEED + 1

ROOM = 4096
"""So many rows of crosses have a code, more than the sheets of the box need; acts come after them."""
TAKE, ADD, FOLD = 0, 2, 2 + LONGEST - 1
"""The first acts of each kind: taking the black die or the white one, adding 1 to a number, folding or turning over."""
SAY_DONE = FOLD + len(STEPS)
ACTS = SAY_DONE + 1

CONNECTED, ROUNDS, LOST = 2, 3, 4
"""Statuses: the targets are connected; the last round that was agreed on; the thirtieth box."""


class Alone(NamedTuple):
    """What stays the same through a game alone, for compiled code."""

    design: Design
    boxes: Words
    """By round: the dice that the column lets one take, a bit each."""
    faces: Line
    """The six faces of each die."""
    rounds: int
    """After so many rounds the game is over."""
    column: int
    """How many rounds the column has: who plays them all has lost."""
    crowns: Words
    """By round: what a win is worth."""
    room: int
    """So many rows of crosses have an action."""


@compiled
def roll(rules: Alone, line: Line, at: int) -> None:
    """Rolls both dice."""
    for die in range(2):
        line[at, SEED] = random_next(int(line[at, SEED]))
        line[at, SHOWN + die] = rules.faces[die, below(int(line[at, SEED]), 6)]


@compiled
def deal(rules: Alone, line: Line, at: int, seed: int) -> int:
    """The first roll."""
    line[at, SEED] = seed
    roll(rules, line, at)
    return random_next(random_next(random_next(seed)))


@compiled
def moves(rules: Alone, line: Line, at: int, sets: Line) -> int:
    sheet = line[at, HEADER : HEADER + WORDS]
    acts = 0
    found = 0
    if sheet[DIE] == 0:
        acts = kernel.dice_open(int(rules.boxes[line[at, ROUND] - 1]), int(sheet[HELD])) << TAKE
    else:
        paths = np.empty((1, 3), np.int64)
        found = min(rows(rules.design, sheet, paths), rules.room)
        if sheet[PLUS]:
            acts |= (kernel.dice_lengths(sheet) >> 1 & ((1 << (LONGEST - 1)) - 1)) << ADD
        acts |= kernel.folds_open(rules.design, sheet) << FOLD | 1 << SAY_DONE
    number = 0
    while 64 * number < found:
        left = found - 64 * number
        sets[number, 0] = number
        sets[number, 1] = -1 if left >= 64 else (1 << (left - 1)) - 1 | 1 << (left - 1)
        number += 1
    sets[number, 0] = ROOM // 64
    sets[number, 1] = acts
    return number + 1


@compiled
def play(rules: Alone, line: Line, at: int, code: int) -> None:
    for word in range(line.shape[1]):
        line[at + 1, word] = line[at, word]
    line[at + 1, PLY] = line[at, PLY] + 1
    sheet = line[at + 1, HEADER : HEADER + WORDS]
    act = code - ROOM
    if act < 0:
        paths = np.empty((code + 1, 3), np.int64)
        rows(rules.design, sheet, paths)
        kernel.draw_row(rules.design, sheet, int(paths[code, 0]), int(paths[code, 1]), int(paths[code, 2]))
    elif act < ADD:
        kernel.take_die(sheet, BLACK if act == TAKE else WHITE, int(line[at, SHOWN + act]))
    elif act < FOLD:
        kernel.add_one(sheet, act - ADD + 1)
    elif act < SAY_DONE:
        kernel.fold(rules.design, sheet, act - FOLD)
    else:
        sheet[DONE] = 1
    judge(rules, line, at + 1)


@compiled
def judge(rules: Alone, line: Line, at: int) -> None:
    """The end, or the next round when the player is done."""
    sheet = line[at, HEADER : HEADER + WORDS]
    line[at, STATUS] = PLAYING
    if sheet[DONE] == 2:
        line[at, STATUS] = CONNECTED
    elif sheet[DONE] == 1 and line[at, ROUND] == rules.rounds:
        line[at, STATUS] = LOST if rules.rounds == rules.column else ROUNDS
    elif sheet[DONE] == 1:
        kernel.begin_turn(rules.design, sheet)
        line[at, ROUND] += 1
        roll(rules, line, at)


@compiled
def scores(rules: Alone, line: Line, at: int, out: Words) -> None:
    out[line[at, SEAT]] = rules.crowns[line[at, ROUND]] if line[at, STATUS] == CONNECTED else 0


KERNEL = Kernel("hop_plie", _WORDS, ROOM // 64 + 1, ROOM + 64, moves, play, judge, scores)

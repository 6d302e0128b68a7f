"""A player's sheet as one row of words: the crosses on each side, the circles, the folds, and where the turn stands.

    0 … 14   crosses on the front, a word per row A to O, bit 0 for column 1
    15 … 29  crosses on the back
    30 … 59  circles, likewise
    60 …     the words named below

Places and sides are numbers whose last four bits are the column.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Words
from ludotheque.core.boards.compiled import compiled
from ludotheque.games.hop_plie.design import LONGEST, Design
from ludotheque.games.hop_plie.paper import SIZE
from ludotheque.games.hop_plie.sheet import BONUS

CIRCLES = 2 * SIZE
FOLDS = 4 * SIZE
"""The number of the way the sheet is folded."""
DIE = FOLDS + 1
"""The die in use: 0 none yet, 1 black, 2 white."""
DICE = FOLDS + 2
"""The numbers of the die still to be drawn: three bits for how often each."""
BONUSES = FOLDS + 3
"""Bonus numbers still to be drawn: eight bits each. On level 4: bits of the bonus cells landed on, by their count."""
PLUS = FOLDS + 4
"""Whether 1 can still be added to a number of the die in this turn."""
HELD = FOLDS + 5
"""The corner bonuses to be used in this turn, a bit for each corner."""
CROSSES = FOLDS + 6
"""How many crosses were drawn in this turn."""
DONE = FOLDS + 7
"""0 still drawing, 1 done, 2 all five targets connected."""
WORDS = FOLDS + 8

BLACK, WHITE = 1, 2


@compiled
def is_crossed(sheet: Words, side: int) -> int:
    return int(sheet[side >> 4] >> (side & 15)) & 1


@compiled
def dice_lengths(sheet: Words) -> int:
    """The numbers of the die still to be drawn, a bit each."""
    lengths = 0
    for number in range(1, LONGEST + 1):
        if (sheet[DICE] >> (3 * number)) & 7:
            lengths |= 1 << number
    return lengths


@compiled
def open_lengths(design: Design, sheet: Words) -> int:
    """The lengths of rows that may start anywhere, a bit each."""
    lengths = dice_lengths(sheet)
    if not design.landing:
        for number in range(1, 4):
            if (sheet[BONUSES] >> (8 * number)) & 255:
                lengths |= 1 << number
    return lengths


@compiled
def lengths_from(design: Design, sheet: Words, side: int, anywhere: int) -> int:
    """The lengths of rows from a start point: on level 4 a bonus is drawn from its own cell."""
    kind = int(design.kinds[side])
    if design.landing and BONUS < kind <= BONUS + 4 and (sheet[BONUSES] >> int(design.which[side])) & 1:
        return anywhere | 1 << (kind - BONUS)
    return anywhere

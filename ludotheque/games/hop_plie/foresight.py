"""A sheet played by one who knows what the dice will show, compiled.

After each round the most promising sheets are kept, however they came about, and every one is played on with the dice
of the next round. So what it finds can be done; but it does not try everything, and the fewest rounds may be fewer
still. `bound` tells below what they cannot be.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.compiled import compiled_apart
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.kernel import DONE, WORDS
from ludotheque.games.hop_plie.turns import DEPTH, Outlook, copy, keep, may_take, plan, room_for


@compiled_apart
def with_known_dice(outlook: Outlook, start: Words, boxes: Words, dice: Line, width: int, many: int) -> int:
    """In how many rounds a sheet was won; 0: in none. After each round `width` sheets are kept; `many` ends of the next
    turn are looked at from each."""
    beam, following, ends = room_for(width), room_for(width), room_for(many)
    sheet, path = np.empty(WORDS, np.int64), np.empty((DEPTH, 4), np.int64)
    copy(start, sheet)
    kernel.begin_turn(outlook.design, sheet)
    keep(beam, sheet, 0.0, path, 0)
    for number in range(dice.shape[0]):
        following.filled[0] = 0
        for at in range(beam.filled[0]):
            for die in range(1, 3):
                if not may_take(beam.sheets[at], die, int(boxes[number])):
                    continue
                copy(beam.sheets[at], sheet)
                kernel.take_die(sheet, die, int(dice[number, die - 1]))
                ends.filled[0] = 0
                plan(outlook, sheet, ends)
                if ends.sheets[0, DONE] == 2:
                    return number + 1
                for end in range(ends.filled[0]):
                    copy(ends.sheets[end], sheet)
                    kernel.begin_turn(outlook.design, sheet)
                    keep(following, sheet, float(ends.values[end]), path, 0)
        beam, following = following, beam
    return 0

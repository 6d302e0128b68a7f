"""A sheet played by one who knows what the dice will show, compiled.

After each round the most promising sheets are kept, however they came about, and every one is played on with the dice
of the next round. So what it finds can be done; but it does not try everything, and the fewest rounds may be fewer
still. `bound` tells below what they cannot be. `with_next_dice` plays one who knows the next roll and no more.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.compiled import compiled_apart
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.kernel import DONE, WORDS
from ludotheque.games.hop_plie.measure import WON
from ludotheque.games.hop_plie.turns import DEPTH, Kept, Outlook, copy, keep, look_ahead, may_take, plan, room_for


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


@compiled_apart
def _plan_with(outlook: Outlook, sheet: Words, allowed: int, dice: Words, ends: Kept) -> None:
    """Keeps the best ends of a turn that begins with this sheet and these dice."""
    taken = np.empty(WORDS, np.int64)
    kernel.begin_turn(outlook.design, sheet)
    ends.filled[0] = 0
    for die in range(1, 3):
        if may_take(sheet, die, allowed):
            copy(sheet, taken)
            kernel.take_die(taken, die, int(dice[die - 1]))
            plan(outlook, taken, ends)


@compiled_apart
def with_next_dice(outlook: Outlook, ahead: Outlook, start: Words, boxes: Words, dice: Line, faces: Line) -> int:
    """In how many rounds a sheet is won by one who thinks as masters do, and is told the next roll; 0: in none.

    The ends of a turn are put in order by what those dice make of them. From the best six the next turn is planned, and
    from its best ends one looks ahead over all dice."""
    ends, best, later = room_for(16), room_for(6), room_for(4)
    sheet = np.empty(WORDS, np.int64)
    copy(start, sheet)
    for number in range(dice.shape[0]):
        _plan_with(outlook, sheet, int(boxes[number]), dice[number], ends)
        if ends.values[0] <= WON:
            return number + 1
        if number + 2 >= dice.shape[0]:
            break
        best.filled[0] = 0
        for at in range(ends.filled[0]):
            copy(ends.sheets[at], sheet)
            _plan_with(ahead, sheet, int(boxes[number + 1]), dice[number + 1], later)
            keep(best, ends.sheets[at], float(later.values[0]), ends.paths[at], 0)
        chosen, least = 0, 1e9
        for at in range(best.filled[0] if best.values[0] > WON else 0):
            copy(best.sheets[at], sheet)
            _plan_with(outlook, sheet, int(boxes[number + 1]), dice[number + 1], later)
            for end in range(later.filled[0]):
                left = look_ahead(ahead, later.sheets[end], int(boxes[number + 2]), faces)[0]
                if left < least:
                    chosen, least = at, left
        copy(best.sheets[chosen], sheet)
    return 0

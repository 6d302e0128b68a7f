"""A sheet played by one who knows what the dice will show, compiled.

After each round the most promising sheets are kept, however they came about, and every one is played on with the dice of
the next round. So what it finds can be done; but it does not try everything, so the fewest rounds may be fewer still.
`bound` tells below what they cannot be.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.compiled import compiled_apart
from ludotheque.core.boards.randomness import below, random_next
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.kernel import DONE, WORDS
from ludotheque.games.hop_plie.turns import DEPTH, Outlook, copy, keep, may_take, plan, room_for


@compiled_apart
def rolled(faces: Line, rounds: int, seed: int) -> Line:
    """What the dice show in each round of a game that `turns.solo` plays with this seed: the black one and the white
    one."""
    dice = np.empty((rounds, 2), np.int64)
    for number in range(rounds):
        for die in range(2):
            seed = random_next(seed)
            dice[number, die] = faces[die, below(seed, 6)]
    return dice


@compiled_apart
def with_known_dice(outlook: Outlook, start: Words, boxes: Words, dice: Line, width: int, many: int) -> int:
    """In how many rounds a sheet was won, `width` sheets being kept after each round and `many` ends of a turn looked at
    for each of them; 0: in none."""
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

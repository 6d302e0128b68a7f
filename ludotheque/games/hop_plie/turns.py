"""Thinking a turn of Hop ! C'est plié through, compiled: rows, bonuses, folds and turning over together, in any order.

`plan` keeps the most promising sheets after each step (a beam), remembers how it came to them, and returns the best
sheets to end the turn with. `look_ahead` asks what the dice of the next turn will make of such a sheet. `solo` plays
whole games with both.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, RealGrid, Reals, Stack, Words, np
from ludotheque.core.boards.bits import first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.randomness import below, random_next
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.design import LONGEST, STEPS, Design
from ludotheque.games.hop_plie.kernel import BONUSES, DICE, DONE, HELD, PATHS, PLUS, WORDS
from ludotheque.games.hop_plie.measure import WON, Prospect, aims_of, rounds_left
from ludotheque.games.hop_plie.sheet import BONUS

DEPTH = 14
"""The most steps of one turn that are looked at."""
ROW, FOLD, PLUS_ONE = 0, 1, 2
"""What a step of a plan is."""
CREDIT = 0.08
"""What a cross still to be drawn is hoped to bring in mid-turn, in rounds."""
EITHER = 0
"""Instead of the dice that may be taken: somebody else chooses, and leaves the other."""


class Outlook(NamedTuple):
    """What a plan goes by: the sheet, the weights of the measure, and how much is kept in mind."""

    design: Design
    prospect: Prospect
    weights: Reals
    width: int
    """How many sheets are kept in mind at each step of a turn."""
    aims: int
    """How many aims are."""


class Kept(NamedTuple):
    """The best sheets so far, the best first, and the steps that led to each."""

    sheets: Line
    values: Reals
    digests: Words
    paths: Stack
    """Steps of four words: the kind, and the words of a row, the number of a fold, or the number that is raised."""
    lengths: Words
    filled: Words
    """How many there are."""


@compiled
def room_for(width: int) -> Kept:
    """Room for so many sheets."""
    return Kept(
        np.empty((width, WORDS), np.int64),
        np.empty(width, np.float64),
        np.empty(width, np.int64),
        np.empty((width, DEPTH, 4), np.int64),
        np.empty(width, np.int64),
        np.zeros(1, np.int64),
    )


@compiled
def promise(design: Design, prospect: Prospect, sheet: Words) -> float:
    """What the numbers still to be drawn are hoped to bring."""
    left = 0
    for number in range(1, LONGEST + 1):
        left += number * int((sheet[DICE] >> (3 * number)) & 7)
        if number < 4 and not prospect.turns:
            left += number * int((sheet[BONUSES] >> (8 * number)) & 255)
    if prospect.turns:
        landed = int(sheet[BONUSES])
        while landed:
            left += design.kinds[prospect.bonuses[first(landed)]] - BONUS
            landed &= landed - 1
    return CREDIT * left


@compiled
def copy(words: Words, out: Words) -> None:
    for word in range(WORDS):
        out[word] = words[word]


@compiled
def _digest(sheet: Words) -> int:
    """A number for a sheet: the same for equal ones, nearly always another for others."""
    digest = 17
    for word in range(WORDS):
        digest = ((digest ^ int(sheet[word])) * 1_000_003) & 0xFFFF_FFFF_FFFF
        digest ^= digest >> 17
    return digest


@compiled_apart
def keep(kept: Kept, sheet: Words, value: float, path: Line, depth: int) -> None:
    """Puts a sheet among the best so far, unless it is there or not good enough."""
    count, width = int(kept.filled[0]), kept.values.shape[0]
    if count == width and value >= kept.values[count - 1]:
        return
    digest = _digest(sheet)
    for i in range(count):
        if kept.digests[i] == digest:
            return
    at = count if count < width else count - 1
    while at > 0 and kept.values[at - 1] > value:
        _put(
            kept,
            at,
            kept.sheets[at - 1],
            kept.values[at - 1],
            kept.digests[at - 1],
            kept.paths[at - 1],
            kept.lengths[at - 1],
        )
        at -= 1
    _put(kept, at, sheet, value, digest, path, depth)
    if count < width:
        kept.filled[0] += 1


@compiled
def _put(kept: Kept, at: int, sheet: Words, value: float, digest: int, path: Line, depth: int) -> None:
    copy(sheet, kept.sheets[at])
    for step in range(depth):
        for word in range(4):
            kept.paths[at, step, word] = path[step, word]
    kept.values[at], kept.digests[at], kept.lengths[at] = value, digest, depth


@compiled
def do(design: Design, sheet: Words, step: Words) -> None:
    """Does one step of a plan."""
    if step[0] == ROW:
        kernel.draw_row(design, sheet, int(step[1]), int(step[2]), int(step[3]))
    elif step[0] == FOLD:
        kernel.fold(design, sheet, int(step[1]))
    else:
        kernel.add_one(sheet, int(step[1]))


@compiled
def steps_from(design: Design, sheet: Words, rows: Line, steps: Line) -> int:
    """Writes every step that can be done now; returns how many there are."""
    number = min(kernel.rows(design, sheet, rows), PATHS)
    for choice in range(number):
        steps[choice, 0] = ROW
        for word in range(3):
            steps[choice, word + 1] = rows[choice, word]
    folds = kernel.folds_open(design, sheet)
    for fold in range(len(STEPS)):
        if (folds >> fold) & 1:
            steps[number, 0], steps[number, 1] = FOLD, fold
            number += 1
    raised = kernel.dice_lengths(sheet) if sheet[PLUS] else 0
    for length in range(1, LONGEST):
        if (raised >> length) & 1:
            steps[number, 0], steps[number, 1] = PLUS_ONE, length
            number += 1
    return number


@compiled_apart
def plan(outlook: Outlook, start: Words, ends: Kept) -> int:
    """Adds the best sheets to end a turn with, from a sheet whose player has a die; returns how many were measured."""
    design, prospect, weights = outlook.design, outlook.prospect, outlook.weights
    beam, following = room_for(outlook.width), room_for(outlook.width)
    rows, steps = np.empty((PATHS, 3), np.int64), np.empty((PATHS + len(STEPS) + LONGEST, 4), np.int64)
    sheet, path = np.empty(WORDS, np.int64), np.empty((DEPTH, 4), np.int64)
    all_aims = np.empty(outlook.aims, np.int64)
    aims = all_aims[: aims_of(design, prospect, weights, start, all_aims)]
    keep(ends, start, rounds_left(design, prospect, weights, start, aims), path, 0)
    keep(beam, start, 0.0, path, 0)
    measured = 1
    for depth in range(DEPTH):
        following.filled[0] = 0
        for node in range(beam.filled[0]):
            for step in range(depth):
                for word in range(4):
                    path[step, word] = beam.paths[node, step, word]
            for choice in range(steps_from(design, beam.sheets[node], rows, steps)):
                copy(beam.sheets[node], sheet)
                for word in range(4):
                    path[depth, word] = steps[choice, word]
                do(design, sheet, path[depth])
                left = rounds_left(design, prospect, weights, sheet, aims)
                measured += 1
                keep(ends, sheet, left, path, depth + 1)
                if left <= WON:
                    return measured
                keep(following, sheet, left - promise(design, prospect, sheet), path, depth + 1)
        if following.filled[0] == 0:
            break
        beam, following = following, beam
    return measured


@compiled
def may_take(sheet: Words, die: int, allowed: int) -> int:
    """Whether a die may be taken: it is allowed, or a corner brings it."""
    corner = 3 if die == kernel.BLACK else 0
    return int((allowed >> die) | (sheet[HELD] >> corner)) & 1


@compiled
def _planned(outlook: Outlook, sheet: Words, die: int, face: int, best: Kept) -> int:
    """Keeps the best end of the turn with one die; returns how many sheets were measured."""
    taken = np.empty(WORDS, np.int64)
    copy(sheet, taken)
    kernel.take_die(taken, die, face)
    best.filled[0] = 0
    return plan(outlook, taken, best)


@compiled
def _begun(outlook: Outlook, end: Words) -> Words:
    """The sheet as the next turn begins."""
    sheet = np.empty(WORDS, np.int64)
    copy(end, sheet)
    kernel.begin_turn(outlook.design, sheet)
    return sheet


@compiled
def _each_face(outlook: Outlook, sheet: Words, allowed: int, faces: Line, left: RealGrid, ends: Line) -> int:
    """Plans the turn with each face of each die: what is `left` then, and the sheet it `ends` with, six for each die. A
    die that may not be taken leaves nothing to hope for. Returns how many sheets were measured."""
    best, measured = room_for(1), 0
    for die in range(2):
        open_ = allowed == EITHER or may_take(sheet, die + 1, allowed) != 0
        for face in range(6):
            if not open_:
                left[die, face] = WON
            elif face and faces[die, face] == faces[die, face - 1]:
                left[die, face] = left[die, face - 1]
            else:
                measured += _planned(outlook, sheet, die + 1, int(faces[die, face]), best)
                left[die, face] = best.values[0]
                copy(best.sheets[0], ends[6 * die + face])
    return measured


@compiled_apart
def look_ahead(outlook: Outlook, end: Words, allowed: int, faces: Line) -> tuple[float, int]:
    """About how many rounds will be left after the next turn, on average over the dice, and how many sheets were
    measured. `allowed` has a bit for each die that may be taken then, or is `EITHER`."""
    if end[DONE] == 2:
        return WON, 1
    sheet, left, ends = _begun(outlook, end), np.empty((2, 6), np.float64), np.empty((12, WORDS), np.int64)
    measured = _each_face(outlook, sheet, allowed, faces, left, ends)
    return _average(sheet, allowed, left), measured


@compiled_apart  # not one with `look_ahead`: calling itself, it crashed when numba 0.68 took it from its cache
def look_farther(outlook: Outlook, end: Words, allowed: int, after: int, faces: Line) -> tuple[float, int]:
    """The same for the turn after the next, if that one ends as it looks best; `after` are its dice. It is done often,
    so the last turn is planned with less in mind."""
    if end[DONE] == 2:
        return WON, 1
    thin = Outlook(outlook.design, outlook.prospect, outlook.weights, 1, 1)
    sheet, left, ends = _begun(outlook, end), np.empty((2, 6), np.float64), np.empty((12, WORDS), np.int64)
    measured = _each_face(outlook, sheet, allowed, faces, left, ends)
    for die in range(2):
        for face in range(6):
            if face and faces[die, face] == faces[die, face - 1]:
                left[die, face] = left[die, face - 1]
            elif left[die, face] > WON:
                left[die, face], more = look_ahead(thin, ends[6 * die + face], after, faces)
                measured += more
            else:
                left[die, face] = WON - 1
    return _average(sheet, allowed, left), measured


@compiled
def _average(sheet: Words, allowed: int, left: RealGrid) -> float:
    """What is left on average over all rolls, by what is left with each face of each die."""
    total = 0.0
    for black in range(6):
        for white in range(6):
            if allowed == EITHER:
                total += 0.5 * _of_dice(sheet, 1 << kernel.BLACK, left[0, black], left[1, white])
                total += 0.5 * _of_dice(sheet, 1 << kernel.WHITE, left[0, black], left[1, white])
            else:
                total += _of_dice(sheet, allowed, left[0, black], left[1, white])
    return total / 36


@compiled
def _of_dice(sheet: Words, allowed: int, black: float, white: float) -> float:
    """What is left with the better of the dice that may be taken."""
    if not may_take(sheet, kernel.WHITE, allowed):
        return black
    return min(black, white) if may_take(sheet, kernel.BLACK, allowed) else white


@compiled_apart
def _chosen(ahead: Outlook, ends: Kept, farther: int, allowed: int, after: int, faces: Line) -> int:
    """The best of some ends of a turn: by the next turn, and for the `farther` best of them by the one after it."""
    number = int(ends.filled[0])
    if number == 1 or ends.values[0] <= WON:
        return 0
    for at in range(number):
        ends.values[at] = look_ahead(ahead, ends.sheets[at], allowed, faces)[0]
    order = np.empty(number, np.int64)
    for at in range(number):  # the fewest rounds first
        place = at
        while place > 0 and ends.values[order[place - 1]] > ends.values[at]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = at
    best, least = int(order[0]), 1e9
    for i in range(min(farther, number)):
        left = look_farther(ahead, ends.sheets[order[i]], allowed, after, faces)[0]
        if left < least:
            best, least = int(order[i]), left
    return best


@compiled_apart
def rolled(faces: Line, rounds: int, seed: int) -> Line:
    """What the dice show in each round, drawn from a seed: the black one and the white one."""
    dice = np.empty((rounds, 2), np.int64)
    for number in range(rounds):
        for die in range(2):
            seed = random_next(seed)
            dice[number, die] = faces[die, below(seed, 6)]
    return dice


@compiled_apart
def solo(
    outlook: Outlook,
    ahead: Outlook,
    many: int,
    farther: int,
    start: Words,
    boxes: Words,
    faces: Line,
    seed: int,
    track: Line,
) -> int:
    """Plays one game alone, with the dice drawn from a seed: the round it was won in, or 0 after as many as `track` has
    rows, in which it writes the sheet after each round. Where a turn has `many` ends it looks ahead from each, and from
    the `farther` best of them farther still."""
    sheet, taken, ends = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64), room_for(many)
    copy(start, sheet)
    columns, dice = boxes.shape[0], rolled(faces, track.shape[0], seed)
    for round_ in range(track.shape[0]):
        kernel.begin_turn(outlook.design, sheet)
        ends.filled[0] = 0
        for die in range(1, 3):
            if may_take(sheet, die, int(boxes[round_ % columns])):
                copy(sheet, taken)
                kernel.take_die(taken, die, int(dice[round_, die - 1]))
                plan(outlook, taken, ends)
        allowed, after = int(boxes[(round_ + 1) % columns]), int(boxes[(round_ + 2) % columns])
        copy(ends.sheets[_chosen(ahead, ends, farther, allowed, after, faces)], sheet)
        copy(sheet, track[round_])
        if sheet[DONE] == 2:
            return round_ + 1
    return 0

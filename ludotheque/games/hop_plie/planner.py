"""Thinking about a sheet: how far it is from the end, and what to draw and fold in one turn, compiled.

`effort` estimates how many crosses are still to be drawn. It adds two things: the way from the start points to what
must be crossed before the sheet can be folded or turned, and the crosses missing between the targets on the sheet as it
will lie in the end.

`plan` looks for the best turn: rows, bonuses, folds and turning over together, in any order. It keeps the most
promising sheets after each step (a beam) and remembers how it came to them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.bits import first
from ludotheque.core.compiled import Line, Words, compiled, compiled_apart
from ludotheque.core.lines import below, random_next
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie.design import LONGEST, MARGIN, STEPS, TURN, Design, Folded, atlas
from ludotheque.games.hop_plie.kernel import BONUSES, CIRCLES, DICE, DONE, FOLDS, HELD, PATHS, PLUS, WORDS, is_crossed
from ludotheque.games.hop_plie.paper import CELLS, CORNERS, EDGES, WIDTH
from ludotheque.games.hop_plie.sheet import BONUS, Sheet

WON = -1000.0
"""The effort of a sheet that has won."""
DEPTH = 14
"""The most steps of one turn that are looked at."""
_FAR = 1_000_000
ROW, FOLD, PLUS_ONE = 0, 1, 2
"""What a step of a plan is."""
WEIGHTS = np.array([2.24, 8.96, 3.45, 1.2, 4.2, 0.3, 0.1])
"""What counts how much in the effort: the way to smileys and bulbs; each of them that cannot be seen yet; a corner not
folded; a corner folded large (to its credit); the back before it is turned up; a number still to be drawn (to its
credit, in mid-turn); the way to a gap between targets."""
WAY, UNSEEN, UNFOLDED, LARGE, BACK, CREDIT, APPROACH = range(7)


class Outlook(NamedTuple):
    """What `effort` needs to know of a sheet, beside its design."""

    end: NDArray[np.int16]
    """By folds: how the sheet will lie in the end, if all corners left are folded small."""
    unfolded: NDArray[np.int8]
    """By folds: a bit for each corner not folded yet."""
    turned: NDArray[np.int16]
    """By folds: how the sheet will lie when it is turned over; the same where that is done, or never is."""
    edges: NDArray[np.int8]
    """By folds: a bit for each blunt corner not folded yet."""
    bonuses: NDArray[np.int8]
    """The number of each bonus cell, as they are counted."""
    turns: bool
    """Whether the sheet is turned over in the course of the game."""


@lru_cache(maxsize=64)
def outlook_of(sheet: Sheet) -> Outlook:
    """The outlook of a sheet."""
    turns = sheet.level == 4
    ways = atlas(over=turns)
    end, unfolded, turned, edges = [], [], [], []
    for way in ways.ways:
        sizes = tuple(size or 1 for size in way.corners)
        rest = tuple(edge for edge in EDGES if edge not in way.edges)
        last = Folded(sizes, over=True, edges=way.edges + rest) if turns else Folded(sizes)
        end.append(ways.numbers[last])
        unfolded.append(sum(1 << at for at, size in enumerate(way.corners) if not size))
        turned.append(ways.numbers[Folded(sizes, over=True)] if turns and not way.over else ways.numbers[way])
        edges.append(sum(1 << at for at, edge in enumerate(EDGES) if edge not in way.edges))
    return Outlook(
        np.array(end, np.int16),
        np.array(unfolded, np.int8),
        np.array(turned, np.int16),
        np.array(edges, np.int8),
        np.array([sheet.prints[side] - BONUS for side in sheet.find(*range(BONUS + 1, BONUS + 5))] or [0], np.int8),
        turns,
    )


@compiled
def _wanted(design: Design, outlook: Outlook, sheet: Words, sides: Words) -> int:
    """Writes the sides that must be crossed before the corners are folded and the sheet is turned, and are not; returns
    how many."""
    folds, number = sheet[FOLDS], 0
    for corner in range(len(CORNERS)):
        if (outlook.unfolded[folds] >> corner) & 1:
            number = _missing(design, sheet, 2 * corner, sides, number)
    if outlook.turned[folds] != folds:
        number = _missing(design, sheet, TURN, sides, number)
    return number


@compiled
def _wanted_behind(design: Design, outlook: Outlook, sheet: Words, sides: Words) -> int:
    """Writes the sides that must be crossed before the blunt corners are folded, and are not; returns how many."""
    number = 0
    for edge in range(len(EDGES)):
        if (outlook.edges[sheet[FOLDS]] >> edge) & 1:
            number = _missing(design, sheet, TURN + 1 + edge, sides, number)
    return number


@compiled
def _missing(design: Design, sheet: Words, step: int, sides: Words, number: int) -> int:
    i = 0
    while design.needs[step, i] >= 0:
        side = int(design.needs[step, i])
        if not is_crossed(sheet, side):
            sides[number] = side
            number += 1
        i += 1
    return number


@compiled
def _apart(a: int, b: int) -> int:
    return abs((a >> 4) - (b >> 4)) + abs((a & 15) - (b & 15))


@compiled_apart
def _way_to(design: Design, sheet: Words, folds: int, sides: Words, number: int, hidden: float) -> float:
    """How long the lines are that lead from start points to these sides, each from the nearest, on a sheet folded so;
    sides that cannot be seen yet count so much each."""
    spot = design.spot[folds]
    places = np.empty(64, np.int64)
    near = np.empty(64, np.int64)
    count, unseen = 0, 0
    for i in range(number):
        place = int(spot[sides[i]])
        if place < 0:
            unseen += 1
        else:
            places[count] = place
            near[count] = _FAR
            count += 1
    for row in range(CIRCLES):
        circles = int(sheet[CIRCLES + row])
        while circles:
            start = int(spot[row * WIDTH + first(circles)])
            circles &= circles - 1
            if start >= 0:
                for i in range(count):
                    near[i] = min(near[i], _apart(start, int(places[i])))
    total = hidden * unseen
    for _ in range(count):
        nearest = 0
        for i in range(count):
            if near[i] < near[nearest]:
                nearest = i
        total += near[nearest]
        at = int(places[nearest])
        near[nearest] = _FAR
        for i in range(count):
            if near[i] < _FAR:
                near[i] = min(near[i], _apart(at, int(places[i])))
    return total


@compiled_apart
def _from_starts(design: Design, sheet: Words, folds: int, near: Words, queue: Words) -> None:
    """How far each place is from the nearest start point, on the sheet as it will lie in the end."""
    ground = design.ground[folds]
    head = tail = 0
    for place in range(CELLS):
        near[place] = _FAR
    for row in range(CIRCLES):
        circles = int(sheet[CIRCLES + row])
        while circles:
            place = int(design.spot[folds, row * WIDTH + first(circles)])
            circles &= circles - 1
            if place >= 0:
                near[place] = 0
                queue[tail] = place
                tail += 1
    while head < tail:
        at = int(queue[head])
        head += 1
        for direction in range(4):
            place = at + kernel.offset(direction)
            if ground[place + MARGIN] >= 0 and near[place] == _FAR:
                near[place] = near[at] + 1
                queue[tail] = place
                tail += 1


@compiled_apart
def _gaps(design: Design, outlook: Outlook, sheet: Words, approach: float) -> float:
    """How many crosses are missing between the targets, on the sheet as it will lie in the end; and, so much weighed,
    the way from a start point to each gap."""
    folds = int(outlook.end[sheet[FOLDS]])
    look, ground = design.look[folds], design.ground[folds]
    distance = np.empty(CELLS, np.int64)
    before = np.empty(CELLS, np.int64)
    queue = np.empty(2 * CELLS * 4 + 2, np.int64)
    joined = np.zeros(CELLS, np.int64)
    goal = np.zeros(CELLS, np.int64)
    for side in design.targets:
        if design.spot[folds, side] < 0:
            return float(_FAR)
        goal[design.spot[folds, side]] = 1
    source = int(design.spot[folds, design.targets[0]])
    goal[source] = 0
    joined[source] = 1
    near = np.empty(CELLS, np.int64)
    _from_starts(design, sheet, folds, near, queue)
    total = 0.0
    if not is_crossed(sheet, int(design.targets[0])):
        total += 1 + approach * (near[source] - 1)
    for _ in range(design.targets.shape[0] - 1):
        head = tail = CELLS * 4
        for place in range(CELLS):
            distance[place] = _FAR
            if joined[place]:
                distance[place] = 0
                before[place] = -1
                queue[tail] = place
                tail += 1
        found = -1
        while head < tail:
            at = int(queue[head])
            head += 1
            if goal[at]:
                found = at
                break
            for direction in range(4):
                place = at + kernel.offset(direction)
                if ground[place + MARGIN] < 0:
                    continue
                step = 1 - is_crossed(sheet, int(look[place]))
                if distance[at] + step < distance[place]:
                    distance[place] = distance[at] + step
                    before[place] = at
                    if step:
                        queue[tail] = place
                        tail += 1
                    else:
                        head -= 1
                        queue[head] = place
        if found < 0:
            return float(_FAR)
        total += distance[found]
        goal[found] = 0
        closest = _FAR
        while found >= 0 and not joined[found]:
            joined[found] = 1
            if not is_crossed(sheet, int(look[found])):
                closest = min(closest, near[found])
            found = int(before[found])
        if closest < _FAR:
            total += approach * (closest - 1)
    return total


@compiled_apart
def effort(design: Design, outlook: Outlook, weights: NDArray[np.float64], sheet: Words) -> float:
    """About how many crosses are still to be drawn."""
    if sheet[DONE] == 2:
        return WON
    sides = np.empty(64, np.int64)
    folds = int(sheet[FOLDS])
    number = _wanted(design, outlook, sheet, sides)
    way = _way_to(design, sheet, folds, sides, number, weights[UNSEEN])
    if outlook.turns:
        number = _wanted_behind(design, outlook, sheet, sides)
        way += _way_to(design, sheet, int(outlook.turned[folds]), sides, number, weights[UNSEEN])
    total = float(weights[WAY] * way) + _gaps(design, outlook, sheet, weights[APPROACH])
    for corner in range(len(CORNERS)):
        size = design.corners[folds, corner]
        total += weights[UNFOLDED] if size == 0 else -weights[LARGE] if size == 2 else 0.0
    if outlook.turns:
        back = 0
        for edge in range(len(EDGES)):
            back += (outlook.edges[folds] >> edge) & 1
        total += weights[UNFOLDED] * back
        if outlook.turned[folds] != folds:
            total += weights[BACK]
    return total


@compiled
def promise(outlook: Outlook, sheet: Words, credit: float) -> float:
    """What the numbers still to be drawn are hoped to bring."""
    left = 0
    for number in range(1, LONGEST + 1):
        left += number * int((sheet[DICE] >> (3 * number)) & 7)
        if number < 4 and not outlook.turns:
            left += number * int((sheet[BONUSES] >> (8 * number)) & 255)
    if outlook.turns:
        landed = int(sheet[BONUSES])
        while landed:
            left += outlook.bonuses[first(landed)]
            landed &= landed - 1
    return credit * left


@compiled
def _digest(sheet: Words) -> int:
    """A number for a sheet: the same for equal ones, nearly always another for others."""
    digest = 17
    for word in range(WORDS):
        digest = ((digest ^ sheet[word]) * 1_000_003) & 0xFFFF_FFFF_FFFF
        digest ^= digest >> 17
    return digest


@compiled_apart
def _keep(
    sheet: Words,
    value: float,
    path: Line,
    depth: int,
    kept: Line,
    values: NDArray[np.float64],
    digests: Words,
    paths: NDArray[np.int64],
    count: int,
) -> int:
    """Puts a sheet among the best so far, unless it is there or not good enough; returns how many there are."""
    width = values.shape[0]
    if count == width and value >= values[count - 1]:
        return count
    digest = _digest(sheet)
    for i in range(count):
        if digests[i] == digest:
            return count
    at = count if count < width else count - 1
    while at > 0 and values[at - 1] > value:
        for word in range(WORDS):
            kept[at, word] = kept[at - 1, word]
        for step in range(depth):
            for word in range(4):
                paths[at, step, word] = paths[at - 1, step, word]
        values[at], digests[at] = values[at - 1], digests[at - 1]
        at -= 1
    for word in range(WORDS):
        kept[at, word] = sheet[word]
    for step in range(depth):
        for word in range(4):
            paths[at, step, word] = path[step, word]
    values[at], digests[at] = value, digest
    return count if count == width else count + 1


@compiled
def do(design: Design, sheet: Words, step: Words) -> None:
    """Does one step of a plan."""
    if step[0] == ROW:
        kernel.draw_row(design, sheet, int(step[1]), int(step[2]), int(step[3]))
    elif step[0] == FOLD:
        kernel.fold(design, sheet, int(step[1]))
    else:
        kernel.add_one(sheet, int(step[1]))


@compiled_apart
def plan(
    design: Design,
    outlook: Outlook,
    weights: NDArray[np.float64],
    start: Words,
    width: int,
    steps_out: Line,
) -> tuple[int, float]:
    """The best turn found from a sheet whose player has a die: its steps, how many, and the effort left after it.

    A step is four words: its kind, and the words of a row, the number of a fold, or the number that is raised.
    """
    sheets, following = np.empty((width, WORDS), np.int64), np.empty((width, WORDS), np.int64)
    ways, ways_on = np.empty((width, DEPTH, 4), np.int64), np.empty((width, DEPTH, 4), np.int64)
    values, digests = np.empty(width, np.float64), np.empty(width, np.int64)
    rows, sheet = np.empty((PATHS, 3), np.int64), np.empty(WORDS, np.int64)
    path = np.empty((DEPTH, 4), np.int64)
    for word in range(WORDS):
        sheets[0, word] = start[word]
    count, best, best_length = 1, effort(design, outlook, weights, start), 0
    for depth in range(DEPTH):
        kept = 0
        for node in range(count):
            for step in range(depth):
                for word in range(4):
                    path[step, word] = ways[node, step, word]
            number = min(kernel.rows(design, sheets[node], rows), PATHS)
            folds = kernel.folds_open(design, sheets[node])
            raised = kernel.dice_lengths(sheets[node]) if sheets[node, PLUS] else 0
            for choice in range(number + len(STEPS) + LONGEST):
                for word in range(WORDS):
                    sheet[word] = sheets[node, word]
                if choice < number:
                    path[depth, 0] = ROW
                    for word in range(3):
                        path[depth, word + 1] = rows[choice, word]
                elif choice < number + len(STEPS):
                    fold = choice - number
                    if not (folds >> fold) & 1:
                        continue
                    path[depth, 0] = FOLD
                    path[depth, 1] = fold
                else:
                    raised_number = choice - number - len(STEPS)
                    if not (raised >> raised_number) & 1:
                        continue
                    path[depth, 0] = PLUS_ONE
                    path[depth, 1] = raised_number
                do(design, sheet, path[depth])
                left = effort(design, outlook, weights, sheet)
                if left < best:
                    best, best_length = left, depth + 1
                    for step in range(depth + 1):
                        for word in range(4):
                            steps_out[step, word] = path[step, word]
                    if left <= WON:
                        return best_length, best
                value = left - promise(outlook, sheet, weights[CREDIT])
                kept = _keep(sheet, value, path, depth + 1, following, values, digests, ways_on, kept)
        if kept == 0:
            break
        sheets, following = following, sheets
        ways, ways_on = ways_on, ways
        count = kept
    return best_length, best


@compiled_apart
def solo(
    design: Design,
    outlook: Outlook,
    weights: NDArray[np.float64],
    start: Words,
    boxes: Words,
    faces: Line,
    width: int,
    seed: int,
) -> int:
    """Plays one game alone, with the dice drawn from a seed: the round it was won in, or 0."""
    sheet, chosen = np.empty(WORDS, np.int64), np.empty(WORDS, np.int64)
    steps, best_steps = np.empty((DEPTH, 4), np.int64), np.empty((DEPTH, 4), np.int64)
    for word in range(WORDS):
        sheet[word] = start[word]
    for round_ in range(boxes.shape[0]):
        kernel.begin_turn(design, sheet)
        best, best_die, best_length, best_face = 1e9, 0, 0, 0
        for die in range(1, 3):
            seed = random_next(seed)
            face = int(faces[die - 1, below(seed, 6)])
            corner = 3 if die == kernel.BLACK else 0
            if not (boxes[round_] >> die) & 1 and not (sheet[HELD] >> corner) & 1:
                continue
            for word in range(WORDS):
                chosen[word] = sheet[word]
            kernel.take_die(chosen, die, face)
            length, left = plan(design, outlook, weights, chosen, width, steps)
            if left < best:
                best, best_die, best_length, best_face = left, die, length, face
                for step in range(length):
                    for word in range(4):
                        best_steps[step, word] = steps[step, word]
        kernel.take_die(sheet, best_die, best_face)
        for step in range(best_length):
            do(design, sheet, best_steps[step])
        if sheet[DONE] == 2:
            return round_ + 1
    return 0

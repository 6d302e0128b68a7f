"""Every row of crosses that can be drawn on a sheet.

A path is written in three words: its points, six to a word, ten bits each (the place, and how it is reached from the
point before), and a word with the number that is spent and how many points there are.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.bits import first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.games.hop_plie.design import LONGEST, MARGIN, SPECIAL, Design
from ludotheque.games.hop_plie.pad import BONUSES, CIRCLES, FOLDS, is_crossed, lengths_from, open_lengths
from ludotheque.games.hop_plie.paper import SIZE, WIDTH
from ludotheque.games.hop_plie.sheet import ICE, RAY, STAR

STRAIGHT, SLIDE, JUMP = 0, 1, 2
"""How a point of a path is reached."""
PATHS = 1 << 14
"""Room for so many paths, more than the sheets of the box need."""
_FRAMES = 1 << 9


class Trail(NamedTuple):
    """A row that is being drawn: where it has come to and heads, over how many cells, what is written of it so far, and
    the stars at which it could bend."""

    at: int
    heading: int
    steps: int
    low: int
    high: int
    points: int
    stars: int


class Field(NamedTuple):
    """Where rows are drawn, by which numbers, and where they are written."""

    ground: Words
    rays: Words
    lengths: int
    longest: int
    frames: Line
    """The ways on that wait, each a trail."""
    out: Line


@compiled
def offset(direction: int) -> int:
    """From a place to the next one in a direction: 0 up, 1 right, 2 down, 3 left."""
    step = 1 if direction & 1 else WIDTH
    return step if direction == 1 or direction == 2 else -step


@compiled
def longest_of(lengths: int) -> int:
    number = LONGEST
    while number > 0 and not (lengths >> number) & 1:
        number -= 1
    return number


@compiled
def with_point(low: int, high: int, points: int, place: int, reached: int) -> tuple[int, int, int]:
    """A path with one more point."""
    point = place | reached << 8
    if points < 6:
        return low | point << (10 * points), high, points + 1
    return low, high | point << (10 * (points - 6)), points + 1


@compiled
def point_of(low: int, high: int, number: int) -> int:
    """A point of a path: its place, and in the bits above how it is reached."""
    return ((low >> (10 * number)) if number < 6 else (high >> (10 * (number - 6)))) & 1023


@compiled
def write_path(out: Line, at: int, low: int, high: int, points: int, number: int) -> int:
    """Writes a path, if there is room, and counts it."""
    if at < out.shape[0]:
        out[at, 0] = low
        out[at, 1] = high
        out[at, 2] = number | points << 4
    return at + 1


@compiled
def beyond_ice(ground: Words, place: int, direction: int) -> int:
    """Where a sledge comes to rest: the first place after the ice, or -1 where it may not."""
    at, step = place, offset(direction)
    while ground[at + MARGIN] == ICE:
        at += step
    return at if ground[at + MARGIN] >= 0 else -1


@compiled_apart
def rows(design: Design, sheet: Words, out: Line) -> int:
    """Writes every row that can be drawn now, as far as there is room; returns how many there are."""
    anywhere = open_lengths(design, sheet)
    if anywhere == 0 and sheet[BONUSES] == 0:
        return 0
    folds = sheet[FOLDS]
    ground = design.ground[folds]
    rays = np.empty(design.rays.shape[0], np.int64)
    ray_count = 0
    for side in design.rays:
        if design.spot[folds, side] >= 0:
            rays[ray_count] = design.spot[folds, side]
            ray_count += 1
    frames = np.empty((_FRAMES, 7), np.int64)
    found = 0
    for row in range(2 * SIZE):
        circles = int(sheet[CIRCLES + row])
        while circles:
            side = row * WIDTH + first(circles)
            circles &= circles - 1
            start = int(design.spot[folds, side])
            lengths = lengths_from(design, sheet, side, anywhere)
            if start < 0 or lengths == 0:
                continue
            field = Field(ground, rays[:ray_count], lengths, longest_of(lengths), frames, out)
            for direction in range(4):
                reach = int(design.reach[folds, start, direction])
                if reach < SPECIAL:
                    found = _straight(start, offset(direction), lengths & ((2 << reach) - 1), out, found)
                else:
                    found = _winding(design, sheet, field, Trail(start, direction, 0, start, 0, 1, 0), found)
    return found


@compiled
def _straight(start: int, step: int, lengths: int, out: Line, found: int) -> int:
    """The rows from one start point in one direction over plain cells, one for each length."""
    while lengths:
        number = first(lengths)
        lengths &= lengths - 1
        found = write_path(out, found, start | (start + step * number) << 10, 0, 2, number)
    return found


@compiled
def _winding(design: Design, sheet: Words, field: Field, begun: Trail, found: int) -> int:
    """The rows from one start point that begin in one direction, over all kinds of cells. Where a row may bend, its
    ways on wait as frames; so does its beginning."""
    waiting = _pushed(field.frames, 0, begun, begun.heading, begun.stars)
    while waiting > 0:
        trail = _pulled(field.frames, waiting - 1)
        waiting, found = _onward(design, sheet, field, trail, waiting - 1, found)
    return found


@compiled
def _onward(design: Design, sheet: Words, field: Field, trail: Trail, waiting: int, found: int) -> tuple[int, int]:
    """Straight on from there, as far as the row may go: how many ways wait, and how many rows there are."""
    step, at, steps, stars = offset(trail.heading), trail.at, trail.steps, trail.stars
    while steps < field.longest:
        place = at + step
        kind = int(field.ground[place + MARGIN])
        if kind < 0:
            break
        steps += 1
        if kind >= ICE:  # the plain cells come first
            if kind == ICE and field.ground[at + MARGIN] != ICE:
                found = _slides(field, trail, place, steps, found)
            there = _reaching(trail, place, STRAIGHT, steps, stars)
            if kind == RAY and field.rays.shape[0] > 1:
                return _jumps(field, there, waiting, found)
            if kind == STAR and steps < field.longest:
                side = int(design.look[sheet[FOLDS], place])
                star = 1 << int(design.which[side])
                if not is_crossed(sheet, side) and not stars & star:
                    stars |= star
                    for way in range(4):
                        if way != trail.heading:
                            waiting = _pushed(field.frames, waiting, there, way, stars)
        if (field.lengths >> steps) & 1:
            low, high, points = with_point(trail.low, trail.high, trail.points, place, STRAIGHT)
            found = write_path(field.out, found, low, high, points, steps)
        at = place
    return waiting, found


@compiled
def _reaching(trail: Trail, place: int, how: int, steps: int, stars: int) -> Trail:
    """The same row, with one more point."""
    low, high, points = with_point(trail.low, trail.high, trail.points, place, how)
    return Trail(place, trail.heading, steps, low, high, points, stars)


@compiled
def _jumps(field: Field, trail: Trail, waiting: int, found: int) -> tuple[int, int]:
    """A row has crossed a ray: it goes on from every other one, in every direction, or ends there."""
    steps = trail.steps
    for ray in field.rays:
        if ray == trail.at:
            continue
        there = _reaching(trail, int(ray), JUMP, steps, trail.stars)
        if (field.lengths >> steps) & 1:
            found = write_path(field.out, found, there.low, there.high, there.points, steps)
        if steps < field.longest:
            for way in range(4):
                waiting = _pushed(field.frames, waiting, there, way, trail.stars)
    return waiting, found


@compiled
def _pushed(frames: Line, waiting: int, trail: Trail, way: int, stars: int) -> int:
    frames[waiting, 0] = trail.at
    frames[waiting, 1] = way
    frames[waiting, 2] = trail.steps
    frames[waiting, 3] = trail.low
    frames[waiting, 4] = trail.high
    frames[waiting, 5] = trail.points
    frames[waiting, 6] = stars
    return waiting + 1


@compiled
def _pulled(frames: Line, at: int) -> Trail:
    return Trail(
        int(frames[at, 0]),
        int(frames[at, 1]),
        int(frames[at, 2]),
        int(frames[at, 3]),
        int(frames[at, 4]),
        int(frames[at, 5]),
        int(frames[at, 6]),
    )


@compiled
def _slides(field: Field, trail: Trail, place: int, steps: int, found: int) -> int:
    """The rows that sledge from the first cell of an ice surface, one for each number that reaches it. A number that
    would just as well walk there is left to walking."""
    end = beyond_ice(field.ground, place, trail.heading)
    if end < 0:
        return found
    walked = steps + (end - place) // offset(trail.heading)
    for number in range(steps, LONGEST + 1):
        if (field.lengths >> number) & 1 and number != walked:
            low, high, points = with_point(trail.low, trail.high, trail.points, end, SLIDE)
            found = write_path(field.out, found, low, high, points, number)
    return found

"""Every row of crosses that can be drawn on a sheet.

A path is written in three words: its points, six to a word, ten bits each (the place, and how it is reached from the
point before), and a word with the number that is spent and how many points there are.
"""

from __future__ import annotations

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
            longest = longest_of(lengths)
            for direction in range(4):
                reach = int(design.reach[folds, start, direction])
                if reach < SPECIAL:
                    found = _straight(start, offset(direction), lengths & ((2 << reach) - 1), out, found)
                else:
                    found = _winding(
                        design, sheet, ground, start, direction, lengths, longest, rays, ray_count, frames, out, found
                    )
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
def _winding(
    design: Design,
    sheet: Words,
    ground: Words,
    start: int,
    direction: int,
    lengths: int,
    longest: int,
    rays: Words,
    ray_count: int,
    frames: Line,
    out: Line,
    found: int,
) -> int:
    """The rows from one start point that begin in one direction, over all kinds of cells. Where a row may bend, its
    ways on wait as frames."""
    at, heading, steps, low, high, points, stars = start, direction, 0, start, 0, 1, 0
    top = 0
    while True:
        step = offset(heading)
        while steps < longest:
            place = at + step
            kind = int(ground[place + MARGIN])
            if kind < 0:
                break
            steps += 1
            if kind >= ICE:  # the plain cells come first
                if kind == ICE and ground[at + MARGIN] != ICE:
                    found = _slides(ground, place, heading, steps, lengths, low, high, points, out, found)
                l2, h2, p2 = with_point(low, high, points, place, STRAIGHT)
                if kind == RAY and ray_count > 1:
                    top, found = _jumps(
                        rays, ray_count, place, steps, lengths, longest, l2, h2, p2, stars, frames, top, out, found
                    )
                    break
                if kind == STAR and steps < longest:
                    side = int(design.look[sheet[FOLDS], place])
                    star = 1 << int(design.which[side])
                    if not is_crossed(sheet, side) and not stars & star:
                        stars |= star
                        for way in range(4):
                            if way != heading:
                                top = _push(frames, top, place, way, steps, l2, h2, p2, stars)
            if (lengths >> steps) & 1:
                l2, h2, p2 = with_point(low, high, points, place, STRAIGHT)
                found = write_path(out, found, l2, h2, p2, steps)
            at = place
        if top == 0:
            return found
        top -= 1
        at, heading, steps = int(frames[top, 0]), int(frames[top, 1]), int(frames[top, 2])
        low, high, points = int(frames[top, 3]), int(frames[top, 4]), int(frames[top, 5])
        stars = int(frames[top, 6])


@compiled
def _jumps(
    rays: Words,
    ray_count: int,
    place: int,
    steps: int,
    lengths: int,
    longest: int,
    low: int,
    high: int,
    points: int,
    stars: int,
    frames: Line,
    top: int,
    out: Line,
    found: int,
) -> tuple[int, int]:
    """A row has crossed a ray: it goes on from every other one, in every direction, or ends there."""
    for i in range(ray_count):
        ray = int(rays[i])
        if ray == place:
            continue
        l3, h3, p3 = with_point(low, high, points, ray, JUMP)
        if (lengths >> steps) & 1:
            found = write_path(out, found, l3, h3, p3, steps)
        if steps < longest:
            for way in range(4):
                top = _push(frames, top, ray, way, steps, l3, h3, p3, stars)
    return top, found


@compiled
def _push(
    frames: Line, top: int, place: int, heading: int, steps: int, low: int, high: int, points: int, stars: int
) -> int:
    frames[top, 0] = place
    frames[top, 1] = heading
    frames[top, 2] = steps
    frames[top, 3] = low
    frames[top, 4] = high
    frames[top, 5] = points
    frames[top, 6] = stars
    return top + 1


@compiled
def _slides(
    ground: Words,
    place: int,
    heading: int,
    steps: int,
    lengths: int,
    low: int,
    high: int,
    points: int,
    out: Line,
    found: int,
) -> int:
    """The rows that sledge from the first cell of an ice surface, one for each number that reaches it. A number that
    would just as well walk there is left to walking."""
    end = beyond_ice(ground, place, heading)
    if end < 0:
        return found
    walked = steps + (end - place) // offset(heading)
    for number in range(steps, LONGEST + 1):
        if (lengths >> number) & 1 and number != walked:
            l2, h2, p2 = with_point(low, high, points, end, SLIDE)
            found = write_path(out, found, l2, h2, p2, number)
    return found

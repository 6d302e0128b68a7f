"""The arithmetic of Hop ! C'est plié: rows of crosses, folds, and whether the targets are connected.

A player's sheet is one row of words: the crosses on each side, the circles, how it is folded, and where the player's
turn stands. A `Design` holds what is printed (see `design`). Places and sides are numbers whose last four bits are the
column.

    0 … 14   crosses on the front, a word per row A to O, bit 0 for column 1
    15 … 29  crosses on the back
    30 … 59  circles, likewise
    60 …     the words named below

A path of crosses is written in three words: its points, six to a word, ten bits each (the place, and how it is reached
from the point before), and a word with the number that is spent and how many points there are.
"""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import count, first
from ludotheque.core.compiled import Line, Words, compiled, compiled_apart
from ludotheque.core.grid import nth
from ludotheque.core.lines import below, random_next
from ludotheque.games.hop_plie.design import LONGEST, MARGIN, SPECIAL, Design
from ludotheque.games.hop_plie.paper import CELLS, SIZE, WIDTH
from ludotheque.games.hop_plie.sheet import BONUS, ICE, RAY, STAR

CIRCLES = 2 * SIZE
FOLDS = 4 * SIZE
"""The number of the way the sheet is folded."""
DIE = FOLDS + 1
"""The die in use: 0 none yet, 1 black, 2 white."""
DICE = FOLDS + 2
"""The numbers of the die still to be drawn: three bits for how often each."""
BONUSES = FOLDS + 3
"""Bonus numbers still to be drawn: eight bits each. On level 4: bits of the bonus cells landed on, by their count."""
USED = FOLDS + 4
"""On level 4: the bonus cells landed on in this turn."""
PLUS = FOLDS + 5
"""Whether 1 can still be added to a number of the die in this turn."""
HELD = FOLDS + 6
"""The corner bonuses to be used in this turn, a bit for each corner."""
CROSSES = FOLDS + 7
"""How many crosses were drawn in this turn."""
DONE = FOLDS + 8
"""0 still drawing, 1 done, 2 all five targets connected."""
WORDS = FOLDS + 9

BLACK, WHITE = 1, 2
STRAIGHT, SLIDE, JUMP = 0, 1, 2
"""How a point of a path is reached."""
PATHS = 1 << 14
"""Room for so many paths, more than the sheets of the box need."""
_FRAMES = 1 << 9
_CORNERS = 4


@compiled
def is_crossed(sheet: Words, side: int) -> int:
    return int(sheet[side >> 4] >> (side & 15)) & 1


@compiled
def is_circled(sheet: Words, side: int) -> int:
    return int(sheet[CIRCLES + (side >> 4)] >> (side & 15)) & 1


@compiled
def offset(direction: int) -> int:
    """From a place to the next one in a direction: 0 up, 1 right, 2 down, 3 left."""
    step = 1 if direction & 1 else WIDTH
    return step if direction == 1 or direction == 2 else -step


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


@compiled
def _cross(design: Design, sheet: Words, side: int) -> None:
    """One more cross; a bonus crossed for the first time can be drawn."""
    kind = int(design.kinds[side])
    if kind > BONUS and kind <= BONUS + 3 and not design.landing and not is_crossed(sheet, side):
        sheet[BONUSES] += 1 << (8 * (kind - BONUS))
    sheet[side >> 4] |= 1 << (side & 15)
    sheet[CROSSES] += 1


@compiled
def _circle(sheet: Words, side: int) -> None:
    sheet[CIRCLES + (side >> 4)] |= 1 << (side & 15)


@compiled
def _spend(design: Design, sheet: Words, start: int, number: int) -> None:
    """Takes the number a row is drawn with: a bonus before a number of the die, to which 1 might still be added."""
    if design.landing:
        kind = int(design.kinds[start])
        if kind == BONUS + number and (sheet[BONUSES] >> int(design.which[start])) & 1:
            sheet[BONUSES] &= ~(1 << int(design.which[start]))
            return
    elif number < 4 and (sheet[BONUSES] >> (8 * number)) & 255:
        sheet[BONUSES] -= 1 << (8 * number)
        return
    sheet[DICE] -= 1 << (3 * number)


@compiled_apart
def draw_row(design: Design, sheet: Words, low: int, high: int, tail: int) -> None:
    """Draws a row that `rows` has listed."""
    look = design.look[sheet[FOLDS]]
    number, points = tail & 15, tail >> 4
    at = low & 255
    _spend(design, sheet, int(look[at]), number)
    for i in range(1, points):
        point = point_of(low, high, i)
        place, reached = point & 255, point >> 8
        if reached == JUMP:
            _circle(sheet, int(look[at]))
            _cross(design, sheet, int(look[place]))
            _circle(sheet, int(look[place]))
        else:
            step = _towards(at, place)
            while at != place:
                at += step
                _cross(design, sheet, int(look[at]))
        at = place
    side = int(look[at])
    _circle(sheet, side)
    if design.landing and int(design.which[side]) >= 0 and not (sheet[USED] >> int(design.which[side])) & 1:
        sheet[USED] |= 1 << int(design.which[side])
        sheet[BONUSES] |= 1 << int(design.which[side])
    judge(design, sheet)


@compiled
def _towards(at: int, place: int) -> int:
    """The step from one place to another in the same row or column."""
    step = 1 if at >> 4 == place >> 4 else WIDTH
    return step if place > at else -step


@compiled
def may_fold(design: Design, sheet: Words, step: int) -> bool:
    """Whether a fold, or turning over, can be done now: it is possible, and all it needs is crossed."""
    if design.after[sheet[FOLDS], step] < 0:
        return False
    i = 0
    while design.needs[step, i] >= 0:
        if not is_crossed(sheet, int(design.needs[step, i])):
            return False
        i += 1
    return True


@compiled
def folds_open(design: Design, sheet: Words) -> int:
    """Everything that can be done to the paper now, a bit for each step."""
    steps = 0
    for step in range(design.after.shape[1]):
        if may_fold(design, sheet, step):
            steps |= 1 << step
    return steps


@compiled
def fold(design: Design, sheet: Words, step: int) -> None:
    sheet[FOLDS] = design.after[sheet[FOLDS], step]
    judge(design, sheet)


@compiled
def all_folded(design: Design, sheet: Words) -> bool:
    folds = sheet[FOLDS]
    unfolded = 0
    for corner in range(_CORNERS):
        unfolded += design.corners[folds, corner] == 0
    return unfolded == 0


@compiled_apart
def connected(design: Design, sheet: Words) -> int:
    """How many targets are connected to the centre by crosses one sees, itself included; 0 when it is not crossed."""
    folds = sheet[FOLDS]
    centre = int(design.spot[folds, design.targets[0]])
    if centre < 0 or not is_crossed(sheet, int(design.targets[0])):
        return 0
    look = design.look[folds]
    ink = np.zeros(SIZE + 2, np.int64)  # an empty row above and below
    for place in range(CELLS):
        if look[place] >= 0 and is_crossed(sheet, int(look[place])):
            ink[(place >> 4) + 1] |= 1 << (place & 15)
    reached = np.zeros(SIZE + 2, np.int64)
    reached[(centre >> 4) + 1] = 1 << (centre & 15)
    growing = True
    while growing:
        growing = False
        for row in range(1, SIZE + 1):
            here = reached[row]
            wider = (here | here << 1 | here >> 1 | reached[row - 1] | reached[row + 1]) & ink[row]
            while wider != here:
                growing = True
                here = wider
                wider = (here | here << 1 | here >> 1) & ink[row]
            reached[row] = here
    number = 0
    for side in design.targets:
        place = int(design.spot[folds, side])
        if place >= 0 and (reached[(place >> 4) + 1] >> (place & 15)) & 1:
            number += 1
    return number


@compiled
def targets_crossed(design: Design, sheet: Words) -> int:
    number = 0
    for side in design.targets:
        number += is_crossed(sheet, int(side))
    return number


@compiled
def judge(design: Design, sheet: Words) -> None:
    """A player who has folded all corners and connected all targets is done, and has won."""
    all_ = design.targets.shape[0]
    if all_folded(design, sheet) and targets_crossed(design, sheet) == all_ and connected(design, sheet) == all_:
        sheet[DONE] = 2


@compiled
def large_corners(design: Design, sheet: Words) -> int:
    """The corners folded large, a bit each."""
    bits = 0
    for corner in range(_CORNERS):
        if design.corners[sheet[FOLDS], corner] == 2:
            bits |= 1 << corner
    return bits


@compiled
def begin_turn(design: Design, sheet: Words) -> None:
    """A new turn: nothing drawn yet, and the corners folded large so far bring their bonuses."""
    for word in range(DIE, WORDS):
        sheet[word] = 0
    sheet[HELD] = large_corners(design, sheet)


@compiled
def take_die(sheet: Words, die: int, face: int) -> None:
    """A player takes a die; its numbers are packed as in DICE. White has its +1 in the second corner, black in the
    third."""
    sheet[DIE] = die
    sheet[DICE] = face
    sheet[PLUS] = (sheet[HELD] >> (1 if die == WHITE else 2)) & 1


@compiled
def add_one(sheet: Words, number: int) -> None:
    """Adds 1 to a number of the die."""
    sheet[DICE] += (1 << (3 * (number + 1))) - (1 << (3 * number))
    sheet[PLUS] = 0


@compiled_apart
def playouts(
    design: Design, start: Words, faces: Line, games: int, rounds: int, seed: int
) -> tuple[int, int, int, int]:
    """Random games of one player with a die at random each round: rows drawn, rounds, wins, the generator's state.

    Of all that can be done (rows, folds, done) one is drawn, each alike, but `done` only when no number is left.
    """
    sheet = np.empty(WORDS, np.int64)
    paths = np.empty((PATHS, 3), np.int64)
    drawn, played, won = 0, 0, 0
    for _ in range(games):
        for word in range(WORDS):
            sheet[word] = start[word]
        for _ in range(rounds):
            begin_turn(design, sheet)
            seed = random_next(seed)
            die = 1 + below(seed, 2)
            seed = random_next(seed)
            take_die(sheet, die, int(faces[die - 1, below(seed, 6)]))
            played += 1
            while sheet[DONE] == 0:
                number = min(rows(design, sheet, paths), PATHS)
                steps = folds_open(design, sheet)
                if number == 0 and steps == 0:
                    break
                seed = random_next(seed)
                chosen = below(seed, number + count(steps))
                if chosen < number:
                    draw_row(design, sheet, int(paths[chosen, 0]), int(paths[chosen, 1]), int(paths[chosen, 2]))
                    drawn += 1
                else:
                    fold(design, sheet, nth(steps, chosen - number))
            if sheet[DONE] == 2:
                won += 1
                break
    return drawn, played, won, seed

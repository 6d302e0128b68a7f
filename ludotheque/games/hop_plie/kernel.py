"""The arithmetic of Hop ! C'est plié: drawing rows of crosses, folding, and whether the targets are connected.

A player's sheet is one row of words (see `pad`). A `Design` holds what is printed (see `design`). The rows that can be
drawn are found in `rowpaths`.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.grid import nth
from ludotheque.core.boards.randomness import below, random_next
from ludotheque.games.hop_plie.design import Design
from ludotheque.games.hop_plie.pad import (
    BLACK,
    BONUSES,
    CIRCLES,
    CROSSES,
    DICE,
    DIE,
    DONE,
    FOLDS,
    HELD,
    PLUS,
    WHITE,
    WORDS,
    dice_lengths,
    is_crossed,
    open_lengths,
)
from ludotheque.games.hop_plie.paper import CELLS, SIZE, WIDTH
from ludotheque.games.hop_plie.rowpaths import JUMP, PATHS, offset, point_of, rows
from ludotheque.games.hop_plie.sheet import BONUS

__all__ = [
    "BLACK",
    "BONUSES",
    "CIRCLES",
    "CROSSES",
    "DICE",
    "DIE",
    "DONE",
    "FOLDS",
    "HELD",
    "PATHS",
    "PLUS",
    "WHITE",
    "WORDS",
    "add_one",
    "begin_turn",
    "connected",
    "dice_lengths",
    "dice_open",
    "draw_row",
    "fold",
    "folds_open",
    "is_crossed",
    "large_corners",
    "offset",
    "open_lengths",
    "playouts",
    "rows",
    "take_die",
    "targets_crossed",
]
_CORNERS = 4


@compiled
def _cross(design: Design, sheet: Words, side: int) -> None:
    """One more cross; a bonus crossed for the first time can be drawn."""
    kind = int(design.kinds[side])
    if kind > BONUS and kind <= BONUS + 3 and not design.landing and not is_crossed(sheet, side):
        sheet[BONUSES] += 1 << (8 * (kind - BONUS))
    sheet[side >> 4] |= 1 << (side & 15)
    sheet[CROSSES] += 1


@compiled
def _land(design: Design, sheet: Words, side: int) -> None:
    """On level 4 a row earns the bonus it ends on, if nothing has crossed that cell before: not even in passing."""
    if design.landing and int(design.which[side]) >= 0 and not is_crossed(sheet, side):
        sheet[BONUSES] |= 1 << int(design.which[side])


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
    _land(design, sheet, int(look[point_of(low, high, points - 1) & 255]))
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
    _circle(sheet, int(look[at]))
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
def dice_open(allowed: int, held: int) -> int:
    """The dice a player may take, a bit each (black, white): those allowed, and those that a corner bonus brings back,
    bottom right the black one, top left the white one."""
    return allowed | (held >> 3 & 1) | (held & 1) << 1


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

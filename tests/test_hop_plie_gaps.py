"""What is missing between two targets is what a search cell by cell finds."""

from __future__ import annotations

import random
from collections import deque

import numpy as np

from ludotheque.core.boards.arrays import Words
from ludotheque.games.hop_plie import design, gaps, kernel
from ludotheque.games.hop_plie.gaps import FAR
from ludotheque.games.hop_plie.paper import CELLS, WIDTH
from ludotheque.games.hop_plie.sheet import of_level
from tests.volume import volume


def _by_cells(drawn: design.Design, sheet: Words, folds: int, start: int, goal: int) -> int:
    """The fewest cells without a cross on a way from one place to another, the goal counted in."""
    look, ground = drawn.look[folds], drawn.ground[folds]
    found, queue = {start: 0}, deque([start])
    while queue:
        at = queue.popleft()
        for step in (1, -1, WIDTH, -WIDTH):
            place = at + step
            if ground[place + design.MARGIN] < 0:
                continue
            cost = found[at] + 1 - kernel.is_crossed(sheet, int(look[place]))
            if cost < found.get(place, FAR):
                found[place] = cost
                queue.append(place)
    return found.get(goal, FAR)


def _sheet_with(crossed: list[int], starts: list[int]) -> Words:
    sheet = np.zeros(kernel.WORDS, np.int64)
    for side in crossed:
        sheet[side >> 4] |= 1 << (side & 15)
    for side in starts:
        sheet[kernel.CIRCLES + (side >> 4)] |= 1 << (side & 15)
    return sheet


def test_between_two_targets_as_many_crosses_are_missing_as_a_search_by_cells_finds() -> None:
    rng = random.Random(5)
    seen = set()
    for level in (1, 3, 4):
        drawn = design.design_of(of_level(level))
        floor = gaps.floor_of(drawn)
        for _ in range(volume(40, 400)):
            folds = rng.randrange(len(drawn.look))
            sides = [side for side in range(2 * CELLS) if drawn.spot[folds, side] >= 0]
            free = [side for side in sides if drawn.ground[folds, drawn.spot[folds, side] + design.MARGIN] >= 0]
            sheet = _sheet_with(rng.sample(sides, rng.randrange(len(sides))), [])
            centre, other = rng.sample(free, 2)
            two = drawn._replace(targets=np.array([centre, other], np.int16))
            start, goal = int(drawn.spot[folds, centre]), int(drawn.spot[folds, other])
            wanted = _by_cells(drawn, sheet, folds, start, goal) + 1 - kernel.is_crossed(sheet, centre)
            assert gaps.gaps(two, floor, sheet, folds)[0] == wanted
            seen.add(min(wanted, 12))
    assert {0, 1, 4, 8} <= seen


def test_pieces_and_the_way_to_them_from_start_points() -> None:
    """Row H: the middle of the way is crossed, so two pieces are missing; how far the whole way is from a
    start point counts once."""
    drawn = design.design_of(of_level(1))
    floor, row = gaps.floor_of(drawn), 7 * WIDTH
    straight = drawn._replace(targets=np.array([row + 7, row], np.int16))
    middle = [row + 7, row + 4, row + 3]
    assert gaps.gaps(straight, floor, _sheet_with(middle, [row + 4]), 0) == (5, 2, 0)
    assert gaps.gaps(straight, floor, _sheet_with(middle, [row + 7 - 2 * WIDTH]), 0) == (5, 2, 2)
    bent = drawn._replace(targets=np.array([row + 7, row + 2 * WIDTH + 5], np.int16))
    assert gaps.gaps(bent, floor, _sheet_with([row + 7], [row + 7]), 0) == (4, 2, 0)
    assert gaps.gaps(bent, floor, _sheet_with([], []), 0)[2] == FAR - 1
    assert gaps.gaps(drawn, floor, _sheet_with([], []), 0)[0] == FAR, "some targets are not to be seen yet"

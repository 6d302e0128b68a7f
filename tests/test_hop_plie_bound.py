"""Nobody needs fewer rounds than the bound says, and its trees are the cheapest there are."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from benchmarks.dice import least, told_one
from benchmarks.sheets import BOTS, boxes_of, dice_seed, rounds
from ludotheque.drawing.drawn import start
from ludotheque.games.hop_plie import GAME, bound, foresight, mind, turns
from ludotheque.games.hop_plie.paper import CELLS, WIDTH
from ludotheque.games.hop_plie.rules import HopPlieState, die_faces, packed
from ludotheque.games.hop_plie.setting import SOLO_ROUNDS
from ludotheque.games.hop_plie.sheet import of_level
from tests.volume import volume

pytestmark = pytest.mark.slow
_SIDE = 4
_FOUR = [row * WIDTH + column for row in range(_SIDE) for column in range(_SIDE)]


def _hangs_together(cells: set[int]) -> bool:
    edge = [min(cells)]
    reached = set(edge)
    while edge:
        at = edge.pop()
        more = {at - WIDTH, at + WIDTH, at - 1, at + 1} & cells - reached
        reached |= more
        edge += more
    return reached == cells


def test_trees_are_the_cheapest_of_all_sets_of_cells() -> None:
    rng = random.Random(1)
    for _ in range(4):
        costs = np.full(CELLS, -1, np.int64)
        for place in rng.sample(_FOUR, 12):
            costs[place] = rng.choice((0, 1, 1))
        cells = [place for place in _FOUR if costs[place] >= 0]
        ends = rng.sample(cells, 3)
        found = bound.trees(costs, np.zeros(CELLS, np.int64), np.array(ends[1:], np.int64))[3, ends[0]]
        sets = (
            {*ends, *others}
            for number in range(len(cells) - 2)
            for others in combinations([cell for cell in cells if cell not in ends], number)
        )
        tried = [int(sum(costs[place] for place in each)) for each in sets if _hangs_together(each)]
        assert found == min(tried) if tried else found > len(cells)


def test_nobody_who_knows_the_dice_needs_fewer_rounds_than_the_bound() -> None:
    state = start(GAME, players=1)
    assert isinstance(state, HopPlieState)
    outlook, new = mind.outlook_of(state, BOTS["expert"]), state.setting.new_sheet()
    for game in range(volume(2, 12)):
        dice, needed = turns.rolled(die_faces(), 29, dice_seed(game)), least(game)
        won = foresight.with_known_dice(outlook, new, boxes_of(game), dice, 2, 2)
        assert 7 <= needed < won
        assert foresight.with_known_dice(outlook, new, boxes_of(game), dice[:needed], 1, 1) == 0


def test_nor_does_a_master_who_is_told_the_next_roll_and_an_expert_needs_more() -> None:
    """Fewer rounds than an expert takes, who does not know it, all games together."""
    games = range(volume(1, 24))
    told = [told_one(game) for game in games]
    assert all(least(game) < taken <= SOLO_ROUNDS for game, taken in zip(games, told, strict=True))
    assert sum(told) < sum(rounds(1, games, BOTS["expert"]))


def test_more_crosses_from_the_dice_need_no_more_rounds() -> None:
    costs = bound.costs_of(of_level(1))
    fives, boxes = np.full((29, 2), packed("2+3"), np.int64), np.full(29, 6, np.int64)
    least_cost = min(costs.to_win.values())
    assert bound.rounds_needed(costs, boxes, fives) <= -(-least_cost // 5)
    assert bound.rounds_needed(costs, boxes, np.full((29, 2), packed("1+1"), np.int64)) > least_cost // 5
    assert bound.rounds_needed(costs, boxes[:3], fives[:3]) == 4

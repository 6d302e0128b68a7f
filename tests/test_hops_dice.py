"""Hops, the dice game: the examples of the rules, and each of their sentences that can be tested."""

from __future__ import annotations

import random
import time
from itertools import product
from typing import cast

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.boards.lines import BLOCKED, STATUS
from ludotheque.core.boards.squares import name_of
from ludotheque.games.hops_dice import kernel
from ludotheque.games.hops_dice.rules import DieMove, HopsDiceState
from ludotheque.testing.play import last_of, random_states
from tests.cases import board, texts


def start(**options: object) -> HopsDiceState:
    return cast(HopsDiceState, lt.start("hops_dice", **options))


def way(state: HopsDiceState, move: str) -> list[tuple[str, int]]:
    return [(name_of(stop.square), stop.value) for stop in state.path(state.parse(move))]


@pytest.mark.parametrize(
    ("setup", "squares"),
    [
        ("corners", "A1 A3 A5 A7 C7 E7 G7 G5 G3 G1 E1 C1"),
        ("edges", "A2 A4 A6 B7 D7 F7 G6 G4 G2 F1 D1 B1"),
    ],
)
def test_setup(setup: str, squares: str) -> None:
    state = start(setup=setup)
    held = {name_of(square): letter for square, letter in state.cells().items()}
    assert held == {name: "rb"[i % 2] + "1" for i, name in enumerate(squares.split())}
    assert state.acting == (0,)


FIGURE_4 = """
    r1 .  .  .  .  .  b1
    .  .  .  .  .  .  .
    .  .  b4 .  r4 .  .
    .  r1 .  .  .  .  .
    r1 .  .  .  .  .  b1
    .  .  .  .  .  .  .
    b1 .  r1 b1 r1 .  b1
"""


def test_figure_4() -> None:
    """D2 jumps to D6 through B4, over C3 and C5, and steps to D5."""
    state = start(position=board(FIGURE_4, "r"))
    assert "D2-D5=1" in texts(state)
    assert way(state, "D2-D5=1") == [("D2", 1), ("B4", 1), ("D6", 1), ("D5", 1)]
    assert "D2-D6=1" not in texts(state), "a chain of jumps ends with a step"


@pytest.mark.parametrize("reading", ["move", "next"])
def test_figure_4_bis_no_going_straight_back(reading: str) -> None:
    """Over C3 and straight back over it would raise the die from 1 to 2 and beyond."""
    state = start(position=board(FIGURE_4.replace("b4", "b1"), "r"), back_and_forth=reading)
    values = {move.value for move in cast(tuple[DieMove, ...], state.moves()) if name_of(move.origin) == "D2"}
    assert values == {1, 2}, "over a die of equal value once"
    with pytest.raises(lt.IllegalMove, match="no legal jump"):
        state.play("D2xB4=2xD2=2-D1")


def test_the_two_readings_of_back_and_forth_differ() -> None:
    """A tail and a circle: once round the circle and back over the tail is allowed by "next" alone."""
    more = 0
    rng = random.Random(4)
    for _ in range(60):
        state = cast(HopsDiceState, last_of(start(), rng, 60))
        if state.over:
            continue
        strict = texts(start(position=state.position()))
        loose = texts(start(position=state.position(), back_and_forth="next"))
        assert strict <= loose
        more += len(loose - strict)
    assert more > 0


FIGURE_5 = """
    r1 .  .  .  r1 .  b1
    .  .  .  .  .  .  .
    b6 .  .  .  .  .  r1
    .  .  b1 .  b4 .  .
    .  b3 .  .  b5 .  .
    .  r2 .  .  .  .  .
    .  .  r1 .  .  .  r1
"""
FULL_5 = "F2xD2=3xD4=3xD6=4xF4=5-G4"


def test_figure_5() -> None:
    state = start(position=board(FIGURE_5, "r"))
    assert "F2-G4=5" in texts(state)
    assert way(state, "F2-G4=5") == [("F2", 2), ("D2", 3), ("D4", 3), ("D6", 4), ("F4", 5), ("G4", 5)]
    assert state.long_form(state.parse("F2-G4=5")) == FULL_5
    assert state.parse(FULL_5) == state.parse("F2-G4=5")
    assert state.play(FULL_5) == state.play("F2-G4=5")


FIGURE_6 = """
    .  .  .  .  r6 .  .
    .  .  b5 .  .  .  .
    .  .  .  .  .  .  r6
    .  b2 .  .  r6 .  .
    .  r4 .  .  .  b1 .
    .  .  .  .  r6 .  b1
    b1 .  r6 .  .  .  b1
"""


def test_figure_6_a_win_in_the_middle_of_a_move() -> None:
    """E2 goes to C2 keeping 4, to A4 becoming 5, to A6 becoming 6: won, with no closing step."""
    state = start(position=board(FIGURE_6, "r"))
    assert way(state, "E2-A6=6#") == [("E2", 4), ("C2", 4), ("A4", 5), ("A6", 6)]
    won = state.play("E2-A6=6#")
    assert won.outcome == lt.Outcome((1.0, 0.0), (0,), "six sixes")
    assert state.play("E2xC2=4xA4=5xA6=6#") == won
    assert not [text for text in texts(state) if text.startswith("E2") and text.endswith("=6")], "no chain past the win"
    with pytest.raises(lt.IllegalMove, match="no closing step"):
        state.play("E2xC2=4xA4=5xA6=6-A7")
    with pytest.raises(lt.IllegalMove, match="does not win"):
        state.play("E2xC2=4#")


def test_values_change_only_as_the_rules_say() -> None:
    for shown, over in product(range(1, 7), repeat=2):
        mask = kernel.shown_after(1 << shown, over)
        if shown == over:
            expected = {value for value in (shown - 1, shown, shown + 1) if 1 <= value <= 6}
        elif abs(shown - over) == 1:
            expected = {shown, over}
        else:
            expected = {shown}
        assert {value for value in range(1, 7) if mask >> value & 1} == expected


def test_a_step_changes_nothing() -> None:
    state = start()
    assert all(text.endswith("=1") for text in texts(state))


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["move", "next"])
def test_long_chains_are_found_and_shown(reading: str) -> None:
    """Every move has a way; replayed jump by jump, it is the same move. Some ways are long."""
    rng = random.Random(reading)
    longest = 0
    for _ in range(12):
        state = cast(HopsDiceState, last_of(start(setup="edges", back_and_forth=reading), rng, 80))
        for move in cast(tuple[DieMove, ...], state.moves()):
            path = state.path(move)
            longest = max(longest, len(path) - 2)
            if len(path) > 2 or move.wins:
                assert state.parse(state.long_form(move)) == move
    assert longest >= 6


def test_eleven_jumps_at_ply_three_of_edges() -> None:
    """Nothing caps a chain: this die goes nearly all around the board before it can become a two."""
    state = start(setup="edges").play("A2-A1=1").play("A4-B4=1")
    way_round = "A1xC1=1xE1=1xG1=1xG3=1xG5=1xG7=1xE7=1xC7=1xA7=1xA5=1xC3=2-B3"
    assert state.long_form(state.parse("A1-B3=2")) == way_round
    assert state.parse(way_round) in state.moves()


def test_ways_are_found_quickly() -> None:
    """A player waits for the picture: no way may take seconds to find, whatever the position."""
    rng = random.Random(9)
    slowest = 0.0
    for state, _, move in random_states(start(), rng, 300):
        began = time.perf_counter()
        cast(HopsDiceState, state).path(cast(DieMove, move))
        slowest = max(slowest, time.perf_counter() - began)
    assert slowest < 2


CIRCLE = ["A1-B1=1", "A3-B3=1", "B1-A1=1", "B3-A3=1"]


def test_house_third_repetition_draws() -> None:
    state = start()
    for move in CIRCLE * 2:
        state = state.play(move)
    assert state.outcome == lt.Outcome((0.5, 0.5), (), "repetition")
    free = start(repetition=None)
    for move in CIRCLE * 3:
        free = free.play(move)
    assert not free.over
    twice = start(repetition=2)
    for move in CIRCLE:
        twice = twice.play(move)
    assert twice.outcome is not None


def test_house_too_many_moves_draw() -> None:
    state = start(max_plies=2).play("A1-B1=1").play("A3-B3=1")
    assert state.outcome == lt.Outcome((0.5, 0.5), (), "too long")


@pytest.mark.parametrize(("loses", "points"), [(0, [1, 1]), (1, [0, 2])])
def test_house_a_blocked_player_draws_or_loses(loses: int, points: list[int]) -> None:
    """Twelve dice cannot block a player on this board, so the score is read from a row marked as blocked."""
    state = start()
    line = state.line.copy()
    line[-1, STATUS] = BLOCKED
    rules = np.array([0, 3, 400, loses], np.int64)
    out = np.zeros(2, np.int64)
    kernel.scores(rules, line, 0, out)
    assert out.tolist() == points


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("A3-A4=1", "not yours"),
        ("D4-D5=1", "D4 is empty"),
        ("A1-A3=1", "A3 is occupied"),
        ("A1-D4=1", "cannot end on D4"),
        ("A1-A2=2", "would end there with 1, not 2"),
        ("A1-A2=1#", "without #"),
        ("A1-A2", "is not a move"),
        ("A1-A2=7", "is not a move"),
        ("D4xD6=1-D7", "no die on D4"),
    ],
)
def test_refusals_say_why(move: str, why: str) -> None:
    with pytest.raises(lt.IllegalMove, match=why):
        start().play(move)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("r1.b1.r1.b1/......./b1.....r1/...r.../r1.....b1/......./b1.r1.b1.r1 r", "D4 holds 'r"),
        ("r1.b1.r1.b1/......./b1.....r7/......./r1.....b1/......./b1.r1.b1.r1 r", "C7 holds 'r7"),
        ("r1.b1.r1.b1/......./b1.....r1/......./r1.....b1/......./b1.r1.b1.. r", "there must be 6 red dice, not 5"),
        ("r6.b1.r6.b1/......./b1.....r6/......./r6.....b1/......./b1.r6.b1.r6 r", "already won"),
    ],
)
def test_impossible_positions_are_refused(position: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        start(position=position)


def test_a_position_the_other_has_won_is_over() -> None:
    state = start(position="r6.b1.r6.b1/......./b1.....r6/......./r6.....b1/......./b1.r6.b1.r6 b")
    assert state.outcome == lt.Outcome((1.0, 0.0), (0,), "six sixes")

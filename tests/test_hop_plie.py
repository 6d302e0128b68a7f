"""Hop ! C'est plié: a scripted turn for each sentence of the rules.

Folds and what they bring are in `test_hop_plie_folds`, the end and playing alone in `test_hop_plie_end`, what levels
2 to 4 add in `test_hop_plie_ice`, `_rays` and `_bulbs`."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any, cast

import pytest

import ludotheque as lt
from ludotheque.core.contract import CHANCE
from ludotheque.games.hop_plie import sheet as sheets
from ludotheque.games.hop_plie.paper import CORNERS, name_of
from ludotheque.games.hop_plie.rules import HopPlieState, restore
from tests.cases import printed_both_ways
from tests.pads import (
    BACK,
    BLACK,
    SMALL,
    WHITE,
    acts,
    cells,
    changed,
    circles,
    crosses,
    drawing,
    marked,
    new,
    own_sheet,
    page,
    refused,
    rows,
    say,
    seen,
)
from tests.volume import volume

# Material


def test_what_the_dice_can_show() -> None:
    state = lt.start("hop_plie")
    assert state.acting == (CHANCE,)
    assert {str(move) for move in state.moves()} == {f"roll {black} {white}" for black in BLACK for white in WHITE}
    for wrong in ("roll 3 4", "roll 3+2 3", "roll 4", "roll 4 2", "black", "roll 4 3 3"):
        with pytest.raises(lt.IllegalMove):
            state.play(wrong)


def test_how_often_the_dice_show_what() -> None:
    """Black shows 4 4 5 2+2 2+3 2+3 and white 3 1+1 1+1 1+2 1+2 1+2, independently."""
    state, rng, rolls = lt.start("hop_plie"), random.Random(1), 36_000
    shown = Counter(str(state.draw(rng)) for _ in range(rolls))
    black = {"4": 2, "5": 1, "2+2": 1, "2+3": 2}
    white = {"3": 1, "1+1": 2, "1+2": 3}
    for b, often in black.items():
        for w, times in white.items():
            assert shown[f"roll {b} {w}"] == pytest.approx(rolls * often * times / 36, rel=0.12)
    assert lt.roll(state, random.Random(5)) == lt.roll(state, random.Random(5))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_sheet_each_all_of_the_same_level(players: int) -> None:
    state = cast(HopPlieState, lt.start("hop_plie", players=players, level=3))
    assert len(state.seats) == players
    pages = [page(state, seat) for seat in range(players)]
    assert all(each == pages[0] for each in pages)
    assert len(pages[0]["crossed"]) == 30
    assert state.view(0)["level"] == 3


def test_what_is_refused_before_a_game() -> None:
    for options, why in (
        ({"players": 5}, "players"),
        ({"players": 0}, "players"),
        ({"level": 5}, "level"),
        ({"column": 7}, "column"),
        ({"players": 2, "column": 3}, "column"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"sheet": own_sheet(2), "level": 3}, "level=3: the given sheet is of level 2"),
        ({"dice": 2}, "dice"),
    ):
        with pytest.raises(ValueError, match=why):
            lt.start("hop_plie", **options)


# A turn


def test_the_active_player_picks_a_die_and_the_others_use_the_other() -> None:
    rolled = cast(HopPlieState, lt.start("hop_plie", players=3).play("roll 2+3 1+1"))
    assert rolled.acting == (0,)
    assert acts(rolled) == {"black", "white"}
    black, white = rolled.play("black"), rolled.play("white")
    assert [page(black, seat)["numbers"] for seat in range(3)] == [[2, 3], [1, 1], [1, 1]]
    assert [page(white, seat)["numbers"] for seat in range(3)] == [[1, 1], [2, 3], [2, 3]]
    for state in (black, white):
        refused(state, "black")
        refused(state, "white")
    with pytest.raises(lt.IllegalMove, match="it is not the turn of player 2, but of player 1"):
        rolled.play("black", 1)
    refused(rolled, "row A1-A3")
    refused(rolled, "done")


def test_all_draw_at_the_same_time_each_on_their_own_sheet() -> None:
    state = drawing("2+3", players=3)
    assert set(state.acting) == {0, 1, 2}
    assert state.waiting == state.acting
    one = say(state, "2:row A1-A4", "0:row A1-C1", "1:row O1-O4", "0:row A15-A12")
    other = say(state, "0:row A1-C1", "0:row A15-A12", "1:row O1-O4", "2:row A1-A4")
    assert one == other
    assert new(state, one, 0)[0] == cells("B1-C1 A12-A14")
    assert new(state, one, 1)[0] == cells("O2-O4")
    assert new(state, one, 2)[0] == cells("A2-A4")


def test_sheets_are_public() -> None:
    state = say(drawing("2+3", players=3), "2:row A1-A4", "0:row A1-C1")
    told = [state.view(seat)["sheets"] for seat in (0, 1, 2, None)]
    assert all(each == told[0] for each in told)
    assert restore(state.view(2)) == restore(state.view(None)) == state


def test_the_turn_ends_when_all_are_done_and_the_next_clockwise_is_active() -> None:
    state = cast(HopPlieState, lt.start("hop_plie", players=3))
    for turn in range(7):
        assert state.view(None)["round"] == turn + 1
        assert state.acting == (CHANCE,)
        state = say(state, "roll 4 3")
        assert state.acting == (turn % 3,), "round about, player 1 first"
        state = say(state, "black", "2:done")
        assert set(state.acting) == {0, 1}
        refused(state, "done", "it is not the turn of player 3", seat=2)
        state = say(state, "0:done")
        assert state.acting == (1,)
        state = say(state, "1:done")


def test_a_row_starts_beside_a_start_point_and_has_exactly_the_number() -> None:
    state = drawing("4")
    assert rows(state) == {"A1-A5", "A1-E1", "A15-A11", "A15-E15", "O1-O5", "O1-K1", "O15-O11", "O15-K15"}
    now = say(state, "row A1-A5")
    assert new(state, now) == (cells("A2-A5"), {"A5"})
    for wrong in ("row A1-A4", "row A1-A6", "row A2-A6", "row B1-B5", "row A5-A1", "row A1-E5"):
        refused(state, wrong, "not allowed here. Legal moves: row A1-A5")


def test_no_bend_no_cell_skipped_the_edge_not_passed() -> None:
    state = drawing("4", circled="C13 H8")
    mine = {row for row in rows(state) if row.startswith("C13")}
    assert mine == {"C13-C9", "C13-G13"}, "neither over the right edge nor over the top"
    refused(state, "row A1-A3-C3")
    refused(state, "row A1*A5")
    refused(state, "row A1~A5")
    assert {"H8-D8", "H8-H12", "H8-L8", "H8-H4"} <= rows(state), "in the middle any of the four directions"


def test_rows_go_on_up_to_the_edge() -> None:
    assert {row for row in rows(drawing("4", circled="C11")) if row.startswith("C11")} == {
        "C11-C15",
        "C11-G11",
        "C11-C7",
    }


def test_the_last_cell_is_a_new_start_point_also_in_the_same_turn() -> None:
    state = say(drawing("2+3"), "row A1-A3")
    assert "A3-D3" in rows(state)
    assert "A3-A6" in rows(state)
    assert not any(row.startswith("A2") for row in rows(state)), "only the last cell is circled"


def test_start_points_are_never_used_up() -> None:
    state = say(drawing("2+2"), "row A1-A3")
    assert "A1-A3" in rows(state)
    state = say(state, "row A1-C1", "done", "done", "roll 4 3")
    assert {"A1-A5", "A1-E1", "A3-E3", "C1-G1"} <= rows(say(state, "white"))


def test_two_numbers_are_two_rows_in_either_order() -> None:
    state = drawing("2+3")
    one, other = say(state, "row A1-A3", "row O1-O4"), say(state, "row O1-O4", "row A1-A3")
    assert one == other
    assert rows(one) == set()
    assert acts(one) == {"done"}
    refused(one, "row A1-A3", "no number is left to draw")
    assert not any(row in rows(say(state, "row A1-A3")) for row in ("A1-A3", "A1-C1")), "the 2 is spent"


def test_a_row_is_not_two_rows_made_one() -> None:
    refused(drawing("2+3"), "row A1-A6")
    refused(drawing("2+2"), "row A1-A5")


def test_crossed_cells_may_be_crossed_again() -> None:
    state = say(drawing("2+2"), "row A1-A3", "row A1-A3")
    assert page(state)["crosses"] == 4
    assert crosses(state) >= cells("A1-A3")
    back = drawing("4", circled="A5")
    assert crosses(say(back, "row A5-A1")) >= cells("A1-A5"), "also over a printed start point"


def test_half_cells_are_never_crossed() -> None:
    state = drawing("2+3", folds="A1 small", circled="A6 F1")
    assert "A6-A4" not in rows(state), "A4 is a half cell"
    assert "F1-D1" not in rows(state)
    assert "A6-A3" not in rows(state), "A3 has no paper any more"
    assert {"A6-A8", "A6-C6", "F1-H1", "F1-F3"} <= rows(state)
    assert "D3-B3" not in rows(state), "nor passed"


def test_done_is_always_possible() -> None:
    """A player may forgo a number or a bonus, all of them or what is left."""
    state = drawing("2+3")
    assert "done" in acts(state)
    assert say(state, "0:done").acting == (1,)
    after_one = say(state, "0:row A1-A3", "0:done")
    assert after_one.acting == (1,)
    ended = say(after_one, "1:done")
    assert page(ended)["numbers"] == [], "what was not drawn is lost"
    assert page(ended)["die"] is None


def test_done_is_all_that_is_left_when_no_row_is_possible() -> None:
    """A sheet on which no start point is left in sight."""
    state = drawing("5")
    pages = copy.deepcopy(cast(list[dict[str, Any]], state.view(0)["sheets"]))
    pages[0]["circled"] = [0] * 30
    none = changed(state, sheets=pages)
    assert {str(move) for move in none.moves(0)} == {"done"}
    refused(none, "row A1-A6", "Legal moves: done")


def test_symbols_are_crossed_by_being_passed_over_or_landed_on() -> None:
    passed = say(drawing("4", front={"A3": "bonus 2", "A6": "bonus 1"}), "row A1-A5")
    landed = say(drawing("4", front={"A5": "bonus 2"}), "row A1-A5")
    assert page(passed)["bonuses"] == page(landed)["bonuses"] == [2]
    smiley = drawing("2+2", circled="B1")
    assert "fold A1 small" not in acts(smiley)
    assert "fold A1 small" in acts(say(smiley, "row B1-B3")), "the smiley on B2 is passed over"
    target = say(drawing("3", circled="H5"), "row H5-H8")
    assert "H8" in crosses(target)


# Symbols: the printed start point


def test_a_printed_start_point_is_a_circled_cross() -> None:
    state = cast(HopPlieState, lt.start("hop_plie", sheet=own_sheet()))
    starts = {*CORNERS, *(f"B:{name}" for name in BACK)}
    assert crosses(state) == circles(state) == starts


def test_a_printed_start_point_connects_and_earns_nothing() -> None:
    """The only way from the target of the first flap to the rest leads over its printed start point D3."""
    way = "B:A2 B:A1 B:B1 E3-H3 H4-H7"
    state = drawing("3", crossed=way, folds=SMALL, circled="H5")
    now = changed(say(state, "row H5-H8"), round=60)
    ended = say(now, "done", "done")
    assert ended.outcome is not None
    assert ended.outcome.winners == (0,), "two targets are connected to the centre, itself one of them"
    crossed_twice = drawing("2+2", circled="A3")
    assert page(say(crossed_twice, "row A3-A1"))["bonuses"] == []


# Symbols: bonuses


def test_a_bonus_is_one_more_row_of_that_length_from_any_start_point() -> None:
    state = say(drawing("4", front={"A3": "bonus 2"}), "row A1-A5")
    assert page(state)["bonuses"] == [2]
    assert rows(state) >= {"A5-A7", "A5-C5", "A1-C1", "A1-A3", "A15-C15", "O1-M1", "O15-O13"}
    now = say(state, "row O15-O13")
    assert page(now)["bonuses"] == []
    assert acts(now) == {"done"}
    assert rows(now) == set()


def test_a_bonus_works_the_first_time_only() -> None:
    state = say(drawing("2+2", front={"A3": "bonus 2"}), "row A1-A3", "row A1-A3")
    assert page(state)["numbers"] == [2], "the bonus was spent on the second row, and brought no other"
    assert page(state)["bonuses"] == []
    later = say(drawing("4", front={"A3": "bonus 2"}, crossed="A3"), "row A1-A5")
    assert page(later)["bonuses"] == []


def test_an_unused_bonus_is_lost_at_the_end_of_the_turn() -> None:
    state = say(drawing("4", front={"A3": "bonus 2"}), "row A1-A5", "done", "1:done")
    assert page(state)["bonuses"] == []
    again = say(state, "roll 4 3", "white", "0:row A1-E1")
    assert rows(again) == set()


def test_several_bonuses_in_a_turn_in_any_order() -> None:
    front = {"A2": "bonus 1", "A3": "bonus 2", "A4": "bonus 3", "A5": "bonus 1"}
    state = say(drawing("4", front=front), "row A1-A5")
    assert page(state)["bonuses"] == [1, 1, 2, 3]
    for order in ((1, 2, 3, 1), (3, 1, 1, 2), (2, 3, 1, 1)):
        now = state
        for number in order:
            now = say(now, f"row O1-O{1 + number}")
        assert page(now)["bonuses"] == []
        assert crosses(now) >= cells("O2-O4")
        assert acts(now) == {"done"}


def test_bonuses_in_a_chain() -> None:
    front = {"A5": "bonus 3", "A8": "bonus 2", "A10": "bonus 1"}
    state = say(drawing("4", front=front), "row A1-A5", "row A5-A8", "row A8-A10", "row A10-A11")
    assert crosses(state) >= cells("A1-A11")
    assert rows(state) == set()


def test_a_bonus_between_the_two_numbers_of_a_die() -> None:
    state = say(drawing("2+3", front={"A3": "bonus 1"}), "row A1-A3", "row A3-A4", "row A4-A7")
    assert crosses(state) >= cells("A1-A7")


def test_a_bonus_is_spent_before_a_number_of_the_die() -> None:
    state = say(drawing("2+2", front={"A3": "bonus 2"}), "row A1-A3")
    assert (page(state)["numbers"], page(state)["bonuses"]) == ([2], [2])
    state = say(state, "row A3-A5")
    assert (page(state)["numbers"], page(state)["bonuses"]) == ([2], [])


def test_any_number_of_bonuses_can_be_earned_in_a_turn() -> None:
    """Rows over a field of threes: each one spends a bonus and brings three."""
    front = {name: "bonus 3" for name in cells("G1-I15") if name not in ("H8", "G8", "I8")}
    state = say(drawing("5", front=front, circled="F1-F15"), "row F1-K1")
    pending = 3
    for column in (2, 3, 4, 5, 6, 7, 9, 10, 11):
        state = say(state, f"row F{column}-I{column}")
        pending += 2
        assert page(state)["bonuses"] == [3] * pending


# Texts


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("row a1-a5", "row A1-A5"),
        ("  row   A1-A5 ", "row A1-A5"),
        ("DONE", "done"),
        ("Fold a1 SMALL", "fold A1 small"),
        ("turn-over", "turn-over"),
        ("fold top", "fold top"),
        ("row A1-A4-C4", "row A1-A4-C4"),
        ("row A1~A9 by 3", "row A1~A9 by 3"),
        ("row B2*H8-H9", "row B2*H8-H9"),
    ],
)
def test_texts_of_moves(typed: str, meant: str) -> None:
    assert str(lt.start("hop_plie").parse(typed)) == meant


@pytest.mark.parametrize(
    "typed",
    ["", "row", "row A1", "row A1-P1", "row A0-A3", "row A1-A16", "row A1 A5", "A1-A5", "fold", "fold A1",
     "fold B2 small", "fold A1 huge", "fold over", "plus 0", "plus 9", "plus x", "turn", "row A1-A5 by",
     "row A1-A5 by 9", "rien"],
)  # fmt: skip
def test_what_is_no_move(typed: str) -> None:
    with pytest.raises(lt.IllegalMove, match="is not a move: a move is written like row A1-A5"):
        drawing("4").play(typed, 0)


def test_a_seat_that_does_not_exist() -> None:
    for seat in (2, -2):
        with pytest.raises(ValueError, match="there is no seat"):
            drawing("4").play("done", seat)


# Random play


def _check_step(before: HopPlieState, seat: int, after_: HopPlieState, move: str) -> None:
    for each in range(len(before.seats)):
        gone = crosses(before, each) - crosses(after_, each), circles(before, each) - circles(after_, each)
        assert gone == (set(), set()), "marks are never lost on a side"
        assert circles(after_, each) <= crosses(after_, each)
        added = new(before, after_, each)[0]
        folds = page(before, each)["folds"]
        if each != seat or not move.startswith("row"):
            assert not added, "only the one who draws a row adds crosses"
        elif added:
            visible = set(seen(", ".join(folds)).values())
            assert added <= visible
            assert not added & _holes(before)
        now = page(after_, each)["folds"]
        assert [step for step in now if step in folds] == folds, "what is folded stays folded, in this order"
        assert len(now) - len(folds) == int(each == seat and move.startswith(("fold", "turn")))


def _holes(state: HopPlieState) -> set[str]:
    sheet = state.setting.sheet
    grids = (("", sheet.front), ("B:", sheet.back))
    return {
        f"{side}{name_of((row, column))}"
        for side, grid in grids
        for row in range(15)
        for column in range(15)
        if grid[row][column] == sheets.HOLE
    }


def _random_game(state: HopPlieState, rng: random.Random) -> tuple[HopPlieState, Counter[str]]:
    """A game to its end, the laws of paper and pen checked at every step."""
    said = Counter[str]()
    while not state.over:
        seat = rng.choice(state.acting)
        moves = [state.draw(rng)] if seat == CHANCE else list(state.moves(seat))
        folds = [each for each in moves if str(each).startswith(("fold", "turn", "plus"))]
        more = [each for each in moves if str(each) != "done"]
        move = rng.choice(folds if folds and rng.random() < 0.3 else more or moves)
        following = state.play(move, seat)
        _check_step(state, seat, following, str(move))
        assert restore(following.view(None)) == following
        said[str(move).split()[0]] += 1
        state = following
    return state, said


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("players", [1, 2])
def test_random_games_to_the_end(level: int, players: int) -> None:
    """On the sheets of the box; half of the smileys and the bulbs are crossed already, so that much is folded."""
    rng = random.Random(f"{level} {players}")
    rounds = 29 if players == 1 else 12
    state = cast(HopPlieState, lt.start("hop_plie", level=level, players=players, max_rounds=rounds))
    symbols = state.setting.sheet.find(sheets.SMILEY, sheets.BULB)
    for seat in range(players):
        names = (f"{'B:' * (side >= 240)}{name_of(divmod(side % 240, 16))}" for side in symbols if rng.random() < 0.9)
        state = marked(state, seat, crossed=" ".join(names))
    state, said = _random_game(state, rng)
    assert state.outcome is not None
    assert said["row"] > 20
    assert said["fold"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_many_random_games_to_the_end(level: int) -> None:
    """Everything a fold needs is crossed from the start, so every sheet is folded in many ways."""
    said = Counter[str]()
    for seed in range(volume(2, 4)):
        rng = random.Random(f"many {level} {seed}")
        state = cast(HopPlieState, lt.start("hop_plie", level=level, players=seed % 4 + 1, max_rounds=15))
        symbols = state.setting.sheet.find(sheets.SMILEY, sheets.BULB)
        marks = " ".join(f"{'B:' * (side >= 240)}{name_of(divmod(side % 240, 16))}" for side in symbols)
        for seat in range(len(state.seats)):
            state = marked(state, seat, crossed=marks)
        said += _random_game(state, rng)[1]
    assert {"row", "fold", "plus", "done"} <= set(said)
    assert ("turn-over" in said) == (level == 4)


# Compiled or not


TRACE = """
import random
import numpy as np
import ludotheque as lt
from ludotheque.games.hop_plie import kernel
faces = np.array(
    [[sum(1 << 3 * n for n in face) for face in die]
     for die in (((4,), (4,), (5,), (2, 2), (2, 3), (2, 3)), ((3,), (1, 1), (1, 1), (1, 2), (1, 2), (1, 2)))], np.int64)
for level, sheet in {cases!r}:
    rng = random.Random(level)
    state = lt.start("hop_plie", level=level, sheet=sheet)
    print(level, *map(int, kernel.playouts(state.setting.design, state.words(0).copy(), faces, 2, 5, 17)))
    for _ in range({plies}):
        if state.over:
            break
        seat = rng.choice(state.acting)
        moves = [state.draw(rng)] if seat == lt.CHANCE else state.moves(seat)
        print(len(moves), sorted(map(str, moves))[:3], move := rng.choice(moves))
        state = state.play(move, seat)
    print(state.view(None), hash(state.papers) and state.outcome)
"""


@pytest.mark.slow
def test_plain_python_and_compiled_code_agree() -> None:
    """The same games, move for move, with the compiler switched off: all levels, and playouts."""
    plenty = dict.fromkeys(cells("A3-A13 C3-C13 M3-M13 O3-O13 E1-K1"), "bonus 1")
    cases = [
        *((level, None) for level in (1, 2, 3, 4)),
        (1, own_sheet(1, dict.fromkeys(cells("A3-A13 O3-O13"), "bonus 2"))),
        (3, own_sheet(3, {"A7": "ray", "H3": "ray", "O8": "ray", "C1": "star"})),
        (4, own_sheet(4, plenty)),
    ]
    compiled, plain = printed_both_ways(TRACE.format(cases=cases, plies=volume(12, 30)))
    assert compiled == plain
    assert len(compiled) > 80

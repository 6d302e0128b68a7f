"""Hop ! C'est plié: a scripted turn for each sentence of the rules; what levels 2 to 4 add is in
`test_hop_plie_levels`."""

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
    FLAPS,
    LARGE,
    ROWS,
    SMALL,
    WHITE,
    acts,
    brink,
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


# Smileys and folds


def test_the_small_corner_needs_all_smileys_of_its_small_square() -> None:
    front = {"D4": "smiley"}
    for crossed, allowed in (("", False), ("B2", False), ("D4", False), ("B2 D4", True)):
        state = drawing("4", front=front, crossed=crossed)
        assert ("fold A1 small" in acts(state)) == allowed
        assert "fold A1 large" not in acts(state)
        if not allowed:
            refused(state, "fold A1 small", "symbols that are needed are not crossed yet")


def test_the_large_corner_needs_all_smileys_of_its_large_square() -> None:
    for crossed, allowed in (("B2", {"fold A1 small"}), ("F6", set()), ("B2 F6", {"fold A1 small", "fold A1 large"})):
        assert acts(drawing("4", crossed=crossed)) == {*allowed, "done"}
    refused(drawing("4", crossed="F6"), "fold A1 large", "symbols that are needed")


@pytest.mark.parametrize(
    ("corner", "near", "far"),
    [("A1", "B2", "F6"), ("A15", "B14", "F10"), ("O1", "N2", "J6"), ("O15", "N14", "J10")],
)
def test_each_corner_has_its_own_smileys(corner: str, near: str, far: str) -> None:
    assert acts(drawing("4", crossed=near)) == {f"fold {corner} small", "done"}
    state = drawing("4", crossed=f"{near} {far}")
    assert acts(state) == {f"fold {corner} small", f"fold {corner} large", "done"}
    for size in ("small", "large"):
        assert page(say(state, f"fold {corner} {size}"))["folds"] == [f"{corner} {size}"]


def test_each_corner_is_folded_at_most_once() -> None:
    state = say(drawing("4", crossed="B2 F6 B14"), "fold A1 small")
    assert acts(state) == {"fold A15 small", "done"}
    refused(state, "fold A1 small", "cannot be folded so now")
    refused(state, "fold A1 large", "cannot be folded so now")
    refused(say(drawing("4", crossed="B2 F6"), "fold A1 large"), "fold A1 small", "cannot be folded so now")


def test_folding_is_free_and_at_any_moment() -> None:
    """Before, between and after the rows, and several corners in one turn."""
    state = drawing("2+3", crossed="B2 B14 N2")
    now = say(state, "fold A1 small", "row O1-O4", "fold A15 small", "row O4-O6", "fold O1 small", "done")
    assert page(now)["folds"] == ["A1 small", "A15 small", "O1 small"]
    assert crosses(now) >= cells("O1-O6")
    assert page(now)["crosses"] == 5


def test_a_fold_as_soon_as_the_condition_holds() -> None:
    state = say(drawing("2+3", circled="B4"), "row B4-B2")
    assert "fold A1 small" in acts(state), "between the two rows of the same turn"
    state = say(state, "fold A1 small")
    assert "D3-D5" not in rows(state), "the 2 is spent"
    assert "D3-D6" in rows(state), "and the start point of the back is there"


def test_folding_is_never_compulsory() -> None:
    state = drawing("4", crossed="B2 F6")
    assert "done" in acts(state)
    later = say(state, "row A1-A5", "done", "1:done", "roll 4 3", "black")
    assert acts(later) == {"fold A1 small", "fold A1 large", "done"}, "and still possible in a later turn"
    assert page(say(later, "0:fold A1 large"))["folds"] == ["A1 large"], (
        "one may wait, and fold the large corner instead"
    )


def test_nobody_folds_outside_of_the_drawing() -> None:
    state = marked(cast(HopPlieState, lt.start("hop_plie", sheet=own_sheet())), crossed="B2")
    with pytest.raises(lt.IllegalMove):
        state.play("fold A1 small", 0)
    refused(say(state, "roll 4 3"), "fold A1 small")
    refused(say(state, "roll 4 3", "black", "0:done"), "fold A1 small", "it is not the turn of player 1")


def test_what_a_fold_covers_and_cuts_off_is_gone_from_play() -> None:
    """After a small fold: no paper on i+j ≤ 2, half cells on i+j = 3, the back on the rest of the square."""
    state = drawing("2+2", crossed="B2", circled="C3 B4 A5", folds="A1 small")
    starts = {row.split("-")[0] for row in rows(state)}
    assert "A1" not in starts, "the printed start point is folded away"
    assert "C3" not in starts, "covered by the back"
    assert "B4" not in starts, "B4 shows a back now"
    assert "A5" in starts
    assert crosses(state) >= cells("B2 C3 B4 A5"), "but the marks are still on the paper"


def test_the_back_brings_a_start_point_and_a_target() -> None:
    state = say(drawing("1+2", crossed="B2 F6"), "fold A1 small")
    assert {row for row in rows(state) if row.startswith("D3")} == {
        "D3-D4",
        "D3-D5",
        "D3-C3",
        "D3-E3",
        "D3-F3",
        "D3-D2",
    }
    assert seen("A1 small")["D3"] == "B:B1"
    assert seen("A1 small")["C4"] == "B:A2"
    crossed = say(state, "row D3-D4", "row D4-B4")
    assert {"B:A1", "B:A2", "B:A3"} <= crosses(crossed), "D4, C4 and B4 are the backs of A1, A2 and A3"
    assert not cells("D4 C4 B4") & crosses(crossed), "and their fronts are untouched"
    large = say(drawing("1+2", crossed="B2 F6"), "fold A1 large")
    assert "F5-F7" in rows(large)
    assert "B:A2" in crosses(say(large, "row F5-F6", "row F6-D6"))


def test_rows_may_go_on_from_the_back_to_the_front() -> None:
    state = drawing("4", folds="A1 small")
    assert new(state, say(state, "row D3-H3")) == (cells("E3-H3"), {"H3"})
    assert new(state, say(state, "row D3-D7")) == (cells("B:A1 D5-D7"), {"D7"})


def test_marks_are_never_lost_on_a_side() -> None:
    state = drawing("2+3", crossed="B2 F6 C3 D4", circled="E5 A15")
    folded = say(state, "fold A1 large")
    assert crosses(folded) == crosses(state)
    assert circles(folded) == circles(state)


def test_level_one_is_the_printed_sheet() -> None:
    """Its facts are given as (column, row) from 0."""
    sheet = sheets.of_level(1)

    def at(kind: str) -> set[tuple[int, int]]:
        number = sheets.KINDS.index(kind)
        return {(column, row) for row in range(15) for column in range(15) if sheet.front[row][column] == number}

    assert at("start") == {(0, 0), (14, 0), (0, 14), (14, 14)}
    assert at("target") == {(7, 7)}
    assert at("smiley") == {
        *((2, 1), (0, 2), (3, 3), (4, 4), (11, 1), (14, 2), (13, 3), (10, 4)),
        *((1, 11), (2, 13), (3, 14), (4, 10), (13, 11), (14, 12), (11, 13), (10, 10)),
    }
    assert at("bonus 1") == {(9, 4), (5, 10), (7, 11)}
    assert at("bonus 2") == {(4, 5), (6, 6), (2, 7)}
    assert at("bonus 3") == {(13, 7), (10, 9)}


@pytest.mark.parametrize(
    ("folds", "starts", "targets"),
    [
        (SMALL, {(1, 3), (12, 3), (2, 11), (11, 12)}, {(3, 2), (11, 1), (3, 13), (13, 11)}),
        (LARGE, {(3, 5), (10, 5), (4, 9), (9, 10)}, {(5, 4), (9, 3), (5, 11), (11, 9)}),
    ],
)
def test_one_printed_back_shows_both_lists(
    folds: str, starts: set[tuple[int, int]], targets: set[tuple[int, int]]
) -> None:
    back = sheets.of_level(1).back
    found: dict[int, set[tuple[int, int]]] = {}
    for place, side in seen(folds).items():
        if side.startswith("B:"):
            kind = back[ROWS.index(side[2])][int(side[3:]) - 1]
            found.setdefault(kind, set()).add((int(place[1:]) - 1, ROWS.index(place[0])))
    assert found[sheets.START] == starts
    assert found[sheets.TARGET] == targets


# Corner bonuses


def _next_turn(state: HopPlieState, roll: str) -> HopPlieState:
    """Everybody is done; the next roll."""
    for seat in state.acting:
        state = state.play("done", seat)
    return state.play(f"roll {roll}")


def test_corner_bonuses_count_from_the_next_turn_on() -> None:
    state = say(drawing("1+2", crossed="B14 F10"), "fold A15 large")
    assert page(state)["held"] == []
    assert not any(act.startswith("plus") for act in acts(state))
    state = _next_turn(state, "4 1+2").play("black", 1)
    assert page(state)["held"] == ["A15"]
    assert "plus 1" in acts(state)
    state = _next_turn(state, "4 3").play("white", 0)
    assert "plus 3" in acts(state), "and for the rest of the game"


def test_small_folds_bring_no_bonus() -> None:
    for corner, smileys in zip(CORNERS, ("B2 F6", "B14 F10", "N2 J6", "N14 J10"), strict=True):
        small = _next_turn(say(drawing("4", crossed=smileys), f"fold {corner} small"), "4 3")
        large = _next_turn(say(drawing("4", crossed=smileys), f"fold {corner} large"), "4 3")
        assert page(small)["held"] == []
        assert page(large)["held"] == [corner]
        assert page(large, 1)["held"] == [], "nobody else has it"


@pytest.mark.parametrize(("corner", "taken"), [("A1", "white"), ("O15", "black")])
def test_the_die_of_the_active_player_may_be_used_too(corner: str, taken: str) -> None:
    """Top left: the white die; bottom right: the black die. A player with no choice has a die at once."""
    other = {"white": "black", "black": "white"}[taken]
    base = cast(HopPlieState, lt.start("hop_plie", players=3, sheet=own_sheet()))
    state = marked(base, 1, held=[corner]).play("roll 4 3")
    chosen = state.play(taken)
    assert set(chosen.acting) == {0, 1, 2}
    assert acts(chosen, 1) == {"black", "white"}
    assert rows(chosen, 1) == set(), "first the die is said"
    refused(chosen, "done", seat=1)
    assert page(chosen, 2)["die"] == other
    for die, numbers in (("black", [4]), ("white", [3])):
        assert page(chosen.play(die, 1), 1)["numbers"] == numbers
    assert page(say(chosen, f"1:{taken}"), 0)["die"] == taken, "the active player keeps theirs"
    not_needed = state.play(other)
    assert page(not_needed, 1)["die"] == taken, "this die is theirs anyway"


def test_die_bonuses_do_not_change_the_active_player_s_choice() -> None:
    base = cast(HopPlieState, lt.start("hop_plie", sheet=own_sheet()))
    assert acts(marked(base, 0, held=["A1", "O15"]).play("roll 4 3")) == {"black", "white"}


def test_both_die_bonuses_let_one_choose_always() -> None:
    base = marked(cast(HopPlieState, lt.start("hop_plie", sheet=own_sheet())), 1, held=["A1", "O15"]).play("roll 4 3")
    for taken in ("black", "white"):
        assert acts(base.play(taken), 1) == {"black", "white"}


@pytest.mark.parametrize(("corner", "die"), [("A15", "white"), ("O1", "black")])
def test_plus_one_only_on_the_die_of_its_colour(corner: str, die: str) -> None:
    base = marked(cast(HopPlieState, lt.start("hop_plie", sheet=own_sheet())), held=[corner]).play("roll 2+3 1+2")
    for taken in ("black", "white"):
        pluses = {act for act in acts(base.play(taken)) if act.startswith("plus")}
        wanted = {"black": {"plus 2", "plus 3"}, "white": {"plus 1", "plus 2"}}[taken]
        assert pluses == (wanted if taken == die else set())
    refused(base.play({"black": "white", "white": "black"}[die]), "plus 2", "not allowed here")


def _with_plus(face: str, **more: Any) -> HopPlieState:
    state = drawing(face, **more)
    return marked(state, held=["A15", "O1"], plus=True)


def test_plus_one_raises_one_number_once_a_turn() -> None:
    state = _with_plus("2+3")
    assert page(say(state, "plus 2"))["numbers"] == [3, 3]
    assert page(say(state, "plus 3"))["numbers"] == [2, 4]
    now = say(state, "plus 3")
    assert "A1-A5" in rows(now)
    assert "A1-A4" not in rows(now)
    for wrong in ("plus 2", "plus 4"):
        refused(now, wrong)
    assert page(say(_with_plus("2+2"), "plus 2"))["numbers"] == [2, 3], "one number only"
    assert "A1-A7" in rows(say(_with_plus("5"), "plus 5"))
    for wrong in ("plus 1", "plus 4"):
        refused(state, wrong)
    with pytest.raises(lt.IllegalMove, match="'plus' is not a move"):
        state.play("plus")


def test_plus_one_is_optional_and_may_be_said_between_the_rows() -> None:
    state = say(_with_plus("2+3"), "row A1-A3")
    assert "plus 3" in acts(state)
    assert "plus 2" not in acts(state), "the 2 is drawn already"
    assert "A1-A5" in rows(say(state, "plus 3"))
    assert "done" in acts(_with_plus("2+3"))
    assert rows(say(state, "row A3-A6")) == set()


def test_plus_one_never_applies_to_bonus_numbers() -> None:
    state = say(_with_plus("4", front={"A3": "bonus 2"}), "row A1-A5")
    assert page(state)["bonuses"] == [2]
    refused(state, "plus 2")
    assert acts(state) == {"done"}
    both = say(_with_plus("2+2", front={"A3": "bonus 2"}), "row A1-A3")
    now = say(both, "plus 2")
    assert (page(now)["numbers"], page(now)["bonuses"]) == ([3], [2]), "the number of the die is raised"


def test_bonuses_are_combined() -> None:
    """One who is not active takes the active player's white die, and adds 1 to it."""
    base = cast(HopPlieState, lt.start("hop_plie", sheet=own_sheet()))
    state = say(marked(base, 1, held=["A1", "A15"]), "roll 4 3", "white", "1:white", "1:plus 3")
    assert "A1-A5" in rows(state, 1)
    black = say(marked(base, 1, held=["A1", "A15"]), "roll 4 3", "white", "1:black")
    refused(black, "plus 4", seat=1)


# The end


@pytest.mark.parametrize("folds", [SMALL, LARGE, "A1 small, A15 large, O1 large, O15 small"])
def test_five_targets_connected_and_all_corners_folded_is_a_win(folds: str) -> None:
    state = brink(drawing("1+2"), folds=folds)
    won = say(state, "0:row H7-H8")
    assert page(won)["won"]
    assert won.acting == (1,)
    ended = say(won, "1:done")
    assert ended.outcome == lt.Outcome((1, 0), (0,), "connected")


@pytest.mark.parametrize("corner", CORNERS)
def test_no_win_without_all_four_corners(corner: str) -> None:
    """Though everything else is crossed, the targets of the corners included."""
    folds = ", ".join(f"{each} small" for each in CORNERS if each != corner)
    targets = " ".join(f"B:{name}" for name in FLAPS)
    state = say(marked(brink(drawing("1+2"), folds=folds), crossed=targets), "0:row H7-H8")
    assert not page(state)["won"]
    assert 0 in state.acting
    assert page(say(state, f"0:fold {corner} small"))["won"], "the last fold is what was missing"


@pytest.mark.parametrize("missing", ["C4", "C12", "M4", "M12"])
def test_no_win_without_all_five_targets(missing: str) -> None:
    state = drawing("1+2")
    marks = " ".join(side for place, side in seen(SMALL).items() if place not in (missing, "H8"))
    state = say(marked(state, circled=marks, folds=SMALL), "0:row H7-H8")
    assert not page(state)["won"]
    beside = f"{missing[0]}{int(missing[1:]) + (1 if missing[1:] == '4' else -1)}"
    row = f"0:row {beside[0]}{int(beside[1:]) + (1 if missing[1:] == '4' else -1)}-{missing}"
    assert page(say(state, row))["won"]


LINES = "B:A2 B:A14 B:O2 B:O14 C5-C11 M5-M11 D8-L8"


@pytest.mark.parametrize("gap", ["C5", "C11", "M5", "M11", "D8", "G8", "L8"])
def test_the_targets_must_be_connected(gap: str) -> None:
    crossed = " ".join(cells(LINES) - {gap, "H8"})
    state = say(drawing("1+2", crossed=crossed, circled="H9", folds=SMALL), "0:row H9-H8")
    assert crosses(state) >= cells("H8 B:A2 B:A14 B:O2 B:O14")
    assert not page(state)["won"]
    complete = " ".join(cells(LINES) - {"H8"})
    assert page(say(drawing("1+2", crossed=complete, circled="H9", folds=SMALL), "0:row H9-H8"))["won"]


def test_connected_orthogonally_not_diagonally() -> None:
    crossed = " ".join(cells(LINES) - {"E8", "H8"}) + " E7 F7"
    assert page(say(drawing("1+2", crossed=crossed + " D7", circled="H9", folds=SMALL), "0:row H9-H8"))["won"]
    diagonal = " ".join(cells(LINES) - {"E8", "H8"}) + " E7"
    assert not page(say(drawing("1+2", crossed=diagonal, circled="H9", folds=SMALL), "0:row H9-H8"))["won"]


def test_half_cells_do_not_connect() -> None:
    """The target on C4 is left with a way over the half cell A4, which was crossed before the corner was folded."""
    gap = " ".join(cells(LINES) - {"C5", "H8"})
    half = drawing("1+2", crossed=f"{gap} B:A3 A4 A5 A6 B6", circled="H9", folds=SMALL)
    assert not page(say(half, "0:row H9-H8"))["won"], "B4 touches A4, A4 touches A5, but A4 is a half cell"
    whole = drawing("1+2", crossed=f"{gap} B:A3 B5 B6", circled="H9", folds=SMALL)
    assert page(say(whole, "0:row H9-H8"))["won"], "B4 – B5 – B6 – C6 is a way round C5"


def test_covered_crosses_do_not_connect() -> None:
    """The fronts of D4 and C4 are crossed, but covered by backs that are not."""
    gap = " ".join(cells(LINES) - {"C5", "H8"})
    covered = drawing("1+2", crossed=f"{gap} D4 D5 D6", circled="H9", folds=SMALL)
    assert not page(say(covered, "0:row H9-H8"))["won"]
    visible = drawing("1+2", crossed=f"{gap} B:A1 D5 D6", circled="H9", folds=SMALL)
    assert page(say(visible, "0:row H9-H8"))["won"], "D4 shows the back of A1"


def test_a_win_ends_that_player_s_turn_at_once_but_the_others_finish_theirs() -> None:
    state = say(brink(drawing("1+2", players=3)), "0:row H7-H8")
    assert page(state)["numbers"] == [2], "though a number is left"
    assert state.moves(0) == ()
    assert set(state.acting) == {1, 2}
    assert not state.over
    state = say(state, "1:row A1-A5", "1:done")
    assert not state.over
    state = say(state, "2:done")
    assert state.over
    assert state.outcome == lt.Outcome((1, 0, 0), (0,), "connected")
    with pytest.raises(lt.IllegalMove, match="the game is over"):
        state.play("done")


def test_who_connects_in_the_same_turn_with_the_fewest_crosses_wins() -> None:
    state = brink(brink(drawing("1+2"), 0), 1)
    assert say(state, "0:row H7-H8", "1:row H4-H8").outcome == lt.Outcome((1, 0), (0,), "connected")
    more = say(state, "0:row A5-A7", "0:row A5-A6")
    assert more.acting == (0, 1)
    slow = brink(brink(drawing("2+2"), 0), 1)
    slow = say(slow, "0:row A7-A9", "0:row H6-H8", "1:row H5-H8")
    assert slow.outcome == lt.Outcome((0, 1), (1,), "connected"), "4 crosses against 3, recrossed cells counted"


def test_then_the_most_large_corners_win() -> None:
    state = brink(drawing("2+3", players=3), 0, folds=SMALL)
    state = brink(brink(state, 1, folds="A1 small, A15 large, O1 small, O15 small"), 2, folds=SMALL)
    now = say(state, "0:row H5-H8", "1:row H5-H8", "2:row H5-H8")
    assert now.outcome == lt.Outcome((0, 1, 0), (1,), "connected")


def test_crosses_come_before_large_corners() -> None:
    state = brink(brink(drawing("2+3"), 0, folds=SMALL), 1, folds=LARGE)
    assert say(state, "0:row H6-H8", "1:row H5-H8").outcome == lt.Outcome((1, 0), (0,), "connected")


def test_then_they_share() -> None:
    state = brink(brink(drawing("2+3", players=3), 0, folds=LARGE), 2, folds=LARGE)
    now = say(state, "0:row H5-H8", "2:row H5-H8", "1:done")
    assert now.outcome == lt.Outcome((1, 0, 1), (0, 2), "connected")


def test_crosses_of_earlier_turns_do_not_count() -> None:
    state = brink(brink(drawing("2+3"), 0), 1)
    state = say(state, "0:row A5-A8", "0:row A5-A7", "0:done", "1:done", "roll 4 3", "black")
    assert page(state, 0)["crosses"] == 0
    assert say(state, "0:row H5-H8", "1:row H4-H8").outcome == lt.Outcome((1, 0), (0,), "connected")


# The house rule: an end after so many rounds


def _after_the_last_round(*pages: dict[str, Any]) -> lt.Outcome:
    state = cast(HopPlieState, lt.start("hop_plie", players=len(pages), max_rounds=1, sheet=own_sheet()))
    for seat, marks in enumerate(pages):
        state = marked(state, seat, **marks)
    state = say(state, "roll 4 3", "black")
    for seat in range(len(pages)):
        assert not state.over
        state = state.play("done", seat)
    assert state.outcome is not None
    assert state.outcome.reason == "rounds"
    return state.outcome


CONNECTED = "H8 D8-G8 C5-C8 B:A2"


def test_after_max_rounds_most_targets_connected_to_the_centre_win() -> None:
    outcome = _after_the_last_round(
        {"crossed": "H8 B:A2 B:A14 B:O2 B:O14", "folds": LARGE},
        {"crossed": CONNECTED, "folds": "A1 small"},
        {"crossed": "H8"},
    )
    assert outcome.winners == (1,)
    assert outcome.scores == (0, 1, 0)


def test_targets_connected_among_themselves_but_not_to_the_centre_do_not_count() -> None:
    others = "C5-C11 B:A2 B:A14 M5-M11 B:O2 B:O14"
    assert _after_the_last_round({"crossed": others, "folds": SMALL}, {"crossed": "H8"}).winners == (1,)


def test_then_most_targets_crossed() -> None:
    outcome = _after_the_last_round({"crossed": "H8", "folds": SMALL}, {"crossed": "H8 B:A2", "folds": "A1 small"})
    assert outcome.winners == (1,)


def test_then_most_folds() -> None:
    outcome = _after_the_last_round({"folds": "A1 large"}, {"folds": "A15 small, O1 small"}, {})
    assert outcome.winners == (1,)


def test_else_shared() -> None:
    assert _after_the_last_round({}, {"crossed": "A2-A14"}, {"crossed": "B2"}).winners == (0, 1, 2)


def test_max_rounds_is_sixty_unless_said_otherwise() -> None:
    state = changed(drawing("4"), round=60)
    assert say(state, "0:done", "1:done").outcome == lt.Outcome((1, 1), (0, 1), "rounds")
    assert not say(changed(drawing("4"), round=59), "0:done", "1:done").over
    assert lt.start("hop_plie").options["max_rounds"] == 60


@pytest.mark.parametrize("off", [None, "off"])
def test_max_rounds_can_be_switched_off(off: str | None) -> None:
    start = cast(HopPlieState, lt.start("hop_plie", max_rounds=off, sheet=own_sheet()))
    assert start.options["max_rounds"] is None
    assert start.longest is None
    assert start.view(0)["rounds"] is None
    for number in (60, 200, 1_000):
        state = say(changed(start, round=number), "roll 4 3", f"{start.active}:black", "0:done", "1:done")
        assert not state.over
        assert state.view(0)["round"] == number + 1
        assert changed(state) == state, "a position goes on so"
    won = brink(changed(start, round=1_000).play("roll 4 1+2").play("white"), 1)
    assert say(won, "1:row H4-H8", "0:done").outcome == lt.Outcome((0, 1), (1,), "connected")


def test_a_record_tells_that_there_is_no_last_round() -> None:
    start = lt.start("hop_plie", max_rounds=None)
    text = lt.Record.of(start).add("chance", "roll 4 3").dumps()
    assert "Option max_rounds: off" in text
    assert lt.Record.loads(text).replay() == start.play("roll 4 3")


def test_alone_the_column_ends_the_game_with_or_without_a_last_round() -> None:
    start = cast(HopPlieState, lt.start("hop_plie", players=1, max_rounds=None))
    assert (start.view(0)["rounds"], start.longest is None) == (29, False)
    state = changed(start, round=29).play("roll 4 3")
    assert say(state, min(acts(state)), "done").outcome == lt.Outcome((0,), (), "lost")


def test_a_win_in_the_last_round_is_a_win() -> None:
    state = changed(brink(drawing("1+2"), 1), round=60)
    assert say(state, "1:row H4-H8", "0:done").outcome == lt.Outcome((0, 1), (1,), "connected")


# Alone


def test_six_columns_of_thirty_boxes() -> None:
    columns = sheets.solo_columns()
    assert len(columns) == len(set(columns)) == 6
    for column in columns:
        assert Counter(column) == {"w": 10, "b": 10, "h": 10}
    for number, column in enumerate(columns, 1):
        state = cast(HopPlieState, lt.start("hop_plie", players=1, column=number))
        assert state.view(0)["column"] == column


ALLOWED = {"w": {"white"}, "b": {"black"}, "h": {"black", "white"}}


@pytest.mark.parametrize("column", range(1, 7))
def test_each_roll_uses_up_the_next_box(column: int) -> None:
    """All 29 rounds of a game that is lost in the end."""
    state = cast(HopPlieState, lt.start("hop_plie", players=1, column=column, sheet=own_sheet()))
    for box in sheets.solo_columns()[column - 1][:29]:
        state = say(state, "roll 4 3")
        assert acts(state) == ALLOWED[box]
        state = say(state, min(ALLOWED[box]))
        assert page(state)["numbers"] == ([4] if "black" in ALLOWED[box] else [3])
        assert not state.over
        state = say(state, "done")
    assert state.outcome == lt.Outcome((0,), (), "lost"), "at box 30 the game is lost"


@pytest.mark.parametrize(("corner", "die"), [("A1", "white"), ("O15", "black")])
def test_a_die_bonus_works_on_a_box_that_forces_the_other(corner: str, die: str) -> None:
    base = cast(HopPlieState, lt.start("hop_plie", players=1, sheet=own_sheet()))
    for number, box in enumerate(sheets.solo_columns()[0], 1):
        state = changed(marked(base, held=[corner]), round=number).play("roll 4 3")
        assert acts(state) == ALLOWED[box] | {die}


def test_plus_one_works_alone_too() -> None:
    base = cast(HopPlieState, lt.start("hop_plie", players=1, sheet=own_sheet()))
    number = sheets.solo_columns()[0].index("w") + 1
    state = say(changed(marked(base, held=["A15"]), round=number), "roll 4 3", "white", "plus 3")
    assert "A1-A5" in rows(state)


CROWNS = {
    **{number: 5 + 15 - number for number in range(1, 15)},
    15: 5,
    **dict.fromkeys(range(16, 18), 4),
    **dict.fromkeys(range(18, 21), 3),
    **dict.fromkeys(range(21, 25), 2),
    **dict.fromkeys(range(25, 30), 1),
}
CROWNS_OF_LEVEL_4 = {
    **{number: 5 + 24 - number for number in range(1, 24)},
    24: 5,
    25: 4,
    26: 3,
    27: 2,
    28: 1,
    29: 1,
}


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_crowns_by_the_round_in_which_one_wins(level: int) -> None:
    base = cast(HopPlieState, lt.start("hop_plie", players=1, sheet=own_sheet(level)))
    base = brink(base, folds=f"{SMALL}, over, top, left, right, bottom" if level == 4 else SMALL)
    base = marked(base, held=["A1"])
    for number, crowns in (CROWNS_OF_LEVEL_4 if level == 4 else CROWNS).items():
        won = say(changed(base, round=number), "roll 4 1+2", "white", "row H7-H8")
        assert won.outcome == lt.Outcome((crowns,), (0,), "connected"), number
        low, high = won.score_range
        assert low <= crowns <= high


def test_winning_in_twelve_rounds_is_eight_crowns() -> None:
    """The rulebook's example."""
    assert CROWNS[12] == 8
    setting = cast(HopPlieState, lt.start("hop_plie", players=1)).setting
    assert setting.crowns(12) == 8


def test_a_win_before_round_fifteen_makes_a_master_of_the_fold() -> None:
    base = brink(cast(HopPlieState, lt.start("hop_plie", players=1, sheet=own_sheet())))
    for number, master in ((14, True), (15, False)):
        won = say(marked(changed(base, round=number), held=["A1"]), "roll 4 1+2", "white", "row H7-H8")
        assert ("Maître du pli" in won.svg(None, "fr")) == master
        assert ("Master of the fold" in won.svg(None, "en")) == master


def test_alone_fewer_rounds_than_the_column_end_without_a_winner() -> None:
    state = cast(HopPlieState, lt.start("hop_plie", players=1, max_rounds=1, column=2))
    state = say(state, "roll 4 3")
    assert say(state, min(acts(state)), "done").outcome == lt.Outcome((0,), (), "rounds")


def test_more_rounds_than_the_column_change_nothing_alone() -> None:
    state = changed(cast(HopPlieState, lt.start("hop_plie", players=1, max_rounds=60)), round=29).play("roll 4 3")
    assert say(state, min(acts(state)), "done").outcome == lt.Outcome((0,), (), "lost")


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
    for _ in range(30):
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
    compiled, plain = printed_both_ways(TRACE.format(cases=cases))
    assert compiled == plain
    assert len(compiled) > 150

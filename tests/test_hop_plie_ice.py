"""Hop ! C'est plié, level 2: sliding over ice."""

from __future__ import annotations

import pytest

import ludotheque as lt
from tests.pads import (
    cells,
    circles,
    drawing,
    from_,
    new,
    page,
    refused,
    rows,
    say,
    seen,
)

ICE = dict.fromkeys(("A4", "A5", "A6"), "ice")


def test_holes_are_neither_crossed_nor_jumped() -> None:
    front = {"A4": "hole", "A5": "ice", "A6": "ice", "D1": "ice", "E1": "ice"}
    state = drawing("2+3", level=2, front=front)
    assert from_(state, "A1") == {"-A3", "-C1", "-D1", "~F1"}
    assert from_(drawing("4", level=2, front=front), "A1") == {"-E1", "~F1"}
    assert from_(drawing("5", level=2, front=front), "A1") == {"-F1"}, "sliding and walking with 5 are the same here"


def test_walking_ignores_the_ice() -> None:
    state = drawing("4", level=2, front=ICE)
    walked = say(state, "row A1-A5")
    assert new(state, walked) == (cells("A2-A5"), {"A5"})
    assert page(walked)["crosses"] == 4


def test_a_sledge_slides_to_the_first_cell_beyond_the_ice() -> None:
    state = drawing("4", level=2, front=ICE)
    slid = say(state, "row A1~A7")
    assert new(state, slid) == (cells("A2-A7"), {"A7"}), "everything on the way is crossed, the cell beyond is circled"
    assert page(slid)["crosses"] == 6
    assert page(slid)["numbers"] == [], "one number is spent"


def test_steps_left_over_are_lost() -> None:
    state = drawing("5", level=2, front={"A2": "ice", "A3": "ice"})
    slid = say(state, "row A1~A4")
    assert new(state, slid) == (cells("A2-A4"), {"A4"})
    assert rows(slid) == set()


@pytest.mark.parametrize("face", ["3", "4", "5"])
def test_any_number_will_do_once_the_row_has_reached_the_ice(face: str) -> None:
    assert "~A7" in from_(drawing(face, level=2, front=ICE), "A1")


def test_a_number_that_does_not_reach_the_ice_does_not_slide() -> None:
    assert from_(drawing("1+2", level=2, front=ICE), "A1") == {"-A2", "-A3", "-B1", "-C1"}
    refused(drawing("2+2", level=2, front=ICE), "row A1~A7", "not allowed here")


def test_a_sledge_with_one_step() -> None:
    state = drawing("1+1", level=2, front=dict.fromkeys(("A2", "A3", "A4", "A5"), "ice"))
    assert new(state, say(state, "row A1~A6")) == (cells("A2-A6"), {"A6"})


def test_a_slide_that_a_walk_with_the_same_number_would_equal_is_the_walk() -> None:
    state = drawing("5", level=2, front=dict.fromkeys(("A2", "A3", "A4", "A5"), "ice"))
    assert "-A6" in from_(state, "A1")
    assert "~A6" not in from_(state, "A1")


def test_no_sledge_onto_a_hole() -> None:
    state = drawing("4", level=2, front={**ICE, "A7": "hole"})
    assert from_(state, "A1") == {"-A5", "-E1"}, "walking is still possible"
    refused(state, "row A1~A7")
    refused(state, "row A1~A8")


def test_no_sledge_onto_a_half_cell() -> None:
    front = dict.fromkeys(("A10", "A11"), "ice")
    flat, folded = (drawing("3", level=2, front=front, circled="A8", folds=folds) for folds in ("", "A15 small"))
    assert "~A12" in from_(flat, "A8")
    assert "~A12" not in from_(folded, "A8")
    assert not any(row.endswith(("A12", "A13")) for row in rows(folded))


def test_no_sledge_over_the_edge() -> None:
    front = dict.fromkeys(("H13", "H14", "H15", "I13", "I14"), "ice")
    state = drawing("2+3", level=2, front=front, circled="H11 I11")
    assert from_(state, "H11") == {"-H13", "-H14", "-F11", "-E11", "-J11", "-K11", "-H9", "-H8"}
    assert "~I15" in from_(state, "I11"), "one row below there is a cell beyond"


def test_who_starts_on_the_ice_does_not_slide() -> None:
    state = drawing("2+2", level=2, front=ICE, circled="A4")
    assert "~A7" not in from_(state, "A4")
    assert "-A6" in from_(state, "A4"), "but walks"
    assert "~A3" not in from_(state, "A4")


def test_who_leaves_the_ice_and_enters_again_may_slide() -> None:
    """From the ice of A3 over A4 onto the next surface."""
    front = dict.fromkeys(("A2", "A3", "A5", "A6", "A7"), "ice")
    state = drawing("2+2", level=2, front=front, circled="A3")
    assert new(state, say(state, "row A3~A8")) == (cells("A4-A8"), {"A8"})


def test_walking_over_one_surface_and_sledging_on_the_next() -> None:
    front = dict.fromkeys(("A3", "A4", "A6", "A7", "A8"), "ice")
    state = drawing("5", level=2, front=front)
    assert {"-A6", "~A5", "~A9"} <= from_(state, "A1")
    assert new(state, say(state, "row A1~A9")) == (cells("A2-A9"), {"A9"})
    assert new(state, say(state, "row A1~A5")) == (cells("A2-A5"), {"A5"})


def test_ice_can_be_used_again_and_again() -> None:
    state = say(drawing("3", level=2, front=ICE), "row A1~A7", "done", "1:done", "roll 5 3", "white")
    assert "~A7" in from_(state, "A1")
    back = say(state, "0:row A7~A3")
    assert "A3" in circles(back)
    twice = drawing("2+2", level=2, front=dict.fromkeys(("A2", "A3", "A4"), "ice"))
    assert page(say(twice, "row A1~A5", "row A1~A5"))["crosses"] == 8


def test_slides_in_all_four_directions() -> None:
    front = dict.fromkeys(("H6", "H7", "H9", "H10", "F8", "G8", "I8", "J8"), "ice")
    state = drawing("1+1", level=2, front=front, circled="H8")
    assert from_(state, "H8") >= {"~H5", "~H11", "~E8", "~K8"}


def test_the_smallest_number_is_spent_unless_another_is_named() -> None:
    front = dict.fromkeys(("A2", "A3", "A4", "A5", "A6"), "ice")
    state = drawing("2+3", level=2, front=front)
    assert {"~A7", "~A7 by 3"} <= from_(state, "A1")
    assert page(say(state, "row A1~A7"))["numbers"] == [3]
    assert page(say(state, "row A1~A7 by 3"))["numbers"] == [2]
    refused(state, "row A1~A7 by 4")
    refused(say(state, "row A1~A7 by 3"), "row A1~A7 by 3")


def test_the_smallest_number_may_be_named_too() -> None:
    """It is the same move, and it is written without."""
    front = dict.fromkeys(("A2", "A3", "A4", "A5", "A6"), "ice")
    state = drawing("2+3", level=2, front=front)
    named = say(state, "row A1~A7 by 2")
    assert named == say(state, "row A1~A7")
    assert page(named)["numbers"] == [3]
    assert "~A7 by 2" not in from_(state, "A1"), "one move, listed once"
    assert say(named, "row A1~A7 by 3") == say(named, "row A1~A7"), "also when it is the only one left"
    refused(named, "row A1~A7 by 2")
    refused(drawing("4", level=2, front=front), "row A1-A5 by 4")  # rows that walk have one number


def test_records_keep_the_short_form() -> None:
    """What was typed is read before it is written down."""
    front = dict.fromkeys(("A2", "A3", "A4", "A5", "A6"), "ice")
    state: lt.State = drawing("2+3", level=2, front=front, players=1)
    record = lt.Record.of(state)
    for typed in ("row a1~a7 by 2", "row A1~A7 by 3"):
        after_ = state.play(typed, 0)
        record = record.played(state, state.parse(typed), 0, after_)
        state = after_
    assert [played.move for played in record.moves] == ["row A1~A7", "row A1~A7"]


def test_a_number_is_left_out_only_where_that_says_the_same_for_all_who_draw() -> None:
    """One player has 2 and 3, the other 3 alone: what is the smallest number for one is not for the other."""
    state = drawing("2+3", level=2, front=dict.fromkeys(("A2", "A3", "A4", "A5", "A6"), "ice"))
    assert [page(state, seat)["numbers"] for seat in (0, 1)] == [[2, 3], [3]]
    assert str(state.parse("row A1~A7 by 2")) == "row A1~A7 by 2"
    refused(state, "row A1~A7 by 2", seat=1)
    assert state.play("row A1~A7 by 3", 1) == state.play("row A1~A7", 1)
    assert state.play("row A1~A7 by 3", 0) != state.play("row A1~A7", 0)
    alone = say(state, "1:done")
    assert str(alone.parse("row A1~A7 by 2")) == "row A1~A7"
    assert str(alone.parse("row A1~A7 by 3")) == "row A1~A7 by 3"


def test_everything_on_the_way_counts_bonuses_too() -> None:
    front = {**ICE, "A2": "bonus 1", "A7": "bonus 3"}
    state = say(drawing("4", level=2, front=front), "row A1~A7")
    assert page(state)["bonuses"] == [1, 3]
    bonus = {"A2": "bonus 1", "A3": "ice", "A4": "ice"}
    chain = say(drawing("1+1", level=2, front=bonus), "row A1-A2", "row A2~A5")
    assert "A5" in circles(chain), "a bonus may be used to sledge"


def test_ice_can_come_up_on_a_back() -> None:
    """The backs of A3 and A4 come up on D6 and C6 after a large fold of the first corner."""
    state = drawing("1+1", level=2, back={"A3": "ice", "A4": "ice"}, folds="A1 large", circled="B:A2")
    assert [seen("A1 large")[place] for place in ("E6", "D6", "C6", "B6")] == ["B:A2", "B:A3", "B:A4", "B:A5"]
    assert {"-D6", "~B6"} <= from_(state, "E6")
    assert new(state, say(state, "row E6~B6")) == (cells("B:A3-A5"), {"B:A5"})

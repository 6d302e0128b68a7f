"""Hop ! C'est plié, levels 2 to 4: sliding, rays and stars, and the sheet folded twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import cast

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie import sheet as sheets
from ludotheque.games.hop_plie.paper import CORNERS, EDGES, after, name_of, read_steps, tokens
from ludotheque.games.hop_plie.rules import HopPlieState
from tests.pads import (
    FLAPS,
    LARGE,
    SMALL,
    SMILEYS_BEHIND,
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


def from_(state: HopPlieState, start: str) -> set[str]:
    """The rows from one start point, without its name."""
    return {row.removeprefix(start) for row in rows(state) if row.removeprefix(start)[0] in "-~*"}


# Level 2: sliding

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


# Level 3: teleport and turn

RAYS = {"A4": "ray", "H5": "ray", "K8": "ray", "G14": "ray"}


def stars(*names: str) -> dict[str, str]:
    return {**dict.fromkeys(names, "star"), "H5": "ray", "K8": "ray"}


def test_from_a_star_the_row_may_go_on_in_any_direction() -> None:
    """Also back, and straight on, which is no bend."""
    state = drawing("5", level=3, front=stars("C4"), circled="C1")
    assert {"-C6", "-C4-A4", "-C4-E4", "-C4-C2"} <= from_(state, "C1")
    assert not any(row.startswith("-C4-C6") for row in from_(state, "C1"))
    assert new(state, say(state, "row C1-C4-E4")) == (cells("C2-C4 D4 E4"), {"E4"})
    back = say(state, "row C1-C4-C2")
    assert new(state, back) == (cells("C2-C4"), {"C2"})
    assert page(back)["crosses"] == 5, "each cross drawn counts"


def test_a_star_works_the_first_time_only() -> None:
    crossed = drawing("5", level=3, front=stars("C4"), crossed="C4", circled="C1")
    assert not any("C4" in row for row in from_(crossed, "C1"))
    refused(crossed, "row C1-C4-E4")
    twice = say(drawing("2+3", level=3, front=stars("C3"), circled="C1"), "row C1-C3")
    assert "-C4" in from_(twice, "C1")
    assert not any("C3-" in row for row in from_(twice, "C1"))


def test_a_star_that_ends_a_row_turns_nothing() -> None:
    state = drawing("3", level=3, front=stars("C4"), circled="C1")
    assert "-C4" in from_(state, "C1")
    assert not any(row.startswith("-C4-") for row in from_(state, "C1"))


def test_a_star_is_crossed_for_the_first_time_only_once_in_a_row() -> None:
    state = drawing("5", level=3, front=stars("C3", "C4"), circled="C1")
    assert "-C4-C2" in from_(state, "C1"), "back over the first star, straight"
    assert "-C4-C3-D3" not in from_(state, "C1")
    assert "-C3-E3-" not in "".join(from_(state, "C1"))


def test_several_stars_in_a_row() -> None:
    state = drawing("5", level=3, front=stars("C3", "E3"), circled="C1")
    assert new(state, say(state, "row C1-C3-E3-E4")) == (cells("C2 C3 D3 E3 E4"), {"E4"})
    assert {"-C3-F3", "-C3-E3-D3", "-C3-E3-E2"} <= from_(state, "C1")


def test_a_ray_teleports_at_once_and_for_free() -> None:
    state = drawing("5", level=3, front=RAYS)
    now = say(state, "row A1*H5-H7")
    assert new(state, now) == (cells("A2-A4 H5-H7"), {"A4", "H5", "H7"}), "both rays become start points"
    assert page(now)["crosses"] == 6, "five steps, and the ray arrived at"


def test_to_another_ray_of_one_s_choice_and_on_in_any_direction() -> None:
    state = drawing("5", level=3, front=RAYS)
    mine = {row for row in from_(state, "A1") if row.startswith("*")}
    assert mine == {
        *("*H5-F5", "*H5-H7", "*H5-J5", "*H5-H3"),
        *("*K8-I8", "*K8-K10", "*K8-M8", "*K8-K6"),
        *("*G14-E14", "*G14-I14", "*G14-G12"),
    }


def test_crossing_a_ray_always_teleports() -> None:
    assert not from_(drawing("5", level=3, front=RAYS), "A1") & {"-A6", "-A4"}
    assert "-A4" not in from_(drawing("3", level=3, front=RAYS), "A1")
    refused(drawing("5", level=3, front=RAYS), "row A1-A6")


def test_a_row_that_ends_on_a_ray_puts_a_start_point_on_another() -> None:
    state = drawing("3", level=3, front=RAYS)
    assert {row for row in from_(state, "A1") if row.startswith("*")} == {"*H5", "*K8", "*G14"}
    assert new(state, say(state, "row A1*K8")) == (cells("A2-A4 K8"), {"A4", "K8"})


def test_rays_can_be_used_again_and_again() -> None:
    state = drawing("3", level=3, front=RAYS, circled="A4 H5 K8 G14")
    assert {"*H5", "*K8", "*G14"} <= from_(state, "A1")
    here = drawing("2+2", level=3, front=RAYS, circled="H3")
    assert page(say(here, "row H3*K8", "row H3*K8"))["crosses"] == 6
    assert "*A4*K8" not in from_(here, "H3")


def test_two_rays_in_one_row() -> None:
    """From A4 to H5, two steps on to H7, and from there to M8."""
    front = {"A4": "ray", "H5": "ray", "H7": "ray", "M8": "ray"}
    state = drawing("5", level=3, front=front)
    now = say(state, "row A1*H5*M8")
    assert new(state, now) == (cells("A2-A4 H5-H7 M8"), {"A4", "H5", "H7", "M8"})
    assert "*H5*A4" in from_(state, "A1"), "also to the ray the row came from"


def test_with_no_other_ray_in_sight_nothing_happens() -> None:
    """Checked sheets never come to that, so this one is not checked."""
    state = drawing("5", level=3)
    alone = sheets.read(own_sheet(3, {"A4": "ray"}))
    setting = replace(state.setting, sheet=alone)
    state = replace(state, setting=setting, papers=(setting.new_sheet().tobytes(),) * 2, rolled=None).play("roll 5 3")
    state = state.play("black")
    assert from_(state, "A1") == {"-A6", "-F1"}
    assert new(state, say(state, "row A1-A6")) == (cells("A2-A6"), {"A6"}), "nor is it a start point"


def test_a_covered_ray_is_not_to_be_reached() -> None:
    front = {"C3": "ray", "H5": "ray", "K8": "ray", "G14": "ray"}
    flat = drawing("3", level=3, front=front, circled="H2")
    assert {"*C3", "*K8", "*G14"} <= from_(flat, "H2")
    folded = drawing("3", level=3, front=front, circled="H2", folds="A1 small")
    assert {row for row in from_(folded, "H2") if row.startswith("*")} == {"*K8", "*G14"}


def test_a_ray_on_a_back() -> None:
    state = drawing("3", level=3, front=RAYS, back={"B3": "ray"}, folds="A1 large", circled="H2")
    place = next(place for place, side in seen("A1 large").items() if side == "B:B3")
    assert f"*{place}" in from_(state, "H2")
    assert new(state, say(state, f"row H2*{place}"))[1] == {"H5", "B:B3"}


def test_each_path_once() -> None:
    state = drawing("5", level=3, front={**RAYS, "C1": "star", "C3": "star"}, circled="H3 H8")
    moves = state.moves(0)
    assert len({str(move) for move in moves}) == len(moves) == len(set(moves))
    words = [move.words for move in moves if str(move).startswith("row")]  # type: ignore[attr-defined]  # rows
    assert len(set(words)) == len(words)


def test_the_long_form_names_the_ray_entered() -> None:
    state = drawing("5", level=3, front=RAYS)
    assert say(state, "row A1-A4*H5-H7") == say(state, "row A1*H5-H7")
    assert "-A4*H5-H7" not in from_(state, "A1"), "the short form is the one that is listed"


def test_where_the_short_form_fits_two_paths_the_long_ones_are_listed() -> None:
    """Both B5 and E2 are three steps from B2."""
    front = {"B5": "ray", "E2": "ray", "K8": "ray", "G14": "ray"}
    state = drawing("4", level=3, front=front, circled="B2")
    assert {"-B5*K8-K9", "-E2*K8-K9"} <= from_(state, "B2")
    refused(state, "row B2*K8-K9")
    assert new(state, say(state, "row B2-B5*K8-K9"))[0] == cells("B3-B5 K8 K9")
    assert new(state, say(state, "row B2-E2*K8-K9"))[0] == cells("C2 D2 E2 K8 K9")
    assert "*E2-F2" in from_(state, "B2"), "only B5 leads to E2, so the short form is clear"


def test_bonuses_stars_and_rays_together() -> None:
    front = {**RAYS, "A2": "bonus 2", "H6": "star"}
    state = say(drawing("5", level=3, front=front), "row A1*H5-H6-G6")
    assert page(state)["bonuses"] == [2]
    assert {"A4", "H5", "G6"} <= circles(state)


@pytest.mark.slow
def test_all_rows_are_found_however_many() -> None:
    """Six rays two steps apart, and start points between them."""
    front = {f"{row}{column}": "ray" for row in "GI" for column in (5, 7, 9)}
    state = drawing("5", level=3, front=front, circled="G6 G8 I6 I8 H5 H7 H9", numbers=[6])
    room = np.empty((1 << 20, 3), np.int64)
    count = kernel.rows(state.setting.design, state.words(0), room)
    assert count > 10_000
    assert len({tuple(path) for path in room[:count].tolist()}) == count
    assert len(rows(state)) == count


# Level 4: folded twice

BULBS = " ".join(f"B:{name}" for name in FLAPS)
BEHIND = " ".join(f"B:{name}" for name in SMILEYS_BEHIND)
OVER = f"{SMALL}, over"


def test_each_folded_corner_shows_a_bulb() -> None:
    for folds, places in ((SMALL, ("C4", "C12", "M4", "M12")), (LARGE, ("E6", "E10", "K6", "K10"))):
        assert [seen(folds)[place] for place in places] == [f"B:{name}" for name in FLAPS]


@pytest.mark.parametrize("missing", FLAPS)
def test_turning_over_needs_all_four_bulbs(missing: str) -> None:
    three = BULBS.replace(f"B:{missing}", "")
    assert "turn-over" not in acts(drawing("4", level=4, folds=SMALL, crossed=three))
    refused(drawing("4", level=4, folds=SMALL, crossed=three), "turn-over", "symbols that are needed")
    assert "turn-over" in acts(drawing("4", level=4, folds=SMALL, crossed=BULBS)), "they need not be connected"


def test_turning_over_needs_all_corners_folded() -> None:
    state = drawing("4", level=4, folds="A1 small, A15 small, O1 large", crossed=BULBS)
    assert "turn-over" not in acts(state)
    refused(state, "turn-over", "cannot be folded so now")


def test_turning_over_is_of_level_4_alone() -> None:
    for level in (1, 2, 3):
        state = drawing("4", level=level, folds=SMALL, crossed=BULBS)
        refused(state, "turn-over", "cannot be folded so now")
        refused(state, "fold top", "cannot be folded so now")


def test_turning_over_at_any_moment_and_once() -> None:
    state = drawing("2+3", level=4, folds=SMALL, crossed=BULBS)
    now = say(state, "row D3-D5", "turn-over")
    assert page(now)["folds"] == [*SMALL.split(", "), "over"]
    assert page(now)["numbers"] == [3], "it is free, between two rows"
    refused(now, "turn-over", "cannot be folded so now")
    assert "done" in acts(state), "and never compulsory"


def test_the_sheet_is_turned_about_its_vertical_axis() -> None:
    view = seen(OVER)
    assert view["H1"] == "B:H15"
    assert view["B8"] == "B:B8"
    assert view["E8"] == "B:E8"
    assert view["H5"] == "B:H11"


def test_folded_corners_stay_folded_and_no_corner_is_folded_behind() -> None:
    state = say(drawing("4", level=4, folds=SMALL, crossed=BULBS + " B2 F6 N2 N14 J6"), "turn-over")
    assert page(state)["folds"][:4] == SMALL.split(", ")
    assert "A1" not in seen(OVER)
    for corner, size in product(CORNERS, ("small", "large")):
        refused(state, f"fold {corner} {size}", "cannot be folded so now")


def test_places_are_named_as_one_sees_them() -> None:
    state = drawing("4", level=4, folds=OVER)
    assert {"-E12", "-E4", "-I8"} <= from_(state, "E8")
    assert new(state, say(state, "row E8-E12")) == (cells("B:E7 B:E6 B:E5 B:E4"), {"B:E4"})


@pytest.mark.parametrize(
    ("edge", "smileys"), [("top", "B8 C8"), ("bottom", "N8 M8"), ("left", "H14 H13"), ("right", "H2 H3")]
)
def test_a_blunt_corner_needs_both_smileys_of_its_part(edge: str, smileys: str) -> None:
    """Left and right are those of the current view: the paper cells H13 and H14 lie left now."""
    one, other = (f"B:{name}" for name in smileys.split())
    for crossed in ("", one, other):
        refused(drawing("4", level=4, folds=OVER, crossed=crossed), f"fold {edge}", "symbols that are needed")
    state = drawing("4", level=4, folds=OVER, crossed=f"{one} {other}")
    assert acts(state) == {f"fold {edge}", "done"}
    now = say(state, f"fold {edge}")
    assert page(now)["folds"] == [*OVER.split(", "), edge]
    refused(now, f"fold {edge}", "cannot be folded so now")
    refused(drawing("4", level=4, folds=SMALL, crossed=BEHIND), f"fold {edge}", "cannot be folded so now")


def test_an_edge_fold_takes_the_outer_three_rows_or_columns() -> None:
    for edge, gone, line in (("top", "ABC", "DEF"), ("bottom", "MNO", "JKL")):
        view = seen(f"{OVER}, {edge}")
        assert not any(place[0] in gone for place in view)
        assert {view[f"{row}8"][:2] for row in line} <= {f"{row}8" for row in gone}, "their fronts are up"
    right = seen(f"{OVER}, right")
    assert not any(int(place[1:]) > 12 for place in right)
    assert [right[f"H{column}"] for column in (10, 11, 12)] == ["H1", "H2", "H3"]
    left = seen(f"{OVER}, left")
    assert not any(int(place[1:]) < 4 for place in left)
    assert [left[f"H{column}"] for column in (6, 5, 4)] == ["H15", "H14", "H13"]


def test_the_front_targets_come_back_with_the_marks_they_had() -> None:
    state = drawing("1+2", level=4, folds=OVER, crossed=f"B:B8 B:C8 {BULBS} B8", circled="A8")
    hidden = from_(state, "E8")
    now = say(state, "fold top")
    place = {side: place for place, side in seen(f"{OVER}, top").items()}
    assert place["B8"] == "E8"
    assert place["A8"] == "F8"
    assert "B8" in crosses(now)
    assert from_(now, "F8"), "the circle on A8 is a start point again"
    assert hidden
    assert "-F8" not in from_(now, "E8"), "the start point printed on the back of E8 is covered now"


def test_the_order_of_the_edge_folds_matters() -> None:
    """With small corners the 24 orders give 14 different sheets."""
    sheets_ = {tuple(tokens(after(read_steps(f"{OVER}, {', '.join(order)}")))) for order in permutations(EDGES)}
    assert len(sheets_) == 14
    state = drawing("4", level=4, folds=OVER, crossed=BEHIND)
    one, other = say(state, "fold top", "fold left"), say(state, "fold left", "fold top")
    assert page(one)["folds"] != page(other)["folds"]
    assert one != other, "it belongs to the state"


def test_what_is_always_in_sight_at_the_end() -> None:
    wanted = cells("A7-C9 G1-I3 G13-I15 M7-O9 B:G7-I9")
    for sizes in product(("small", "large"), repeat=4):
        folds = ", ".join(f"{corner} {size}" for corner, size in zip(CORNERS, sizes, strict=True))
        for order in permutations(EDGES):
            assert wanted <= set(seen(f"{folds}, over, {', '.join(order)}").values())


def test_a_half_cell_that_lies_on_a_full_one_blocks_it() -> None:
    """With the top part folded in, half cells of the corners come to lie on whole cells below the line."""
    folds = f"{OVER}, top"
    paper, before = after(read_steps(folds)), seen(OVER)
    halves = [
        name_of(place) for place, stack in paper.items() if stack[-1].half and any(not each.half for each in stack)
    ]
    blocked = [place for place in halves if place in before]
    assert blocked
    for place in blocked:
        assert place not in seen(folds)
        beside = f"{chr(ord(place[0]) + 1)}{place[1:]}"
        circled = seen(folds)[beside]
        assert f"{beside}-{place}" in rows(drawing("1+1", level=4, folds=OVER, circled=before[beside]))
        assert f"{beside}-{place}" not in rows(drawing("1+1", level=4, folds=folds, circled=circled))


def test_backs_of_corner_flaps_that_come_up_are_ordinary_cells() -> None:
    flaps = {f"B:{name}" for name in cells("A1-A3 B1-B2 C1")}
    found = 0
    for order in permutations(EDGES):
        folds = f"{OVER}, {', '.join(order)}"
        view = seen(folds)
        for place, side in view.items():
            beside = f"{place[0]}{int(place[1:]) - 1}"
            if side not in flaps or view.get(beside) is None:
                continue
            state = drawing("1+1", level=4, folds=folds, circled=view[beside])
            assert side in crosses(say(state, f"row {beside}-{place}"))
            found += 1
    assert found


def _landing(number: int = 2, **more: str) -> dict[str, str]:
    return {"A5": f"bonus {number}", **more}


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_bonus_works_when_a_row_ends_on_it(number: int) -> None:
    """So many more crosses in one direction, starting directly beside the bonus cell."""
    state = drawing("4", level=4, front=_landing(number))
    now = say(state, "row A1-A5")
    assert page(now)["bonuses"] == ["F:A5"]
    down = "ABCDEFGH"[number]
    assert rows(now) == {f"A5-A{5 + number}", f"A5-A{5 - number}", f"A5-{down}5"}, "from this cell only"
    drawn = say(now, f"row A5-A{5 + number}")
    assert new(now, drawn) == (cells(f"A6-A{5 + number}"), {f"A{5 + number}"})
    assert page(drawn)["bonuses"] == []


def test_passing_over_a_bonus_gives_nothing() -> None:
    state = say(drawing("5", level=4, front=_landing()), "row A1-A6")
    assert page(state)["bonuses"] == []
    assert rows(state) == set()


def test_a_bonus_passed_over_is_lost_for_good() -> None:
    """In the same turn, and in all that follow, its cell is a plain crossed cell."""
    state = say(drawing("2+3", level=4, front={"A3": "bonus 4"}), "row A1-A4", "row A1-A3")
    assert (page(state)["bonuses"], rows(state)) == ([], set()), "passed over by the 3, then landed on by the 2"
    later = say(state, "done", "1:done", "roll 2+2 3", "white", "0:row A1-A3")
    assert page(later)["bonuses"] == []
    assert not any(row.startswith("A3") and row.endswith("7") for row in rows(later)), "no row of 4 from A3"
    assert page(say(drawing("4", level=4, front=_landing(), crossed="A5"), "row A1-A5"))["bonuses"] == []


def test_a_bonus_passed_over_by_the_row_of_another_is_lost() -> None:
    state = say(drawing("2+2", level=4, front={"A3": "bonus 3", "A5": "bonus 4"}), "row A1-A3", "row A3-A6")
    assert page(state)["bonuses"] == []
    back = say(state, "row A3-A5")
    assert page(back)["bonuses"] == [], "A5 was passed over on the way to A6"


def test_a_row_loses_the_bonuses_it_passes_and_earns_the_one_it_ends_on() -> None:
    front = {"A2": "bonus 1", "A4": "bonus 2", "A5": "bonus 3"}
    state = say(drawing("4", level=4, front=front), "row A1-A5")
    assert page(state)["bonuses"] == ["F:A5"]
    assert page(say(state, "row A5-A2"))["bonuses"] == []


def test_what_is_lost_on_one_s_own_sheet_is_not_lost_on_another_s() -> None:
    state = say(drawing("4", level=4, front={"A4": "bonus 2"}), "0:row A1-A5", "1:row A1-A4")
    assert [page(state, seat)["bonuses"] for seat in (0, 1)] == [[], ["F:A4"]]


@pytest.mark.slow
def test_a_bonus_that_comes_up_again_has_not_forgotten() -> None:
    """The front of A8 comes back on F8 when the top is folded: earned then, unless it was crossed before."""
    front, needed = {"A8": "bonus 2"}, f"B:B8 B:C8 {BULBS}"
    for crossed, earned in (("", ["F:A8"]), ("A8", [])):
        state = drawing("2+2", level=4, front=front, folds=OVER, crossed=f"{needed} {crossed}", circled="B:H8")
        now = say(state, "fold top", "row H8-F8")
        assert "A8" in circles(now)
        assert page(now)["bonuses"] == earned
    folded = {"D4": "bonus 1"}
    hidden = drawing("1+2", level=4, front=folded, crossed="B2", circled="D5", folds="A1 small")
    assert page(say(hidden, "row D5-D4"))["bonuses"] == [], "D4 shows a back now"
    assert "D4" not in crosses(say(hidden, "row D5-D4"))


def test_a_position_tells_which_bonuses_are_gone() -> None:
    """What a view tells is enough to go on from: the crosses themselves say it."""
    state = drawing("2+2", level=4, front={"A4": "bonus 1", "A5": "bonus 1", "B3": "bonus 1"})
    state = changed(say(state, "row A1-A3", "row A3-A5"))
    assert page(state)["bonuses"] == ["F:A5"], "passed over A4, ended on A5"
    state = changed(say(state, "done", "1:done", "roll 4 1+2", "black"))
    for row, earned in (("A3-A4", []), ("A3-A5", []), ("A3-B3", ["F:B3"])):
        assert page(say(state, f"0:row {row}"))["bonuses"] == earned


def test_old_positions_are_read() -> None:
    """Views once told which bonuses were used in the turn; that is of no use any more, and does no harm."""
    state = say(drawing("2+2", level=4, front={"A3": "bonus 2"}), "row A1-A3")
    assert "used" not in page(state)
    assert marked(state, used=["F:A3"]) == state


def test_bonuses_in_a_chain_on_level_4() -> None:
    state = drawing("4", level=4, front=_landing(3, A8="bonus 4", E8="bonus 1"))
    now = say(state, "row A1-A5", "row A5-A8", "row A8-E8", "row E8-E9")
    assert crosses(now) >= cells("A1-A8 B8-E8 E9")
    assert rows(now) == set()


def test_each_bonus_cell_at_most_once_a_game() -> None:
    state = say(drawing("2+2", level=4, front={"A3": "bonus 2"}), "row A1-A3")
    assert page(state)["bonuses"] == ["F:A3"]
    state = say(state, "row A3-A5", "row A1-A3")
    assert page(state)["bonuses"] == [], "landed on for the second time"
    assert rows(state) == set()
    later = say(state, "done", "1:done", "roll 2+2 3", "white", "0:row A1-A3")
    assert page(later)["bonuses"] == [], "nor in a later turn"


def test_a_bonus_of_level_4_is_optional_and_lost_at_the_end_of_the_turn() -> None:
    state = say(drawing("4", level=4, front=_landing()), "row A1-A5")
    assert "done" in acts(state)
    state = say(state, "done", "1:done", "roll 4 3", "white")
    assert page(state)["bonuses"] == []
    assert "-A7" not in from_(state, "A5")


def test_a_die_number_of_the_same_length_may_start_elsewhere() -> None:
    state = say(drawing("2+2", level=4, front={"A3": "bonus 2"}), "row A1-A3")
    assert {"A1-C1", "A3-A5", "O1-M1"} <= rows(state)
    assert page(say(state, "row O1-M1"))["bonuses"] == ["F:A3"], "a row from elsewhere spends the die"
    bonus = say(state, "row A3-A5")
    assert (page(bonus)["numbers"], page(bonus)["bonuses"]) == ([2], []), "one from the cell spends the bonus first"


def test_a_bonus_whose_cell_is_folded_away_cannot_be_drawn() -> None:
    state = say(drawing("4", level=4, front=_landing(2, A4="bonus 2"), crossed="B2", circled="A8"), "row A8-A4")
    assert any(row.startswith("A4") for row in rows(state))
    assert not any(row.startswith("A4") for row in rows(say(state, "fold A1 small")))


def test_plus_one_never_applies_to_a_bonus_of_level_4() -> None:
    state = say(drawing("4", level=4, front=_landing(), plus=True), "row A1-A5")
    refused(state, "plus 2")


def test_a_win_needs_the_front_targets_back_in_sight() -> None:
    """The last blunt corner brings the last target back, and that wins."""
    order = ("top", "left", "right")
    everything = " ".join(set(seen(f"{OVER}, {', '.join(order)}").values()) | cells("M7-O9"))
    state = drawing("4", level=4, folds=f"{OVER}, {', '.join(order)}", crossed=f"{everything} {BEHIND}")
    assert not page(state)["won"]
    won = say(state, "0:fold bottom")
    assert page(won)["won"]
    assert won.acting == (1,)


@pytest.mark.parametrize("order", [("top", "bottom", "left", "right"), ("right", "top", "left", "bottom")])
def test_connect_all_five_to_win(order: tuple[str, ...]) -> None:
    folds = f"{LARGE}, over, {', '.join(order)}"
    won = say(brink(drawing("1+2", level=4), folds=folds), "0:row H7-H8")
    assert page(won)["won"]
    assert "B:H8" in crosses(won)


def test_no_win_on_the_front() -> None:
    """Everything one sees is crossed, and the fifth target too; but it is behind."""
    state = drawing("4", level=4, folds=SMALL)
    everything = " ".join(side for side in seen(SMALL).values() if side != "E5")
    state = marked(state, crossed=everything + " B:H8", circled="A5")
    now = say(state, "0:row A5-E5")
    assert not page(now)["won"]
    assert 0 in now.acting


def test_bulbs_need_not_be_in_sight_or_connected_to_win() -> None:
    folds = f"{OVER}, top, bottom, left, right"
    assert not {f"B:{name}" for name in FLAPS} <= set(seen(folds).values())
    assert page(say(brink(drawing("1+2", level=4), folds=folds), "0:row H7-H8"))["won"]


def test_corner_bonuses_work_on_level_4() -> None:
    state = say(drawing("4", level=4, crossed="B2 F6"), "fold A1 large", "done", "1:done", "roll 4 3", "white")
    assert page(state)["held"] == ["A1"]
    assert acts(state, 0) == {"black", "white"}


def test_after_the_last_round_the_centre_is_the_target_of_the_back() -> None:
    state = cast(HopPlieState, lt.start("hop_plie", max_rounds=1, sheet=own_sheet(4)))
    folds = f"{OVER}, top"
    place = {side: name for name, side in seen(folds).items()}
    assert (place["B8"], place["B:H8"]) == ("E8", "H8")
    one = marked(state, 0, crossed="B8 B:H8 A8 B:G8", folds=folds)  # E8, F8, G8, H8
    both = marked(one, 1, crossed="B8 H2 H14 N8", folds=SMALL)
    assert say(both, "roll 4 3", "black", "0:done", "1:done").outcome == lt.Outcome((1, 0), (0,), "rounds")


def test_edge_folds_count_as_folds_after_the_last_round() -> None:
    state = cast(HopPlieState, lt.start("hop_plie", max_rounds=1, sheet=own_sheet(4)))
    state = marked(marked(state, 0, folds=OVER), 1, folds=f"{OVER}, left")
    assert say(state, "roll 4 3", "black", "0:done", "1:done").outcome == lt.Outcome((0, 1), (1,), "rounds")
    level = cast(HopPlieState, lt.start("hop_plie", max_rounds=1, sheet=own_sheet(4)))
    level = marked(marked(level, 0, folds=OVER), 1, folds=SMALL)
    assert say(level, "roll 4 3", "black", "0:done", "1:done").outcome == lt.Outcome((1, 1), (0, 1), "rounds")

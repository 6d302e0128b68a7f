"""Hop ! C'est plié, level 3: rays that carry a row elsewhere, stars where it turns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludotheque.games.hop_plie import kernel
from ludotheque.games.hop_plie import sheet as sheets
from tests.pads import (
    cells,
    circles,
    drawing,
    from_,
    new,
    own_sheet,
    page,
    refused,
    rows,
    say,
    seen,
)

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

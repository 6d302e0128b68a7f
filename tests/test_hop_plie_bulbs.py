"""Hop ! C'est plié, level 4: bulbs, and the sheet folded twice."""

from __future__ import annotations

from itertools import permutations, product
from typing import cast

import pytest

import ludotheque as lt
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
    from_,
    marked,
    new,
    own_sheet,
    page,
    refused,
    rows,
    say,
    seen,
)

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

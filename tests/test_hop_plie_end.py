"""Hop ! C'est plié: how a game ends, with others and alone, a scripted turn for each sentence of the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import ludotheque as lt
from ludotheque.games.hop_plie import sheet as sheets
from ludotheque.games.hop_plie.paper import CORNERS
from ludotheque.games.hop_plie.rules import HopPlieState
from tests.pads import (
    FLAPS,
    LARGE,
    SMALL,
    acts,
    brink,
    cells,
    changed,
    crosses,
    drawing,
    marked,
    own_sheet,
    page,
    rows,
    say,
    seen,
)

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

"""Hop ! C'est plié: smileys, folds and the bonuses of the corners, a scripted turn for each sentence of the rules."""

from __future__ import annotations

from typing import Any, cast

import pytest

import ludotheque as lt
from ludotheque.games.hop_plie import sheet as sheets
from ludotheque.games.hop_plie.paper import CORNERS
from ludotheque.games.hop_plie.rules import HopPlieState
from tests.pads import (
    LARGE,
    ROWS,
    SMALL,
    acts,
    cells,
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

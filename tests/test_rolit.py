"""Rolit: the examples of the rules, and each of their sentences that can be tested."""

from __future__ import annotations

import random
from typing import cast

import pytest

import ludotheque as lt
from ludotheque.games.rolit.rules import RolitState
from ludotheque.testing.play import last_of
from tests.cases import board, texts


def start(**options: object) -> RolitState:
    return cast(RolitState, lt.start("rolit", **options))


@pytest.mark.parametrize("size", [4, 6, 8])
def test_setup_is_the_same_for_any_number_of_players(size: int) -> None:
    for players in (1, 2, 3, 4):
        rows = start(players=players, size=size).rows()
        middle = size // 2
        assert rows[middle - 1][middle - 1 : middle + 1] == "ry"
        assert rows[middle][middle - 1 : middle + 1] == "eg"
        assert sum(row.count(".") for row in rows) == size * size - 4


def test_first_captures() -> None:
    state = start(players=4)
    assert texts(state) == {"C5", "E5", "E3"}
    assert state.play("C5").rows()[2] == "..rrr."
    assert state.play("E5").rows()[3:5] == ["..er..", "....r."]
    assert state.play("E3").rows()[3:5] == ["..rg..", "..r..."]


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (1, ["red", "grey"]),
        (2, ["red", "green"]),
        (3, ["red", "yellow", "green"]),
        (4, ["red", "yellow", "green", "grey"]),
    ],
)
def test_seats(players: int, seats: list[str]) -> None:
    state = start(players=players)
    assert [seat.id for seat in state.seats] == seats
    for turn in range(6):
        assert state.acting == (turn % len(seats),)
        state = state.play(state.moves()[0])


def test_first_keeps_order_and_seat_numbers() -> None:
    state = start(players=3, first="green")
    assert state.acting == (2,)
    assert state.play(state.moves()[0]).acting == (0,)


def test_colours_name_those_in_play_in_seat_order() -> None:
    state = start(colours=("grey", "yellow", "red"))
    assert state.options["players"] == 3
    assert [seat.id for seat in state.seats] == ["grey", "yellow", "red"]
    assert start(colours="yellow,grey").seats[1].id == "grey"
    assert [seat.id for seat in start(players=1, colours="green,yellow").seats] == ["green", "yellow"]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"players": 5}, "players=5"),
        ({"players": True}, "players=True"),
        ({"size": 7}, "size=7"),
        ({"players": 2, "colours": "red,green,grey"}, "players=2 needs 2"),
        ({"colours": "red,red"}, "each once"),
        ({"colours": "red,blue"}, "colours"),
        ({"colours": "red"}, "needs 2"),
        ({"first": "grey"}, "not in play"),
        ({"first": "blue"}, "first='blue'"),
        ({"first": "red", "position": "..../.ry./.eg./.... g"}, "another's turn"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        start(**options)


def test_a_ball_between_two_lines_captures_both() -> None:
    state = start(
        players=4,
        position=board(
            """
            . . . . . .
            . . . . . .
            r y . e r .
            . . g . . .
            . . r . . .
            . . . . . .
            """,
            "r",
        ),
    )
    after = state.play("C3")
    assert after.rows()[2:4] == ["rrrrr.", "..r..."]
    assert after.view()["turned"] == ["C2", "C4", "D3"]


GAPS = """
    . . . . . .
    . . . . . .
    r . y g . .
    . . . . . .
    y e y . . .
    . . . . . .
"""


def test_gaps_and_edges_capture_nothing() -> None:
    state = start(players=4, position=board(GAPS, "r"))
    assert "C5" in texts(state)
    assert state.play("C5").rows()[2] == "r.ygr.", "the line has a gap"
    assert state.play("E4").rows()[4] == "yeyr..", "the line ends at the edge"


def test_capturing_is_compulsory() -> None:
    state = start(players=4)
    with pytest.raises(lt.IllegalMove, match="must capture"):
        state.play("B3")
    with pytest.raises(lt.IllegalMove, match="beside no ball"):
        state.play("A1")
    with pytest.raises(lt.IllegalMove, match="occupied"):
        state.play("C3")


def test_only_lines_that_end_at_the_new_ball_turn() -> None:
    """Turning B3 puts C3 between two reds of column 3; it stays as it is."""
    state = start(
        players=4,
        position=board(
            """
            . . . . . .
            . r y . . .
            . . g . . .
            . . r . . .
            . . . . . .
            . . . . . .
            """,
            "r",
        ),
    )
    after = state.play("B4")
    assert after.rows()[1] == ".rrr.."
    assert after.rows()[2] == "..g...", "no chain reaction"


def test_a_vanished_colour_goes_beside_any_ball_and_turns_nothing() -> None:
    state = start(players=2, size=4, position="..../.rr./.rr./.... g")
    assert len(texts(state)) == 12
    assert state.play("A1").rows() == ["g...", ".rr.", ".rr.", "...."]


def test_neutral_balls_are_captured_and_score_for_nobody() -> None:
    end = last_of(start(players=2, size=4), random.Random(2))
    assert end.outcome is not None
    counts = {letter: sum(row.count(letter) for row in cast(RolitState, end).rows()) for letter in "ryge"}
    assert end.outcome.scores == (counts["r"], counts["g"])


def test_equal_counts_share_the_win() -> None:
    state = start(players=2, size=4, position="rrrr/rrrg/gggg/ggg. r")
    end = state.play("D4")
    assert end.outcome is not None
    reds = sum(row.count("r") for row in end.rows())
    assert end.outcome.scores == (reds, 16 - reds)
    full = start(players=2, size=4, position="rrrr/rrrr/gggg/gggg r")
    assert full.outcome == lt.Outcome((8, 8), (0, 1), "full")


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("..../.ry./.eg./.... y", "whose turn"),
        ("..../.ry./.ez./.... r", "C3 holds 'z"),
        ("..../.ry./..../.... r", "starts with 4"),
        ("....../....../..ry../..eg../....../...... r", "6 rows, but the board has 4"),
    ],
)
def test_impossible_positions_are_refused(position: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        start(players=2, size=4, position=position)


def test_nobody_passes_and_the_last_ball_ends_the_game() -> None:
    for players, size in ((1, 4), (2, 6), (3, 8), (4, 8)):
        end = cast(RolitState, last_of(start(players=players, size=size), random.Random(size)))
        assert end.ply == size * size - 4
        assert end.outcome is not None
        assert end.outcome.reason == "full"


@pytest.mark.parametrize(("players", "size"), [(4, 4), (3, 4), (4, 6), (2, 8)])
def test_the_counts_have_room_below_the_board(players: int, size: int) -> None:
    scene = start(players=players, size=size).scene()
    below = [item for item in scene.items if item.y > scene.width]
    assert len(below) >= 2 * players
    assert all(item.scale / 2 <= item.x <= scene.width - item.scale / 2 for item in below)

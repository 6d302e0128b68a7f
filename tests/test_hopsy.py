"""Hopsy and Le Mix: the examples of the rules, and each of their sentences that can be tested."""

from __future__ import annotations

import random
from typing import cast

import pytest

import ludotheque as lt
from ludotheque.core.boards.squares import name_of
from ludotheque.core.typesetting import unbroken
from ludotheque.games.hopsy.rules import Hop, HopsyState
from ludotheque.testing.play import last_of
from tests.cases import board, texts


def start(**options: object) -> HopsyState:
    return cast(HopsyState, lt.start("hopsy", **options))


def way(state: HopsyState, move: str) -> list[str]:
    return [name_of(square) for square in state.path(state.parse(move))]


@pytest.mark.parametrize(("setup", "top"), [("facing", "brbrbr"), ("mirror", "rbrbrb")])
def test_setup_and_first_moves(setup: str, top: str) -> None:
    state = start(setup=setup)
    assert state.rows() == [top, *["......"] * 4, "rbrbrb"]
    assert state.acting == (0,)
    assert len(state.moves()) == 16
    movers = {text[:2] for text in texts(state)}
    assert sorted(square[0] for square in movers) == ["A"] * 3 + ["F"] * 3


def test_facing_looks_the_same_from_both_seats() -> None:
    rows = start().rows()
    assert [row[::-1] for row in rows[::-1]] == rows


def test_figure_4() -> None:
    """Black goes from D2 to B4 through D4 and B6, over D3, C5 and B5."""
    state = start(
        position=board(
            """
            b r . . . r
            . . . . r .
            . . . . b .
            . b r . . .
            . . . . . .
            r b . r b b
            """,
            "b",
        )
    )
    assert "D2-B4" in texts(state)
    assert way(state, "D2-B4") == ["D2", "D4", "B6", "B4"]
    assert state.play("D2-B4").view()["path"] == ["D2", "D4", "B6", "B4"]


def test_f1_reaches_f3_round_an_empty_f2() -> None:
    state = start(
        position=board(
            """
            b . b . . b
            r . . . . b
            . . . . . b
            . . . . . r
            r b . . . .
            r . . r . r
            """,
            "r",
        )
    )
    assert "F1-F3" in texts(state)
    assert way(state, "F1-F3") == ["F1", "D1", "F3"]
    assert way(state, "F1-F2") == ["F1", "F2"]


def test_jumps_and_steps_do_not_mix_and_jumped_pawns_stay() -> None:
    state = start().play("F1-E2").play("A1-B2")
    assert "F3-D1" in texts(state), "over one's own pawn on E2"
    assert "F3-D2" not in texts(state), "no step after a jump"
    before = state.cells()
    after = state.play("F3-D1").cells()
    assert sorted(before.values()) == sorted(after.values()), "nothing is captured"


def test_no_move_ends_where_it_began() -> None:
    rng = random.Random(1)
    for _ in range(20):
        moves = last_of(start(), rng, 30).moves()
        assert all(move.origin != move.target for move in cast(tuple[Hop, ...], moves))


WINNING = """
    b . r . . b
    r . . . . .
    r . . . . b
    r . . . . .
    . r . . . .
    . . b b r b
"""


def test_four_in_line_wins_at_once() -> None:
    won = start(position=board(WINNING, "r")).play("E2-E1")
    assert won.outcome == lt.Outcome((1.0, 0.0), (0,), "line")
    assert won.acting == ()
    assert won.moves() == ()
    assert won.view()["won"] == ["B1", "C1", "D1", "E1"]


@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)])
def test_every_direction_wins(step: tuple[int, int]) -> None:
    row, column = (1, 4) if step == (1, -1) else (1, 1)
    line = [(row + i * step[0], column + i * step[1]) for i in range(4)]
    cells = dict.fromkeys(line, "b") | {(0, 0): "b", (0, 2): "b", (0, 5): "r", (5, 0): "r"}
    spare = [(5, 2), (5, 5), (0, 4), (4, 0)]
    cells |= dict.fromkeys(spare, "r")
    drawing = "\n".join(" ".join(cells.get((r, c), ".") for c in range(6)) for r in range(6))
    state = start(position=board(drawing, "r"))
    assert state.outcome is not None
    assert state.outcome.winners == (1,)
    with pytest.raises(ValueError, match="black is to move but has already won"):
        start(position=board(drawing, "b"))


MIX = """
    B . r . . B
    r . . . . .
    R . . . . b
    {0} . . . . .
    . {1} . . . .
    . . b B R b
"""


def test_mix_wins_with_plain_and_marked_in_turn() -> None:
    won = start(variant="mix", position=board(MIX.format("r", "R"), "r")).play("E2-E1")
    assert won.outcome is not None
    assert won.outcome.winners == (0,)


def test_mix_does_not_win_with_two_alike_side_by_side() -> None:
    assert start(variant="mix", position=board(MIX.format("R", "r"), "r")).play("E2-E1").outcome is None


def test_mix_setup() -> None:
    assert start(variant="mix").rows() == ["BRBRBR", *["......"] * 4, "rbrbrb"]
    assert start(variant="mix", setup="mirror").rows()[0] == "RBRBRB"


SHUTTLE = ["F1-E1", "A1-B1", "E1-F1", "B1-A1"]


def test_a_position_never_comes_about_a_third_time() -> None:
    """The initial position counts as its first occurrence."""
    state = start()
    for move in (SHUTTLE * 2)[:-1]:
        state = state.play(move)
    assert "B1-A1" not in texts(state)
    with pytest.raises(lt.IllegalMove, match="third time"):
        state.play("B1-A1")
    other_way = state.play("B1-B2").play("F1-E1")
    assert "B2-A1" in texts(other_way), "the same pawns with the other player to move is another position"


def test_the_ban_is_part_of_the_state() -> None:
    once, twice = start(), start()
    for move in SHUTTLE:
        twice = twice.play(move)
    assert once.rows() == twice.rows()
    assert once != twice


def test_order_of_the_past_does_not_matter() -> None:
    state = cast(HopsyState, last_of(start(), random.Random(8), 20))
    view = state.view()
    view["past"] = view["past"][::-1]
    assert HopsyState.restore(view) == state
    assert hash(HopsyState.restore(view)) == hash(state)
    view["past"] = view["past"][1:]
    assert HopsyState.restore(view) != state


def blocked(rule: str) -> HopsyState:
    """A player whose every move would bring a position about for the third time."""
    state = start(blocked=rule)
    view = state.view()
    after = [state.play(move).position() for move in state.moves()] * 2
    view["past"] = [text for position in after for text in (state.position(), position)]  # players take turns
    return HopsyState.restore(view)


def test_house_a_player_without_a_move_draws_or_loses() -> None:
    assert blocked("draw").outcome == lt.Outcome((0.5, 0.5), (), "blocked")
    assert blocked("loss").outcome == lt.Outcome((0.0, 1.0), (1,), "blocked")


def test_house_too_many_moves_draw() -> None:
    state = start(max_plies=3)
    for move in SHUTTLE[:3]:
        state = state.play(move)
    assert state.outcome == lt.Outcome((0.5, 0.5), (), "too long")
    assert start(max_plies="off").options["max_plies"] is None


def test_a_long_game_without_a_limit_goes_on() -> None:
    rng = random.Random(5)
    state = start(max_plies=None, variant="mix")
    longest = 0
    for _ in range(6):
        longest = max(longest, cast(HopsyState, last_of(state, rng, 400)).ply)
    assert longest > 300


@pytest.mark.parametrize(
    ("move", "why", "french"),
    [
        ("A1-B1", "not yours", "le pion en A1 n'est pas à vous"),
        ("C3-C4", "C3 is empty", "C3 est vide"),
        ("F1-F2", "F2 is occupied", "F2 est occupé"),
        ("F1-F1", "must move", "il faut bouger"),
        ("F1-C1", "neither a step nor jumps", "ni un pas ni des sauts ne mènent de F1 à C1"),
    ],
)
def test_refusals_say_why_and_what_is_legal(move: str, why: str, french: str) -> None:
    with pytest.raises(lt.IllegalMove, match=why) as error:
        start().play(move)
    origin, target = move.split("-")
    assert str(error.value).startswith(f"the pawn from {origin} to {target}: ")
    assert "Legal moves: A2-B1" in str(error.value)
    assert error.value.legal == start().moves()
    assert error.value.tried == move
    assert error.value.message.to("fr") == unbroken(f"le pion de {origin} à {target} : {french}", "fr")


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("brbrbr/....../..x.../....../....../rbrbrb r", "C3 holds 'x"),
        ("brbrbr/....../....../....../....../rbrbrb", "whose turn"),
        ("brbrbr/....../....../....../....../rbrbrb g", "whose turn"),
        ("brbrbr/....../....../....../rbrbrb r", "5 rows"),
        ("brbrbr/....../......./....../....../rbrbrb r", "C7"),
        ("brbrbr/....../...../....../....../rbrbrb r", "C6"),
        ("brbrbr/r...../....../....../....../rbrbrb r", "there must be 6 red pawns; there are too many on F5"),
        (".rbrbr/....../....../....../....../rbrbrb r", "there must be 6 black pawns, not 5"),
        ("BRBRBR/....../....../....../....../rbrbrb r", "A1 holds 'B"),
        ("", "one line of text"),
    ],
)
def test_impossible_positions_are_refused(position: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        start(position=position)


def test_mix_positions_count_plain_and_marked() -> None:
    with pytest.raises(ValueError, match="3 plain red pawns"):
        start(variant="mix", position="BRBRBr/....../....../....../....../rbrbrb r")

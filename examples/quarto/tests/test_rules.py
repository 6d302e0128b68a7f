"""The rules of Quarto, example by example."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import ludotheque as lt
import pytest
from naive import NaiveQuarto
from positions import DIAGONAL, DRAW, ROW, SMALL_SQUARE, played

from quarto import pieces
from quarto.rules import QuartoState, restore


def ended(state: QuartoState) -> tuple[tuple[int, ...], str]:
    assert state.outcome is not None
    assert state.acting == ()
    return state.outcome.winners, state.outcome.reason


def test_there_are_sixteen_pieces_all_different() -> None:
    assert len(pieces.CODES) == 16
    assert len({str(pieces.described(piece)) for piece in pieces.PIECES}) == 16


def test_player_1_begins_by_choosing_any_piece_for_player_2() -> None:
    state = played("")
    assert state.acting == (0,)
    assert {str(move) for move in state.moves()} == set(pieces.CODES)
    assert state.play("LTRH").acting == (1,)


def test_it_is_placed_on_any_empty_square() -> None:
    state = played("LTRH B2 DSQS")
    assert {str(move) for move in state.moves()} == set(pieces.NAMES) - {"B2"}


def test_who_places_a_piece_chooses_the_next_one_for_the_other() -> None:
    assert played("LTRH B2").acting == (1,)
    assert played("LTRH B2 DSQS").acting == (0,)


def test_four_tall_pieces_in_a_row_win() -> None:
    assert ended(played(ROW + " DTRH B4")) == ((0,), "tall")


def test_who_is_given_the_fourth_may_place_it_elsewhere() -> None:
    assert not played(ROW + " DTRH A1").over


def test_a_short_piece_does_not_win_there() -> None:
    assert not played(ROW + " DSRH B4").over


def test_a_column_wins() -> None:
    assert ended(played("LTRH A1 DTQS A2 LSQH B1 DSRH B2 DTQH C1 LTRS C2 LSRH D1")) == ((1,), "hollow")


def test_a_long_diagonal_wins() -> None:
    assert ended(played(DIAGONAL)) == ((0,), "solid")


@pytest.mark.parametrize("four", [*pieces.LINES, *pieces.BLOCKS])
def test_each_four_wins_and_small_squares_only_where_they_count(four: tuple[int, ...]) -> None:
    light = [piece for piece in pieces.PIECES if not piece & pieces.DARK]
    board = tuple(light.pop() if square in four else None for square in pieces.SQUARES)
    assert QuartoState(4, squares=True, board=board).quartos == [four]
    assert QuartoState(4, squares=False, board=board).quartos == ([four] if four in pieces.LINES else [])


def test_there_are_ten_rows_and_nine_small_squares() -> None:
    assert (len(pieces.LINES), len(pieces.BLOCKS)) == (10, 9)


def test_a_full_board_without_a_row_is_a_draw() -> None:
    assert ended(played(DRAW)) == ((), "full")


def test_small_squares_win_only_if_chosen() -> None:
    assert ended(played(SMALL_SQUARE, squares=True)) == ((0,), "hollow")
    assert not played(SMALL_SQUARE).over


def test_beginners_count_light_and_dark_alone() -> None:
    assert not played(ROW + " DTRH B4", traits=1).over
    assert ended(played("LTRH C1 DSRH A2 LSQS C2 LTQS C3 DTQH B4 LSRH C4", traits=1)) == ((0,), "light")


def test_attributes_are_added_one_by_one() -> None:
    assert [played(ROW + " DTRH B4", traits=traits).over for traits in (1, 2, 3, 4)] == [False, True, True, True]
    assert [played(DIAGONAL, traits=traits).over for traits in (1, 2, 3, 4)] == [False, False, False, True]


def test_two_rows_at_once_are_one_win() -> None:
    light = [piece for piece in pieces.PIECES if not piece & pieces.DARK]
    cross = {0, 1, 2, 3, 4, 8, 12}
    state = QuartoState(1, squares=False, board=tuple(light.pop() if at in cross else None for at in pieces.SQUARES))
    assert len(state.quartos) == 2
    assert ended(state) == ((0,), "light")


@pytest.mark.parametrize(
    ("moves", "wrong", "why"),
    [
        ("LTRH B2 DSQS", "B2", "B2 is occupied"),
        ("LTRH B2", "LTRH", "this piece is on the board already"),
        ("LTRH", "DSQS", "first place the piece you were given"),
        ("LTRH B2", "A1", "first choose a piece for the other player"),
        ("", "E5", "a move is written like LTRH or A1"),
    ],
)
def test_refusals_say_why(moves: str, wrong: str, why: str) -> None:
    with pytest.raises(lt.IllegalMove, match=why):
        played(moves).play(wrong)


def test_small_letters_will_do() -> None:
    assert played("ltrh b2") == played("LTRH B2")


def test_the_last_square_is_shown_but_decides_nothing() -> None:
    one, other = played("LTRH B2 DSQS C3"), played("LTRH B2 DSQS C3")
    assert one == other
    assert hash(one) == hash(other)
    assert restore(one.view(0)).last == one.last == pieces.NAMES.index("C3")


def test_perft_is_a_product_until_a_game_can_end() -> None:
    """Sixteen pieces, sixteen squares, fifteen pieces, fifteen squares: nobody can win before the fourth piece."""
    assert [played("").perft(depth) for depth in range(4)] == [1, 16, 256, 3840]


@pytest.mark.parametrize(("traits", "squares"), list(product((1, 2, 3, 4), (False, True))))
def test_a_naive_implementation_plays_the_same_game(*, traits: int, squares: bool) -> None:
    rng = random.Random(traits)
    for _ in range(30):
        state, naive = lt.start("quarto", traits=traits, squares=squares), NaiveQuarto(traits, squares=squares)
        while not state.over:
            assert {str(move) for move in state.moves()} == naive.moves()
            assert state.acting == (naive.turn,)
            move = rng.choice(state.moves())
            state = state.play(move)
            naive.play(str(move))
        assert naive.over()
        assert state.outcome is not None
        assert state.outcome.winners == ((naive.turn,) if naive.won() else ())


def test_a_game_that_was_played_in_a_browser_ends_as_it_did() -> None:
    text = (Path(__file__).parent / "playthroughs" / "browser.txt").read_text()
    end = lt.Record.loads(text).replay()
    assert isinstance(end, QuartoState)
    assert ended(end) == ((0,), "light")

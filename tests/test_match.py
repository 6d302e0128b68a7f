"""Matches: who begins next, how colours rotate, who leads."""

from __future__ import annotations

import pytest

import ludotheque as lt

RED_WINS = lt.Outcome((1.0, 0.0), (0,), "line")
BLACK_WINS = lt.Outcome((0.0, 1.0), (1,), "line")
DRAW = lt.Outcome((0.5, 0.5), (), "too long")


@pytest.mark.parametrize("game", ["hopsy", "hops_dice"])
def test_the_loser_begins_the_next_game(game: str) -> None:
    match = lt.Match(lt.start(game), ("Ada", "Bo"))
    assert match.seated == ("Ada", "Bo")
    assert match.add(RED_WINS).seated == ("Bo", "Ada"), "Ada won: Bo takes red and begins"
    assert match.add(BLACK_WINS).seated == ("Ada", "Bo"), "Ada lost and begins again"
    assert match.add(DRAW).seated == ("Bo", "Ada"), "after a draw, the one who did not begin"
    assert match.add(RED_WINS).add(RED_WINS).seated == ("Ada", "Bo")


def test_the_seat_that_begins_is_the_position_s() -> None:
    start = lt.start("hopsy", position="brbrbr/....../....../....../....../rbrbrb b")
    match = lt.Match(start, ("Ada", "Bo"))
    assert match.add(BLACK_WINS).seated == ("Bo", "Ada"), "Bo began and won: Ada begins, with black"


def test_rolit_colours_go_round_and_points_decide() -> None:
    match = lt.Match(lt.start("rolit", players=4), ("Ada", "Bo", "Cy", "Di"))
    first = match.add(lt.Outcome((12, 10, 8, 6), (0,), "full"))
    assert first.seated == ("Bo", "Cy", "Di", "Ada"), "each colour goes to the next player clockwise"
    second = first.add(lt.Outcome((16, 9, 6, 5), (0,), "full"))
    table = [(each.name, each.wins, each.points) for each in second.standing()]
    assert table == [("Bo", 1, 26), ("Ada", 1, 17), ("Cy", 0, 17), ("Di", 0, 12)]
    assert second.leaders() == ("Bo",), "one game each, but more points"
    assert second.add(DRAW_OF_FOUR).add(DRAW_OF_FOUR).seated == ("Ada", "Bo", "Cy", "Di")


DRAW_OF_FOUR = lt.Outcome((9, 9, 9, 9), (0, 1, 2, 3), "full")


def test_a_shared_win_counts_for_each() -> None:
    match = lt.Match(lt.start("rolit", players=4), ("Ada", "Bo", "Cy", "Di")).add(DRAW_OF_FOUR)
    assert [each.wins for each in match.standing()] == [1, 1, 1, 1]
    assert match.leaders() == ("Ada", "Bo", "Cy", "Di")


def test_one_person_plays_both_colours_of_a_solo_game() -> None:
    match = lt.Match(lt.start("rolit", players=1), ("Ada",)).add(lt.Outcome((20, 16), (0,), "full"))
    assert match.seated == ("Ada", "Ada")
    assert match.leaders() == ("Ada",)


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="a seat for each"):
        lt.Match(lt.start("hopsy"), ("Ada", "Bo"), seating=(0, 0))
    with pytest.raises(ValueError, match="2 players, not 1"):
        lt.Match(lt.start("hopsy"), ("Ada",))
    with pytest.raises(ValueError, match="4 scores for 2 seats"):
        lt.Match(lt.start("hopsy"), ("Ada", "Bo")).add(DRAW_OF_FOUR)

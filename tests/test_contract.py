"""The contract's promises that the games there are do not use yet: chance, several seats at once, hidden views."""

from __future__ import annotations

import random

import pytest

import ludotheque as lt
from ludotheque.core.contract import CHANCE, HIDDEN
from tests.toy import ToyState, Word


def test_chance_is_a_seat_whose_moves_are_recorded() -> None:
    state = ToyState()
    assert state.acting == (CHANCE,)
    assert [str(move) for move in state.moves()] == [f"roll {number}" for number in range(1, 7)]
    assert state.moves(0) == ()
    rolled = lt.roll(state, random.Random(1))
    assert rolled == lt.roll(state, random.Random(1)), "a seed repeats the roll"
    assert rolled == state.play(f"roll {rolled.rolled}", CHANCE)
    with pytest.raises(ValueError, match="nothing is left to chance"):
        lt.roll(rolled, random.Random(1))


def test_several_seats_act_at_once_in_any_order() -> None:
    state = ToyState().play("roll 3")
    assert state.acting == (0, 1)
    left_first = state.play("secret 2", seat=0).play("done", seat=1)
    right_first = state.play("done", seat=1).play("secret 2", seat=0)
    assert left_first == right_first
    assert left_first.acting == (CHANCE,)
    with pytest.raises(lt.IllegalMove, match="nothing more: it is not the turn of left, but of right"):
        state.play("done", seat=0).play("done", seat=0)
    assert state.play("done").acting == (1,), "with no seat named, the first acting one"


def test_illegal_and_malformed_moves_say_what_is_legal() -> None:
    state = ToyState().play("roll 2")
    with pytest.raises(
        lt.IllegalMove, match=r"a secret 5: that is not allowed here\. Legal moves: done, secret 1, secret 2"
    ) as error:
        state.play("secret 5", seat=1)
    assert str(error.value.message) == "a secret 5: that is not allowed here", "the move in words"
    assert error.value.tried == "secret 5"
    assert error.value.legal == state.moves(1)
    with pytest.raises(lt.IllegalMove, match="written like roll 4"):
        state.play("throw", seat=1)


def test_views_differ_by_seat_and_hide_the_rest() -> None:
    state = ToyState().play("roll 6").play("secret 5", 0).play("secret 4", 1)
    assert state.view(0)["mine"] == [5]
    assert state.view(1)["mine"] == [4]
    assert state.view()["mine"] == []
    swapped = ToyState().play("roll 6").play("secret 5", 0).play("secret 2", 1)
    assert state.view(0) == swapped.view(0), "what the other hides makes no difference"
    assert repr(state) == repr(swapped)
    assert state.public_text(Word("secret", 4)) == state.public_text(Word("done")) == HIDDEN
    assert state.public_text(Word("roll", 6)) == "roll 6"


def test_sequences_are_counted_through_chance_and_all_acting_seats() -> None:
    assert ToyState().perft(1) == 6
    assert ToyState().perft(2) == sum(2 * (1 + rolled) for rolled in range(1, 7))
    assert ToyState().perft(0) == 1


def test_a_whole_game() -> None:
    state = ToyState()
    rng = random.Random(2)
    while not state.over:
        seat = rng.choice(state.acting)
        state = lt.roll(state, rng) if seat == CHANCE else state.play(rng.choice(state.moves(seat)), seat)
    assert state.outcome is not None
    assert state.outcome.scores == tuple(float(sum(numbers)) for numbers in state.secrets)
    with pytest.raises(ValueError, match="over"):
        lt.roll(state, rng)
    assert Word("done") not in state.moves(0)


@pytest.mark.parametrize("game", ["hopsy", "hops_dice", "rolit"])
def test_the_past_is_told_alike_whether_or_not_it_was_told_before(game: str) -> None:
    rng, told, played = random.Random(game), lt.start(game), list[str]()
    while not told.over and len(played) < 30:
        move = told.draw(rng) if CHANCE in told.acting else rng.choice(told.moves())
        played.append(str(move))
        told.view(0)
        told = told.play(move)
        quiet = lt.start(game)
        for each in played:
            quiet = quiet.play(each)
        assert told.view(0) == quiet.view(0)

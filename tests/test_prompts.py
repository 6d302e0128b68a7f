"""Games in words: prompts tell what a seat may know and no more; replies are understood, or refused with a reason."""

from __future__ import annotations

import random

import pytest

import ludotheque as lt
from ludotheque.core.cupboard import find
from tests.cases import OURS


def asked(game: str) -> tuple[lt.State, int]:
    """A state in which a player is to move, and who."""
    state: lt.State = lt.start(game)
    while state.acting == (lt.CHANCE,):
        state = lt.roll(state, random.Random(2))
    return state, state.waiting[0]


@pytest.mark.parametrize("game", OURS)
def test_a_prompt_tells_rules_table_and_legal_moves(game: str) -> None:
    state, seat = asked(game)
    brief, full, none = (lt.prompt(state, seat, rules=rules) for rules in ("brief", "full", "none"))
    assert len(none) < len(brief) < len(full)
    for text in (brief, full, none):
        assert ", ".join(str(move) for move in state.moves(seat)) in text
        assert "![" not in text


@pytest.mark.parametrize("game", OURS)
def test_every_legal_move_is_understood(game: str) -> None:
    state, seat = asked(game)
    for move in state.moves(seat):
        assert lt.answer(state, f"I think.\nMOVE: {move}", seat) == move
        assert lt.answer(state, f"**Move:** `{move}`.", seat) == move
        assert lt.answer(state, f"I shall play {move}.", seat) == move


def test_a_prompt_tells_nothing_hidden() -> None:
    redealt = find("plic_plac").rules.redealt
    assert redealt is not None
    state, seat = asked("plic_plac")
    state = state.play(state.moves(seat)[3], seat)
    for each in (0, 1):
        other = redealt(state, each, random.Random(1))
        assert lt.prompt(state, each) == lt.prompt(other, each)
    assert lt.prompt(state, seat) != lt.prompt(redealt(state, 1 - seat, random.Random(1)), seat), "it sees its card"


def test_what_was_seen_before_is_told() -> None:
    state, seat = asked("plic_plac")
    looked = state.play("look 3", seat)
    after = looked.play("pass", seat)
    face = looked.view(seat)["faces"]["3"]  # type: ignore[typeddict-item]  # Plic-Plac's view
    other = 1 - seat
    assert f'"3": "{face}"' not in lt.prompt(after, other, rules="none")
    assert f'"3": "{face}"' in lt.prompt(after, seat, past=[looked.view(seat)], rules="none")


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("", "names no legal move"),
        ("I resign.", "names no legal move"),
        ("B4 or D2, who knows", r"several moves \(B4, D2\)"),
        ("MOVE: A1", "A1 is not legal here"),
        ("MOVE: the corner", "the corner"),
        ("MOVE: B4\nOn reflection:\nMOVE: Z9", "Z9"),
    ],
)
def test_bad_replies_are_refused_with_a_reason_and_the_legal_moves(reply: str, said: str) -> None:
    with pytest.raises(lt.IllegalMove, match=said) as error:
        lt.answer(lt.start("rolit", size=4), reply)
    assert "Legal moves: B4, D2, D4" in str(error.value)


def test_the_last_word_counts_and_case_does_not() -> None:
    state = lt.start("rolit", size=4)
    assert str(lt.answer(state, "move: b4\nNo!\nMove = d2")) == "D2"
    assert str(lt.answer(lt.start("hopsy"), "the pawn goes a2-b3")) == "A2-B3"


def test_who_has_nothing_to_decide_is_told_so() -> None:
    state = lt.start("rolit", size=4)
    with pytest.raises(ValueError, match="seat 1 has nothing to decide now"):
        lt.prompt(state, 1)
    with pytest.raises(lt.IllegalMove, match="nothing to decide"):
        lt.answer(state, "MOVE: B4", 1)

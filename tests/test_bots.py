"""Bots: they choose legal moves from a view alone, repeat themselves with a seed, and greed pays."""

from __future__ import annotations

import random

import pytest

import ludotheque as lt
from ludotheque.bots import NAMES
from tests.cases import CASES, IDS, Options

GAMES = list(lt.games())


def play(game: str, names: list[str], seed: int, **options: object) -> lt.State:
    rng = random.Random(seed)
    state = lt.start(game, **options)
    bots = [lt.bot(game, name) for name in names]
    while not state.over:
        seat = state.acting[0]
        state = state.play(bots[seat].choose(state.view(seat), state.moves(seat), rng), seat)
        for each, bot in enumerate(bots):
            bot.watch(state.view(each))
    return state


@pytest.mark.parametrize(("game", "options"), CASES[::4], ids=IDS[::4])
@pytest.mark.parametrize("name", NAMES)
def test_bots_choose_legal_moves_and_repeat_with_a_seed(game: str, options: Options, name: str) -> None:
    state = lt.start(game, **options)
    for _ in range(8):
        seat = state.acting[0]
        move = lt.bot(game, name).choose(state.view(seat), state.moves(seat), random.Random(3))
        assert move in state.moves(seat)
        assert move == lt.bot(game, name).choose(state.view(seat), state.moves(seat), random.Random(3))
        state = state.play(move, seat)
        if state.over:
            break


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("hopsy", {}, 2),
        ("hopsy", {"variant": "mix"}, 2),
        ("hops_dice", {}, 2),
        ("rolit", {}, 2),
        ("rolit", {"players": 4}, 4),
    ],
)
def test_greed_beats_chance(game: str, options: Options, seats: int) -> None:
    games = 12
    wins = 0
    for seed in range(games):
        greedy = seed % seats
        names = ["greedy" if seat == greedy else "random" for seat in range(seats)]
        outcome = play(game, names, seed, **options).outcome
        assert outcome is not None
        wins += greedy in outcome.winners
    assert wins >= games * 0.6


def test_greed_takes_a_win_and_sees_one_coming() -> None:
    threat = "b.r..b/r...../r....b/r...../.r..../b..brb"
    state = lt.start("hopsy", position=f"{threat} r")
    assert str(lt.bot("hopsy", "greedy").choose(state.view(0), state.moves(0), random.Random(1))) == "E2-E1"
    other = lt.start("hopsy", position=f"{threat} b")
    answer = lt.bot("hopsy", "greedy").choose(other.view(1), other.moves(1), random.Random(1))
    after = other.play(answer)
    assert all(after.play(move).outcome is None for move in after.moves()), "black leaves red no win"


def test_unknown_bots_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'genius'"):
        lt.bot("hopsy", "genius")
    with pytest.raises(ValueError, match="no game 'chess'"):
        lt.bot("chess", "random")

"""Bots: they choose legal moves from a view alone, repeat themselves with a seed, and greed pays."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.roster import bots, names
from ludotheque.bots.turns import next_move, show
from tests.cases import EVERY, Options
from tests.volume import volume

GAMES = list(lt.games())


def settings(name: str) -> dict[str, int]:
    """Bots that think by the clock think by nodes here: a test must not depend on how fast a machine is."""
    return {"nodes": 20} if name in (*LEVELS, "mcts") else {}


def play(game: str, seated: list[str], seed: int, *, most: int = 10_000, **options: Any) -> lt.State:
    rng = random.Random(seed)
    state = lt.start(game, **options)
    players = {seat: lt.bot(game, name, **settings(name)) for seat, name in enumerate(seated)}
    for _ in range(most):
        turn = next_move(state, players, rng)
        if turn is None:
            break
        state = state.play(turn[1], turn[0])
        show(state, players)
    return state


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), EVERY[:: volume(20, 3)])
def test_bots_choose_legal_moves_and_repeat_with_a_seed(game: str, options: Options) -> None:
    seats = len(lt.start(game, **options).seats)
    for name in names(lt.games()[game]):
        ends = [play(game, [name] * seats, seed=3, most=30, **options) for _ in range(2)]
        assert ends[0] == ends[1]


def test_not_every_bot_plays_every_game() -> None:
    assert names(lt.games()["hopsy"]) == tuple(bots())
    assert names(lt.games()["hop_plie"]) == ("random", "greedy", *LEVELS)
    with pytest.raises(ValueError, match=r"'mcts'.*random, greedy, novice"):
        lt.bot("hop_plie", "mcts")


@pytest.mark.parametrize("level", [1, *(pytest.param(level, marks=pytest.mark.slow) for level in (2, 3, 4))])
def test_sheets_are_finished_by_greed(level: int) -> None:
    greedy = play("hop_plie", ["greedy", "greedy"], 1, level=level)
    assert greedy.outcome is not None
    assert greedy.outcome.reason == "connected"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("hopsy", {}, 2),
        ("hopsy", {"variant": "mix"}, 2),
        ("hops_dice", {}, 2),
        ("rolit", {}, 2),
        ("rolit", {"players": 4}, 4),
        ("plic_plac", {}, 2),
        ("plic_plac", {"players": 5, "specials": True}, 5),
        ("hop_plie", {}, 2),
        ("hop_plie", {"players": 3, "level": 3}, 3),
    ],
)
def test_greed_beats_chance(game: str, options: Options, seats: int) -> None:
    games = volume(5, 12)
    wins = 0
    for seed in range(games):
        greedy = seed % seats
        seated = ["greedy" if seat == greedy else "random" for seat in range(seats)]
        outcome = play(game, seated, seed, **options).outcome
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

"""What the network computes is right, what is learned improves, and the bot is one as others are."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import ludotheque as lt
import numpy as np
import pytest
from ludotheque.bots.roster import make, names
from ludotheque.core.cupboard import find

from learner.bot import GAME, OPTIONS, Learner, learned
from learner.network import Adam, gradient, judge, load, save, untaught
from learner.training import Experience, experienced, losses, score_against, taught

RNG = np.random.default_rng(3)
PLANES = RNG.standard_normal((6, 10)).astype(np.float32)
LEGAL = RNG.random((6, 4)) < 0.6
LEGAL[:, 0] = True


def test_what_is_not_legal_has_no_chance() -> None:
    judged = judge(untaught(10, 8, 4, 1), PLANES, LEGAL)
    assert np.allclose(judged.chances.sum(axis=1), 1)
    assert (judged.chances[~LEGAL] == 0).all()
    assert (abs(judged.values) <= 1).all()


@pytest.mark.parametrize("name", ["first", "second_bias", "action", "value"])
def test_gradients_are_those_of_the_loss(name: str) -> None:
    """Each weight pushed a little, the loss changes by as much as its gradient says."""
    weights: Any = {key: each.astype(np.float64) for key, each in untaught(10, 8, 4, 1).items()}
    actions = LEGAL.argmax(axis=1)
    rows = np.arange(6)

    def loss(given: Any) -> float:
        judged = judge(given, PLANES, LEGAL)
        return float(-np.log(judged.chances[rows, actions]).sum() + 0.5 * ((judged.values - 0.3) ** 2).sum())

    judged = judge(weights, PLANES, LEGAL)
    of_scores = judged.chances.copy()
    of_scores[rows, actions] -= 1
    found = gradient(weights, judged.seen, of_scores, (judged.values - 0.3) * (1 - judged.values**2))
    flat = weights[name].reshape(-1)
    for at in range(0, flat.size, max(1, flat.size // 7)):
        before = flat[at]
        flat[at] = before + 1e-5
        more = loss(weights)
        flat[at] = before - 1e-5
        less = loss(weights)
        flat[at] = before
        assert found[name].reshape(-1)[at] == pytest.approx((more - less) / 2e-5, rel=1e-3, abs=1e-6)


def test_a_move_that_has_become_much_likelier_is_left_alone() -> None:
    chances = np.array([[0.9, 0.1], [0.5, 0.5]], np.float32)
    part = Experience(
        planes=np.zeros((2, 1), np.float32),
        legal=np.ones((2, 2), np.bool_),
        actions=np.array([0, 0]),
        chances=np.array([0.5, 0.5], np.float32),
        ends=np.ones(2, np.float32),
        surprise=np.ones(2, np.float32),
    )
    of_scores, of_values = losses(chances, np.array([0.0, 1.0], np.float32), part, np.ones(2, np.float32))
    assert abs(of_scores[0]).max() < 0.01, "only curiosity is left"
    assert of_scores[1, 0] < -0.1
    assert of_values.tolist() == [-0.5, 0.0]


def test_a_few_rounds_teach_something() -> None:
    rng = np.random.default_rng(1)
    start = lt.batch(GAME, 1, **OPTIONS)
    weights = untaught(int(np.prod(start.observe().shape[1:])), 32, start.actions, 1)
    adam = Adam(weights, 3e-3)
    untrained = score_against(weights, "random", 60)
    for _ in range(25):
        weights = taught(weights, adam, experienced(weights, 256, rng), rng)
    assert score_against(weights, "random", 60) > untrained + 0.1


def test_experience_is_of_whole_games() -> None:
    start = lt.batch(GAME, 1, **OPTIONS)
    weights = untaught(int(np.prod(start.observe().shape[1:])), 8, start.actions, 1)
    known = experienced(weights, 20, np.random.default_rng(1))
    plies = len(known.actions) // 20
    assert 12 - 6 < plies <= 12
    assert np.take_along_axis(known.legal, known.actions[:, None], 1).all()
    by_game = known.ends.reshape(plies, 20)
    assert (by_game[0] == -by_game[1]).all(), "who moves first wins what the other loses"


def test_what_was_learned_beats_greed() -> None:
    assert score_against(learned(), "greedy", 100) > 0.6


def test_it_is_found_and_plays_any_rolit() -> None:
    assert "learner" in names(find("rolit"))
    assert "learner" not in names(find("hopsy"))
    for options in ({}, {"size": 4}, {"players": 4}):
        state = lt.start("rolit", **options)
        while not state.over:
            seat = state.acting[0]
            bot = make(state.game, "learner")
            assert isinstance(bot, Learner)
            state = state.play(bot.choose(state.view(seat), state.moves(seat), random.Random(1)), seat)


def test_weights_are_kept(tmp_path: Path) -> None:
    weights = untaught(10, 8, 4, 1)
    save(weights, tmp_path / "kept.npz")
    kept = load(tmp_path / "kept.npz")
    assert kept.keys() == weights.keys()
    assert all(np.allclose(kept[name], weights[name], atol=1e-3) for name in kept)

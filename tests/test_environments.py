"""Environments that others know keep their own rules: their own tests are run on ours."""

from __future__ import annotations

import random
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludotheque.core.cupboard import find
from tests.cases import OURS

zoo = pytest.importorskip("ludotheque.research.zoo", reason="PettingZoo is not there: pip install ludotheque[research]")

SHORT: dict[str, dict[str, Any]] = {
    "hop_plie": {"players": 2, "max_rounds": 3},
    "hops_dice": {"max_plies": 20},
    "hopsy": {"max_plies": 20},
    "plic_plac": {"players": 3, "cards": "3x3", "stall": 2},
    "rolit": {"players": 4, "size": 4},
}
"""Short games of each kind."""
AT_ONCE = ["hop_plie", "plic_plac"]


def test_every_game_is_tried() -> None:
    assert set(SHORT) == set(OURS)


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_pettingzoo_one_after_the_other(game: str) -> None:
    from pettingzoo.test import api_test, render_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises; it fails where something is wrong
        api_test(zoo.table_env(game, **SHORT[game]), num_cycles=500)
        seed_test(lambda: zoo.table_env(game, **SHORT[game]), num_cycles=60)
        render_test(lambda render_mode: zoo.table_env(game, render_mode=render_mode, **SHORT[game]))


@pytest.mark.slow
@pytest.mark.parametrize("game", AT_ONCE)
def test_pettingzoo_all_at_once(game: str) -> None:
    from pettingzoo.test import max_cycles_test, parallel_api_test, parallel_seed_test
    from pettingzoo.utils.conversions import parallel_to_aec

    def parallel_env(**given: Any) -> Any:
        return zoo.ParallelTableEnv(game, **SHORT[game], **given)

    def env(**given: Any) -> Any:
        return parallel_to_aec(parallel_env(**given))

    parallel_api_test(parallel_env(), num_cycles=500)
    parallel_seed_test(parallel_env, num_cycles=60)
    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=env))


@pytest.mark.parametrize("game", OURS)
def test_agents_play_whole_games_by_masks(game: str) -> None:
    """Every seat is asked for what it may do and nothing else, and who wins is who the rules say."""
    env, rng = zoo.TableEnv(game, **SHORT[game]), random.Random(5)
    env.reset(seed=7)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(5000):
        observation, reward, over, cut_off, _ = env.last()
        total[agent] += reward
        mask = observation["action_mask"]
        env.step(None if over or cut_off else rng.choice(np.flatnonzero(mask).tolist()))
    outcome = env.question.state.outcome
    assert outcome is not None
    winners = {f"player_{seat}" for seat in outcome.winners}
    if winners and len(winners) < len(total):
        assert {agent for agent, sum_ in total.items() if sum_ == 1} == winners
    else:
        assert set(total.values()) == {0}


def test_those_who_may_interrupt_are_asked_first_and_may_wait() -> None:
    env = zoo.TableEnv("plic_plac", players=2, cards="2x2")
    env.reset(seed=1)
    state = env.question.state
    turn, other = (f"player_{seat}" for seat in (state.waiting[0], 1 - state.waiting[0]))
    assert env.agent_selection == other
    names = env.question.encoding.actions(state)
    mask = env.observe(other)["action_mask"]
    assert [names[number] for number in np.flatnonzero(mask)] == ["blocage", "wait"]
    assert not env.observe(turn)["action_mask"].any()
    env.step(len(names) - 1)
    assert env.question.state is state, "nothing happened"
    assert env.agent_selection == turn


def test_answers_that_are_not_legal() -> None:
    env = zoo.TableEnv("rolit", size=4)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action 0 is not open to seat 0"):
        env.step(0)
    together = zoo.ParallelTableEnv("hop_plie", players=2)
    together.reset(seed=1)
    *_, infos = together.step({"player_0": 0, "player_1": 0})
    assert infos["player_0"] == {"refused": True}, "a die is to be taken first"
    with pytest.raises(ValueError, match="rolit is played in turns"):
        zoo.ParallelTableEnv("rolit")


# Gymnasium

ALONE: dict[str, dict[str, Any]] = {
    "hop_plie": {"max_rounds": 3},
    "plic_plac": {"cards": "3x3", "stall": 3},
    "rolit": {"size": 4},
}


@pytest.mark.slow
@pytest.mark.parametrize("game", ALONE)
def test_gymnasium_alone(game: str) -> None:
    from gymnasium.utils.env_checker import check_env

    gym = pytest.importorskip("ludotheque.research.gym")
    env = gym.SoloEnv(game, **ALONE[game])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    rng = random.Random(3)
    _, info = env.reset(seed=3)
    over, reward = False, 0.0
    for _ in range(500):
        before = env.question.state
        *_, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
        assert info["refused"]
        assert env.question.state is before
        _, reward, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
        if over:
            break
    assert over
    outcome = env.question.state.outcome
    assert reward == (max(outcome.scores) if outcome.winners else 0)


def test_gymnasium_refuses_what_is_not_played_alone() -> None:
    gym = pytest.importorskip("ludotheque.research.gym")
    with pytest.raises(ValueError, match="hopsy is not played alone"):
        gym.SoloEnv("hopsy")
    with pytest.raises(ValueError, match="several play rolit"):
        gym.SoloEnv("rolit", players=2)


def test_gymnasium_over_batches() -> None:
    gym = pytest.importorskip("ludotheque.research.gym")
    env, rng = gym.BatchEnv("rolit", 8, size=4), np.random.default_rng(1)
    seen, info = env.reset(seed=4)
    assert env.observation_space.contains(seen)
    won = 0
    for step in range(1, 25):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        seen, rewards, over, cut_off, info = env.step(actions)
        assert env.observation_space.contains(seen)
        assert over.all() == (step % 12 == 0)
        assert not cut_off.any()
        if over.all():
            red, green = info["final_scores"].T
            assert (rewards == np.sign(green - red)).all(), "green moves last"
            won += int((rewards != 0).sum())
    assert won
    again, _ = env.reset(seed=4)
    other, _ = gym.BatchEnv("rolit", 8, size=4).reset(seed=4)
    assert (again == other).all()


# OpenSpiel


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_openspiel_plays_as_it_was_written_down(game: str) -> None:
    """All that a game tells in a whole play (`playthroughs/openspiel`), word for word."""
    pytest.importorskip("ludotheque.research.spiel")
    from absl import flags
    from open_spiel.python.algorithms.generate_playthrough import replay

    flags.FLAGS.mark_as_parsed()  # it is made for a command line
    kept, now = replay(str(Path(__file__).parent / "playthroughs" / "openspiel" / f"{game}.txt"))
    assert now == kept


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_openspiel(game: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not there: it has no package for this system")
    pytest.importorskip("ludotheque.research.spiel")
    options = ";".join(f"{name}:{value}" for name, value in SHORT[game].items())
    pyspiel.random_sim_test(pyspiel.load_game(f"ludotheque_{game}(options={options})"), 2, True, False)


def test_openspiel_searches_our_games_as_a_bot() -> None:
    """It answers with a legal move after as many games as it is given, and when its time is over."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not there: it has no package for this system")
    from benchmarks.openspiel import Mcts

    game = find("rolit")
    state = game.start(size="4", players="3")
    for bot in (Mcts(game, nodes=8), Mcts(game, milliseconds=1)):
        assert bot.choose(state.view(0), state.moves(), random.Random(1)) in state.moves()
    assert not Mcts.plays(find("plic_plac"))


@pytest.mark.slow
def test_what_is_hidden_is_not_in_information_states() -> None:
    """Two deals that a seat cannot tell apart are one information state, until it looks."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not there: it has no package for this system")
    pytest.importorskip("ludotheque.research.spiel")
    game = pyspiel.load_game("ludotheque_plic_plac(options=cards:2x2;players:2)")

    def dealt(*cards: int) -> Any:
        state = game.new_initial_state()
        for action in (0, *cards):
            assert state.is_chance_node()
            state.apply_action(action)
        return state

    one, other = dealt(0, 1, 2, 3), dealt(3, 1, 2, 0)
    wait = game.num_distinct_actions() - 1
    for seat in (0, 1):
        assert one.information_state_string(seat) == other.information_state_string(seat)
    for state in (one, other):
        state.apply_action(wait)
        state.apply_action(0)  # the first looks at card 1
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(1) == other.information_state_string(1)
    assert list(one.observation_tensor(0)) != list(other.observation_tensor(0))
    assert list(one.observation_tensor(1)) == list(other.observation_tensor(1))

"""Many games at once are the same games: batches and states agree move for move, on every device there is."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.cupboard import find
from ludotheque.core.encoding import encoding_of
from ludotheque.research.batches import IllegalAction, Playouts
from ludotheque.research.devices import device_named
from tests.cases import CASES, Options
from tests.volume import volume

BOARDS = ["hops_dice", "hopsy", "rolit"]
PLIES = volume(10, 40)
"""So many moves are followed in each game; ends are met by the games of few moves."""


def devices() -> list[Any]:
    try:
        device_named("cuda")
    except (ImportError, ValueError) as error:
        return ["cpu", pytest.param("cuda", marks=pytest.mark.skip(reason=str(error)))]
    return ["cpu", "cuda"]


pytestmark = pytest.mark.parametrize("device", devices())


def host(array: Any) -> Any:
    """An array of a batch, as NumPy has it."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)


def compare(many: lt.Batch, states: list[lt.State], *, planes: bool) -> None:
    """What a batch tells of its games, beside the states that were played along."""
    encoding = encoding_of(many.game)
    seat, over, legal, scores = (host(each) for each in (many.seat, many.over, many.legal, many.scores))
    seen = host(many.observe()) if planes else None
    for g, state in enumerate(states):
        assert bool(over[g]) == state.over
        if state.outcome is not None:
            assert tuple(scores[g].tolist()) == tuple(state.outcome.scores)
            assert not legal[g].any()
            continue
        asked = state.waiting[0]
        assert seat[g] == asked
        numbers = [encoding.encode(state, asked, move) for move in state.moves(asked)]
        assert len(set(numbers)) == len(numbers)
        assert sorted(numbers) == np.flatnonzero(legal[g]).tolist()
        assert [encoding.decode(state, asked, number) for number in numbers] == list(state.moves(asked))
        if seen is not None:
            assert (seen[g] == encoding.observe(state.view(asked), asked)).all()


def rolled(state: lt.State, after: lt.State) -> lt.State:
    """The state after the dice that a batch has rolled."""
    assert after in [state.play(roll, lt.CHANCE) for roll in state.moves(lt.CHANCE)]
    return after


def follow(device: str, game: str, options: Options, plies: int, games: int = 2) -> list[lt.State]:
    """Plays a batch at random, and states along; compares all that is told at every move."""
    many = lt.batch(game, games, device=device, seed=len(str(options)), **options)
    encoding = encoding_of(find(game))
    states: list[lt.State] = [many.state(g) for g in range(games)]
    for ply in range(plies):
        compare(many, states, planes=ply % 8 == 0)
        actions = host(many.random_actions())
        many.step(actions)
        for g, state in enumerate(states):
            if not state.over:
                asked = state.waiting[0]
                state = state.play(encoding.decode(state, asked, int(actions[g])), asked)
                states[g] = rolled(state, many.state(g)) if state.acting == (lt.CHANCE,) else state
        if host(many.over).all():
            break
    compare(many, states, planes=True)
    for g, state in enumerate(states):
        assert many.state(g) == state
    return states


@pytest.mark.slow
@pytest.mark.parametrize("game", [*BOARDS, "plic_plac"])
def test_batches_and_states_agree_move_for_move_with_every_option(device: str, game: str) -> None:
    for name, options in CASES:
        if name == game:
            follow(device, game, options, PLIES)


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_sheets_and_states_agree_move_for_move(device: str, level: int) -> None:
    if device == "cuda":
        with pytest.raises(ValueError, match="device='cpu' plays it"):
            lt.batch("hop_plie", 2, device=device, players=1, level=level)
        return
    for options in ({"column": level}, {"max_rounds": 2}):
        states = follow(device, "hop_plie", {"players": 1, "level": level, **options}, volume(24, 60))
    assert any(state.over for state in states), "after two rounds"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("plic_plac", {"players": 1, "cards": "4x4"}),
        ("plic_plac", {"players": 3, "specials": True, "cards": "4x4", "ploc": "all"}),
        ("plic_plac", {"players": 6, "stall": 3}),
        ("rolit", {"players": 3, "size": 4}),
        ("hopsy", {"max_plies": 90}),
        ("hopsy", {"position": "b.b.r./.r..b./..r.../b..r../..rb../r..b.. r"}),
        ("hops_dice", {"repetition": 2, "max_plies": 120}),
    ],
    ids=str,
)
def test_they_agree_to_the_end(device: str, game: str, options: Options) -> None:
    assert all(state.over for state in follow(device, game, options, 1000, games=volume(2, 8)))


SHUFFLE = ["A2-B2", "A1-B1", "B2-A2", "B1-A1"]
"""Four moves of Hopsy after which all is as before."""


@pytest.mark.slow
def test_rules_that_look_back_do_so_in_batches(device: str) -> None:
    """A position that has come about twice is forbidden in Hopsy; in Hops it ends the game."""
    many, state = lt.batch("hopsy", 2, device=device), lt.start("hopsy")
    encoding = encoding_of(find("hopsy"))
    for move in [*SHUFFLE, *SHUFFLE[:3]]:
        compare(many, [state, state], planes=True)
        number = encoding.encode(state, state.acting[0], state.parse(move))
        many.step(np.full(2, number))
        state = state.play(move)
    compare(many, [state, state], planes=True)
    back = encoding.encode(state, 1, state.parse("B1-A1"))
    assert not host(many.legal)[0, back]
    with pytest.raises(IllegalAction, match="B1-A1 is not legal for seat 1"):
        many.step(np.full(2, back))


@pytest.mark.slow
def test_memory_grows_where_nothing_bounds_a_game(device: str) -> None:
    follow(device, "hopsy", {"max_plies": None}, 150)


def test_bad_actions_are_refused_with_the_game_and_nothing_is_played(device: str) -> None:
    many = lt.batch("rolit", 4, device=device)
    good = host(many.random_actions())
    before = [many.state(g) for g in range(4)]
    for bad, said in ((0, "A1 is not legal for seat 0"), (36, r"no such action \(0 to 35\)"), (-1, "no such action")):
        actions = good.copy()
        actions[2] = bad
        with pytest.raises(IllegalAction, match=f"cannot be played in game 2: .*{said}") as error:
            many.step(actions)
        assert (error.value.game, error.value.action) == (2, bad)
        assert [many.state(g) for g in range(4)] == before
    for wrong in (good[:3], good.astype(float), good.reshape(2, 2)):
        with pytest.raises(ValueError, match="an array of 4 whole numbers"):
            many.step(wrong)


def test_other_libraries_take_arrays_as_they_are(device: str) -> None:
    """By the protocols that PyTorch, JAX and CuPy read: nothing is copied."""
    many = lt.batch("rolit", 4, device=device)
    arrays = (many.seat, many.over, many.scores, many.legal, many.observe())
    if device == "cuda":
        assert all(hasattr(array, "__cuda_array_interface__") for array in arrays)
        return
    for array in arrays:
        assert np.shares_memory(np.from_dlpack(array), array)
        assert array.__array_interface__["data"][0] == array.ctypes.data


def test_bad_actions_are_skipped_by_request(device: str) -> None:
    many = lt.batch("rolit", 3, device=device)
    actions = host(many.random_actions())
    actions[1] = 0
    many.step(actions, illegal="skip")
    assert host(many.refused).tolist() == [False, True, False]
    assert host(many.seat).tolist() == [1, 0, 1]


def test_games_begin_anew_by_request(device: str) -> None:
    many = lt.batch("rolit", 3, device=device, reset=True, size=4)
    for _ in range(12):
        assert not host(many.over).any()
        many.step(many.random_actions())
    assert host(many.over).all()
    assert host(many.legal).sum() == 9, "the next game has begun"
    assert all(host(many.scores).sum(axis=1) > 0)
    many.step(many.random_actions())
    assert not host(many.over).any()
    many.reset(np.array([True, False, False]))
    assert host(many.seat).tolist() == [0, 1, 1]


def test_games_follow_from_their_seeds_wherever_they_are_played(device: str) -> None:
    def played(**given: Any) -> list[list[int]]:
        many = lt.batch("rolit", 3, device=device, **given)
        moves = []
        for _ in range(10):
            moves.append(host(many.random_actions()).tolist())
            many.step(np.array(moves[-1]))
        return [list(each) for each in zip(*moves, strict=True)]

    assert played(seed=1) == played(seed=1) != played(seed=2)
    one, other, _ = played(seeds=[5, 6, 7])
    assert played(seeds=[6, 5, 5]) == [other, one, one]


@pytest.mark.slow
@pytest.mark.parametrize("game", BOARDS)
def test_playouts_are_games(device: str, game: str) -> None:
    """Each game is the same however many are played at once, and its end is one that states can have."""
    few, more = (Playouts(*map(host, lt.playouts(game, games, device=device, seed=3))) for games in (2, 300))
    there = lt.playouts(game, 2, device="cpu", seed=3)
    assert (few.plies.tolist(), few.scores.tolist()) == (there.plies.tolist(), there.scores.tolist())
    assert few.plies.tolist() == more.plies[:2].tolist()
    assert (few.scores == more.scores[:2]).all()
    start = lt.start(game)
    assert start.longest is not None
    assert 0 < more.plies.min() <= more.plies.max() <= start.longest
    sums = {sum(end(start, seed).scores) for seed in range(3)}
    assert sums <= set(more.scores.sum(axis=1).tolist()), "points are counted as states count them"


def end(state: lt.State, seed: int) -> lt.Outcome:
    rng = random.Random(seed)
    while not state.over:
        state = state.play(rng.choice(state.moves()))
    assert state.outcome is not None
    return state.outcome


SIMULATED = """
import ludotheque as lt
from tests.test_batches import follow, host
follow("cuda", "rolit", {"size": 4, "players": 3}, 20)
follow("cuda", "hopsy", {"max_plies": 4}, 4, games=1)
follow("cuda", "hops_dice", {"setup": "edges"}, 2, games=1)
for game, options in (("rolit", {"size": 4, "players": 3}), ("hops_dice", {"max_plies": 2})):
    here, there = (lt.playouts(game, 2, device=device, **options) for device in ("cpu", "cuda"))
    assert (here.plies == host(there.plies)).all() and (here.scores == host(there.scores)).all()
try:
    lt.batch("hop_plie", 1, device="cuda", players=1)
except ValueError as error:
    print(error)
print("done")
"""


@pytest.mark.slow
def test_the_threads_of_a_gpu_do_the_same(device: str) -> None:
    """In numba's simulator of one: the loops, their memory and the layout are those of a real one; the machine code is
    not, so where there is a GPU the other tests run there."""
    given = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", SIMULATED], capture_output=True, text=True, env=given, check=False)
    assert done.stdout.splitlines()[-1:] == ["done"], done.stderr
    assert "device='cpu' plays it" in done.stdout


def test_what_cannot_be_made_says_why(device: str) -> None:
    with pytest.raises(ValueError, match="device='tpu': it is 'cpu' or 'cuda'"):
        lt.batch("rolit", 1, device="tpu")
    with pytest.raises(ValueError, match="a seed each"):
        lt.batch("rolit", 2, device=device, seeds=[1])
    with pytest.raises(ValueError, match="size"):
        lt.batch("rolit", 2, device=device, size=5)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        lt.batch("rolit", 2, device=device).observe(2)

"""What is proved is so: forced wins against all defences, small games against plain minimax."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ludotheque as lt
from ludotheque.bots.solver import solve
from ludotheque.games.rolit.rules import RolitState
from ludotheque.solving import told

LOST = "r.b..r/....r./..bb../..b.../....../rbrr.b r"
"""Whatever red does, black lines up four."""


def forced(state: lt.State, seat: int, left: int) -> bool:
    """Whether a seat wins within so many moves, by the rules alone."""
    if state.outcome is not None:
        return state.outcome.winners == (seat,)
    if left == 0:
        return False
    ways = (forced(state.play(move), seat, left - 1) for move in state.moves())
    return any(ways) if state.acting[0] == seat else all(ways)


def test_a_win_at_once_and_a_loss_in_two() -> None:
    state = lt.start("hopsy", position=LOST)
    found = solve(state, depth=4)
    assert (found.winners, found.moves) == ((1,), 2)
    assert found.checked
    after = state.play(state.moves()[0])
    assert (solve(after, depth=3).winners, solve(after, depth=3).moves) == ((1,), 1)


@pytest.mark.parametrize(("game", "options"), [("hopsy", {}), ("hopsy", {"variant": "mix"}), ("hops_dice", {})])
def test_forced_wins_are_as_plain_search_finds_them(game: str, options: dict[str, str]) -> None:
    wins = 0
    for seed in range(4 if game == "hops_dice" else 12):
        rng = random.Random(seed)
        state, earlier = lt.start(game, **options), []
        while not state.over and state.ply < 150:  # type: ignore[attr-defined]  # games of positions count plies
            earlier.append(state)
            state = state.play(rng.choice(state.moves()))
        state = earlier[-1 - seed % 2]
        found = solve(state, depth=2)
        for seat in range(2):  # a threat is looked at more deeply: more than was asked for may be found
            if found.winners is None or found.moves <= 2:
                assert (found.winners == (seat,)) == forced(state, seat, 2)
        wins += found.winners is not None
    assert wins or game == "hops_dice"


def test_nothing_is_claimed_of_the_beginning() -> None:
    found = solve(lt.start("hopsy"), depth=3)
    assert found.winners is None
    assert found.moves == 3
    assert found.checked is None


@cache
def margin(state: RolitState) -> int:
    """By how much the seat to move wins when both play best: plain minimax."""
    if state.outcome is not None:
        seat = state.row[0]
        return int(state.outcome.scores[seat] - state.outcome.scores[1 - seat])
    return max(-margin(state.play(move)) for move in state.moves())


def test_small_rolit_is_solved() -> None:
    start = lt.start("rolit", size=4)
    assert isinstance(start, RolitState)
    found = solve(start)
    assert found.scores is not None
    assert found.scores[0] - found.scores[1] == margin(start) == -2
    assert found.winners == (1,)


@pytest.mark.parametrize(("players", "scores"), [(3, (6, 4, 6)), (4, (4, 4, 4, 4))])
def test_small_rolit_of_several_is_solved(players: int, scores: tuple[int, ...]) -> None:
    start = lt.start("rolit", size=4, players=players)
    found = solve(start)
    assert found.scores == scores
    end: lt.State = start
    for move in found.line:
        end = end.play(move)
    assert end.outcome is not None
    assert end.outcome.scores == scores


def test_endings_of_rolit_are_exact() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        state = lt.start("rolit")
        assert isinstance(state, RolitState)
        while state.longest - state.ply > 7:
            state = state.play(rng.choice(state.moves()))
        found, seat = solve(state), state.acting[0]
        assert found.scores is not None
        assert found.scores[seat] - found.scores[1 - seat] == margin(state)


def test_what_cannot_be_proved_is_refused() -> None:
    with pytest.raises(lt.Refusal, match="chance"):
        solve(lt.start("plic_plac"))
    with pytest.raises(lt.Refusal, match="32 empty squares"):
        solve(lt.start("rolit", players=3))


def test_solutions_are_told() -> None:
    told_ = told(lt.start("hopsy", position=LOST), 3, None, "en")
    assert told_[0] == "black wins, in 2 moves at most"
    assert told_[-1].startswith("checked against every defence")
    assert told(lt.start("hopsy"), 2, None, "fr")[0] == "rien n'est forcé jusqu'à 2 coups"
    assert told(lt.start("rolit", size=4), None, None, "en")[1] == "score: red 7, green 9"
    shared = told(lt.start("rolit", size=4, players=3), None, None, "en")
    assert shared[0] == "red and green share the win"

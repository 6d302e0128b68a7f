"""The levels: they see wins and dangers, see endings through, think alike with a seed, and keep to their time."""

from __future__ import annotations

import random
import time
from functools import cache

import pytest

import ludotheque as lt
from ludotheque.bots import LEVELS, Budget
from ludotheque.bots.alphabeta import Searcher
from ludotheque.bots.mcts import Player
from ludotheque.bots.sight import Sight
from ludotheque.core.linestate import LineState
from ludotheque.core.symmetry import WAYS, key_of, seen
from ludotheque.core.thought import Thought
from ludotheque.games.rolit.rules import RolitState

THREAT = "b.r..b/r...../r....b/r...../.r..../b..brb"
"""Red lines up four with E2-E1."""
GAMES = [
    ("hopsy", {}),
    ("hopsy", {"variant": "mix"}),
    ("hops_dice", {}),
    ("rolit", {}),
    ("rolit", {"players": 3}),
    ("rolit", {"players": 4, "size": 8}),
]


def thought(state: lt.State, *, nodes: int = 3000, wide: bool = False) -> Thought:
    assert isinstance(state, LineState)
    searcher = Searcher(state.kernel, state.game.part("brain"), 14)
    return searcher.think(state, Budget(nodes=nodes), random.Random(1), Sight(wide=wide))


@pytest.mark.parametrize("level", LEVELS[3:])
def test_the_one_winning_move_is_found(level: str) -> None:
    state = lt.start("hopsy", position=f"{THREAT} r")
    move = lt.bot("hopsy", level, nodes=500).choose(state.view(0), state.moves(0), random.Random(1))
    assert state.play(move).outcome is not None


def test_a_danger_is_met() -> None:
    state = lt.start("hopsy", position=f"{THREAT} b")
    after = state.play(thought(state).move)
    assert all(after.play(move).outcome is None for move in after.moves())


def test_a_position_lost_in_two_is_known_to_be_lost() -> None:
    """Whatever red does, black lines up four."""
    state = lt.start("hopsy", position="r.b..r/....r./..bb../..b.../....../rbrr.b r")
    for after in map(state.play, state.moves()):
        assert after.outcome is None
        assert any(after.play(reply).outcome is not None for reply in after.moves())
    found = thought(state)
    assert found.value == -1
    assert found.depth <= 2


def test_a_thought_tells_how_the_game_goes_on() -> None:
    state = lt.start("hopsy", position=f"{THREAT} r")
    found = thought(state, wide=True)
    assert found.value == 1
    assert found.line == ("E2-E1",)
    assert found.candidates[0] == ("E2-E1", 1.0)
    assert len(found.candidates) == len(state.moves())


def left_in_rolit(left: int, seed: int, **options: int) -> RolitState:
    """A game at random with so many empty squares left."""
    rng = random.Random(seed)
    state = lt.start("rolit", **options)
    assert isinstance(state, RolitState)
    while state.longest - state.ply > left:
        state = state.play(rng.choice(state.moves()))
    return state


@cache
def margin(state: RolitState) -> int:
    """By how much the seat to move wins when both play best: plain minimax."""
    if state.outcome is not None:
        seat = state.row[0]
        return int(state.outcome.scores[seat] - state.outcome.scores[1 - seat])
    return max(-margin(state.play(move)) for move in state.moves())


@pytest.mark.parametrize("seed", range(8))
def test_endings_are_as_brute_force_finds_them(seed: int) -> None:
    state = left_in_rolit(6, seed, size=4 + 2 * (seed % 2))
    found = thought(state, nodes=1_000_000)
    best = margin(state)
    assert found.value == (best > 0) - (best < 0)
    assert -margin(state.play(found.move)) == best
    assert found.depth == 6


def test_longer_endings_are_seen_through() -> None:
    state = left_in_rolit(12, 3)
    found = thought(state, nodes=3_000_000)
    assert found.depth == 12
    assert abs(found.value) in (0, 1)
    again = state
    for move in found.line[:5]:
        again = again.play(move)
    after = thought(again, nodes=3_000_000)
    assert after.value == (found.value if len(found.line[:5]) % 2 == 0 else -found.value), "nothing was overlooked"


@pytest.mark.parametrize("way", range(WAYS))
def test_positions_turned_or_mirrored_are_one(way: int) -> None:
    for size in (4, 6, 7, 8):
        rng = random.Random(size)
        squares = [1 << 8 * row + column for row in range(size) for column in range(size)]
        boards = [sum(rng.sample(squares, 5)) for _ in range(5)]
        signed = [board - (1 << 64) if board >> 63 else board for board in boards]
        turned = [seen(board, way, size) for board in signed]
        assert all(bin(board & (1 << 64) - 1).count("1") == 5 for board in turned)
        assert all(board & ~sum(squares) & (1 << 64) - 1 == 0 for board in turned)
        first, second = (key_of((a, b, c, d, e), 7, size) for a, b, c, d, e in (signed, turned))
        assert first >> 3 == second >> 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_levels_repeat_with_a_seed(game: str, options: dict[str, object], level: str) -> None:
    state = lt.start(game, **options)
    for ply in range(6):
        seat = state.acting[0]
        choices = [
            lt.bot(game, level, nodes=400).choose(state.view(seat), state.moves(seat), random.Random(ply))
            for _ in range(2)
        ]
        assert choices[0] == choices[1]
        state = state.play(choices[0], seat)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_budget_in_seconds_is_kept(game: str, options: dict[str, object]) -> None:
    state = lt.start(game, **options)
    bot = lt.bot(game, "master", milliseconds=200)
    seat = state.acting[0]
    for _ in range(2):  # the first time machine code is loaded
        began = time.perf_counter()
        bot.choose(state.view(seat), state.moves(seat), random.Random(1))
        spent = time.perf_counter() - began
    assert spent < 0.4


def test_lone_moves_need_no_thought() -> None:
    state = left_in_rolit(1, 1, players=3)
    assert lt.bot("rolit", "master").choose(state.view(state.acting[0]), state.moves(), random.Random(1))


def best_shares(state: RolitState) -> dict[str, float]:
    """With two squares left: the share of the win each move brings when the next seat wants the most for itself."""
    shares = {}
    seat = state.acting[0]
    for move in state.moves():
        after = state.play(move)
        ends = [after.play(reply).outcome for reply in after.moves()]
        wanted = max(ends, key=lambda end: (_share(end, after.acting[0]), end.scores[after.acting[0]] if end else 0))
        shares[str(move)] = _share(wanted, seat)
    return shares


def _share(outcome: lt.Outcome | None, seat: int) -> float:
    assert outcome is not None
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


@pytest.mark.parametrize("players", [3, 4])
def test_several_seats_find_what_is_best_at_the_end(players: int) -> None:
    for seed in range(10):
        state = left_in_rolit(2, seed, players=players)
        player = Player(state.kernel, state.game.part("brain"), guided=True)
        found = player.think(state, Budget(nodes=600), random.Random(1))
        shares = best_shares(state)
        assert shares[str(found.move)] == max(shares.values())


@pytest.mark.parametrize(("game", "options"), [("hopsy", {}), ("hops_dice", {}), ("rolit", {})])
def test_higher_levels_beat_lower_ones(game: str, options: dict[str, object]) -> None:
    won = 0.0
    for seed in range(6):
        rng = random.Random(seed)
        state = lt.start(game, **options)
        bots = {seed % 2: lt.bot(game, "expert", nodes=3000), 1 - seed % 2: lt.bot(game, "novice")}
        while not state.over:
            seat = state.acting[0]
            state = state.play(bots[seat].choose(state.view(seat), state.moves(seat), rng), seat)
        assert state.outcome is not None
        won += 1.0 if state.outcome.winners == (seed % 2,) else 0.0
    assert won >= 4


def test_settings_of_levels() -> None:
    with pytest.raises(lt.Refusal, match="width"):
        lt.bot("hopsy", "master", width=3)

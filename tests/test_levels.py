"""The levels: they see wins and dangers, see endings through, think alike with a seed, and keep to their time."""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import count

import pytest

import ludotheque as lt
from ludotheque.bots.levels import LEVELS, PARAMETERS, Level
from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.bots.search.endings import EndingSearch
from ludotheque.bots.search.limits import SearchLimits
from ludotheque.bots.search.montecarlo import MonteCarloSearch
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.boards.symmetry import WAYS, key_of, seen
from ludotheque.core.brain import Search
from ludotheque.core.thought import Budget, LevelParameters, Thought
from ludotheque.games.hops_dice.climb import moves_needed
from ludotheque.games.rolit import brain
from ludotheque.games.rolit.rules import RolitState
from tests.volume import volume

assert brain.BRAIN.endings is not None
ENDINGS = brain.BRAIN.endings
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


def search_of(game: str) -> Search:
    search = lt.games()[game].brain.search
    assert search is not None
    return search


def thought(state: lt.State, *, nodes: int = 3000, wide: bool = False) -> Thought:
    assert isinstance(state, LineState)
    searcher = AlphaBeta(search_of(state.game.id), 14)
    return searcher.think(state, Budget(nodes=nodes), random.Random(1), SearchLimits(wide=wide))


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


def as_text(state: RolitState) -> RolitState:
    """The same position as the beginning of a game."""
    same = lt.start("rolit", size=state.size, position=state.position())
    assert isinstance(same, RolitState)
    return same


@pytest.mark.parametrize("begun", ["played", "given"])
@pytest.mark.parametrize("seed", range(8))
def test_endings_are_as_brute_force_finds_them(seed: int, begun: str) -> None:
    state = left_in_rolit(6, seed, size=4 + 2 * (seed % 2))
    found = lt.analyse(state if begun == "played" else as_text(state), budget=Budget(nodes=10_000))
    best = margin(state)
    assert found.value == (best > 0) - (best < 0)
    assert -margin(state.play(found.move)) == best
    assert found.depth == len(found.line) == 6
    values = {str(move): -margin(state.play(move)) for move in state.moves()}
    assert dict(found.candidates) == {move: (ahead > 0) - (ahead < 0) for move, ahead in values.items()}
    end = state
    for move in found.line:
        end = end.play(move)
    assert end.outcome is not None
    assert end.outcome.scores[state.acting[0]] - end.outcome.scores[1 - state.acting[0]] == best


@pytest.mark.parametrize("size", [6, 8])
def test_the_master_sees_sixteen_moves_through(size: int) -> None:
    state = left_in_rolit(16, 3, size=size)
    found = lt.analyse(state, budget=Budget(nodes=8_000_000))
    assert found.depth == 16
    assert abs(found.value) in (0, 1)
    again = state
    for number, move in enumerate(found.line[:5], 1):
        again = again.play(move)
        value = lt.analyse(again, budget=Budget(nodes=8_000_000)).value
        assert value == (-found.value if number % 2 else found.value), "nothing was overlooked"


def test_one_master_on_boards_of_all_sizes() -> None:
    master = lt.bot("rolit", "master", nodes=50_000)
    assert isinstance(master, Level)
    for size in (4, 6, 4):
        for seed in range(4):
            state = left_in_rolit(6, seed, size=size)
            found = master.think(state.view(state.acting[0]), state.moves(), random.Random(1))
            best = margin(state)
            assert -margin(state.play(found.move)) == best
            assert found.value == (best > 0) - (best < 0)


@pytest.mark.parametrize("nodes", [10, 1000, 20_000, 40_000])
def test_what_is_certain_of_an_ending_is_kept(nodes: int) -> None:
    """However soon the budget is spent: nothing is said to be certain that is not, and no more is spent."""
    for seed in range(6):
        state = left_in_rolit(12, seed)
        truth = EndingSearch(ENDINGS, state, 16).think(state, Budget(), wide=True)
        found = EndingSearch(ENDINGS, state, 16).think(state, Budget(nodes=nodes), wide=True)
        assert truth is not None
        if found is not None:
            assert found.value == truth.value
            assert set(found.candidates) <= set(truth.candidates)
            assert found.nodes <= nodes + 1000, "the last few squares are not counted beforehand"


def try_every_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it takes: from now on the master is told that no ending takes anything."""
    endings = replace(ENDINGS, effort=lambda state: Budget(0, 0))
    monkeypatch.setitem(vars(lt.games()["rolit"]), "brain", replace(brain.BRAIN, endings=endings))


def test_moves_there_is_no_time_for_are_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The master tries an ending that takes more than it has: it still values every move, and none above the best."""
    try_every_ending(monkeypatch)
    for seed in range(6):
        state = left_in_rolit(12, seed)
        truth = EndingSearch(ENDINGS, state, 16).think(state, Budget(), wide=True)
        assert truth is not None
        for nodes in (300, 6000, 20_000, 30_000):
            found = lt.analyse(state, budget=Budget(nodes=nodes))
            assert {move for move, _ in found.candidates} == {str(move) for move in state.moves()}
            assert found.nodes <= nodes + 1000
            if found.depth == 12:
                assert found.value == truth.value
                assert max(value for _, value in found.candidates) == found.value


@contextmanager
def stopped(master: Level, after: float) -> Iterator[None]:
    """Somebody stops it after so many seconds, and again: it may not have begun to think."""
    done = threading.Event()

    def insist() -> None:
        while not done.wait(after):
            master.stop()

    threading.Thread(target=insist).start()
    try:
        yield
    finally:
        done.set()


@pytest.mark.slow
@pytest.mark.parametrize("wait", [0.05, 0.2, 0.4])
def test_an_ending_can_be_stopped(wait: float, monkeypatch: pytest.MonkeyPatch) -> None:
    try_every_ending(monkeypatch)
    state = left_in_rolit(24, 1, size=8)
    master = lt.bot("rolit", "master", milliseconds=60_000)
    assert isinstance(master, Level)
    seat, few = state.acting[0], left_in_rolit(4, 1, size=8)
    master.think(few.view(few.acting[0]), few.moves(), random.Random(1))  # compiled, and there to be stopped
    began = time.perf_counter()
    with stopped(master, wait):
        assert master.choose(state.view(seat), state.moves(seat), random.Random(1)) in state.moves()
    assert time.perf_counter() - began < 30


def test_endings_repeat_with_a_number_of_nodes() -> None:
    for nodes in (500, 20_000):
        ends = []
        for _ in range(2):
            masters = [lt.bot("rolit", "master", nodes=nodes) for _ in range(2)]
            state: lt.State = left_in_rolit(14, 5)
            while not state.over:
                seat = state.waiting[0]
                state = state.play(masters[seat].choose(state.view(seat), state.moves(seat), random.Random(1)))
            ends.append(state)
        assert ends[0] == ends[1]


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


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_budget_in_seconds_is_kept(game: str, options: dict[str, object]) -> None:
    assert least_spent(lt.start(game, **options)) < 0.4


@pytest.mark.slow
@pytest.mark.parametrize("wide", [False, True])
def test_the_budget_is_kept_in_endings_that_take_too_long(wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    try_every_ending(monkeypatch)
    assert least_spent(left_in_rolit(22, 1, size=8), wide=wide) < 0.4


def least_spent(state: lt.State, *, wide: bool = False) -> float:
    """How long a master thinks who has 0.2 seconds: the first time machine code is loaded, and any time the machine may
    be busy."""
    master, seat = lt.bot(state.game.id, "master", milliseconds=200), state.acting[0]
    assert isinstance(master, Level)
    spent = []
    for _ in range(4):
        began = time.perf_counter()
        master.think(state.view(seat), state.moves(seat), random.Random(1), wide=wide)
        spent.append(time.perf_counter() - began)
    return min(spent)


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
        found = MonteCarloSearch(search_of("rolit"), guided=True).think(state, Budget(nodes=600), random.Random(1))
        shares = best_shares(state)
        assert shares[str(found.move)] == max(shares.values())


def harmed(state: RolitState, root: int) -> int:
    """What a seat is ahead of the best of the others in the end when they all want to harm it: plain minimax."""
    if state.outcome is not None:
        scores = state.outcome.scores
        return int(scores[root] - max(score for seat, score in enumerate(scores) if seat != root))
    ends = [harmed(state.play(move), root) for move in state.moves()]
    return max(ends) if state.acting[0] == root else min(ends)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_against_allies_endings_are_as_brute_force_finds_them(players: int) -> None:
    for seed in range(4):
        state = next(each for at in count(seed, 4) if len((each := left_in_rolit(5, at, players=players)).moves()) > 1)
        found, root = thought(state, nodes=1_000_000), state.acting[0]
        best = harmed(state, root)
        assert found.depth == 5
        assert found.value == (best > 0) - (best < 0)
        assert harmed(state.play(found.move), root) == best


@pytest.mark.parametrize("players", [2, 3])
def test_thinking_can_be_stopped(players: int) -> None:
    state = lt.start("rolit", players=players)
    master = lt.bot("rolit", "master", milliseconds=20_000)
    assert isinstance(master, Level)
    master.think(state.view(0), state.moves(0), random.Random(1), Budget(nodes=100))
    began = time.perf_counter()
    with stopped(master, 0.1):
        assert master.choose(state.view(0), state.moves(0), random.Random(1)) in state.moves()
    assert time.perf_counter() - began < 10


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_each_level_sees_no_less_than_the_one_below(game: str, options: dict[str, object]) -> None:
    search, seats = search_of(game), len(lt.start(game, **options).seats)
    levels = search.levels(seats) if search.levels else PARAMETERS
    assert tuple(levels) == LEVELS
    depths = [math.inf if level.depth is None else level.depth for level in levels.values()]
    assert depths == sorted(depths)
    assert levels["master"] == LevelParameters()
    for level in levels.values():
        assert set(level.weights or ()) <= set(search.weights)


def test_beginners_of_rolit_take_the_most_balls() -> None:
    """From its one look, a novice who overlooks nothing takes what turns most."""
    state = left_in_rolit(14, 2)
    searcher = AlphaBeta(search_of("rolit"), 14, brain.levels(2)["novice"].weights)
    move = searcher.think(state, Budget(), random.Random(1), SearchLimits(depth=1)).move
    seat = state.acting[0]

    def ahead(after: RolitState) -> int:
        letters = "".join(after.rows())
        return letters.count("rg"[seat]) - letters.count("rg"[1 - seat])

    assert ahead(state.play(move)) == max(ahead(state.play(each)) for each in state.moves())


def climbed(values: tuple[int, ...], others: set[int]) -> int:
    """How many moves dice that may jump over any other are from six sixes: breadth first."""
    known, ring, moves = {values}, {values}, 0
    while (6,) * 6 not in known:
        moves += 1
        ring = {
            tuple(sorted((*rest, new)))
            for dice in ring
            for i in range(6)
            for rest in [dice[:i] + dice[i + 1 :]]
            for new in range(1, 7)
            if all({step, step + 1} & ({*rest} | others) for step in range(min(dice[i], new), max(dice[i], new)))
        } - known
        known |= ring
    return moves


@pytest.mark.parametrize(
    ("values", "others"),
    [
        ((5, 6, 6, 6, 6, 6), set()),
        ((4, 6, 6, 6, 6, 6), set()),
        ((4, 6, 6, 6, 6, 6), {4}),
        ((1, 6, 6, 6, 6, 6), {2, 4}),
        ((1, 1, 1, 1, 1, 1), {1}),
        ((1, 2, 3, 3, 5, 6), {2, 6}),
    ],
)
def test_moves_needed_are_as_counted_one_by_one(values: tuple[int, ...], others: set[int]) -> None:
    dice = tuple(sum(1 << i for i, value in enumerate((*values, *others)) if value >> plane & 1) for plane in range(3))
    theirs = sum(1 << i for i in range(6, 6 + len(others)))
    assert moves_needed(0b111111, theirs, (dice[0], dice[1], dice[2])) == climbed(values, others)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), [("hopsy", {}), ("hops_dice", {}), ("rolit", {})])
def test_higher_levels_beat_lower_ones(game: str, options: dict[str, object]) -> None:
    won = 0.0
    for seed in range(volume(4, 12)):
        rng = random.Random(seed)
        state = lt.start(game, **options)
        bots = {seed % 2: lt.bot(game, "expert", nodes=1500), 1 - seed % 2: lt.bot(game, "novice")}
        while not state.over:
            seat = state.acting[0]
            state = state.play(bots[seat].choose(state.view(seat), state.moves(seat), rng), seat)
        assert state.outcome is not None
        won += 1.0 if state.outcome.winners == (seed % 2,) else 0.0
    assert won >= volume(3, 9)


def test_settings_of_levels() -> None:
    with pytest.raises(lt.Refusal, match="width"):
        lt.bot("hopsy", "master", width=3)

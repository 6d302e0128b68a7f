"""What is proved is so: forced wins against all defences, small games and endings against plain minimax."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache

import pytest

import ludotheque as lt
from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.bots.solver.solve import Check, solve
from ludotheque.cli.solve import solved
from ludotheque.core.boards.linestate import LineState
from ludotheque.games.rolit.endings import Endings, alike
from ludotheque.games.rolit.rules import RolitState
from tests.cases import printed_both_ways
from tests.reference import rolit as naive

LOST = "r.b..r/....r./..bb../..b.../....../rbrr.b r"
"""Whatever red does, black lines up four."""
DICE_WON = "......./..r6..b2b6/......./r6r4b4..../.r6...../r6.b6b6.../..b1...r6 r"
"""Red wins with its third move, whatever black does."""
DUELS = [("hopsy", {}), ("hopsy", {"variant": "mix"}), ("hopsy", {"variant": "mix", "setup": "mirror"})]


def forced(state: lt.State, seat: int, left: int) -> bool:
    """Whether a seat wins within so many moves, by the rules alone."""
    if state.outcome is not None:
        return state.outcome.winners == (seat,)
    if left == 0:
        return False
    ways = (forced(state.play(move), seat, left - 1) for move in state.moves())
    return any(ways) if state.acting[0] == seat else all(ways)


def last_positions(game: str, options: dict[str, str], seed: int) -> list[LineState]:
    """The positions of a random game that somebody won, the last first."""
    rng, states = random.Random(seed), [lt.start(game, **options)]
    while not states[-1].over and len(states) < 150:
        states.append(states[-1].play(rng.choice(states[-1].moves())))
    return [state for state in states[-2::-1] if isinstance(state, LineState)] if states[-1].over else []


def test_a_win_at_once_and_a_loss_in_two() -> None:
    state = lt.start("hopsy", position=LOST)
    found = solve(state, depth=4)
    assert (found.winners, found.moves) == ((1,), 2)
    assert found.checked
    after = state.play(state.moves()[0])
    assert (solve(after, depth=3).winners, solve(after, depth=3).moves) == ((1,), 1)


@pytest.mark.parametrize(("game", "options"), DUELS)
def test_forced_wins_are_as_plain_search_finds_them(game: str, options: dict[str, str]) -> None:
    wins, open_ = 0, 0
    for seed in range(40):
        for back, state in enumerate(last_positions(game, options, seed)[:3]):
            found = solve(state, depth=2)
            for seat in range(2):  # a threat is looked at more deeply: more than was asked for may be found
                if found.winners is None or found.moves <= 2:
                    assert (found.winners == (seat,)) == forced(state, seat, 2)
            if found.winners is not None:
                assert found.checked
                assert ended(state, found.line).winners == found.winners
            wins += found.winners is not None and back > 0
            open_ += found.winners is None
        if wins >= 8 and open_ >= 4:
            break
    assert wins >= 3
    assert open_ >= 3


def ended(state: lt.State, line: tuple[str, ...]) -> lt.Outcome:
    for move in line:
        state = state.play(move)
    assert state.outcome is not None
    return state.outcome


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "winner", "moves"),
    [
        (".....r6./.r6..b4.r6/...b6..r4/r6.b6..b6./......./b6.b1..../...r6... r", 0, 1),
        ("......./..r6..b2b6/......./r6.b4..../.r6r5..../r6.b6b6.../..b1...r6 b", 0, 2),
        (DICE_WON, 0, 3),
        (".....r6./.r6...b4r6/...b6..r4/r6.b6..b6./......./b6.b1..../...r6... b", None, 3),
    ],
)
@pytest.mark.parametrize("options", [{}, {"back_and_forth": "next"}])
def test_forced_wins_with_dice(position: str, winner: int | None, moves: int, options: dict[str, str]) -> None:
    state = lt.start("hops_dice", position=position, **options)
    found = solve(state, depth=3)
    if winner is None:
        assert (found.winners, found.moves, found.checked) == (None, 3, None)
        assert not forced(state, 0, 2)
        assert not forced(state, 1, 2)
        return
    assert (found.winners, found.moves) == ((winner,), moves)
    assert forced(state, winner, moves)
    assert not forced(state, winner, moves - 1)
    assert ended(state, found.line).winners == (winner,)


def test_a_repetition_spoils_a_win() -> None:
    """Three moves win. After one of them both sides go back; then it would repeat a position, and draws."""
    first = lt.start("hops_dice", position=DICE_WON, repetition=2).play("D2-E3=5")
    state = lt.start("hops_dice", position=first.position(), repetition=2)
    for move in ("B6-A5=2", "E3-D2=4", "A5-B6=2"):
        state = state.play(move)
    assert state.position() == DICE_WON
    assert state.play("D2-E3=5").outcome == lt.Outcome((0.5, 0.5), (), "repetition")
    found = solve(state, depth=3)
    assert (found.winners, found.moves) == ((0,), 3)
    assert found.line[0] in {"D2-C3=5", "D2-E4=5"}
    assert ended(state, found.line).winners == (0,)


def test_what_is_not_forced_does_not_pass_the_check() -> None:
    state = lt.start("hopsy")
    assert isinstance(state, LineState)
    search = state.game.brain.search
    assert search is not None
    searcher = AlphaBeta(search, 12)
    assert Check(searcher, 0, float("inf")).run(state, 2) is None
    lost = lt.start("hopsy", position=LOST)
    assert isinstance(lost, LineState)
    assert Check(searcher, 1, float("inf")).run(lost, 1) is None
    assert Check(searcher, 0, float("inf")).run(lost, 4) is None


def test_nothing_is_claimed_of_the_beginning() -> None:
    found = solve(lt.start("hopsy"), depth=3)
    assert found.winners is None
    assert found.moves == 3
    assert found.checked is None


@pytest.mark.slow
def test_the_time_is_kept() -> None:
    solve(lt.start("rolit", size=4))  # compiled by now
    for state in (lt.start("hopsy", variant="mix"), lt.start("rolit")):
        found = solve(state, seconds=0.2)
        assert found.winners is None
        assert found.nodes > 0
    found = solve(lt.start("rolit", size=4, players=4), seconds=0.05)
    assert (found.winners, found.scores, found.moves) == (None, None, 12)


def margin(state: lt.State) -> int:
    """By how much the seat to move wins when both play best: plain minimax."""
    return _margin(state)


@cache
def _margin(state: RolitState) -> int:
    if state.outcome is not None:
        seat = state.row[0]
        return int(state.outcome.scores[seat] - state.outcome.scores[1 - seat])
    return max(-_margin(state.play(move)) for move in state.moves())


def best_counts(
    size: int, colours: str, begun: Sequence[str], wanted: Callable[[dict[str, int], str], tuple[float, int]]
) -> dict[str, int]:
    """How many balls each colour ends with when each plays best for itself after a beginning, by the naive rules, with
    a dictionary."""
    known: dict[tuple[frozenset[tuple[str, str]], str], dict[str, int]] = {}

    def best(position: naive.Position) -> dict[str, int]:
        if naive.over(position, size):
            return naive.counts(position)
        key = (frozenset(position.board.items()), position.mover)
        if key not in known:
            after = (naive.play(position, move, size, tuple(colours)) for move in sorted(naive.moves(position, size)))
            known[key] = max(map(best, after), key=lambda counts: wanted(counts, position.mover))
        return known[key]

    first = naive.start(size, colours[0])
    for move in begun:
        first = naive.play(first, move, size, tuple(colours))
    return best(first)


def first_to_win(colours: str) -> Callable[[dict[str, int], str], tuple[float, int]]:
    def wanted(counts: dict[str, int], mover: str) -> tuple[float, int]:
        most = max(counts[colour] for colour in colours)
        winners = sum(counts[colour] == most for colour in colours)
        return (1 / winners if counts[mover] == most else 0.0), counts[mover]

    return wanted


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["rg", "ryg", "ryge"])
def test_small_rolit_is_solved_as_the_naive_rules_have_it(colours: str) -> None:
    """From a beginning, to spare the naive rules some work: first moves are alike but turned or mirrored."""
    start, begun = lt.start("rolit", size=4, players=len(colours)), list[str]()
    for _ in colours:
        begun.append(str(start.moves()[0]))
        start = start.play(begun[-1])
    found = solve(start)
    if len(colours) == 2:
        counts = best_counts(
            4, colours, begun, lambda counts, mover: (0, 2 * counts[mover] - counts["r"] - counts["g"])
        )
    else:
        counts = best_counts(4, colours, begun, first_to_win(colours))
    assert found.scores == tuple(counts[colour] for colour in colours)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "scores"), [(2, (7, 9)), (3, (6, 4, 6)), pytest.param(4, (4, 4, 4, 4), marks=pytest.mark.thorough)]
)
def test_small_rolit_is_solved(players: int, scores: tuple[int, ...]) -> None:
    start = lt.start("rolit", size=4, players=players)
    found = solve(start)
    assert found.scores == scores
    assert found.winners == tuple(seat for seat in range(players) if scores[seat] == max(scores))
    assert ended(start, found.line).scores == scores


def random_position(rng: random.Random, size: int, empty: int) -> RolitState:
    """Any balls anywhere, neutral ones among them, which may stay neutral to the end."""
    cells = [rng.choice("rrrgggye") for _ in range(size * size)]
    for square in rng.sample(range(size * size), empty):
        cells[square] = "."
    rows = "/".join("".join(cells[size * row : size * (row + 1)]) for row in range(size))
    state = lt.start("rolit", size=size, position=f"{rows} {rng.choice('rg')}")
    assert isinstance(state, RolitState)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 6, 8])
def test_endings_of_rolit_are_exact(size: int) -> None:
    rng, odd = random.Random(size), 0
    for _ in range(12):
        state = random_position(rng, size, rng.choice((1, 3, 5, 6, 7)))
        found, seat, value = solve(state), state.acting[0], margin(state)
        assert found.scores is not None
        assert found.scores[seat] - found.scores[1 - seat] == value
        assert found.winners == (seat,) if value > 0 else (1 - seat,) if value < 0 else (0, 1)
        assert ended(state, found.line).scores == found.scores
        assert margin(alike(state)) == value
        odd += value % 2
    assert odd, "neutral balls are left in some"


@pytest.mark.slow
def test_endings_after_play_are_exact() -> None:
    for seed in range(4):
        rng, state = random.Random(seed), lt.start("rolit")
        while sum(row.count(".") for row in state.rows()) > 8:
            state = state.play(rng.choice(state.moves()))
        found, seat = solve(state), state.acting[0]
        assert found.scores is not None
        assert found.scores[seat] - found.scores[1 - seat] == margin(state)


def test_bounds_of_an_ending_are_so_with_any_window_and_a_full_table() -> None:
    state = random_position(random.Random(1), 6, 8)
    value, endings = margin(state), Endings(state, 6)
    for points in range(value - 4, value + 5):
        found = endings.between(state, points - 1, points)
        assert found is not None
        assert points <= found <= value if value >= points else value <= found < points
    assert endings.between(state, -36, 36) == value


TRACE = """
import random, ludotheque as lt
from ludotheque.games.rolit.endings import Endings, alike
for size, empty in ((4, 9), (6, 7), (8, 7)):
    rng, state = random.Random(size), lt.start("rolit", size=size)
    while sum(row.count(".") for row in state.rows()) > empty:
        state = state.play(rng.choice(state.moves()))
    endings = Endings(state, 8)
    print(alike(state).position(), endings.between(state, -64, 64), endings.between(state, 0, 1), endings.nodes)
"""


@pytest.mark.slow
def test_endings_are_the_same_in_plain_python() -> None:
    compiled, plain = printed_both_ways(TRACE)
    assert compiled == plain
    assert len(compiled) == 3


@pytest.mark.slow
def test_twenty_empty_squares_are_solved_in_seconds() -> None:
    rng, state = random.Random(2), lt.start("rolit")
    while sum(row.count(".") for row in state.rows()) > 20:
        state = state.play(rng.choice(state.moves()))
    found, seat = solve(state, seconds=60), state.acting[0]
    assert found.scores is not None
    value = found.scores[seat] - found.scores[1 - seat]
    for move in found.line[:-7]:
        state, value = state.play(move), -value
    assert margin(state) == value


def test_what_cannot_be_proved_is_refused() -> None:
    with pytest.raises(lt.Refusal, match="chance"):
        solve(lt.start("plic_plac"))
    with pytest.raises(lt.Refusal, match="32 moves left"):
        solve(lt.start("rolit", players=3))
    with pytest.raises(lt.Refusal, match="give it a time, not a depth"):
        solve(lt.start("rolit"), depth=4)


def test_positions_of_several_are_told_by_their_empty_squares() -> None:
    rows = "rryg/ryge/rgg./re.. r"
    assert solve(lt.start("rolit", size=4, players=4, position=rows)).moves == 3


def test_a_game_that_is_over_is_told_as_it_is() -> None:
    full = "rrrr/gggg/rrrr/ggrg r"
    found = solve(lt.start("rolit", size=4, position=full))
    assert (found.winners, found.scores, found.moves) == ((0,), (9, 7), 0)


@pytest.mark.slow
def test_solutions_are_told() -> None:
    lines = told(lt.start("hopsy", position=LOST), 3, None, "en")
    assert lines[0] == "black wins, in 2 moves at most"
    assert lines[-1].startswith("checked against every defence")
    assert told(lt.start("hopsy"), 2, None, "fr")[0] == "rien n'est forcé jusqu'à 2 coups"
    assert told(lt.start("rolit", size=4), None, None, "en")[:2] == ["green wins", "score: red 7, green 9"]
    assert told(lt.start("rolit"), None, 0.1, "en")[0] == "not solved in time: 32 moves left"
    shared = told(lt.start("rolit", size=4, players=3), None, None, "en")
    assert shared[0] == "red and green share the win"


def told(state: lt.State, depth: int | None, seconds: float | None, language: str) -> list[str]:
    return [line.to(language) for line in solved(state, depth, seconds)]

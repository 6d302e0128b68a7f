"""What the master of Rolit has learnt: patterns are looked up right, and searches with them see what is there."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludotheque as lt
from benchmarks import openings as openings_made
from benchmarks import patternfit
from ludotheque.bots.levels import Level
from ludotheque.core.boards.lines import HEADER, copy_rows
from ludotheque.core.boards.squares import square_at, whole
from ludotheque.core.boards.symmetry import WAYS, seen
from ludotheque.core.thought import Budget
from ludotheque.games.rolit import ahead, endings, kernel, masters, openings, patterns, several
from ludotheque.games.rolit.kernel import COLOURS, FIRST_COLOUR, placeable
from ludotheque.games.rolit.rules import RolitState
from tests.test_levels import left_in_rolit

KINDS = [(6, 2), (8, 2), (6, 3), (6, 4), (8, 3), (8, 4)]


def spelled_out(own: int, all_: int, size: int, seats: int, weights: list[int]) -> int:
    """What shapes are worth, square by square."""
    sum_ = begin = number = 0
    for shape in patterns.shapes(size, seats):
        for place in patterns.places(shape, size):
            digits = ["1" if own >> square & 1 else "2" if all_ >> square & 1 else "0" for square in place]
            sum_ += weights[begin + int("".join(digits), 3)]
            number += 1
        begin += 3 ** len(shape)
    return sum_ + -number % patterns.PACKED * weights[-1]


@pytest.mark.parametrize(("size", "seats"), KINDS)
def test_patterns_are_looked_up_square_by_square(size: int, seats: int) -> None:
    weights = np.random.default_rng(size).integers(-500, 500, patterns.entries(size, seats)).astype(np.int16)
    tables, rng = patterns.tables_of(size, seats, weights), random.Random(seats)
    for _ in range(5):
        all_ = (rng.getrandbits(64) - (1 << 63)) & whole(size)
        own = all_ & (rng.getrandbits(64) - (1 << 63))
        expected = spelled_out(own, all_, size, seats, weights.tolist())
        assert patterns.matched(own, all_, 0, tables) == expected == patterns.matched.plain(own, all_, 0, tables)


@pytest.mark.parametrize(("size", "seats"), KINDS)
def test_what_was_learnt_says_where_it_comes_from_and_fits(size: int, seats: int) -> None:
    known = patterns.learnt(size, seats)
    assert known is not None
    assert known.provenance["made by"].startswith(f"python -m benchmarks.patterns --size {size} --seats {seats} ")
    tables = 1 if seats == 2 else seats
    assert len(known.tables.weights) == patterns.entries(size, seats) * patterns.phases(size) * tables
    assert patterns.learnt(4, seats) is None


def known_of_two(size: int) -> patterns.Learnt:
    known = patterns.learnt(size, 2)
    assert known is not None
    return known


def test_a_position_promises_the_same_however_it_is_turned() -> None:
    for size in (6, 8):
        tables, boards = known_of_two(size).tables, endings.boards_of(left_in_rolit(20, 3, size=size))
        ways = [[seen(board, way, size) for board in boards] for way in range(WAYS)]
        turned = {ahead.promised(own, theirs, neutral, whole(size), tables) for own, theirs, neutral in ways}
        assert len(turned) == 1


def minimax(state: RolitState, depth: int) -> int:
    """What a position is worth, looking at everything."""
    if state.outcome is not None:
        seat = state.row[0]
        return int(ahead.BALL * (state.outcome.scores[seat] - state.outcome.scores[1 - seat]))
    if depth == 0:
        return ahead.promised(*endings.boards_of(state), whole(state.size), known_of_two(state.size).tables)
    return max(-minimax(state.play(move), depth - 1) for move in state.moves())


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_looking_ahead_finds_what_looking_at_everything_does(depth: int) -> None:
    """If nothing is left out."""
    for seed in range(2):
        state = left_in_rolit(18, seed)
        duel = masters.Duel(6, known_of_two(6))
        sheet, control = duel.sheet, duel.sheet.control
        control[endings.EVERY], control[endings.LIMIT], control[ahead.SELECTIVE] = whole(6), 1 << 40, 0
        found = ahead.search(*endings.boards_of(state), depth, -ahead.INFINITE, ahead.INFINITE, 0, sheet)
        assert found == minimax(state, depth)


def test_a_look_to_the_end_is_certain() -> None:
    for seed in range(3):
        state = left_in_rolit(4, seed)
        values = {str(move): -minimax(state.play(move), 3) for move in state.moves()}
        found = masters.Duel(6, known_of_two(6)).think(state, Budget(nodes=100_000), random.Random(1), wide=True)
        assert found.depth == 4
        assert values[str(found.move)] == max(values.values())
        assert dict(found.candidates) == {move: float(np.sign(value)) for move, value in values.items()}


AIMS = {3: (0.8, 0.0), 4: (0.4, 0.5)}
"""By the number of seats: how much of what an end is worth goes to the winners, and how much by rank."""


def shares(state: RolitState) -> tuple[float, ...]:
    """What each seat gets if all want the most for themselves: the winners share, some goes by rank, some by points."""
    if state.outcome is not None:
        points, winners = state.outcome.scores, state.outcome.winners
        winning, ranking = AIMS[len(points)]
        won = [1 / len(winners) if seat in winners else 0 for seat in range(len(points))]
        above = [sum((one > other) + (one == other) / 2 for other in points) - 0.5 for one in points]
        parts = zip(won, above, points, strict=True)
        rest = 1 - winning - ranking
        return tuple(winning * a + ranking * b / sum(above) + rest * c / sum(points) for a, b, c in parts)
    return max((shares(state.play(move)) for move in state.moves()), key=lambda each: each[state.acting[0]])


@pytest.mark.parametrize("players", [3, 4])
def test_several_see_the_end_as_looking_at_everything_does(players: int) -> None:
    for seed in range(4):
        state = left_in_rolit(5, seed, players=players)
        best, fair, seat = shares(state)[state.acting[0]], 1 / players, state.acting[0]
        master = lt.bot("rolit", "master", nodes=20_000)
        assert isinstance(master, Level)
        found = master.think(state.view(seat), state.moves(), random.Random(1), wide=True)
        assert found.depth == 5
        assert shares(state.play(found.move))[seat] == pytest.approx(best)
        most = 1 - AIMS[players][1] * (1 - 2 / players)
        assert found.value == pytest.approx((best - fair) / (most - fair) if best > fair else (best - fair) / fair)


def test_an_ending_of_several_is_seen_through_in_slices_as_at_once() -> None:
    state = left_in_rolit(7, 2, players=3)
    line = np.zeros((len(state.line) + 8, HEADER + COLOURS), np.int64)
    copy_rows(state.line, 0, line)
    known = patterns.learnt(6, 3)
    assert known is not None
    game, at, ends = several.game_of(state.setting.rules, line, known.tables), len(state.line) - 1, []
    for slice_ in (1 << 40, 50):
        tree, looks = several.tree_of(3, 1, 37), 0
        done = 0
        while not done:
            tree.control[several.LIMIT] = tree.control[several.NODES] + slice_
            done, looks = several.seen_through(game, at, -1.0, tree), looks + 1
        ends.append((tree.ends[at].tolist(), int(tree.control[several.NODES])))
        assert (looks > 1) == (slice_ == 50)
    assert ends[0] == ends[1]
    assert ends[0][0] == pytest.approx(shares(state))


def test_a_tree_that_has_seen_everything_says_what_best_play_brings() -> None:
    for seed in range(3):
        state = left_in_rolit(5, seed, players=4)
        line = np.zeros((len(state.line) + 6, HEADER + COLOURS), np.int64)
        copy_rows(state.line, 0, line)
        known, tree = patterns.learnt(6, 4), several.tree_of(4, 5000, 37)
        assert known is not None
        several.planted(tree, len(state.line) - 1)
        tree.control[several.CERTAIN] = 4
        several.grow(several.game_of(state.setting.rules, line, known.tables), tree, 2000)
        assert tree.nodes[0, several.SURE]
        assert tree.sums[0, :4] / tree.nodes[0, several.VISITS] == pytest.approx(shares(state))


@pytest.mark.parametrize(("players", "size"), [(3, 6), (4, 8)])
def test_what_is_fitted_is_what_is_looked_up(players: int, size: int) -> None:
    """Learning asks the same weights of each seat as the master does for all seats together."""
    known, every = patterns.learnt(size, players), whole(size)
    assert known is not None
    fit, out = patternfit.begun(size, players, players), np.zeros(players)
    for left in (7, 20):
        state = left_in_rolit(left, 3, players=players, size=size)
        seats = [(state.acting[0] + later) % players for later in range(players)]
        boards = np.array([int(state.row[HEADER + state.setting.rules[FIRST_COLOUR + seat]]) for seat in seats])
        all_ = kernel.balls(state.line, len(state.line) - 1)
        patterns.worth_by_turn(boards, all_, every, known.tables, out)
        for seat in range(players):
            patternfit.asked_by.plain(boards, players, all_, every, seat, known.tables, fit)
            assert int(known.tables.weights[fit.asked[seat]].astype(np.int64).sum()) == out[seat]


@pytest.mark.parametrize(("players", "size"), [(3, 6), (4, 8)])
def test_what_is_promised_to_several_makes_one(players: int, size: int) -> None:
    state = left_in_rolit(20, 1, players=players, size=size)
    line, out = np.zeros((len(state.line) + 1, HEADER + COLOURS), np.int64), np.zeros(players)
    copy_rows(state.line, 0, line)
    known = patterns.learnt(size, players)
    assert known is not None
    several.promised(several.game_of(state.setting.rules, line, known.tables), len(state.line) - 1, out)
    assert sum(out) == pytest.approx(1)
    assert all(out > 0)


@pytest.mark.parametrize(("players", "size"), [(2, 8), (3, 6), (4, 8)])
def test_the_same_nodes_think_the_same_and_no_more_than_asked(players: int, size: int) -> None:
    state = left_in_rolit(30, 4, players=players, size=size)
    thoughts = []
    for _ in range(2):
        thinker = masters.thinker(state)
        assert thinker is not None
        thoughts.append(thinker.think(state, Budget(nodes=3000), random.Random(1), wide=False))
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].nodes <= 3000 + 64
    assert thoughts[0].move in state.moves()
    assert {move for move, _ in thoughts[0].candidates} == set(map(str, state.moves()))
    assert all(-1 < value < 1 for _, value in thoughts[0].candidates)


def test_the_corner_is_worth_having() -> None:
    """Whoever could take a corner for nothing does."""
    rows = ["." * 8 for _ in range(8)]
    rows[0] = ".ggr...."
    rows[3], rows[4] = "...rg...", "...gr..."
    state = lt.start("rolit", size=8, position=f"{'/'.join(rows)} r")
    assert isinstance(state, RolitState)
    thinker = masters.thinker(state)
    assert thinker is not None
    found = thinker.think(state, Budget(nodes=5000), random.Random(1), wide=False)
    assert found.move == state.move_of(square_at(0, 0))


def test_the_book_of_openings_is_played_however_the_board_is_turned() -> None:
    book = openings.openings(8)
    assert book is not None
    assert openings.openings(6) is None
    assert book.provenance["made by"].startswith("python -m benchmarks.openings --positions ")
    start = lt.start("rolit", size=8)
    assert isinstance(start, RolitState)
    assert book.look(endings.boards_of(start)) is not None
    for boards, advice in random.Random(1).sample(sorted(book.advice.items()), 20):
        for way in range(WAYS):
            seen_so = endings.Boards(*(int(seen(board, way, 8)) for board in boards))
            found = book.look(seen_so)
            assert found is not None
            assert found.value == advice.value
            free = placeable(seen_so.own, seen_so.theirs | seen_so.neutral, whole(8))
            assert free >> found.square & 1
    again = openings.written(book.advice.items(), book.provenance)
    assert again.partition(b"\n\n")[0].decode().splitlines()[1:] == [f"{a}: {b}" for a, b in book.provenance.items()]


def test_the_master_follows_the_book_and_thinks_where_it_ends() -> None:
    state = lt.start("rolit", size=8)
    assert isinstance(state, RolitState)
    known = 0
    for _ in range(14):
        thinker = masters.thinker(state)
        assert thinker is not None
        found = thinker.think(state, Budget(nodes=500), random.Random(1), wide=False)
        known += found.nodes == 0
        state = state.play(found.move)
    assert 6 <= known < 14


def test_a_small_book_grows_where_games_go() -> None:
    *_, book = openings_made.grown(6, 300, 1)
    said = dict(book.advice())
    assert len(said) == 6
    start = openings.standing(endings.boards_of(book.states[book.start]), 8)[0]
    worths = book.worths(book.start, {})
    assert said[start].value == max(worths.values())
    assert masters.balls_of(masters._as_share(128, sure=False)) == 128

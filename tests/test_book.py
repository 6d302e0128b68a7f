"""The book of Hopsy: it holds against every reply, by the rules, and the master wins with it. What the table of all
positions said of some agrees with a search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.bots.analysis import certain
from ludotheque.bots.solver.agreement import agrees
from ludotheque.core.boards.arrays import Words
from ludotheque.core.boards.book import Book, Entry, written
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.squares import squares
from ludotheque.core.boards.symmetry import WAYS, seen
from ludotheque.games.hopsy import kernel
from ludotheque.games.hopsy.book import book, known
from ludotheque.games.hopsy.brain import wins_next
from ludotheque.games.hopsy.kernel import PLACEMENT, reach
from ludotheque.games.hopsy.rules import HopsyState

BEGINNINGS = {"facing": 15, "mirror": 19}
SAMPLE = Path(__file__).parent / "proofs" / "hopsy-sample.txt"
"""Positions drawn at random from the table of all positions, and what it said of them."""


@compiled
def wins_within(rules: Words, mover: int, waiting: int, plies: int) -> bool:
    """Whether the player of these pawns, to move, wins within one or three moves, by trying everything."""
    if wins_next(rules, mover, mover | waiting, 0):
        return True
    if plies < 3:
        return False
    pawns = mover
    while pawns != 0:
        pawn = pawns & -pawns
        pawns &= pawns - 1
        targets = reach(pawn, mover | waiting)
        while targets != 0:
            target = targets & -targets
            targets &= targets - 1
            if loses_next(rules, waiting, (mover ^ pawn) | target):
                return True
    return False


@compiled
def loses_next(rules: Words, mover: int, waiting: int) -> bool:
    """Whether the player to move cannot win at once, and has no move after which the other cannot."""
    if wins_next(rules, mover, mover | waiting, 0):
        return False
    moves = False
    pawns = mover
    while pawns != 0:
        pawn = pawns & -pawns
        pawns &= pawns - 1
        targets = reach(pawn, mover | waiting)
        while targets != 0:
            target = targets & -targets
            targets &= targets - 1
            moves = True
            after = (mover ^ pawn) | target
            if not wins_next(rules, waiting, waiting | after, 0):
                return False
    return moves


RULES = np.zeros(3, np.int64)


@cache
def entries() -> tuple[Entry, ...]:
    """Positions of the book that come about from the beginnings, those next to them first, found by the rules."""
    edge = [boards(lt.start("hopsy", setup=setup)) for setup in BEGINNINGS]
    found: dict[tuple[int, int], Entry] = {}
    while len(found) < 300:
        here = [book().look(*pair) for pair in edge if pair not in found]
        new = {(entry.mover, entry.waiting): entry for entry in here if entry is not None}
        found |= new
        edge = [pair for entry in new.values() for pair in replies(entry)]
    return tuple(found.values())


def boards(state: lt.State) -> tuple[int, int]:
    assert isinstance(state, HopsyState)
    seat = state.acting[0]
    return state.row[kernel.RED + seat], state.row[kernel.BLACK - seat]


def replies(entry: Entry) -> Iterator[tuple[int, int]]:
    """The positions after the book's move and each reply, with the winner to move again."""
    mover = entry.mover & ~(1 << entry.origin) | 1 << entry.target
    for square in squares(entry.waiting):
        for target in squares(reach(1 << square, mover | entry.waiting)):
            yield mover, entry.waiting & ~(1 << square) | 1 << target


def check(entry: Entry) -> int:
    """Checks that the book's move is a move, that it lets the other not win, and that it wins after every reply, two
    moves sooner at least. How many replies there are."""
    occupied = entry.mover | entry.waiting
    assert entry.mover >> entry.origin & 1
    assert reach(1 << entry.origin, occupied) >> entry.target & 1
    after = entry.mover & ~(1 << entry.origin) | 1 << entry.target
    assert not wins_next(RULES, entry.waiting, after | entry.waiting, 0), "the other would win at once"
    then_all = list(replies(entry))
    for mover, waiting in then_all:
        then = book().look(mover, waiting)
        if then is not None:
            assert then.moves <= entry.moves - 2
        else:
            assert wins_within(RULES, mover, waiting, min(entry.moves - 2, 3))
    assert then_all
    return len(then_all)


def test_the_book_wins_against_every_reply() -> None:
    """Some positions of it; `walk` below goes through all."""
    for setup, moves in BEGINNINGS.items():
        entry = book().look(*boards(lt.start("hopsy", setup=setup)))
        assert entry is not None
        assert entry.moves == moves
    assert all(check(entry) > 5 for entry in entries()[::10])


def walk() -> tuple[int, int]:
    """Goes through the whole book from both beginnings, by the rules: how many positions and replies there are."""
    walked: set[tuple[int, int]] = set()
    edge, number = [boards(lt.start("hopsy", setup=setup)) for setup in BEGINNINGS], 0
    while edge:
        mover, waiting = edge.pop()
        way = min(range(WAYS), key=lambda each: (seen(mover, each, 6), seen(waiting, each, 6)))
        pair = int(seen(mover, way, 6)), int(seen(waiting, way, 6))
        entry = book().look(*pair)
        if entry is not None and pair not in walked:
            walked.add(pair)
            number += check(entry)
            edge += replies(entry)
    return len(walked), number


def test_a_book_is_what_was_written_however_positions_are_turned() -> None:
    some = entries()[:50]
    again = Book(PLACEMENT, written(PLACEMENT, some, {"Made by": "a test"}))
    assert again.provenance == {"Made by": "a test"}
    for entry in some:
        for way in range(WAYS):
            found = again.look(seen(entry.mover, way, 6), seen(entry.waiting, way, 6))
            assert found is not None
            assert found.moves == entry.moves
            assert check(found)
    assert again.look(entry.waiting, entry.mover) is None
    with pytest.raises(ValueError, match="not a book"):
        Book(PLACEMENT, b"something else\n\n")


def test_where_the_book_comes_from_is_written_in_it() -> None:
    assert book().provenance["Game"] == "hopsy"
    assert "ludotheque solve hopsy --table" in book().provenance["Made by"]
    assert len(book()) > 10_000


def test_what_is_known_is_told() -> None:
    start = lt.start("hopsy")
    found = lt.solve(start)
    assert (found.winners, found.moves, found.by_the_book) == ((0,), 15, True)
    after = start.play(found.line[0])
    lost = certain(after, 0.1)
    assert lost is not None
    assert (lost.winners, lost.moves) == ((0,), 14)
    assert lt.solve(start, depth=1).winners is None, "who asks how far one sees is answered that"


def test_the_book_is_for_hopsy_with_time_enough() -> None:
    for options in ({"variant": "mix"}, {"max_plies": 14}):
        state = lt.start("hopsy", **options)
        assert isinstance(state, HopsyState)
        assert known(state) is None
    state = lt.start("hopsy", max_plies=15)
    assert isinstance(state, HopsyState)
    assert known(state) is not None


def sample() -> list[tuple[HopsyState, int, int]]:
    """Positions, who wins them, and within how many moves."""
    found = []
    for line in SAMPLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            rows, colour, winner, moves = line.split()
            if (winner, moves) != ("-1", "0"):  # over: nothing is left to find
                state = lt.start("hopsy", position=f"{rows} {colour}")
                assert isinstance(state, HopsyState)
                found.append((state, int(winner), int(moves)))
    return found


def test_a_search_finds_what_the_table_said() -> None:
    for state, winner, moves in sample()[::20]:
        assert agrees(state, winner, moves), state


def test_trying_everything_finds_what_the_table_said() -> None:
    """What is decided within three moves, and that all else is not."""
    for state, winner, moves in sample()[::3]:
        soon = 1 if wins_within(RULES, *boards(state), 1) else 3 if wins_within(RULES, *boards(state), 3) else 0
        assert soon == (moves if winner > 0 and moves <= 3 else 0), state
        assert loses_next(RULES, *boards(state)) == ((winner, moves) == (-1, 2)), state


def test_agreement_can_fail() -> None:
    state, winner, moves = next(each for each in sample() if each[1:] == (1, 3))
    assert agrees(state, winner, moves)
    assert not any(agrees(state, *other) for other in ((-1, 2), (-1, 4), (0, 0), (1, 5)))


def play(setup: str, opponent: str, seed: int, **settings: int) -> tuple[int, ...]:
    """A game of the master, who begins, against somebody."""
    rng, state = random.Random(seed), lt.start("hopsy", setup=setup)
    bots = {0: lt.bot("hopsy", "master", nodes=20_000), 1: lt.bot("hopsy", opponent, **settings)}
    plies = 0
    while not state.over:
        turn = lt.next_move(state, bots, rng)
        assert turn is not None
        state, plies = state.play(turn[1], turn[0]), plies + 1
        assert plies <= BEGINNINGS[setup]
    assert state.outcome is not None
    return state.outcome.winners


@pytest.mark.parametrize("setup", BEGINNINGS)
@pytest.mark.parametrize(("opponent", "settings"), [("random", {}), ("greedy", {}), ("expert", {"nodes": 3000})])
def test_the_master_wins_who_begins(setup: str, opponent: str, settings: dict[str, int]) -> None:
    for seed in range(3):
        assert play(setup, opponent, seed, **settings) == (0,)

"""Looking around in a table that is filled: what positions lead to, whether all agrees, which ones are worth a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.boards.arrays import Words
from ludotheque.core.boards.bits import first
from ludotheque.core.boards.compiled import Compiled, specialised
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import squares, whole
from ludotheque.research.retrograde.table import Table

_MOST_MOVES = 36 * 6
_AT_ONCE = 50_000
"""So many positions are followed one move on at once."""


class Positions(NamedTuple):
    """Some positions: by position, the board of the side to move and that of the other."""

    movers: Words
    waiting: Words

    def __len__(self) -> int:
        return len(self.movers)


class Moves(NamedTuple):
    """All moves of some positions, one after the other."""

    of: Words
    """By move: which position it is a move of."""
    codes: Words
    """By move: 64 times the square it leaves, and the one it goes to."""
    after: Positions
    """By move: what it leads to."""


def reach(pawn: int, occupied: int) -> int:
    raise NotImplementedError("bound to a game")


def list_moves(movers: Words, waiting: Words, of: Words, codes: Words, after: Words) -> int:
    """Writes all moves of some positions, and the boards of those who have moved; how many moves there are."""
    number = 0
    for i in range(movers.shape[0]):
        mover = int(movers[i])
        pawns = mover
        while pawns != 0:
            pawn = pawns & -pawns
            pawns &= pawns - 1
            targets = reach(pawn, mover | int(waiting[i]))
            while targets != 0:
                target = targets & -targets
                targets &= targets - 1
                of[number] = i
                codes[number] = 64 * first(pawn) + first(target)
                after[number] = (mover ^ pawn) | target
                number += 1
    return number


@cache
def _bound(placement: Placement) -> Compiled[..., int]:
    return specialised(list_moves, placement.name, {"reach": placement.reach}, apart=True)


def moves_of(placement: Placement, positions: Positions) -> Moves:
    """All moves of some positions."""
    most = _MOST_MOVES * len(positions)
    of, codes, after = (np.zeros(most, np.int64) for _ in range(3))
    number = _bound(placement)(*positions, of, codes, after)
    of = of[:number].copy()
    return Moves(of, codes[:number].copy(), Positions(positions.waiting[of], after[:number].copy()))


def at_random(placement: Placement, number: int, rng: np.random.Generator) -> Positions:
    """Positions drawn at random, each as likely as any other; none in which the side to move has a line."""
    every = np.array(squares(whole(placement.size)), np.int64)
    drawn = rng.random((number, len(every))).argpartition(2 * placement.pawns - 1, axis=1)[:, : 2 * placement.pawns]
    bits = np.int64(1) << every[rng.permuted(drawn, axis=1)]
    found = Positions(bits[:, : placement.pawns].sum(axis=1), bits[:, placement.pawns :].sum(axis=1))
    return chosen(found, [not placement.aligned(int(board), int(board)) for board in found.movers])


def walked(
    placement: Placement, start: Positions, walkers: int, plies: int, rng: np.random.Generator
) -> Iterator[Positions]:
    """Positions that random games come to, move by move; games that are over are left."""
    here = chosen(start, np.arange(walkers) % len(start))
    for _ in range(plies):
        moves = moves_of(placement, here)
        order = np.lexsort((rng.random(len(moves.of)), moves.of))
        here = chosen(moves.after, order[np.searchsorted(moves.of[order], np.unique(moves.of))])
        here = chosen(here, [not placement.aligned(int(board), int(board)) for board in here.waiting])
        yield here


def chosen(positions: Positions, which: Any) -> Positions:
    """Some of them."""
    return Positions(positions.movers[which], positions.waiting[which])


def disagreements(table: Table, positions: Positions) -> int:
    """How many positions are not what follows from those that their moves lead to: won within one move more than the
    soonest loss of the other; lost within one more than its latest win, where it wins after every move; else open."""
    wrong = 0
    for start in range(0, len(positions), _AT_ONCE):
        part = Positions(*(boards[start : start + _AT_ONCE] for boards in positions))
        told = table.look(*part)
        over = (told[:, 0] == -1) & (told[:, 1] == 0)  # who has lost already has no moves
        wrong += int((_followed(table, part) != told)[~over].any(axis=1).sum())
    return wrong


def _followed(table: Table, positions: Positions) -> Any:
    """What follows from the moves of some positions."""
    moves = moves_of(table.placement, positions)
    after = table.look(*moves.after)
    soonest, latest = np.full(len(positions), 1 << 20), np.full(len(positions), -1)
    number, lost = np.bincount(moves.of, minlength=len(positions)), np.zeros(len(positions), np.int64)
    won = after[:, 0] == -1
    np.minimum.at(soonest, moves.of[won], after[won, 1])
    np.add.at(lost, moves.of[after[:, 0] == 1], 1)
    np.maximum.at(latest, moves.of[after[:, 0] == 1], after[after[:, 0] == 1, 1])
    wins, loses = soonest < 1 << 20, (lost == number) & (number > 0)
    winner = np.where(wins, 1, np.where(loses, -1, 0))
    return np.stack([winner, np.where(wins, soonest + 1, np.where(loses, latest + 1, 0))], axis=1)


class OnlyMoves(NamedTuple):
    """Positions that one move wins and no other."""

    positions: Positions
    codes: Words
    distances: Words
    choices: Words
    """By position: how many legal moves there are."""


def only_moves(table: Table, positions: Positions) -> OnlyMoves:
    """Those of some positions that one move wins and no other."""
    told = table.look(*positions)
    kept = (told[:, 0] == 1) & (told[:, 1] > 1)
    positions, told = chosen(positions, kept), told[kept]
    moves = moves_of(table.placement, positions)
    wins = table.look(*moves.after)[:, 0] == -1
    single = np.bincount(moves.of[wins], minlength=len(positions)) == 1
    codes = np.zeros(len(positions), np.int64)
    codes[moves.of[wins]] = moves.codes[wins]
    choices = np.bincount(moves.of, minlength=len(positions))
    return OnlyMoves(chosen(positions, single), codes[single], told[single, 1], choices[single])


def of_layer(table: Table, moves: int, most: int) -> Positions:
    """Positions that are decided within just so many moves, up to so many of them."""
    found: list[Positions] = []
    numbering = table.numbering
    for block in np.flatnonzero(table.found[moves]).tolist():
        movers = table.boards_beside(block)[table.at_distance(block, moves)]
        positions = Positions(movers, np.full(len(movers), numbering.boards[block]))
        found.append(chosen(positions, table.look(*positions)[:, 1] == moves))
        if sum(map(len, found)) >= most:
            break
    return Positions(*(np.concatenate(boards or ([],))[:most].astype(np.int64) for boards in _columns(found)))


def _columns(parts: Sequence[Positions]) -> tuple[list[Words], list[Words]]:
    return [part.movers for part in parts], [part.waiting for part in parts]

"""Tables of all positions: the code that fills the large one, on small boards, beside plain retrograde analysis."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from ludotheque.core.boards.compiled import compiled, specialised
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import squares, whole
from ludotheque.games.hopsy import kernel
from ludotheque.research.retrograde.numbering import number
from ludotheque.research.retrograde.table import Table


@compiled
def three(a: int, b: int) -> bool:
    """Whether three squares lie in line."""
    return (
        (a & (a >> 1) & (a >> 2)) | (a & (a >> 7) & (a >> 14)) | (a & (a >> 8) & (a >> 16)) | (a & (a >> 9) & (a >> 18))
    ) != 0


def small(size: int, pawns: int) -> Placement:
    """Hopsy on a smaller board, by its own rules: three in line win."""
    every = {"EVERY": whole(size)}
    jumps = specialised(kernel.jumps.plain, f"{size}x{size}", every)
    reach = specialised(kernel.reach.plain, f"{size}x{size}", {**every, "jumps": jumps})
    return Placement(f"hopsy_{size}x{size}", size, pawns, reach, three)


# Plain retrograde analysis: sets of squares, dictionaries, no symmetry, no compiled code

Square = tuple[int, int]
Position = tuple[frozenset[Square], frozenset[Square]]
"""Who is to move, who waits."""


class Plain:
    def __init__(self, size: int, pawns: int) -> None:
        self.size = size
        self.cells = [(row, column) for row in range(size) for column in range(size)]
        self.lines = [line for line in combinations(self.cells, 3) if self._is_line(line)]
        self.values: dict[Position, int] = {}
        self.open: set[Position] = set()
        for own in combinations(self.cells, pawns):
            for other in combinations([cell for cell in self.cells if cell not in own], pawns):
                position = frozenset(own), frozenset(other)
                if self.won(position[1]) and not self.won(position[0]):
                    self.values[position] = 0
                elif not self.won(position[0]):
                    self.open.add(position)
        self._work()

    def _is_line(self, line: tuple[Square, ...]) -> bool:
        (a, b), (c, d), (e, f) = line
        return (c - a, d - b) == (e - c, f - d) and max(abs(c - a), abs(d - b)) == 1

    def won(self, pawns: frozenset[Square]) -> bool:
        return any(pawns.issuperset(line) for line in self.lines)

    def moves(self, position: Position) -> Iterator[Position]:
        own, other = position
        for pawn in own:
            others = (own | other) - {pawn}
            steps = {cell for cell in self._around(pawn, 1) if cell not in others}
            for target in steps | self._jumps(pawn, others) - {pawn}:
                yield other, own - {pawn} | {target}

    def _around(self, cell: Square, far: int) -> list[Square]:
        ways = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
        found = [(cell[0] + far * down, cell[1] + far * right) for down, right in ways]
        return [each for each in found if 0 <= each[0] < self.size and 0 <= each[1] < self.size]

    def _jumps(self, pawn: Square, others: frozenset[Square]) -> set[Square]:
        landed, edge = {pawn}, [pawn]
        while edge:
            here = edge.pop()
            for there in self._around(here, 2):
                over = (here[0] + there[0]) // 2, (here[1] + there[1]) // 2
                if over in others and there not in others and there not in landed:
                    landed.add(there)
                    edge.append(there)
        return landed

    def _work(self) -> None:
        after = {position: list(self.moves(position)) for position in self.open}
        for depth in range(1, 1000):
            if depth % 2:
                found = [each for each in self.open if any(self.values.get(then, 1) % 2 == 0 for then in after[each])]
            else:
                found = [
                    each
                    for each in self.open
                    if after[each] and all(self.values.get(then, 0) % 2 for then in after[each])
                ]
            if not found:
                return
            self.values.update(dict.fromkeys(found, depth))
            self.open.difference_update(found)


@cache
def plain(size: int, pawns: int) -> Plain:
    return Plain(size, pawns)


def board_of(cells: frozenset[Square]) -> int:
    return sum(1 << 8 * row + column for row, column in cells)


def compare(table: Table, known: Plain) -> None:
    """Every position one by one, and the layers."""
    assert sum(layer.positions for layer in table.layers) + table.open + table.impossible == table.positions
    assert table.count_open() == table.open == len(known.open)
    depths = list(known.values.values())
    assert [layer.positions for layer in table.layers] == [depths.count(layer.moves) for layer in table.layers]
    assert table.layers[-1].positions == 0
    positions = [*known.values, *known.open]
    found = table.look(*(np.array([board_of(each[side]) for each in positions]) for side in (0, 1)))
    for position, (winner, moves) in zip(positions, found.tolist(), strict=True):
        depth = known.values.get(position)
        expected = (0, 0) if depth is None else (1 if depth % 2 else -1, depth)
        assert (winner, moves) == expected, position


@pytest.mark.slow
def test_a_small_board_is_solved_as_plain_analysis_solves_it() -> None:
    table = Table(small(4, 3), planes=3)  # so that some are too far away for the bits of a distance
    list(table.fill())
    assert table.layers[-2].moves > table.farthest
    compare(table, plain(4, 3))


def test_the_smallest_board_is_solved_too() -> None:
    table = Table(small(3, 3), planes=5)
    list(table.fill())
    compare(table, plain(3, 3))


def test_boards_are_numbered_once_however_they_are_turned() -> None:
    numbering = number(kernel.PLACEMENT)
    assert (len(numbering.boards), len(numbering.sets)) == (244_344, 593_775)
    assert int(numbering.sizes.sum()) == comb(36, 6)
    assert len(set(numbering.boards.tolist())) == len(numbering.boards)
    assert all(len(squares(board)) == 6 for board in numbering.boards[::999].tolist())

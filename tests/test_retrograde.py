"""Tables of all positions: the code that fills the large one, on small boards, beside plain retrograde analysis."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.cli import solve_table
from ludotheque.core.boards.book import Book
from ludotheque.core.boards.compiled import compiled, specialised
from ludotheque.core.boards.lines import HEADER
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import squares, whole
from ludotheque.core.boards.symmetry import WAYS, seen
from ludotheque.core.text import verbatim
from ludotheque.games.hopsy import kernel
from ludotheque.games.hopsy.rules import HopsyState
from ludotheque.research.devices import device_named
from ludotheque.research.retrograde import leaving
from ludotheque.research.retrograde.facing import facing
from ludotheque.research.retrograde.numbering import number
from ludotheque.research.retrograde.survey import Positions, at_random, disagreements, moves_of, of_layer
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


# Plain retrograde analysis: lists of squares, dictionaries, no symmetry, no compiled code

SAMPLE = Path(__file__).parent / "proofs" / "hopsy-sample.txt"
Pawns = tuple[int, ...]
"""Squares in order, counted row by row."""
Position = tuple[Pawns, Pawns]
"""Who is to move, who waits."""


class Plain:
    def __init__(self, size: int, pawns: int) -> None:
        self.size = size
        cells = range(size * size)
        self.near = [self._around(cell, 1) for cell in cells]
        self.far = [[((cell + to) // 2, to) for to in self._around(cell, 2)] for cell in cells]
        assert pawns == 3, "they are a line or they are not"
        self.lines = {line for line in combinations(cells, 3) if self._is_line(line)}
        self.values: dict[Position, int] = {}
        self.open: set[Position] = set()
        for own in combinations(cells, pawns):
            for other in combinations([cell for cell in cells if cell not in own], pawns):
                if other in self.lines and own not in self.lines:
                    self.values[own, other] = 0
                elif own not in self.lines:
                    self.open.add((own, other))
        self._work()

    def _is_line(self, line: Pawns) -> bool:
        (a, b), (c, d), (e, f) = (divmod(cell, self.size) for cell in line)
        return (c - a, d - b) == (e - c, f - d) and max(abs(c - a), abs(d - b)) == 1

    def moves(self, position: Position) -> Iterator[Position]:
        own, other = position
        for pawn in own:
            rest = [each for each in own if each != pawn]
            others = {*rest, *other}
            for target in {each for each in self.near[pawn] if each not in others} | self._jumps(pawn, others):
                yield other, tuple(sorted([*rest, target]))

    def _around(self, cell: int, far: int) -> list[int]:
        row, column = divmod(cell, self.size)
        ways = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
        found = [(row + far * down, column + far * right) for down, right in ways]
        return [r * self.size + c for r, c in found if 0 <= r < self.size and 0 <= c < self.size]

    def _jumps(self, pawn: int, others: set[int]) -> set[int]:
        landed, edge = {pawn}, [pawn]
        while edge:
            for over, there in self.far[edge.pop()]:
                if over in others and there not in others and there not in landed:
                    landed.add(there)
                    edge.append(there)
        return landed - {pawn}

    def _work(self) -> None:
        left = {position: list(self.moves(position)) for position in self.open}
        for depth in range(1, 1000):
            found = []
            for each, after in left.items():
                if depth % 2:
                    if any(self.values.get(then, 1) % 2 == 0 for then in after):
                        found.append(each)
                elif after and all(self.values.get(then, 0) % 2 for then in after):
                    found.append(each)
            if not found:
                return
            self.values.update(dict.fromkeys(found, depth))
            self.open.difference_update(found)
            for each in found:
                del left[each]

    def up_to(self, depth: int) -> Plain:
        """What is known when only so many layers are."""
        farther = {position for position, moves in self.values.items() if moves > depth}
        self.values = {position: moves for position, moves in self.values.items() if moves <= depth}
        self.open |= farther
        return self


@cache
def plain(size: int, pawns: int) -> Plain:
    return Plain(size, pawns)


def board_of(pawns: Pawns, size: int) -> int:
    return sum(1 << 8 * (cell // size) + cell % size for cell in pawns)


def compare(table: Table, known: Plain) -> None:
    """Every position one by one, and the layers."""
    assert sum(layer.positions for layer in table.layers) + table.open + table.impossible == table.positions
    assert table.count_open() == table.open == len(known.open)
    depths = list(known.values.values())
    assert [layer.positions for layer in table.layers] == [depths.count(layer.moves) for layer in table.layers]
    positions = [*known.values, *known.open]
    found = table.look(*(np.array([board_of(each[side], known.size) for each in positions]) for side in (0, 1)))
    for position, (winner, moves) in zip(positions, found.tolist(), strict=True):
        depth = known.values.get(position)
        expected = (0, 0) if depth is None else (1 if depth % 2 else -1, depth)
        assert (winner, moves) == expected, position


@cache
def filled(device: str = "cpu") -> Table:
    table = Table(small(4, 3), device, planes=3)  # so few that some are too far away for the bits of a distance
    list(table.fill())
    return table


@pytest.mark.slow
def test_a_small_board_is_solved_as_plain_analysis_solves_it() -> None:
    assert filled().layers[-2].moves > filled().farthest
    assert filled().layers[-1].positions == 0
    compare(filled(), plain(4, 3))


@pytest.mark.slow
def test_a_gpu_fills_the_same_table() -> None:
    try:
        device_named("cuda")
    except (ValueError, ImportError) as error:
        pytest.skip(str(error))
    compare(filled("cuda"), plain(4, 3))


SIMULATED = """
from tests.test_retrograde import compare, plain, small
from ludotheque.research.retrograde import cuda
from ludotheque.research.retrograde.table import Table
cuda.THREADS = 2
table = Table(small(3, 3), "cuda", planes=2)
for layer in table.fill():
    if layer.moves > table.farthest:
        break
compare(table, plain(3, 3).up_to(layer.moves))
print("done")
"""


@pytest.mark.slow
def test_the_threads_of_a_gpu_fill_the_same_table() -> None:
    """In numba's simulator of one, as plain Python, on the smallest board; up to the first layer that is too far away
    for the bits of a distance."""
    given = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", SIMULATED], capture_output=True, text=True, env=given, check=False)
    assert done.stdout.splitlines()[-1:] == ["done"], done.stderr


@pytest.mark.slow
def test_what_a_table_leaves_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"_CHECKED": 2000, "_SAMPLE": 100, "_LOOKED_THROUGH": 2000, "_WALKERS": 20, "_PLIES": 3, "_DRAWN": 500}
    for name, value in sizes.items():
        monkeypatch.setattr(leaving, name, value)
    table, placement = filled(), filled().placement
    starts = of_layer(table, 17, 2)
    told = list(leaving.Leavings(table, starts, tmp_path).steps())
    assert any(line.startswith("0 of ") and "disagree" in line for line in told)
    book = Book(placement, (tmp_path / "book.bin").read_bytes())
    assert book.provenance["Made by"] == "ludotheque solve hopsy_4x4 --table"
    for mover, waiting in zip(*(boards.tolist() for boards in starts), strict=True):
        entry = book.look(mover, waiting)
        assert entry is not None
        after = (entry.mover & ~(1 << entry.origin)) | 1 << entry.target
        assert table.look(np.array([waiting]), np.array([after])).tolist() == [[-1, 16]]
    only = np.load(tmp_path / "only.npz")
    for mover, waiting, code in zip(
        *(only[name][:50].tolist() for name in ("movers", "waiting", "codes")), strict=True
    ):
        moves = moves_of(placement, Positions(np.array([mover]), np.array([waiting])))
        assert moves.codes[table.look(*moves.after)[:, 0] == -1].tolist() == [code]


@pytest.mark.parametrize(("size", "pawns"), [(3, 3), (4, 3), (4, 2)])
def test_what_looks_the_same_from_both_seats_is_found_in_every_way(size: int, pawns: int) -> None:
    placement = small(size, pawns)

    def least(mover: int, waiting: int) -> tuple[int, int]:
        return min((int(seen(mover, way, size)), int(seen(waiting, way, size))) for way in range(WAYS))

    boards = [board_of(own, size) for own in combinations(range(size * size), pawns)]
    expected = {
        least(board, int(seen(board, way, size)))
        for board in boards
        for way in range(1, WAYS)
        if not board & seen(board, way, size)
        and seen(seen(board, way, size), way, size) == board
        and not placement.aligned(board, board)
    }
    found = list(zip(*(each.tolist() for each in facing(placement)), strict=True))
    assert len(found) == len(set(found)) > 0
    assert {least(*position) for position in found} == expected


@pytest.mark.slow
def test_a_wrong_table_is_found_out() -> None:
    table = Table(small(4, 3), planes=3)
    for layer in table.fill():
        if layer.moves == 5:
            break
    assert disagreements(table, at_random(table.placement, 2000, np.random.default_rng(1))) > 0


class Beginning(NamedTuple):
    """What the command asks of a state, for a board that no game has."""

    row: list[int]
    acting: tuple[int, ...] = (0,)

    def position(self) -> str:
        return solve_table.text_of(4, *self.row[HEADER:])


@pytest.mark.slow
def test_the_command_tells_layers_and_beginnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the small board: what a search would find there is left out, for lack of a game."""
    for name, value in {"_CHECKED": 200, "_LOOKED_THROUGH": 200, "_WALKERS": 20, "_PLIES": 3, "_DRAWN": 50}.items():
        monkeypatch.setattr(leaving, name, value)
    hardest = of_layer(filled(), 18, 1)
    start = Beginning([0] * HEADER + [int(boards[0]) for boards in hardest])
    monkeypatch.setattr(solve_table, "placement_of", lambda game: small(4, 3))
    monkeypatch.setattr(solve_table, "beginnings", lambda game: [start])
    monkeypatch.setattr(solve_table, "_solved_again", lambda game, table, positions: verbatim(f"{len(positions)}"))
    lines = [line.to("en") for line in solve_table.filled(lt.games()["hopsy"], tmp_path, "cpu")]
    assert lines[:3] == ["0 6580", "1 66916", "2 10236"]
    assert lines[20:22] == ["open: 1032 positions", f"{start.position()}: -1 18"]


def test_some_positions_are_solved_again() -> None:
    """By a table that knows what a sample says, and by one that says the contrary."""
    positions = [
        line.rsplit(" ", 3) for line in SAMPLE.read_text("utf-8").splitlines() if line.endswith((" 1", " 2", " 3"))
    ]
    game, boards = (
        lt.games()["hopsy"],
        [lt.start("hopsy", position=f"{rows} {colour}") for rows, colour, _, _ in positions[:12]],
    )
    told = np.array([[int(winner), int(moves)] for _, _, winner, moves in positions[:12]])
    rows = [state.row for state in boards if isinstance(state, HopsyState)]
    asked = Positions(*(np.array([row[HEADER + seat] for row in rows]) for seat in (0, 1)))
    for sign, wrong in ((1, 0), (-1, 12)):
        table = Told(kernel.PLACEMENT, sign * told)
        text = solve_table._solved_again(game, table, asked).to("en")  # type: ignore[arg-type]
        assert text == f"solved again by search: 12 positions, {wrong} otherwise"


class Told(NamedTuple):
    """A table that says what it was told to say."""

    placement: Placement
    values: Any

    def look(self, movers: Any, waiting: Any) -> Any:
        return self.values


def test_games_without_a_table_say_so() -> None:
    with pytest.raises(lt.Refusal, match="--table: Rolit"):
        list(solve_table.filled(lt.games()["rolit"], Path("nowhere"), "cpu"))
    with pytest.raises(ValueError, match="it is 'cpu' or 'cuda'"):
        Table(small(3, 3), "tpu")


def test_boards_are_numbered_once_however_they_are_turned() -> None:
    numbering = number(kernel.PLACEMENT)
    assert (len(numbering.boards), len(numbering.sets)) == (244_344, 593_775)
    assert int(numbering.sizes.sum()) == comb(36, 6)
    assert len(set(numbering.boards.tolist())) == len(numbering.boards)
    assert all(len(squares(board)) == 6 for board in numbering.boards[::999].tolist())

"""The encoding of a game of positions: what compiled code writes of a row, and how it numbers moves.

Batches call these functions on their rows; the encoding of a view calls them on the row that the view tells. So there
is one encoding, and what is not in the view cannot be in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.core.boards.arrays import Bytes, Line, Words, np
from ludotheque.core.boards.compiled import compiled
from ludotheque.core.boards.engine import Engine
from ludotheque.core.boards.linestate import BoardMove, LineState
from ludotheque.core.contract import Move, State, View
from ludotheque.core.encoding import Encoding

MOST = 127
"""The largest number in a plane; also what stands where nothing bounds a number."""


@compiled
def put(out: Bytes, plane: int, board: int, size: int, value: int) -> None:
    """Writes a number on the squares of a board, and 0 on the others."""
    for row in range(size):
        for column in range(size):
            out[plane, row, column] = value if (board >> (8 * row + column)) & 1 else 0


@compiled
def fill(out: Bytes, plane: int, size: int, value: int) -> None:
    """Writes a number all over a plane."""
    for row in range(size):
        for column in range(size):
            out[plane, row, column] = value


@compiled
def clipped(number: int, bound: int) -> int:
    """How much is left up to a bound (0: nothing bounds it), at most MOST."""
    if bound == 0 or bound - number > MOST:
        return MOST
    return bound - number


@compiled
def square_number(square: int, size: int) -> int:
    """The number of a square in reading order on a board of this size."""
    return (square >> 3) * size + (square & 7)


@compiled
def square_numbered(number: int, size: int) -> int:
    """The square with this number."""
    return (number // size) * 8 + number % size


@dataclass(frozen=True, eq=False)
class BoardEncoding(Encoding):
    """An encoding made of compiled functions."""

    version: int
    told: tuple[str, ...]
    """What each plane tells."""
    write: Callable[[Words, Line, int, int, Bytes], None]
    """(rules, line, at, seat, out): the planes of a row for a seat."""
    number_of: Callable[[Words, int], int]
    """(rules, code): the number of the kernel's code."""
    code_of: Callable[[Words, int], int]
    """(rules, number): and back; a number that stands for nothing may give any code that is not legal."""
    count: Callable[[LineState], int]
    """How many actions there are."""

    def engine(self, state: State) -> Engine:
        assert isinstance(state, LineState)
        made = type(state)
        return Engine(
            kernel=state.arithmetic,
            rules=state.setting.rules,
            first=state.line,
            seats=len(state.seats),
            looks_back=bool(state.identity),
            longest=state.longest,
            point=1.0 if state.ends_by_counting else 0.5,
            shape=self.shape(state),
            actions=self.count(state),
            write=self.write,
            number_of=self.number_of,
            code_of=self.code_of,
            state_of=lambda line: made(state.setting, line),
        )

    def planes(self, state: State) -> tuple[str, ...]:
        return self.told

    def shape(self, state: State) -> tuple[int, int, int]:
        assert isinstance(state, LineState)
        return len(self.told), state.size, state.size

    def observe(self, view: View, seat: int) -> Bytes:
        state = _restored(view)
        out = np.zeros(self.shape(state), np.int8)
        self.write(state.setting.rules, state.line, len(state.line) - 1, seat, out)
        return out

    def actions(self, state: State) -> tuple[str, ...]:
        assert isinstance(state, LineState)
        rules = state.setting.rules
        return tuple(str(state.move_of(int(self.code_of(rules, number)))) for number in range(self.count(state)))

    def encode(self, state: State, seat: int, move: Move) -> int:
        assert isinstance(state, LineState)
        if not isinstance(move, BoardMove):
            raise ValueError(f"{move!r} is not a move of {state.game.id}")
        return int(self.number_of(state.setting.rules, move.code))

    def decode(self, state: State, seat: int, action: int) -> Move:
        assert isinstance(state, LineState)
        if not 0 <= action < self.count(state):
            raise ValueError(f"there is no action {action}: actions are 0 to {self.count(state) - 1}")
        return state.move_of(int(self.code_of(state.setting.rules, action)))


def _restored(view: View) -> LineState:
    from ludotheque.core.cupboard import find

    restore = find(view["game"]).rules.restore
    assert restore is not None, "games of positions hide nothing"
    state = restore(view)
    assert isinstance(state, LineState)
    return state

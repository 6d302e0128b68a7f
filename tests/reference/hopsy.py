"""Hopsy and Le Mix, straight from the rules; slow on purpose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.reference.squares import DIRECTIONS, shift, steps

ROWS = "ABCDEF"
COLUMNS = "123456"
SQUARES = [row + column for row in ROWS for column in COLUMNS]
OTHER = {"r": "b", "b": "r"}

Board = dict[str, str]


@dataclass(frozen=True)
class Position:
    """Pawns by square (upper case: marked), and the colour to move."""

    board: Board
    mover: str


def start(setup: str, mix: bool) -> Position:
    """The initial position; setup is "facing" or "mirror"."""
    row_f = "rbrbrb"
    row_a = {"facing": "brbrbr", "mirror": "rbrbrb"}[setup]
    if mix:
        row_a = row_a.upper()
    return read(f"{row_a}/....../....../....../....../{row_f} r")


def read(text: str) -> Position:
    """Read rows from A down separated by slashes, a blank, and the colour to move."""
    grid, mover = text.split()
    rows = grid.split("/")
    if len(rows) != len(ROWS) or any(len(row) != len(COLUMNS) for row in rows) or mover not in OTHER:
        raise ValueError(text)
    board = {square: letter for square, letter in zip(SQUARES, "".join(rows), strict=True) if letter != "."}
    if not set(board.values()) <= set("rbRB"):
        raise ValueError(text)
    return Position(board, mover)


def _jumps(board: Board, square: str) -> Iterator[str]:
    for direction in DIRECTIONS:
        over = shift(len(ROWS), square, direction)
        target = shift(len(ROWS), square, direction, 2)
        if over in board and target is not None and target not in board:
            yield target


def _destinations(board: Board, origin: str) -> set[str]:
    """Every square the pawn on origin can end its move on."""
    # The pawn is lifted first: during its own chain the square it left is empty.
    rest = {square: letter for square, letter in board.items() if square != origin}
    landings: set[str] = set()
    to_visit = [origin]
    while to_visit:
        for target in _jumps(rest, to_visit.pop()):
            if target not in landings:
                landings.add(target)
                to_visit.append(target)
    # A chain back to its beginning would be a pass.
    return (landings | set(steps(len(ROWS), rest, origin))) - {origin}


def moves(position: Position, *, mix: bool, history: Sequence[Position]) -> set[str]:
    """Legal moves; history holds every position of the game so far, the current one included."""
    if winner(position, mix=mix) is not None:
        return set()
    legal: set[str] = set()
    for origin, letter in position.board.items():
        if letter.lower() != position.mover:
            continue
        for target in _destinations(position.board, origin):
            move = f"{origin}-{target}"
            after = play(position, move)
            if sum(earlier == after for earlier in history) < 2:
                legal.add(move)
    return legal


def play(position: Position, move: str) -> Position:
    """The position after a move, which is taken to be legal."""
    origin, target = move.split("-")
    board = dict(position.board)
    board[target] = board.pop(origin)
    return Position(board, OTHER[position.mover])


def _lines() -> Iterator[list[str]]:
    """Every straight run of four squares (each of them in both directions, which does no harm)."""
    for square in SQUARES:
        for direction in DIRECTIONS:
            line = [shift(len(ROWS), square, direction, distance) for distance in range(4)]
            inside = [target for target in line if target is not None]
            if len(inside) == 4:
                yield inside


LINES = list(_lines())


def _has_line(board: Board, colour: str, mix: bool) -> bool:
    plain, marked = colour, colour.upper()
    for line in LINES:
        letters = [board.get(square, ".") for square in line]
        if mix:
            # Lines are listed in both directions, so one of the two alternations is enough.
            if letters == [plain, marked, plain, marked]:
                return True
        elif all(letter.lower() == colour for letter in letters):
            return True
    return False


def winner(position: Position, *, mix: bool) -> str | None:
    """The colour that has its line, if any."""
    # A move only shifts pawns of the player who made it, so that player is asked first.
    for colour in (OTHER[position.mover], position.mover):
        if _has_line(position.board, colour, mix):
            return colour
    return None


def perft(position: Position, depth: int, *, mix: bool, history: Sequence[Position]) -> int:
    """Number of move sequences of that length; history ends with the position itself."""
    if depth == 0:
        return 1
    total = 0
    for move in moves(position, mix=mix, history=history):
        after = play(position, move)
        total += perft(after, depth - 1, mix=mix, history=[*history, after])
    return total

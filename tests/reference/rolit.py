"""Rolit, straight from the rules; slow on purpose."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.squares import DIRECTIONS, shift

ROWS = "ABCDEFGH"
COLOURS = "ryge"

Board = dict[str, str]


@dataclass(frozen=True)
class Position:
    """Balls by square, and the colour to move."""

    board: Board
    mover: str


def start(size: int, first: str) -> Position:
    """The initial position: one ball of each colour in the centre, clockwise from the upper left."""
    upper, lower = ROWS[size // 2 - 1], ROWS[size // 2]
    left, right = size // 2, size // 2 + 1
    board = {f"{upper}{left}": "r", f"{upper}{right}": "y", f"{lower}{right}": "g", f"{lower}{left}": "e"}
    return Position(board, first)


def read(text: str) -> Position:
    """Read rows from A down separated by slashes, a blank, and the colour to move."""
    grid, mover = text.split()
    rows = grid.split("/")
    if len(rows) > len(ROWS) or any(len(row) != len(rows) for row in rows) or mover not in COLOURS:
        raise ValueError(text)
    board: Board = {}
    for name, row in zip(ROWS, rows, strict=False):
        for column, letter in enumerate(row, start=1):
            if letter != ".":
                if letter not in COLOURS:
                    raise ValueError(text)
                board[f"{name}{column}"] = letter
    return Position(board, mover)


def _squares(size: int) -> list[str]:
    return [f"{row}{column}" for row in ROWS[:size] for column in range(1, size + 1)]


def _captured(position: Position, square: str, size: int) -> set[str]:
    """Every ball that a new ball of the mover on that square turns."""
    captured: set[str] = set()
    for direction in DIRECTIONS:
        line: list[str] = []
        target = shift(size, square, direction)
        while target is not None and position.board.get(target, position.mover) != position.mover:
            line.append(target)
            target = shift(size, target, direction)
        # The line stopped at the edge, at a gap or at a ball of the mover; only the last one captures.
        if target is not None and target in position.board:
            captured.update(line)
    return captured


def moves(position: Position, size: int) -> set[str]:
    """Legal squares: those that capture if there is one, otherwise all that touch a ball."""
    touching: set[str] = set()
    for square in _squares(size):
        neighbours = {shift(size, square, direction) for direction in DIRECTIONS}
        if square not in position.board and neighbours & position.board.keys():
            touching.add(square)
    capturing = {square for square in touching if _captured(position, square, size)}
    return capturing or touching


def play(position: Position, move: str, size: int, colours: tuple[str, ...]) -> Position:
    """The position after a move, which is taken to be legal; colours are those in play, in seat order."""
    board = dict(position.board)
    for square in {move} | _captured(position, move, size):
        board[square] = position.mover
    seat = colours.index(position.mover)
    return Position(board, colours[(seat + 1) % len(colours)])


def over(position: Position, size: int) -> bool:
    """Whether the last ball is placed."""
    return len(position.board) == size * size


def counts(position: Position) -> dict[str, int]:
    """Balls showing each of the four colours, those nobody plays included."""
    shown = list(position.board.values())
    return {colour: shown.count(colour) for colour in COLOURS}


def perft(position: Position, depth: int, size: int, colours: tuple[str, ...]) -> int:
    """Number of move sequences of that length."""
    if depth == 0:
        return 1
    return sum(perft(play(position, move, size, colours), depth - 1, size, colours) for move in moves(position, size))

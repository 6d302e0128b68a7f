"""Hops, the dice game, straight from the rules; slow on purpose."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from tests.reference.squares import DIRECTIONS, Direction, shift, steps

ROWS = "ABCDEFG"
COLUMNS = "1234567"
SQUARES = [row + column for row in ROWS for column in COLUMNS]
OTHER = {"r": "b", "b": "r"}
SETUPS = {
    "corners": "A1 A3 A5 A7 C7 E7 G7 G5 G3 G1 E1 C1",
    "edges": "A2 A4 A6 B7 D7 F7 G6 G4 G2 F1 D1 B1",
}
LIMIT = 200_000

Board = dict[str, str]
# A die jumped over (by its square) and the direction of the jump.
Jump = tuple[str, Direction]
# Where the moving die is and what it shows.
Place = tuple[str, int]


class TooMany(Exception):
    """The search of one call grew beyond its limit."""


@dataclass(frozen=True)
class Position:
    """Dice by square (colour then value), and the colour to move."""

    board: Board
    mover: str


def start(setup: str) -> Position:
    """The initial position; setup is "corners" or "edges"."""
    squares = SETUPS[setup].split()
    return Position({square: "rb"[index % 2] + "1" for index, square in enumerate(squares)}, "r")


def read(text: str) -> Position:
    """Read rows from A down separated by slashes, a blank, and the colour to move."""
    grid, mover = text.split()
    cells = [re.findall(r"\.|[rb][1-6]", row) for row in grid.split("/")]
    # What the pattern does not know it skips, so the text must come back whole.
    if "/".join("".join(row) for row in cells) != grid or [len(row) for row in cells] != [7] * 7 or mover not in OTHER:
        raise ValueError(text)
    in_order = [cell for row in cells for cell in row]
    return Position({square: cell for square, cell in zip(SQUARES, in_order, strict=True) if cell != "."}, mover)


def _values_after(value: int, over: int) -> set[int]:
    """What a die may show after jumping over another."""
    if over == value:
        return {value - 1, value, value + 1} & set(range(1, 7))
    if abs(over - value) == 1:
        return {value, over}
    return {value}


def _jumps(board: Board, place: Place, used: frozenset[Jump]) -> Iterator[tuple[Jump, Place]]:
    """Every jump from a place that takes back none of the used ones, with where it leads."""
    square, value = place
    for direction in DIRECTIONS:
        over = shift(len(ROWS), square, direction)
        target = shift(len(ROWS), square, direction, 2)
        if over is None or over not in board or target is None or target in board:
            continue
        if (over, (-direction[0], -direction[1])) in used:
            continue
        for after in _values_after(value, int(board[over][1])):
            yield (over, direction), (target, after)


def _remember(used: frozenset[Jump], jump: Jump, reading: str) -> frozenset[Jump]:
    """The jumps that may not be taken back, after one more."""
    if reading == "move":
        return used | {jump}
    return frozenset({jump}) if reading == "next" else frozenset()


class _Search:
    """The search of one call of `moves`, and its count of states."""

    def __init__(self, limit: int) -> None:
        self.left = limit

    def chains(self, rest: Board, origin: Place, wins_with_six: bool, reading: str) -> set[Place]:
        """Every place one or more jumps can lead to; reading "free" forbids nothing."""
        # Every place of a stricter reading is a place of the free one: once all are found, looking on is useless.
        goal = None if reading == "free" else self.chains(rest, origin, wins_with_six, "free")
        found: set[Place] = set()
        # With the same place, a state with fewer used jumps can do all that one with more can. Taking the
        # smallest sets first means that most dominated states are never expanded.
        best: dict[Place, list[frozenset[Jump]]] = {origin: [frozenset()]}
        order = count()
        queue: list[tuple[int, int, Place, frozenset[Jump]]] = [(0, next(order), origin, frozenset())]
        while queue and found != goal:
            _, _, place, used = heapq.heappop(queue)
            self.left -= 1
            if self.left < 0:
                raise TooMany
            for jump, target in _jumps(rest, place, used):
                found.add(target)
                if wins_with_six and target[1] == 6:
                    continue  # the game is over there: the chain cannot go on
                now_used = _remember(used, jump, reading)
                known = best.setdefault(target, [])
                if not any(fewer <= now_used for fewer in known):
                    known.append(now_used)
                    heapq.heappush(queue, (len(now_used), next(order), target, now_used))
        return found


def moves(position: Position, *, back_and_forth: str, limit: int = LIMIT) -> set[str]:
    """Legal moves with that reading, "move" or "next"; TooMany beyond so many states."""
    if back_and_forth not in ("move", "next"):
        raise ValueError(back_and_forth)
    if winner(position) is not None:
        return set()
    search = _Search(limit)
    legal: set[str] = set()
    for origin, die in position.board.items():
        if die[0] != position.mover:
            continue
        value = int(die[1])
        # The die is lifted first: during its own move the square it left is empty.
        rest = {square: other for square, other in position.board.items() if square != origin}
        wins_with_six = list(rest.values()).count(position.mover + "6") == 5
        legal |= {f"{origin}-{target}={value}" for target in steps(len(ROWS), rest, origin)}
        for square, after in search.chains(rest, (origin, value), wins_with_six, back_and_forth):
            if wins_with_six and after == 6:
                legal.add(f"{origin}-{square}=6#")
            else:
                legal |= {f"{origin}-{target}={after}" for target in steps(len(ROWS), rest, square)}
    return legal


def play(position: Position, move: str) -> Position:
    """The position after a move, which is taken to be legal."""
    squares, value = move.removesuffix("#").split("=")
    origin, target = squares.split("-")
    board = dict(position.board)
    board[target] = board.pop(origin)[0] + value
    return Position(board, OTHER[position.mover])


def winner(position: Position) -> str | None:
    """The colour whose six dice all show 6, if any."""
    # Only the player who moved last can just have won, so that player is asked first.
    for colour in (OTHER[position.mover], position.mover):
        if list(position.board.values()).count(colour + "6") == 6:
            return colour
    return None


def perft(position: Position, depth: int, *, back_and_forth: str, limit: int = LIMIT) -> int:
    """Number of move sequences of that length; the limit is that of each single call of `moves`."""
    if depth == 0:
        return 1
    legal = moves(position, back_and_forth=back_and_forth, limit=limit)
    return sum(perft(play(position, move), depth - 1, back_and_forth=back_and_forth, limit=limit) for move in legal)

"""Quarto once more, as naively as possible, to be compared with: pieces are their letters, rows are spelled out."""

from __future__ import annotations

from itertools import product

PIECES = ["".join(letters) for letters in product("LD", "TS", "RQ", "HS")]
SQUARES = [row + column for row in "ABCD" for column in "1234"]
ROWS = [
    *("A1 A2 A3 A4", "B1 B2 B3 B4", "C1 C2 C3 C4", "D1 D2 D3 D4"),
    *("A1 B1 C1 D1", "A2 B2 C2 D2", "A3 B3 C3 D3", "A4 B4 C4 D4"),
    *("A1 B2 C3 D4", "A4 B3 C2 D1"),
]
SMALL_SQUARES = [
    *("A1 A2 B1 B2", "A2 A3 B2 B3", "A3 A4 B3 B4"),
    *("B1 B2 C1 C2", "B2 B3 C2 C3", "B3 B4 C3 C4"),
    *("C1 C2 D1 D2", "C2 C3 D2 D3", "C3 C4 D3 D4"),
]


class NaiveQuarto:
    """A game that changes as it is played."""

    def __init__(self, traits: int, *, squares: bool) -> None:
        self.traits = traits
        self.fours = ROWS + SMALL_SQUARES if squares else ROWS
        self.board: dict[str, str] = {}
        self.hand = ""
        self.turn = 0

    def won(self) -> bool:
        for four in self.fours:
            pieces = [self.board.get(square, "") for square in four.split()]
            if all(pieces):
                for at in range(self.traits):
                    if len({piece[at] for piece in pieces}) == 1:
                        return True
        return False

    def over(self) -> bool:
        return self.won() or len(self.board) == 16

    def moves(self) -> set[str]:
        if self.over():
            return set()
        if self.hand:
            return set(SQUARES) - set(self.board)
        return set(PIECES) - set(self.board.values())

    def play(self, move: str) -> None:
        if self.hand:
            self.board[move] = self.hand
            self.hand = ""
        else:
            self.hand = move
            self.turn = 1 - self.turn

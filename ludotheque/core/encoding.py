"""How programs see a game: what a seat sees as numbers, and a number for every move.

A game declares its `Encoding` in `encoding.py`. An encoding is built from views, so it tells no more than they do. It
never changes under its name (`ludotheque/rolit-v1`): what would change it gets a new version.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ludotheque.core.contract import CHANCE
from ludotheque.core.parts import has_part, part

if TYPE_CHECKING:
    from ludotheque.core.boards.arrays import Bytes
    from ludotheque.core.boards.engine import Engine
    from ludotheque.core.contract import Game, Move, State, View


WAIT = "wait"
"""The last action where several may act at once: not a move, but what a seat says that does not interrupt now."""


class Encoding(ABC):
    """The encoding of one game. What depends on the options is asked of any state of a game with these options."""

    version: int
    waits: bool = False
    """Whether the last action is WAIT."""

    @abstractmethod
    def planes(self, state: State) -> tuple[str, ...]:
        """What each plane of an observation tells."""

    @abstractmethod
    def shape(self, state: State) -> tuple[int, int, int]:
        """How many planes there are, and the rows and columns of each."""

    @abstractmethod
    def observe(self, view: View, seat: int) -> Bytes:
        """What a view tells, as this seat's planes: whole numbers from 0 to 127."""

    @abstractmethod
    def actions(self, state: State) -> tuple[str, ...]:
        """What each action is, by its number."""

    @abstractmethod
    def encode(self, state: State, seat: int, move: Move) -> int:
        """The number of a legal move of this seat."""

    @abstractmethod
    def decode(self, state: State, seat: int, action: int) -> Move:
        """The move an action stands for; `ValueError` where it stands for none."""

    def chances(self, state: State, drawn: tuple[int, ...] = ()) -> tuple[tuple[int, float], ...]:
        """What chance can draw next, by number, each with its probability; nothing when what was drawn so far makes a
        move. (A shuffle has too many outcomes to be drawn at once: a game may draw it card by card.)"""
        moves = () if drawn else state.moves(CHANCE)
        return tuple((number, 1 / len(moves)) for number in range(len(moves)))

    def drawn(self, state: State, drawn: tuple[int, ...]) -> Move:
        """The move that chance has drawn."""
        return state.moves(CHANCE)[drawn[0]]

    @property
    def most_chances(self) -> int:
        """More outcomes than that chance never has at once."""
        return 0

    @abstractmethod
    def engine(self, state: State) -> Engine:
        """What it takes to play many games at once that begin like this one."""


def encoding_of(game: Game) -> Encoding:
    """The encoding that a game declares.

    >>> from ludotheque.core.cupboard import find
    >>> name_of(find("rolit"))
    'ludotheque/rolit-v1'
    """
    if not has_part(game.package, "encoding"):
        raise ValueError(f"{game.id} has no encoding: its folder has no encoding.py")
    return part(game.package, "encoding", "ENCODING", Encoding)  # type: ignore[type-abstract]  # a kind, not made here


def name_of(game: Game) -> str:
    """What an encoding is called: whose it is, the game, the version."""
    family = game.package.partition(".")[0]
    return f"{family}/{game.id}-v{encoding_of(game).version}"

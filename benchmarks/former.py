"""The master of a game without what it has learnt, to measure what that is worth:

    ludotheque arena rolit master benchmarks.former:Former --seconds 0.2 -o size=8
    ludotheque arena rolit master benchmarks.former:WithoutBook --seconds 0.1 -o size=8 --openings 1

The former one looks ahead as masters of other games do; the other lacks nothing but the book of openings.
"""

from __future__ import annotations

from ludotheque.bots.levels import Level
from ludotheque.core.brain import Thinker
from ludotheque.core.contract import Game
from ludotheque.core.text import verbatim
from ludotheque.games.rolit import masters
from ludotheque.games.rolit.rules import RolitState


class Former(Level):
    """A master with the searches that all games share."""

    name = "master"
    title = verbatim("former master")

    def __init__(self, game: Game, nodes: int | None = None, milliseconds: int | None = None) -> None:
        super().__init__(game, nodes, milliseconds)
        assert self._searches is not None
        self._searches.thinker_of = None


class WithoutBook(Level):
    """A master of Rolit who thinks from the first move on."""

    name = "master"
    title = verbatim("master without a book")

    def __init__(self, game: Game, nodes: int | None = None, milliseconds: int | None = None) -> None:
        super().__init__(game, nodes, milliseconds)
        assert self._searches is not None
        self._searches.thinker_of = _unread


def _unread(state: RolitState) -> Thinker | None:
    thinker = masters.thinker(state)
    if isinstance(thinker, masters.Duel):
        thinker.book = None
    return thinker

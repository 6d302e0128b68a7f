"""The master of a game without what it has learnt, to measure what that is worth:

    ludotheque arena rolit master benchmarks.former:Former --seconds 0.2 -o size=8

It looks ahead as masters of other games do.
"""

from __future__ import annotations

from ludotheque.bots.levels import Level
from ludotheque.core.contract import Game
from ludotheque.core.text import verbatim


class Former(Level):
    """A master with the searches that all games share."""

    name = "master"
    title = verbatim("former master")

    def __init__(self, game: Game, nodes: int | None = None, milliseconds: int | None = None) -> None:
        super().__init__(game, nodes, milliseconds)
        assert self._searches is not None
        self._searches.thinker_of = None

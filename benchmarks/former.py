"""The master of a game without what it has learnt, to measure what that is worth:

    ludotheque arena rolit master benchmarks.former:Former --seconds 0.2 -o size=8

It looks ahead as masters of other games do.
"""

from __future__ import annotations

from ludotheque.bots.levels import LEVEL_BOTS
from ludotheque.core.contract import Game
from ludotheque.core.text import verbatim


class Former(LEVEL_BOTS["master"]):  # type: ignore[misc]  # made from a table
    """A master with the searches that all games share."""

    name = "master"
    title = verbatim("former master")

    def __init__(self, game: Game, nodes: int | None = None, milliseconds: int | None = None) -> None:
        super().__init__(game, nodes, milliseconds)
        self._searches._thinker_of = None

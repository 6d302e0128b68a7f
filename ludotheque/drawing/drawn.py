"""A state that can be shown: as SVG, in a notebook, and as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ludotheque.core.contract import State
from ludotheque.core.text import Language, language_of
from ludotheque.drawing import svg
from ludotheque.drawing.scene import Scene
from ludotheque.drawing.terminal import Shown


class Drawn(State):
    """Adds pictures to a state. They are made from a seat's view, by the game's own `board` module."""

    def rows(self) -> list[str]:
        """Games on a grid: the board as rows of grid letters, top to bottom."""
        raise TypeError(f"{self.game.id} is not played on a grid")

    def position(self) -> str:
        """Games on a grid: the position as text, as `position=` reads it."""
        raise TypeError(f"{self.game.id} has no positions as text")

    def scene(self, seat: int | None = None) -> Scene:
        """What this seat sees, as items on a table."""
        return cast(Scene, self.game.part("board").scene(self.view(seat)))

    def svg(self, seat: int | None = None, language: Language | None = None) -> str:
        """What this seat sees, as one SVG text."""
        return svg.render(self.scene(seat), self.game.part("board").SYMBOLS, self.game.id, language or language_of())

    def paths(self, seat: int | None = None) -> Mapping[str, tuple[str, ...]]:
        """For each legal move's text, the ids to click, in order; no path begins another. Spectators click nothing."""
        if seat is None:
            return {}
        board = self.game.part("board")
        paths = board.paths(self.view(seat), self.moves(seat))
        return cast(Mapping[str, tuple[str, ...]], paths)

    def text(self, seat: int | None = None, language: Language | None = None) -> Shown:
        """What this seat sees, as text for a terminal."""
        return cast(Shown, self.game.part("board").text(self.view(seat), language or language_of()))

    def __str__(self) -> str:
        return self.text().plain()

    def _repr_svg_(self) -> str:
        return self.svg()

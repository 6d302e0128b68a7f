"""A state that can be shown: as SVG, in a notebook, and as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.core.catalogues import Language, language_of
from ludotheque.core.contract import Game, State
from ludotheque.core.cupboard import find
from ludotheque.drawing import board, coach, svg
from ludotheque.drawing.coach import Asked, Explained
from ludotheque.drawing.scene import Scene, Stop, Symbols
from ludotheque.drawing.sight import Sight
from ludotheque.drawing.text import Shown


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
        return Sight(self, seat).scene

    def svg(self, seat: int | None = None, language: Language | None = None) -> str:
        """What this seat sees, as one SVG text."""
        return svg.render(self.scene(seat), symbols_of(self.game), self.game.id, language or language_of())

    def paths(self, seat: int | None = None) -> Mapping[str, tuple[str, ...]]:
        """For each legal move's text, the ids to click, in order; no path begins another. Spectators click nothing."""
        return Sight(self, seat).paths

    def ghosts(self, seat: int | None = None) -> Mapping[str, str]:
        """For legal moves that change how a piece looks, the symbol of what stands where they end."""
        return Sight(self, seat).ghosts

    def ways(self, seat: int, first: str) -> Mapping[str, tuple[Stop, ...]]:
        """The ways of the legal moves that begin with a click on this; none where the game tells none."""
        drawing = board.board_of(self.game)
        if drawing is None or drawing.ways is None:
            return {}
        sight = Sight(self, seat)
        begun = [move for move in sight.moves if sight.paths[str(move)][0] == first]
        return drawing.ways(sight.view, begun)

    def asked(self, seat: int | None = None) -> Asked:
        """What is asked of this seat now, in plain words."""
        return Sight(self, seat).asked

    def explained(self, seat: int | None, thing: str, chosen: Sequence[str] = ()) -> Explained:
        """What a thing of the scene is, and why choosing it does nothing now, after these have been chosen."""
        sight = Sight(self, seat)
        item = next((item for item in sight.scene.items if item.id == thing), None)
        paths = sight.paths if seat is not None and seat in self.acting else {}
        return coach.explained(coach.coach_of(self.game), sight.view, paths, chosen, item)

    def text(self, seat: int | None = None, language: Language | None = None) -> Shown:
        """What this seat sees, as text for a terminal."""
        return board.text_of(self.game, self.view(seat), self.seats, language or language_of())

    def __str__(self) -> str:
        return self.text().plain()

    def _repr_svg_(self) -> str:
        return self.svg()


def symbols_of(game: Game) -> Symbols:
    """The drawings that a game's scenes refer to."""
    drawing = board.board_of(game)
    return board.PLAIN_SYMBOLS if drawing is None else drawing.symbols


def drawn(state: State) -> Drawn:
    """A state as one that can be shown; every game at a table must have such states."""
    if not isinstance(state, Drawn):
        raise TypeError(f"the states of {state.game.id} cannot be shown: their class must be a Drawn")
    return state


def start(game: Game | str, /, **options: object) -> Drawn:
    """The first state of a game with these options.

    >>> start("rolit", size=8, players=4).position()
    '......../......../......../...ry.../...eg.../......../......../........ r'
    """
    return drawn((find(game) if isinstance(game, str) else game).start(**options))

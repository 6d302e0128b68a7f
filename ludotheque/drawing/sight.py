"""What one seat sees of a state, and what it may do: its view, its moves, the picture, the ways to click.

Each of them is made when it is first asked for, and once: the picture, the ways and the coach's line all start from
the same view and the same legal moves.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.contract import Move, State, View
from ludotheque.core.values import cached_property
from ludotheque.drawing import board, coach
from ludotheque.drawing.coach import Asked
from ludotheque.drawing.scene import Scene


class Sight:
    """One look at a state, from a seat or as a spectator."""

    def __init__(self, state: State, seat: int | None = None, others: Sight | None = None) -> None:
        """`others`: what spectators see, where nothing is hidden from anybody."""
        self._state = state
        self.seat = seat
        self._others = others
        self._board = board.board_of(state.game)

    @cached_property
    def view(self) -> View:
        """What the seat sees, as plain data. Where nothing is hidden, all see the same."""
        return self._state.view(self.seat) if self._others is None else {**self._others.view, "seat": self.seat}

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat; spectators have none."""
        return () if self.seat is None else self._state.moves(self.seat)

    @cached_property
    def scene(self) -> Scene:
        """What this seat sees, as items on a table."""
        if self._board is None:
            state = self._state
            return board.plain_scene(state.game, self.view, state.seats, self.moves, state.describe)
        if self._others is not None and self._board.alike:
            return self._others.scene
        return self._board.scene(self.view)

    @cached_property
    def paths(self) -> Mapping[str, tuple[str, ...]]:
        """For each legal move's text, the ids to click, in order; no path begins another. Spectators click nothing."""
        if self.seat is None:
            return {}
        return board.plain_paths(self.moves) if self._board is None else self._board.paths(self.view, self.moves)

    @cached_property
    def ghosts(self) -> Mapping[str, str]:
        """For legal moves that change how a piece looks, the symbol of what stands where they end."""
        if self.seat is None or self._board is None or self._board.ghosts is None:
            return {}
        return self._board.ghosts(self.view, self.moves)

    @cached_property
    def asked(self) -> Asked:
        """What is asked of this seat now, in plain words."""
        if self.seat is None or self.seat not in self._state.acting:
            return coach.asked_of_others(self.view, self._state.seats)
        return coach.coach_of(self._state.game).asks(self.view, self.paths)

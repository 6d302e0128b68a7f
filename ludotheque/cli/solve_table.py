"""`ludotheque solve GAME --table`: every position of a game, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.bots.solver.agreement import agrees
from ludotheque.core.boards.duel import COLOURS
from ludotheque.core.boards.lines import HEADER
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import square_at
from ludotheque.core.contract import Game
from ludotheque.core.options import Choice
from ludotheque.core.parts import part
from ludotheque.core.text import Refusal, Text, verbatim

if TYPE_CHECKING:
    from ludotheque.research.retrograde.survey import Positions
    from ludotheque.research.retrograde.table import Table

_SOLVED_AGAIN = 200
"""So many positions of the table are also solved by search."""


def filled(game: Game, folder: Path, device: str) -> Iterator[Text]:
    """Solves every position of a game, and tells it layer by layer: a line `moves positions` for each. Then come the
    beginnings, with who wins (1: who begins, -1: the other, 0: nobody can force it) and within how many moves, and what
    was found on a look around, as it is."""
    placement = placement_of(game)
    import numpy as np

    from ludotheque.research.retrograde.leaving import Leavings
    from ludotheque.research.retrograde.survey import Positions, at_random
    from ludotheque.research.retrograde.table import Table

    table = Table(placement, device)
    for layer in table.fill():
        yield verbatim(f"{layer.moves} {layer.positions}")
    yield Text("open: {positions} positions", positions=table.open)
    starts = beginnings(game)
    boards = [[state.row[HEADER + (state.acting[0] ^ other)] for state in starts] for other in (0, 1)]
    for state, (winner, moves) in zip(starts, table.look(*map(np.array, boards)).tolist(), strict=True):
        yield verbatim(f"{state.position()}: {winner} {moves}")
    yield from map(verbatim, Leavings(table, Positions(*map(np.array, boards)), folder).steps())
    yield _solved_again(game, table, at_random(placement, 2 * _SOLVED_AGAIN, np.random.default_rng(2)))


def placement_of(game: Game) -> Placement:
    """What a table of a game is made of, if it can have one."""
    try:
        return part(game.package, "kernel", "PLACEMENT", Placement)
    except (TypeError, ImportError):
        raise Refusal(Text("--table: {game} has too many positions, or more than positions", game=game.title)) from None


def beginnings(game: Game) -> list[LineState]:
    """The states a game can begin with."""
    choices = [option for option in game.options if isinstance(option, Choice) and option.name == "setup"]
    found = [game.start(**{option.name: value}) for option in choices for value in option.values] or [game.start()]
    return [state for state in found if isinstance(state, LineState)]


def text_of(size: int, mover: int, waiting: int) -> str:
    """A position as text, the first colour to move."""
    letters = [
        "".join(_letter(square_at(row, column), mover, waiting) for column in range(size)) for row in range(size)
    ]
    return f"{'/'.join(letters)} {COLOURS[0]}"


def _letter(square: int, mover: int, waiting: int) -> str:
    return COLOURS[0] if mover >> square & 1 else COLOURS[1] if waiting >> square & 1 else "."


def _solved_again(game: Game, table: Table, positions: Positions) -> Text:
    """Solves some positions by search, which must agree."""
    checked = wrong = 0
    told = table.look(*positions).tolist()
    pairs = zip(*(boards.tolist() for boards in positions), strict=True)
    for (mover, waiting), (winner, moves) in zip(pairs, told, strict=True):
        if (winner, moves) != (-1, 0) and checked < _SOLVED_AGAIN:
            state = game.start(position=text_of(table.placement.size, mover, waiting))
            assert isinstance(state, LineState)
            checked += 1
            wrong += not agrees(state, winner, moves)
    return Text("solved again by search: {positions} positions, {wrong} otherwise", positions=checked, wrong=wrong)

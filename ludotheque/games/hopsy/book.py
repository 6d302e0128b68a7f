"""What is known of Hopsy from its two beginnings on: the first player wins, and how. `docs/research.md` tells where the
book comes from; it is read when somebody asks for it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ludotheque.core.boards.book import Book
from ludotheque.core.brain import Known
from ludotheque.games.hopsy import MAX_PLIES, kernel
from ludotheque.games.hopsy.rules import Hop, HopsyState


@cache
def book() -> Book:
    """The book itself."""
    return Book(kernel.PLACEMENT, files(__package__).joinpath("book.bin").read_bytes())


def known(state: HopsyState) -> Known | None:
    """The win that is certain in a position: for the player to move; or for the other, who has just played the book's
    move."""
    if state.over or state.mixes:
        return None
    here = _win(state)
    if here is not None:
        return here
    before = state.before() if isinstance(state.last, Hop) else None
    led = _win(before) if before is not None else None
    if led is None or led.moves < 2 or led.move != state.last:
        return None
    return Known(led.winner, None, led.moves - 1)


def _win(state: HopsyState) -> Known | None:
    """The win of the player to move, if the book has it, the rules of repetition allow its move, and the game is not
    called off before."""
    seat = state.acting[0]
    entry = book().look(state.row[kernel.RED + seat], state.row[kernel.BLACK - seat])
    if entry is None:
        return None
    most, move = MAX_PLIES.of(state.setting.options), Hop(entry.origin, entry.target)
    if (most and state.ply + entry.moves > most) or move not in state.moves():
        return None
    return Known(seat, move, entry.moves)

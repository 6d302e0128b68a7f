"""The coach: what is asked of a player now, in plain words; what a thing on the table is; why choosing it does nothing.

A game's `coach.py` declares a `Coach`. What may be done is not decided here: a coach is given the ways to click of the
legal moves, and speaks of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from ludotheque.core.contract import CHANCE, Game, Seat, View
from ludotheque.core.parts import has_part, part
from ludotheque.core.text import Text, all_of, capital
from ludotheque.drawing.scene import UNSPOKEN, Item

Paths = Mapping[str, tuple[str, ...]]
"""For each legal move's text the ids to click, in order."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of somebody: a line, and the things it speaks of, each of which can be clicked now."""

    line: Text
    things: tuple[str, ...] = ()
    then: Text = UNSPOKEN
    """What is asked when something is chosen and the move is not complete."""


@dataclass(frozen=True, slots=True)
class Explained:
    """What a thing is, and why choosing it does nothing now; empty where nothing is to be said."""

    what: Text = UNSPOKEN
    why: Text = UNSPOKEN


@dataclass(frozen=True, slots=True)
class Coach:
    """What a game says to those who do not know it yet."""

    asks: Callable[[Any, Paths], Asked]
    """(view, ways of the legal moves): what is asked of a seat that may act."""
    tells: Callable[[Any, Item], Text]
    """(view, thing): what it is."""
    why: Callable[[Any, Paths, Sequence[str], Item], Text]
    """(view, ways of the legal moves, what is chosen already, thing): why it cannot be chosen now."""


def firsts(paths: Paths, begin: str = "") -> tuple[str, ...]:
    """The things that moves begin with; of those only whose texts begin so.

    >>> firsts({"A1-B1": ("pawn-1", "B1"), "A1-B2": ("pawn-1", "B2"), "pass": ("say-pass",)}, "A")
    ('pawn-1',)
    """
    return tuple(dict.fromkeys([path[0] for move, path in paths.items() if move.startswith(begin)]))


def _asks_plainly(view: View, paths: Paths) -> Asked:
    return Asked(Text("It is your turn: choose one of what is marked."), firsts(paths), Text("Now choose where to."))


PLAIN = Coach(_asks_plainly, lambda view, item: item.name, lambda view, paths, chosen, item: UNSPOKEN)
"""The coach of a game that has none."""


@cache
def coach_of(game: Game) -> Coach:
    """The coach a game declares, or one that knows nothing of it."""
    return part(game.package, "coach", "COACH", Coach) if has_part(game.package, "coach") else PLAIN


def asked_of_others(view: View, seats: Sequence[Seat]) -> Asked:
    """What is said to those who have nothing to do."""
    if view["outcome"] is not None:
        return _OVER
    if CHANCE in view["acting"]:
        return _CHANCE_DECIDES
    return _others_move(tuple([seats[seat].name for seat in view["acting"]]))


_OVER, _CHANCE_DECIDES = Asked(Text("The game is over.")), Asked(Text("One moment: chance decides."))


@lru_cache(maxsize=1 << 8)
def _others_move(names: tuple[Text, ...]) -> Asked:
    return Asked(capital(Text("{players} to move: you may watch.", players=all_of(names))))


def explained(coach: Coach, view: View, paths: Paths, chosen: Sequence[str], item: Item | None) -> Explained:
    """A thing on the table, to one of those who sit there: what is chosen already they have clicked."""
    if item is None:
        return Explained()
    what = coach.tells(view, item)
    at = len(chosen)
    open_ways = [path for path in paths.values() if path[:at] == tuple(chosen)]
    if any(path[at : at + 1] == (item.id,) for path in open_ways) or item.id in firsts(paths):
        return Explained(what)
    if not paths:
        return Explained(what, Text("It is not your turn."))
    return Explained(what, coach.why(view, paths, chosen, item))

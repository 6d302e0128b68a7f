"""What somebody who played alone has reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludotheque.core.solo import Result, compared
from ludotheque.tables.table import Table


@dataclass(frozen=True, slots=True)
class SoloResult:
    """A game that somebody played alone to its end, and did not lose."""

    visitor: str
    game: str
    options: Mapping[str, str]
    """Those that differ from their defaults and matter to one who plays alone: results are compared among games with
    the same options."""
    result: Result
    rank: Result
    """The larger, the better."""
    table: str
    number: int
    """Which game of the table's match it was, from 1."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best somebody has reached in a game with these options, at which table, in which game there, and when."""

    game: str
    options: Mapping[str, str]
    result: Result
    table: str
    number: int
    at_ms: int


def solo_result(table: Table) -> SoloResult | None:
    """The result of the game on the table, once a person has played it alone to the end its rules give it. Where luck
    is the same for everybody, and every time, it is no result to compare with others."""
    solo = table.game.solo
    if solo is None or table.state.outcome is None or len(table.people) != 1 or table.luck:
        return None
    result = solo.result(table.state)
    if result is None:
        return None
    (visitor,) = table.people
    options = compared(table.game.options, table.options)
    return SoloResult(visitor, table.game.id, options, result, solo.rank(result), table.id, len(table.finished))

"""Whose bots think, and when they move: what a table needs follows from how it is, and nothing else is remembered."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ludotheque.core.contract import IllegalMove
from ludotheque.drawing.drawn import Drawn
from ludotheque.home import work
from ludotheque.home.house import House, Keep
from ludotheque.tables import actions, timeouts
from ludotheque.tables.jobs import any_move, job_at, think
from ludotheque.tables.log import now_ms
from ludotheque.tables.refusals import Refused
from ludotheque.tables.table import Table

_BOT_PAUSE_MS = 600
"""Before a bot's move, so that people can follow."""
_REST_MS = 2000
_MOST_TRIES = 3
"""How often a bot may try what the rules refuse before any move is made for it."""

Then = Callable[[Any], Any]
"""What is made of a result; of `None` when there is none."""


@dataclass(slots=True)
class Turn:
    """What bots do about one moment of a table."""

    state: Drawn
    ticket: int
    """Of the job."""
    done: bool = False
    move: tuple[int, str] | None = None
    """What was chosen; nothing: no bot wants to move."""
    ripe: int = 0
    """When it may be played, in milliseconds."""
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """Something for the bots to do, and for which table."""

    ticket: int
    table: str | None
    job: str


class Turns:
    """All that bots do, and all times that run."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._turns: dict[str, Turn] = {}
        self._waiting: dict[int, Then] = {}
        self._tickets = itertools.count(1)
        self._resting = 0
        """Until when nothing is due, as nothing could be kept."""

    # What bots are asked

    def ask(self, given: Callable[[Any], Any], about: object, then: Then, table: str | None = None) -> Task:
        """Has something thought about."""
        ticket = next(self._tickets)
        self._waiting[ticket] = then
        return Task(ticket, table, work.job(given, about))

    def wanted(self, tables: Iterable[Table]) -> list[Task]:
        """What bots must think about for these tables, unless they do already."""
        return [self._begun(table) for table in tables if table.bots_may_move and not self._begun_before(table)]

    def _begun_before(self, table: Table) -> bool:
        turn = self._turns.get(table.id)
        return turn is not None and turn.state is table.state

    def _begun(self, table: Table) -> Task:
        task = self.ask(think, job_at(table), lambda found: self._chosen(table, found), table.id)
        self._turns[table.id] = Turn(table.state, task.ticket)
        return task

    def thought(self, ticket: int, found: Any) -> Any:
        """What came of a job, or `None`; what is made of it."""
        then = self._waiting.pop(ticket, None)
        return None if then is None else then(found)

    def forget(self, tasks: Iterable[Task]) -> None:
        """What was to be thought about did not happen."""
        tickets = {task.ticket for task in tasks}
        for ticket in tickets:
            self._waiting.pop(ticket, None)
        self._turns = {table: turn for table, turn in self._turns.items() if turn.ticket not in tickets}

    def _chosen(self, table: Table, found: tuple[tuple[int, str] | None] | None) -> None:
        """A bot has chosen, or was too slow: then any move is made for it."""
        turn = self._turns.get(table.id)
        if turn is None or turn.state is not table.state:
            return
        turn.done = True
        turn.move = any_move(table) if found is None else found[0]
        turn.ripe = now_ms() + _BOT_PAUSE_MS

    # What is due

    def due(self) -> int | None:
        """When something happens by itself next, by the clock of the device."""
        times = [at for table in self._house.tables for at in (table.next_due(), self._move_due(table))]
        soonest = min((at for at in times if at is not None), default=None)
        return None if soonest is None else max(soonest, self._resting)

    def rest(self, milliseconds: int = _REST_MS) -> None:
        """Something could not be kept: it is tried again, but not at once."""
        self._resting = now_ms() + milliseconds

    def _move_due(self, table: Table) -> int | None:
        turn = self._turns.get(table.id)
        if turn is None or turn.state is not table.state or turn.move is None:
            return None
        return max(turn.ripe, table.pause_due() or 0)

    def tick(self) -> Keep | None:
        """The next thing that is due, if it is."""
        now = now_ms()
        for table in self._house.tables:
            time, move = table.next_due(), self._move_due(table)
            if time is not None and time <= now:
                return self._house.changed(table.id, timeouts.time_out)
            if move is not None and move <= now and (keep := self._moved(table)) is not None:
                return keep
        return None

    def _moved(self, table: Table) -> Keep | None:
        turn = self._turns[table.id]
        assert turn.move is not None
        seat, text = turn.move
        try:
            return self._house.changed(table.id, lambda draft: actions.bot_move(draft, seat, text, table.sequence))
        except (IllegalMove, Refused):  # a bot that fails is no reason to let people wait
            turn.tries += 1
            turn.move = any_move(table) if turn.tries < _MOST_TRIES else None
            return None

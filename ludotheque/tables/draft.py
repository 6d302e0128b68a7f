"""A table, and what is about to be written into its log."""

from __future__ import annotations

import random
import secrets

from ludotheque.core.contract import CHANCE, IllegalMove
from ludotheque.tables.log import Entry, entry_of, now_ms
from ludotheque.tables.table import Table, after_move, fold

_RNG = secrets.SystemRandom()


class Draft:
    """A table, and what is about to be written into its log."""

    def __init__(self, table: Table, at: int | None = None) -> None:
        self.before = table
        self.table = table
        self.at = max(now_ms() if at is None else at, table.at)
        self.entries: list[Entry] = []
        self.tables: list[Table] = []
        """The table after each of the entries."""

    def add(self, kind: str, **fields: object) -> None:
        """One more entry, folded at once."""
        entry = entry_of(kind, self.at, **fields)
        self._note(entry, fold(self.table, entry))

    def play(self, seat: int, text: str, key: str = "") -> None:
        """A move, judged by the rules; its text is noted as the rules write it."""
        before = self.table.state
        try:
            move = before.parse(text)
        except IllegalMove:
            before.play(text, seat)  # says also what is legal
            raise
        state = before.play(move, seat)
        entry = entry_of("move", self.at, seat=seat, move=str(move), **({"key": key} if key else {}))
        self._note(entry, after_move(self.table, entry, state, public=before.is_public(move)))

    def settle(self, rng: random.Random = _RNG) -> None:
        """Lets the dice roll while they decide."""
        while self.table.acting == (CHANCE,):
            self.play(CHANCE, str(self.table.state.draw(rng)))

    def _note(self, entry: Entry, table: Table) -> None:
        self.entries.append(entry)
        self.tables.append(table)
        self.table = table

"""What is wrong with a process at the moment: the database is away, the disk is full, Redis does not answer.

A trouble is written down once when it begins and once when it is over for good, however many requests meet it and in
however many parts: one that comes back before all was calm is still the same. Who asks how the process is, is told how
it is now.
"""

from __future__ import annotations

import asyncio
import time

from ludotheque.server import journal

_CALM_SECONDS = 10.0
"""So long must all be well before a trouble is over."""


class Troubles:
    """The troubles of one process."""

    def __init__(self) -> None:
        self.known: dict[str, float] = {}
        """Those there are, and those that were there a moment ago, each with the time at which it began. While there is
        none, nobody need say that all is well."""
        self._parts: dict[str, set[str]] = {}
        """Where there is this trouble just now."""
        self._calming: dict[str, asyncio.TimerHandle] = {}

    def __contains__(self, name: str) -> bool:
        """Whether there is this trouble now."""
        return name in self.known and name not in self._calming

    def within(self, name: str, part: str) -> bool:
        """Whether there is this trouble now in one of its parts."""
        return part in self._parts.get(name, ())

    def begin(self, name: str, error: BaseException | None = None, part: str = "") -> None:
        """There is this trouble; written down if it is new."""
        self._parts.setdefault(name, set()).add(part)
        if (calming := self._calming.pop(name, None)) is not None:
            calming.cancel()
        if name not in self.known:
            self.known[name] = time.monotonic()
            journal.warning(name, error)

    def end(self, name: str, part: str = "") -> None:
        """All is well again there; written down when it stays so, in all parts."""
        parts = self._parts.get(name, set())
        parts.discard(part)
        if name in self and not parts:
            self._calming[name] = asyncio.get_running_loop().call_later(
                _CALM_SECONDS, self._over, name, time.monotonic() - self.known[name]
            )

    def _over(self, name: str, seconds: float) -> None:
        del self.known[name], self._calming[name]
        journal.warning("over", what=name, seconds=round(seconds, 1))

    def close(self) -> None:
        """Nothing more is written."""
        for calming in self._calming.values():
            calming.cancel()

"""Whose turn it is to think: one after the other, and of those who wait each in turn, however much each asks for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """A queue before one process of bots. Whoever has forty tables waits behind themselves, not others behind them."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def taken(self) -> bool:
        """Whether somebody thinks now."""
        return self._taken

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return sum(not each.done() for queue in self._waiting.values() for each in queue)

    @asynccontextmanager
    async def of(self, who: str) -> AsyncIterator[None]:
        """A turn of somebody's, when it comes."""
        await self._take(who)
        try:
            yield
        finally:
            self._give()

    async def _take(self, who: str) -> None:
        if not self._taken:
            self._taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it had come already: it is the next one's
                self._give()
            raise

    def _give(self) -> None:
        """The next turn: of who has waited longest for one, and then they go to the end."""
        while self._waiting:
            who, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[who] = queue
            if not turn.done():  # nobody has given up on it
                turn.set_result(None)
                return
        self._taken = False

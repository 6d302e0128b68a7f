"""How long bots think on this device: as long as it takes them to look at as many positions as they do on a server.

How fast a device is is measured once, where the bots think, and kept there. Nobody waits longer than `LONGEST` times as
long as at a server's table for that: then levels that think by the clock are somewhat weaker than there.
"""

from __future__ import annotations

import random
import time

from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.core.boards.linestate import LineState
from ludotheque.core.cupboard import find
from ludotheque.core.thought import Budget
from ludotheque.tables import jobs

SERVER = 5_000_000
"""How many positions of Hopsy a server looks at in a second (docs/performance.md)."""
LONGEST = 4 / 3
"""The master thinks for a second and a half at a server's table, and at most two here."""
_NODES, _ROUNDS = 60_000, 3


def measured() -> int:
    """How many positions of Hopsy this device looks at in a second."""
    state = find("hopsy").start()
    search = find("hopsy").brain.search
    assert isinstance(state, LineState)
    assert search is not None
    best = 0.0
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        thought = AlphaBeta(search).think(state, Budget(nodes=_NODES), random.Random(1))
        best = max(best, thought.nodes / max(time.perf_counter() - began, 1e-6))
    return round(best)


def keep(known: int) -> int:
    """Lets bots think at the pace of a device that looks at so many positions a second; 0: it is not known yet. Gives
    back what is to be kept."""
    rate = known if known > 0 else measured()
    jobs.stretch(min(LONGEST, max(1.0, SERVER / rate)))
    return rate

"""How much one visitor or one address may ask for, as one process counts."""

from __future__ import annotations

import time
from collections import OrderedDict

from ludotheque.core.text import Text
from ludotheque.tables.refusals import Refused

TOO_MANY = "too-many"
_KEPT = 50_000


class Rate:
    """Lets through so many per period and key; who is quicker waits. (A bucket that fills steadily.)"""

    def __init__(self, many: float, seconds: float) -> None:
        self._many = many
        self._per_second = many / seconds
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Takes one, if there is one left."""
        now = time.monotonic()
        level, at = self._levels.pop(key, (self._many, now))
        level = min(self._many, level + (now - at) * self._per_second)
        allowed = level >= 1
        self._levels[key] = (level - allowed, now)
        if len(self._levels) > _KEPT:
            self._levels.popitem(last=False)
        return allowed


def too_many(message: Text) -> Refused:
    """The refusal of those who ask for more than they may."""
    return Refused(TOO_MANY, message)

"""How much one visitor or one address may ask for. Limits count once, however many processes there are: through Redis,
where there is one.

Redis holds a bucket for each key, and a process takes some tokens from it at once, so that most requests need no way
there. What was taken is gone for the others: together nobody gets more than one bucket holds. While Redis is away each
process counts for itself, and that is told once.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from ludotheque.core.text import Text
from ludotheque.server import redisline
from ludotheque.server.troubles import Troubles
from ludotheque.tables.refusals import Refused

if TYPE_CHECKING:
    from redis.commands.core import AsyncScript

TOO_MANY = "too-many"
_PREFIX = "ludotheque:limit:"
_ANSWER_SECONDS = 0.3
_PAUSE_SECONDS = 3.0
"""So long nobody asks a Redis that did not answer."""
_SHARE = 50
"""A process takes this part of a bucket at once, or one."""
_KEPT = 50_000
_QUIET = 0.1
"""Who says less than this part of what they may needs no way to Redis."""
_VISITORS_AT_AN_ADDRESS = 10
"""An address may say as much as so many visitors who do nothing else."""
_TAKE = """
local now = redis.call('TIME')
now = now[1] + now[2] / 1e6
local many, per_second, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local held = redis.call('HMGET', KEYS[1], 'level', 'at')
local level = math.min(many, (tonumber(held[1]) or many) + math.max(0, now - (tonumber(held[2]) or now)) * per_second)
local given = math.min(wanted, math.floor(level))
redis.call('HSET', KEYS[1], 'level', tostring(level - given), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], math.ceil(many / per_second * 1000) + 1000)
return given
"""


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


class Counting:
    """The line to a Redis that counts."""

    def __init__(self, url: str, troubles: Troubles) -> None:
        self._redis = redisline.line(url, _ANSWER_SECONDS)
        self._take: AsyncScript = self._redis.register_script(_TAKE)
        self._troubles = troubles
        self._silent_until = 0.0

    async def take(self, name: str, key: str, many: float, per_second: float, wanted: int) -> int | None:
        """Takes up to so many tokens; `None` when Redis does not answer. Addresses and visitors are not told to it."""
        if time.monotonic() < self._silent_until:
            return None
        place = _PREFIX + name + ":" + hashlib.sha256(key.encode()).hexdigest()[:24]
        try:
            given = int(await self._take(keys=[place], args=[many, per_second, wanted]))
        except Exception as error:
            self._silent_until = time.monotonic() + _PAUSE_SECONDS
            self._troubles.begin(redisline.TROUBLE, error, "limits")
            return None
        self._troubles.end(redisline.TROUBLE, "limits")
        return given

    async def close(self) -> None:
        """Ends the line."""
        await self._redis.aclose()


def too_many(message: Text) -> Refused:
    """The refusal of those who ask for more than they may."""
    return Refused(TOO_MANY, message)


class Limit:
    """Lets through so many per period and key, over all processes."""

    def __init__(
        self, name: str, many: float, seconds: float, counting: Counting | None = None, *, quiet: float = 0.0
    ) -> None:
        """`quiet`: so large a part more each process lets through by itself, for what is too frequent to ask Redis."""
        self._name = name
        self._many = many
        self._per_second = many / seconds
        self._counting = counting
        self._alone = Rate(many, seconds)
        self._quiet = Rate(many * quiet, seconds) if quiet else None
        self._share = max(1, math.floor(many / _SHARE))
        self._taken: OrderedDict[str, int] = OrderedDict()

    async def allows(self, key: str) -> bool:
        """Takes one, if there is one left."""
        if self._counting is None:
            return self._alone.allows(key)
        if self._quiet is not None and self._quiet.allows(key):
            return True
        left = self._taken.pop(key, 0)
        if not left:
            given = await self._counting.take(self._name, key, self._many, self._per_second, self._share)
            if given is None:
                return self._alone.allows(key)
            left = given + self._taken.pop(key, 0)  # somebody may have asked meanwhile
        if left > 1:
            self._taken[key] = left - 1
            if len(self._taken) > _KEPT:
                self._taken.popitem(last=False)
        return left > 0

    async def check(self, key: str) -> None:
        """Takes one, or refuses."""
        if not await self.allows(key):
            raise too_many(Text("Too many requests: wait a little."))


class Flow:
    """How much a visitor may say over sockets, and an address: over all their sockets together. (Two seconds' worth may
    come at once.)"""

    def __init__(self, name: str, per_second: float, counting: Counting | None) -> None:
        def limit(who: str, many: float) -> Limit:
            return Limit(f"{name} of {who}", 2 * many, 2, counting, quiet=_QUIET)

        self._visitors = limit("a visitor", per_second)
        self._addresses = limit("an address", per_second * _VISITORS_AT_AN_ADDRESS)

    async def allows(self, visitor: str, address: str) -> bool:
        """Takes one of both, if there is one left."""
        return await self._visitors.allows(visitor) and await self._addresses.allows(address)

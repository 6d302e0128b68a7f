"""The line to Redis: how it is made, and what can be found out about it."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludotheque.core.text import Refusal, Text

if TYPE_CHECKING:
    from redis.asyncio import Redis

_ANSWER_SECONDS = 2.0
TROUBLE = "redis"
"""It is away, or silent: whoever sends, hears or counts notices by themselves."""


def line(url: str, seconds: float = _ANSWER_SECONDS) -> Redis:
    """A line on which nobody waits longer than this. Whoever tries again must know that something was lost, so the
    library does not."""
    import redis.asyncio
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    return redis.asyncio.Redis.from_url(
        url, socket_timeout=seconds, socket_connect_timeout=seconds, retry=Retry(NoBackoff(), 0)
    )


@dataclass(frozen=True, slots=True)
class Found:
    """What a Redis is like."""

    answer_seconds: float
    ahead_seconds: float
    """How far its clock is ahead of this machine's."""


async def look(url: str) -> Found:
    """Sends a message to oneself through Redis; refuses where that cannot be done."""
    import redis

    there, channel = line(url), f"ludotheque:doctor:{secrets.token_hex(8)}"
    try:
        async with there.pubsub() as hearing:
            await hearing.subscribe(channel)
            await hearing.get_message(timeout=_ANSWER_SECONDS)
            began = time.perf_counter()
            await there.publish(channel, b"hello")
            heard = await hearing.get_message(ignore_subscribe_messages=True, timeout=_ANSWER_SECONDS)
            seconds = time.perf_counter() - began
        if heard is None:
            raise Refusal(Text("messages do not come through"))
        whole, micro = await there.time()
        return Found(seconds, int(whole) + int(micro) / 1e6 - time.time())
    except (redis.RedisError, OSError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise Refusal(Text("it does not answer: {problem}", problem=first)) from error
    finally:
        await there.aclose()

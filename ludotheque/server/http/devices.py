"""A visitor on a second device. The first one shows a link that works once and not for long; the second asks to be that
visitor; only when the first has allowed it, seeing the same number on both, the second is given the identity."""

from __future__ import annotations

import re

from ludotheque.core.text import Text
from ludotheque.server.http import identity, person_models
from ludotheque.server.http.recovery import hand_over
from ludotheque.server.live.registry import Registry
from ludotheque.server.store import devices, visitors
from ludotheque.server.store.database import Store
from ludotheque.server.store.devices import Handing, Kind
from ludotheque.tables.log import now_ms
from ludotheque.tables.refusals import Problem, not_now, refused

SECONDS = 300
"""How long an offer holds, from its beginning to its end."""
NO_OFFER = Problem("wrong-code", Text("That link has been used, or is too old. Show a new one on your other device."))
_NOBODY_ASKS = not_now(Text("No device asks for that any more."))
_THE_SAME = not_now(Text("This is the device that shows the code. Open the link on another one."))
_TABLET = re.compile(r"iPad|Tablet|Android(?!.*Mobile)", re.IGNORECASE)
_PHONE = re.compile(r"Mobi|iPhone", re.IGNORECASE)


def kind_of(agent: str) -> Kind:
    """What sort of device a browser says it runs on.

    >>> kind_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148"), kind_of("curl/8")
    ('phone', 'computer')
    """
    if _TABLET.search(agent):
        return "tablet"
    return "phone" if _PHONE.search(agent) else "computer"


async def offer(store: Store, visitor: str) -> str:
    """A new offer; what is returned opens it, and only its print is kept."""
    key = identity.new_key()
    await devices.offer(store, visitor, identity.fingerprint(key), now_ms() + SECONDS * 1000)
    return key


async def state(store: Store, visitor: str) -> person_models.DeviceAsked:
    """What has become of a visitor's offer."""
    now = now_ms()
    found = await devices.offered_by(store, visitor, now)
    if found is None:
        return person_models.DeviceAsked(state="none", number="", kind=None, seconds=0)
    kind = found.kind if found.device else None
    left = max(0, found.expires_ms - now) // 1000
    return person_models.DeviceAsked(state=found.step, number=found.number, kind=kind, seconds=left)


async def answer(store: Store, visitor: str, number: str, *, allow: bool) -> person_models.DeviceAsked:
    """The visitor who made an offer allows or refuses the device with this number."""
    wanted = "allowed" if allow else "refused"
    if await devices.offered_by(store, visitor, now_ms()) is not None:
        await devices.answer(store, visitor, number, allow=allow)
    found = await state(store, visitor)
    if found.number != number or found.state not in (wanted, *(("taken",) if allow else ())):
        raise refused(_NOBODY_ASKS)
    return found


async def look(store: Store, device: str, key: str) -> person_models.DeviceTold | None:
    """What a device is told that has opened the link; nothing where the link does not, or no longer, lead anywhere."""
    found = await _offered(store, device, key)
    return None if found is None else await _told(store, found)


async def ask(store: Store, device: str, key: str, agent: str) -> person_models.DeviceTold | None:
    """A device asks to be the visitor who made the offer."""
    found = await _offered(store, device, key)
    if found is None:
        return None
    if found.visitor == device:
        raise refused(_THE_SAME)
    await devices.ask(store, identity.fingerprint(key), device, kind_of(agent), identity.new_number())
    return await look(store, device, key)


async def take(registry: Registry, device: str, key: str) -> tuple[person_models.DeviceTold, str | None] | None:
    """What a device is told, and whose identity it is given, if that was allowed. What it had goes along. Should the
    answer get lost, the same device may ask again."""
    found = await _offered(registry.store, device, key)
    if found is None:
        return None
    if found.step in ("allowed", "taken") and found.device == device:
        await hand_over(registry, device, found.visitor)
        await devices.take(registry.store, identity.fingerprint(key), device)
    after = await _offered(registry.store, device, key)
    if after is None:
        return None
    taken = after.step == "taken" and after.device == device
    return await _told(registry.store, after), after.visitor if taken else None


async def _offered(store: Store, device: str, key: str) -> Handing | None:
    """What a key opens for a device: nothing once another device has asked."""
    found = await devices.offered_as(store, identity.fingerprint(key), now_ms())
    return found if found is not None and found.device in ("", device) else None


async def _told(store: Store, found: Handing) -> person_models.DeviceTold:
    nickname = await visitors.nickname_of(store, found.visitor)
    return person_models.DeviceTold(state=found.step, nickname=nickname, number=found.number)

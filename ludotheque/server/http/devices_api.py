"""The JSON API of people who take their identity to another device."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ludotheque.server.http import devices, person_models
from ludotheque.server.http.api import REFUSALS, Asking, Found, Speaking, in_person
from ludotheque.server.http.guard import client, cookie_of, door
from ludotheque.server.http.qr import qr
from ludotheque.server.http.services import Services
from ludotheque.tables.refusals import refused

router = APIRouter(prefix="/api", responses=REFUSALS, tags=["you"])


@router.post("/me/devices")
async def offer(request: Request, found: Found, visitor: Asking, language: Speaking) -> person_models.DeviceOffer:
    """A link with which one other device may ask to be you, once and for some minutes. It replaces an earlier one."""
    in_person(visitor)
    await found.offers.check(visitor.id)
    key = await devices.offer(found.store, visitor.id)
    here = door(request, found.settings)
    url = f"{here.url}/device#{key}"  # what stands behind the sign is never sent, so nobody logs it
    unreachable = None if here.problem is None else here.problem.to(language)
    return person_models.DeviceOffer(url=url, qr=qr(url), unreachable=unreachable, seconds=devices.SECONDS)


@router.get("/me/devices")
async def offered(found: Found, visitor: Asking) -> person_models.DeviceAsked:
    """What has become of your link: whether a device asks, and the number it shows."""
    in_person(visitor)
    return await devices.state(found.store, visitor.id)


@router.post("/me/devices/answer")
async def answer(found: Found, visitor: Asking, wish: person_models.DeviceAnswer) -> person_models.DeviceAsked:
    """Allows or refuses the device that asks."""
    in_person(visitor)
    return await devices.answer(found.store, visitor.id, wish.number, allow=wish.allow)


@router.post("/devices/look")
async def look(
    request: Request, found: Found, visitor: Asking, wish: person_models.DeviceKey
) -> person_models.DeviceTold:
    """Whose link this is, and how far you are with it."""
    in_person(visitor)
    return await _opened(request, found, await devices.look(found.store, visitor.id, wish.key))


@router.post("/devices/ask")
async def ask(
    request: Request, found: Found, visitor: Asking, wish: person_models.DeviceKey
) -> person_models.DeviceTold:
    """Asks to be that person on this device too; their other device must allow it."""
    in_person(visitor)
    agent = request.headers.get("user-agent", "")
    return await _opened(request, found, await devices.ask(found.store, visitor.id, wish.key, agent))


@router.post("/devices/take")
async def take(
    request: Request, response: Response, found: Found, visitor: Asking, wish: person_models.DeviceKey
) -> person_models.DeviceTold:
    """Takes what was allowed: the answer brings the cookie. What you had on this device goes along."""
    in_person(visitor)
    taken = await devices.take(found.registry, visitor.id, wish.key)
    told, whose = taken or (None, None)
    if whose is not None:
        response.headers.append("set-cookie", cookie_of(whose, found.signer, found.settings, request.scope))
        response.headers["cache-control"] = "no-store"
    return await _opened(request, found, told)


async def _opened(request: Request, found: Services, told: person_models.DeviceTold | None) -> person_models.DeviceTold:
    """What a key opens. Who tries wrong ones is soon asked to wait."""
    if told is None:
        await found.guesses.check(client(request.scope))
        raise refused(devices.NO_OFFER)
    return told

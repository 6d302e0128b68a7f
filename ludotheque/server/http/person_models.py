"""The shapes of the JSON API about a person: their other device, and what they have reached alone."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from ludotheque.server.http.models import Given


class DeviceOffer(BaseModel):
    """What to show to another device."""

    url: str = Field(description="What the other device opens; it holds a key that works once.")
    qr: str = Field(description="The same as a QR code, SVG.")
    unreachable: str | None = Field(description="Why no other device can open it, if so.")
    seconds: int = Field(description="How long it holds.")


class DeviceAsked(BaseModel):
    """What became of your offer."""

    state: Literal["none", "offered", "asked", "allowed", "refused", "taken"]
    number: str = Field("", description="What the other device shows too, once it has asked.")
    kind: Literal["phone", "tablet", "computer"] | None = Field(
        None, description="What asks, by what it says of itself."
    )
    seconds: int = Field(0, description="How long the offer still holds.")


class DeviceAnswer(Given):
    """Whether the device that asks may be you."""

    number: Annotated[str, StringConstraints(min_length=1, max_length=8)] = Field(
        description="Of the device that asked: what is allowed is what was seen."
    )
    allow: bool


class DeviceKey(Given):
    """What stands behind the sign # in the link."""

    key: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class DeviceTold(BaseModel):
    """What the device that asks is told."""

    state: Literal["offered", "asked", "allowed", "refused", "taken"]
    nickname: str = Field(description="Whom it asks to be.")
    number: str = Field("", description="What the other device shows too.")


class Best(BaseModel):
    """The best you have reached alone, in a game with these options."""

    game: str
    title: str
    options: dict[str, str]
    setting: str = Field(description="The options in words; empty: those of the box.")
    result: list[int] = Field(description="A number for each of the game's measures, the most important first.")
    words: str = Field(description="The result in words.")
    at_ms: int


class Forgotten(BaseModel):
    """What was deleted with you."""

    deleted: int = Field(description="Tables at which nobody else ever was.")
    changed: int = Field(description="Tables at which your name is gone, and your moves are not.")


class SoloEnd(BaseModel):
    """How a game played alone compares with your best."""

    words: str | None = Field(description="Its result in words; null: it is lost, not over, or not played alone.")
    best: str | None = Field(description="Your best result with these options, this game included.")
    new: bool = Field(description="This game is your best.")

"""The players on a picture: what stands for each, and a bright disc under whoever is to move."""

from __future__ import annotations

from ludotheque.core.text import Text
from ludotheque.drawing.scene import Item, Kind, Symbols

SYMBOLS: Symbols = {"turn": '<circle r="54" fill="#ffd34d" stroke="#b98a00" stroke-width="5"/>'}


def seat_mark(
    seat: int,
    symbol: str,
    place: tuple[float, float],
    name: Text,
    *,
    turning: bool,
    scale: float,
    label: str = "",
    kind: Kind = "",
) -> list[Item]:
    """What stands for a seat, and the disc if it is its turn."""
    disc = [Item(f"turn-{seat}", "turn", *place, scale=scale)] if turning else []
    return [*disc, Item(f"seat-{seat}", symbol, *place, name, scale=scale, label=label, kind=kind)]

"""The players on a picture: what stands for each, a bright disc under whoever is to move, a sun under who has won."""

from __future__ import annotations

from ludotheque.core.contract import View
from ludotheque.core.text import Text
from ludotheque.drawing.scene import Item, Kind, Place, Symbols

_RAYS = "".join(f'<path d="M0 -52 V-57" transform="rotate({30 * at})"/>' for at in range(12))
SYMBOLS: Symbols = {
    "turn": '<circle r="54" fill="#ffd34d" stroke="#b98a00" stroke-width="5"/>',
    "won": '<circle r="49" fill="#ffd34d" stroke="#7a5600" stroke-width="7"/>'
    f'<g stroke="#7a5600" stroke-width="8" stroke-linecap="round">{_RAYS}</g>',
}


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
    wide: Place | None = None,
) -> list[Item]:
    """What stands for a seat, and the disc if it is its turn."""
    disc = [Item(f"turn-{seat}", "turn", *place, scale=scale, wide=wide)] if turning else []
    return [*disc, Item(f"seat-{seat}", symbol, *place, name, scale=scale, label=label, kind=kind, wide=wide)]


def won_disc(view: View, seat: int, place: tuple[float, float], scale: float, wide: Place | None = None) -> list[Item]:
    """The sun under a seat that has won."""
    outcome = view["outcome"]
    won = outcome is not None and seat in outcome["winners"]
    return [Item(f"won-{seat}", "won", *place, states=("won",), scale=scale, wide=wide)] if won else []

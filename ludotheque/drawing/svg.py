"""Renders a scene as one self-contained SVG text: notebooks, rulebooks, replays, the first load of a page."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape
from itertools import groupby

from ludotheque.core.catalogues import Language
from ludotheque.core.text import Text
from ludotheque.drawing.scene import Item, Scene, Symbols, worded

UNIT = 100
"""How many SVG units a square measures."""
CAPTION = 60
"""The room below the scene for its title."""
_SHOWN_AT = 0.7
"""How large a picture is unless told otherwise: so many pixels for a unit."""
_INK = "#2f2a25"


def render(
    scene: Scene, symbols: Symbols, prefix: str, language: Language | None = "fr", *, caption: bool = True
) -> str:
    """The scene as SVG, its words in a language; without one, there are no words. The prefix keeps symbols of different
    games apart on one page."""
    symbols = {**symbols, **scene.symbols}
    captioned = caption and language is not None
    width, height = scene.width * UNIT, scene.height * UNIT + (CAPTION if captioned else 0)
    title = _in_words(scene.title, language)
    floor = [item for item in scene.items if "floor" in item.states]
    above = [item for item in scene.items if "floor" not in item.states]
    return (
        opening(width, height, "group" if language else "presentation")
        + (f"<title>{title}</title>" if title else "")
        + defs(symbols, prefix, {item.symbol for item in scene.items})
        + _items(floor, scene, prefix, language)
        + _trail(scene)
        + _items(above, scene, prefix, language)
        + (captioned_with(title, width, height, 'class="caption"') if captioned else "")
        + "</svg>\n"
    )


def _in_words(text: Text, language: Language | None) -> str:
    return escape(text.to(language)) if language else ""


def opening(width: float, height: float, role: str) -> str:
    """The first tag of a picture."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="{role}"'
        f' width="{width * _SHOWN_AT:g}" height="{height * _SHOWN_AT:g}" font-family="system-ui, sans-serif">'
    )


_SIZE = re.compile(r'<svg[^>]*? width="([\d.]+)" height="([\d.]+)"')


def size(picture: str) -> tuple[int, int] | None:
    """How wide and high a picture says it is, if it does.

    >>> size(opening(300, 200, "img"))
    (210, 140)
    """
    found = _SIZE.search(picture)
    return None if found is None else (round(float(found[1])), round(float(found[2])))


def defs(symbols: Symbols, prefix: str, used: Collection[str]) -> str:
    """The symbols a picture uses."""
    drawn = "".join(
        f'<symbol id="{prefix}-{name}" viewBox="-50 -50 100 100" overflow="visible">{symbols[name]}</symbol>'
        for name in sorted(used)
    )
    return f"<defs>{symbols.get('defs', '')}{drawn}</defs>"


def placed(symbol: str, label: str, prefix: str) -> str:
    """A symbol around (0, 0), and what is written over it."""
    written = label_markup(label) if label else ""
    return f'<use href="#{prefix}-{symbol}" x="-50" y="-50" width="100" height="100"/>{written}'


def label_markup(label: str) -> str:
    """What is written over a symbol."""
    return (
        f'<text y="15" font-size="42" font-weight="700" text-anchor="middle" fill="{_INK}" stroke="#fff8e8"'
        f' stroke-width="7" paint-order="stroke">{escape(label)}</text>'
    )


def captioned_with(title: str, width: float, height: float, attributes: str) -> str:
    """The line of words below a picture, as large as fits."""
    size = min(34, 1.9 * width / max(1, len(title)))
    return (
        f'<text {attributes} x="{width / 2:g}" y="{height - 18:g}" text-anchor="middle"'
        f' font-size="{size:.3g}" fill="#8a5a2b">{title}</text>'
    )


def _items(items: Sequence[Item], scene: Scene, prefix: str, language: Language | None) -> str:
    """Items one after the other; those of a group inside an element that tells what the group turns about."""
    hinges = {group.id: group.hinge for group in scene.groups}
    drawn = ""
    for group, members in groupby(items, lambda item: item.group):
        inside = "".join(_item(item, prefix, language) for item in members)
        if group:
            hinge = " ".join(f"{each * UNIT:g}" for each in hinges[group])
            inside = f'<g class="group" data-group="{escape(group)}" data-hinge="{hinge}">{inside}</g>'
        drawn += inside
    return drawn


def _item(item: Item, prefix: str, language: Language | None) -> str:
    name = _in_words(item.name, language)
    label = f' role="img" aria-label="{name}"' if name else ' aria-hidden="true"'
    states = " ".join(("item", *item.states))
    place = f"translate({item.x * UNIT:g} {item.y * UNIT:g})"
    if item.turn:
        place += f" rotate({item.turn:g})"
    if item.scale != 1:
        place += f" scale({item.scale:g})"
    return (
        f'<g data-id="{escape(item.id)}" class="{escape(states)}" transform="{place}"{label}>'
        f"{placed(item.symbol, worded(item.label, language), prefix)}</g>"
    )


def _trail(scene: Scene) -> str:
    return trail_markup(scene.trail) if len(scene.trail) > 1 else ""


def trail_markup(trail: Sequence[tuple[float, float]]) -> str:
    """The way of a move: dots, and a dotted line through them."""
    points = " ".join(f"{x * UNIT:g},{y * UNIT:g}" for x, y in trail)
    dots = "".join(f'<circle cx="{x * UNIT:g}" cy="{y * UNIT:g}" r="9"/>' for x, y in trail[:-1])
    return (
        f'<g class="trail" aria-hidden="true" fill="{_INK}" opacity="0.55">'
        f'<polyline points="{points}" fill="none" stroke="{_INK}" stroke-width="7" stroke-linejoin="round"'
        f' stroke-dasharray="3 14" stroke-linecap="round"/>{dots}</g>'
    )

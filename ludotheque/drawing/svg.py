"""Renders a scene as one self-contained SVG text: notebooks, rulebooks, replays, the first load of a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from ludotheque.core.text import Language
from ludotheque.drawing.scene import Item, Scene, Symbols

UNIT = 100
"""How many SVG units a square measures."""
_INK = "#2f2a25"
_CAPTION = 60
"""The room below the scene for its title."""


def render(scene: Scene, symbols: Symbols, prefix: str, language: Language = "fr", *, caption: bool = True) -> str:
    """The scene as SVG. The prefix keeps symbols of different games apart on one page."""
    symbols = {**symbols, **scene.symbols}
    used = sorted({item.symbol for item in scene.items})
    drawn = "".join(
        f'<symbol id="{prefix}-{name}" viewBox="-50 -50 100 100" overflow="visible">{symbols[name]}</symbol>'
        for name in used
    )
    title = escape(scene.title.to(language))
    width, height = scene.width * UNIT, scene.height * UNIT + (_CAPTION if caption else 0)
    floor = [item for item in scene.items if "floor" in item.states]
    above = [item for item in scene.items if "floor" not in item.states]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="group"'
        f' width="{width * 0.7:g}" height="{height * 0.7:g}"'
        f' font-family="system-ui, sans-serif"><title>{title}</title>'
        f"<defs>{symbols.get('defs', '')}{drawn}</defs>"
        + _items(floor, scene, prefix, language)
        + _trail(scene)
        + _items(above, scene, prefix, language)
        + (_caption(title, width, height) if caption else "")
        + "</svg>\n"
    )


def _items(items: Sequence[Item], scene: Scene, prefix: str, language: Language) -> str:
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


def _item(item: Item, prefix: str, language: Language) -> str:
    name = item.name.to(language)
    label = f' role="img" aria-label="{escape(name)}"' if name else ' aria-hidden="true"'
    states = " ".join(("item", *item.states))
    place = f"translate({item.x * UNIT:g} {item.y * UNIT:g})"
    if item.turn:
        place += f" rotate({item.turn:g})"
    if item.scale != 1:
        place += f" scale({item.scale:g})"
    return (
        f'<g data-id="{escape(item.id)}" class="{escape(states)}" transform="{place}"{label}>'
        f'<use href="#{prefix}-{item.symbol}" x="-50" y="-50" width="100" height="100"/>{_label(item)}</g>'
    )


def _label(item: Item) -> str:
    if not item.label:
        return ""
    return (
        f'<text y="15" font-size="42" font-weight="700" text-anchor="middle" fill="{_INK}" stroke="#fff8e8"'
        f' stroke-width="7" paint-order="stroke">{escape(item.label)}</text>'
    )


def _trail(scene: Scene) -> str:
    if len(scene.trail) < 2:
        return ""
    points = " ".join(f"{x * UNIT:g},{y * UNIT:g}" for x, y in scene.trail)
    dots = "".join(f'<circle cx="{x * UNIT:g}" cy="{y * UNIT:g}" r="9"/>' for x, y in scene.trail[:-1])
    return (
        f'<g class="trail" aria-hidden="true" fill="{_INK}" opacity="0.55">'
        f'<polyline points="{points}" fill="none" stroke="{_INK}" stroke-width="7" stroke-linejoin="round"'
        f' stroke-dasharray="3 14" stroke-linecap="round"/>{dots}</g>'
    )


def _caption(title: str, width: float, height: float) -> str:
    size = min(34, 1.9 * width / len(title))
    return (
        f'<text class="caption" x="{width / 2:g}" y="{height - 18:g}" text-anchor="middle"'
        f' font-size="{size:.3g}" fill="#8a5a2b">{title}</text>'
    )

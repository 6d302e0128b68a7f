"""A whole game as one SVG that moves: no script, only CSS animations, so that it plays wherever pictures are shown.

Every item of every scene is drawn once for each way it ever looked, and keyframes say when it is where. An item keeps
its id through a game, so what moved slides and the rest stands still."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludotheque.core.catalogues import Language
from ludotheque.drawing.scene import Item, Scene, Symbols, worded
from ludotheque.drawing.svg import CAPTION, UNIT, captioned_with, defs, opening, placed

_SECONDS = 1.1
"""How long a move is shown."""
_LAST = 4
"""How many moves' time the end is shown."""
_SLIDE = 0.4
"""The part of a move's time in which things slide."""

Look = tuple[str, str]
"""What an item looks like: its symbol and its label."""


def render(scenes: Sequence[Scene], symbols: Symbols, prefix: str, language: Language = "fr") -> str:
    """The scenes as one animated SVG."""
    total = len(scenes) + _LAST
    for scene in scenes:  # a scene may bring drawings of its own
        symbols = {**symbols, **scene.symbols}
    width = max(scene.width for scene in scenes) * UNIT
    height = max(scene.height for scene in scenes) * UNIT + CAPTION
    rules, body = _animated(scenes, total, prefix, language)
    caption_rules, captions = _captions(scenes, total, width, height, language)
    seconds = total * _SECONDS
    style = (
        f".a{{animation-duration:{seconds:g}s;animation-iteration-count:infinite;animation-timing-function:linear}}"
        + "@media (prefers-reduced-motion:reduce){.a{animation-timing-function:step-end}}"
        + "".join([*rules, *caption_rules])
    )
    title = escape(scenes[-1].title.to(language))
    return (
        f"{opening(width, height, 'img')}<title>{title}</title><style>{style}</style>"
        f"{defs(symbols, prefix, {item.symbol for scene in scenes for item in scene.items})}"
        f'<rect width="100%" height="100%" fill="#fdf8ef"/>{"".join(body)}{"".join(captions)}</svg>\n'
    )


def _animated(scenes: Sequence[Scene], total: int, prefix: str, language: Language) -> tuple[list[str], list[str]]:
    """The keyframes and the drawings of all items, those on the floor first."""
    tracks: dict[tuple[bool, str, Look], list[Item | None]] = {}
    orders: dict[tuple[bool, str, Look], int] = {}
    for at, scene in enumerate(scenes):
        for order, item in enumerate(scene.items):
            key = ("floor" not in item.states, item.id, (item.symbol, worded(item.label, language)))
            tracks.setdefault(key, [None] * len(scenes))[at] = item
            orders[key] = max(order, orders.get(key, 0))  # what lies below something is below it in every scene
    rules: list[str] = []
    body: list[str] = []
    for number, key in enumerate(sorted(tracks, key=lambda key: (key[0], orders[key]))):
        track, (symbol, label) = tracks[key], key[2]
        first = next(item for item in track if item is not None)
        name = escape(first.name.to(language))
        use = placed(symbol, label, prefix)
        said = f"<title>{name}</title>" if name else ""
        if all(item is not None and _place(item) == _place(first) for item in track):
            body.append(f'<g transform="{_place_attribute(first)}">{said}{use}</g>')
            continue
        rules.append(f"@keyframes k{number}{{{_frames(track, total)}}}.k{number}{{animation-name:k{number}}}")
        body.append(f'<g class="a k{number}">{said}{use}</g>')
    return rules, body


def _place(item: Item) -> str:
    turn = f" rotate({item.turn:g}deg)" if item.turn else ""
    return f"translate({item.x * UNIT:g}px,{item.y * UNIT:g}px){turn} scale({item.scale:g})"


def _place_attribute(item: Item) -> str:
    turn = f" rotate({item.turn:g})" if item.turn else ""
    return f"translate({item.x * UNIT:g} {item.y * UNIT:g}){turn} scale({item.scale:g})"


def _frames(track: Sequence[Item | None], total: int) -> str:
    """When the item is where: it stays for a move, slides when it changes place, and is gone when it is not there."""
    frames: list[tuple[float, str]] = []
    shown = next(item for item in track if item is not None)
    before: Item | None = None
    for at, item in enumerate(track):
        begins = at / total * 100
        if at == 0:
            frames.append((0, _css(shown, visible=item is not None)))
        elif item is None and before is not None:
            frames += [(begins - 0.01, _css(before, visible=True)), (begins, _css(before, visible=False))]
        elif item is not None and before is None:
            frames += [(begins - 0.01, _css(item, visible=False)), (begins, _css(item, visible=True))]
        elif item is not None and before is not None and _place(item) != _place(before):
            frames += [
                (begins, _css(before, visible=True)),
                (begins + _SLIDE / total * 100, _css(item, visible=True)),
            ]
        before = item
        shown = item or shown
    frames.append((100, _css(shown, visible=track[-1] is not None)))
    return "".join(f"{at:.3f}%{{{css}}}" for at, css in frames)


def _css(item: Item, *, visible: bool) -> str:
    return f"transform:{_place(item)};opacity:{int(visible)}"


def _captions(
    scenes: Sequence[Scene], total: int, width: float, height: float, language: Language
) -> tuple[list[str], list[str]]:
    """What each scene's title says, in its turn."""
    rules, body = [], []
    for at, scene in enumerate(scenes):
        begins = at / total * 100
        ends = 100.0 if at == len(scenes) - 1 else (at + 1) / total * 100
        hidden, seen = "opacity:0", "opacity:1"
        frames = [(0.0, seen if at == 0 else hidden)]
        if at:
            frames += [(begins - 0.01, hidden), (begins, seen)]
        frames += [(ends - 0.01, seen), (ends, hidden)] if ends < 100 else []
        frames.append((100.0, seen if at == len(scenes) - 1 else hidden))
        css = "".join(f"{when:.3f}%{{{what}}}" for when, what in frames)
        rules.append(f"@keyframes c{at}{{{css}}}.c{at}{{animation-name:c{at}}}")
        body.append(captioned_with(escape(scene.title.to(language)), width, height, f'class="a c{at}"'))
    return rules, body

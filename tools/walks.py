"""Draws the walks of docs/architecture.md: one picture for each, from the list of files below its heading.

python tools/walks.py
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "architecture.md"
_LANE, _ROW, _BOX, _TOP, _SIDE = 148, 40, 26, 46, 12
_PICTURE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<path>walks/\w+\.svg)\)")
_STEP = re.compile(r"^\d+\. `(?P<file>[^`]+)`: (?P<what>.*)$")
_TINTS = ("#dfe9f5", "#f6ead3", "#e2f0df", "#f3dfe4", "#e8e2f4", "#ddeeee", "#f2efda", "#eee6de")


def walks() -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """By the picture's path: what it shows, and each file with what happens there."""
    found: dict[str, tuple[str, list[tuple[str, str]]]] = {}
    steps: list[tuple[str, str]] = []
    for line in PAGE.read_text(encoding="utf-8").partition("## Three walks")[2].partition("\n## ")[0].splitlines():
        if picture := _PICTURE.search(line):
            steps = []
            found[picture["path"]] = picture["alt"], steps
        elif step := _STEP.match(line):
            steps.append((step["file"], step["what"]))
    return found


def _room(file: str) -> str:
    parts = file.split("/")
    deep = parts[0] in ("server", "games") or parts[:2] in (["core", "boards"], ["bots", "search"])
    return "/".join(parts[:2]) if deep else parts[0]


def _text(x: float, y: float, size: int, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-size="{size}" fill="#222">{escape(words)}</text>'


def draw(title: str, steps: list[tuple[str, str]]) -> str:
    """One lane for each room, one box for each file, from top to bottom."""
    rooms = list(dict.fromkeys(_room(file) for file, _ in steps))
    width, height = 2 * _SIDE + _LANE * len(rooms), _TOP + _ROW * len(steps) + _SIDE
    lanes = [rooms.index(_room(file)) for file, _ in steps]
    middles = [(_SIDE + _LANE * (lane + 0.5), _TOP + _ROW * (at + 0.5)) for at, lane in enumerate(lanes)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fffdf8"/>',
    ]
    for at, room in enumerate(rooms):
        x, tint = _SIDE + _LANE * at, _TINTS[at % len(_TINTS)]
        parts.append(f'<rect x="{x + 3}" y="8" width="{_LANE - 6}" height="{height - 16}" rx="8" fill="{tint}"/>')
        parts.append(_text(x + _LANE / 2, 30, 14, room))
    way = " ".join(f"{x:g},{y:g}" for x, y in middles)
    parts.append(f'<polyline points="{way}" fill="none" stroke="#b5502f" stroke-width="2"/>')
    for (middle, y), (file, what) in zip(middles, steps, strict=True):
        place = f'x="{middle - _LANE / 2 + 10:g}" y="{y - _BOX / 2:g}" width="{_LANE - 20}" height="{_BOX}"'
        box = f'<rect {place} rx="5" fill="#fff" stroke="#777"/>'
        parts.append(f"<g><title>{escape(what)}</title>{box}{_text(middle, y + 4, 11, file.rpartition('/')[2])}</g>")
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    for path, (title, steps) in walks().items():
        target = DOCS / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(draw(title, steps), encoding="utf-8")
        print(f"{path}: {len(steps)} files")

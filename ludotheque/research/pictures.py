"""Batches as a notebook shows them: the first few games as pictures, and a line about all of them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from ludotheque.core.contract import State
from ludotheque.drawing.drawn import drawn

SHOWN = 6
"""So many games of a batch are drawn."""
_WIDTH = 180
"""Pixels for each."""


def gallery(states: Sequence[State], line: str) -> str:
    """Pictures of some states side by side, as HTML, below a line of text. They show what spectators see.

    >>> import ludotheque as lt
    >>> gallery([lt.start("rolit")] * 2, "two games").count("<img")
    2
    """
    pictures = "".join(_picture(number, state) for number, state in enumerate(states))
    return f'<p>{escape(line)}</p><div style="display:flex;flex-wrap:wrap;gap:12px">{pictures}</div>'


def _picture(number: int, state: State) -> str:
    # as an image of its own: symbols of one picture have the ids of those of the next
    data = b64encode(drawn(state).svg().encode()).decode()
    return f'<img alt="{number}" title="{number}" width="{_WIDTH}" src="data:image/svg+xml;base64,{data}">'

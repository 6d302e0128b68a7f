"""Docstrings as the documentation site reads them: the examples in them become code."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


def with_code(text: str) -> str:
    """A docstring with fences around its examples, each up to the next empty line."""
    return _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


class Examples(griffe.Extension):  # type: ignore[misc]  # griffe has no types here
    """Gives every docstring that is read its code."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = with_code(obj.docstring.value)

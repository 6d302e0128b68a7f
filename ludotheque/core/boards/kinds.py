"""What compiled functions take and give back, read from the annotations beside them.

So everything can be compiled ahead of time, for machines that have no compiler, and it is known how it is called there:
each value as a few *slots* of eight bytes, one after the other. A number is one slot; of rows these are where they lie
and how long they are, in each dimension; a tuple is its parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from ludotheque.core.boards.arrays import Rows


class Several(NamedTuple):
    """A tuple of some kinds, and how it is made of its parts."""

    parts: tuple[Kind, ...]
    made: Callable[[list[Any]], tuple[Any, ...]]
    named: type | None
    """Its class, if it is a NamedTuple."""


Kind = type[int] | type[float] | type[bool] | None | Rows | Several


class Undeclared(TypeError):
    """Annotations do not say what a function takes."""


class Signature(NamedTuple):
    """What a function takes, in order, and what it gives back."""

    takes: tuple[Kind, ...]
    gives: Kind

    @property
    def has_rows(self) -> bool:
        """Whether there are rows among it."""
        return any(map(_has_rows, (*self.takes, self.gives)))


def _has_rows(kind: Kind) -> bool:
    return any(map(_has_rows, kind.parts)) if isinstance(kind, Several) else isinstance(kind, Rows)


def signature(function: Callable[..., object]) -> Signature:
    """What the annotations of a function declare.

    >>> def gap(line: "Line", at: int) -> tuple[int, float]: ...
    >>> gap.__globals__["Line"] = Annotated[list, Rows("q", 2)]
    >>> signature(gap).takes
    (Rows(letter='q', dimensions=2), <class 'int'>)
    >>> form(signature(gap).takes), form((signature(gap).gives,))
    ('qqqq', 'qd')
    """
    hints = get_type_hints(function, include_extras=True)
    if "return" not in hints:
        raise Undeclared(f"{function.__qualname__} does not declare what it gives back")
    gives = hints.pop("return")
    return Signature(tuple(map(_kind, hints.values())), _kind(gives))


def _kind(hint: Any) -> Kind:
    if hint in (int, float, bool):
        kind: Kind = hint
        return kind
    if hint is type(None):
        return None
    if get_origin(hint) is Annotated and isinstance(get_args(hint)[1], Rows):
        rows: Rows = get_args(hint)[1]
        return rows
    if get_origin(hint) is tuple and Ellipsis not in get_args(hint):
        return Several(tuple(map(_kind, get_args(hint))), tuple, None)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_make"):
        parts = get_type_hints(hint, include_extras=True).values()
        return Several(tuple(map(_kind, parts)), hint._make, hint)
    raise Undeclared(f"compiled code knows nothing of {hint}")


def form(kinds: tuple[Kind, ...]) -> str:
    """The slots of some values, each by its letter as `struct` has them: `q` a whole number or an address, `d` a real
    one."""
    letters = ""
    for kind in kinds:
        if isinstance(kind, Several):
            letters += form(kind.parts)
        elif isinstance(kind, Rows):
            letters += "q" * (1 + kind.dimensions)
        elif kind is not None:
            letters += "d" if kind is float else "q"
    return letters

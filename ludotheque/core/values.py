"""Values that never change, and copies of them that differ in some fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache, update_wrapper
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from functools import cached_property as cached_property

    from _typeshed import DataclassInstance
else:

    class cached_property:  # noqa: N801  # the name of what it stands for
        """As `functools.cached_property`, without the lock that Python 3.11 takes each time: that costs more than most
        of what is kept. Two threads may make the same value twice.

        >>> class Die:
        ...     @cached_property
        ...     def face(self):
        ...         print("rolled")
        ...         return 4
        >>> die = Die()
        >>> die.face, die.face
        rolled
        (4, 4)
        """

        def __init__(self, make):
            self._make = make
            update_wrapper(self, make)

        def __set_name__(self, owner, name):
            self._name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            made = vars(instance)[self._name] = self._make(instance)
            return made


A = TypeVar("A")
R = TypeVar("R")
V = TypeVar("V", bound="DataclassInstance")


@cache
def _names(kind: type[DataclassInstance]) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind))


def with_changes(value: V, **changes: object) -> V:
    """A frozen dataclass with some fields changed. What it had computed from its fields is not taken along.

    (`dataclasses.replace` does the same ten times as slowly: it makes the new value through its constructor.)

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Point:
    ...     x: int
    ...     y: int
    >>> with_changes(Point(1, 2), y=5)
    Point(x=1, y=5)
    >>> with_changes(Point(1, 2), z=5)
    Traceback (most recent call last):
    ...
    TypeError: Point has no field z
    """
    kind = type(value)
    names = _names(kind)
    if not changes.keys() <= names:
        raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(changes.keys() - names))}")
    copy = object.__new__(kind)
    held, fields_of_copy = vars(value), vars(copy)
    fields_of_copy.update(held)
    if len(held) != len(names):
        for name in held.keys() - names:  # cached properties
            del fields_of_copy[name]
    fields_of_copy.update(changes)
    return copy


@cache
def _computed(kind: type[Any]) -> frozenset[str]:
    held = (each for base in kind.__mro__ for each in vars(base).items())
    return frozenset(name for name, each in held if isinstance(each, cached_property))


def already_known(value: object, **made: object) -> None:
    """Gives a frozen value what its cached properties would compute, where that is at hand.

    >>> class Square:
    ...     side = 3
    ...     @cached_property
    ...     def area(self):
    ...         return self.side ** 2
    >>> square = Square()
    >>> already_known(square, area=9)
    >>> vars(square)
    {'area': 9}
    >>> already_known(square, side=4)
    Traceback (most recent call last):
    ...
    TypeError: Square computes no side
    """
    kind: Any = type(value)
    if not made.keys() <= _computed(kind):
        raise TypeError(f"{kind.__name__} computes no {', '.join(sorted(made.keys() - _computed(kind)))}")
    vars(value).update(made)


def forget(value: object, name: str) -> None:
    """Lets go of what a cached property has computed."""
    kind: Any = type(value)
    if name not in _computed(kind):
        raise TypeError(f"{kind.__name__} computes no {name}")
    vars(value).pop(name, None)


def forget_all(value: object) -> None:
    """Lets go of everything that cached properties have computed.

    >>> class Square:
    ...     def __init__(self, side):
    ...         self.side = side
    ...     @cached_property
    ...     def area(self):
    ...         return self.side ** 2
    >>> square = Square(3)
    >>> square.area
    9
    >>> forget_all(square)
    >>> vars(square)
    {'side': 3}
    """
    kind: Any = type(value)
    held = vars(value)
    for name in held.keys() & _computed(kind):
        del held[name]


class by_identity(Generic[A, R]):  # noqa: N801  # a decorator, as `cache` is
    """Keeps what a function has made of large values that come again as the very same objects: these are found by their
    identity, for to compare them would cost as much as to make it anew.

    >>> @by_identity
    ... def doubled(words):
    ...     return words * 2
    >>> words = ["a", "b"]
    >>> doubled(words) is doubled(words), doubled(list(words)) is doubled(words)
    (True, False)
    """

    most = 512

    def __init__(self, function: Callable[[A], R]) -> None:
        self._function = function
        self._kept: dict[int, tuple[A, R]] = {}
        update_wrapper(self, function)

    def __call__(self, value: A) -> R:
        found = self._kept.get(id(value))
        if found is None:
            if len(self._kept) >= self.most:
                self._kept.clear()
            # the value is kept along, for what it is known by must not become another's
            found = self._kept[id(value)] = value, self._function(value)
        return found[1]

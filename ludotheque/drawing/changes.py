"""What changes from one plain thing to the next, told so that whoever has the first can make the second of it.

Pages are told a whole table once, and then what changes. `web/static/changes.js` makes of it what a whole table would
have said; `with_table` and `with_scene` do the same, for programs and for the tests that compare.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import Any

from ludotheque.core.catalogues import Language
from ludotheque.drawing.scene import Item, Scene

Changes = dict[str, Any]
"""Plain data; what has not changed is left out."""
Anything = Mapping[str, Any]

_NOTHING = object()
_MOST_KEPT = 1 << 12
_kept: dict[tuple[int, int, Language], tuple[Item, Item, Changes]] = {}
"""What changes from one item to another, by their identities."""


def of_fields(before: Anything, after: Anything) -> Changes:
    """The fields that are new or different; those that are gone are `None`.

    >>> of_fields({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 5})
    {'b': 5, 'c': None}
    """
    changed = {name: value for name, value in after.items() if before.get(name, _NOTHING) != value}
    if not before.keys() <= after.keys():
        changed.update(dict.fromkeys(name for name in before if name not in after))
    return changed


def of_table(before: Anything, after: Anything) -> Changes | None:
    """What changes of a list of things by their names, whose order counts; `None` where nothing does. New names come
    last; where that is not so, or little stays, all of it is told (`all`).

    >>> of_table({"a": 1, "b": 2, "c": 3, "d": 4}, {"b": 2, "c": 3, "d": 0, "e": 5})
    {'gone': ['a'], 'put': {'d': 0, 'e': 5}}
    >>> of_table({"a": [1]}, {"b": [2]})
    {'all': {'b': [2]}}
    """
    if before is after or (before == after and list(before) == list(after)):
        return None
    gone = [name for name in before if name not in after]
    put = {name: value for name, value in after.items() if before.get(name, _NOTHING) != value}
    order = [name for name in before if name in after]
    order += [name for name in put if name not in before]
    if len(gone) + len(put) >= len(after) or order != list(after):
        return {"all": dict(after)}
    return {"gone": gone, "put": put}


def of_scene(before: Scene, after: Scene, language: Language) -> Changes:
    """What changes in a picture: its own fields, its symbols, and its items."""
    told = _of_items(before.items, after.items, language)
    if (symbols := of_table(before.symbols, after.symbols)) is not None:
        told["symbols"] = symbols
    if fields := of_fields(before.beside(language), after.beside(language)):
        told["set"] = fields
    return told


def _of_items(before: Sequence[Item], after: Sequence[Item], language: Language) -> Changes:
    """`changed`: fields of items that stay where they are in the list. `gone`: ids of those that are not there any
    more. `put`: new items, or such as come at another place, each after the id of the one before it (`""`: first)."""
    if before is after:
        return {}
    stay, alike = _from_the_first(before, after)
    if alike == len(before) == len(after):
        changed = _of_changed(stay, language)
        return {"changed": changed} if changed else {}
    first = alike
    ending, alike = _from_the_first(before[first:][::-1], after[first:][::-1])
    were, are = len(before) - alike, len(after) - alike
    among, gone, put = _of_middle(before[first:were], after[first:are])
    stay += among + ending
    last = before[first - 1].id if first else ""
    told = [(last if at is None else at.id, item.plain(language)) for at, item in put]
    changed = _of_changed(stay, language)
    return {name: what for name, what in (("changed", changed), ("gone", gone), ("put", told)) if what}


def _of_changed(pairs: Iterable[tuple[Item, Item]], language: Language) -> Changes:
    """What changes of things that stay. Few kinds of things come again and again, as the same items: what changes from
    one to the other is kept."""
    changed = {}
    for was, item in pairs:
        if was is item:
            continue
        key = id(was), id(item), language
        if (found := _kept.get(key)) is None:
            if was == item:
                continue
            if len(_kept) >= _MOST_KEPT:
                _kept.clear()
            # the items are kept along, for what they are known by must not become another's
            found = _kept[key] = was, item, of_fields(was.plain(language), item.plain(language))
        if found[2]:
            changed[item.id] = found[2]
    return changed


def _from_the_first(before: Sequence[Item], after: Sequence[Item]) -> tuple[list[tuple[Item, Item]], int]:
    """How many things from the first on are the same, as they were and as they are; and those of them that are other
    than before. (Most are the very same, and there are hundreds: they are passed over without a loop of ours.)"""
    others, length = list[tuple[Item, Item]](), min(len(before), len(after))
    for at in compress(range(length), map(is_not, before, after)):
        was, item = before[at], after[at]
        if was.id != item.id:
            return others, at
        others.append((was, item))
    return others, length


def _of_middle(
    before: Sequence[Item], after: Sequence[Item]
) -> tuple[list[tuple[Item, Item]], list[str], list[tuple[Item | None, Item]]]:
    """Where things come and go: those that stay, the ids of those that are gone, those that are put after others."""
    old, new = {item.id: item for item in before}, {item.id: item for item in after}
    were, are = [id_ for id_ in old if id_ in new], [id_ for id_ in new if id_ in old]
    moved = _moved(were, are)
    gone = [id_ for id_ in old if id_ not in new] if len(were) < len(old) else []
    stay = [(old[id_], new[id_]) for id_ in are if id_ not in moved]
    put = []
    if len(stay) < len(new):
        lasts = zip([None, *after], after, strict=False)
        put = [(last, item) for last, item in lasts if item.id not in old or item.id in moved]
    return stay, gone, put


def _moved(before: Sequence[str], after: Sequence[str]) -> set[str]:
    """Which of the same ids, in two orders, to take out of the first so that the others stand as in the second: as few
    as can be, for what stays is a longest row that goes on in both.

    >>> _moved(["a", "b", "c", "d"], ["b", "c", "a", "d"]), _moved(["a", "b", "c", "d"], ["d", "a", "b", "c"])
    ({'a'}, {'d'})
    """
    if before == after:
        return set()
    place = {id_: at for at, id_ in enumerate(before)}
    ends: list[int] = []  # of the rows of each length the one that ends earliest, by where it ends
    rows: list[tuple[int, ...]] = []
    for id_ in after:
        at = bisect_left(ends, place[id_])
        row = (*(rows[at - 1] if at else ()), place[id_])
        ends[at : at + 1], rows[at : at + 1] = [place[id_]], [row]
    stay = set(rows[-1])
    return {id_ for id_ in after if place[id_] not in stay}


# Making the next of the one before


def _with_fields(before: Anything, told: Anything) -> dict[str, Any]:
    return {name: value for name, value in {**before, **told}.items() if value is not None}


def with_table(before: Anything, told: Anything) -> dict[str, Any]:
    """Undoes what `of_table` has done."""
    if "all" in told:
        return dict(told["all"])
    gone = set(told["gone"])
    return {**{name: value for name, value in before.items() if name not in gone}, **told["put"]}


def with_scene(before: Anything, told: Anything) -> dict[str, Any]:
    """Undoes what `of_scene` has done."""
    after = {**before, **told.get("set", {})}
    if "symbols" in told:
        after["symbols"] = with_table(before["symbols"], told["symbols"])
    after["items"] = _with_items(before["items"], told)
    return after


def _with_items(before: Sequence[Anything], told: Anything) -> list[Anything]:
    changed, put = told.get("changed", {}), told.get("put", [])
    leaving = {*told.get("gone", ()), *(item["id"] for _, item in put)}
    following = dict(put)
    items: list[Anything] = []

    def follow(id_: str) -> None:
        while (item := following.get(id_)) is not None:
            items.append(item)
            id_ = item["id"]

    follow("")
    for item in before:
        if item["id"] not in leaving:
            items.append(_with_fields(item, changed[item["id"]]) if item["id"] in changed else item)
            follow(item["id"])
    return items

"""A game with variations as a tree, written flat: each move says which one it follows.

>>> from ludotheque.core.record import Played, Variation
>>> moves, variations = (Played("red", "A"), Played("black", "B")), (Variation(2, (Played("black", "C"),)),)
>>> [(node.played.move, node.parent) for node in flat(moves, variations)]
[('A', -1), ('B', 0), ('C', 0)]
>>> line_of(flat(moves, variations)) == (moves, variations)
True
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.core.text import Refusal, Text
from ludotheque.core.variations import Played, Variation

_DEEPEST = 40
"""Variations of variations of variations: so many are enough for anybody."""


class Node(NamedTuple):
    """A move, and the index of the one it follows; -1: it is a first move."""

    played: Played
    parent: int


def flat(moves: Sequence[Played], variations: Sequence[Variation]) -> list[Node]:
    """A line and its variations as nodes; of those that follow the same move the first is the line itself."""
    found: list[Node] = []
    _laid(found, moves, variations, 1, -1)
    return found


def _laid(found: list[Node], moves: Sequence[Played], variations: Sequence[Variation], first: int, parent: int) -> None:
    before = [parent]
    for played in moves:
        found.append(Node(played, before[-1]))
        before.append(len(found) - 1)
    for variation in variations:
        _laid(found, variation.moves, variation.variations, variation.at, before[variation.at - first])


def line_of(nodes: Sequence[Node]) -> tuple[tuple[Played, ...], tuple[Variation, ...]]:
    """The line that such nodes have, and its variations; the first that follows a move is the line."""
    following: dict[int, list[int]] = defaultdict(list)
    for at, node in enumerate(nodes):
        if not -1 <= node.parent < at:
            raise Refusal(Text("a move follows one that comes before it"))
        following[node.parent].append(at)
    if not nodes:
        return (), ()
    first, *others = following[-1]
    moves, variations = _line(nodes, following, first, 1, 0)
    beside = [Variation(1, *_line(nodes, following, other, 1, 1)) for other in others]
    return moves, _sorted((*beside, *variations))


def _line(
    nodes: Sequence[Node], following: dict[int, list[int]], at: int, number: int, depth: int
) -> tuple[tuple[Played, ...], tuple[Variation, ...]]:
    """The line from a node on."""
    if depth > _DEEPEST:
        raise Refusal(Text("too many variations of variations"))
    moves, variations = [nodes[at].played], list[Variation]()
    while following[at]:
        number += 1
        at, *others = following[at]
        moves.append(nodes[at].played)
        variations += [Variation(number, *_line(nodes, following, other, number, depth + 1)) for other in others]
    return tuple(moves), _sorted(variations)


def _sorted(variations: Sequence[Variation]) -> tuple[Variation, ...]:
    return tuple(sorted(variations, key=lambda variation: variation.at))

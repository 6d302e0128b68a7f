"""A whole game of two, proved piece by piece: which positions to solve next, and what follows from those solved.

A *claim* is that the seat to move at the root wins by so many points or more. Above the *pieces*, positions with so few
moves left that they can be solved one by one, a tree of positions joins what is known of them: the claimant needs one
good move, the other side must have none. Each position has two numbers, about how many pieces it takes to prove the
claim there and to disprove it (proof-number search); the next piece is the one that serves both sides best.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from ludotheque.core.boards.linestate import LineState

_NEVER = math.inf
_GROWTH = 2.2
"""How many times more pieces a position takes for each move that it is earlier."""
_BUSY = 8.0
"""How much less a piece is wanted that somebody is solving."""
_DOUBT = 0.03
"""However a position looks, so much chance is left that it is otherwise."""


def moves_left(state: LineState) -> int:
    """How many moves are left in a game that ends by counting."""
    assert state.plies_left is not None, "such games end"
    return state.plies_left


class Bounds(NamedTuple):
    """By how much, at least and at most, the seat to move wins; in points."""

    lower: int
    upper: int

    def met(self, other: Bounds) -> Bounds:
        """What is so if both are."""
        return Bounds(max(self.lower, other.lower), min(self.upper, other.upper))

    def turned(self) -> Bounds:
        """The same, told of the other seat."""
        return Bounds(-self.upper, -self.lower)


class Asked(NamedTuple):
    """A piece to solve: whether the seat to move wins there by more than alpha."""

    position: str
    alpha: int


class Proof(NamedTuple):
    """Why a claim is true, or why not: how the side that is right answers, from position to position down to pieces."""

    root: str
    points: int
    true: bool
    answers: dict[str, str]


@dataclass
class Node:
    """One position of the tree, seen from the claim."""

    state: LineState
    height: int
    """How many moves above the pieces."""
    claimant: bool
    """Whether the seat to move makes the claim."""
    proof: float = 1.0
    disproof: float = 1.0
    children: list[str] | None = None
    parents: set[str] = field(default_factory=set)
    busy: bool = False


class Claim:
    """That the seat to move wins by `points` or more.

    `book` has what is known of pieces, by position; `alike` gives the one position that stands for all like it; `guess`
    tells from -1 to 1 how good a position looks to the seat to move.
    """

    def __init__(
        self,
        root: LineState,
        points: int,
        piece: int,
        book: dict[str, Bounds],
        alike: Callable[[LineState], LineState],
        guess: Callable[[LineState], float],
    ) -> None:
        self.points, self._piece, self._book = points, piece, book
        self._alike, self._guess = alike, guess
        self._nodes: dict[str, Node] = {}
        state = alike(root)
        self._root = state.position()
        self._add(state, claimant=True)

    @property
    def proved(self) -> bool | None:
        """Whether the claim is true; `None` while that is open."""
        root = self._nodes[self._root]
        return True if root.proof == 0 else False if root.disproof == 0 else None

    @property
    def missing(self) -> float:
        """About how many more pieces it takes, if each is as it looks now."""
        root = self._nodes[self._root]
        return min(root.proof, root.disproof)

    def next_piece(self) -> Asked | None:
        """The piece to solve next; `None` when all that would help are being solved, or nothing is open."""
        while self.proved is None:
            at, node = self._root, self._nodes[self._root]
            while node.children is not None:
                at = min(node.children, key=lambda child: self._wanted(child, claimant=node.claimant))
                node = self._nodes[at]
            if node.height > 0:
                self._open(at, node)
                continue
            if node.busy:
                return None
            node.busy = True
            self._tell(at)
            return Asked(at, self.points - 1 if node.claimant else -self.points)
        return None

    def settle(self, position: str) -> None:
        """Takes in what the book now tells of a piece."""
        self._nodes[position].busy = False
        self._tell(position)

    def proof(self) -> Proof:
        """Why the claim is true or not, once that is known."""
        true, answers = self.proved is True, {}
        todo = [self._root]
        while todo:
            at = todo.pop()
            node = self._nodes[at]
            if at in answers or node.children is None:
                continue
            if node.claimant == true:
                answers[at] = min(node.children, key=lambda child: self._wanted(child, claimant=true))
                todo.append(answers[at])
            else:
                todo.extend(node.children)
        return Proof(self._root, self.points, true, answers)

    def _wanted(self, position: str, *, claimant: bool) -> float:
        node = self._nodes[position]
        return node.proof if claimant else node.disproof

    def _add(self, state: LineState, *, claimant: bool) -> str:
        position = state.position()
        if position not in self._nodes:
            node = Node(state, max(0, moves_left(state) - self._piece), claimant)
            self._nodes[position] = node
            node.proof, node.disproof = self._numbers(position, node)
        return position

    def _open(self, position: str, node: Node) -> None:
        """Lists where the moves of a position lead, each place once."""
        after = (self._alike(node.state.play(move)) for move in node.state.moves())
        node.children = list(dict.fromkeys(self._add(child, claimant=not node.claimant) for child in after))
        for child in node.children:
            self._nodes[child].parents.add(position)
        self._tell(position)

    def _tell(self, position: str) -> None:
        """Numbers a position anew, and those before it as far as that changes them."""
        changed = {position}
        while changed:
            at = min(changed, key=lambda each: self._nodes[each].height)
            changed.remove(at)
            node = self._nodes[at]
            numbers = self._numbers(at, node)
            if numbers != (node.proof, node.disproof):
                node.proof, node.disproof = numbers
                changed |= node.parents

    def _numbers(self, position: str, node: Node) -> tuple[float, float]:
        """How many pieces it takes to prove and to disprove the claim at a position."""
        if node.children is not None:
            children = [self._nodes[child] for child in node.children]
            if node.claimant:
                return min(child.proof for child in children), sum(child.disproof for child in children)
            return sum(child.proof for child in children), min(child.disproof for child in children)
        if position in self._book:
            known = self._book[position] if node.claimant else self._book[position].turned()
            if known.lower >= self.points:
                return 0.0, _NEVER
            if known.upper < self.points:
                return _NEVER, 0.0
        chance = (1 + self._guess(node.state)) / 2
        chance = min(max(chance if node.claimant else 1 - chance, _DOUBT), 1 - _DOUBT)
        weight = _GROWTH**node.height * (_BUSY if node.busy else 1.0)
        return weight / chance, weight / (1 - chance)

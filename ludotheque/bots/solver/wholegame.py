"""Solving a whole game of two that ends by counting: claim after claim, until the margin is known.

First whether the seat to move wins, then whether it at least draws, then by how much: each answer narrows the bounds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import tanh
from typing import NamedTuple

from ludotheque.bots.search.endings import best_line
from ludotheque.bots.solver.checkpoint import Checkpoint
from ludotheque.bots.solver.claims import Asked, Bounds, Claim, Proof, moves_left
from ludotheque.bots.solver.pieces import Box, Crew
from ludotheque.core.boards.linestate import LineState, as_words
from ludotheque.core.brain import Endings, EndingSolver, Search
from ludotheque.core.text import Refusal, Text

_PIECE, _ABOVE, _SMALLEST = 22, 4, 2
"""How many empty squares a piece has, unless told: this takes a second or so. But some moves are left above it."""


class Progress(NamedTuple):
    """How far a search has come."""

    bounds: Bounds
    """What is known of the margin of the seat to move."""
    claim: int
    """By how many points or more it is now claimed to win."""
    pieces: int
    missing: float
    """About how many more pieces that takes."""


def size_of_pieces(state: LineState) -> int:
    """How many empty squares a piece has if nobody says."""
    return max(_SMALLEST, min(_PIECE, moves_left(state) - _ABOVE))


def headed(endings: Endings, state: LineState, piece: int) -> dict[str, object]:
    """What a file of pieces tells of the game they are of."""
    root: LineState = endings.alike(state)
    box = Box.of(root)
    return {"game": box.game, "options": dict(box.options), "position": root.position(), "piece": piece}


class WholeGame:
    """The search. `work` goes on with it, and can be left at any moment."""

    def __init__(self, state: LineState, checkpoint: Checkpoint, piece: int, endings: Endings, search: Search) -> None:
        self._checkpoint, self._piece = checkpoint, piece
        self._endings, self._search, self._weights = endings, search, as_words(search.weights)
        self.root: LineState = self._endings.alike(state)
        squares = self.root.size**2
        self._widest = self.bounds = Bounds(-squares, squares)
        self._stride = 2
        self.proofs: dict[bool, Proof] = {}
        """Why the margin is not less (`True`), and why not more."""
        for proof in checkpoint.proofs:
            self._learn(proof)

    @property
    def known(self) -> bool:
        return self.bounds.lower == self.bounds.upper

    def work(self, crew: Crew, until: float = float("inf")) -> Iterator[Progress]:
        """Solves pieces until the margin is known or the time is over; tells after each how things stand."""
        while not self.known and time.perf_counter() < until:
            points = self._next_claim()
            claim = Claim(self.root, points, self._piece, self._checkpoint.book, self._endings.alike, self._guess)

            def take(claim: Claim = claim) -> Asked | None:
                return None if time.perf_counter() >= until else claim.next_piece()

            for found in crew(take):
                self._checkpoint.add(*found)
                claim.settle(found.position)
                yield self._progress(claim)
            if claim.proved is not None:
                self._checkpoint.prove(claim.proof())
                self._learn(self._checkpoint.proofs[-1])
            yield self._progress(claim)

    def best_play(self, state: LineState, solver: EndingSolver) -> tuple[str, ...]:
        """How the game goes when both play best, once the margin is known: down to a piece by the proofs, each side by
        the one that is its own, and from there by solving."""
        line: list[str] = []
        now, at, value, claimant = state, self.root.position(), self.bounds.lower, True
        while claimant in self.proofs and at in self.proofs[claimant].answers:
            at = self.proofs[claimant].answers[at]
            after = ((move, now.play(move)) for move in now.moves())
            move, now = next(each for each in after if self._endings.alike(each[1]).position() == at)
            line.append(str(move))
            value, claimant = -value, not claimant
        return (*line, *best_line(now, solver.between, value)[0])

    def _learn(self, proof: Proof) -> None:
        lower, upper = self.bounds
        self.bounds = Bounds(proof.points, upper) if proof.true else Bounds(lower, proof.points - 1)
        self.proofs[proof.true] = proof
        if self.bounds.lower > self.bounds.upper:
            lower, upper = self.bounds
            raise Refusal(
                Text("the proofs contradict each other: at least {lower}, at most {upper}", lower=lower, upper=upper)
            )

    def _next_claim(self) -> int:
        """A win, then a draw; then further and further from the side that is known, and at last halfway between."""
        lower, upper = self.bounds
        if upper == self._widest.upper and lower == self._widest.lower:
            return 1
        if upper == 0 and lower == self._widest.lower:
            return 0
        self._stride *= 2
        if upper == self._widest.upper:
            return min(lower + self._stride // 2, upper)
        if lower == self._widest.lower:
            return max(upper + 1 - self._stride // 2, lower + 1)
        return (lower + upper + 1) // 2

    def _guess(self, state: LineState) -> float:
        at, seat = len(state.line) - 1, state.acting[0]
        worth = self._search.evaluate(state.setting.rules, self._weights, state.line, at, seat)
        return tanh(worth / (2 * self._search.scale))

    def _progress(self, claim: Claim) -> Progress:
        return Progress(self.bounds, claim.points, len(self._checkpoint.book), claim.missing)

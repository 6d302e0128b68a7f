"""Puzzles of Hops, the dice game: forced wins."""

from ludotheque.core.puzzle import Finding

PUZZLES = Finding(({},), depths=(1, 3), widest=160)

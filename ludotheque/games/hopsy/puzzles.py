"""Puzzles of Hopsy and Le Mix: forced wins."""

from ludotheque.core.puzzle import Finding
from ludotheque.games.hopsy import MIX, VARIANT

PUZZLES = Finding(({}, {VARIANT.name: MIX}), depths=(1, 3, 5))

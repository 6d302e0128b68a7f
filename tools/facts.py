"""What is measured of a game for its page: how long games are, how many moves one chooses from, how large it is.

Everything is measured by playing: random games of batches, always from the same seed, so that measuring twice gives the
same figures.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import ludotheque as lt
from ludotheque.core.encoding import encoding_of
from ludotheque.drawing.drawn import Drawn

GAMES, SEED = 200, 1
"""So many random games are played with each choice of options, from this seed."""
_MOST_SEQUENCES = 10_000
"""Sequences of moves are followed as long as there are no more than that."""


@dataclass(frozen=True)
class Facts:
    """The figures of a game with some options."""

    moves: float
    """In a game, on average."""
    shortest: int
    longest: int
    choices: float
    """Legal moves of whoever is to move, on average over all moves of all games."""
    most_choices: int
    tree: float
    """The decimal logarithm of how many games there are: of the product of the choices along a game, on average."""
    first: float | None
    """The part of the games in which the first seat has more points than all others; `None` where one plays alone."""
    level: float | None
    """The part in which several have most."""


def measured(game: str, options: dict[str, object]) -> Facts:
    """Plays random games, and counts."""
    many = lt.batch(game, GAMES, seed=SEED, **options)  # type: ignore[arg-type]  # options of the game, by name
    moves, tree = np.zeros(GAMES, np.int64), np.zeros(GAMES)
    choices = most = 0
    while not many.over.all():
        legal = many.legal.sum(axis=1)
        moves += legal > 0
        tree += np.log10(np.maximum(legal, 1))
        choices, most = choices + int(legal.sum()), max(most, int(legal.max()))
        many.step(many.random_actions())
    best = many.scores.max(axis=1)
    ahead = (many.scores == best[:, None]).sum(axis=1) == 1
    several = many.scores.shape[1] > 1
    return Facts(
        moves=float(moves.mean()),
        shortest=int(moves.min()),
        longest=int(moves.max()),
        choices=choices / int(moves.sum()),
        most_choices=most,
        tree=float(tree.mean()),
        first=float((ahead & (many.scores[:, 0] == best)).mean()) if several else None,
        level=float((~ahead).mean()) if several else None,
    )


def widths(state: Drawn) -> list[int]:
    """How many different positions there are after 0, 1, 2, … moves; of games on a grid that nothing is drawn in."""
    here, found = {state.position(): state}, [1]
    while state.perft(len(found)) <= _MOST_SEQUENCES:
        after = [each.play(move) for each in here.values() for move in each.moves()]
        here = {each.position(): each for each in after}
        found.append(len(here))
    return found


@dataclass(frozen=True)
class Space:
    """How many arrangements of its pieces a game has, if they can come about or not, and what is counted as one."""

    arrangements: int
    counted: str


def hopsy_space(state: Drawn) -> Space:
    """Pawns on squares."""
    rows = state.rows()
    pieces = Counter(letter for row in rows for letter in row if letter != ".")
    squares = sum(map(len, rows))
    said = "every way to put the pawns on the squares, with either to move"
    return Space(2 * _placed(squares, *pieces.values()), said)


def hops_space(state: Drawn) -> Space:
    """Dice on squares, each showing something."""
    dice = Counter(re.findall(r"([rb])[1-6]", state.position()))
    squares = len(re.sub(r"[rb][1-6]", "d", state.position().partition(" ")[0].replace("/", "")))
    said = "every way to put the dice on the squares, whatever they show, with either to move"
    return Space(2 * _placed(squares, *dice.values()) * 6 ** sum(dice.values()), said)


def rolit_space(state: Drawn) -> Space:
    """Balls on squares; the four of the start may keep their colour."""
    rows = state.rows()
    start = [letter for row in rows for letter in row if letter != "."]
    played = {"red": "r", "yellow": "y", "green": "g", "grey": "e"}
    colours = {played[seat.id] for seat in state.seats}
    others = sum(map(len, rows)) - len(start)
    ways = (len(colours) + 1) ** others * math.prod(len(colours | {letter}) for letter in start)
    return Space(
        ways, "every square empty or with a ball of somebody's colour; the four balls of the start are never gone"
    )


def plic_plac_space(state: Drawn) -> Space:
    """Cards on places, or in pockets."""
    cards = encoding_of(state.game).shape(state)[2]
    ways = math.factorial(cards) * (len(state.seats) + 1) ** cards
    return Space(ways, "every deal, with each card in the pot or in somebody's pocket; turn and phase are not counted")


def hop_plie_space(state: Drawn) -> Space:
    """Crosses on cells."""
    return Space(2 ** (15 * 15), "every way to cross the 15 × 15 cells of one side of one sheet; folds are not counted")


SPACES: dict[str, Callable[[Drawn], Space]] = {
    "hopsy": hopsy_space,
    "hops_dice": hops_space,
    "rolit": rolit_space,
    "plic_plac": plic_plac_space,
    "hop_plie": hop_plie_space,
}


def _placed(squares: int, *kinds: int) -> int:
    """In how many ways pieces of several kinds can be put on squares."""
    ways = 1
    for pieces in kinds:
        ways, squares = ways * math.comb(squares, pieces), squares - pieces
    return ways

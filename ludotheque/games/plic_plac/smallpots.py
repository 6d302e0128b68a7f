"""Small pots, solved from the last cards to the first: the tables that `perfect` looks into.

A position is a number: a digit for each card, by how much is known of it. In the open game 0 is gone, 1 unseen, 2 public;
where there is a knower 0 is gone, 1 unseen, 2 private, 3 public. So of the positions of one pot, a larger number has a
card of which more is known; and what is known is never forgotten.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.games.plic_plac import kernel
from ludotheque.games.plic_plac.perfect import ALONE, MINE, THEIRS, Pot, Sight, cuts_of, look

OPENLY, PRIVATELY = 3, 4
"""The bases of the numbers of positions."""


class Rest(NamedTuple):
    """What a game has come to when its pot is small."""

    cards: tuple[int, ...]
    """The cards of the pot."""
    links: int
    idle: int
    """After so many idle turns it is over."""
    pockets: tuple[int, ...] = (0, 0)
    """How many cards the knower has, and the other. Alone there is one number."""
    patience: int | None = None
    """Who plays the open game knows how many idle turns are left, or believes at each turn that so many of them end
    it."""

    @property
    def alone(self) -> bool:
        """Whether somebody plays alone."""
        return len(self.pockets) == 1


def pot_of(rest: Rest) -> Pot:
    """A pot, with nothing known of its positions yet."""
    cards, size = rest.cards, len(rest.cards)
    partners = [sum(1 << j for j in range(size) if j != i and kernel.linked(a, cards[j])) for i, a in enumerate(cards)]
    thirds = [[_completing(rest, i, j) for j in range(size)] for i in range(size)]
    sets = [sum(1 << cards[i] for i in range(size) if chosen >> i & 1) for chosen in range(1 << size)]
    blocked = [chosen.bit_count() > 1 and kernel.is_blocked(chosen) for chosen in sets]
    least = min(rest.pockets)
    widest = 1 if rest.alone else size - 1 + max(rest.pockets) - least
    return Pot(
        size,
        sum(rest.pockets),
        rest.pockets[0],
        least,
        rest.patience is not None,
        np.array(partners, np.int64),
        np.array(thirds, np.int64),
        np.array(blocked, np.int8),
        *(np.array([_spread(chosen, base) for chosen in range(1 << size)], np.int64) for base in (OPENLY, PRIVATELY)),
        np.zeros((rest.patience or rest.idle, widest, OPENLY**size), np.float64),
        *(np.zeros((rest.idle, size - 1, 1 if rest.alone else PRIVATELY**size), np.float32) for _ in range(2)),
    )


def _completing(rest: Rest, i: int, j: int) -> int:
    cards = rest.cards
    others = (k for k in range(len(cards)) if k not in (i, j) and i != j)
    return sum(1 << k for k in others if kernel.is_ploc(cards[i], cards[j], cards[k], rest.links))


def _spread(chosen: int, base: int) -> int:
    return sum(int(base**i) for i in range(chosen.bit_length()) if chosen >> i & 1)


def turnings(cards: tuple[int, ...], base: int) -> Line:
    """By way to exchange forms and colours, where every form has every colour: the power of the base that each card has
    then. Elsewhere there is one way, to exchange none."""
    numbers = {divmod(card, kernel.COLOURS): at for at, card in enumerate(cards)}
    forms, colours = (sorted({card[i] for card in numbers}) for i in (0, 1))
    if len(forms) * len(colours) != len(cards):
        return np.array([[base**at for at in range(len(cards))]], np.int64)
    found = [
        [numbers[forms[a[forms.index(form)]], colours[b[colours.index(colour)]]] for form, colour in numbers]
        for a in permutations(range(len(forms)))
        for b in permutations(range(len(colours)))
    ]
    if forms == colours:
        found += [[way[numbers[colour, form]] for form, colour in numbers] for way in found]
    return np.array([[base**at for at in way] for way in found], np.int64)


@compiled
def _comes_of(place: int, least: int, base: int) -> bool:
    """Whether a position can come of another: nothing is forgotten."""
    while least:
        digit = place % base
        if digit and digit < least % base:
            return False
        place //= base
        least //= base
    return True


@compiled
def _sets(place: int, size: int, base: int, out: Words) -> None:
    """The cards of a position by what is known of them."""
    for kind in range(base):
        out[kind] = 0
    for i in range(size):
        out[place % base] |= 1 << i
        place //= base


@compiled_apart
def _same(place: int, size: int, base: int, turned: Words) -> int:
    """A position with its cards exchanged."""
    other = 0
    for i in range(size):
        other += (place % base) * turned[i]
        place //= base
    return other


@compiled_apart
def _is_first(place: int, size: int, base: int, ways: Line) -> bool:
    """Whether a position has the largest number of all that are the same."""
    for way in range(1, ways.shape[0]):
        if _same(place, size, base, ways[way]) > place:
            return False
    return True


@compiled_apart
def fill_open(pot: Pot, ways: Line, role: int, least: int) -> int:
    """Solves the open game, or the game alone, for all positions that come of one; returns how many there are."""
    size, solved = pot.size, 0
    sets, cuts = np.zeros(4, np.int64), np.zeros((size, size, 2), np.float64)
    for left in range(2, size + 1):
        for place in range(pot.open.shape[2] - 1, 0, -1):
            _sets(place, size, OPENLY, sets)
            if count(int(sets[1] | sets[2])) != left or not _comes_of(place, least, OPENLY):
                continue
            if not _is_first(place, size, OPENLY, ways):
                continue
            solved += 1
            for whose in range(1 if role == ALONE or 2 * pot.own == pot.pocketed else 2):
                begun = pot.pocketed - pot.own if whose else pot.own
                for own in range(begun, begun + (1 if role == ALONE else size - left + 1)):
                    at = Sight(role, int(sets[2]), 0, int(sets[1]), own, 0)
                    cuts_of(pot, at, cuts)
                    for idle in range(pot.open.shape[0] - 1, -1, -1):
                        worth = look(pot, Sight(role, int(sets[2]), 0, int(sets[1]), own, idle), cuts)[0]
                        for way in range(ways.shape[0]):
                            pot.open[idle, own - pot.least, _same(place, size, OPENLY, ways[way])] = worth
    return solved


@compiled_apart
def fill_known(pot: Pot, ways: Line, least: int) -> int:
    """Finds what the knower gets at best against one who plays the open game, in all positions that come of one; returns
    how many there are."""
    size, solved = pot.size, 0
    sets, cuts = np.zeros(4, np.int64), np.zeros((2, size, size, 2), np.float64)
    for left in range(2, size + 1):
        for place in range(pot.mine.shape[2] - 1, 0, -1):
            _sets(place, size, PRIVATELY, sets)
            public, private, unseen = int(sets[3]), int(sets[2]), int(sets[1])
            if count(public | private | unseen) != left or not _comes_of(place, least, PRIVATELY):
                continue
            if not _is_first(place, size, PRIVATELY, ways):
                continue
            solved += 1
            for own in range(pot.own, pot.own + size - left + 1):
                cuts_of(pot, Sight(MINE, public, private, unseen, own, 0), cuts[0])
                cuts_of(pot, Sight(THEIRS, public, private, unseen, own, 0), cuts[1])
                for idle in range(pot.mine.shape[0] - 1, -1, -1):
                    mine = look(pot, Sight(MINE, public, private, unseen, own, idle), cuts[0])[1]
                    theirs = look(pot, Sight(THEIRS, public, private, unseen, own, idle), cuts[1])[1]
                    for way in range(ways.shape[0]):
                        same = _same(place, size, PRIVATELY, ways[way])
                        pot.mine[idle, own - pot.own, same] = mine
                        pot.theirs[idle, own - pot.own, same] = theirs
    return solved

"""Small pots, solved from the last cards to the first: the tables that `perfect` looks into.

A position is a number: a digit for each card, by how much is known of it. In the open game 0 is gone, 1 unseen, 2
public; where there is a knower 0 is gone, 1 unseen, 2 private, 3 public. What is known is never forgotten: so of one
pot the larger numbers come later in a game, and are solved first.
"""

from __future__ import annotations

from itertools import permutations

from ludotheque.core.boards.arrays import Line, Words, np
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.games.plic_plac import kernel
from ludotheque.games.plic_plac.perfect import ALONE, MINE, THEIRS, Pot, Sight, cuts_of, look
from ludotheque.games.plic_plac.setting import PotSetting

OPENLY, PRIVATELY = 3, 4
"""The bases of the numbers of positions."""


def pot_of(setting: PotSetting, patience: int | None = None) -> Pot:
    """The pot of a table, with nothing known of its positions yet. Who plays the open game knows how many idle turns
    are left, or believes at each turn that `patience` of them end it."""
    assert setting.stall is not None
    cards, size, idle = setting.cards, len(setting.cards), setting.stall * len(setting.seats)
    partners = [sum(1 << j for j in range(size) if j != i and kernel.linked(a, cards[j])) for i, a in enumerate(cards)]
    thirds = [[_completing(setting, i, j) for j in range(size)] for i in range(size)]
    sets = [sum(1 << cards[i] for i in range(size) if chosen >> i & 1) for chosen in range(1 << size)]
    blocked = [chosen.bit_count() > 1 and kernel.is_blocked(chosen) for chosen in sets]
    pockets, known = (1, 1) if setting.solo else (size - 1, PRIVATELY**size)
    return Pot(
        size=size,
        hasty=patience is not None,
        partners=np.array(partners, np.int64),
        thirds=np.array(thirds, np.int64),
        blocked=np.array(blocked, np.int8),
        by_three=np.array([_spread(chosen, OPENLY) for chosen in range(1 << size)], np.int64),
        by_four=np.array([_spread(chosen, PRIVATELY) for chosen in range(1 << size)], np.int64),
        open=np.zeros((patience or idle, pockets, OPENLY**size), np.float64),
        mine=np.zeros((idle, pockets, known), np.float64),
        theirs=np.zeros((idle, pockets, known), np.float64),
    )


def _completing(setting: PotSetting, i: int, j: int) -> int:
    cards = setting.cards
    others = (k for k in range(len(cards)) if k not in (i, j) and i != j)
    return sum(1 << k for k in others if kernel.is_ploc(cards[i], cards[j], cards[k], setting.links))


def _spread(chosen: int, base: int) -> int:
    return sum(int(base**i) for i in range(chosen.bit_length()) if chosen >> i & 1)


def turnings(cards: tuple[int, ...], base: int) -> Line:
    """By way to exchange forms and colours: the power of the base that each card has then."""
    numbers = {divmod(card, kernel.COLOURS): at for at, card in enumerate(cards)}
    forms, colours = (sorted({card[i] for card in numbers}) for i in (0, 1))
    found = [
        [numbers[a[form], b[colour]] for form, colour in numbers]
        for a in permutations(forms)
        for b in permutations(colours)
    ]
    if forms == colours:
        found += [[way[numbers[colour, form]] for form, colour in numbers] for way in found]
    return np.array([[base**at for at in way] for way in found], np.int64)


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
    largest = place
    for way in range(1, ways.shape[0]):
        largest = max(largest, _same(place, size, base, ways[way]))
    return largest == place


@compiled_apart
def fill_open(pot: Pot, ways: Line, role: int) -> int:
    """Solves the open game, or the game alone; returns how many positions there are that differ."""
    size, solved = pot.size, 0
    sets, cuts = np.zeros(4, np.int64), np.zeros((size, size, 2), np.float64)
    for left in range(2, size + 1):
        for place in range(pot.open.shape[2] - 1, 0, -1):
            _sets(place, size, OPENLY, sets)
            public, unseen = int(sets[2]), int(sets[1])
            if count(public | unseen) != left or not _is_first(place, size, OPENLY, ways):
                continue
            solved += 1
            for own in range(1 if role == ALONE else size - left + 1):
                cuts_of(pot, Sight(role, public, 0, unseen, own, 0), cuts)
                for idle in range(pot.open.shape[0] - 1, -1, -1):
                    worth = look(pot, Sight(role, public, 0, unseen, own, idle), cuts)[0]
                    for way in range(ways.shape[0]):
                        pot.open[idle, own, _same(place, size, OPENLY, ways[way])] = worth
    return solved


@compiled_apart
def fill_known(pot: Pot, ways: Line) -> int:
    """Finds what the knower gets at best against one who plays the open game; returns how many positions there are that
    differ."""
    size, solved = pot.size, 0
    sets, cuts = np.zeros(4, np.int64), np.zeros((2, size, size, 2), np.float64)
    for left in range(2, size + 1):
        for place in range(pot.mine.shape[2] - 1, 0, -1):
            _sets(place, size, PRIVATELY, sets)
            public, private, unseen = int(sets[3]), int(sets[2]), int(sets[1])
            if count(public | private | unseen) != left or not _is_first(place, size, PRIVATELY, ways):
                continue
            solved += 1
            for own in range(size - left + 1):
                cuts_of(pot, Sight(MINE, public, private, unseen, own, 0), cuts[0])
                cuts_of(pot, Sight(THEIRS, public, private, unseen, own, 0), cuts[1])
                for idle in range(pot.mine.shape[0] - 1, -1, -1):
                    mine = look(pot, Sight(MINE, public, private, unseen, own, idle), cuts[0])[1]
                    theirs = look(pot, Sight(THEIRS, public, private, unseen, own, idle), cuts[1])[1]
                    for way in range(ways.shape[0]):
                        same = _same(place, size, PRIVATELY, ways[way])
                        pot.mine[idle, own, same] = mine
                        pot.theirs[idle, own, same] = theirs
    return solved

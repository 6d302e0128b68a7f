"""Perfect play of small pots, compiled: what every announcement, every card turned over and every cut is worth.

Of two who forget nothing, one may know what the other does not: a card one has looked at and put back. So a position is
three sets of cards: `public`, those whose places both know; `private`, those whose places one of the two alone knows,
whom we call the knower; `unseen`, all others of the pot, each on each of the other places alike. There are three games
(see `Sight.role`):

    alone     nobody else is there; all that one has seen is public
    open      nobody puts back a card that the other has not seen. Then nothing is private, and by taking the best
              of all moves, from small pots to large ones, this game is solved.
    knower    the knower does put cards back, against an opponent who plays the open game. What the knower gets at best
              bounds what anybody can get who plays anything.

All are written once: `look`, `announce`, `pair`, `first`, `second`, `third`, `cut` are what happens in a turn, and
`leaf` knows what comes after it. Each returns two values: what the open game says the one whose turn it is gets, and
what the knower gets. The opponent plays by the first, the knower by the second.

Not in it: special cards, more than two players, and blocages that are none (who calls one plays no more, which helps
nobody).
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.boards.arrays import Bytes, Line, Reals, Words
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.bits import first as lowest
from ludotheque.core.boards.compiled import compiled, compiled_apart

ALONE, OPEN, MINE, THEIRS = range(4)
"""Roles: alone; the open game; the knower's turn; the turn of the knower's opponent."""
KNOWER, HIGHEST, LEAST = 0, 1, -1
"""Who chooses: the knower; one whose turn it is, by the open game; one who cuts, by the open game."""
WON, POINT = 10_000.0, 100.0
"""Alone: what a win and a point are worth, in turns: so much that turns never matter beside them."""
_SAME = 1e-9
_NEVER = -1e9


class Pot(NamedTuple):
    """A small pot: its cards by number, which go together, and what is known of all positions."""

    size: int
    hasty: bool
    """Whether who plays the open game believes, at each turn, that the next few idle ones end it."""
    partners: Words
    """By card: those that are a plic-plac with it."""
    thirds: Line
    """By two cards: those that make a plic-plac-ploc of them."""
    blocked: Bytes
    """By set of cards: whether it is a blocage."""
    by_three: Words
    by_four: Words
    """By set of cards: the powers of three, or of four, that stand for it."""
    open: Reals
    """By idle turns, cards of whose turn it is, and position: what the open game is worth to whose turn it is."""
    mine: Reals
    """By idle turns, cards of the knower, and position: what the knower gets, in whose turn it is."""
    theirs: Reals
    """And in the turn of the other."""


class Sight(NamedTuple):
    """A position, and whose turn it is."""

    role: int
    public: int
    private: int
    unseen: int
    cards: int
    """How many cards were pocketed by whose turn it is (open), or by the knower."""
    idle: int
    """How many turns have gone since a card was pocketed."""


@compiled
def result(own: int, others: int) -> float:
    """A win, half a win, or none."""
    return 1.0 if own > others else 0.5 if own == others else 0.0


@compiled
def ended(pot: Pot, left: int, own: int, idle: int, last: int) -> float:
    """What a game is worth that is over when a turn begins, or that a blocage ends; -1: it goes on. Whoever is quicker
    calls the blocage, each alike."""
    others = pot.size - count(left) - own
    if count(left) < 2 or idle >= last:
        return result(own, others)
    if pot.blocked[left]:
        return 0.5 * result(own + 1, others) + 0.5 * result(own, others + 1)
    return -1.0


@compiled
def open_worth(pot: Pot, public: int, unseen: int, own: int, idle: int) -> float:
    """What the open game is worth to the one whose turn begins."""
    over = ended(pot, public | unseen, own, idle, pot.open.shape[0])
    if over >= 0.0:
        return over
    return float(pot.open[idle, own, pot.by_three[unseen] + 2 * pot.by_three[public]])


@compiled
def alone_worth(pot: Pot, public: int, unseen: int, idle: int) -> float:
    """What a game alone is worth when a turn begins: nothing if cards must be left."""
    left = public | unseen
    if left == 0:
        return WON
    if count(left) < 2 or idle >= pot.open.shape[0] or pot.blocked[left]:
        return 0.0
    return float(pot.open[idle, 0, pot.by_three[unseen] + 2 * pot.by_three[public]])


@compiled
def known_worth(pot: Pot, public: int, private: int, unseen: int, own: int, idle: int, mine: int) -> float:
    """What the knower gets, when the knower's turn begins or the other's."""
    over = ended(pot, public | private | unseen, own, idle, pot.mine.shape[0])
    if over >= 0.0:
        return over
    place = pot.by_four[unseen] + 2 * pot.by_four[private] + 3 * pot.by_four[public]
    return float(pot.mine[idle, own, place]) if mine else float(pot.theirs[idle, own, place])


@compiled_apart
def leaf(pot: Pot, at: Sight, taken: int, shown: int, gained: int, again: int, idle: int) -> tuple[float, float]:
    """What comes of a turn in which some cards are taken, `gained` of them by whose turn it is, and some were shown."""
    public = (at.public | shown) & ~taken
    private, unseen = at.private & ~(shown | taken), at.unseen & ~(shown | taken)
    gone = pot.size - count(public | private | unseen)
    if at.role == ALONE:
        worth = alone_worth(pot, public, unseen, idle) - 1.0
        return (worth + POINT if gained == 3 else worth), 0.0
    lost = count(taken) - gained
    own = gone - at.cards - lost if at.role == THEIRS else at.cards + gained
    waited = min(idle, 1) if pot.hasty and at.role != OPEN else idle
    if again:
        worth = open_worth(pot, public, private | unseen, own, waited)
    else:
        worth = 1.0 - open_worth(pot, public, private | unseen, gone - own, waited)
    if at.role == OPEN:
        return worth, 0.0
    mine = int((at.role == MINE) == (again == 1))
    cards = at.cards + (gained if at.role == MINE else lost)
    return worth, known_worth(pot, public, private, unseen, cards, idle, mine)


@compiled
def _chosen(
    chooser: int, worth: float, gets: float, best: float, best_gets: float, ties: int
) -> tuple[float, float, int]:
    """The better of what was found so far and one more; of equals by the open game, any is played, each alike."""
    if chooser == KNOWER:
        return (worth, gets, 1) if ties == 0 or gets > best_gets else (best, best_gets, ties)
    ahead = (worth - best) * chooser
    if ties == 0 or ahead > _SAME:
        return worth, gets, 1
    if ahead < -_SAME:
        return best, best_gets, ties
    return best, (best_gets * ties + gets) / (ties + 1), ties + 1


@compiled
def failed(pot: Pot, at: Sight, pair: int, shown: int) -> tuple[float, float]:
    """An attempt comes to nothing: a plic-plac that was cut in vain is pocketed."""
    if pair:
        return leaf(pot, at, pair, pair | shown, 2, 0, 0)
    return leaf(pot, at, 0, shown, 0, 0, at.idle + 1)


@compiled
def third(pot: Pot, at: Sight, pair: int, a: int, b: int, c: int) -> tuple[float, float]:
    """A third card is turned over. `pair` is the plic-plac that is cut, or 0 in one's own attempt."""
    three = 1 << a | 1 << b | 1 << c
    if not (pot.thirds[a, b] >> c) & 1:
        return failed(pot, at, pair, three)
    if pair:
        return leaf(pot, at, three, pair | three, 0, 1, 0)
    return leaf(pot, at, three, three, 3, 0, 0)


@compiled_apart
def third_unseen(pot: Pot, at: Sight, hidden: int, pair: int, a: int, b: int) -> tuple[float, float]:
    worth, gets, rest = 0.0, 0.0, hidden
    while rest:
        found = third(pot, at, pair, a, b, lowest(rest))
        worth, gets = worth + found[0], gets + found[1]
        rest &= rest - 1
    return worth / count(hidden), gets / count(hidden)


@compiled_apart
def second(
    pot: Pot, at: Sight, chooser: int, known: int, hidden: int, pair: int, a: int, b: int
) -> tuple[float, float]:
    """Two cards of an attempt are on show: to stop, or to turn over a third, known or hidden."""
    on_show = pair | 1 << a | 1 << b
    known, hidden = known & ~on_show, hidden & ~on_show
    found = failed(pot, at, pair, 1 << a | 1 << b)
    best, gets, ties = _chosen(chooser, found[0], found[1], 0.0, 0.0, 0)
    rest = known
    while rest:
        found = third(pot, at, pair, a, b, lowest(rest))
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
        rest &= rest - 1
    if hidden:
        found = third_unseen(pot, at, hidden, pair, a, b)
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
    return best, gets


@compiled_apart
def second_unseen(pot: Pot, at: Sight, chooser: int, known: int, hidden: int, pair: int, a: int) -> tuple[float, float]:
    worth, gets, rest = 0.0, 0.0, hidden
    while rest:
        found = second(pot, at, chooser, known, hidden, pair, a, lowest(rest))
        worth, gets = worth + found[0], gets + found[1]
        rest &= rest - 1
    return worth / count(hidden), gets / count(hidden)


@compiled_apart
def first(pot: Pot, at: Sight, chooser: int, known: int, hidden: int, pair: int, a: int) -> tuple[float, float]:
    """One card of a plic-plac-ploc is on show, or named by one who cuts: to stop, or to turn over a second."""
    known, hidden = known & ~(pair | 1 << a), hidden & ~(pair | 1 << a)
    found = failed(pot, at, pair, 1 << a)
    best, gets, ties = _chosen(chooser, found[0], found[1], 0.0, 0.0, 0)
    rest = known
    while rest:
        found = second(pot, at, chooser, known, hidden, pair, a, lowest(rest))
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
        rest &= rest - 1
    if hidden:
        found = second_unseen(pot, at, chooser, known, hidden, pair, a)
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
    return best, gets


@compiled_apart
def _cut_by(pot: Pot, at: Sight, chooser: int, known: int, hidden: int, a: int, b: int) -> tuple[float, float]:
    """A plic-plac is on show: one who knows so much lets it go, or cuts and names one of the two."""
    pair = 1 << a | 1 << b
    found = leaf(pot, at, pair, pair, 2, 0, 0)
    best, gets, ties = _chosen(chooser, found[0], found[1], 0.0, 0.0, 0)
    for named in (a, b):
        found = first(pot, at, chooser, known, hidden, pair, named)
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
    return best, gets


@compiled_apart
def cut(pot: Pot, at: Sight, a: int, b: int) -> tuple[float, float]:
    """A plic-plac is on show, and the other may cut where there are cards enough."""
    left, hidden = at.public | at.private | at.unseen, at.private | at.unseen
    if at.role == ALONE or count(left) < 4:
        return leaf(pot, at, 1 << a | 1 << b, 1 << a | 1 << b, 2, 0, 0)
    if at.role != THEIRS:
        return _cut_by(pot, at, LEAST, at.public, hidden, a, b)
    expected = Sight(OPEN, at.public, 0, hidden, pot.size - count(left) - at.cards, at.idle)
    worth = _cut_by(pot, expected, LEAST, at.public, hidden, a, b)[0]
    return worth, _cut_by(pot, at, KNOWER, at.public | at.private, at.unseen, a, b)[1]


@compiled_apart
def cuts_of(pot: Pot, at: Sight, cuts: Reals) -> None:
    """Writes what every plic-plac is worth. It does not depend on how many turns were idle."""
    firsts = at.public | at.private | at.unseen
    while firsts:
        a = lowest(firsts)
        firsts &= firsts - 1
        seconds = int(pot.partners[a]) & firsts
        while seconds:
            b = lowest(seconds)
            seconds &= seconds - 1
            cuts[a, b, 0], cuts[a, b, 1] = cut(pot, at, a, b)
            cuts[b, a, 0], cuts[b, a, 1] = cuts[a, b, 0], cuts[a, b, 1]


@compiled
def pair(pot: Pot, at: Sight, cuts: Reals, a: int, b: int) -> tuple[float, float]:
    """Two cards are shown for a plic-plac."""
    if (pot.partners[a] >> b) & 1:
        return float(cuts[a, b, 0]), float(cuts[a, b, 1])
    return leaf(pot, at, 0, 1 << a | 1 << b, 0, 0, at.idle + 1)


@compiled_apart
def pair_unseen(pot: Pot, at: Sight, cuts: Reals, hidden: int, a: int) -> tuple[float, float]:
    worth, gets, rest = 0.0, 0.0, hidden
    while rest:
        found = pair(pot, at, cuts, a, lowest(rest))
        worth, gets = worth + found[0], gets + found[1]
        rest &= rest - 1
    return worth / count(hidden), gets / count(hidden)


@compiled
def chooser_of(role: int) -> int:
    """Who chooses in a turn."""
    return KNOWER if role == MINE else HIGHEST


@compiled
def known_to(at: Sight) -> int:
    """The cards whose places are known to whose turn it is."""
    return at.public | at.private if at.role == MINE else at.public


@compiled
def may_pass(at: Sight, a: int) -> int:
    """Whether a secret card may be put back: in the open game only one that the other knows too."""
    return 1 if at.role == MINE or at.role == ALONE else (at.public >> a) & 1


@compiled
def passing(pot: Pot, at: Sight, a: int) -> tuple[float, float]:
    """A secret card is put back. Whoever alone has seen it now knows it."""
    if at.role == ALONE:
        return leaf(pot, at, 0, 1 << a, 0, 0, at.idle + 1)
    if at.role == MINE and (at.unseen >> a) & 1:
        at = Sight(at.role, at.public, at.private | 1 << a, at.unseen & ~(1 << a), at.cards, at.idle)
    return leaf(pot, at, 0, 0, 0, 0, at.idle + 1)


@compiled_apart
def announce(pot: Pot, at: Sight, cuts: Reals, a: int) -> tuple[float, float]:
    """The best that can be said with a secret card."""
    chooser, known = chooser_of(at.role), known_to(at) & ~(1 << a)
    hidden = (at.public | at.private | at.unseen) & ~(known | 1 << a)
    best, gets, ties = 0.0, 0.0, 0
    if may_pass(at, a):
        found = passing(pot, at, a)
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
    rest = known
    while rest:
        found = pair(pot, at, cuts, a, lowest(rest))
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
        rest &= rest - 1
    if hidden:
        found = pair_unseen(pot, at, cuts, hidden, a)
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
    if count(known | hidden) > 1:
        found = first(pot, at, chooser, known, hidden, 0, a)
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
    return best, gets


@compiled_apart
def look_unseen(pot: Pot, at: Sight, cuts: Reals) -> tuple[float, float]:
    hidden = (at.public | at.private | at.unseen) & ~known_to(at)
    worth, gets, rest = 0.0, 0.0, hidden
    while rest:
        found = announce(pot, at, cuts, lowest(rest))
        worth, gets = worth + found[0], gets + found[1]
        rest &= rest - 1
    return worth / count(hidden), gets / count(hidden)


@compiled_apart
def look(pot: Pot, at: Sight, cuts: Reals) -> tuple[float, float]:
    """A turn begins: the best card to look at, known or not."""
    chooser, rest = chooser_of(at.role), known_to(at)
    best, gets, ties = 0.0, 0.0, 0
    while rest:
        found = announce(pot, at, cuts, lowest(rest))
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
        rest &= rest - 1
    if (at.public | at.private | at.unseen) != known_to(at):
        found = look_unseen(pot, at, cuts)
        best, gets, ties = _chosen(chooser, found[0], found[1], best, gets, ties)
    return best, gets

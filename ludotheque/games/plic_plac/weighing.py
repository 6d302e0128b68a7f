"""What each move of Plic-Plac is worth to one who counts, compiled: the cards it brings, and what it leaves.

Cards that were shown serve whoever has the next turn. So every way a turn may end is weighed, over all cards that may
lie on a place never seen, by what a turn from there is worth: to the next player, who knows what was shown, and to
oneself, when it is one's turn again.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.games.plic_plac.odds import LINKS, completing, of_cut, of_third, of_unseen_second, part

PAIR, THREE = 2.0, 3.0
"""How many cards each brings."""
_KEPT = 0.8
"""How much of a plic-plac is left, on average, when it may be cut: for a guess at what a turn is worth."""
NEVER = -99.0
"""What a move that cannot be made is worth."""
_DUTY, _LOST = 0.02, 6.0
"""Alone: what it costs that a card is still to go; that one must be left."""
_NEAR = 0.15
"""Second cards whose odds are so near to the best are weighed too."""


class Stakes(NamedTuple):
    """What matters how much."""

    mine: float
    """What a card that one's next turn may bring is worth now; alone, a point that may come."""
    theirs: float
    """What a card that the next player's turn may bring costs."""
    rival: float
    """What a card that another gets right now costs."""
    keen: float
    """How likely an opponent who can cut does."""


class Situation(NamedTuple):
    """What somebody knows at one moment."""

    known: int
    """The cards whose places one knows."""
    unseen: int
    """The other cards of the pot."""
    shared: int
    """The cards one knows that the next player knows too."""
    cutters: int
    """Those that the best informed of the others knows too: who may cut."""
    links: int
    """How many of its pairs a plic-plac-ploc needs."""
    cut: int
    """The plic-plac of another that one cuts, or may cut; 0 in one's own turn."""
    next_is_mine: bool
    """Whether one's own turn comes next, if that plic-plac is pocketed."""
    stakes: Stakes
    alone: bool
    foresees: int
    """Alone: from how many cards on one sees how all of them can go."""


@compiled_apart
def turn_worth(known: int, unseen: int, links: int) -> float:
    """About how many cards a turn brings to one who knows so much."""
    best, rest, number = 0.0, known, count(unseen)
    while rest:
        a = first(rest)
        rest &= rest - 1
        partners = LINKS[a] & rest
        while partners:
            b = first(partners)
            partners &= partners - 1
            wanted = completing(a, b, links)
            if wanted & known:
                return THREE
            best = max(best, PAIR * _KEPT, THREE * part(wanted, unseen))
    total, rest = 0.0, unseen
    while rest:
        card = first(rest)
        rest &= rest - 1
        others, found = unseen & ~(1 << card), 0.0
        partners = LINKS[card] & known
        if partners == 0:
            found = PAIR * _KEPT * part(LINKS[card], others)
        while partners:
            b = first(partners)
            partners &= partners - 1
            wanted = completing(card, b, links)
            if wanted & known:
                found = THREE
                break
            found = max(found, PAIR * _KEPT, THREE * part(wanted, others))
        total += found
    return max(best, total / number) if number else best


@compiled
def left(situation: Situation, taken: int, shown: int) -> float:
    """What one's turn leaves behind, when some cards are taken, and some were shown to all."""
    pot = (situation.known | situation.unseen) & ~taken
    if situation.alone:
        return _left_alone(situation, pot)
    own, others = (situation.known | shown) & pot, (situation.shared | shown) & pot
    after = situation.stakes.mine * turn_worth(own, pot & ~own, situation.links)
    return after - situation.stakes.theirs * turn_worth(others, pot & ~others, situation.links)


@compiled
def failed(situation: Situation, shown: int) -> float:
    """What is left when an attempt fails: of a plic-plac that was cut in vain, nothing."""
    if situation.cut == 0:
        return left(situation, 0, shown)
    if not situation.next_is_mine:
        return left(situation, situation.cut, shown) - PAIR * situation.stakes.rival
    pot = (situation.known | situation.unseen) & ~situation.cut
    own = (situation.known | shown) & pot
    return turn_worth(own, pot & ~own, situation.links) - PAIR * situation.stakes.rival


@compiled_apart
def clears(pot: int, links: int) -> int:
    """How many plic-plac-plocs there can be at most if no card of a pot is left; -1 where some must be."""
    if pot == 0:
        return 0
    best, most, a, rest = -1, count(pot) // 3, first(pot), pot & (pot - 1)
    seconds = rest
    while seconds:
        b = first(seconds)
        seconds &= seconds - 1
        thirds = completing(a, b, links) & seconds
        while thirds:
            c = first(thirds)
            thirds &= thirds - 1
            more = clears(rest & ~(1 << b | 1 << c), links)
            if more >= best and more >= 0:
                best = more + 1
                if best == most:
                    return best
    partners = LINKS[a] & rest
    while partners:
        best = max(best, clears(rest & ~(1 << first(partners)), links))
        partners &= partners - 1
    return best


@compiled
def _left_alone(situation: Situation, pot: int) -> float:
    """What a pot still promises to one who plays alone, and must leave no card."""
    number = count(pot)
    if number <= situation.foresees:
        points = clears(pot, situation.links)
        return situation.stakes.mine * points - _DUTY * number if points >= 0 else -_LOST
    rest, lonely = pot, 0
    while rest:
        lonely += int(LINKS[first(rest)] & pot == 0)
        rest &= rest - 1
    return situation.stakes.mine * number / THREE - _DUTY * number - _LOST * lonely


@compiled_apart
def pair(situation: Situation, a: int, b: int) -> float:
    """Showing two cards for a plic-plac."""
    both = 1 << a | 1 << b
    if not (LINKS[a] >> b) & 1:
        return left(situation, 0, both)
    if situation.alone:
        return left(situation, both, both)
    pot, others = (situation.known | situation.unseen) & ~both, situation.cutters & ~both
    risk = of_cut(a, b, others, pot & ~others, situation.links) * situation.stakes.keen if count(pot) > 1 else 0.0
    kept = PAIR + left(situation, both, both)
    return (1 - risk) * kept + risk * (left(situation, 1 << a, both) - THREE * situation.stakes.rival)


@compiled_apart
def pair_unseen(situation: Situation, card: int) -> float:
    """A plic-plac with a card never seen."""
    rest = situation.unseen & ~(1 << card)
    number, total = count(rest), 0.0
    while rest:
        total += pair(situation, card, first(rest))
        rest &= rest - 1
    return total / number if number else NEVER


@compiled_apart
def third(situation: Situation, a: int, b: int, c: int) -> float:
    """Turning over a third card, after two of a plic-plac-ploc."""
    cards = 1 << a | 1 << b | 1 << c
    if (completing(a, b, situation.links) >> c) & 1:
        return (1.0 if situation.alone else THREE) + left(situation, cards, cards | situation.cut)
    return failed(situation, cards)


@compiled_apart
def third_unseen(situation: Situation, a: int, b: int) -> float:
    """Turning over a third card never seen."""
    rest = situation.unseen & ~(1 << a | 1 << b)
    number, total = count(rest), 0.0
    while rest:
        total += third(situation, a, b, first(rest))
        rest &= rest - 1
    return total / number if number else NEVER


@compiled_apart
def second(situation: Situation, a: int, b: int) -> float:
    """Two cards of a plic-plac-ploc are on show: to go on as is best, or to abandon."""
    both = 1 << a | 1 << b
    wanted = completing(a, b, situation.links) & ~situation.cut
    best, sure = failed(situation, both), wanted & situation.known
    while sure:
        best = max(best, third(situation, a, b, first(sure)))
        sure &= sure - 1
    if wanted & situation.unseen:
        best = max(best, third_unseen(situation, a, b))
    return best


@compiled_apart
def second_unseen(situation: Situation, a: int) -> float:
    """Turning over a second card never seen."""
    rest = situation.unseen & ~(1 << a)
    number, total = count(rest), 0.0
    while rest:
        total += second(situation, a, first(rest))
        rest &= rest - 1
    return total / number if number else NEVER


@compiled_apart
def three(situation: Situation, a: int) -> float:
    """A plic-plac-ploc with a first card. Of the second cards, only the likeliest are weighed."""
    known, unseen = situation.known & ~(situation.cut | 1 << a), situation.unseen & ~(1 << a)
    best, likeliest, rest = NEVER, 0.0, known
    while rest:
        b = first(rest)
        rest &= rest - 1
        chance = of_third(a, b, known & ~(1 << b), unseen, situation.links)
        if chance > 0.0 and chance >= likeliest - _NEAR:
            likeliest = max(chance, likeliest)
            best = max(best, second(situation, a, b))
    if of_unseen_second(a, known, unseen, situation.links) > likeliest - _NEAR:
        best = max(best, second_unseen(situation, a))
    return best


@compiled_apart
def secret(situation: Situation, a: int) -> float:
    """The best that can be announced with a secret card; to pass, if nothing is better."""
    best = max(passing(situation, a), three(situation, a))
    partners = LINKS[a] & situation.known
    while partners:
        best = max(best, pair(situation, a, first(partners)))
        partners &= partners - 1
    if LINKS[a] & situation.unseen:
        best = max(best, pair_unseen(situation, a))
    return best


@compiled_apart
def sure_three(situation: Situation, a: int) -> bool:
    """Whether one knows a plic-plac-ploc with this card."""
    others = situation.known & ~(1 << a)
    partners = LINKS[a] & others
    while partners:
        b = first(partners)
        partners &= partners - 1
        if completing(a, b, situation.links) & others & ~(1 << b):
            return True
    return False


@compiled_apart
def passing(situation: Situation, a: int) -> float:
    """The secret card goes back, unseen by the others; one has learned it. Three sure cards are not left for later."""
    pot, own = situation.known | situation.unseen, situation.known | 1 << a
    if situation.alone:
        return left(situation, 0, 0)
    if sure_three(situation, a):
        return three(situation, a) - THREE
    after = situation.stakes.mine * turn_worth(own, pot & ~own, situation.links)
    return after - situation.stakes.theirs * turn_worth(situation.shared, pot & ~situation.shared, situation.links)


@compiled_apart
def look_unseen(situation: Situation) -> float:
    """Looking at a card never seen."""
    rest = situation.unseen
    number, total = count(rest), 0.0
    while rest:
        total += secret(situation, first(rest))
        rest &= rest - 1
    return total / number if number else NEVER

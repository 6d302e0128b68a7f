"""The odds of Plic-Plac, exactly, compiled.

Which cards are still in the pot, everybody can tell from the pockets. Who forgets nothing knows which of them can lie
on the places never seen, each on each alike. So the odds of every announcement and every cut are a matter of counting.
Sets of cards are words, a bit for each card: `known` are those whose places one knows, `unseen` the others of the pot.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotheque.core.boards.arrays import np
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.games.plic_plac import kernel

LINKS = np.array(
    [sum(1 << b for b in range(kernel.CARDS) if a != b and kernel.linked.plain(a, b)) for a in range(kernel.CARDS)],
    np.int64,
)
"""By card: all that are a plic-plac with it."""


def cards_in(cards: Iterable[int]) -> int:
    """A set of cards as a word."""
    return sum(1 << card for card in set(cards))


@compiled
def completing(a: int, b: int, links: int) -> int:
    """The cards that make a plic-plac-ploc of two; `links` of its three pairs must be plic-placs."""
    with_a, with_b = int(LINKS[a]), int(LINKS[b])
    linked = (with_a >> b) & 1
    if links == 3:
        return with_a & with_b if linked else 0
    return (with_a | with_b if linked else with_a & with_b) & ~(1 << a | 1 << b)


@compiled
def part(wanted: int, unseen: int) -> float:
    """How likely a place never seen holds one of the wanted cards."""
    number = count(unseen)
    return count(wanted & unseen) / number if number else 0.0


@compiled
def of_pair(card: int, unseen: int) -> float:
    """That a card never seen is a plic-plac with this one."""
    return part(LINKS[card], unseen)


@compiled
def of_third(a: int, b: int, known: int, unseen: int, links: int) -> float:
    """That two cards become a plic-plac-ploc with a third: surely by a known one, else by one never seen."""
    wanted = completing(a, b, links)
    return 1.0 if wanted & known else part(wanted, unseen)


@compiled
def of_unseen_second(card: int, known: int, unseen: int, links: int) -> float:
    """That a card becomes a plic-plac-ploc, if the second of the three is one never seen."""
    number = count(unseen)
    if number == 0:
        return 0.0
    total, rest = 0.0, unseen
    while rest:
        second = first(rest)
        rest &= rest - 1
        total += of_third(card, second, known, unseen & ~(1 << second), links)
    return total / number


@compiled_apart
def of_three(card: int, known: int, unseen: int, links: int) -> float:
    """That a plic-plac-ploc of this card succeeds, if the two others are turned over as is best for that."""
    known &= ~(1 << card)
    best, rest = 0.0, known
    while rest:
        second = first(rest)
        rest &= rest - 1
        best = max(best, of_third(card, second, known & ~(1 << second), unseen, links))
        if best == 1.0:
            return best
    return max(best, of_unseen_second(card, known, unseen, links))


@compiled_apart
def of_cut(a: int, b: int, known: int, unseen: int, links: int) -> float:
    """That a cut of a plic-plac succeeds: the better of both cards is named; the other one cannot help."""
    others = known & ~(1 << a | 1 << b)
    return max(of_three(a, others, unseen, links), of_three(b, others, unseen, links))

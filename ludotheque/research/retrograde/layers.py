"""What is done to one block of a table, compiled: the same functions on a core of the CPU and in the threads of a GPU.

A position is told by who is to move and who waits. All positions in which one side *waits* lie in that side's block
(`open`, `far`), so that the moves of the other side lead from there to positions that all lie in the same side's block
of those in which it is *to move* (`won`, `fresh`). So what a block needs to know of others it has beside it; what it
finds out, it tells the blocks of those who were to move (`tell`).

Functions are templates, as in `core/boards/lines`: `bound` gives those of one game. Who calls them says from which word
on and in which steps: a thread of many, or the only one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludotheque.core.boards.arrays import Words
from ludotheque.core.boards.bits import count, first
from ludotheque.core.boards.combinations import list_squares, rank, spread
from ludotheque.core.boards.compiled import Compiled, compiled, specialised
from ludotheque.core.boards.placement import Placement
from ludotheque.core.boards.squares import whole
from ludotheque.core.boards.symmetry import WAYS, seen
from ludotheque.research.retrograde.numbering import BLOCK_BITS, NUMBER_BITS, SYMMETRIC, WORD, WORD_BITS, Numbers

Bits = Any
"""Words of 32 bits each: NumPy's, or on a GPU."""
_FULL = (1 << WORD) - 1


class Store(NamedTuple):
    """A table, as compiled code sees it."""

    boards: Words
    orbits: Numbers
    sets: Numbers
    choose: Numbers
    open: Bits
    """By the block of the side that waits: not decided yet."""
    far: Bits
    """The same, bit by bit of a number: 1 for a win in 1 or a loss in 2, 2 for a win in 3 or a loss in 4, and so on;
    all bits for whatever is farther."""
    won: Bits
    """By the block of the side to move: it wins."""
    fresh: Bits
    """The same: it loses, as was found in the last layer."""
    found: Words
    """By block: how many positions were found in this layer."""
    news: Words
    """By block: the last layer in which it was told something."""


class Place(NamedTuple):
    """One block while it is worked on."""

    block: int
    start: int
    step: int
    """Which words of it are this thread's."""
    where: Words
    """The squares that are free."""
    turned: Words
    """The block's board, seen in each of the eight ways."""
    choose: Numbers
    bits: Bits
    """A copy of one of the block's rows, that all its threads share."""


SIZE, EVERY = 0, 0
"""Bound to a game."""


def reach(pawn: int, occupied: int) -> int:
    raise NotImplementedError("bound to a game by bound")


def aligned(a: int, b: int) -> bool:
    raise NotImplementedError("bound to a game by bound")


def clear(bits: Bits, word: int, mask: int) -> None:
    raise NotImplementedError("bound by who runs it: as one step that nothing comes between")


def mark(bits: Bits, block: int, word: int, mask: int) -> None:
    raise NotImplementedError("bound by who runs it: as one step that nothing comes between")


def add(numbers: Words, at: int, more: int) -> int:
    """Gives back what was there before."""
    raise NotImplementedError("bound by who runs it: as one step that nothing comes between")


@compiled
def word_of(word: Any) -> int:
    """A word of bits as an integer with a sign, which all other arithmetic here is done with."""
    return int(word) & _FULL


@compiled
def has(bits: Bits, number: int) -> bool:
    """Whether a bit is set."""
    return (word_of(bits[number >> WORD_BITS]) >> (number & (WORD - 1))) & 1 != 0


def prepare(store: Store, place: Place) -> None:
    """Lists the squares that a block's board leaves free, and sees it in the eight ways."""
    board = int(store.boards[place.block])
    list_squares(EVERY & ~board, place.where)
    for way in range(WAYS):
        place.turned[way] = seen(board, way, SIZE)


def tell(store: Store, place: Place, mover: int, bits: Bits, depth: int) -> None:
    """Notes a position with the block of the side to move. Where that side's board looks the same in several ways, the
    position stands there in each of them."""
    entry = int(store.orbits[rank(mover, EVERY, place.choose)])
    block = entry >> BLOCK_BITS
    board = int(store.boards[block])
    store.news[block] = depth
    if entry & SYMMETRIC:
        for way in range(WAYS):
            if seen(mover, way, SIZE) == board:
                number = rank(int(place.turned[way]), EVERY & ~board, place.choose)
                mark(bits, block, number >> WORD_BITS, 1 << (number & (WORD - 1)))
    else:
        number = rank(int(place.turned[entry & (WAYS - 1)]), EVERY & ~board, place.choose)
        mark(bits, block, number >> WORD_BITS, 1 << (number & (WORD - 1)))


def note(store: Store, place: Place, word: int, found: int, depth: int) -> None:
    """Notes in a block that some positions are decided, and how far from the end."""
    store.open[place.block, word] = word_of(store.open[place.block, word]) & ~found
    distance = min((depth + 1) // 2, (1 << store.far.shape[0]) - 1)
    for plane in range(store.far.shape[0]):
        if (distance >> plane) & 1:
            store.far[plane, place.block, word] = word_of(store.far[plane, place.block, word]) | found
    add(store.found, place.block, count(found))


def begin(store: Store, place: Place) -> None:
    """Writes what is open at first, and who has lost already: positions in which somebody has a line are over. Those in
    which the side to move has one cannot come about, and are no positions."""
    waiting = int(store.boards[place.block])
    over = aligned(waiting, waiting)
    for word in range(place.start, store.open.shape[1], place.step):
        playing, lost = 0, 0
        for i in range(min(WORD, store.sets.shape[0] - WORD * word)):
            board = spread(int(store.sets[WORD * word + i]), place.where)
            if aligned(board, board):
                lost |= 1 << i
            else:
                playing |= 1 << i
        store.open[place.block, word] = 0 if over else playing
        store.fresh[place.block, word] = 0 if over else lost  # here `board` waits
        if not over:
            add(store.found, place.block, count(lost))


def loses(mover: int, waiting: int, won: Bits, choose: Numbers) -> bool:
    """Whether the mover has a move, and the other side wins after each; `won` is the other side's block."""
    free, occupied, moves = EVERY & ~waiting, mover | waiting, False
    pawns = mover
    while pawns != 0:
        pawn = pawns & -pawns
        pawns &= pawns - 1
        targets = reach(pawn, occupied)
        while targets != 0:
            target = targets & -targets
            targets &= targets - 1
            moves = True
            if not has(won, rank((mover ^ pawn) | target, free, choose)):
                return False
    return moves


def find_losses(store: Store, place: Place, depth: int) -> None:
    """Finds the open positions from which every move leads to a win of the other; `bits` are the block's wins."""
    waiting = int(store.boards[place.block])
    for word in range(place.start, store.open.shape[1], place.step):
        candidates, found = word_of(store.open[place.block, word]), 0
        while candidates != 0:
            i = first(candidates)
            candidates &= candidates - 1
            mover = spread(int(store.sets[WORD * word + i]), place.where)
            if loses(mover, waiting, place.bits, place.choose):
                found |= 1 << i
                tell(store, place, mover, store.fresh, depth)
        if found != 0:
            note(store, place, word, found, depth)


def retreat(store: Store, place: Place) -> None:
    """Goes back from the new losses to all positions from which a move leads there, and clears them in `bits`, the
    copy of what is open."""
    losing = int(store.boards[place.block])
    free = EVERY & ~losing
    for word in range(place.start, store.fresh.shape[1], place.step):
        lost = word_of(store.fresh[place.block, word])
        store.fresh[place.block, word] = 0
        while lost != 0:
            after = spread(int(store.sets[WORD * word + first(lost)]), place.where)
            lost &= lost - 1
            pawns = after
            while pawns != 0:
                pawn = pawns & -pawns
                pawns &= pawns - 1
                origins = reach(pawn, after | losing)
                while origins != 0:
                    origin = origins & -origins
                    origins &= origins - 1
                    number = rank((after ^ pawn) | origin, free, place.choose)
                    if has(place.bits, number):
                        clear(place.bits, number >> WORD_BITS, 1 << (number & (WORD - 1)))


def settle_wins(store: Store, place: Place, depth: int) -> None:
    """Notes the positions that `retreat` has cleared."""
    for word in range(place.start, store.open.shape[1], place.step):
        found = word_of(store.open[place.block, word]) & ~word_of(place.bits[word])
        if found != 0:
            note(store, place, word, found, depth)
        while found != 0:
            tell(store, place, spread(int(store.sets[WORD * word + first(found)]), place.where), store.won, depth)
            found &= found - 1


def look(store: Store, mover: int, waiting: int, out: Words) -> None:
    """Writes who wins a position (1: the mover, -1: the other, 0: neither can force it), within how many moves, and its
    code."""
    entry = int(store.orbits[rank(waiting, EVERY, store.choose)])
    block, way = entry >> BLOCK_BITS, entry & (WAYS - 1)
    number = rank(seen(mover, way, SIZE), EVERY & ~int(store.boards[block]), store.choose)
    distance, code = 0, block << NUMBER_BITS | number
    for plane in range(store.far.shape[0]):
        if has(store.far[plane, block], number):
            distance |= 1 << plane
    entry = int(store.orbits[rank(mover, EVERY, store.choose)])
    block, way = entry >> BLOCK_BITS, entry & (WAYS - 1)
    number = rank(seen(waiting, way, SIZE), EVERY & ~int(store.boards[block]), store.choose)
    out[0], out[1], out[2] = 0, 0, code
    if aligned(waiting, waiting):
        out[0] = -1
    elif has(store.won[block], number):
        out[0], out[1] = 1, 2 * distance - 1
    elif distance > 0:
        out[0], out[1] = -1, 2 * distance


def gather(store: Store, place: Place, codes: Words, number: Words) -> None:
    """Lists the codes of the positions that are farther away than can be told by the bits of `far`, as far as there is
    room; counts all."""
    for word in range(place.start, store.far.shape[2], place.step):
        far = _FULL
        for plane in range(store.far.shape[0]):
            far &= word_of(store.far[plane, place.block, word])
        while far != 0:
            at = add(number, 0, 1)
            if at < codes.shape[0]:
                codes[at] = place.block << NUMBER_BITS | (WORD * word + first(far))
            far &= far - 1


_PARTS = (prepare, tell, note, begin, loses, find_losses, retreat, settle_wins, look, gather)


def bound(placement: Placement, name: str, steps: dict[str, Any]) -> dict[str, Compiled[..., Any]]:
    """The functions of one game, by name; `steps` are `clear`, `mark` and `add`."""
    held: dict[str, Any] = {"SIZE": placement.size, "EVERY": whole(placement.size), **steps}
    held |= {"reach": placement.reach, "aligned": placement.aligned}
    for template in _PARTS:
        held[template.__name__] = specialised(template, f"{placement.name}_{name}", held)
    return {template.__name__: held[template.__name__] for template in _PARTS}

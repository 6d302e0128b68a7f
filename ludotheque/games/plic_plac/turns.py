"""Turns of Plic-Plac, compiled: looking, announcing, cuts, traitors, blocages, and the end.

A row holds, after the common words (the seat is who acts: who moves, then whom the game waits for first):

    the phase, whose turn, the place of the secret card, who cuts, the card that a cut names, who may still cut (a bit
    each), the place of a traitor just turned over, who is out (a bit each), who has just looked at all cards, how many
    plic-plac-plocs were pocketed, how many turns there were, the place a card was swapped into, the one it was dealt to
    how many places lie open for all, the places in order; or after a blocage all of them as a board
    by seat: turns since a card was pocketed
    by place: the card that lies there, or -1
    by place: who has pocketed the card that was dealt there, which one it is, and when (see `held`); 0: nobody

Places are numbered from 1; 0 is none. The code of a move is verb * 64 + place - 1, or verb * 64.
Rules: how many seats, how many places, how many links a plic-plac-ploc needs, after how many idle turns each the game
ends (0: never), and the cards in the box.
"""

from __future__ import annotations

from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.bits import count
from ludotheque.core.boards.compiled import compiled, compiled_apart
from ludotheque.core.boards.lines import HEADER, PLY, SEAT, STATUS, Kernel
from ludotheque.core.boards.randomness import below, random_next
from ludotheque.games.plic_plac.kernel import CARDS, NULL, TRAITOR, is_blocked, is_ploc, linked

SEATS = 6
NOBODY = EMPTY = -1
(PHASE, TURN, SECRET, CUTTER, NAMED, MAY_CUT, TRAITOR_AT, OUT, FINDER, PLOCS, TURNS, MOVED_TO, MOVED_FROM) = range(
    HEADER, HEADER + 13
)
SHOWN_COUNT, SHOWN = HEADER + 13, HEADER + 14
MOST_SHOWN = 5
SHOWN_ALL = SHOWN + MOST_SHOWN
IDLE = SHOWN_ALL + 1
CARD = IDLE + SEATS
HELD = CARD + CARDS
_WORDS = HELD + CARDS

LOOK, ANNOUNCE, PLAC, CUT, PLOC, TAKE = range(6)
"""Phases."""
SAY_LOOK, SAY_PLAC, SAY_TURN, SAY_CUT, SAY_SWAP, SAY_TAKE = range(6)
SAY_PASS, SAY_PLOC, SAY_ABANDON, SAY_LET_GO, SAY_BLOCAGE = range(6, 11)
"""Verbs: first those with a place."""
POT, BLOCAGE, STALL, ALL_OUT = 2, 3, 4, 5
"""Statuses: why a game is over."""
R_SEATS, R_PLACES, R_LINKS, R_STALL, R_CARDS = range(5)


@compiled
def held(owner: int, card: int, when: int) -> int:
    """A pocketed card as a word."""
    return (when * 64 + card) * 8 + owner + 1


@compiled
def owner_of(word: int) -> int:
    """Who has pocketed a card, from its word; -1: nobody."""
    return (word & 7) - 1


@compiled
def card_of(word: int) -> int:
    """Which card it is."""
    return (word >> 3) & 63


@compiled_apart
def pot(rules: Words, line: Line, at: int) -> int:
    """The places that hold a card, as a board."""
    places = 0
    for place in range(int(rules[R_PLACES])):
        if line[at, CARD + place] != EMPTY:
            places |= 1 << place
    return places


@compiled
def open_places(line: Line, at: int) -> int:
    """The places face up for all, as a board."""
    places = int(line[at, SHOWN_ALL])
    for i in range(line[at, SHOWN_COUNT]):
        places |= 1 << (int(line[at, SHOWN + i]) - 1)
    return places


@compiled_apart
def swaps(rules: Words, line: Line, at: int, seat: int) -> int:
    """The cards a traitor can be replaced by, by the places they were dealt to: those opponents have pocketed."""
    places = 0
    for place in range(int(rules[R_PLACES])):
        owner = owner_of(int(line[at, HELD + place]))
        if owner >= 0 and owner != seat:
            places |= 1 << place
    return places


@compiled
def takeable(rules: Words, line: Line, at: int) -> int:
    """The cards that may be taken after a blocage: not those that are never pocketed."""
    places = 0
    for place in range(int(rules[R_PLACES])):
        card = line[at, CARD + place]
        if card != EMPTY and card != NULL and card != TRAITOR:
            places |= 1 << place
    return places


@compiled
def actor(line: Line, at: int) -> int:
    """Who turns over cards now: the player whose turn it is, or the one who cuts."""
    return int(line[at, TURN]) if line[at, CUTTER] == NOBODY else int(line[at, CUTTER])


@compiled
def _put(sets: Line, number: int, verb: int, places: int) -> int:
    """Writes a set, if there is something in it."""
    sets[number, 0] = verb
    sets[number, 1] = places
    return number + 1 if places != 0 else number


@compiled
def moves(rules: Words, line: Line, at: int, sets: Line) -> int:
    """The moves of the seat that acts."""
    seat, phase = int(line[at, SEAT]), int(line[at, PHASE])
    places, secret, number = pot(rules, line, at), int(line[at, SECRET]), 0
    if phase <= ANNOUNCE:
        if seat == line[at, TURN] and phase == LOOK:
            number = _put(sets, number, SAY_LOOK, places)
        elif seat == line[at, TURN]:
            number = _put(sets, number, SAY_PASS, 1)
            number = _put(sets, number, SAY_PLAC, places & ~(1 << (secret - 1)))
            number = _put(sets, number, SAY_PLOC, 1 if count(places) > 2 else 0)
            if line[at, CARD + secret - 1] == TRAITOR:
                number = _put(sets, number, SAY_SWAP, swaps(rules, line, at, seat))
        return _put(sets, number, SAY_BLOCAGE, 1 if count(places) > 1 else 0)
    if phase == TAKE:
        return _put(sets, number, SAY_TAKE, takeable(rules, line, at))
    if phase == CUT:
        number = _put(sets, number, SAY_CUT, open_places(line, at))
        return _put(sets, number, SAY_LET_GO, 1)
    if line[at, TRAITOR_AT] > 0:
        number = _put(sets, number, SAY_SWAP, swaps(rules, line, at, seat))
        return _put(sets, number, SAY_LET_GO, 1)
    number = _put(sets, number, SAY_TURN, places & ~open_places(line, at))
    return _put(sets, number, SAY_ABANDON, 1)


@compiled
def _show(line: Line, at: int, place: int) -> None:
    line[at, SHOWN + line[at, SHOWN_COUNT]] = place
    line[at, SHOWN_COUNT] += 1


@compiled
def _hide(line: Line, at: int) -> None:
    line[at, SHOWN_COUNT] = line[at, SHOWN_ALL] = 0
    for i in range(MOST_SHOWN):
        line[at, SHOWN + i] = 0


@compiled_apart
def _pocket(rules: Words, line: Line, at: int, seat: int, place: int) -> None:
    """A card goes into a pocket."""
    dealt_to = int(line[at, MOVED_FROM]) if place == line[at, MOVED_TO] else place
    when = 1
    for i in range(int(rules[R_PLACES])):
        when = max(when, int(line[at, HELD + i] >> 9) + 1)
    line[at, HELD + dealt_to - 1] = held(seat, int(line[at, CARD + place - 1]), when)
    line[at, CARD + place - 1] = EMPTY
    for i in range(SEATS):
        line[at, IDLE + i] = 0


@compiled_apart
def _turn_ends(rules: Words, line: Line, at: int, after: int, pocketed: int) -> None:
    """The next player's turn begins, unless the game is over. What was shown stays so until a card is looked at."""
    seats, stall = int(rules[R_SEATS]), int(rules[R_STALL])
    if not pocketed:
        line[at, IDLE + line[at, TURN]] += 1
    following = (after + 1) % seats
    while (line[at, OUT] >> following) & 1:
        following = (following + 1) % seats
    line[at, PHASE] = LOOK
    line[at, TURN] = following
    line[at, SECRET] = line[at, NAMED] = line[at, MAY_CUT] = 0
    line[at, CUTTER] = NOBODY
    line[at, TURNS] += 1
    if count(pot(rules, line, at)) < 2:
        line[at, STATUS] = POT
    elif stall > 0:
        idle = True
        for seat in range(seats):
            if not (line[at, OUT] >> seat) & 1 and line[at, IDLE + seat] < stall:
                idle = False
        if idle:
            line[at, STATUS] = STALL


@compiled
def _plac_judged(rules: Words, line: Line, at: int) -> None:
    """A plic-plac is on show, or none."""
    a, b, turn = int(line[at, SHOWN]), int(line[at, SHOWN + 1]), int(line[at, TURN])
    if not linked(int(line[at, CARD + a - 1]), int(line[at, CARD + b - 1])):
        _turn_ends(rules, line, at, turn, 0)
        return
    may_cut = ((1 << int(rules[R_SEATS])) - 1) & ~int(line[at, OUT]) & ~(1 << turn)
    if may_cut != 0 and count(pot(rules, line, at)) >= 4:
        line[at, PHASE] = CUT
        line[at, MAY_CUT] = may_cut
        return
    _plac_pocketed(rules, line, at)


@compiled
def _plac_pocketed(rules: Words, line: Line, at: int) -> None:
    turn = int(line[at, TURN])
    _pocket(rules, line, at, turn, int(line[at, SHOWN]))
    _pocket(rules, line, at, turn, int(line[at, SHOWN + 1]))
    _turn_ends(rules, line, at, turn, 1)


@compiled
def _attempt_fails(rules: Words, line: Line, at: int) -> None:
    """The cards go back; a plic-plac that was cut in vain is pocketed."""
    if line[at, CUTTER] == NOBODY:
        _turn_ends(rules, line, at, int(line[at, TURN]), 0)
    else:
        _plac_pocketed(rules, line, at)


@compiled_apart
def _judged(rules: Words, line: Line, at: int) -> None:
    """The attempt, as far as its cards are on show: of a plic-plac that is cut, only the named card counts."""
    if line[at, PHASE] == PLAC:
        _plac_judged(rules, line, at)
        return
    cut = line[at, CUTTER] != NOBODY
    if line[at, SHOWN_COUNT] < (4 if cut else 3):
        return
    a = int(line[at, NAMED]) if cut else int(line[at, SHOWN])
    b, c = (
        (int(line[at, SHOWN + 2]), int(line[at, SHOWN + 3]))
        if cut
        else (int(line[at, SHOWN + 1]), int(line[at, SHOWN + 2]))
    )
    cards = int(line[at, CARD + a - 1]), int(line[at, CARD + b - 1]), int(line[at, CARD + c - 1])
    if not is_ploc(cards[0], cards[1], cards[2], int(rules[R_LINKS])):
        _attempt_fails(rules, line, at)
        return
    who = actor(line, at)
    line[at, PLOCS] += 1
    _pocket(rules, line, at, who, a)
    _pocket(rules, line, at, who, b)
    _pocket(rules, line, at, who, c)
    _turn_ends(rules, line, at, who, 1)


@compiled
def _turned(rules: Words, line: Line, at: int, place: int) -> None:
    """A card was turned over: a traitor may be used at once if an opponent has a card; else the attempt goes on."""
    _show(line, at, place)
    if line[at, CARD + place - 1] == TRAITOR and swaps(rules, line, at, actor(line, at)) != 0:
        line[at, TRAITOR_AT] = place
    else:
        _judged(rules, line, at)


@compiled
def _swap(rules: Words, line: Line, at: int, place: int) -> None:
    """A pocketed card takes the traitor's place, face up; the traitor leaves the game."""
    turned_over = int(line[at, TRAITOR_AT])
    target = turned_over if turned_over > 0 else int(line[at, SECRET])
    line[at, CARD + target - 1] = card_of(int(line[at, HELD + place - 1]))
    line[at, HELD + place - 1] = 0
    line[at, TRAITOR_AT] = 0
    line[at, MOVED_TO] = target
    line[at, MOVED_FROM] = place
    if turned_over > 0:
        _judged(rules, line, at)
    else:
        _hide(line, at)
        _show(line, at, target)


@compiled_apart
def _blocage(rules: Words, line: Line, at: int, seat: int) -> None:
    cards = 0
    for place in range(int(rules[R_PLACES])):
        if line[at, CARD + place] != EMPTY:
            cards |= 1 << int(line[at, CARD + place])
    line[at, FINDER] = seat
    if is_blocked(cards):
        line[at, PHASE] = TAKE
        line[at, SECRET] = 0
        _hide(line, at)
        line[at, SHOWN_ALL] = pot(rules, line, at)
        if takeable(rules, line, at) == 0:
            line[at, STATUS] = BLOCAGE
        return
    line[at, OUT] |= 1 << seat
    if count(int(line[at, OUT])) == rules[R_SEATS]:
        line[at, STATUS] = ALL_OUT
        line[at, SECRET] = 0
    elif seat == line[at, TURN]:
        _turn_ends(rules, line, at, seat, 0)


@compiled
def _let_go(rules: Words, line: Line, at: int, seat: int) -> None:
    if line[at, PHASE] != CUT:
        line[at, TRAITOR_AT] = 0
        _judged(rules, line, at)
        return
    line[at, MAY_CUT] &= ~(1 << seat)
    if line[at, MAY_CUT] == 0:
        _plac_pocketed(rules, line, at)


@compiled
def _say(rules: Words, line: Line, at: int, verb: int, place: int) -> None:
    """What the acting seat says or does."""
    seat, secret = int(line[at, SEAT]), int(line[at, SECRET])
    if verb == SAY_LOOK:
        line[at, PHASE] = ANNOUNCE
        line[at, SECRET] = place
        _hide(line, at)
    elif verb == SAY_PASS:
        _turn_ends(rules, line, at, int(line[at, TURN]), 0)
    elif verb in (SAY_PLAC, SAY_PLOC):
        line[at, PHASE] = PLAC if verb == SAY_PLAC else PLOC
        line[at, SECRET] = 0
        _hide(line, at)
        _show(line, at, secret)
        if verb == SAY_PLAC:
            _turned(rules, line, at, place)
    elif verb == SAY_TURN:
        _turned(rules, line, at, place)
    elif verb == SAY_ABANDON:
        _attempt_fails(rules, line, at)
    elif verb == SAY_CUT:
        line[at, PHASE] = PLOC
        line[at, CUTTER] = seat
        line[at, NAMED] = place
        line[at, MAY_CUT] = 0
    elif verb == SAY_LET_GO:
        _let_go(rules, line, at, seat)
    elif verb == SAY_SWAP:
        _swap(rules, line, at, place)
    elif verb == SAY_BLOCAGE:
        _blocage(rules, line, at, seat)
    else:
        _pocket(rules, line, at, seat, place)
        line[at, STATUS] = BLOCAGE
        line[at, FINDER] = NOBODY


@compiled
def play(rules: Words, line: Line, at: int, code: int) -> None:
    for word in range(line.shape[1]):
        line[at + 1, word] = line[at, word]
    line[at + 1, PLY] += 1
    line[at + 1, FINDER] = NOBODY
    _say(rules, line, at + 1, code >> 6, (code & 63) + 1)
    judge(rules, line, at + 1)


@compiled
def judge(rules: Words, line: Line, at: int) -> None:
    """Whom the game waits for first."""
    phase, turn = int(line[at, PHASE]), int(line[at, TURN])
    line[at, SEAT] = actor(line, at)
    if phase == TAKE:
        line[at, SEAT] = line[at, FINDER] if line[at, FINDER] != NOBODY else line[at, SEAT]
    elif phase == CUT:
        seats = int(rules[R_SEATS])
        waiting = turn
        while not (line[at, MAY_CUT] >> waiting) & 1:
            waiting = (waiting + 1) % seats
        line[at, SEAT] = waiting


@compiled
def scores(rules: Words, line: Line, at: int, out: Words) -> None:
    """A point per card pocketed; alone a point per plic-plac-ploc, if no card is left."""
    seats = int(rules[R_SEATS])
    for seat in range(seats):
        out[seat] = 0
    if seats == 1:
        out[0] = line[at, PLOCS] if pot(rules, line, at) == 0 else 0
        return
    for place in range(int(rules[R_PLACES])):
        owner = owner_of(int(line[at, HELD + place]))
        if owner >= 0:
            out[owner] += 1


@compiled
def deal(rules: Words, line: Line, at: int, seed: int) -> int:
    """Who begins (alone there is no question), and the cards shuffled."""
    places, seats = int(rules[R_PLACES]), int(rules[R_SEATS])
    if seats > 1:
        seed = random_next(seed)
        line[at, TURN] = below(seed, seats)
    for place in range(places):
        line[at, CARD + place] = rules[R_CARDS + place]
    for left in range(places, 1, -1):
        seed = random_next(seed)
        drawn = below(seed, left)
        card = line[at, CARD + left - 1]
        line[at, CARD + left - 1] = line[at, CARD + drawn]
        line[at, CARD + drawn] = card
    judge(rules, line, at)
    return seed


KERNEL = Kernel("plic_plac", _WORDS, 6, 11 * 64, moves, play, judge, scores)

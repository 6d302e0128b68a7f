"""Puzzles of Plic-Plac: a game is watched from one's seat, and then one announcement cannot fail.

A player who forgets nothing knows the cards of some places, and which cards lie on the others. A plic-plac is certain
where the card is known to match, or where every card that can still lie there does.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from ludotheque.core.contract import CHANCE
from ludotheque.core.puzzle import CERTAIN, Finding, Puzzle, Stage
from ludotheque.core.record import Played, seat_id
from ludotheque.core.text import Text
from ludotheque.games.plic_plac import CARDS, GAME, kernel, odds
from ludotheque.games.plic_plac.calls import Deal
from ludotheque.games.plic_plac.memory import CardMemory, Knowledge, knowledge, perfect
from ludotheque.games.plic_plac.rules import PlicPlacState

_LONGEST = 30
"""So many moves are watched at most."""
_FEWEST = 4
"""So many turns have gone before one is asked."""
_ANNOUNCED = 0.4
"""How often somebody announces something."""


def _find(options: Mapping[str, str], rng: random.Random) -> Puzzle | None:
    """Plays a game at random until a seat that has just looked at a card knows one announcement that cannot fail."""
    state = GAME.start(**options)
    assert isinstance(state, PlicPlacState)
    memories, given = [perfect() for _ in state.seats], list[Played]()
    while state.outcome is None and len(given) < _LONGEST:
        for seat, memory in enumerate(memories):
            memory.watch(state.view(seat))
        if state.phase == "announce" and state.turns >= _FEWEST:
            puzzle = _puzzle(options, state, given, memories[state.turn])
            if puzzle is not None and rng.random() < 0.5:
                return puzzle
        seat, move = _played(state, memories, rng)
        given.append(Played(seat_id(state, seat), move))
        state = state.play(move, seat)
    return None


def _played(state: PlicPlacState, memories: list[CardMemory], rng: random.Random) -> tuple[int, str]:
    """What somebody does who plays neither well nor badly."""
    if state.acting == (CHANCE,):
        return CHANCE, str(state.draw(rng))
    seat = state.waiting[0]
    if state.phase == "announce":
        others = [place for place in memories[seat].known if place != state.secret and place in state.pot]
        announced = bool(others) and rng.random() < _ANNOUNCED
        return seat, f"plic-plac {rng.choice(others)}" if announced else "pass"
    if state.phase == "cut":
        return seat, "let-go"
    return seat, str(rng.choice([move for move in state.moves(seat) if str(move) != "blocage"]))


def _puzzle(options: Mapping[str, str], state: PlicPlacState, given: list[Played], memory: CardMemory) -> Puzzle | None:
    """The puzzle of this moment, if one announcement is certain, and no other."""
    facts, seat = knowledge(state.view(state.turn), memory), state.turn
    card = facts.known[state.secret]
    places = [place for place in facts.pot if place != state.secret]
    certain = [place for place in places if all(kernel.linked(card, other) for other in _possible(facts, place))]
    known, unseen = odds.cards_in(facts.known.values()), odds.cards_in(facts.unseen)
    if len(certain) != 1 or len(places) < 4 or odds.of_three(card, known, unseen, facts.setting.links) == 1:
        return None
    right = f"plic-plac {certain[0]}"
    others = [str(move) for move in state.moves(seat) if str(move) != right]
    wrong = {move: _refuted(state, given, facts, move) for move in others}
    after = state.play(right, seat)
    let_go = tuple(Played(seat_id(after, other), "let-go") for other in after.may_cut)
    return Puzzle(0, CERTAIN, 1, 1, dict(options), seat_id(state, seat), tuple(given), (Stage(right, wrong),), let_go)


def _possible(facts: Knowledge, place: int) -> list[int]:
    """The cards that can lie on a place, for all a seat has seen."""
    return [facts.known[place]] if place in facts.known else facts.unseen


def _refuted(state: PlicPlacState, given: list[Played], facts: Knowledge, move: str) -> tuple[Played, ...]:
    """How the cards may lie, for all the seat has seen, so that a plic-plac fails; nothing where it fails anyway, or
    where something else was said."""
    verb, _, where = move.partition(" ")
    if verb != "plic-plac":
        return ()
    card, place = facts.known[state.secret], int(where)
    failing = [other for other in _possible(facts, place) if not kernel.linked(card, other)]
    dealt = state.parse(next(played.move for played in given if played.move.startswith("deal")))
    assert isinstance(dealt, Deal)
    if state.cards[place - 1] in failing:
        return (Played(seat_id(state, CHANCE), str(dealt)),)
    cards = list(dealt.cards)
    there = cards.index(failing[0])
    cards[there], cards[place - 1] = cards[place - 1], cards[there]
    return (Played(seat_id(state, CHANCE), str(Deal(tuple(cards)))),)


def _asks(puzzle: Puzzle) -> Text:
    return Text("You have seen what you have seen. Only one plic-plac cannot fail: with which card?")


PUZZLES = Finding(({CARDS.name: "3x3"}, {CARDS.name: "3x4"}, {CARDS.name: "4x4"}), find=_find, asks=_asks)

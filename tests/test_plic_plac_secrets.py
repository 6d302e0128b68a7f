"""Plic-Plac: what a seat is never told, what it may guess, and games played out to the last card."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import cast

import pytest

import ludotheque as lt
from ludotheque.bots.turns import next_move
from ludotheque.core.contract import CHANCE, Move
from ludotheque.games.plic_plac.brain import determinise
from ludotheque.games.plic_plac.calls import Call, Deal
from ludotheque.games.plic_plac.cards import CODES
from ludotheque.games.plic_plac.memory import CardMemory, knowledge, perfect
from ludotheque.games.plic_plac.rules import EMPTY, PlicPlacState
from ludotheque.testing.play import random_states
from tests.test_plic_plac import dealt, say
from tests.volume import volume

OPTIONS: list[dict[str, object]] = [
    {},
    {"players": 3, "specials": True, "cards": "3x3", "ploc": "all"},
    {"players": 4, "specials": True, "cards": "4x4", "layout": "ring"},
    {"players": 6, "layout": "diamond"},
    {"players": 1, "cards": "3x4"},
    {"players": 2, "specials": True, "cards": "2x2", "layout": "pyramid"},
]


def all_that_leaves(state: PlicPlacState, record: lt.Record, seat: int | None) -> list[object]:
    """Everything the system would send to a seat: view, pictures, text, moves, paths, refusals and the record."""
    told: list[object] = [state.view(seat), state.svg(seat), state.text(seat).plain(), state.text(seat).coloured()]
    told += [repr(state), str(state), state.scene(seat).plain("fr"), state.paths(seat)]
    told.append(record.public().dumps())
    if seat is not None:
        told.append([str(move) for move in state.moves(seat)])
        for attempt in ("look 1", "turn 2", "swap 3", "cut 1", "plic-plac 4", "take 1", "nonsense", "look 77"):
            if not (seat in state.acting and attempt in {str(move) for move in state.moves(seat)}):
                with pytest.raises(lt.IllegalMove) as refusal:
                    state.play(attempt, seat)
                told.append((refusal.value.message.to("fr"), str(refusal.value), refusal.value.legal))
    return told


def played(start: lt.State, rng: random.Random, most: int) -> Iterator[tuple[int, Move]]:
    for _, seat, move in random_states(start, rng, most):
        yield seat, move


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_two_deals_that_agree_on_what_a_seat_saw_look_the_same_to_it(options: dict[str, object]) -> None:
    """Plays a random game; deals the cards the seat never saw otherwise; repeats the moves; compares all it is sent."""
    compared = changed = 0
    for seed in range(volume(8, 60)):
        rng = random.Random(f"{seed}{options}")
        start = lt.start("plic_plac", **options)
        moves = list(played(start, rng, rng.randrange(4, 60)))
        seat = rng.choice([*range(len(start.seats)), None])
        other_moves = _dealt_otherwise(start, moves, seat, rng)
        if other_moves is None:
            continue
        compared += 1
        changed += other_moves != moves
        _compare(start, moves, other_moves, seat)
    assert compared >= 3
    assert changed >= volume(1, 6)


def _states(start: lt.State, moves: list[tuple[int, Move]]) -> list[PlicPlacState]:
    states = [cast(PlicPlacState, start)]
    for seat, move in moves:
        states.append(states[-1].play(move, seat))
    return states


def _dealt_otherwise(
    start: lt.State, moves: list[tuple[int, Move]], seat: int | None, rng: random.Random
) -> list[tuple[int, Move]] | None:
    """The same moves after a deal that differs only in cards the seat did not see, if they lead to the same events."""
    at, deal = next(((i, move) for i, (_, move) in enumerate(moves) if isinstance(move, Deal)), (0, None))
    if deal is None:
        return None
    states = _states(start, moves)
    seen = {card for state in states for card in _seen(state, seat)}
    hidden = [i for i, card in enumerate(deal.cards) if card not in seen]
    for _ in range(30):
        cards = list(deal.cards)
        for i, card in zip(hidden, rng.sample([deal.cards[i] for i in hidden], len(hidden)), strict=True):
            cards[i] = card
        attempt = [*moves[:at], (CHANCE, Deal(tuple(cards))), *moves[at + 1 :]]
        try:
            others = _states(start, attempt)
        except lt.IllegalMove:
            continue
        if all(
            a.phase == b.phase and a.out == b.out and a.ended == b.ended for a, b in zip(states, others, strict=True)
        ):
            return attempt
    return None


def _seen(state: PlicPlacState, seat: int | None) -> set[int]:
    """The cards a seat may see in a state, by the rules' own words: shown, pocketed, its secret, all when it checks."""
    cards = {held.card for pocket in state.pockets for held in pocket}
    cards |= {state.cards[place - 1] for place in state.shown}
    if seat is not None and state.secret and state.turn == seat:
        cards.add(state.cards[state.secret - 1])
    if seat is not None and state.finder == seat:
        cards |= set(state.cards)
    return cards - {EMPTY}


def _compare(start: lt.State, moves: list[tuple[int, Move]], others: list[tuple[int, Move]], seat: int | None) -> None:
    states = [_states(start, each) for each in (moves, others)]
    records = [lt.Record.of(start), lt.Record.of(start)]
    for i, (a, b) in enumerate(zip(*states, strict=True)):
        if i:
            for which, each in enumerate((moves, others)):
                mover, move = each[i - 1]
                records[which] = records[which].played(states[which][i - 1], move, mover, states[which][i])
        if not a.over and i % 3 == 0:
            assert all_that_leaves(a, records[0], seat) == all_that_leaves(b, records[1], seat)


def test_a_finished_record_holds_the_deal_and_replays_and_a_running_one_hides_it() -> None:
    rng = random.Random(4)
    start = lt.start("plic_plac", players=3, specials=True)
    record = lt.Record.of(start)
    state: lt.State = start
    for before, seat, move in random_states(start, rng):
        state = before.play(move, seat)
        record = record.played(before, move, seat, state)
        if not state.over:
            assert "chance hidden" in record.public().dumps() or len(record.moves) < 2
            assert record.public().public() == record.public()
            assert not any(code in record.public().dumps() for code in ("cR", "null", "traitor"))
    assert record.public() == record
    assert lt.Record.loads(record.dumps()).replay() == state
    hidden = lt.Record.of(start).add("chance", "first 1").add("chance", "hidden")
    with pytest.raises(lt.RecordError, match="line 2: the game is not over"):
        hidden.replay()


# What a seat may guess


def _watched(state: PlicPlacState, moves: list[str], seat: int) -> tuple[PlicPlacState, CardMemory]:
    memory = perfect()
    for move in moves:
        memory.watch(state.view(seat))
        state = say(state, move)
    memory.watch(state.view(seat))
    return state, memory


@pytest.mark.parametrize(
    ("moves", "seat", "fixed"),
    [
        (["look 1"], 0, {1: "cR"}),
        (["look 1"], 1, {}),
        (["look 1", "plic-plac 4", "look 2"], 1, {1: "cR", 4: "sO", 2: "cO"}),
        (["look 1", "plic-plac 4", "look 2"], 0, {1: "cR", 4: "sO"}),
    ],
)
def test_samples_are_uniform_over_the_deals_that_agree(moves: list[str], seat: int, fixed: dict[int, str]) -> None:
    state, memory = _watched(dealt("cR cO sR sO", cards="2x2"), moves, seat)
    rng = random.Random(7)
    samples = 2400
    counts = Counter(determinise(state.view(seat), memory, rng).cards for _ in range(samples))
    expected = [
        deal
        for deal in permutations(state.setting.cards)
        if all(CODES[deal[place - 1]] == code for place, code in fixed.items())
    ]
    assert set(counts) == set(expected)
    share = samples / len(expected)
    assert all(abs(count - share) < 6 * share**0.5 for count in counts.values())


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_samples_agree_with_the_view_all_through_random_games(options: dict[str, object]) -> None:
    rng = random.Random(str(options))
    for _ in range(6):
        start = lt.start("plic_plac", **options)
        seat = rng.randrange(len(start.seats))
        memory = perfect()
        for state, _, _ in random_states(start, rng, 120):
            if CHANCE in state.acting:
                continue
            assert isinstance(state, PlicPlacState)
            memory.watch(state.view(seat))
            sample = determinise(state.view(seat), memory, rng)
            assert sample.view(seat) == state.view(seat)
            assert sample.moves(seat) == state.moves(seat)
            assert sorted(sample.cards) == sorted(state.cards)
            known = knowledge(state.view(seat), memory).known
            assert all(state.cards[place - 1] == card for place, card in known.items())


def test_memory_forgets_by_age_and_by_number() -> None:
    short = CardMemory(capacity=2, decay=None)
    brief = CardMemory(capacity=None, decay=1)
    state = dealt()
    for move in ("look 1", "pass", "look 2", "pass", "look 3", "pass", "look 4", "pass", "look 5", "pass"):
        state = say(state, move)
        short.watch(state.view(0))
        brief.watch(state.view(0))
    assert list(short.known) == [3, 5], "seat 0 saw cards 1, 3 and 5, and keeps the last two"
    assert list(brief.known) == [5]
    gone = say(state, "look 5", "plic-plac 6", "0:let-go")
    short.watch(gone.view(0))
    assert list(short.known) == [3], "a pocketed card is not kept in mind"


def test_the_greedy_bot_uses_what_it_knows() -> None:
    bot = lt.bot("plic_plac", "greedy")
    state = dealt(NINE_SHUFFLED)
    for move in ("look 1", "plic-plac 2", "look 3", "plic-plac 4"):
        state = say(state, move)
        bot.watch(state.view(0))
    rng = random.Random(1)
    assert state.turn == 0
    first = bot.choose(state.view(0), state.moves(0), rng)
    assert str(first) in {"look 1", "look 2", "look 3", "look 4"}, "a known card that has a known partner"
    after = state.play(first)
    bot.watch(after.view(0))
    announced = str(bot.choose(after.view(0), after.moves(0), rng))
    assert announced.startswith("plic-plac")


NINE_SHUFFLED = "cR sO sR tO tY cO sY tR cY"


def test_the_greedy_bot_calls_a_blocage_only_when_sure() -> None:
    state = say(dealt(), "look 2", "plic-plac-ploc", "turn 3", "turn 6", "look 4", "plic-plac-ploc", "turn 7", "turn 8")
    assert state.pot == (1, 5, 9)
    bot = lt.bot("plic_plac", "greedy")
    rng = random.Random(1)
    bot.watch(state.view(1))
    assert bot.interrupt(state.view(1), state.moves(1), rng) is not None, (
        "the three cards left can be told from the rest"
    )
    early = dealt()
    assert bot.interrupt(early.view(1), early.moves(1), rng) is None


def test_the_greedy_bot_to_move_calls_a_sure_blocage_itself() -> None:
    state = say(dealt(), "look 2", "plic-plac-ploc", "turn 3", "turn 6", "look 4", "plic-plac-ploc", "turn 7", "turn 8")
    assert str(lt.bot("plic_plac", "greedy").choose(state.view(0), state.moves(0), random.Random(1))) == "blocage"


def test_the_greedy_bot_uses_a_traitor_to_complete_its_attempt() -> None:
    """cY goes with cR at once; sY only with something the bot remembers."""
    state = dealt("cR cO cY sR sO sY tR tO tY null *R *O traitor", specials=True, first=2)
    state = say(state, "look 3", "plic-plac 6", "0:let-go", "look 1", "plic-plac 13")
    bot = lt.bot("plic_plac", "greedy")
    bot.watch(state.view(0))
    assert str(bot.choose(state.view(0), state.moves(0), random.Random(3))) == "swap 3"


def test_the_memory_of_a_bot_can_be_set() -> None:
    none = lt.bot("plic_plac", "greedy", capacity=0)
    state = dealt(NINE_SHUFFLED)
    for move in ("look 1", "plic-plac 2", "look 3", "pass"):
        state = say(state, move)
        none.watch(state.view(0))
    choices = {str(none.choose(state.view(0), state.moves(0), random.Random(seed))) for seed in range(60)}
    assert len(choices) == 9, "without a memory any card will do"
    with pytest.raises(ValueError, match="colour"):
        lt.bot("plic_plac", "greedy", colour=3)


def test_everybody_is_the_quickest_now_and_then() -> None:
    state = say(dealt(), "look 2", "plic-plac-ploc", "turn 3", "turn 6", "look 4", "plic-plac-ploc", "turn 7", "turn 8")
    callers = set()
    for seed in range(30):
        bots = {seat: lt.bot("plic_plac", "greedy") for seat in (0, 1)}
        turn = next_move(state, bots, random.Random(seed))
        assert turn is not None
        assert str(turn[1]) == "blocage"
        callers.add(turn[0])
    assert callers == {0, 1}


def test_odd_values_are_not_taken_for_moves() -> None:
    state = dealt()
    taken = state.play(Call("look", True))
    assert taken.events == ((0, "look 1"),), "the move itself is played, not what equals it"
    assert dealt().parse("LOOK 4") == dealt().parse("look 4")


# Played out


def test_a_pot_of_four_played_out_in_every_way() -> None:
    """All states of a 2×2 pot, from one deal, with every move of everybody: no dead end, no loss of a card."""
    start = dealt("cR cO sR sO", cards="2x2", stall=1)
    seen, edge, ends = {start}, [start], Counter[str]()
    while edge:
        state = edge.pop()
        on_table = [card for card in state.cards if card != EMPTY]
        pocketed = [held.card for pocket in state.pockets for held in pocket]
        assert sorted(on_table + pocketed) == sorted(state.setting.cards)
        if state.over:
            ends[state.ended] += 1
            continue
        assert state.waiting
        for seat in state.acting:
            assert state.moves(seat)
            for move in state.moves(seat):
                after = state.play(move, seat)
                if after not in seen:
                    seen.add(after)
                    edge.append(after)
    assert len(seen) > 500
    assert {"pot", "out", "stall"} <= set(ends)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [*OPTIONS, {"players": 5, "stall": 3}, {"players": 2, "cards": "6x2", "specials": True}], ids=str
)
def test_many_random_games_end_and_lose_no_card(options: dict[str, object]) -> None:
    rng = random.Random(str(options))
    for _ in range(volume(40, 400)):
        state = cast(PlicPlacState, lt.start("plic_plac", **options))
        everything = sorted(state.setting.cards)
        for before, seat, move in random_states(state, rng):
            state = cast(PlicPlacState, before.play(move, seat))
        assert state.over
        left = [card for card in state.cards if card != EMPTY] + [held.card for each in state.pockets for held in each]
        missing = set(everything) - set(left)
        assert len(left) == len(set(left))
        assert missing <= {CODES.index("traitor")}

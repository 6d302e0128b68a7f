"""Plic-Plac: a scripted game for each sentence of the rules."""

from __future__ import annotations

import random
from itertools import combinations
from typing import cast

import pytest

import ludotheque as lt
from ludotheque.core.contract import CHANCE
from ludotheque.drawing.drawn import drawn
from ludotheque.games.plic_plac import kernel
from ludotheque.games.plic_plac.cards import CODES, NUMBERS, deck
from ludotheque.games.plic_plac.layout import LAYOUTS, spots
from ludotheque.games.plic_plac.rules import PlicPlacState
from tests.cases import texts

# 3×3 cards: circle, square, triangle in red, orange, yellow; place 1 to 9 in this order unless a test deals otherwise.
NINE = "cR cO cY sR sO sY tR tO tY"


def dealt(deal: str = NINE, first: int = 1, **options: object) -> PlicPlacState:
    """A game of 3×3 cards (unless options say otherwise) dealt as told."""
    state = lt.start("plic_plac", **{"cards": "3x3", **options})
    if len(state.seats) > 1:
        state = state.play(f"first {first}")
    return cast(PlicPlacState, state.play(f"deal {deal}"))


def say(state: PlicPlacState, *moves: str) -> PlicPlacState:
    """Plays moves by whoever the game waits for; `2:blocage` is said by seat 2."""
    for move in moves:
        seat, _, text = move.rpartition(":")
        state = state.play(text, int(seat) if seat else state.waiting[0])
    return state


def pocket(state: PlicPlacState, seat: int) -> list[str]:
    return [CODES[held.card] for held in state.pockets[seat]]


def up(state: PlicPlacState, seat: int | None) -> dict[str, str]:
    return state.view(seat)["faces"]


# Material and setup


def test_the_box() -> None:
    assert len(deck(6, 6, specials=False)) == 36
    assert len(set(CODES)) == 40
    assert [CODES[card] for card in deck(2, 2, specials=True)] == [
        "cR",
        "cO",
        "sR",
        "sO",
        "null",
        "*R",
        "*O",
        "traitor",
    ]


@pytest.mark.parametrize("layout", ["square", "pyramid", "diamond", "ring"])
@pytest.mark.parametrize("places", [4, 6, 8, 9, 10, 12, 13, 16, 20, 24, 25, 29, 34, 36, 40])
def test_layouts_hold_any_number_of_places_apart(layout: str, places: int) -> None:
    found = spots(layout, places)
    assert len(found) == places
    assert all((ax - bx) ** 2 + (ay - by) ** 2 > 0.96 for (ax, ay), (bx, by) in combinations(found, 2))


def test_layouts_as_the_rules_name_them() -> None:
    def lengths(layout: str, places: int) -> list[int]:
        rows = [y for _, y in spots(layout, places)]
        return [rows.count(y) for y in sorted(set(rows))]

    assert lengths("square", 36) == [6] * 6
    assert lengths("square", 40) == [8] * 5
    assert lengths("pyramid", 36) == list(range(1, 9))
    assert lengths("pyramid", 40) == [*range(1, 9), 4]


def test_chance_says_who_begins_and_deals() -> None:
    state = lt.start("plic_plac", players=4)
    assert state.acting == (CHANCE,)
    assert texts(state) == {"first 1", "first 2", "first 3", "first 4"}
    state = state.play("first 3")
    rng = random.Random(1)
    after = cast(PlicPlacState, lt.roll(state, rng))
    assert after.turn == 2
    assert sorted(after.cards) == list(range(36))
    assert lt.roll(state, random.Random(5)) == lt.roll(state, random.Random(5))
    for wrong in (f"deal {NINE}", "deal cR cR", "first 1"):
        with pytest.raises(lt.IllegalMove):
            state.play(wrong)
    assert lt.start("plic_plac", players=1).play(state.draw(rng)).acting == (0,), "alone, nobody has to be drawn"


# Words


def test_what_goes_together() -> None:
    for a, b in combinations(range(36), 2):
        assert kernel.linked(a, b) == kernel.linked(b, a) == (CODES[a][0] == CODES[b][0] or CODES[a][1] == CODES[b][1])
    for card in range(36):
        assert kernel.linked(NUMBERS["*R"], card) == (CODES[card][1] == "R")
        assert not kernel.linked(kernel.NULL, card)
        assert not kernel.linked(card, kernel.TRAITOR)
    assert not kernel.linked(*kernel.COLOUR_CARDS)


@pytest.mark.parametrize(
    ("codes", "chain", "all_pairs"),
    [
        ("cR cO cY", True, True),
        ("cR cO sO", True, False),
        ("cR sO tY", False, False),
        ("cR cO tY", False, False),
        ("cR *R sR", True, True),
        ("cR null sR", False, False),
        ("*R cR *O", False, False),
        ("*R cR cO", True, False),
    ],
)
def test_plic_plac_ploc_in_both_readings(codes: str, chain: bool, all_pairs: bool) -> None:
    a, b, c = (NUMBERS[code] for code in codes.split())
    for cards in ((a, b, c), (c, a, b), (b, c, a)):
        assert kernel.is_ploc(*cards, 2) == chain
        assert kernel.is_ploc(*cards, 3) == all_pairs


# A turn


def test_the_secret_card_is_seen_by_the_player_alone() -> None:
    state = say(dealt(), "look 5")
    assert up(state, 0) == {"5": "sO"}
    assert up(state, 1) == up(state, None) == {}
    assert state.view(1)["secret"] == 5, "everybody sees which card it is, but not its face"


def test_pass() -> None:
    state = say(dealt(), "look 5", "pass")
    assert state.turn == 1
    assert up(state, 0) == up(state, 1) == {}
    assert len(state.pot) == 9


def test_a_wrong_plic_plac_goes_back_and_cannot_be_cut() -> None:
    state = say(dealt(), "look 1", "plic-plac 5")
    assert state.phase == "look"
    assert state.turn == 1
    assert up(state, None) == {"1": "cR", "5": "sO"}, "shown until the next card is picked"
    assert up(say(state, "look 9"), 0) == {}
    assert len(state.pot) == 9


def test_a_plic_plac_is_pocketed_when_nobody_cuts() -> None:
    state = say(dealt(players=3), "look 1", "plic-plac 2")
    assert state.acting == (1, 2), "every opponent may cut, clockwise"
    assert texts(state) == {"cut 1", "cut 2", "let-go"}
    state = say(state, "2:let-go")
    assert state.acting == (1,)
    state = say(state, "let-go")
    assert pocket(state, 0) == ["cR", "cO"]
    assert state.turn == 1
    assert state.pot == (3, 4, 5, 6, 7, 8, 9)


def test_plic_plac_ploc() -> None:
    state = say(dealt(), "look 1", "plic-plac-ploc")
    assert up(state, 1) == {"1": "cR"}
    assert state.acting == (0,), "it cannot be cut, and nobody interrupts while cards are turned"
    state = say(state, "turn 2")
    assert up(state, 1) == {"1": "cR", "2": "cO"}
    done = say(state, "turn 5")
    assert pocket(done, 0) == ["cR", "cO", "sO"]
    assert done.turn == 1
    failed = say(state, "turn 9")
    assert pocket(failed, 0) == []
    assert len(failed.pot) == 9
    assert up(failed, 1) == {"1": "cR", "2": "cO", "9": "tY"}


def test_all_pairs_reading_needs_all_pairs() -> None:
    assert pocket(say(dealt(ploc="all"), "look 1", "plic-plac-ploc", "turn 2", "turn 5"), 0) == []
    assert pocket(say(dealt(ploc="all"), "look 1", "plic-plac-ploc", "turn 2", "turn 3"), 0) == ["cR", "cO", "cY"]


def test_abandoning_before_each_card() -> None:
    announced = say(dealt(), "look 1", "plic-plac-ploc")
    for state in (say(announced, "abandon"), say(announced, "turn 2", "abandon")):
        assert state.turn == 1
        assert len(state.pot) == 9
        assert pocket(state, 0) == []


def test_an_announcement_cannot_be_changed() -> None:
    state = say(dealt(), "look 1", "plic-plac-ploc", "turn 2")
    for move in ("pass", "plic-plac 3", "plic-plac-ploc", "blocage", "look 4"):
        with pytest.raises(lt.IllegalMove):
            state.play(move)
    with pytest.raises(lt.IllegalMove, match="face up already"):
        state.play("turn 2")


def test_only_during_one_s_own_turn() -> None:
    state = say(dealt(), "look 1")
    assert [str(move) for move in state.moves(1)] == ["blocage"]
    with pytest.raises(lt.IllegalMove):
        state.play("plic-plac 2", seat=1)


# The cut

SHOWN = ("look 1", "plic-plac 2")


def test_a_cut_that_succeeds() -> None:
    """Seat 2 names cO and finds sO and tO: the other card goes back, and the player after the cutter is next."""
    state = say(dealt(players=4), *SHOWN, "2:cut 2")
    assert state.acting == (2,)
    assert state.view(0)["named"] == 2
    state = say(state, "turn 5", "turn 8")
    assert pocket(state, 2) == ["cO", "sO", "tO"]
    assert pocket(state, 0) == []
    assert state.turn == 3
    assert 1 in state.pot
    assert 2 not in state.pot
    assert up(state, None) == {"1": "cR"}


def test_a_cut_that_fails() -> None:
    """The plic-plac is pocketed, the turned cards go back, the turn ends normally; nobody can cut again."""
    state = say(dealt(players=4), *SHOWN, "2:cut 1", "turn 6", "turn 8")
    assert pocket(state, 0) == ["cR", "cO"]
    assert pocket(state, 2) == []
    assert state.turn == 1
    assert state.phase == "look"
    assert up(state, None) == {"6": "sY", "8": "tO"}


def test_only_the_named_card_counts_in_a_cut() -> None:
    """With cR named, sO and tO do not form a plic-plac-ploc, though they would with cO."""
    assert pocket(say(dealt(), *SHOWN, "cut 1", "turn 5", "turn 8"), 0) == ["cR", "cO"]


@pytest.mark.parametrize("turned", [(), ("turn 5",)])
def test_abandoning_a_cut_is_failing(turned: tuple[str, ...]) -> None:
    state = say(dealt(), *SHOWN, "cut 2", *turned, "abandon")
    assert pocket(state, 0) == ["cR", "cO"]
    assert state.turn == 1


def test_the_first_cut_takes_it_and_closes_the_window() -> None:
    state = say(dealt(players=4), *SHOWN, "3:cut 1")
    with pytest.raises(lt.IllegalMove):
        state.play("cut 2", seat=1)
    assert state.cutter == 3


def test_a_cut_needs_two_cards_beside_the_two_on_show() -> None:
    four = say(dealt("cR cO sR sO", cards="2x2"), *SHOWN)
    assert four.phase == "cut"
    assert four.acting == (1,)
    after = say(four, "let-go")
    assert len(after.pot) == 2
    last = say(after, "look 3", "plic-plac 4")
    assert last.over, "no cut with two cards left: pocketed at once, and the pot is empty"
    assert pocket(last, 1) == ["sR", "sO"]
    assert last.outcome == lt.Outcome((2, 2), (0, 1), "pot")


def test_ploc_needs_three_cards() -> None:
    two_left = say(dealt("cR cO sR sO", cards="2x2"), *SHOWN, "let-go", "look 3")
    assert "plic-plac-ploc" not in texts(two_left)
    assert "plic-plac-ploc" in texts(say(dealt("cR cO sR sO", cards="2x2"), "look 1"))


# Blocage


def blocked_pot() -> PlicPlacState:
    """Three cards that do not go together: cR, sO, tY; the other six are pocketed."""
    state = dealt(players=2)
    state = say(state, "look 2", "plic-plac-ploc", "turn 3", "turn 6")
    return say(state, "look 4", "plic-plac-ploc", "turn 7", "turn 8")


def test_a_right_blocage_ends_the_game() -> None:
    state = blocked_pot()
    assert state.pot == (1, 5, 9)
    found = state.play("blocage", seat=1)
    assert found.phase == "take"
    assert found.acting == (1,)
    assert up(found, None) == {"1": "cR", "5": "sO", "9": "tY"}, "all cards are turned up"
    assert texts(found) == {"take 1", "take 5", "take 9"}
    end = found.play("take 5", seat=1)
    assert end.outcome == lt.Outcome((3, 4), (1,), "blocage")


def test_a_blocage_with_a_secret_card_in_a_hand_counts_it() -> None:
    state = say(blocked_pot(), "look 5")
    assert state.play("blocage", seat=1).phase == "take"
    pair = say(dealt("cR cO sR sO", cards="2x2"), "look 1")
    assert pair.play("blocage", seat=1).out == {1}


def test_a_wrong_blocage_puts_out_and_the_rest_goes_on() -> None:
    state = say(dealt(players=3), "look 1").play("blocage", seat=2)
    assert state.out == {2}
    assert len(up(state, 2)) == 9, "they looked at all cards, alone"
    assert up(state, 1) == {}
    assert state.phase == "announce"
    assert state.turn == 0, "the turn is not disturbed"
    state = say(state, "plic-plac 2")
    assert state.acting == (1,), "who is out cannot cut"
    state = say(state, "let-go", "look 3", "pass")
    assert state.turn == 0, "nor has a turn"
    assert up(state, 2) == {}, "and sees no more than the others from then on"


def test_a_wrong_blocage_by_the_player_ends_the_turn() -> None:
    state = say(dealt(players=3), "look 1", "blocage")
    assert state.out == {0}
    assert state.turn == 1
    assert state.secret == 0
    before = say(dealt(players=3), "blocage")
    assert before.turn == 1


def test_players_out_keep_their_cards_and_can_win() -> None:
    state = say(dealt(), "look 1", "plic-plac-ploc", "turn 2", "turn 3")
    state = state.play("blocage", seat=0)
    assert state.out == {0}
    for _ in range(3):
        assert state.turn == 1, "the last one plays on alone"
        state = say(state, f"look {state.pot[0]}", "pass")
    state = say(state, "look 4", "plic-plac 5")
    assert state.phase == "look", "nobody is left to cut"
    assert pocket(state, 1) == ["sR", "sO"]
    state = say(state, "look 6", "blocage")
    assert state.outcome == lt.Outcome((3, 2), (0,), "out"), "when all are out, the game ends"


def test_no_blocage_while_cards_are_turned_or_a_cut_is_open() -> None:
    for state in (say(dealt(), *SHOWN), say(dealt(), "look 1", "plic-plac-ploc"), say(dealt(), *SHOWN, "cut 1")):
        for seat in (0, 1):
            with pytest.raises(lt.IllegalMove):
                state.play("blocage", seat=seat)


def test_one_card_left_ends_the_game_at_once() -> None:
    state = say(dealt("cR cO sR sO", cards="2x2"), "look 1", "plic-plac-ploc", "turn 2", "turn 4")
    assert state.outcome == lt.Outcome((3, 0), (0,), "pot")


# House and solo


def test_house_stall() -> None:
    state = dealt(stall=2)
    for turn in range(4):
        assert not state.over
        state = say(state, f"look {turn + 1}", "pass")
    assert state.outcome == lt.Outcome((0, 0), (0, 1), "stall")
    off = dealt(stall=None)
    for turn in range(40):
        off = say(off, f"look {turn % 9 + 1}", "pass")
    assert not off.over


def test_pocketing_starts_the_count_anew() -> None:
    state = dealt(stall=1)
    state = say(state, "look 1", "pass", "look 1", "plic-plac 2", "0:let-go")
    assert state.idle == (0, 0)
    state = say(state, "look 3", "pass")
    assert not state.over
    assert say(state, "look 3", "pass").over


def test_solo_points_are_plocs_and_nothing_may_be_left() -> None:
    state = dealt(players=1)
    state = say(state, "look 1", "plic-plac-ploc", "turn 2", "turn 3", "look 4", "plic-plac-ploc", "turn 5", "turn 6")
    assert state.acting == (0,)
    won = say(state, "look 7", "plic-plac-ploc", "turn 8", "turn 9")
    assert won.outcome == lt.Outcome((3,), (0,), "pot")
    assert won.turns == 3
    assert "3 points in 3 turns" in won.svg(0, "en")
    lost = say(state, "look 7", "plic-plac 8")
    assert lost.outcome == lt.Outcome((0,), (), "pot"), "one card is left"


def test_solo_plic_placs_score_nothing() -> None:
    state = say(dealt("cR cO sR sO", cards="2x2", players=1), "look 1", "plic-plac 2", "look 3", "plic-plac 4")
    assert state.outcome == lt.Outcome((0,), (0,), "pot")


def test_solo_blocage_is_lost() -> None:
    wrong = say(dealt(players=1), "blocage")
    assert wrong.outcome == lt.Outcome((0,), (), "out")
    with pytest.raises(ValueError, match="2 players or more"):
        lt.start("plic_plac", players=1, specials=True)


# Special cards

SPECIAL = "cR cO sR sO null *R *O traitor"


def special() -> PlicPlacState:
    return dealt(SPECIAL, cards="2x2", specials=True)


def test_a_null_card_is_never_part_of_anything() -> None:
    assert pocket(say(special(), "look 1", "plic-plac 5"), 0) == []
    assert pocket(say(special(), "look 1", "plic-plac-ploc", "turn 5", "turn 2"), 0) == []


def test_a_colour_card_goes_with_its_colour() -> None:
    assert pocket(say(special(), "look 6", "plic-plac 1", "let-go"), 0) == ["*R", "cR"]
    assert pocket(say(special(), "look 6", "plic-plac 2"), 0) == []
    assert pocket(say(special(), "look 6", "plic-plac 7"), 0) == []
    assert pocket(say(special(), "look 6", "plic-plac-ploc", "turn 1", "turn 3"), 0) == ["*R", "cR", "sR"]


def with_pocket() -> PlicPlacState:
    """Seat 0 has pocketed cR and cO; it is seat 1's turn."""
    return say(special(), "look 1", "plic-plac 2", "let-go")


def test_the_traitor_in_a_plic_plac() -> None:
    """Turned over as the second card, it may be replaced at once by a card an opponent has pocketed."""
    state = say(with_pocket(), "look 3", "plic-plac 8")
    assert state.acting == (1,)
    assert texts(state) == {"swap 1", "swap 2", "let-go"}
    assert "the traitor!" in state.svg(None, "en")
    swapped = say(state, "swap 1")
    assert swapped.phase == "cut", "cR takes the traitor's place and makes a plic-plac with sR"
    assert pocket(swapped, 0) == ["cO"]
    done = say(swapped, "0:let-go")
    assert pocket(done, 1) == ["sR", "cR"]
    assert kernel.TRAITOR not in done.cards, "the traitor leaves the game"
    kept = say(state, "let-go")
    assert kept.turn == 0, "unused, it is like a null card"
    assert kept.cards[7] == kernel.TRAITOR


def test_the_traitor_in_a_ploc_and_in_a_cut() -> None:
    state = say(with_pocket(), "look 3", "plic-plac-ploc", "turn 8", "swap 1")
    assert state.phase == "ploc", "the attempt goes on"
    assert pocket(say(state, "turn 4"), 1) == ["sR", "cR", "sO"]
    cut = say(with_pocket(), "look 3", "plic-plac 4", "0:cut 3", "turn 8")
    assert texts(cut) == {"abandon", *(f"turn {place}" for place in (5, 6, 7))}, (
        "the cutter's only opponent has no card"
    )


def test_the_traitor_as_secret_card() -> None:
    state = say(with_pocket(), "look 8")
    assert {"swap 1", "swap 2"} <= texts(state)
    assert [str(move) for move in state.moves(0)] == ["blocage"]
    shown = say(state, "swap 2")
    assert up(shown, 0) == {"8": "cO"}, "used by showing it"
    assert shown.phase == "announce"
    assert pocket(say(shown, "plic-plac 4", "0:let-go"), 1) == ["cO", "sO"]
    assert [held.place for held in say(shown, "plic-plac 4", "0:let-go").pockets[1]] == [2, 4]


def test_the_traitor_without_anything_to_take_is_a_null_card() -> None:
    assert "swap" not in str(texts(say(special(), "look 8")))
    assert say(special(), "look 1", "plic-plac 8").turn == 1


def test_a_blocage_never_gives_a_null_card_or_a_traitor() -> None:
    state = say(special(), "look 6", "plic-plac-ploc", "turn 1", "turn 3")
    state = say(state, "look 7", "plic-plac-ploc", "turn 2", "turn 4")
    assert state.pot == (5, 8)
    end = say(state, "blocage")
    assert end.outcome == lt.Outcome((3, 3), (0, 1), "blocage"), "nothing else is left: none is taken"


# Refusals


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"players": 7}, "players=7"),
        ({"cards": "1x6"}, "2x2 to 6x6"),
        ({"cards": "7x2"}, "cards"),
        ({"layout": "heap"}, "layout='heap'"),
        ({"ploc": "any"}, "ploc='any'"),
        ({"specials": "perhaps"}, "specials='perhaps'"),
        ({"stall": 0}, "stall=0"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        lt.start("plic_plac", **options)


@pytest.mark.parametrize("given", ["3x4", (3, 4), "3×4", ["3", "4"]])
def test_cards_are_read_in_any_form(given: object) -> None:
    assert len(cast(PlicPlacState, lt.start("plic_plac", cards=given)).setting.cards) == 12


@pytest.mark.parametrize(
    "text",
    [
        "look 0",
        "look 99",
        "look 05",
        "look -1",
        "look x",
        "plic-plac",
        "turn 3",
        "cut 1",
        "take 1",
        "swap 1",
        "deal cR",
        "first 2",
    ],
)
def test_wrong_moves_are_refused(text: str) -> None:
    with pytest.raises(lt.IllegalMove):
        dealt().play(text)


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_pocketed_cards_can_be_told_apart_beside_the_pot(players: int, layout: str) -> None:
    """In a wide window pockets have lines of their own, as many as there is room for: with everything pocketed, half of
    each card shows, or a good third where six share the height; and no two players' cards touch."""
    state = dealt(
        " ".join(CODES[card] for card in deck(6, 6, specials=False)), cards="6x6", players=players, layout=layout
    )
    for place in range(1, 36, 2):
        state = say(state, f"look {place}", f"plic-plac {place + 1}")
        while not state.over and "let-go" in texts(state):
            state = say(state, "let-go")
    assert state.over
    scene = drawn(state).scene(0)
    lying = {item.id: item.wide for item in scene.items if "pocketed" in item.states and item.wide}
    assert len(lying) == 36
    assert scene.wide
    left, top, width, height = scene.wide
    for thing, (x, y, size) in lying.items():
        assert left <= x - size / 2 < x + size / 2 <= left + width, f"{thing} is outside"
        assert top <= y - size / 2 < y + size / 2 <= top + height, f"{thing} is outside"
    owner = {f"card-{place}": seat for seat, held in enumerate(state.view(0)["pockets"]) for place, _ in held}
    for (one, (x, y, size)), (other, (x2, y2, _)) in combinations(lying.items(), 2):
        apart = max(abs(x - x2), abs(y - y2)) / size
        assert apart > (0.95 if owner[one] != owner[other] else 0.35), f"{one} and {other} of {owner[one]}"


# The picture


def test_what_comes_again_in_a_picture_is_the_same_thing() -> None:
    """Pictures are made and compared after each move, for each seat: what has not changed costs nothing."""
    state = say(dealt(), "look 5")
    for move in ("pass", "look 7", "plic-plac 4", "let-go"):
        before, state = {seat: state.scene(seat) for seat in (0, 1, None)}, say(state, move)
        for seat, was in before.items():
            known = {id(item) for item in was.items}
            new = [item.id for item in state.scene(seat).items if id(item) not in known]
            assert len(new) <= 8, (move, seat, new)

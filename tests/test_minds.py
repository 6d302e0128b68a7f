"""How the levels think in Plic-Plac and in Hop ! C'est plié, and what `lt.analyse` says of any game."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.bots import LEVELS, Budget, next_move, show
from ludotheque.core.contract import State
from ludotheque.games.hop_plie import kernel, measure, mind, turns
from ludotheque.games.hop_plie.rules import HopPlieState, die_faces
from ludotheque.games.plic_plac.cards import NUMBERS
from ludotheque.games.plic_plac.odds import LINKS, Odds, cards_in, completing, each

QUICK = Budget(nodes=2000)


def played(game: str, names: list[str], seed: int, **options: object) -> State:
    state: State = lt.start(game, players=len(names), **options)
    rng = random.Random(seed)
    bots = {seat: lt.bot(game, name, nodes=2000) for seat, name in enumerate(names)}
    show(state, bots)
    while turn := next_move(state, bots, rng):
        state = state.play(turn[1], turn[0])
        show(state, bots)
    return state


# Every level plays


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_every_level_plays_plic_plac_with_any_number(level: str, players: int) -> None:
    assert played("plic_plac", [level] * players, 1, cards="3x3").over


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_plic_plac_with_special_cards(level: str) -> None:
    assert played("plic_plac", [level] * 2, 2, cards="3x3", specials=True).over


@pytest.mark.parametrize("level", LEVELS[:4])
@pytest.mark.parametrize("sheet", [1, 2, 3, 4])
def test_the_quick_levels_play_every_sheet(level: str, sheet: int) -> None:
    assert played("hop_plie", [level], 1, level=sheet).over


def test_the_master_plays_with_others() -> None:
    end = played("hop_plie", ["master", "novice", "expert"], 3, max_rounds=5)
    assert end.over


def test_the_same_seed_and_nodes_play_the_same_game() -> None:
    assert played("hop_plie", ["master", "novice"], 4, max_rounds=4) == played(
        "hop_plie", ["master", "novice"], 4, max_rounds=4
    )
    assert played("plic_plac", ["master", "player"], 4) == played("plic_plac", ["master", "player"], 4)


# Plic-Plac


def dealt(text: str, *, players: int = 2, cards: str = "4x4") -> lt.State:
    state = lt.start("plic_plac", cards=cards, players=players)
    return (state.play("first 1") if players > 1 else state).play(f"deal {text}")


DEAL = "cR cO sR sO cY sY tR tO tY eR eO eY cG sG tG eG"


def odds_of(known: str, unseen: str, *, told: str = "", links: int = 2, shown: float = 0.8) -> Odds:
    places = {place: NUMBERS[code] for place, code in enumerate(known.split(), 1)}
    return Odds(
        places,
        tuple(NUMBERS[code] for code in unseen.split()),
        cards_in(NUMBERS[code] for code in told.split()),
        links,
        alone=False,
        shown=shown,
    )


@pytest.mark.parametrize("links", [2, 3])
def test_what_completes_two_cards_is_what_the_rules_say(links: int) -> None:
    from ludotheque.games.plic_plac.kernel import CARDS, is_ploc

    rng = random.Random(1)
    for a, b in rng.sample(list(permutations(range(CARDS), 2)), 120):
        expected = {c for c in range(CARDS) if c not in (a, b) and is_ploc(a, b, c, links)}
        assert set(each(completing(a, b, links))) == expected


def test_the_odds_of_a_third_card_are_counted() -> None:
    """Red circle and red star are known; of the four cards never seen, one circle and one star would do."""
    odds = odds_of("cR eR", "cO eG sB tY", shown=0.0)
    assert odds.third(NUMBERS["cR"], NUMBERS["eR"]) == pytest.approx(0.5 * 3)


def test_a_sure_three_is_worth_more_than_any_odds() -> None:
    odds = odds_of("cR eR cO sB", "sG tY hP")
    assert odds.look(1) > odds.look(5) > odds.look(4)


def test_a_pair_that_can_be_cut_is_worth_less() -> None:
    pair = NUMBERS["cR"], NUMBERS["cO"]
    safe, open_to_a_cut = odds_of("cR cO sB tB", "hG"), odds_of("cR cO cY cG", "hB", told="cY cG")
    assert safe.pair(*pair) > open_to_a_cut.pair(*pair)


def test_all_links_are_those_of_the_rules() -> None:
    assert LINKS[NUMBERS["cR"]].bit_count() == 11  # five circles, five reds, the red colour card
    assert LINKS[NUMBERS["null"]] == LINKS[NUMBERS["traitor"]] == 0


def test_a_novice_forgets_what_a_master_remembers() -> None:
    state = dealt(DEAL)
    novice, master = (lt.bot("plic_plac", name) for name in ("novice", "master"))
    views = []
    for place in range(1, 7):
        for move in (f"look {place}", "pass"):
            state = state.play(move)
            views.append(state.view((place - 1) % 2))
    for view in views:
        if view["seat"] == 0:
            novice.watch(view)
            master.watch(view)
    rng = random.Random(1)
    choice = master.choose(state.view(0), state.moves(0), rng)
    assert str(choice) in {"look 1", "look 3", "look 5"}  # a circle, a square, a circle: red links two of them


def test_the_master_cuts_by_the_odds_and_a_player_only_when_it_is_sure() -> None:
    state = dealt(DEAL).play("look 1").play("plic-plac 2")
    for name, cuts in (("player", False), ("master", True)):
        bot = lt.bot("plic_plac", name)
        bot.watch(state.view(1))
        assert str(bot.choose(state.view(1), state.moves(1), random.Random(1))).startswith("cut") is cuts


def test_a_blocage_is_announced_when_it_is_sure() -> None:
    state = dealt("sY cR tO cY sO tR tY sR cO", cards="3x3")
    for move in ("look 4", "plic-plac-ploc", "turn 9", "turn 3", "look 1", "plic-plac-ploc", "turn 8", "turn 6"):
        state = state.play(move)
    bot = lt.bot("plic_plac", "master")
    bot.watch(state.view(1))
    assert str(bot.interrupt(state.view(1), state.moves(1), random.Random(1))) == "blocage"


# Hop ! C'est plié


def drawing(*moves: str, level: int = 1) -> HopPlieState:
    state = lt.start("hop_plie", players=1, level=level)
    for move in moves:
        state = state.play(move)
    assert isinstance(state, HopPlieState)
    return state


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_new_sheet_takes_about_as_long_as_games_do(level: int) -> None:
    state = drawing(level=level)
    sight = mind.sight_of(state, mind.MANNERS["master"])
    aims = np.arange(measure.AIMS, dtype=np.int64)
    left = measure.rounds_left(sight.design, sight.prospect, sight.weights, state.words(0), aims)
    assert 12 < left < 30


def test_an_aim_asks_for_the_smileys_of_its_corners() -> None:
    state = drawing()
    sight = mind.sight_of(state, mind.MANNERS["master"])
    counted = np.empty(measure.FACTS)
    smileys = []
    for aim in range(measure.AIMS):
        measure.facts(sight.design, sight.prospect, state.words(0), aim, counted)
        smileys.append(int(counted[measure.SMILEYS]))
        assert counted[measure.LARGE] == aim.bit_count()
    assert smileys == [12 + aim.bit_count() for aim in range(measure.AIMS)]


def test_the_best_aims_come_first() -> None:
    state = drawing()
    sight = mind.sight_of(state, mind.MANNERS["master"])
    aims, counted = np.empty(measure.AIMS, np.int64), np.empty(measure.FACTS)
    number = measure.aims_of(sight.design, sight.prospect, sight.weights, state.words(0), aims)
    assert sorted(aims[:number]) == list(range(measure.AIMS))
    values = []
    for aim in aims:
        measure.facts(sight.design, sight.prospect, state.words(0), int(aim), counted)
        values.append(measure.weighed(sight.weights, counted))
    assert values == sorted(values)


def test_the_ends_of_a_turn_are_what_their_steps_lead_to() -> None:
    state = drawing("roll 2+3 1+2", "black")
    sight = mind.sight_of(state, mind.MANNERS["expert"])
    ends = turns.room_for(12)
    turns.plan(sight, state.words(0), ends)
    assert ends.filled[0] == 12
    assert list(ends.values) == sorted(ends.values)
    for at in range(12):
        words = state.words(0).copy()
        for step in ends.paths[at, : ends.lengths[at]]:
            turns.do(state.table.design, words, step)
        assert list(words) == list(ends.sheets[at])


def test_looking_ahead_is_the_average_over_the_dice() -> None:
    """The 36 rolls one by one, each with the better of both dice."""
    state = drawing("roll 2+3 1+2", "black")
    sight = mind.sight_of(state, mind.MANNERS["player"])
    end, faces = state.words(0), die_faces()
    best, left = turns.room_for(1), np.empty((2, 6))
    for die in (kernel.BLACK, kernel.WHITE):
        for face in range(6):
            words = end.copy()
            kernel.begin_turn(state.table.design, words)
            kernel.take_die(words, die, int(faces[die - 1, face]))
            best.filled[0] = 0
            turns.plan(sight, words, best)
            left[die - 1, face] = best.values[0]
    both = np.minimum(left[0][:, None], left[1][None, :]).mean()
    assert turns.look_ahead(sight, end, 6, faces)[0] == pytest.approx(both)
    assert turns.look_ahead(sight, end, 2, faces)[0] == pytest.approx(left[0].mean())
    assert turns.look_ahead(sight, end, turns.EITHER, faces)[0] == pytest.approx(left.mean())


def test_looking_farther_is_looking_ahead_from_every_next_turn() -> None:
    state = drawing("roll 2+3 1+2", "black")
    sight = mind.sight_of(state, mind.MANNERS["player"])
    end, faces, best = state.words(0), die_faces(), turns.room_for(1)
    left = []
    for face in range(6):
        words = end.copy()
        kernel.begin_turn(state.table.design, words)
        kernel.take_die(words, kernel.BLACK, int(faces[kernel.BLACK - 1, face]))
        best.filled[0] = 0
        turns.plan(sight, words, best)
        left.append(turns.look_ahead(sight, best.sheets[0], 4, faces)[0])
    assert turns.look_farther(sight, end, 2, 4, faces)[0] == pytest.approx(np.mean(left))


def test_a_turn_that_wins_is_found() -> None:
    """All is crossed but two cells beside the target in the middle: a 2 wins."""
    state = drawing("roll 2+3 1+2", "black")
    words = state.words(0).copy()
    design = state.table.design
    for corner in range(4):
        words[kernel.FOLDS] = design.after[words[kernel.FOLDS], 2 * corner]
    for side in range(2 * 240):
        if side % 16 < 15:
            words[side >> 4] |= 1 << (side & 15)
    centre = 7 * 16 + 7
    words[centre >> 4] &= ~(1 << (centre & 15))
    words[kernel.CIRCLES + (centre >> 4)] |= 1 << ((centre - 2) & 15)
    best = turns.room_for(1)
    turns.plan(mind.sight_of(state, mind.MANNERS["player"]), words, best)
    assert best.values[0] == measure.WON
    assert best.sheets[0, kernel.DONE] == 2


def test_a_master_keeps_to_its_turn() -> None:
    state = drawing("roll 2+3 1+2")
    thinker = lt.games()["hop_plie"].part("brain").mind("master")
    rng = random.Random(1)
    thought = thinker.think(state.view(0), state.moves(0), rng, QUICK)
    for text in thought.line:
        again = thinker.think(state.view(0), state.moves(0), rng, QUICK)
        assert str(again.move) == text
        assert again.move in state.moves(0)
        state = state.play(again.move)
    assert state.round == 2


def test_a_novice_folds_small_at_once() -> None:
    first = "roll 2+3 1+2", "black", "row A1-A3", "row A3-D3", "done"
    state = drawing(*first, "roll 2+2 3", "black", "row A1-C1", "row D3-D5")
    novice = lt.bot("hop_plie", "novice")
    assert str(novice.choose(state.view(0), state.moves(0), random.Random(1))) == "fold A1 small"


# lt.analyse


@pytest.mark.parametrize("game", list(lt.games()))
def test_every_game_can_be_analysed_from_a_state_or_a_view(game: str) -> None:
    state = lt.start(game)
    rng = random.Random(1)
    while lt.CHANCE in state.acting:
        state = lt.roll(state, rng)
    thought = lt.analyse(state, budget=QUICK)
    seat = state.waiting[0]
    assert thought.move in state.moves(seat)
    assert -1 <= thought.value <= 1
    assert thought.line[0] == str(thought.move)
    assert str(thought.move) in dict(thought.candidates)
    again = lt.analyse(state.view(seat), budget=QUICK)
    assert again.move == thought.move


def test_an_analysis_knows_no_more_than_its_seat() -> None:
    """The same view from two deals: the same thought."""
    one, other = (dealt(text).play("look 1") for text in (DEAL, "cR " + " ".join(reversed(DEAL.split()[1:]))))
    assert one.view(0) == other.view(0)
    assert lt.analyse(one, 0, QUICK) == lt.analyse(other, 0, QUICK)


def test_an_analysis_remembers_what_it_is_told_of_the_past() -> None:
    state, past = dealt(DEAL, players=1), []
    for move in ("look 1", "pass", "look 2", "pass", "look 5", "pass"):
        state = state.play(move)
        past.append(state.view(0))
    assert str(lt.analyse(state, 0, QUICK, past=past).move) in {"look 1", "look 2", "look 5"}


def test_what_cannot_be_analysed_is_refused() -> None:
    state = lt.start("hop_plie")
    with pytest.raises(lt.Refusal, match="chance"):
        lt.analyse(state)
    with pytest.raises(lt.Refusal, match="seat's view"):
        lt.analyse(state.view())
    with pytest.raises(lt.Refusal, match="not black's turn"):
        lt.analyse(lt.start("hopsy"), 1)

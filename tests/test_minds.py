"""How the levels think in Plic-Plac and in Hop ! C'est plié, and what `lt.analyse` says of any game."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.turns import next_move, show
from ludotheque.core.brain import Mind
from ludotheque.core.contract import State
from ludotheque.core.thought import Budget
from ludotheque.games.hop_plie import kernel, measure, mind, turns
from ludotheque.games.hop_plie.rules import HopPlieState, die_faces
from ludotheque.games.plic_plac import odds, weighing
from ludotheque.games.plic_plac.cards import NUMBERS
from ludotheque.games.plic_plac.kernel import CARDS, is_ploc, linked
from ludotheque.games.plic_plac.mind import stakes_for
from ludotheque.games.plic_plac.odds import LINKS, cards_in, completing
from ludotheque.games.plic_plac.weighing import Situation

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


def mind_of(game: str, level: str) -> Mind:
    make = lt.games()[game].brain.mind
    assert make is not None
    return make(level)


# Every level plays


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_every_level_plays_plic_plac_with_any_number(level: str, players: int) -> None:
    assert played("plic_plac", [level] * players, 1, cards="3x3").over


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_plic_plac_with_special_cards(level: str) -> None:
    assert played("plic_plac", [level] * 2, 2, cards="3x3", specials=True).over


@pytest.mark.slow
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


def small_pots(number: int, seed: int) -> list[tuple[list[int], list[int]]]:
    """Cards of a small box, drawn at random: some known, some never seen."""
    rng = random.Random(seed)
    pots = []
    for _ in range(number):
        cards = rng.sample([form * 6 + colour for form in range(4) for colour in range(4)] + [36, 37, 38, 39], 9)
        known = rng.randrange(2, 6)
        pots.append((cards[:known], cards[known : known + rng.randrange(2, 5)]))
    return pots


def enumerated_three(card: int, known: Sequence[int], unseen: Sequence[int], links: int) -> float:
    """How often a plic-plac-ploc succeeds: over all deals, with the best choice at each step."""
    deals = list(permutations(unseen))
    known = [each for each in known if each != card]

    def third(second: int, deals: list[tuple[int, ...]], place: int) -> int:
        """In how many deals the best third card completes two; `place` is the next never seen."""
        choices = [sum(is_ploc(card, second, each, links) for _ in deals) for each in known if each != second]
        if place < len(unseen):
            choices.append(sum(is_ploc(card, second, deal[place], links) for deal in deals))
        return max(choices, default=0)

    seconds = [third(each, deals, 0) for each in known]
    if unseen:
        shown = [[deal for deal in deals if deal[0] == each] for each in unseen]
        seconds.append(sum(third(group[0][0], group, 1) for group in shown))
    return max(seconds, default=0) / len(deals)


@pytest.mark.parametrize("links", [2, 3])
def test_the_odds_of_announcements_are_those_of_all_deals(links: int) -> None:
    for known, unseen in small_pots(40, links):
        card = known[0]
        pairs = sum(linked(card, deal[0]) for deal in permutations(unseen)) / len(list(permutations(unseen)))
        assert odds.of_pair(card, cards_in(unseen)) == pytest.approx(pairs)
        three = odds.of_three(card, cards_in(known), cards_in(unseen), links)
        assert three == pytest.approx(enumerated_three(card, known, unseen, links))


@pytest.mark.parametrize("links", [2, 3])
def test_the_odds_of_a_cut_are_those_of_all_deals(links: int) -> None:
    for (a, b, *others), unseen in small_pots(40, 10 + links):
        expected = max(enumerated_three(named, others, unseen, links) for named in (a, b))
        assert odds.of_cut(a, b, cards_in(others), cards_in(unseen), links) == pytest.approx(expected)


@pytest.mark.parametrize("links", [2, 3])
def test_what_completes_two_cards_is_what_the_rules_say(links: int) -> None:
    rng = random.Random(1)
    for a, b in rng.sample(list(permutations(range(CARDS), 2)), 120):
        expected = {c for c in range(CARDS) if c not in (a, b) and is_ploc(a, b, c, links)}
        assert completing(a, b, links) == cards_in(expected)


def emptied(cards: tuple[int, ...]) -> int:
    """The most threes when all cards go in twos and threes, tried out; -1 if they cannot."""
    if not cards:
        return 0
    best = -1
    for size in (2, 3):
        for group in combinations(cards, size):
            together = linked(*group) if size == 2 else is_ploc(group[0], group[1], group[2], 2)
            if together and group[0] == cards[0]:
                rest = emptied(tuple(card for card in cards if card not in group))
                best = max(best, rest + (size == 3)) if rest >= 0 else best
    return best


def test_how_a_pot_can_be_emptied_is_seen() -> None:
    rng = random.Random(3)
    found = set()
    for _ in range(60):
        cards = tuple(rng.sample(range(36), rng.randrange(2, 9)))
        found.add(emptied(cards))
        assert weighing.clears(cards_in(cards), 2) == emptied(cards)
    assert found >= {-1, 0, 1, 2}


def situation(known: str, unseen: str, *, shared: str = "", players: int = 2) -> Situation:
    seen, hidden, both = (cards_in(NUMBERS[code] for code in text.split()) for text in (known, unseen, shared))
    stakes = stakes_for(players, plocs=True)
    return Situation(seen, hidden, both, both, 2, 0, False, stakes, players == 1, 12)


def test_three_that_the_other_knows_too_are_taken_at_once() -> None:
    now = situation("cR eR cO sB", "sG tY hP", shared="cR eR cO")
    sure = weighing.secret(now, NUMBERS["cR"])
    assert sure > weighing.look_unseen(now)
    assert sure > weighing.secret(now, NUMBERS["sB"])


def test_a_pair_that_can_be_cut_is_worth_less() -> None:
    pair = NUMBERS["cR"], NUMBERS["cO"]
    safe, open_to_a_cut = situation("cR cO sB tB", "hG"), situation("cR cO cY cG", "hB", shared="cY cG")
    assert weighing.pair(safe, *pair) > weighing.pair(open_to_a_cut, *pair)


def test_what_is_shown_in_vain_helps_the_next_player() -> None:
    """The most if it goes with a card the other knows."""
    aware, unaware = situation("eR cR", "sG tY hP dB", shared="cR"), situation("eR cR", "sG tY hP dB")
    star = 1 << NUMBERS["eR"]
    lost = [weighing.failed(now, 0) - weighing.failed(now, star) for now in (aware, unaware)]
    assert lost[0] > lost[1] > 0


def test_all_links_are_those_of_the_rules() -> None:
    assert int(LINKS[NUMBERS["cR"]]).bit_count() == 11  # five circles, five reds, the red colour card
    assert LINKS[NUMBERS["null"]] == LINKS[NUMBERS["traitor"]] == 0


def test_a_novice_forgets_what_a_master_remembers() -> None:
    """Six cards were shown to all, three of them red; a novice knows the last two, which do not go together."""
    state = dealt(DEAL)
    bots = {name: lt.bot("plic_plac", name) for name in ("novice", "master")}
    for move in ("look 1", "plic-plac 4", "look 7", "plic-plac 16", "look 10", "plic-plac 14"):
        state = state.play(move)
        for bot in bots.values():
            bot.watch(state.view(1))
    shown = {f"look {place}" for place in (1, 4, 7, 10, 14, 16)}
    for name, known in (("novice", False), ("master", True)):
        assert (str(bots[name].choose(state.view(1), state.moves(1), random.Random(1))) in shown) is known


def test_the_master_cuts_by_the_odds_and_a_player_never() -> None:
    state = dealt(DEAL).play("look 1").play("plic-plac 2")
    for name, cuts in (("player", False), ("master", True)):
        bot = lt.bot("plic_plac", name)
        bot.watch(state.view(1))
        assert str(bot.choose(state.view(1), state.moves(1), random.Random(1))).startswith("cut") is cuts


def test_a_mind_knows_no_more_than_its_seat_has_seen() -> None:
    """The same turns with two deals that differ where a seat never looked: it thinks the same at every moment."""
    other_deal = "cR eG sR sO tY cO tR tO cY eR eO eY cG sG sY tG"
    for level in LEVELS:
        states = [dealt(DEAL), dealt(other_deal)]
        minds = [mind_of("plic_plac", level) for _ in states]
        for move in ("look 1", "pass", "look 15", "pass", "look 3", "pass", "look 2", "pass"):
            states = [state.play(move) for state in states]
            views = [state.view(0) for state in states]
            assert views[0] == views[1]
            for thinker, view in zip(minds, views, strict=True):
                thinker.watch(view)
        moves, rngs = states[0].moves(0), [random.Random(1), random.Random(1)]
        one, other = (each.think(view, moves, rng, QUICK) for each, view, rng in zip(minds, views, rngs, strict=True))
        assert one == other


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
    outlook = mind.outlook_of(state, mind.LEVELS["master"])
    aims = np.arange(measure.AIMS, dtype=np.int64)
    left = measure.rounds_left(outlook.design, outlook.prospect, outlook.weights, state.words(0), aims)
    assert 12 < left < 30


def test_an_aim_asks_for_the_smileys_of_its_corners() -> None:
    state = drawing()
    outlook = mind.outlook_of(state, mind.LEVELS["master"])
    counted = np.empty(measure.FACTS)
    smileys = []
    for aim in range(measure.AIMS):
        measure.facts(outlook.design, outlook.prospect, state.words(0), aim, counted)
        smileys.append(int(counted[measure.SMILEYS]))
        assert counted[measure.LARGE] == aim.bit_count()
    assert smileys == [12 + aim.bit_count() for aim in range(measure.AIMS)]


def test_the_best_aims_come_first() -> None:
    state = drawing()
    outlook = mind.outlook_of(state, mind.LEVELS["master"])
    aims, counted = np.empty(measure.AIMS, np.int64), np.empty(measure.FACTS)
    number = measure.aims_of(outlook.design, outlook.prospect, outlook.weights, state.words(0), aims)
    assert sorted(aims[:number]) == list(range(measure.AIMS))
    values = []
    for aim in aims:
        measure.facts(outlook.design, outlook.prospect, state.words(0), int(aim), counted)
        values.append(measure.weighed(outlook.weights, counted))
    assert values == sorted(values)


def test_the_ends_of_a_turn_are_what_their_steps_lead_to() -> None:
    state = drawing("roll 2+3 1+2", "black")
    outlook = mind.outlook_of(state, mind.LEVELS["expert"])
    ends = turns.room_for(12)
    turns.plan(outlook, state.words(0), ends)
    assert ends.filled[0] == 12
    assert list(ends.values) == sorted(ends.values)
    for at in range(12):
        words = state.words(0).copy()
        for step in ends.paths[at, : ends.lengths[at]]:
            turns.do(state.setting.design, words, step)
        assert list(words) == list(ends.sheets[at])


@pytest.mark.slow
def test_looking_ahead_is_the_average_over_the_dice() -> None:
    """The 36 rolls one by one, each with the better of both dice."""
    state = drawing("roll 2+3 1+2", "black")
    outlook = mind.outlook_of(state, mind.LEVELS["player"])
    end, faces = state.words(0), die_faces()
    best, left = turns.room_for(1), np.empty((2, 6))
    for die in (kernel.BLACK, kernel.WHITE):
        for face in range(6):
            words = end.copy()
            kernel.begin_turn(state.setting.design, words)
            kernel.take_die(words, die, int(faces[die - 1, face]))
            best.filled[0] = 0
            turns.plan(outlook, words, best)
            left[die - 1, face] = best.values[0]
    both = np.minimum(left[0][:, None], left[1][None, :]).mean()
    assert turns.look_ahead(outlook, end, 6, faces)[0] == pytest.approx(both)
    assert turns.look_ahead(outlook, end, 2, faces)[0] == pytest.approx(left[0].mean())
    assert turns.look_ahead(outlook, end, turns.EITHER, faces)[0] == pytest.approx(left.mean())


@pytest.mark.slow
def test_looking_farther_is_looking_ahead_from_every_next_turn() -> None:
    state = drawing("roll 2+3 1+2", "black")
    outlook = mind.outlook_of(state, mind.LEVELS["player"])
    end, faces, best = state.words(0), die_faces(), turns.room_for(1)
    left = []
    for face in range(6):
        words = end.copy()
        kernel.begin_turn(state.setting.design, words)
        kernel.take_die(words, kernel.BLACK, int(faces[kernel.BLACK - 1, face]))
        best.filled[0] = 0
        turns.plan(outlook, words, best)
        left.append(turns.look_ahead(outlook, best.sheets[0], 4, faces)[0])
    assert turns.look_farther(outlook, end, 2, 4, faces)[0] == pytest.approx(np.mean(left))


def test_a_turn_that_wins_is_found() -> None:
    """All is crossed but two cells beside the target in the middle: a 2 wins."""
    state = drawing("roll 2+3 1+2", "black")
    words = state.words(0).copy()
    design = state.setting.design
    for corner in range(4):
        words[kernel.FOLDS] = design.after[words[kernel.FOLDS], 2 * corner]
    for side in range(2 * 240):
        if side % 16 < 15:
            words[side >> 4] |= 1 << (side & 15)
    centre = 7 * 16 + 7
    words[centre >> 4] &= ~(1 << (centre & 15))
    words[kernel.CIRCLES + (centre >> 4)] |= 1 << ((centre - 2) & 15)
    best = turns.room_for(1)
    turns.plan(mind.outlook_of(state, mind.LEVELS["player"]), words, best)
    assert best.values[0] == measure.WON
    assert best.sheets[0, kernel.DONE] == 2


def test_a_master_keeps_to_its_turn() -> None:
    state = drawing("roll 2+3 1+2")
    thinker = mind_of("hop_plie", "master")
    rng = random.Random(1)
    thought = thinker.think(state.view(0), state.moves(0), rng, QUICK)
    for text in thought.line:
        again = thinker.think(state.view(0), state.moves(0), rng, QUICK)
        assert str(again.move) == text
        assert again.move in state.moves(0)
        state = state.play(again.move)
    assert state.round == 2


def test_nobody_gives_up_numbers_at_the_start() -> None:
    state = drawing("roll 2+3 1+2", "black")
    for level in LEVELS:
        bot = lt.bot("hop_plie", level, nodes=500)
        assert str(bot.choose(state.view(0), state.moves(0), random.Random(1))).startswith("row")


@pytest.mark.slow
def test_a_mind_that_is_stopped_answers_with_what_there_is() -> None:
    state = drawing("roll 2+3 1+2")
    thinker = mind_of("hop_plie", "master")
    whole = thinker.think(state.view(0), state.moves(0), random.Random(1), Budget(nodes=10**9))
    stopped = mind_of("hop_plie", "master")
    stopping = threading.Timer(0.02, stopped.stop)
    stopping.start()
    thought = stopped.think(state.view(0), state.moves(0), random.Random(1), Budget(nodes=10**9))
    stopping.join()
    assert thought.move in state.moves(0)
    assert thought.nodes < whole.nodes


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
    with pytest.raises(lt.Refusal, match="not the turn of black"):
        lt.analyse(lt.start("hopsy"), 1)

"""Laws of those who think: what brains imagine, what searches ask of them, and that bots play by the rules."""

from __future__ import annotations

import random

from ludotheque.bots.roster import make, names
from ludotheque.bots.search.alphabeta_compiled import SURE
from ludotheque.bots.turns import next_move, show
from ludotheque.core.boards.arrays import Line, Words
from ludotheque.core.boards.linestate import LineState, PositionView, as_words
from ludotheque.core.brain import Search
from ludotheque.core.contract import CHANCE, Game, State
from ludotheque.core.parts import has_part
from ludotheque.testing.play import Options, random_states, some_states

_EARLY = 0.45
"""A search is quick when the best moves are looked at first. In no order at all they would stand in the middle."""


def guesses_agree_with_the_view(game: Game, options: Options) -> None:
    """The states that a brain imagines look to the seat as the true one does."""
    brain, rng = game.brain, random.Random(f"guesses {game.id}{options}")
    if game.hidden and not game.abilities:
        return
    for state in some_states(game, options, 12, most=60):
        for seat in set(state.acting) - {CHANCE}:
            view, memory = state.view(seat), brain.memory()
            memory.watch(view)
            imagined = brain.determinise(view, memory, rng)
            assert imagined.view(seat) == view, "what the brain imagines looks otherwise"
            assert imagined.moves(seat) == state.moves(seat), "what the brain imagines allows other moves"


def searches_are_sound(game: Game, options: Options) -> None:
    """What a search asks of a brain agrees with what the rules say: keys, threats, how good positions look, and the
    order of moves."""
    search, start = game.brain.search, game.start(**options)
    if search is None:
        return
    assert isinstance(start, LineState), "only games of positions can be searched"
    seen: dict[int, tuple[object, ...]] = {}
    places = []
    for seed in range(6):
        for state, _, _ in random_states(start, random.Random(seed), 40):
            assert isinstance(state, LineState)
            _search_is_sound(search, state, seen)
            _evaluation_is_sound(search, state)
            if len(state.codes()) > 1:
                places.append(_place_of_the_best(search, state))
    if places:
        place = sum(places) / len(places)
        assert place < _EARLY, f"the moves that look best come late: on average after {place:.0%} of the others"


def _search_is_sound(search: Search, state: LineState, seen: dict[int, tuple[object, ...]]) -> None:
    rules, line, at = _where(state)
    facts = len(state.moves()), state.perft(2), _wins_at_once(state)
    key = int(search.key(rules, line, at)) >> 3
    known = seen.setdefault(key, facts)
    assert known == facts, "positions that are not alike have the same key"
    restored = state.restore(state.view(None))
    assert int(search.key(*_where(restored))) >> 3 == key, "one position has two keys"
    sets = _scratch(search)
    threat = int(search.threat(rules, line, at, sets))
    assert threat in (0, 1, 2), f"a threat is 0, 1 or 2, not {threat}"
    assert threat < 2 or facts[2], "a win at once is claimed, and there is none"
    assert state.ends_by_counting or threat == 2 or not facts[2], "a win at once is not seen"
    assert threat != 1 or _the_other_would_win(state), "a win of the other is claimed, and there is none"
    for code in state.codes():
        assert 0 <= code < search.kernel.codes, f"the code {code} is beyond what the kernel declares"
        again = int(search.ordering(*_where(restored), code))
        assert int(search.ordering(rules, line, at, code)) == again, "one position has two orders of moves"


def _evaluation_is_sound(search: Search, state: LineState) -> None:
    """How good a position looks is a guess, and the same wherever it stands; what two gain and lose is one thing."""
    seats = range(len(state.seats))
    looks = [_look(search, state, seat) for seat in seats]
    restored = state.restore(state.view(None))
    assert looks == [_look(search, restored, seat) for seat in seats], "one position looks in two ways"
    assert max(map(abs, looks)) < SURE, f"a guess is as sure as a win: {looks}"
    assert len(looks) != 2 or abs(sum(looks)) <= 1, f"a position looks good to both: {looks}"  # 1: what rounding leaves


def _place_of_the_best(search: Search, state: LineState) -> float:
    """Where the move that looks best once it is made stands in the order, from 0, the first, to 1."""
    seat = state.acting[0]
    looks = [_look(search, state.play(move), seat) for move in state.moves()]
    order = [int(search.ordering(*_where(state), code)) for code in state.codes()]
    best = order[looks.index(max(looks))]
    return (sum(each > best for each in order) + (order.count(best) - 1) / 2) / (len(order) - 1)


def _the_other_would_win(state: LineState) -> bool:
    """Whether the other seat would win at once, were it to move."""
    other = state.play(state.moves()[0])
    turned: PositionView = {**state.view(None), "turn": other.view(None)["turn"], "ply": 0, "past": [], "last": None}
    return _wins_at_once(state.restore(turned))


def _look(search: Search, state: LineState, seat: int) -> int:
    rules, line, at = _where(state)
    return int(search.evaluate(rules, as_words(search.weights), line, at, seat))


def _where(state: LineState) -> tuple[Words, Line, int]:
    return state.setting.rules, state.line, len(state.line) - 1


def _wins_at_once(state: LineState) -> bool:
    seat = state.acting[0]
    ends = (state.play(move).outcome for move in state.moves())
    return any(end is not None and end.winners == (seat,) for end in ends)


def _scratch(search: Search) -> object:
    from ludotheque.core.boards.arrays import np

    return np.zeros((max(search.kernel.sets, 4), 2), np.int64)


def bots_play(game: Game, options: Options) -> None:
    """Every bot that says it plays the game plays legal moves."""
    for name in names(game):
        rng, state = random.Random(name), game.start(**options)
        settings = {"nodes": 30} if name not in ("random", "greedy") else {}
        bots = {seat: make(game, name, **settings) for seat in range(len(state.seats))}
        for _ in range(12):
            show(state, bots)
            turn = next_move(state, bots, rng)
            if turn is None:
                break
            state = state.play(turn[1], turn[0])


def brains_are_of_use(game: Game, options: Options) -> None:
    """In games of two or more, bots that go by the game's brain beat one that does not, and who thinks longer is not
    the weaker for it."""
    start = game.start(**options)
    if len(set(start.player_of_seat)) < 2 or not has_part(game.package, "brain"):
        return
    for name, other, least in (("greedy", "random", 1.3), ("player", "random", 1.3), ("player", "greedy", 0.25)):
        results = [_share_of_a_win(start, name, other, seed) for seed in range(8)]
        decided = [share for share in results if share is not None]
        usual = len(decided) / len(start.seats)
        assert sum(decided) >= least * usual, (
            f"{name} won {sum(decided):g} of {len(decided)} games against {other}: the brain misleads it"
        )


def _share_of_a_win(start: State, name: str, other: str, seed: int) -> float | None:
    """How much of a win a bot gets against others: 1, a part of a shared one, or 0; `None`: nobody won."""
    rng, state, mine = random.Random(seed), start, seed % len(start.seats)
    bots = {seat: make(start.game, name if seat == mine else other) for seat in range(len(start.seats))}
    for _ in range(start.longest or 400):
        show(state, bots)
        turn = next_move(state, bots, rng)
        if turn is None:
            break
        state = state.play(turn[1], turn[0])
    if state.outcome is None or not state.outcome.winners:
        return None
    return (mine in state.outcome.winners) / len(state.outcome.winners)

"""The laws, each a function of a game and some options: those of play here, the others in the modules beside it.

One that does not concern a game says nothing.

A law raises `AssertionError` with what is wrong, so that whoever reads it knows what to mend.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial

from ludotheque.core.boards.compiled import compiles
from ludotheque.core.catalogues import languages
from ludotheque.core.contract import CHANCE, Game, IllegalMove, State
from ludotheque.core.record import Record
from ludotheque.core.text import Refusal
from ludotheque.drawing.drawn import Drawn, drawn
from ludotheque.testing.coaching import coach_names_what_is_legal, lessons_can_be_played
from ludotheque.testing.labels import alone_has_an_aim, variants_are_whole
from ludotheque.testing.pictures import pictures_are_whole, pieces_keep_their_ids, rulebooks_are_whole
from ludotheque.testing.play import Options, random_states, some_states
from ludotheque.testing.thinking import bots_play, brains_are_of_use, guesses_agree_with_the_view, searches_are_sound

_PLIES = 120
_NONSENSE = ("", "   ", "hello", "A0-A1", "Z9", "😀", "A1-A1-A1", "1" * 500)


def labels_are_whole(game: Game, options: Options) -> None:
    """Everything on the label has words, and options are read as they are written."""
    for text in (game.title, game.blurb, *game.reasons.values(), *(option.label for option in game.options)):
        assert str(text).strip(), "a text of the label is empty"
    for option in game.options:
        assert option.read(option.write(option.default)) == option.default, f"{option.name} is not read as written"
    assert game.abilities == game.brain.abilities, (
        f"the label says {sorted(game.abilities)}, the brain offers {sorted(game.brain.abilities)}"
    )
    assert isinstance(game.start(**options), Drawn), "states must be Drawn, so that they can be shown at a table"


def random_play_is_sound(game: Game, options: Options) -> None:
    """At every ply of random play: legal moves for those who act and none for others, texts that are read back, values
    that are equal and hash alike, and a record that replays."""
    start = game.start(**options)
    assert start == game.start(**options), "two new games are not equal"
    assert hash(start) == hash(game.start(**options)), "equal states hash differently"
    record, state = Record.of(start), start
    for before, seat, move in random_states(start, random.Random(f"{game.id}{options}"), _PLIES):
        _is_sound(before)
        after = before.play(move, seat)
        assert after != before, f"{move} changed nothing"
        assert after == before.play(str(move), seat), f"{move} and its text are not the same move"
        record = record.played(before, move, seat, after)
        state = after
    _is_sound(state)
    assert Record.loads(record.dumps()) == record, "the record is not read as it is written"
    assert record.replay() == state, "the record does not lead to the same state"


def _is_sound(state: State) -> None:
    assert state.over == (state.outcome is not None) == (state.acting == ()), "over, outcome and acting disagree"
    for seat in range(len(state.seats)):
        moves = state.moves(seat)
        assert bool(moves) == (seat in state.acting), f"seat {seat} acts without moves, or has moves without acting"
        texts = [str(move) for move in moves]
        assert len(set(texts)) == len(texts), f"two moves have the same text: {texts}"
        assert [state.parse(text) for text in texts] == list(moves), "texts are not read back as the same moves"
        assert len(set(moves)) == len(moves), "two moves are equal"
    if state.outcome:
        assert len(state.outcome.scores) == len(state.seats), "not a score for each seat"
        assert set(state.outcome.winners) <= set(range(len(state.seats))), "a winner sits nowhere"
        assert state.outcome.reason in state.game.reasons, f"{state.outcome.reason!r} is no reason of the label"
        for given in ("A1", None, 7):
            _is_refused(state, given, None, "a move after the end")
    else:
        seats = range(len(state.seats))
        assert state.acting == (CHANCE,) or all(seat in seats for seat in state.acting), "nobody can act"
        assert set(state.waiting) <= set(state.acting), "the game waits for somebody who cannot act"
        assert state.pause is None or set(state.pause.seats) <= set(seats), "somebody who sits nowhere may look"
    _hurry_ends(state)


def _hurry_ends(state: State) -> None:
    """Whoever lets the time pass makes a legal move, and then nobody is hurried any more."""
    decided = state
    for seat in state.acting:
        if decided.hurry is not None and seat in decided.acting:
            assert decided.hurry.move in decided.moves(seat), f"{decided.hurry.move} is decided, but not legal"
            decided = decided.play(decided.hurry.move, seat)
    assert decided.hurry is None, "the hurry goes on when all has been decided"


def _is_refused(state: State, move: object, seat: int | None, what: str) -> None:
    refusal = _refusal(lambda: state.play(move, seat), IllegalMove)
    assert refusal is not None, f"{what} was not refused: {move!r}"


def _refusal(do: Callable[[], object], kind: type[ValueError]) -> str | None:
    """What is said to somebody who tries this, if it is refused."""
    try:
        do()
    except kind as error:
        return str(error)
    return None


def wrong_input_is_refused(game: Game, options: Options) -> None:
    """Nonsense, seats that are not there, objects that are no moves: refused, by name where there is one."""
    for given, name in [({"colour_of_the_sky": "blue"}, "colour_of_the_sky")] + [
        ({option.name: object()}, option.name) for option in game.options
    ]:
        refusal = _refusal(partial(game.start, **given), ValueError)
        assert refusal is not None, f"{given} was accepted"
        assert name in refusal, f"the refusal of {name} does not name it: {refusal}"
    state = game.start(**options)
    for text in _NONSENSE:
        _is_refused(state, text, None, "nonsense")
    for thing in (None, 7, (40, 32), object()):
        for seat in (None, *range(len(state.seats))):
            _is_refused(state, thing, seat, "what is no move")
    for ask in (state.moves, state.view):
        refusal = _refusal(partial(ask, 99), Refusal)
        assert refusal is not None, "seat 99 was accepted"
        assert "99" in refusal, "the refusal does not name the seat"


def moves_of_other_phases_are_refused(game: Game, options: Options) -> None:
    """A move that was legal at another moment, or is legal for another seat, is not played now."""
    rng = random.Random(f"phases {game.id}{options}")
    start = game.start(**options)
    met = [(state, move) for _ in range(3) for state, _, move in random_states(start, rng, _PLIES)]
    pool = list(dict.fromkeys((type(move), move) for _, move in met))
    for state, _ in rng.sample(met, min(25, len(met))):
        for seat in state.acting:
            legal = {(type(move), move) for move in state.moves(seat)}
            if not legal:  # too many outcomes of chance to list
                continue
            for kind, move in rng.sample(pool, min(25, len(pool))):
                if (kind, move) not in legal:
                    _is_refused(state, move, seat, "a move of another moment")


def states_are_values(game: Game, options: Options) -> None:
    """What is handed out can be changed without changing the state."""
    state = game.start(**options)
    before = repr(state), json.dumps(state.view(None)), dict(state.options)
    handed_out = state.options
    if isinstance(handed_out, dict):
        handed_out["players"] = 99
    state.view(None)["seats"].clear()
    after = repr(state), json.dumps(state.view(None)), dict(state.options)
    assert before == after, "the state was changed from outside"
    assert game.start(**options) == state, "the state was changed from outside"


def states_travel(game: Game, options: Options) -> None:
    """A state can be sent to another process, and is the same there: so it holds no functions."""
    for state in some_states(game, options, 3, most=30):
        try:
            sent = pickle.dumps(state)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise AssertionError(f"the state cannot be sent to another process: {error}") from error
        assert pickle.loads(sent) == state, "a state that was sent is another one"


def views_are_plain(game: Game, options: Options) -> None:
    """Views are plain data; where nothing is hidden, they show the whole state."""
    for state in some_states(game, options, 4, most=40):
        for seat in (*range(len(state.seats)), None):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view, "the view is not plain data"
            assert view["seat"] == seat, "the view does not say whose it is"
            if game.hidden:
                continue
            assert game.rules.restore is not None, "nothing is hidden, and rules.py offers no restore"
            restored = game.rules.restore(view)
            assert restored == state, "a view does not restore the state"
            assert restored.view(seat) == view, "a restored state looks otherwise"


def secrets_are_kept(game: Game, options: Options) -> None:
    """What a seat does not see, exchanged for something else, changes nothing that leaves for that seat."""
    if not game.hidden:
        return
    assert game.rules.redealt is not None, "something is hidden, and rules.py offers no redealt to check it with"
    rng = random.Random(f"secrets {game.id}{options}")
    exchanged = 0
    for state in some_states(game, options, 8, most=90):
        for seat in (*range(len(state.seats)), None):
            other = game.rules.redealt(state, seat, rng)
            exchanged += other != state
            ours, theirs = _leaving(state, seat), _leaving(other, seat)
            for what, told in ours.items():
                assert told == theirs[what], f"{what} tells seat {seat} what is hidden from it"
    assert exchanged, "nothing was ever exchanged: redealt does nothing"


def _leaving(state: State, seat: int | None) -> dict[str, object]:
    """All that leaves for a seat."""
    shown = drawn(state)
    leaving: dict[str, object] = {
        "the view": state.view(seat),
        "the scene": shown.scene(seat).plain("en"),
        "the text": shown.text(seat, "en").plain(),
        "repr": repr(state),
        "the coach": str(shown.asked(seat).line),
        "what things are": [str(shown.explained(seat, item.id)) for item in shown.scene(seat).items[::9]],
    }
    if seat is not None:
        moves = state.moves(seat)
        leaving |= {
            "a refusal": _refusal(lambda: state.play("no such move", seat), Refusal),
            "the legal moves": [str(move) for move in moves],
            "the words of moves": [str(state.describe(move)) for move in moves],
            "what to click": dict(shown.paths(seat)),
        }
    return leaving


def moves_have_words(game: Game, options: Options) -> None:
    """Every move is something that can be said, in every language."""
    for state, seat, move in random_states(game.start(**options), random.Random(game.id), 40):
        for each in (move, *state.moves(seat)[:20]):
            for language in languages():
                words = state.describe(each).to(language)
                assert words.strip(), f"{each} has no words in {language}"
                assert "{" not in words, f"{each} has a hole in its words: {words}"


def bounds_are_kept(game: Game, options: Options) -> None:
    """No game is longer, and no score higher or lower, than the game declares."""
    start = game.start(**options)
    state = start
    for before, seat, move in random_states(start, random.Random(7), start.longest or 300):
        state = before.play(move, seat)
    assert start.longest is None or state.over, f"still going on after {start.longest} moves"
    if state.outcome is not None:
        low, high = start.score_range
        assert all(low <= score <= high for score in state.outcome.scores), f"{state.outcome.scores} is out of range"


def plain_and_compiled_agree(game: Game, options: Options) -> None:
    """The same random game, move for move, as machine code and as plain Python."""
    if not compiles():
        return
    compiled, plain = (_trace(game, options, disable) for disable in ("0", "1"))
    assert compiled == plain, "machine code and plain Python play different games"


_TRACE = """
import random
from ludotheque.core.cupboard import find
from ludotheque.testing.play import random_states
game = find({game!r})
for at, (state, seat, move) in enumerate(random_states(game.start(**{options!r}), random.Random(5), 70)):
    print(seat, move, len(state.moves(seat)))
    if seat >= 0 and at < 4:
        seen, moves = state.view(seat), state.moves(seat)[:3]
        worths = game.brain.worths(seen, game.brain.memory(), moves, random.Random(1))
        print([round(float(worth), 6) for worth in worths])
print(state.play(move, seat).view(None))
"""


def _trace(game: Game, options: Options, disable: str) -> list[str]:
    code = _TRACE.format(game=game.id, options=options)
    given = {**os.environ, "NUMBA_DISABLE_JIT": disable}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=given, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


Law = Callable[[Game, Options], None]
ONCE: Mapping[str, Law] = {
    law.__name__: law
    for law in (
        labels_are_whole,
        wrong_input_is_refused,
        states_are_values,
        states_travel,
        pieces_keep_their_ids,
        plain_and_compiled_agree,
        searches_are_sound,
        brains_are_of_use,
        variants_are_whole,
        alone_has_an_aim,
        rulebooks_are_whole,
        lessons_can_be_played,
    )
}
"""Laws that are tried with the defaults."""
ALWAYS: Mapping[str, Law] = {
    law.__name__: law
    for law in (
        random_play_is_sound,
        moves_of_other_phases_are_refused,
        views_are_plain,
        secrets_are_kept,
        guesses_agree_with_the_view,
        pictures_are_whole,
        moves_have_words,
        coach_names_what_is_legal,
        bounds_are_kept,
        bots_play,
    )
}
"""Laws that are tried with every option."""

"""The laws every game keeps, at every ply of random play, with every option."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest

import ludotheque as lt
from ludotheque.core.contract import CHANCE, State
from ludotheque.core.text import LANGUAGES, Language
from ludotheque.drawing.drawn import Drawn
from ludotheque.drawing.rulebooks import cover, diagrams, rulebook
from tests.cases import EVERY, Options, drawn, random_states

HERE = Path(__file__).parent
GAMES = list(lt.games())
MOST_PLIES = 120


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_random_play_keeps_the_laws(game: str, options: Options) -> None:
    rng = random.Random(f"{game}{options}")
    start = lt.start(game, **options)
    assert start == lt.start(game, **options)
    assert hash(start) == hash(lt.start(game, **options))
    record = lt.Record.of(start)
    state: State = start
    for before, seat, move in random_states(start, rng, MOST_PLIES):
        check_state(before)
        after = before.play(move, seat)
        assert after != before
        assert after == before.play(str(move), seat), "a move and its text are the same"
        record = record.played(before, move, seat, after)
        state = after
    check_state(state)
    assert lt.Record.loads(record.dumps()) == record
    assert record.replay() == state


def check_state(state: State) -> None:
    assert state.over == (state.outcome is not None) == (state.acting == ())
    for seat in range(len(state.seats)):
        moves = state.moves(seat)
        assert bool(moves) == (seat in state.acting), "a legal move for those who act, none for the others"
        texts = [str(move) for move in moves]
        assert len(set(texts)) == len(texts), "texts are unique"
        assert [state.parse(text) for text in texts] == list(moves), "texts are read back"
        assert len(set(moves)) == len(moves), "moves are values"
    if state.outcome:
        assert len(state.outcome.scores) == len(state.seats)
        assert set(state.outcome.winners) <= set(range(len(state.seats)))
        assert state.outcome.reason in state.game.reasons
        with pytest.raises(lt.IllegalMove):
            state.play("A1")
    else:
        assert state.acting == (CHANCE,) or all(seat in range(len(state.seats)) for seat in state.acting)


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_views_are_plain_and_show_the_state(game: str, options: Options) -> None:
    rng = random.Random(game)
    for at, (state, _, _) in enumerate(random_states(drawn(game, **options), rng, 40)):
        if at % 13:
            continue
        for seat in (*range(len(state.seats)), None):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view, "plain data"
            if not state.game.hidden:
                restored = state.game.part("rules").restore(view)
                assert restored == state
                assert restored.view(seat) == view


@pytest.mark.parametrize(("game", "options"), EVERY[::3])
def test_scenes_and_paths(game: str, options: Options) -> None:
    rng = random.Random(game)
    for at, (some, _, _) in enumerate(random_states(drawn(game, **options), rng, 45)):
        if at % 11 == 0:
            check_picture(cast(Drawn, some))


def check_picture(state: Drawn) -> None:
    scene = state.scene(0)
    ids = [item.id for item in scene.items] + [button.id for button in scene.buttons]
    assert len(set(ids)) == len(ids), "ids are unique"
    symbols = {**state.game.part("board").SYMBOLS, **scene.symbols}
    assert all(item.symbol in symbols for item in scene.items)
    assert {item.group for item in scene.items} - {""} == {group.id for group in scene.groups}
    for seat in set(state.acting) - {CHANCE}:
        paths = state.paths(seat)
        seen = state.scene(seat)
        ids = [item.id for item in seen.items] + [button.id for button in seen.buttons]
        assert set(paths) == {str(move) for move in state.moves(seat)}
        assert all(clicked in ids for path in paths.values() for clicked in path)
        starts = {path[:length] for path in paths.values() for length in range(1, len(path))}
        assert len(set(paths.values())) == len(paths), "each path is one move"
        assert not starts & set(paths.values()), "no path begins another"
    for language in LANGUAGES:
        picture = state.svg(0, language)
        root = ElementTree.fromstring(picture)
        drawn_ids = [element.get("data-id") for element in root.iter() if element.get("data-id")]
        assert set(drawn_ids) == {item.id for item in scene.items}
        for used in re.findall(r"(?:href=\"|url\()#([^\")]+)", picture):
            assert f'id="{used}"' in picture, f"{used} is drawn but not defined"
        assert state.text(0, language).plain()
        assert json.dumps(scene.plain(language))


@pytest.mark.parametrize("game", GAMES)
def test_pieces_keep_their_ids(game: str) -> None:
    """What a move does not touch keeps its id, its symbol and its place."""
    rng = random.Random(game)
    for state, seat, move in random_states(drawn(game), rng, 30):
        before = {item.id: item for item in cast(Drawn, state).scene(0).items}
        after = {item.id: item for item in cast(Drawn, state.play(move, seat)).scene(0).items}
        pieces = [id_ for id_ in before if id_ in after and "floor" not in before[id_].states]
        still = [id_ for id_ in pieces if (before[id_].x, before[id_].y) == (after[id_].x, after[id_].y)]
        assert len(pieces) - len(still) <= 4, "one piece moves, and at most a few marks with it"


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_games_keep_the_bounds_they_declare(game: str, options: Options) -> None:
    start = lt.start(game, **options)
    assert (start.longest is None) == (None in (options.get("max_plies", 0), options.get("stall", 0)))
    states = list(random_states(start, random.Random(7), start.longest or 300))
    before, seat, move = states[-1]
    outcome = before.play(move, seat).outcome
    assert start.longest is None or outcome is not None, "the game is over by then"
    if outcome is not None:
        low, high = start.score_range
        assert all(low <= score <= high for score in outcome.scores)


@pytest.mark.parametrize("game", GAMES)
def test_wrong_input_is_refused_by_name(game: str) -> None:
    with pytest.raises(ValueError, match="colour_of_the_sky"):
        lt.start(game, colour_of_the_sky="blue")
    for option in lt.games()[game].options:
        with pytest.raises(ValueError, match=option.name):
            lt.start(game, **{option.name: object()})
    state = lt.start(game)
    with pytest.raises(ValueError, match="seat 99"):
        state.moves(99)
    with pytest.raises(ValueError, match="seat 99"):
        state.view(99)
    for text in ("", "   ", "hello", "A0-A1", "Z9", "😀", "A1-A1-A1", "1" * 500):
        with pytest.raises(lt.IllegalMove):
            state.play(text)
    for idle in set(range(len(state.seats))) - set(state.acting):
        with pytest.raises(lt.IllegalMove, match="turn"):
            state.play(state.moves()[0], seat=idle)


@pytest.mark.parametrize("game", GAMES)
def test_states_cannot_be_changed_from_outside(game: str) -> None:
    state = lt.start(game)
    before = repr(state)
    cast(dict[str, object], state.options)["players"] = 99
    lt.games().pop(game)
    assert lt.start(game) == state
    assert repr(state) == before
    for wrong in (None, 7, (40, 32), object()):
        with pytest.raises(lt.IllegalMove, match="is not a move"):
            state.play(cast(str, wrong))


@pytest.mark.parametrize("game", GAMES)
def test_labels_are_complete(game: str) -> None:
    label = lt.games()[game]
    for text in (label.title, label.blurb, *label.reasons.values(), *(option.label for option in label.options)):
        assert text.fr.strip()
        assert text.en.strip()
    for option in label.options:
        assert option.read(option.write(option.default)) == option.default, f"{option.name} is read as it is written"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rulebooks_and_their_diagrams(game: str, language: Language) -> None:
    label = lt.games()[game]
    text = rulebook(label, language).read_text(encoding="utf-8")
    pictures = list(diagrams(label, language))
    assert len(pictures) >= 4
    assert sum(picture.is_cover for picture in pictures) == 1, "one picture is on the lid of the box"
    assert cover(label, language).is_file()
    assert text.count("](diagrams/") == len(pictures), "every picture has a recipe that can be read"
    for option in label.options:
        assert f"`{option.name}" in text, f"the rulebook tells the option {option.name}"
    for picture in pictures:
        stored = (rulebook(label, language).parent / picture.path).read_text(encoding="utf-8")
        assert stored == picture.svg(label), f"{picture.path} is old: run `make diagrams`"
        assert picture.alt


@pytest.mark.parametrize("game", GAMES)
def test_each_game_brings_its_oracles(game: str) -> None:
    """A game without counted positions or without a recorded game is not finished."""
    assert (HERE / "perft" / f"{game}.txt").is_file()
    assert list((HERE / "playthroughs").glob(f"{game}*.txt"))


@pytest.mark.parametrize("path", sorted((HERE / "playthroughs").glob("*.txt")), ids=lambda path: path.stem)
def test_recorded_games_replay(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = lt.Record.loads(text)
    assert record.replay().over
    assert record.dumps() == text

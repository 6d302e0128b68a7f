"""Laws about what a label declares besides facts: the games within the box, and the game for one player."""

from __future__ import annotations

import random
from xml.etree import ElementTree

from ludotheque.core.contract import Game
from ludotheque.core.solo import is_alone
from ludotheque.core.variants import options_of, setting_words, variant_of
from ludotheque.drawing.rulebooks import variant_picture
from ludotheque.testing.play import Options, random_states

_GAMES = 20


def variants_are_whole(game: Game, options: Options) -> None:
    """Each variant has words and a picture of its own and can be played; they name the same options, and one of them is
    the game as the box has it."""
    if not game.variants:
        return
    named = options_of(game.variants)
    pictures = set()
    for variant in game.variants:
        assert str(variant.name).strip(), f"{variant.id} has no name"
        assert str(variant.line).strip(), f"{variant.id} has no line"
        assert set(variant.options) == named, f"{variant.id} leaves out what other variants choose"
        state = game.start(**variant.options)
        assert variant_of(game.variants, game.options, state.options_changed) == variant, f"{variant.id} is another one"
        assert str(variant.name) in str(setting_words(game.variants, game.options, state.options_changed))
        picture = variant_picture(game, variant)
        ElementTree.fromstring(picture)
        pictures.add(picture)
    assert len({variant.id for variant in game.variants}) == len(game.variants), "two variants have one id"
    assert len(pictures) == len(game.variants), "two variants look the same"
    assert variant_of(game.variants, game.options, {}) is not None, "the defaults are no variant"


def alone_has_an_aim(game: Game, options: Options) -> None:
    """Who plays alone is told what for, and what they reach can be compared and told."""
    solo = game.solo
    if solo is None:
        return
    start = game.start(**solo.options)
    assert is_alone(start), "the options of the game for one give it to several"
    assert str(solo.aim).strip(), "nobody says what one plays for alone"
    assert solo.measures, "nothing tells which of two results is better"
    assert solo.result(start) is None, "a game that has not begun has a result"
    for seed in range(_GAMES):
        state = start
        for before, seat, move in random_states(start, random.Random(seed), start.longest or 400):
            state = before.play(move, seat)
        result = solo.result(state)
        if result is not None:
            assert str(solo.told(result)).strip(), "a result has no words"
            assert len(solo.rank(result)) == len(result)
            return

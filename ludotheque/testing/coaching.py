"""The laws about the coach and about lessons."""

from __future__ import annotations

import random
import re

from ludotheque.core.catalogues import languages
from ludotheque.core.contract import CHANCE, Game
from ludotheque.core.lesson import MOST_STEPS, Moment, lessons_of, moments
from ludotheque.core.text import Text
from ludotheque.drawing import lessons
from ludotheque.drawing.coach import coach_of, explained
from ludotheque.drawing.drawn import Drawn, drawn
from ludotheque.testing.play import Options, random_states

_PLIES = 60
_EVERY = 12
"""At every so many moments all is pointed at: the words are the same ones again and again."""
_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|„[^“]*“")
_SENTENCE_ENDS = re.compile(r"[.!?…](?=\s)")
_LONGEST = 110
"""So many letters are read before the eye goes back to the board."""


def coach_names_what_is_legal(game: Game, options: Options) -> None:
    """At every moment every seat is told what is asked of it, in every language; those who may act, something that they
    may do. Everything on the table explains itself, and nothing that can be chosen says why not."""
    rng, said = random.Random(f"coach {game.id}{options}"), set[str]()
    for number, (state, _, _) in enumerate(random_states(game.start(**options), rng, _PLIES)):
        shown = drawn(state)
        for seat in (None, *range(len(state.seats))):
            _line_is_true(shown, seat, said)
        for seat in set(state.acting) - {CHANCE} if number % _EVERY == 2 else ():
            _things_are_explained(shown, seat, rng, said)


def _line_is_true(state: Drawn, seat: int | None, said: set[str]) -> None:
    asked = state.asked(seat)
    _has_words(asked.line, f"the coach's line for seat {seat}", said)
    if seat is None or seat not in state.acting:
        assert not asked.things, f"seat {seat} may not act, and is told to choose {asked.things}"
        return
    paths = state.paths(seat)
    open_now = {path[0] for path in paths.values()}
    assert asked.things, f"seat {seat} may act, and the coach names nothing"
    assert set(asked.things) <= open_now, f"the coach names what cannot be chosen: {set(asked.things) - open_now}"
    if any(len(path) > 1 for path in paths.values() if path[0] in asked.things):
        _has_words(asked.then, "what is asked after the first click", said)


def _things_are_explained(state: Drawn, seat: int, rng: random.Random, said: set[str]) -> None:
    """Everything that lies there, with nothing chosen and with something."""
    coach, view, paths = coach_of(state.game), state.view(seat), state.paths(seat)
    begun = rng.choice(list(paths.values()))[:1]
    for item in state.scene(seat).items:
        told = explained(coach, view, paths, (), item)
        if str(item.name) and "floor" not in item.states:
            _has_words(told.what, f"what {item.id} is", said)
        if item.id in {path[0] for path in paths.values()}:
            assert not str(told.why), f"{item.id} can be chosen, and says why not: {told.why}"
        for why in (told.why, explained(coach, view, paths, begun, item).why):
            if str(why):
                _has_words(why, f"why {item.id} cannot be chosen", said)


def _has_words(text: Text, what: str, said: set[str]) -> None:
    """Words in every language, for what was not said before."""
    assert str(text).strip(), f"{what} has no words"
    if str(text) in said:
        return
    said.add(str(text))
    for language in languages():
        words = text.to(language)
        assert words.strip(), f"{what} has no words in {language}"
        assert "{" not in words, f"{what} has a hole in its words: {words}"


def lessons_can_be_played(game: Game, options: Options) -> None:
    """Every step of every lesson can be done and nothing else is let through; it is said in one sentence, in every
    language; and the little game at the end can be begun."""
    said = set[str]()
    for lesson in lessons_of(game):
        assert len(lesson.steps) < MOST_STEPS, f"{lesson.id} has too many steps"
        for text in (lesson.title, lesson.end):
            _has_words(text, f"lesson {lesson.id}", said)
        for number, moment in enumerate(moments(game, lesson), 1):
            _step_is_sound(moment, f"step {number} of {lesson.id}", said)
        assert not game.start(**lesson.game).over, f"the little game of {lesson.id} is over before it begins"
    assert len({lesson.id for lesson in lessons_of(game)}) == len(lessons_of(game)), "two lessons have the same id"


def _step_is_sound(moment: Moment, where: str, said: set[str]) -> None:
    if str(moment.step.words) not in said:
        _is_one_sentence(moment.step.words, where)
    _has_words(moment.step.words, where, said)
    seat = moment.step.seat
    assert seat in moment.state.acting, f"{where}: it is not the learner's turn"
    [(move, way)] = lessons.told(moment, "en").paths.items()
    legal = drawn(moment.state).paths(seat)
    assert legal.get(move) == way, f"{where} asks for what cannot be clicked"
    assert moment.state.play(move, seat) == moment.after, f"{where} leads elsewhere"
    things = {item.id for item in drawn(moment.state).scene(seat).items}
    for other in {path[0] for path in legal.values()} & things - set(way):
        why = lessons.explained(moment, other).why
        _has_words(why, f"{where}: why {other} is not asked for", said)
    assert not str(lessons.explained(moment, way[0]).why), f"{where}: what is asked for says why not"


def _is_one_sentence(text: Text, where: str) -> None:
    """A short one, in every language; what is quoted may end with a mark of its own."""
    for language in languages():
        words = text.to(language).strip()
        assert len(words) <= _LONGEST, f"{where} is long in {language}: {words}"
        inside = _QUOTED.sub("", words).lstrip("…").rstrip(" .!?…")
        assert not _SENTENCE_ENDS.search(inside), f"{where} is more than one sentence in {language}: {words}"

"""How long lessons take, as far as that follows from words and clicks; `benchmarks/lessons.py` measures the rest."""

from __future__ import annotations

import pytest

from benchmarks.lessons import A_CLICK, MOST, WORDS_A_SECOND
from ludotheque.core.catalogues import Language, languages
from ludotheque.core.cupboard import find
from ludotheque.core.lesson import lessons_of, moments
from ludotheque.drawing.lessons import told
from tests.cases import OURS

SHOWN = 0.8
"""How long what somebody does moves, and what `lesson.js` waits for it to be seen: about so many seconds each."""
LOOKED_AT = 0.8


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("language", sorted(languages()))
def test_the_basics_take_no_longer_than_they_may(game: str, language: Language) -> None:
    """In every language: some need a quarter more words than English, in which they are measured."""
    basics, seconds = lessons_of(find(game))[0], 0.0
    for moment in moments(find(game), basics):
        step = told(moment, language)
        [way] = step.paths.values()
        seconds += len(step.words.split()) / WORDS_A_SECOND + A_CLICK * len(way)
        seconds += (SHOWN + LOOKED_AT) * (1 + len(step.earlier))
    assert seconds < MOST

"""All laws as tests: `pytest --pyargs ludotheque.testing.suite`, or imported by a package's own tests."""

from __future__ import annotations

from ludotheque.core.contract import Game
from ludotheque.testing.laws import Law
from ludotheque.testing.play import Options

Tried = tuple[Law, Game, Options]


class TestLaws:
    """The laws of every game; the plug-in says of which."""

    def test_law(self, law_once: Tried) -> None:
        law, game, options = law_once
        law(game, options)

    def test_law_with_options(self, law_always: Tried) -> None:
        law, game, options = law_always
        law(game, options)

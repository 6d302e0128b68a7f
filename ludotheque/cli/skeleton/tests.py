"""Bachet: examples of the rules, and the laws every game keeps."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.testing.suite import TestLaws as TestLaws

GAMES = ["bachet"]
"""The game whose laws are tried."""


def test_who_takes_the_last_pebble_wins() -> None:
    end = lt.start("bachet", pile=4).play("take 3").play("take 1")
    assert end.outcome is not None
    assert end.outcome.winners == (1,)


def test_more_than_there_are_cannot_be_taken() -> None:
    state = lt.start("bachet", pile=4).play("take 3")
    with pytest.raises(lt.IllegalMove, match="only 1 pebble is left"):
        state.play("take 2")

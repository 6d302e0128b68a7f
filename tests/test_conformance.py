"""The laws of every game, with every option; and what this cupboard asks of its own games besides."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.core.catalogues import languages
from ludotheque.drawing.rulebooks import cover, diagrams, rulebooks
from ludotheque.testing.suite import TestLaws as TestLaws
from tests.cases import OURS

HERE = Path(__file__).parent
GAMES = OURS


@pytest.mark.parametrize("game", GAMES)
def test_rulebooks_are_there_in_every_language(game: str) -> None:
    label = lt.games()[game]
    found = rulebooks(label)
    assert set(found) == set(languages())
    assert cover(label) is not None
    for path in found.values():
        assert len(list(diagrams(path))) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_games_end_unless_they_were_asked_not_to(game: str) -> None:
    label = lt.games()[game]
    limits = [option.name for option in label.options if option.name in ("max_plies", "stall", "max_rounds")]
    assert label.start().longest is not None
    for name in limits:
        assert label.start(**{name: None}).longest is None, f"without {name} nothing ends the game"


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


def test_the_cupboard_cannot_be_changed_from_outside() -> None:
    lt.games().pop("hopsy")
    assert "hopsy" in lt.games()

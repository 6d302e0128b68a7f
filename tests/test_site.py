"""The documentation site is built strictly, and the figures of the games' pages are what is measured."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from tests.cases import OURS
from tools import gamepages
from tools.facts import SPACES, widths
from tools.sitedocstrings import with_code

ROOT = Path(__file__).parents[1]


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """As `make site` builds it, without running the notebooks: they have a test of their own."""
    command = [sys.executable, "-m", "mkdocs", "build", "-d", str(folder)]
    environment = {**os.environ, "SITE_NOTEBOOKS": "plain", "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_site_is_built_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    done = build(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    for game in OURS:
        shown = (tmp_path / "docs" / "games" / f"{game}.html").read_text("utf-8")
        assert "branching factor" in shown
        assert f"ludotheque/{game}-v1" in shown
    reference = (tmp_path / "docs" / "reference.html").read_text("utf-8")
    for name in ("start", "batch", "playouts", "TextPlayer", "BatchEnv"):
        assert f">{name}</span>" in reference, f"{name} is not in the reference"
    assert "&gt;&gt;&gt;" in reference, "examples are code"
    assert "<blockquote>" not in reference
    assert (tmp_path / "examples" / "notebooks" / "arena.ipynb.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_a_page_says_what_is_measured(game: str) -> None:
    """Make them anew with `make figures`."""
    assert gamepages.page(lt.games()[game]) == (gamepages.PAGES / f"{game}.md").read_text("utf-8")


def test_examples_of_docstrings_become_code() -> None:
    assert with_code("It is.\n\n>>> 1\n1\n>>> 2\n2\n\nMore.") == "It is.\n\n```pycon\n>>> 1\n1\n>>> 2\n2\n```\n\nMore."
    assert with_code("No example: a >> b.") == "No example: a >> b."


def test_every_game_has_a_page() -> None:
    assert set(OURS) == set(gamepages.CASES) == set(SPACES) == {path.stem for path in gamepages.PAGES.glob("*.md")}


def test_sizes_are_those_of_small_cases_counted_by_hand() -> None:
    assert SPACES["rolit"](lt.start("rolit", size=4)).arrangements == 3**12 * 2 * 2 * 3 * 3
    assert SPACES["plic_plac"](lt.start("plic_plac", cards="2x2", players=1)).arrangements == 24 * 2**4
    small = lt.start("rolit", size=4)
    assert widths(small)[:2] == [1, 3]
    assert all(width <= small.perft(depth) for depth, width in enumerate(widths(small)))

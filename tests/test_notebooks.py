"""The notebooks run from top to bottom, each in a kernel of its own, and show pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import ludotheque as lt
from ludotheque.research.pictures import SHOWN
from tests.cases import OURS
from tests.volume import usually

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))
_PATIENCE = 300
"""Seconds for a cell: machines may be busy, and rules may have to be compiled."""


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


def test_there_are_three_kept_without_what_they_print() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["arena", "play_and_analyse", "train_on_batches"]
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, 4)
        nbformat.validate(notebook)
        assert outputs(notebook) == [], f"{path.name}: clear all outputs"


@pytest.mark.slow
@pytest.mark.parametrize("name", usually(["play_and_analyse"], [path.stem for path in NOTEBOOKS]))
def test_it_runs_from_top_to_bottom(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(NOTEBOOKS[0].with_name(f"{name}.ipynb"), 4)
    NotebookClient(notebook, timeout=_PATIENCE, resources={"metadata": {"path": str(tmp_path)}}).execute()
    told = outputs(notebook)
    assert not [output for output in told if output.get("name") == "stderr"]
    shown = [output.get("data", {}) for output in told]
    assert any("<svg" in data.get("image/svg+xml", "") for data in shown)


@pytest.mark.slow  # it compiles what nothing else of a quick look needs
@pytest.mark.parametrize("game", usually(("rolit", "hop_plie"), OURS))
def test_a_batch_shows_its_first_games(game: str) -> None:
    options: dict[str, Any] = {"players": 1} if game == "hop_plie" else {}
    many = lt.batch(game, SHOWN + 1, seed=2, **options)
    assert repr(many) == f"<{SHOWN + 1} games of {game} on the cpu, 0 over>"
    before = many._repr_html_()
    many.step(many.random_actions())
    after = many._repr_html_()
    assert before.count("<img") == after.count("<img") == SHOWN
    assert before != after


def test_a_state_shows_what_a_spectator_sees() -> None:
    state = lt.start("plic_plac", cards="2x2").play("first 1").play("deal cR cO sR sO").play("look 3")
    assert state._repr_svg_() == state.svg(None) != state.svg(0)

"""The example of a game from outside: its own tests, types and lint hold, as somebody who installed it runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_QUARTO = Path(__file__).parents[1] / "examples" / "quarto"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """As if it were installed: what an installer writes beside it, and the way there."""
    facts = tmp_path / "ludotheque_quarto-0.1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: ludotheque-quarto\nVersion: 0.1\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text("[ludotheque.games]\nquarto = quarto:GAME\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(_QUARTO)])}


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [["pytest", "-q", "-p", "no:cacheprovider"], ["mypy"], ["ruff", "check"], ["ruff", "format", "--check"]],
    ids=["tests", "types", "lint", "format"],
)
def test_it_holds(environment: dict[str, str], command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=_QUARTO, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_it_is_on_the_shelf(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "ludotheque", "--lang", "fr", "games"]
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert "Quarto (quarto)" in shown
    assert "Quatre en petit carré gagnent aussi" in shown

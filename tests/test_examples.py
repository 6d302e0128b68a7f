"""The examples of a game and of a bot from outside: their own tests and types hold, as somebody who installed
them runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_EXAMPLES = Path(__file__).parents[1] / "examples"
_ANNOUNCED = {
    "quarto": "[ludotheque.games]\nquarto = quarto:GAME\n",
    "learner": "[ludotheque.bots]\nlearner = learner.bot:Learner\n",
}
_COMMANDS = {
    "tests": ["pytest", "-q", "-p", "no:cacheprovider"],
    "types": ["mypy"],
}


def installed(example: str, folder: Path) -> dict[str, str]:
    """As if it were installed: what an installer writes beside it, and the way there."""
    facts = folder / f"ludotheque_{example}-0.1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: ludotheque-{example}\nVersion: 0.1\n", "utf-8")
    (facts / "entry_points.txt").write_text(_ANNOUNCED[example], encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(_EXAMPLES / example)])}


@pytest.mark.slow
@pytest.mark.parametrize("command", _COMMANDS)
@pytest.mark.parametrize("example", _ANNOUNCED)
def test_it_holds(tmp_path: Path, example: str, command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *_COMMANDS[command]],
        cwd=_EXAMPLES / example,
        env=installed(example, tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_game_is_on_the_shelf(tmp_path: Path) -> None:
    shown = _said(installed("quarto", tmp_path), "--lang", "fr", "games")
    assert "Quarto (quarto)" in shown
    assert "Quatre en petit carré gagnent aussi" in shown


@pytest.mark.slow
def test_the_bot_meets_others_in_the_arena(tmp_path: Path) -> None:
    shown = _said(installed("learner", tmp_path), "arena", "rolit", "learner", "random", "--games", "8", "-o", "size=4")
    assert "learner" in shown


def _said(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", *command], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout

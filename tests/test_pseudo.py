"""The terminal in a language nobody speaks (see tests/pseudo.py): nothing bypasses the catalogues."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core.cupboard import find
from tests import pseudo
from tests.cases import OURS

_TITLES = [str(find(game).title) for game in OURS]
_CODE = re.compile(r"-o \S+|\(\w+\)|^\s*--\S+.*?(?=⟦)", re.MULTILINE)
"""What one types: options, ids."""


@pytest.fixture(scope="module")
def locale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    pseudo.write(folder)
    return folder


def _said(locale: Path, *words: str, typed: str = "", status: int = 0) -> str:
    """What a command says, but for what one types oneself."""
    spoken = {"LUDOTHEQUE_LOCALES": str(locale), "LUDOTHEQUE_LANG": pseudo.CODE, "NO_COLOR": "1"}
    command = [sys.executable, "-m", "ludotheque", *words]
    given = {**os.environ, **spoken}
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False, env=given)
    assert done.returncode == status, done.stderr
    assert pseudo.OPEN in done.stdout + done.stderr
    return _CODE.sub(" ", done.stdout + done.stderr)


@pytest.mark.slow
def test_the_boxes(locale: Path) -> None:
    boxes = _said(locale, "games")
    assert not pseudo.bypassing(boxes, *_TITLES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "typed"),
    [
        pytest.param("hopsy", "F3-E4\nhint\nnonsense\nA1-A1\nquit\n", marks=pytest.mark.thorough),
        pytest.param("hops_dice", "?\nquit\n", marks=pytest.mark.thorough),
        ("rolit", "C5\nundo\nC5\nquit\n"),
        ("plic_plac", "look 3\npass\nquit\n"),
        ("hop_plie", "black\nrow A1-A3\nquit\n"),
    ],
)
def test_a_table(locale: Path, game: str, typed: str) -> None:
    """What is typed there, in this language too, is notation: it is left out."""
    told = _said(locale, "play", game, "--bot", "random", "--seed", "3", typed=typed)
    lines = [line for line in told.splitlines() if not re.fullmatch(r"(⟦.*⟧ > )?[\w+~*-]+( {2}[\w+~*-]+)*", line)]
    notation = re.sub(r"\((look|first|deal|row|roll|done|black|white|pass)[^)]*\)", " ", "\n".join(lines))
    assert not pseudo.bypassing(notation, "nonsense", "plic-plac", "oU", *_TITLES)


@pytest.mark.slow
def test_a_replay(locale: Path) -> None:
    told = _said(locale, "replay", "tests/playthroughs/rolit.txt", "--analyse")
    assert not pseudo.bypassing(told, "Ada", "Bo", *_TITLES)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["play", "chess"],
        ["play", "rolit", "-o", "size=5"],
        ["replay", "/nowhere.txt"],
        ["perft", "plic_plac", "--depth", "3"],
    ],
)
def test_refusals(locale: Path, words: list[str]) -> None:
    told = _said(locale, *words, status=2)
    assert not pseudo.bypassing(told)

"""Games told natively and in a browser, side by side: what is compiled to WebAssembly comes to the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from ludotheque.app.module import sources
from tests.app import told
from tests.app.house import house, run
from tests.cases import CASES
from tests.volume import THOROUGH

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(browser: Browser, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with house(browser, built, tmp_path_factory.mktemp("space")) as opened:
        yield opened


_OPTIONS: list[told.Case] = [(game, options, 12, 12 if THOROUGH else 4) for game, options in CASES]
"""Every value of every option of every game; each level plays in turn."""


def test_games_are_told_alike_natively_and_in_a_browser(page: Page) -> None:
    source = Path(told.__file__).read_text(encoding="utf-8")
    cases = [*(told.MORE if THOROUGH else told.CASES), *_OPTIONS]
    there = run(page, f"{source}\nall_told({cases!r})").splitlines()
    for ours, theirs in zip(told.all_told(cases).splitlines(), there, strict=True):
        assert theirs == ours


def test_everything_there_was_compiled(page: Page) -> None:
    """Those functions that Python has called and that take rows came from the module, made from these very sources."""
    code = """
from ludotheque.core.boards import compiled, sidemodule
import json
plain = [each.name for each in compiled.KNOWN.values()
         if each.called and each.signature and each.signature.has_rows and each._run is each.plain]
json.dumps([sidemodule.side_module().sources, plain])
"""
    assert json.loads(run(page, code)) == [sources(), []]


def test_an_error_in_compiled_code_is_an_exception_with_its_message(page: Page) -> None:
    code = """
from ludotheque.games.hop_plie.turns import room_for
told = []
for width in (-1, 1 << 40):
    try:
        room_for(width)
    except (ValueError, MemoryError) as error:
        told.append(f"{type(error).__name__}: {error}")
told.append(str([rows.shape for rows in room_for(2)[:3]]))
"\\n".join(told)
"""
    assert run(page, code).splitlines() == [
        "ValueError: negative dimensions not allowed",
        "MemoryError: Allocation failed (probably too large).",
        "[(2, 68), (2,), (2,)]",
    ]


def test_rows_that_do_not_fit_are_refused(page: Page) -> None:
    code = """
from ludotheque.core.boards.arrays import np
from ludotheque.core.boards.lines import total
told = []
for rows in (np.zeros((2, 2), np.float64), np.zeros((4, 2), np.int64)[::2]):
    try:
        total(rows, 1)
    except TypeError as error:
        told.append(str(error))
"\\n".join(told)
"""
    assert len(run(page, code).splitlines()) == 2


_SPOKEN = """
import json
from ludotheque.core.catalogues import catalogue, languages
from ludotheque.core.cupboard import games
titles = [game.title for game in games().values()]
said = json.dumps([[each, catalogue(each).gettext("This is you"), *(str(title.to(each)) for title in titles)]
                   for each in languages()])
"""


def test_every_language_is_spoken_there(page: Page) -> None:
    """What Python remembers when it begins knows all of them, and what is said in each comes from its catalogue."""
    ours: dict[str, str] = {}
    exec(_SPOKEN, ours)
    assert json.loads(run(page, f"{_SPOKEN}\nsaid")) == json.loads(ours["said"])

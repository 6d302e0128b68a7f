"""The pytest plug-in: says which games and options the laws are tried on."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ludotheque.core.cupboard import find, games
from ludotheque.testing.laws import ALWAYS, ONCE
from ludotheque.testing.play import called, cases

_LONG = {"brains_are_of_use", "plain_and_compiled_agree"}
"""The laws that take long. A quick look leaves them out, and takes a game as it comes out of its box."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--game", action="append", default=[], metavar="ID", help="the game whose laws are tried; several are possible"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes long; left out of a quick look")


def _tried(laws: list[str], at: int, options: Mapping[str, object]) -> list[str]:
    """All laws for a game with one option changed; with two, one law, each in its turn."""
    return laws if len(options) < 2 else [laws[at % len(laws)]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives the laws of `suite.TestLaws` their games: those of `--game`, of the module's GAMES, or all there are."""
    if not {"law_once", "law_always"} & set(metafunc.fixturenames):
        return
    chosen = metafunc.config.getoption("--game") or vars(metafunc.module).get("GAMES") or list(games())
    laws, fixture = (ONCE, "law_once") if "law_once" in metafunc.fixturenames else (ALWAYS, "law_always")
    parameters = []
    for name in chosen:
        game = find(name)
        for at, options in enumerate([{}] if fixture == "law_once" else cases(game)):
            for law in _tried(list(laws), at, options):
                marks = [pytest.mark.slow] if at or law in _LONG else []
                id_ = f"{name}-{called(options)}-{law}"
                parameters.append(pytest.param((laws[law], game, options), id=id_, marks=marks))
    metafunc.parametrize(fixture, parameters)

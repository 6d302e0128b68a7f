"""The cupboard: finds the games by listing their folder. A new folder is a new game; nothing else changes."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from ludotheque.core.contract import Game
from ludotheque.core.text import Refusal, Text

_SHELF = "ludotheque.games"


def games() -> dict[str, Game]:
    """Every game by its id. Only the labels are read: no rules, no compiler."""
    return dict(_found())


@cache
def _found() -> dict[str, Game]:
    shelf = importlib.import_module(_SHELF)
    boxes = (importlib.import_module(f"{_SHELF}.{info.name}") for info in pkgutil.iter_modules(shelf.__path__))
    return {box.GAME.id: box.GAME for box in boxes}


def find(name: str) -> Game:
    """The game with this id; a wrong one is refused with a list of those there are."""
    try:
        return games()[name]
    except KeyError:
        listed = ", ".join(games())
        raise Refusal(
            Text(
                f"il n'y a pas de jeu {name!r} ; les jeux sont {listed}",
                f"there is no game {name!r}; the games are {listed}",
            )
        ) from None

"""The cupboard: finds the games. Ours lie in the folder `games/`; others are found by the entry points
`ludotheque.games` of installed packages. A new folder, or a new package, is a new game; nothing else changes."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from ludotheque.core.catalogues import add_folder
from ludotheque.core.contract import Game
from ludotheque.core.text import Refusal, Text

SHELF = "ludotheque.games"
"""The folder of our own games, and the name under which other packages announce theirs."""


def games() -> dict[str, Game]:
    """Every game by its id. Only the labels are read: no rules, no compiler."""
    return dict(_found())


@cache
def _found() -> dict[str, Game]:
    shelf = importlib.import_module(SHELF)
    ours = [importlib.import_module(f"{SHELF}.{info.name}").GAME for info in pkgutil.iter_modules(shelf.__path__)]
    found = {game.id: game for game in ours}
    for name, game in sorted(_from_elsewhere().items()):
        found.setdefault(name, game)
    return found


def _from_elsewhere() -> dict[str, Game]:
    """The games of other packages. One that cannot be loaded is left out, and the log says why: the others play on."""
    import logging
    from importlib.metadata import entry_points  # takes longer to load than all labels together

    found = {}
    for point in entry_points(group=SHELF):
        try:
            game = point.load()
            if not isinstance(game, Game):
                raise TypeError(f"{point.value} is no Game")
            add_folder(Path(str(importlib.import_module(game.package).__file__)).parent / "locale")
        except Exception:
            logging.getLogger(__name__).exception("the game %s cannot be loaded", point.name)
        else:
            found[game.id] = game
    return found


def find(name: str) -> Game:
    """The game with this id; a wrong one is refused with a list of those there are."""
    try:
        return games()[name]
    except KeyError:
        raise Refusal(
            Text("there is no game {name}; the games are {games}", name=repr(name), games=", ".join(games()))
        ) from None

"""The shelf: one folder per game, found by listing it.

The folder shares its name with the public function `ludotheque.games()`, and importing a game binds the folder to that
name. So the folder can be called too, and gives the same answer.
"""

import sys
from types import ModuleType

from ludotheque.core.contract import Game
from ludotheque.core.cupboard import games


class _Shelf(ModuleType):
    def __call__(self) -> dict[str, Game]:
        return games()


sys.modules[__name__].__class__ = _Shelf

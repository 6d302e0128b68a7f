"""Games on paper: PDFs are made in a process of their own, one after the other, and kept for whoever asks next.

Making one takes seconds of plain computing: in a thread it would hold up everybody. Those who ask for the same wait for
the same work; when too many different ones are wanted at once, the next is asked to come back.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from ludotheque.core.catalogues import Language
from ludotheque.core.contract import Game
from ludotheque.core.cupboard import find
from ludotheque.core.options import Given, changed, read_all
from ludotheque.core.text import Refusal, Text
from ludotheque.paper.sizes import paper_named, what_named
from ludotheque.server.think.processes import Thinkers
from ludotheque.tables.opening import refuse_files
from ludotheque.tables.refusals import Refused

_SECONDS = 60.0
"""So long one document may take."""
_KEPT_BYTES = 32 << 20
_MOST_WAITING = 8


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody would like to print."""

    game: str
    paper: str
    what: str
    language: Language
    options: tuple[tuple[str, str], ...] = ()


def wish_of(game: Game, paper: str, what: str, language: Language, given: Given) -> Wish:
    """A wish, the same for all who want the same; refuses what cannot be printed."""
    refuse_files(game, given)
    options = changed(game.options, read_all(game.id, game.options, given))
    paper_named(paper)
    return Wish(game.id, paper.lower(), what_named(what), language, tuple(sorted(options.items())))


def make(wish: Wish) -> bytes | Refusal:
    """The document (in a process of bots), or why there is none."""
    from ludotheque.paper.document import pdf

    try:
        chosen = paper_named(wish.paper), wish.language, what_named(wish.what)
        return pdf(find(wish.game), *chosen, dict(wish.options))
    except Refusal as error:
        return error


class Printing:
    """The process that makes documents, and those it has made."""

    def __init__(self) -> None:
        self._press = Thinkers(1, _SECONDS)
        self._made: OrderedDict[Wish, bytes] = OrderedDict()
        self._making: dict[Wish, asyncio.Task[bytes]] = {}

    def has(self, wish: Wish) -> bool:
        """Whether it is made already, or being made."""
        return wish in self._made or wish in self._making

    async def pdf(self, wish: Wish) -> bytes:
        """The document."""
        if wish in self._made:
            self._made.move_to_end(wish)
            return self._made[wish]
        task = self._making.get(wish)
        if task is None:
            if len(self._making) >= _MOST_WAITING:
                raise Refused("busy", Text("The printer is busy: try again in a moment."))
            task = self._making[wish] = asyncio.create_task(self._make(wish))
        return await asyncio.shield(task)  # who goes away does not stop the others' work

    async def _make(self, wish: Wish) -> bytes:
        try:
            made = await self._press.run("", make, wish)
        except TimeoutError as error:
            raise Refused("busy", Text("The printer is busy: try again in a moment.")) from error
        finally:
            del self._making[wish]
        if isinstance(made, Refusal):
            raise made
        self._made[wish] = made
        while sum(map(len, self._made.values())) > _KEPT_BYTES and len(self._made) > 1:
            self._made.popitem(last=False)
        return made

    async def close(self) -> None:
        """Stops all work."""
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._press.close()

"""The house with all that goes on in it: answers requests, lets bots think, keeps the time."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ludotheque.answers.refusing import refusal, status_of
from ludotheque.bots.alone import Alone
from ludotheque.core.catalogues import Language
from ludotheque.core.text import Refusal
from ludotheque.home import asked, work
from ludotheque.home.asked import Answer, Asked
from ludotheque.home.house import House, Keep, Needed, viewer
from ludotheque.home.turns import Task, Turns
from ludotheque.tables.jobs import Verdict
from ludotheque.tables.log import Entry, now_ms
from ludotheque.tables.refusals import BROKEN, refused

Told = dict[str, Any]
_NOTHING = 204


class Rooms:
    """One house, its bots, and who waits for an answer."""

    def __init__(self) -> None:
        self.house = House()
        self.turns = Turns(self.house)
        self.trials: dict[tuple[str, tuple[tuple[str, str], ...]], list[Alone]] = {}
        """The games that bots have played alone, by game and options; the one that goes on last."""
        self.verdicts: dict[tuple[str, int], list[Verdict]] = {}
        """What is thought of the moves of finished games, by table and number."""
        self.exported: dict[str, dict[str, object] | None] = {}
        """Tables as they are told to whoever takes all along, until all are."""
        self._tasks: dict[int, list[Task]] = {}
        """By the number of what is to be kept first."""
        self._languages: dict[int, Language] = {}
        """Of those who wait for what bots think, by the ticket."""

    def answer(self, told: Mapping[str, Any]) -> Told:
        """What a request is answered, and what is to be kept before that."""
        request = Asked.read(told)
        return self._answered(request.language, lambda: self._handled(request))

    def _handled(self, request: Asked) -> Answer:
        handler, place = asked.found(request.method, request.path)
        return handler(self, replace(request, place=place))

    def _answered(self, language: Language, made: Callable[[], Answer]) -> Told:
        try:
            return self._told(made(), language)
        except Needed as needed:
            return {**_EMPTY, "status": None, "need": [needed.table]}
        except Refusal as error:
            return {**_EMPTY, "status": status_of(error), "content": {"error": refusal(error, language)}}
        except Exception:
            traceback.print_exc()
            broken = refused(BROKEN)
            return {**_EMPTY, "status": status_of(broken), "content": {"error": refusal(broken, language)}}

    def _told(self, answer: Answer, language: Language) -> Told:
        keep = answer.keep
        change = keep.change if keep else None
        if change is not None:
            tasks = self.turns.wanted([change.table])
        else:
            tasks = self.turns.wanted([self.house.table(table) for table in answer.tables])
        token = None
        if keep is not None:
            token = self.house.pending(keep)
            self._tasks[token] = tasks
        if answer.task is not None:
            tasks = [*tasks, answer.task]
            self._languages[answer.task.ticket] = language
        shown: Told = {"text": answer.text, "media": answer.media, "name": answer.name} if answer.media else {}
        return {
            **_EMPTY,
            "status": None if answer.task is not None else answer.status,
            "content": answer.content,
            **shown,
            "keep": None if keep is None else _operations(keep),
            "token": token,
            "changed": [] if keep is None else [*([change.table.id] if change else []), *keep.drops],
            "think": [{"ticket": task.ticket, "table": task.table, "job": task.job} for task in tasks],
        }

    def bring(self, table_id: str, entries: list[Entry]) -> Told:
        """A table from its log, or what is new in it."""

        def made() -> Answer:
            self.house.bring(table_id, entries)
            return Answer(status=_NOTHING, tables=[table_id] if self.house.has(table_id) else [])

        return self._answered("en", made)

    def kept(self, token: int) -> None:
        """What an answer gave to keep is kept."""
        self._tasks.pop(token, None)
        self.turns.rest(0)
        self.house.kept(token)

    def lost(self, token: int) -> None:
        """It is not: nothing has happened."""
        self.turns.forget(self._tasks.pop(token, []))
        self.turns.rest()
        self.house.lost(token)

    def thought(self, ticket: int, text: str | None) -> Told:
        """What bots have come to; nothing: they did not."""
        language = self._languages.pop(ticket, "en")
        found = None if text is None else (work.result(text),)
        return self._answered(language, lambda: self.turns.thought(ticket, found) or Answer(status=_NOTHING))

    def tick(self) -> Told:
        """The next thing that is due."""
        return self._answered("en", lambda: Answer(status=_NOTHING, keep=self.turns.tick()))

    def due(self) -> int | None:
        """In how many milliseconds something is due."""
        at = self.turns.due()
        return None if at is None else max(0, at - now_ms())

    def moments(self, table_id: str, after: int, seat: int | None, language: Language, *, watch: bool) -> Told:
        """The snapshots of a table's moments after that entry, the oldest first; and what its bots must think about."""

        def made() -> Answer:
            looking = viewer(seat, language, watch=watch)
            shown = [self.house.look(table, looking) for table in self.house.moments(table_id, after)]
            return Answer(shown, tables=[table_id])

        return self._answered(language, made)


_EMPTY: Told = {"content": None, "keep": None, "token": None, "changed": [], "think": [], "need": []}


def _operations(keep: Keep) -> Sequence[Told]:
    change = keep.change
    appended: list[Told] = []
    if change is not None:
        appended = [{"op": "append", "table": change.table.id, "after": change.after, "entries": list(change.entries)}]
    return [
        *appended,
        *({"op": "drop", "table": table} for table in keep.drops),
        *({"op": "put", "key": key, "value": value} for key, value in keep.puts.items()),
        *({"op": "delete", "key": key} for key in keep.deletes),
    ]


def as_text(told: object) -> str:
    """As JSON."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not plain")

"""A device without a browser: keeps what the house gives it to keep, lets its bots think, and can be killed."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from ludotheque.home import home, work  # `home` says who answers
from ludotheque.home.rooms import Rooms, as_text

Told = dict[str, Any]


class Device:
    """What a browser does around the house; time passes as soon as everybody waits for it."""

    def __init__(self) -> None:
        self.logs: dict[str, list[str]] = {}
        self.values: dict[str, str] = {}
        self.rooms = Rooms()
        self.jobs: list[Told] = []
        self.full = False
        """Nothing can be kept any more."""

    def killed(self) -> None:
        """All that is in memory is gone."""
        self.rooms, self.jobs = Rooms(), []
        self.rooms.house.remember({key: json.loads(value) for key, value in self.values.items()})

    # What pages ask

    def ask(self, method: str, path: str, body: object = None, language: str = "en", **query: Any) -> Told:
        """The whole answer: what is needed is brought, what is to be kept is kept, bots are waited for."""
        where, _, written = path.partition("?")
        asked = {"method": method, "path": where, "query": written or urlencode(query, doseq=True), "body": body}
        told = self._told(self.rooms.answer, {**asked, "language": language})
        while told["need"]:
            for table in told["need"]:
                self.bring(table)
            told = self._told(self.rooms.answer, {**asked, "language": language})
        return self._waited(told)

    def bring(self, table: str) -> None:
        """A log is read, and what it holds told to the house."""
        self._told(self.rooms.bring, table, [json.loads(line) for line in self.logs.get(table, [])])

    def entries(self, table: str) -> list[Told]:
        """What is kept of a table."""
        return [json.loads(line) for line in self.logs[table]]

    def call(self, method: str, path: str, body: object = None, language: str = "en", **query: Any) -> Any:
        """What a page is told, which must be granted."""
        told = self.ask(method, f"/api{path}", body, language, **query)
        assert told["status"] in (200, 201), told
        return told["content"] if "media" not in told else told["text"]

    def refused(self, method: str, path: str, body: object = None, language: str = "en") -> Told:
        """What a page is told that is refused something."""
        told = self.ask(method, f"/api{path}", body, language)
        assert told["status"] >= 400, told
        error: Told = told["content"]["error"]
        return {"status": told["status"], **error}

    def _told(self, made: Any, *given: Any) -> Told:
        told: Told = json.loads(as_text(made(*given)))
        self._keep(told)
        return told

    def _waited(self, told: Told) -> Told:
        """Where bots must think first, they do."""
        while told["status"] is None:
            job = self.jobs.pop()
            told = self._told(self.rooms.thought, job["ticket"], work.do(job["job"]))
        return told

    # What it keeps

    def _keep(self, told: Told) -> None:
        if told["keep"] is not None and (self.full or not self._written(told["keep"])):
            self.rooms.lost(told["token"])
            told.update(status=507)
            return
        if told["keep"] is not None:
            self.rooms.kept(told["token"])
        self.jobs += told["think"]

    def _written(self, operations: list[Told]) -> bool:
        appends = [each for each in operations if each["op"] == "append"]
        if any(len(self.logs.get(each["table"], [])) != each["after"] for each in appends):
            return False
        for each in operations:
            if each["op"] == "append":
                self.logs.setdefault(each["table"], []).extend(json.dumps(entry) for entry in each["entries"])
            elif each["op"] == "put":
                self.values[each["key"]] = json.dumps(each["value"])
            elif each["op"] == "delete":
                self.values.pop(each["key"], None)
            else:
                del self.logs[each["table"]]
        return True

    # What happens by itself

    def pass_time(self) -> None:
        """Until the game waits for people."""
        while self.jobs or self.rooms.due() is not None:
            while self.jobs:
                job = self.jobs.pop(0)
                self._told(self.rooms.thought, job["ticket"], work.do(job["job"]))
            for turn in self.rooms.turns._turns.values():
                turn.ripe = 0  # nobody wants to wait in a test
            due = self.rooms.due()
            if due is None or due > 0:
                return
            self._told(self.rooms.tick)


assert home.due() is None

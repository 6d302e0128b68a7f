"""A page that follows changes, as far as the server can tell; and that they tell only what a whole table would."""

from __future__ import annotations

from typing import Any

from ludotheque.tables.told import applied

_NUMBERS = {"type", "told", "since"}


class Page:
    """What was told so far, put together."""

    def __init__(self) -> None:
        self.table: dict[str, Any] = {}
        self.told = 0
        self.whole = 0
        """How often everything was told."""

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """The table as a whole after one more message of the server."""
        if message["type"] == "table":
            self.whole += 1
            self.table = {name: value for name, value in message.items() if name not in _NUMBERS}
        else:
            assert message["since"] == self.told, "changes of a table that is not here"
            after = applied(self.table, message)
            tells_no_more(message, self.table, after)
            self.table = after
        self.told = message["told"]
        return self.table


def tells_no_more(changes: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
    """All that changes tell stands in the table they lead to, or was told before."""
    assert changes.keys() <= {*_NUMBERS, "set", "own", "scene", "paths", "ghosts", "moves"}
    for name, value in {**changes["set"], **changes["own"]}.items():
        assert after[name] == value
    for name in ("paths", "ghosts"):
        _names_no_more(changes.get(name, {}), before[name], after[name])
    if "moves" in changes:
        assert changes["moves"].keys() == {"keep", "add"}
        assert changes["moves"]["add"] == after["moves"][changes["moves"]["keep"] :]
    scene = changes.get("scene", {})
    assert scene.keys() <= {"set", "symbols", "changed", "gone", "put"}
    assert all(after["scene"][name] == value for name, value in scene.get("set", {}).items())
    _names_no_more(scene.get("symbols", {}), before["scene"]["symbols"], after["scene"]["symbols"])
    items = {item["id"]: item for item in after["scene"]["items"]}
    were = {item["id"]: item for item in before["scene"]["items"]}
    assert len(items) == len(after["scene"]["items"]), "an id stands for one thing"
    assert all(id_ in were and id_ not in items for id_ in scene.get("gone", ()))
    assert all(items[item["id"]] == item and (not at or at in items) for at, item in scene.get("put", ()))
    for id_, fields in scene.get("changed", {}).items():
        assert all(items[id_].get(name) == value for name, value in fields.items())


def _names_no_more(changes: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
    assert changes.keys() <= {"all", "gone", "put"}
    assert changes.get("all", after) == after
    assert all(after[name] == value for name, value in changes.get("put", {}).items())
    assert all(name in before and name not in after for name in changes.get("gone", ()))

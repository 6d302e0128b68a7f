"""The API's description as a page of our own: nothing is fetched from elsewhere, nothing runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_METHODS = ("get", "post", "put", "delete")


@dataclass(frozen=True, slots=True)
class Part:
    """A parameter, or a field of a message."""

    name: str
    kind: str
    shape: str
    """The message it holds, if there is one with a name."""
    needed: bool
    text: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """One thing that can be asked for."""

    method: str
    path: str
    title: str
    text: str
    parts: tuple[Part, ...]
    given: str
    """The message to send, by name."""
    answers: tuple[tuple[str, str, str], ...]
    """Status, description, and the message that comes back."""


@dataclass(frozen=True, slots=True)
class Message:
    """The shape of something sent or answered."""

    name: str
    text: str
    parts: tuple[Part, ...]


def calls(document: Mapping[str, Any]) -> dict[str, list[Call]]:
    """What can be asked for, by subject."""
    found: dict[str, list[Call]] = {}
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                told = methods[method]
                found.setdefault((told.get("tags") or ["api"])[-1], []).append(_call(method, path, told))
    return found


def messages(document: Mapping[str, Any]) -> list[Message]:
    """Every shape that has a name."""
    return [
        Message(
            name,
            schema.get("description", ""),
            tuple(
                _part(field, told, needed=field in schema.get("required", ()))
                for field, told in schema.get("properties", {}).items()
            ),
        )
        for name, schema in sorted(document.get("components", {}).get("schemas", {}).items())
    ]


def _call(method: str, path: str, told: Mapping[str, Any]) -> Call:
    given = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    answers = []
    for status, answer in told.get("responses", {}).items():
        contents = answer.get("content", {})
        schema = contents.get("application/json", {}).get("schema", {})
        answers.append((status, answer.get("description", ""), _named(schema) or ", ".join(contents)))
    return Call(
        method.upper(),
        path,
        told.get("summary", ""),
        told.get("description", ""),
        tuple(
            _part(each["name"], each.get("schema", {}), needed=each.get("required", False), where=each["in"])
            for each in told.get("parameters", ())
        ),
        _named(given),
        tuple(answers),
    )


def _part(name: str, schema: Mapping[str, Any], *, needed: bool, where: str = "") -> Part:
    return Part(name, _kind(schema), _named(schema), needed, schema.get("description", ""), where)


def _named(schema: Mapping[str, Any]) -> str:
    """The name of the message in a schema, also inside a list or a choice."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    inside = [schema.get("items", {}), *schema.get("anyOf", ()), *schema.get("allOf", ())]
    return next((name for each in inside if isinstance(each, Mapping) and each and (name := _named(each))), "")


def _kind(schema: Mapping[str, Any]) -> str:
    """The type of a value in a few words."""
    if "$ref" in schema:
        return _named(schema)
    if "anyOf" in schema:
        return " | ".join(_kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"“{each}”" for each in schema["enum"])
    if "const" in schema:
        return f"“{schema['const']}”"
    if schema.get("type") == "array":
        return f"[{_kind(schema.get('items', {}))}]"
    return str(schema.get("type", "any"))

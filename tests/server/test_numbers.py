"""Every request has a number: in its answer, in all lines of the log about it, and on the page of an error."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.answers import boxes
from ludotheque.server import journal
from tests.server.house import House, open_house, settings


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is written to the log."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers, root.level
    journal.begin("info", stream)
    yield stream
    root.handlers = handlers
    root.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_answer_and_its_lines_have_one_number(house: House, written: io.StringIO) -> None:
    answers = [httpx.get(f"{house.address}{path}") for path in ("/api/me", "/api/tables/nosuchtable2", "/nothing")]
    numbers = [answer.headers["x-request-id"] for answer in answers]
    assert len(set(numbers)) == 3
    told = {line["request"]: line["path"] for line in lines(written) if line["event"] == "request"}
    assert [told[number] for number in numbers] == ["/api/me", "/api/tables/nosu…", "/nothing"]
    assert numbers[2] not in answers[2].text, "a mistyped address is nobody's fault"


def test_an_error_page_says_the_number_that_the_log_has(
    house: House, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(boxes, "facts", broken)
    page = httpx.get(f"{house.address}/", headers={"accept-language": "en"})
    assert page.status_code == 500
    number = page.headers["x-request-id"]
    assert f"<code>{number}</code>" in page.text
    (line,) = [line for line in lines(written) if line["event"] == "broken"]
    assert (line["request"], line["error"]) == (number, "RuntimeError")


def test_a_proxy_may_give_the_number_and_nobody_else(house: House, tmp_path: Path) -> None:
    given = {"x-request-id": "0123456789abcdef"}
    assert httpx.get(f"{house.address}/healthz", headers=given).headers["x-request-id"] != given["x-request-id"]
    with open_house(settings(tmp_path, proxies="127.0.0.1")) as behind:
        answer = httpx.get(f"{behind.address}/healthz", headers=given)
        assert answer.headers["x-request-id"] == given["x-request-id"]
        bad = httpx.get(f"{behind.address}/healthz", headers={"x-request-id": "<script>alert(1)"})
        assert len(bad.headers["x-request-id"]) == 10

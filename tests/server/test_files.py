"""Style and scripts: asked for once, small on the way, and all named at once."""

from __future__ import annotations

import re

import httpx
import pytest

from ludotheque.pages.scripts import STATIC, loaded_by
from ludotheque.server.pages.files import Files
from tests.server.house import ME, Guest, House, ok

_ADDRESS = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@pytest.fixture(scope="module")
def shelf(house: House) -> str:
    return httpx.get(f"{house.address}/").text


def test_what_a_page_names_is_kept_for_ever_and_travels_packed(house: House, shelf: str) -> None:
    named = [address for address in _ADDRESS.findall(shelf) if address.count("/") == 3]
    assert len(named) > 5
    for address in named:
        answer = httpx.get(house.address + address)
        assert answer.content == (STATIC / address.rpartition("/")[2]).read_bytes()
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["vary"] == "accept-encoding"
        plain = httpx.get(house.address + address, headers={"accept-encoding": "identity"})
        assert plain.content == answer.content
        assert int(answer.headers["content-length"]) < int(plain.headers["content-length"]) or len(plain.content) < 200


def test_by_its_plain_address_a_file_is_asked_about(house: House) -> None:
    answer = httpx.get(f"{house.address}/static/table.js")
    assert answer.headers["cache-control"] == "no-cache"
    again = httpx.get(f"{house.address}/static/table.js", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    packed, plain = answer.headers["etag"], {"accept-encoding": "identity"}
    assert httpx.get(f"{house.address}/static/table.js", headers={**plain, "if-none-match": packed}).status_code == 200


def test_another_version_is_answered_but_not_for_ever(house: House) -> None:
    """While servers are replaced one after the other, a page of a new one may ask an old one."""
    answer = httpx.get(f"{house.address}/static/0123456789abcdef/table.js")
    assert answer.content == (STATIC / "table.js").read_bytes()
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/static/", "/static/none.js", "/static/../app.py", "/static/a/b/table.js"])
def test_nothing_else_is_there(house: House, path: str) -> None:
    assert httpx.get(house.address + path).status_code == 404
    assert httpx.post(f"{house.address}/static/table.js").status_code in (403, 405)


def test_the_version_follows_from_what_they_contain(tmp_path_factory: pytest.TempPathFactory) -> None:
    addresses = []
    for content in ("a {}", "b {}", "a {}"):
        folder = tmp_path_factory.mktemp("files")
        (folder / "some.css").write_text(content, encoding="utf-8")
        addresses.append(Files(folder).address)
    assert addresses[0] == addresses[2] != addresses[1]


def test_a_page_names_every_script_that_will_be_loaded(house: House, shelf: str) -> None:
    """What scripts load is read from their text: a script that is written otherwise would be missed."""
    for script in STATIC.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert set(re.findall(r'from "\./([\w-]+\.js)"', re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL))) <= set(
            loaded_by(script.name)
        ), script.name
    named = re.findall(r'<link rel="modulepreload" href="/static/\w+/([\w.-]+)">', shelf)
    assert set(loaded_by("page.js")) <= set(named)
    assert len(named) == len(set(named)), "each once"


def test_long_pages_and_replays_travel_packed(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.opens("hop_plie", ME, ME)
    assert_packed(ada, f"/t/{table}", least=4)
    ok(ada.does(table, 0, "resign"))
    assert_packed(ada, f"/api/tables/{table}/replay", least=4)


def assert_packed(ada: Guest, path: str, least: int) -> None:
    packed, plain = ada.get(path), ada.http.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    without = [re.sub(r'name="csrf" content="[^"]+"|"server_ms":\d+', "", each.text) for each in (packed, plain)]
    assert without[0] == without[1]
    assert least * int(packed.headers["content-length"]) < int(plain.headers["content-length"])


def test_nothing_that_an_address_says_stands_in_a_packed_page_and_no_token_twice(house: House) -> None:
    ada = house.guest("Ada")
    table = ada.opens("rolit", ME, ME)
    said = ada.get(f"/t/{table}", seat="guess", watch="guess").text
    assert "guess" not in said
    assert "seat=1&" in ada.get(f"/t/{table}", seat="1").text
    first, second = (re.findall(r'name="csrf" content="([^"]+)"', ada.get("/").text)[0] for _ in range(2))
    assert first != second
    for token in (first, second):
        assert ada.http.put("/api/me", json={"nickname": "Ada"}, headers={"x-csrf": token}).is_success

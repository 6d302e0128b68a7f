"""A server below another site's address: links, cookies and errors; with proxies of both kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ludotheque.core.text import Refusal
from ludotheque.server.app import make_app
from ludotheque.server.settings import Settings
from tests.server.house import ME, Guest, House, ok, open_house, settings

ROOT = "/games-room"
WEB = Path(__file__).parents[2] / "ludotheque" / "web"
_LEADS = re.compile(r"""\b(?:href|src|action)="/""")
_SAID = re.compile(r"""(?:(?:href|src): |assign\(|fetch\(|open\(|host\}|path=)["`]?/""")


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(settings(tmp_path_factory.mktemp("below"), root_path=ROOT)) as house:
        yield house


@pytest.mark.parametrize("passed_on", [ROOT, ""], ids=["with the path", "without it"])
def test_a_proxy_may_pass_the_path_on_or_leave_it_out(below: House, passed_on: str) -> None:
    """Either way links lead below the root path."""
    at = below.address + passed_on
    page = httpx.get(f"{at}/games/hopsy")
    assert page.status_code == 200
    links = re.findall(r'(?:href|src)="(/[^"]*)"', page.text)
    assert links
    assert all(link.startswith(f"{ROOT}/") for link in links)
    assert f'data-root="{ROOT}"' in page.text
    assert f"Path={ROOT};" in page.headers["set-cookie"]
    assert httpx.get(f"{at}/static/base.css").headers["content-type"].startswith("text/css")
    ada = Guest(at)
    opened = ok(ada.post("/api/tables", {"game": "hopsy", "seats": [ME, ME]}))
    assert opened["url"] == f"{below.address}{ROOT}/t/{opened['id']}"
    with ada.live(opened["id"]) as live:
        assert live.next("table")["number"] == 0
    for path in ("/nothing", "/t/nosuchtable2"):
        lost = httpx.get(at + path)
        assert lost.status_code == 404
        assert f'<a class="button" href="{ROOT}/">' in lost.text
    assert httpx.get(f"{at}/api/nothing").json()["error"]["code"] == "no-page"


def test_pages_to_learn_on_lead_below_the_root(below: House) -> None:
    """What a page is handed in its data is no link yet: `puzzle.js` puts the root before the next puzzle."""
    for path in ("/puzzles", "/puzzles/hopsy/1", "/daily", "/analysis/rolit", "/games/hop_plie/draw"):
        links = re.findall(r'(?:href|src)="(/[^"]*)"', httpx.get(below.address + path, timeout=60).text)
        assert links
        assert all(link.startswith(f"{ROOT}/") for link in links), path
    assert httpx.get(f"{below.address}/analysis").headers["location"].startswith(f"{ROOT}/analysis/")


def test_no_page_and_no_script_has_a_path_of_its_own() -> None:
    """All begin with the root path (`root`): in templates, and in scripts what is not asked of the API."""
    for path in sorted((WEB / "templates").glob("*.html")):
        assert not _LEADS.findall(path.read_text(encoding="utf-8")), f"{path.name}: write {{{{ root }}}}/…"
    for path in sorted((WEB / "static").glob("*.js")):
        assert not _SAID.findall(path.read_text(encoding="utf-8")), f"{path.name}: write ${{root}}/…"


def test_addresses_with_paths(tmp_path: Path) -> None:
    given = Settings(data=tmp_path, public_url="https://club.example/games-room/")
    assert (given.root, given.public_origin, given.address) == (ROOT, "https://club.example", given.public_address)
    assert given.address == "https://club.example/games-room"
    given = Settings(data=tmp_path, public_url="https://club.example", root_path="games-room/")
    assert given.address == "https://club.example/games-room"
    assert Settings(data=tmp_path, root_path=ROOT).address == "http://127.0.0.1:8000/games-room"
    assert Settings(data=tmp_path, root_path="/").root == ""
    with pytest.raises(Refusal, match="must be the same"):
        Settings(data=tmp_path, public_url="https://club.example/a", root_path="/b").check()
    with pytest.raises(Refusal, match="is a path like"):
        Settings(data=tmp_path, root_path="/a b?").check()
    with pytest.raises(Refusal, match="a page of ours"):
        make_app(Settings(data=tmp_path, root_path="/games"))


def test_a_page_of_the_public_address_is_ours(tmp_path: Path) -> None:
    with open_house(settings(tmp_path, public_url="https://club.example/games-room")) as house:
        ada = house.guest()
        wish = {"game": "hopsy", "seats": [ME, ME]}
        headers = {"x-csrf": ada.csrf, "origin": "https://club.example"}
        ada.http.cookies.jar.clear()
        assert ada.http.post("/api/tables", json=wish, headers=headers).status_code == 201

"""The app below a server: its files, its policy, and a quiet link to it; nothing of it where the owner wants none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from ludotheque.core.text import Refusal
from ludotheque.server.http.guard import POLICY
from ludotheque.server.settings import Settings
from tests.server.house import ME, House, ok, open_house, settings

FRONT = '<html><link href="./static/base.css"><script src="./app/begin.js"></script></html>'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `build-app` writes, as far as a server looks at it."""
    found = tmp_path_factory.mktemp("space") / "folder"
    (found / "app").mkdir(parents=True)
    (found / "index.html").write_text(FRONT, encoding="utf-8")
    (found / "sw.js").write_text("// files", encoding="utf-8")
    (found / "app" / "begin.js").write_text("// begins", encoding="utf-8")
    (found.parent / "secret.txt").write_text("not for you", encoding="utf-8")
    return found


@pytest.fixture(scope="module", params=["", "/games-room"])
def with_app(request: pytest.FixtureRequest, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    chosen = settings(tmp_path_factory.mktemp("data"), app=str(folder), root_path=request.param)
    with open_house(chosen) as running:
        yield running


def got(house: House, path: str) -> httpx.Response:
    return httpx.get(house.address + house.settings.root + path, verify=False)  # no certificate, none to read


def test_its_files_have_a_policy_of_their_own(with_app: House) -> None:
    root = with_app.settings.root
    for path, kind in (("/app/", "text/html"), ("/app/sw.js", "javascript"), ("/app/app/begin.js", "javascript")):
        answer = got(with_app, path)
        assert answer.status_code == 200
        assert kind in answer.headers["content-type"]
        assert "'wasm-unsafe-eval'" in answer.headers["content-security-policy"]
        assert "unsafe-inline" not in answer.headers["content-security-policy"]
        assert "set-cookie" not in answer.headers
    assert f'href="{root}/app/static/base.css"' in got(with_app, "/app/").text
    assert got(with_app, "/").headers["content-security-policy"] == POLICY


def test_every_page_of_it_begins_with_the_one_that_holds_them(with_app: House) -> None:
    front = got(with_app, "/app/").text
    for path in ("/app/tables?carry=abc", "/app/t/abc", "/app/t/abc/replay", "/app/index.html"):
        answer = got(with_app, path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        if not path.endswith(".html"):
            assert answer.text == front
    for path in ("/app/none.js", "/app/app/none.png", "/app/api/me", "/app/%2e%2e/secret.txt", "/app/..%2fsecret.txt"):
        assert got(with_app, path).status_code == 404


def test_pages_point_to_it_and_only_where_it_is(with_app: House, house: House) -> None:
    link = f'href="{with_app.settings.root}/app/'
    assert link in got(with_app, "/").text
    ada = house.guest("Ada")
    table = ada.opens("hopsy", ME, ME)
    assert "/app/" not in ada.get("/").text
    assert "carry" not in ada.get(f"/t/{table}").text
    assert got(house, "/app/").status_code == 404


_LOADED = re.compile(r'<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="([^"]+)"')


def test_pages_load_nothing_more_where_it_is(with_app: House, house: House) -> None:
    """Whoever never asks for it downloads nothing of it: only the link to it is more."""
    root = with_app.settings.root
    for path in ("/", "/games/rolit", "/games/rolit/rules", "/tables", "/daily", "/puzzles", "/analysis/hopsy", "/me"):
        loaded, usual = (_LOADED.findall(got(each, path).text) for each in (with_app, house))
        assert [each.removeprefix(root) for each in loaded] == usual
        assert usual
        assert not [each for each in loaded if "/app/" in each]
        assert len(got(with_app, path).text.replace(f'"{root}/', '"/')) - len(got(house, path).text) < 200


def test_a_table_there_can_be_taken_along(folder: Path, tmp_path: Path) -> None:
    with open_house(settings(tmp_path, app=str(folder))) as house:
        ada = house.guest("Ada")
        table = ada.opens("hopsy", ME, ME)
        assert f'href="/app/tables?carry={table}"' in ada.get(f"/t/{table}").text
        assert ok(ada.get(f"/api/tables/{table}/log"))["entries"][0]["owner"] == "me"


def test_a_folder_without_an_app_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="build-app"):
        Settings(data=tmp_path, app=str(tmp_path)).check()

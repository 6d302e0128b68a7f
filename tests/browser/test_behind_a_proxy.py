"""Below another site, behind a real nginx with the lines of `deploy/nginx-below.conf`: pages, scripts, sockets, codes,
cookies and links."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.servers import free_port, nginx
from ludotheque.server import outside
from ludotheque.server.http.qr import qr
from tests.browser.acts import MOVES, play_any, sit
from tests.browser.conftest import People, new_server

pytestmark = pytest.mark.slow
ROOT = "/games-room"
BELOW = (Path(__file__).parents[2] / "deploy" / "nginx-below.conf").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with Ludothèque below it; nothing else is there."""
    if shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin") is None:
        pytest.skip("nginx is not installed: nothing is tried behind a proxy")
    server = new_server(tmp_path_factory.mktemp("below"), root_path=ROOT, proxies="127.0.0.1")
    port = free_port()
    lines = BELOW.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    with nginx(tmp_path_factory.mktemp("nginx"), f"server {{ listen 127.0.0.1:{port}; {lines} }}", port):
        yield f"http://127.0.0.1:{port}"
    server.stop()


@pytest.fixture
def guests(browser: Browser, site: str) -> Iterator[People]:
    group = People(browser, site)
    yield group
    for context in group.contexts:
        context.close()
    assert group.troubles == []


def watched(page: Page, asked: list[str], failed: list[str]) -> Page:
    """Notes which paths a page asks for, and what it does not get."""
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    return page


def test_a_table_below_another_site(guests: People, site: str) -> None:
    asked: list[str] = []
    failed: list[str] = []
    ada, bo = watched(guests.person(), asked, failed), watched(guests.person(), asked, failed)
    ada.goto(f"{site}{ROOT}")
    ada.locator("a.box").first.scroll_into_view_if_needed()
    ada.locator(f'a[href="{ROOT}/games/hopsy"]').click()
    expect(ada.locator(".rulebook img").first).to_have_attribute("src", f"{ROOT}/games/hopsy/diagrams/hopsy-start.svg")
    ada.locator("label:has(input[value=online])").click()
    expect(ada.locator("#seating select").nth(1)).to_have_value("open")
    ada.get_by_role("button", name="Ouvrir la table").click()
    ada.wait_for_url(f"**{ROOT}/t/*")
    link = ada.locator("#link").input_value()
    assert link == ada.url
    table = link.rpartition("/")[2]
    assert ada.request.get(f"{site}{ROOT}/api/tables/{table}/qr.svg").text() == qr(link)
    bo.goto(link)
    sit(bo, 1, "Bo")
    for number, page in enumerate((ada, bo), 1):
        play_any(page, number)
        for other in (ada, bo):
            expect(other.locator(MOVES)).to_have_count(number)
    for path in ("/tables", f"/t/{table}/tv", "/games/hopsy/lessons/hopsy?lang=de"):
        ada.goto(f"{site}{ROOT}{path}")
        ada.locator("a").first.wait_for()
    ada.locator("#theme").click()
    cookies = ada.context.cookies()
    assert {cookie["name"] for cookie in cookies} == {"visitor", "lang", "theme"}
    assert {cookie["path"] for cookie in cookies} == {ROOT}
    assert any(url.startswith("ws://") for url in asked)
    assert {urlsplit(url).path.split("/")[1] for url in asked if not url.startswith("data:")} == {ROOT[1:]}
    assert [url for url in failed if "favicon" not in url] == []


def test_the_doctor_and_programs_find_it_there(site: str) -> None:
    assert [str(answer.problem) for answer in outside.visit(f"{site}{ROOT}") if answer.problem] == []
    document = httpx.get(f"{site}{ROOT}/openapi.json").json()
    assert document["servers"] == [{"url": ROOT}]
    answer = httpx.get(f"{site}{ROOT}/api/me")
    assert f"Path={ROOT};" in answer.headers["set-cookie"]
    slash = httpx.get(f"{site}{ROOT}/tables/")
    assert slash.is_redirect
    assert urlsplit(slash.headers["location"]).path == f"{ROOT}/tables"
    assert httpx.get(f"{site}/static/base.css").status_code >= 400, "nothing of it is elsewhere"

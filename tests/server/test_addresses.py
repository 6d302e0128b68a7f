"""Where others find the server: links that work for those they are sent to."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server import addresses
from ludotheque.server.addresses import address, is_here, on_network
from ludotheque.server.settings import Settings
from tests.server.house import ME, OPEN, ok, open_house, settings

HERE, LAN = "127.0.0.1", "192.168.1.20"


@pytest.fixture(autouse=True)
def lan(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on a network."""
    monkeypatch.setattr(addresses, "on_network", lambda: LAN)


@pytest.mark.parametrize(
    ("given", "used", "client", "url", "works"),
    [
        ({}, "http://127.0.0.1:8000/", HERE, "http://127.0.0.1:8000", False),
        ({}, "http://localhost:8000/", HERE, "http://localhost:8000", False),
        ({"host": "0.0.0.0"}, "http://localhost:8000/", HERE, f"http://{LAN}:8000", True),
        ({"host": "::"}, "http://[::1]:8000/", "::1", f"http://{LAN}:8000", True),
        ({"host": "0.0.0.0"}, "http://localhost/", HERE, f"http://{LAN}", True),
        ({"host": "0.0.0.0"}, f"http://{LAN}:8000/", LAN, f"http://{LAN}:8000", True),
        ({"host": "0.0.0.0"}, "http://localhost:8000/", "203.0.113.5", "http://localhost:8000", False),
        ({}, "https://games.example/", HERE, "https://games.example", True),
        ({"public_url": "https://games.example/"}, "http://localhost:8000/", HERE, "https://games.example", True),
    ],
)
def test_links_begin_with_an_address_others_can_use(
    given: dict[str, Any], used: str, client: str, url: str, works: bool
) -> None:
    found = address(Settings(**given), used, client)
    assert found.url == url
    assert (found.problem is None) is works


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "on_network", lambda: None)
    found = address(Settings(host="0.0.0.0"), "http://localhost:8000/", HERE)
    assert found.url == "http://localhost:8000"
    assert found.problem is not None


def test_the_machines_own_address_is_found_without_asking_anybody() -> None:
    """Where there is no network there is none."""
    own = on_network()
    assert own is None or not ipaddress.ip_address(own).is_loopback


@pytest.mark.parametrize(
    ("host", "here"),
    [
        *((here, True) for here in ("localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "::1")),
        *((elsewhere, False) for elsewhere in ("0.0.0.0", "::", "192.168.1.20", "games.example", "")),
    ],
)
def test_what_means_this_machine(host: str, here: bool) -> None:
    assert is_here(host) is here


@pytest.mark.slow
def test_an_invitation_made_on_the_machine_itself_leads_over_the_network(tmp_path: Path) -> None:
    with open_house(settings(tmp_path, host="0.0.0.0")) as house:
        ada = house.guest("Ada")
        table = ada.opens("hopsy", ME, OPEN)
        page = ada.get(f"/t/{table}").text
        assert f'value="http://{LAN}:{house.port}/t/{table}"' in page
        assert 'id="unreachable"' not in page
        assert f"/api/tables/{table}/qr.svg" in page
        assert f'data-door="http://{LAN}:{house.port}"' in page, "what scripts tell others begins so too"
        offered = ok(ada.post("/api/me/devices", {}))
        assert offered["url"].startswith(f"http://{LAN}:{house.port}/device#")
        assert offered["unreachable"] is None
    with open_house(settings(tmp_path / "other")) as house:
        ada = house.guest("Ada")
        page = ada.get(f"/t/{ada.opens('hopsy', ME, OPEN)}").text
        assert re.search(r'id="unreachable">[^<]*--host 0\.0\.0\.0', page)
        assert "qr.svg" not in page
        assert "data-door" not in page
        assert "--host 0.0.0.0" in ok(ada.post("/api/me/devices", {}))["unreachable"]

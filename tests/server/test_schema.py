"""The OpenAPI document is complete and honest: whatever is sent, the server never breaks, and answers as it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from ludotheque.server.app import make_app
from ludotheque.server.settings import Settings
from tests.server.house import ME, OPEN, House, open_house
from tests.server.house import settings as patient
from tests.volume import volume

schema = schemathesis.openapi.from_dict(make_app(Settings()).openapi())


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Not the one of all other tests: who asks for everything is soon refused as hasty."""
    with open_house(patient(tmp_path_factory.mktemp("asked"))) as running:
        yield running


@pytest.fixture(scope="module")
def open_tables(house: House) -> list[str]:
    ada = house.guest("Ada")
    finished = ada.opens("rolit", ME, ME)
    ada.does(finished, 0, "resign")
    return [ada.opens("hopsy", ME, OPEN, public=True), ada.opens("plic_plac", ME, OPEN), finished]


@schema.parametrize()
@settings(
    max_examples=volume(2, 30),
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_asked_the_server_does_not_break(case: Any, house: House, open_tables: list[str]) -> None:
    parameters = case.path_parameters
    if parameters and "table_id" in parameters:
        case.path_parameters = {**parameters, "table_id": open_tables[len(str(parameters)) % len(open_tables)]}
    if parameters and "game" in parameters:
        case.path_parameters = {
            **parameters,
            "game": ["hopsy", "plic_plac", "hop_plie", "nothing"][len(str(parameters)) % 4],
        }
    response = case.call(base_url=house.address, timeout=120)  # a busy machine is no defect
    checks = [not_a_server_error, content_type_conformance, response_schema_conformance]
    case.validate_response(response, checks=checks)


def test_everything_is_described(house: House) -> None:
    document = httpx.get(f"{house.address}/openapi.json").json()
    described = document["paths"]
    for path in (
        "/api/me", "/api/me/recovery", "/api/me/recover", "/api/me/devices", "/api/me/devices/answer",
        "/api/devices/look", "/api/devices/ask", "/api/devices/take", "/api/me/bests", "/api/tables/{table_id}/best",
        "/api/games", "/api/games/{game}", "/api/me/data",
        "/api/games/{game}/symbols", "/api/tables", "/api/tables/{table_id}", "/api/tables/{table_id}/seats/{seat}",
        "/api/tables/{table_id}/seats/{seat}/bot", "/api/tables/{table_id}/moves", "/api/tables/{table_id}/actions",
        "/api/tables/{table_id}/hint", "/api/tables/{table_id}/record", "/api/tables/{table_id}/replay",
        "/api/tables/{table_id}/analysis", "/api/tables/{table_id}/animation.svg", "/api/tables/{table_id}/qr.svg",
        "/healthz", "/metrics",
    ):  # fmt: skip
        for method, operation in described[path].items():
            assert operation.get("description"), f"{method} {path}"

"""The doctor tells what is well and what is ill, in words of every language."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.servers import free_port
from ludotheque.cli.commands import app
from ludotheque.core.catalogues import languages
from ludotheque.server import doctor
from ludotheque.server.doctor import Finding, Health, examine
from ludotheque.server.settings import Settings
from ludotheque.server.store import backups, checkup
from tests.server.house import House, open_house, settings


def examined(chosen: Settings, *asked: str) -> list[Finding]:
    """In a thread of its own: browser tests keep a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: list(examine(chosen, *asked))).result()


def ill(findings: list[Finding]) -> list[str]:
    return [f"{finding.thing}: {finding.told}" for finding in findings if finding.health is Health.ILL]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without starting a process for a bot."""
    monkeypatch.setattr(doctor, "_bots", lambda settings: iter(()))


@pytest.mark.slow
def test_a_house_that_is_well(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    """Everything is asked: a bot thinks, a message goes through Redis, a socket is opened."""
    chosen = settings(tmp_path, database=postgres_url, redis=redis_url, bot_seconds=30.0)
    with open_house(chosen) as house:
        found = examined(chosen, house.address)
    assert ill(found) == ["Links: /metrics can be seen by everybody: let the proxy close it"]
    told = "\n".join(f"{finding.thing}: {finding.told}" for finding in found)
    assert "Database: PostgreSQL" in told
    assert "its shape is that of this version" in told
    assert told.count("its clock agrees") == 2
    assert "Bots: a process thought of" in told
    assert "Links: /api/tables/doctorlooks2/live answers as it should" in told
    for language in languages():
        assert all(finding.told.to(language) and finding.thing.to(language) for finding in found)


def test_what_is_ill_is_told_and_nothing_else_is_hidden_by_it(tmp_path: Path, quick: None) -> None:
    nobody = f"127.0.0.1:{free_port()}"
    chosen = settings(tmp_path, database=f"postgresql://u@{nobody}/d", redis=f"redis://{nobody}/0")
    told = ill(examined(chosen, f"http://{nobody}"))
    assert [line.partition(":")[0] for line in told] == ["Database", "Redis", "Links"]
    assert "refused" in told[0]
    assert ill(examined(settings(tmp_path), "games.example"))[-1].startswith("Links: An address begins with")


def test_shapes_keys_and_clocks(tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(Path(__file__).parents[1] / "earlier" / "tables.sqlite", tmp_path)
    chosen = settings(tmp_path)
    doubts = [str(each.told) for each in examine(chosen) if each.health is Health.DOUBTFUL]
    assert any("an earlier one; the next start brings m0002" in line for line in doubts)
    backups.reshape(chosen, "m0004_house")
    key = tmp_path / "signing.key"
    key.write_bytes(b"secret")
    key.chmod(0o644)
    assert [line.partition(" ")[0] for line in ill(examined(chosen))] == ["Disk:"]
    os.chmod(key, 0o600)
    assert ill(examined(chosen)) == []
    monkeypatch.setattr(checkup, "_ahead", lambda connection: -7.5)
    assert ill(examined(chosen)) == ["Database: its clock differs from this machine's by -7.5 s: set both"]


def test_the_command_has_an_exit_status(house: House, tmp_path: Path, quick: None) -> None:
    def status(*words: str) -> tuple[int, str]:
        done = CliRunner(env={"LUDOTHEQUE_LANG": "en"}).invoke(app, ["doctor", "--data", str(tmp_path), *words])
        return done.exit_code, done.output

    code, output = status()
    assert code == 0
    assert output.endswith("All is well.\n")
    code, output = status("--url", f"{house.address}/elsewhere")
    assert code == 1
    assert "! Links: /healthz answers with status 404" in output


def test_a_database_that_cannot_be_written_to(tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(Path(__file__).parents[1] / "earlier" / "tables.sqlite", tmp_path)
    chosen: Settings = settings(tmp_path)

    def full(settings: Settings) -> None:
        with backups.changing(settings) as connection:
            connection.exec_driver_sql("PRAGMA query_only = 1")
            connection.exec_driver_sql("CREATE TABLE checkup (written INTEGER)")

    monkeypatch.setattr(checkup, "try_writing", full)
    assert ["readonly" in line for line in ill(examined(chosen))] == [True]

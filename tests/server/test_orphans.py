"""Nothing of a server remains when it is stopped: no worker, no bots' process, nothing they are started by."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.servers import free_port
from tests.server.house import ME, Guest, bot, until
from tests.server.servers import answers

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")]
_MARK = "LUDOTHEQUE_MARK"
"""All processes inherit it, however they are started."""


def marked(mark: str) -> dict[int, str]:
    """The processes that have this mark, and their command lines. Those that have ended have none."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{_MARK}={mark}".encode() in (folder / "environ").read_bytes():
                words = (folder / "cmdline").read_bytes()
                found[int(folder.name)] = words.decode(errors="replace").replace("\0", " ")
        except OSError:
            continue
    return found


@pytest.mark.parametrize(
    ("number", "everybody"),
    [
        pytest.param(signal.SIGTERM, False, id="TERM", marks=pytest.mark.thorough),
        pytest.param(signal.SIGINT, True, id="INT by the keyboard", marks=pytest.mark.thorough),
        pytest.param(signal.SIGKILL, False, id="KILL"),
    ],
)
def test_nothing_remains_of_a_server(
    number: int, everybody: bool, postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    port, mark = free_port(), secrets.token_hex(8)
    command = [sys.executable, "-m", "ludotheque", "serve", "--workers", "2", "--port", str(port), "--no-prepare"]
    command += ["--data", str(tmp_path), "--database", postgres_url, "--redis", redis_url, "--bot-pause", "0"]
    server = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, _MARK: mark},
    )
    address = f"http://127.0.0.1:{port}"
    until(lambda: answers(address), 60)
    try:
        ada = Guest(address)
        tables = [ada.opens("rolit", bot(), ME) for _ in range(6)]
        until(lambda: all(ada.sees(table)["number"] == 1 for table in tables), 60)
        assert len(marked(mark)) > 3, "workers, and processes of bots"
        (os.killpg if everybody else os.kill)(server.pid, number)
        server.wait(30)
        until(lambda: not marked(mark), 30)
    finally:
        left = marked(mark)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        server.wait(10)
    assert left == {}

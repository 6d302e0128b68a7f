"""Servers in processes of their own, for tests in which what asks must not be in the way of what answers, or in which
servers come and go."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from benchmarks.servers import free_port
from tests.server.house import until

_START = """
import json, sys
from pathlib import Path
from ludotheque.server.http.transport import TogetherProtocol
from ludotheque.server.run import serve
from tests.server.house import settings
TogetherProtocol.patience = 1.0
serve(settings(Path(sys.argv[1]), port=int(sys.argv[2]), log_level="error", **json.loads(sys.argv[3])))
"""


class Served:
    """A server; what it is given differs from the settings of tests."""

    def __init__(self, folder: Path, **given: Any) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-c", _START, str(folder), str(self.port), json.dumps(given)]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        until(lambda: answers(self.address), 60)

    def stop(self) -> int:
        """Politely, as a service manager does; how it ended."""
        assert self._process is not None
        self._process.terminate()
        try:
            return self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise


def answers(address: str) -> bool:
    """Whether a server is there, and well."""
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(f"{address}/healthz").status_code == 200
    return False


@contextlib.contextmanager
def served(folder: Path, **given: Any) -> Iterator[str]:
    """The address of a server."""
    server = Served(folder, **given)
    server.start()
    try:
        yield server.address
    finally:
        server.stop()

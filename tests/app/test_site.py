"""The web space that the app is tried on: it tells nothing of browsers that go away."""

from __future__ import annotations

import socket
import struct
import time
from pathlib import Path

import pytest

from tests.app.site import BELOW, Site

_AT_ONCE = struct.pack("ii", 1, 0)
"""Closing breaks the connection, and sends nothing more."""


def test_a_browser_that_breaks_a_connection_is_no_trouble(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / BELOW).mkdir(parents=True)
    (tmp_path / BELOW / "large.bin").write_bytes(bytes(20_000_000))
    site = Site(tmp_path)
    try:
        address = site.url.split("/")[2]
        host, port = address.split(":")
        for _ in range(3):
            with socket.create_connection((host, int(port))) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                line.sendall(f"GET /{BELOW}/large.bin HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
                assert line.recv(100)
        time.sleep(0.2)
    finally:
        site.shut()
    assert capfd.readouterr().err == ""

"""A server whose clock can be put forward and back while it runs: `python -m benchmarks.faultclock serve …`.

The clock of the machine is not ours to turn. So the functions by which Python reads it are replaced before anything
else is loaded, in each of the server's processes; how far it is off stands in a file that all of them see."""

from __future__ import annotations

import mmap
import os
import struct
import time
from pathlib import Path

FILE = "LUDOTHEQUE_FAULT_CLOCK"
"""The environment variable that names the file."""


def put(file: Path, seconds: float) -> None:
    """Puts the clock forward by so much, or back."""
    with open(file, "r+b" if file.exists() else "wb") as written:
        written.write(struct.pack("<q", int(seconds * 1e9)))


def _follow(file: str) -> None:
    with open(file, "rb") as opened:
        off = mmap.mmap(opened.fileno(), 8, access=mmap.ACCESS_READ)
    right, right_ns = time.time, time.time_ns
    time.time_ns = lambda: right_ns() + int(struct.unpack_from("<q", off)[0])
    time.time = lambda: right() + struct.unpack_from("<q", off)[0] / 1e9


if FILE in os.environ:
    _follow(os.environ[FILE])

if __name__ == "__main__":
    from ludotheque.cli.main import main

    main()

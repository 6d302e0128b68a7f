"""What bots do in a process of their own. It loads no more of the tests than this: loading counts as thinking."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import numba

from ludotheque.tables.jobs import Job


def slow(job: Job) -> tuple[int, str] | None:
    """A bot that cannot make up its mind."""
    time.sleep(30)
    return None


def ponders(job: Job) -> tuple[int, str] | None:
    """A bot that takes a while."""
    time.sleep(0.8)
    return 0, job.key


def compiles(job: Job) -> tuple[int, str] | None:
    """A bot whose engine nobody has compiled yet."""
    begun = time.monotonic()
    while time.monotonic() < begun + 5:
        numba.njit(lambda number: number + 1)(1)
    return 0, "compiled"


def leaks(job: Job) -> tuple[int, str] | None:
    """A bot that fails, and says what it knows."""
    raise ValueError(job.key)


def nonsense(job: Job) -> tuple[int, str] | None:
    """A bot that says what is no move."""
    return 1, "nonsense"


def dies_once(job: Job) -> tuple[int, str] | None:
    """A bot whose process is killed while it thinks, the first time: a file of the job's name tells which it is."""
    if not Path(job.key).exists():
        Path(job.key).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 0, "again"

"""The short form of benchmarks/faults.py: some of its faults, with fewer tables. What is checked is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.faulthouse import one_address, one_process, two_workers
from benchmarks.faults import ALONE, BEHIND_ONE, WORKERS, Fault, shake
from tests.server.house import in_a_loop
from tests.volume import THOROUGH

pytestmark = pytest.mark.slow

_AHEAD = "a clock an hour ahead, then right again"
PACE = 0.3
"""So many seconds people and bots take for a move, not as few as they can: enough is under way when something fails,
and other tests have something of the machine, too."""
STANDSTILL = 8.0
"""Longer than a fault by no more than this. What we aim at is 3 seconds, which holds where the machine has time: see
docs/reliability.md."""


def named(faults: tuple[Fault, ...], *names: str) -> tuple[Fault, ...]:
    found = tuple(fault for fault in faults if fault.name in names)
    assert len(found) == len(names)
    return found


def test_two_processes_are_shaken(tmp_path: Path) -> None:
    more = ["bots' processes killed", _AHEAD] if THOROUGH else []  # tests/server/test_processes.py kills them, too
    faults = named(WORKERS, "PostgreSQL: lines cut", "Redis: 20 cuts in 3 s", *more)
    with two_workers(tmp_path, PACE) as house:
        results = in_a_loop(shake(house, faults, ("http", "people"), ["rolit", "plic_plac"], pace=PACE))
    for result in results:
        assert result.longer < STANDSTILL, result
        assert result.acknowledged > 5, result
        assert result.log_lines <= 8, result


@pytest.mark.thorough  # tests/server/test_ownership.py kills and freezes them, too
def test_two_processes_behind_one_address_are_shaken(tmp_path: Path) -> None:
    """Sockets that were handed over to the table's owner, too."""
    faults = named(BEHIND_ONE, "`--workers 2`: players' lines cut", "`--workers 2`: one of them frozen")
    with one_address(tmp_path, PACE) as house:
        results = in_a_loop(shake(house, faults, ("people", "bots"), ["hopsy", "plic_plac"], pace=PACE))
    for result in results:
        assert result.longer < STANDSTILL, result
        assert result.acknowledged > 5, result
        assert result.log_lines <= 8, result


def test_one_process_runs_out_of_disk(tmp_path: Path) -> None:
    (fault,) = named(ALONE, "disk full")
    with one_process(tmp_path, PACE) as house:
        (result,) = in_a_loop(shake(house, (fault,), ("http", "bots"), ["hopsy", "hop_plie"], pace=PACE))
    assert 503 in result.healthy, result
    assert result.log_lines <= 6, result
    assert result.log_bytes < 500_000, "requests are a line each, and nothing is more"
    assert result.longer < STANDSTILL, result


@pytest.mark.thorough  # of the harness, not of the server
def test_who_stands_still_is_noticed(tmp_path: Path) -> None:
    """A server that is frozen for good: nobody goes on, and that is told."""
    (frozen,) = named(WORKERS, "a server frozen")
    for_good = Fault("frozen for good", 0, frozen.begin, most=4.0)
    with one_process(tmp_path) as house, pytest.raises(AssertionError, match="stand still"):
        in_a_loop(shake(house, (for_good,), ("http",), ["rolit"], pace=PACE))

"""The script of the pages is type-checked where node is present."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TSC = ROOT / "node_modules" / ".bin" / "tsc"


@pytest.mark.slow
@pytest.mark.skipif(not TSC.exists(), reason="TypeScript is not installed: npm ci brings it where node is present")
def test_the_script_is_clean_under_strict_types() -> None:
    done = subprocess.run([TSC, "-p", ROOT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout

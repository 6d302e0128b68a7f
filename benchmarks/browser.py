"""Measures Python in a browser: what is loaded, how soon it plays, and how fast bots think there and natively.

python -m benchmarks.browser
"""

from __future__ import annotations

import gzip
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from ludotheque.app.module import built
from ludotheque.cli import bench_search
from ludotheque.core.cupboard import find
from tests.app.house import house, run
from tests.browser.conftest import CHROMIUM

_SECONDS = 0.3
_ROUNDS = 3
"""Native and in the browser, in turns: whatever else the machine does slows both."""
_GAMES = ("hopsy", "hops_dice", "rolit", "plic_plac", "hop_plie")
_BEGIN = """
import ludotheque as lt
len(lt.start("rolit").svg())
"""


def _sizes(folder: Path) -> None:
    module = built().read_bytes()
    print(f"module {len(module):,} bytes, {len(gzip.compress(module, 9)):,} compressed")
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".mjs", ".wasm", ".zip", ".json"))
    loaded = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in files}
    print(
        ", ".join(f"{name} {size:,}" for name, size in loaded.items()), f"compressed; {sum(loaded.values()):,} in all"
    )


def _searched(page: Page, game: str) -> tuple[bench_search.Searched, bench_search.Searched]:
    source = Path(bench_search.__file__).read_text(encoding="utf-8")
    there = run(
        page,
        f"{source}\nimport json\nfrom ludotheque.core.cupboard import find\n"
        f"json.dumps(measure_search(find({game!r}), {{}}, {_SECONDS}))",
    )
    return bench_search.measure_search(find(game), {}, _SECONDS), bench_search.Searched(*json.loads(there))


def _rate(rounds: Sequence[bench_search.Searched], kind: str) -> float:
    return statistics.median(getattr(each, kind) or 0.0 for each in rounds)


def _compared(page: Page, game: str) -> None:
    """How fast the master, plain Monte-Carlo search and endings are, here and there."""
    natively, there = zip(*(_searched(page, game) for _ in range(_ROUNDS)), strict=True)
    for kind in ("search_nodes_per_s", "mcts_games_per_s", "endings_nodes_per_s"):
        ours, theirs = _rate(natively, kind), _rate(there, kind)
        if ours:
            print(f"{game} {kind}: natively {ours:,.0f}, in the browser {theirs:,.0f}, {theirs / ours:.2f} times")


def main() -> None:
    """All of it, as text."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as root:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with house(browser, Path(root)) as page:
            _sizes(Path(root))
            began = time.perf_counter()
            run(page, _BEGIN)
            print(f"first board {time.perf_counter() - began:.1f} s")
            for game in _GAMES:
                _compared(page, game)
        browser.close()


if __name__ == "__main__":
    main()

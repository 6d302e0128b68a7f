"""Measures Python in a browser: what is loaded, how soon it plays, and how fast bots look ahead there and natively.

Speeds are by processor time, so that other work on the machine does not count: natively, and in Node, whose engine is
Chromium's. (A browser does not tell how much of the processor it had.)

python -m benchmarks.browser            everything
python -m benchmarks.browser --slowed   as root: how soon it plays, in a browser that has a quarter of two processors
"""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from ludotheque.app.folder import write
from ludotheque.app.module import built
from ludotheque.app.pressing import unpressed
from ludotheque.core.cupboard import games
from tests.app.house import PYODIDE
from tests.app.site import BELOW, Person, Site
from tests.app.thinking import thinking
from tests.browsers import CHROMIUM

_ROUNDS = 5
"""The median counts."""
_MOVES = 8
"""How many thoughts of the master are timed."""
_SEARCHES = {"hopsy": 300_000, "hops_dice": 200_000, "rolit": 300_000}
"""How many positions are looked at, of each game."""
_BEGIN = """
import ludotheque as lt
len(lt.start("rolit").svg())
"""
_SEARCH = """
import random, statistics
from ludotheque.bots.search.alphabeta import AlphaBeta
from ludotheque.core.cupboard import find
from ludotheque.core.thought import Budget

def searched(name, nodes, rounds, processor):
    game, rng, rates = find(name), random.Random(3), []
    state = game.start()
    for _ in range(8):
        state = state.play(rng.choice(state.moves()))
    for _ in range(rounds + 1):
        search, began = AlphaBeta(game.brain.search), processor()
        thought = search.think(state, Budget(nodes=nodes), random.Random(1))
        rates.append(thought.nodes / (processor() - began))
    return statistics.median(rates[1:])  # the first one compiled
"""
"""The same lines here and there: an alpha-beta search of so many positions, and how many a second it looked at."""
_NODE = """
import { readFileSync } from "node:fs";
const [folder, remembered, begin, code, calls] = process.argv.slice(1);
const { loadPyodide } = await import(`${folder}/pyodide/pyodide.mjs`);
const ours = encodeURIComponent(readFileSync(`${folder}/app/memory.js`));
const { exchange, grow, place } = await import(`data:text/javascript,${ours}`);
globalThis.processor = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
const memory = new Uint8Array(readFileSync(remembered));
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  WebAssembly.instantiate = instantiate;
  const made = await instantiate(...given);
  exchange(memory, made.instance.exports.memory.buffer);
  grow(made.instance.exports.memory, memory.length);
  return made;
};
const python = await loadPyodide({ indexURL: `${folder}/pyodide/`, env: { HOME: "/house" }, _loadSnapshot: memory });
place(python, new Uint8Array(readFileSync(`${folder}/parts/house.pack`)));
python.runPython("import importlib; importlib.invalidate_caches()");
const started = processor();
python.runPython(begin);
const begun = processor() - started;
python.runPython(`${code}\nfrom js import processor`);
console.log(JSON.stringify([started, begun, ...JSON.parse(calls).map((call) => python.runPython(call))]));
"""


def _sizes(folder: Path) -> None:
    """What travels, by when it is fetched."""
    module = built().read_bytes()
    print(f"module {len(module):,} bytes, {len(gzip.compress(module, 9)):,} compressed")
    head = (folder / "sw.js").read_text(encoding="utf-8").partition("\n")[0]
    files = json.loads(head.removeprefix("globalThis.FOLDER = ").removesuffix(";"))["files"]
    for when in ("first", "start", "later"):
        sizes = [file["size"] for file in files.values() if file.get("when") == when]
        print(f"{when}: {len(sizes)} files, {sum(sizes):,} bytes")


def _slowed() -> Path:
    """A Chromium that has a quarter of each of two processors, all its processes and workers together, and gets that
    much whatever else the machine does: as root, by control groups."""
    group = Path("/sys/fs/cgroup/cpu/ludotheque-slowed")
    group.mkdir(exist_ok=True)
    for name, value in (("cpu.shares", 20_000), ("cpu.cfs_period_us", 20_000), ("cpu.cfs_quota_us", 10_000)):
        (group / name).write_text(str(value), encoding="utf-8")
    script = Path(tempfile.mkdtemp()) / "chromium"
    script.write_text(f'#!/bin/sh\necho $$ > {group}/cgroup.procs\nexec {CHROMIUM} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return script


def _lesson(browser: Browser, site: Site) -> None:
    """How soon somebody who comes for the first time has a board to learn on."""
    context = browser.new_context(locale="en-GB")
    began = time.perf_counter()
    somebody = Person(context, site, "games/hopsy/lessons/hopsy", patient=False)
    somebody.page.frame_locator("iframe.page").locator("#board svg .item").first.wait_for()
    print(f"first visit over 10 Mbit/s: a lesson's board after {time.perf_counter() - began:.1f} s")
    context.close()


def _starts(browser: Browser, site: Site) -> None:
    """How soon there is something, the first time over 10 Mbit/s and later."""
    _lesson(browser, site)
    context = browser.new_context(locale="en-GB")
    began = time.perf_counter()
    somebody = Person(context, site, patient=False)
    somebody.page.frame_locator("iframe.page").locator("a.box").first.wait_for()
    print(f"first visit over 10 Mbit/s: the shelf after {time.perf_counter() - began:.1f} s", end=", ")
    somebody.ready()
    print(f"ready after {time.perf_counter() - began:.1f} s", end=", ")
    table = somebody.open_table("hopsy", "me", "novice")
    somebody.frame.locator("#board svg .item").first.wait_for()
    print(f"a board after {time.perf_counter() - began:.1f} s")
    somebody.page.locator("body[data-whole]").wait_for(state="attached", timeout=120_000)
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        somebody.go(f"t/{table}", patient=False)
        somebody.page.frame_locator("iframe.page").locator("#board svg .item").first.wait_for()
        print(f"later: a board after {time.perf_counter() - began:.1f} s")
    context.close()


def _thinks(browser: Browser, site: Site) -> None:
    """How long one waits for the master by the clock, and the longest task of the page while it thinks."""
    for game in games():
        seen = thinking(browser, site, game, "master", _MOVES)
        thoughts = sorted(each / 1000 for each in seen.thoughts)
        if not thoughts:
            print(f"{game}: the master was not asked in so few moves")
            continue
        print(f"{game}: {len(thoughts)} thoughts of the master, {statistics.median(thoughts):.2f} s", end=", ")
        print(f"at most {thoughts[-1]:.2f} s; meanwhile the page's longest task took {seen.longest:.0f} ms")


def _in_node(folder: Path) -> list[float]:
    calls = [f"searched({game!r}, {nodes}, {_ROUNDS}, processor)" for game, nodes in _SEARCHES.items()]
    remembered = folder / "memory"
    remembered.write_bytes(unpressed((folder / "parts/memory.bin.pressed").read_bytes()))
    given = [str(folder), str(remembered), _BEGIN, _SEARCH, json.dumps(calls)]
    command = ["node", "--input-type=module", "-e", _NODE, "--", *given]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    measured: list[float] = json.loads(told)
    started, begun, *rates = measured
    print(f"processor: {started:.1f} s for Python, {begun:.1f} s for the first board")
    return rates


def _natively() -> list[float]:
    ours: dict[str, Any] = {}
    exec(_SEARCH, ours)
    return [ours["searched"](game, nodes, _ROUNDS, time.process_time) for game, nodes in _SEARCHES.items()]


def main() -> None:
    """All of it, as text."""
    slowly = "--slowed" in sys.argv
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as root:
        folder = Path(root) / BELOW
        write(folder, PYODIDE)
        _sizes(folder)
        browser = playwright.chromium.launch(
            executable_path=str(_slowed()) if slowly else CHROMIUM, args=["--no-sandbox"]
        )
        site = Site(Path(root), slowly=True)
        _starts(browser, site)
        site.shut()
        site = Site(Path(root))
        _thinks(browser, site)
        site.shut()
        browser.close()
        if slowly:
            return
        for game, here, there in zip(_SEARCHES, _natively(), _in_node(folder), strict=True):
            print(f"{game}: natively {here:,.0f} nodes/s, as WebAssembly {there:,.0f}, {there / here:.2f} times")


if __name__ == "__main__":
    main()

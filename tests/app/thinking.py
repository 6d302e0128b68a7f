"""How long bots think in front of somebody, and how long the page has no time for anything else meanwhile."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Browser

from tests.app.site import Person, Site

_WATCHED = """
if (self === top) {
  const Made = Worker;
  Object.assign(globalThis, { thoughts: [], longest: 0 });
  globalThis.Worker = class extends Made {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => "ticket" in data && thoughts.push(performance.now() - this.begun));
    }
    postMessage(data, ...more) {
      if (data.task) this.begun = performance.now();
      super.postMessage(data, ...more);
    }
  };
  const seen = (list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); };
  new PerformanceObserver(seen).observe({ type: "longtask" });
}
"""
"""Notes each thought, from asking the worker to its answer, and the longest task of the page and the one inside it."""


class Thinking(NamedTuple):
    """In milliseconds."""

    thoughts: list[float]
    longest: float
    """The longest task of the page's own thread; browsers count those of more than 50 ms."""


def thinking(browser: Browser, site: Site, game: str, level: str, moves: int) -> Thinking:
    """What happens while somebody makes so many moves against a bot, once it has got ready."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    context.add_init_script(_WATCHED)
    somebody = Person(context, site)
    try:
        table = somebody.open_table(game, "me", level)
        somebody.play_on(table, 1)
        somebody.page.wait_for_function("() => localStorage['ludotheque-pace'] && thoughts.length > 0", timeout=120_000)
        somebody.page.evaluate("() => { thoughts.length = 0; longest = 0; }")
        somebody.play_on(table, moves)
        return Thinking(*somebody.page.evaluate("() => [thoughts, longest]"))
    finally:
        context.close()
        assert somebody.troubles == []

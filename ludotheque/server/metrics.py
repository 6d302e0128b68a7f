"""What is counted, told in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How long something took, in seconds."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> list[str]:
        """The lines that tell it."""
        total, lines = 0, []
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), self._counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self._sum:.6f}", f"{name}_count {total}"]


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.requests: Counter[tuple[str, int]] = Counter()
        self.tables: Counter[str] = Counter()
        self.commits = 0
        self.committed = 0
        self.conflicts = 0
        self.sockets = 0
        self.cached = 0
        self.thoughts = 0
        self.late_thoughts = 0
        self.move_seconds = Histogram()
        self.thought_seconds = Histogram()

    def text(self) -> str:
        """All of it."""
        lines: list[str] = []

        def tell(name: str, kind: str, what: str, values: list[str]) -> None:
            lines.extend([f"# HELP ludotheque_{name} {what}", f"# TYPE ludotheque_{name} {kind}"])
            lines.extend(values)

        def one(name: str, kind: str, what: str, value: int) -> None:
            tell(name, kind, what, [f"ludotheque_{name} {value}"])

        def by(name: str, what: str, label: str, counter: Counter[str]) -> None:
            tell(name, "counter", what, [f'ludotheque_{name}{{{label}="{key}"}} {n}' for key, n in counter.items()])

        by("moves_total", "Moves stored, by game.", "game", self.moves)
        by("tables_opened_total", "Tables opened, by game.", "game", self.tables)
        by("refused_total", "Requests refused, by code.", "code", self.refused)
        requests = [
            f'ludotheque_requests_total{{method="{m}",status="{s}"}} {n}' for (m, s), n in self.requests.items()
        ]
        tell("requests_total", "counter", "HTTP requests answered.", requests)
        one("commits_total", "counter", "Commits to the database.", self.commits)
        one("committed_appends_total", "counter", "Appends in those commits.", self.committed)
        one("conflicts_total", "counter", "Appends that somebody else came before.", self.conflicts)
        one("sockets", "gauge", "Live connections.", self.sockets)
        one("tables_cached", "gauge", "Tables in memory.", self.cached)
        one("bot_moves_total", "counter", "Moves thought out by bots.", self.thoughts)
        one("bot_late_total", "counter", "Bots that ran out of time.", self.late_thoughts)
        tell(
            "move_seconds",
            "histogram",
            "From a move's arrival until it is stored.",
            self.move_seconds.lines("ludotheque_move_seconds"),
        )
        tell("bot_seconds", "histogram", "How long bots thought.", self.thought_seconds.lines("ludotheque_bot_seconds"))
        return "\n".join(lines) + "\n"
